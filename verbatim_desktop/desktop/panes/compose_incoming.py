"""How a message comes in, and what is done with words that are selected in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_menus import message_menu
from verbatim_desktop.desktop.widgets.message_panel import MessagePanel

KINDS = (".eml", ".txt", ".md", ".markdown", ".text")
FILTER = f"Messages ({' '.join('*' + kind for kind in KINDS)})"
SELECT_FIRST = "Select words of the message first"


class ComposeIncoming(QObject):
    def __init__(self, pane: Pane, desk: ComposeDesk, panel: MessagePanel) -> None:
        super().__init__(pane)
        self._pane, self._desk, self._panel = pane, desk, panel
        panel.view.menu_wanted.connect(self._open_menu)

    def choose_file(self) -> None:
        """Ask for a file with the system's own dialog."""
        dialog = QFileDialog(self._pane.window(), "Open a message", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.open_file)
        dialog.open()

    def open_file(self, path: str) -> None:
        self._desk.read_file(Path(path))

    def takes(self, data: QMimeData) -> bool:
        """Whether what is dragged is a message; folders and archives are for the window."""
        return bool(message_file(data) or only_text(data))

    def take(self, data: QMimeData) -> None:
        if path := message_file(data):
            self.open_file(path)
        elif text := only_text(data):
            self._desk.read_text(text)

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


def message_file(data: QMimeData) -> str:
    """The file of a message among what is dragged; "" where there is none."""
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return next((one for one in paths if Path(one).suffix.lower() in KINDS), "")


def only_text(data: QMimeData) -> str:
    return "" if data.hasUrls() else data.text().strip()
