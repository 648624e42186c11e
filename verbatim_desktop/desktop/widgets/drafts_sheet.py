"""Drafts that were kept, the last touched first: search, open, delete and bring back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.models.palette import PaletteEntry
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.list_sheet import ListSheet
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.replies import DraftSummary

NONE = "No drafts yet. Each message you answer is kept here by itself."


class DraftsSheet(ListSheet):
    """Both signals carry a draft's key."""

    open_wanted = Signal(str)
    delete_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Drafts", NONE, 720)
        self.delete = Button(theme, "Delete", icon="trash")
        self.field.setPlaceholderText("Search by ticket, subject, sender or words")
        self.body.addWidget(self.field)
        self.body.addWidget(self.nothing)
        self.body.addWidget(self.list)
        foot = row()
        foot.addWidget(Text(theme, "Enter opens, Delete removes.", size=12, color="text2"), 1)
        foot.addWidget(self.delete)
        self.body.addLayout(foot)
        self.list.taken.connect(self._take)
        self.list.removed.connect(self._remove)
        self.delete.clicked.connect(lambda: self._remove(self.list.chosen()))
        self._keys: dict[int, str] = {}

    def show_drafts(self, drafts: Sequence[DraftSummary]) -> None:
        entries = [entry_of(one) for one in drafts]
        self._keys = {id(entry): one.key for entry, one in zip(entries, drafts, strict=True)}
        self.show_entries(entries, [words_of(one) for one in drafts])

    def _take(self, entry: PaletteEntry) -> None:
        self.open_wanted.emit(self._keys[id(entry)])

    def _remove(self, entry: PaletteEntry | None) -> None:
        if entry is not None:
            self.delete_wanted.emit(self._keys[id(entry)])


def entry_of(draft: DraftSummary) -> PaletteEntry:
    """A draft as a row: subject, first question or words, who wrote; ticket, what is open, when."""
    about = draft.subject or draft.asks or draft.opening
    title = " — ".join(part for part in (about, draft.sender) if part)
    unsure = f"{draft.uncertain} to check" if draft.uncertain else ""
    facts = (draft.ticket[:24], unsure, said(draft.touched))
    detail = " · ".join(part for part in facts if part)
    return PaletteEntry(title or "No message", "mail", lambda: None, detail=detail)


def words_of(draft: DraftSummary) -> str:
    return " ".join(
        (draft.subject, draft.asks, draft.opening, draft.sender, draft.ticket, draft.key)
    )
