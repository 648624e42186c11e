"""An empty pane says what it is for and what to do next; the first action takes Enter."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import (
    DropZone,
    IconLabel,
    column,
    empty,
    line,
    row,
)
from verbatim_desktop.desktop.widgets.text import Text

MEASURE = 640


class FirstRun(QWidget):
    """Nothing to ask yet: load the samples in one click, or add a folder."""

    samples_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.samples = Button(theme, "Load the samples", icon="play", kind=Kind.PRIMARY, key="⏎")
        self.folder = Button(theme, "Add your documentation", icon="folder", key="Ctrl O")
        self.samples.clicked.connect(self.samples_wanted)
        self.folder.clicked.connect(self.folder_wanted)
        self._says = Text(theme, "", size=12, color="text2", wrap=True)
        self._lay_out()

    def set_samples(self, words: str, *, present: bool) -> None:
        """What the samples are; without them only a folder can be added."""
        self._says.setText(words)
        self.samples.setVisible(present)
        self.folder.set_kind(Kind.PLAIN if present else Kind.PRIMARY)

    def take_focus(self) -> None:
        (self.samples if self.samples.isVisible() else self.folder).setFocus()

    def _lay_out(self) -> None:
        self._inner = QWidget()
        self._theme.changed.connect(self._fit)
        body = column(self._inner, spacing=0)
        body.addWidget(Text(self._theme, "Ask your own documentation", size=22, weight=600))
        body.addSpacing(8)
        promise = (
            "Every claim is shown with the exact sentence it rests on. Where the pages do not "
            "say, you get a ticket draft instead of a guess."
        )
        body.addWidget(Text(self._theme, promise, size=15, color="text2", wrap=True))
        body.addSpacing(24)
        body.addWidget(self._drop_zone())
        body.addSpacing(24)
        body.addWidget(line())
        body.addLayout(self._facts())
        body.addWidget(line())
        outer = column(self, (24, 24, 24, 24))
        outer.addStretch(2)
        middle = row(spacing=0)
        middle.addStretch(1)
        middle.addWidget(self._inner)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(3)
        self._fit()

    def _fit(self) -> None:
        """As wide as is good to read, and never wider than the pane."""
        self._inner.setFixedWidth(max(min(self._theme.px(MEASURE), self.width() - 48), 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _drop_zone(self) -> QFrame:
        zone = DropZone(self._theme)
        layout = row(zone, (24, 24, 24, 24), 16)
        picture = IconLabel(self._theme, "folder", 24, "accent")
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        words = column(spacing=4)
        words.addWidget(
            Text(self._theme, "Drop a folder of Markdown or MDX here", size=15, weight=500)
        )
        words.addWidget(
            Text(self._theme, "a documentation site, or an export of a helpdesk", color="text2")
        )
        words.addSpacing(12)
        buttons = FlowLayout(spacing=8)
        buttons.addWidget(self.samples)
        buttons.addWidget(self.folder)
        words.addLayout(buttons)
        words.addSpacing(8)
        words.addWidget(self._says)
        layout.addLayout(words, 1)
        return zone

    def _facts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        facts = (
            ("offline", "Works offline", "No provider is set, so no socket is open."),
            ("lock", "Stays here", "Pages and questions live in one folder on this computer."),
            ("keyboard", "All by keyboard", "Every action has a key."),
        )
        for number, (icon, title, words) in enumerate(facts):
            cell = column(margins=(0, 16, 0, 16), spacing=6)
            head = row(spacing=8)
            head.addWidget(IconLabel(self._theme, icon, 16, "accent"))
            head.addWidget(Text(self._theme, title, weight=500))
            head.addStretch(1)
            cell.addLayout(head)
            cell.addWidget(Text(self._theme, words, size=12, color="text2", wrap=True))
            if icon == "keyboard":
                cell.addLayout(self._press())
            cell.addStretch(1)
            grid.addLayout(cell, 0, 2 * number)
            grid.setColumnStretch(2 * number, 1)
            if number < len(facts) - 1:
                grid.addWidget(line(upright=True), 0, 2 * number + 1)
        return grid

    def _press(self) -> QHBoxLayout:
        press = row(spacing=4)
        press.addWidget(Text(self._theme, "Press", size=12, color="text2"))
        press.addWidget(KeyCap(self._theme, "?"))
        press.addWidget(Text(self._theme, "to see them all.", size=12, color="text2"))
        press.addStretch(1)
        return press


class Examples(QWidget):
    """Nothing asked yet: questions that the library's own headings suggest."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        outer = column(self, spacing=0)
        outer.addSpacing(24)
        outer.addWidget(Text(theme, "Ask something your pages answer", size=15, weight=600))
        outer.addSpacing(4)
        self._says = Text(theme, "", color="text2", wrap=True)
        outer.addWidget(self._says)
        outer.addSpacing(12)
        self._list = column(spacing=4)
        self._questions: tuple[str, ...] = ()
        outer.addLayout(self._list)
        outer.addStretch(1)

    def set_words(self, words: str) -> None:
        self._says.setText(words)

    def set_questions(self, questions: tuple[str, ...]) -> None:
        """What is known to be answered; more may follow, and those that stand there stay."""
        if questions[: len(self._questions)] != self._questions:
            empty(self._list)
            self._questions = ()
        fresh, self._questions = questions[len(self._questions) :], questions
        for question in fresh:
            link = Button(self._theme, question, icon="ask", kind=Kind.LINK, weight=400)
            link.clicked.connect(lambda _on=False, one=question: self.chosen.emit(one))
            self._list.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
