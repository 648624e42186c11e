"""Plain text over the window, to be read, searched and copied: the log, or a crash's details."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text

WIDTH = 760


class TextSheet(Overlay):
    def __init__(self, theme: Theme, parent: QWidget, title: str, copy: str = "Copy all") -> None:
        super().__init__(theme, parent, title)
        self.card.setObjectName("palette")
        self.told = Text(theme, color="text2", wrap=True)
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        self.view.setObjectName("reading")
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setAccessibleName(title)
        self.view.setTabChangesFocus(True)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find")
        self.field.setAccessibleName(f"Find in: {title}")
        self.result = Text(theme, size=12, color="text2")
        self.copy_button = Button(theme, copy, icon="copy", kind=Kind.PRIMARY)
        self._lay_out(title)
        self.copy_button.clicked.connect(self.copy)
        self.field.returnPressed.connect(self.find_next)
        self.field.textChanged.connect(lambda: self.result.setText(""))
        theme.changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self, title: str) -> None:
        body = column(self.card, (16, 12, 16, 12), 8)
        head = row()
        head.addWidget(Text(self._theme, title, size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        body.addLayout(head)
        body.addWidget(self.told)
        body.addWidget(self.view)
        foot = row()
        foot.addWidget(self.field, 1)
        foot.addWidget(self.result)
        foot.addWidget(self.copy_button)
        body.addLayout(foot)

    def show_text(self, told: str, text: str, *, at_end: bool = False) -> None:
        self.told.setText(told)
        self.told.setVisible(bool(told))
        self.view.setPlainText(text)
        self._fit()
        if at_end:
            self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.open_over()
        self.copy_button.setFocus()

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.view.toPlainText())
        self.result.setText("Copied")

    def find_next(self) -> None:
        """The next place, starting over at the end."""
        text = self.field.text()
        if not text:
            return
        if not self.view.find(text):
            start = QTextCursor(self.view.document())
            self.view.setTextCursor(start)
            found = self.view.find(text, QTextDocument.FindFlag(0))
            self.result.setText("" if found else "Not in here")

    def _restyle(self) -> None:
        self.view.setFont(self._theme.font(12, mono=True))
        self._fit()

    def _fit(self) -> None:
        theme = self._theme
        self.fit_width(WIDTH)
        lines = (self.view.blockCount() + 1) * self.view.fontMetrics().lineSpacing()
        wanted = min(max(lines + theme.px(24), theme.px(120)), theme.px(420))
        self.view.setFixedHeight(max(min(wanted, self.height() - theme.px(260)), 60))
