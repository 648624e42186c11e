"""Where a message comes in: pasted, typed, dropped or opened. What is pasted is taken at once."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import DropZone, column
from verbatim_desktop.desktop.widgets.text import Text

PLACEHOLDER = "Paste the customer's message here"
SAYS = (
    "Its questions are found and answered from your library. Nothing of it leaves this computer "
    "without a model that you set yourself."
)


EMPTY = "There are no sources yet, so no question can be answered. Add them under Sources."


class PasteField(QPlainTextEdit):
    """taken: a text was pasted into the empty field, or is to be read as it stands."""

    taken = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("question")
        self.setPlaceholderText(PLACEHOLDER)
        self.setAccessibleName("Customer's message")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        for part in (self, self.viewport()):  # the viewport's is the placeholder's
            part.setFont(self._theme.font(13))
        self.setMinimumHeight(self._theme.px(160))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        was_empty = not self.toPlainText().strip()
        if self.canInsertFromMimeData(source):
            super().insertFromMimeData(source)
            if was_empty:
                self.take()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()  # files are for the pane
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dropEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in ENTER
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.take()
        else:
            super().keyPressEvent(event)

    def take(self) -> None:
        if self.toPlainText().strip():
            self.taken.emit(self.toPlainText())


class MessageField(QWidget):
    """file_wanted: a file is to be chosen. blank_wanted: a reply without a message."""

    taken = Signal(str)
    file_wanted = Signal()
    blank_wanted = Signal()
    drafts_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = PasteField(theme)
        self.read = Button(theme, "Draft a reply", kind=Kind.PRIMARY)
        self.open_file = Button(
            theme, "Open a file", icon="mail", tip="Open a message (Ctrl+Alt+O)"
        )
        self.blank = Button(theme, "Write without a message", icon="compose", kind=Kind.QUIET)
        self.drafts = Button(theme, "Earlier drafts", icon="folder", kind=Kind.QUIET)
        self.empty = Text(theme, EMPTY, color="warn", wrap=True)
        self.empty.hide()
        zone = DropZone(theme)
        zone.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        inside = column(zone, (16, 12, 16, 12), 12)
        inside.addWidget(self.field, 1)
        inside.addWidget(Text(theme, "or drop an .eml, .txt or .md file", size=12, color="text2"))
        body = column(self, (24, 16, 24, 24), 12)
        body.addWidget(Text(theme, "Answer a customer's message", size=17, weight=600, wrap=True))
        body.addWidget(Text(theme, SAYS, color="text2", wrap=True))
        body.addWidget(self.empty)
        body.addWidget(zone, 1)
        holder = QWidget()
        buttons = FlowLayout(spacing=8)
        holder.setLayout(buttons)
        for one in (self.read, self.open_file, self.blank, self.drafts):
            buttons.addWidget(one)
        body.addWidget(holder)
        self._connect()

    def _connect(self) -> None:
        self.field.taken.connect(self.taken)
        self.read.clicked.connect(self.field.take)
        self.open_file.clicked.connect(self.file_wanted)
        self.blank.clicked.connect(self.blank_wanted)
        self.drafts.clicked.connect(self.drafts_wanted)
        self.field.textChanged.connect(self._typed)
        self._typed()

    def set_empty_library(self, is_empty: bool) -> None:
        self.empty.setVisible(is_empty)

    def _typed(self) -> None:
        typed = bool(self.field.toPlainText().strip())
        self.read.setEnabled(typed)
        self.read.setToolTip(
            "Draft a reply (Ctrl+Enter)" if typed else "Paste or type a message first"
        )
