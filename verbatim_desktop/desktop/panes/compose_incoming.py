"""How a message comes in, and what is done with words that are selected in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_menus import message_menu
from verbatim_desktop.desktop.panes.compose_opening import ComposeOpening
from verbatim_desktop.desktop.widgets.message_panel import MessagePanel
from verbatim_desktop.text.counting import counted

KINDS = (".eml", ".txt", ".md", ".markdown", ".text")
FILTER = f"Messages ({' '.join('*' + kind for kind in KINDS)})"
SELECT_FIRST = "Select words of the message first"


class ComposeIncoming(QObject):
    def __init__(
        self, pane: Pane, desk: ComposeDesk, opening: ComposeOpening, panel: MessagePanel
    ) -> None:
        super().__init__(pane)
        self._pane, self._desk, self._opening, self._panel = pane, desk, opening, panel
        self._unread: list[Exception] = []  # of the files dropped last
        opening.failed.connect(self._unread.append)
        panel.view.menu_wanted.connect(self._open_menu)

    def choose_file(self) -> None:
        """Ask for a file with the system's own dialog."""
        dialog = QFileDialog(self._pane.window(), "Open a message", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.open_file)
        dialog.open()

    def open_file(self, path: str) -> None:
        self._opening.read_file(Path(path))

    def takes(self, data: QMimeData) -> bool:
        """Whether what is dragged is a message; folders and archives are for the window."""
        return bool(message_files(data) or only_text(data))

    def take(self, data: QMimeData) -> None:
        """Each message becomes a draft; the last one stays open."""
        if paths := message_files(data):
            self._unread.clear()
            for path in paths:
                self.open_file(path)
            others = [Path(one).name for one in files(data) if one not in paths]
            if others or len(paths) > 1:
                told = partial(self._tell_of_all, len(paths), others)
                self._desk.queue.put("Reading messages", told, quiet=True)
        elif text := only_text(data):
            self._opening.read_text(text)

    def _tell_of_all(self, count: int, others: Sequence[str]) -> None:
        """What came of several files: one is seen, and none may be missed."""
        read = count - len(self._unread)
        parts = ["The last is open, the others are kept as drafts."] if read > 1 else []
        parts += [str(error) for error in self._unread]
        if others:
            parts.append(f"Left out, as they are no messages: {', '.join(others)}.")
        kind = "warn" if others or self._unread else "ok"
        fact = f"{counted(read, 'message')} {'are' if read != 1 else 'is'} read."
        drafts = ("Drafts", lambda: self._pane.command_wanted.emit("compose.show_drafts"))
        self._pane.say(Notice(kind, fact, " ".join(parts)), (drafts,) if read > 1 else ())

    # --- selected words ------------------------------------------------------------------------

    def _selected(self) -> tuple[str, int, int]:
        start, end = self._panel.view.selected()
        draft = self._desk.draft
        return (draft.message.text[start:end] if draft else "", start, end)

    def answer_selection(self) -> None:
        """One more question, in the customer's own words."""
        text, start, end = self._selected()
        if text.strip():
            self._desk.add_question(text, start, end)
        else:
            self._pane.said.emit(SELECT_FIRST)

    def hide_selection(self) -> None:
        """No model may see these words."""
        text = self._selected()[0].strip()
        if text:
            self._desk.hide(text)
        else:
            self._pane.said.emit(SELECT_FIRST)

    def _open_menu(self, where: QPoint) -> None:
        view = self._panel.view
        message_menu(view, self.answer_selection, self.hide_selection).popup(where)


def files(data: QMimeData) -> list[str]:
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]


def message_files(data: QMimeData) -> list[str]:
    """The files of messages among what is dragged."""
    return [one for one in files(data) if Path(one).suffix.lower() in KINDS]


def only_text(data: QMimeData) -> str:
    return "" if data.hasUrls() else data.text().strip()
