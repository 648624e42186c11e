"""The page of a question: the field, what is said of it, and the answer or what could be asked."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.desktop.widgets.empty_state import Examples
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.question_card import QuestionCard

CONTENT_WIDTH = 800


class QuestionPage(QWidget):
    """No wider inside than reads well. banners: of the pane around it."""

    def __init__(self, theme: Theme, banners: QLayout) -> None:
        super().__init__()
        self._theme = theme
        self.card = QuestionCard(theme)
        self.view = AnswerView(theme)
        self.examples = Examples(theme)
        self._inner = inner = QWidget()
        body = column(inner, (24, 16, 24, 24), 0)
        body.addWidget(self.card)
        body.addSpacing(16)
        body.addLayout(banners)
        body.addWidget(self.view)
        body.addWidget(self.examples)
        body.addStretch(1)
        # A row: a column would ask how high the page is at a width that it never has.
        beside = row(self, spacing=0)
        beside.addWidget(inner, 1)
        beside.addStretch(0)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_examples()

    def _fit(self) -> None:
        self._inner.setMaximumWidth(self._theme.px(CONTENT_WIDTH + 48))

    def show_answer(self) -> None:
        self.examples.hide()
        self.view.show()

    def show_nothing(self) -> None:
        """While it is not known yet which of them it will be."""
        self.view.hide()
        self.examples.hide()

    def show_examples(self) -> None:
        self.view.hide()
        self.examples.show()
