"""The list of drafts: open one, delete one and bring it back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_opening import ComposeOpening
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.drafts_sheet import DraftsSheet
from verbatim_desktop.domain.replies import DraftSummary, ReplyDraft


class ComposeDrafts(QObject):
    def __init__(
        self,
        pane: Pane,
        theme: Theme,
        desk: ComposeDesk,
        opening: ComposeOpening,
        jobs: Jobs,
        library: OpenLibrary,
    ) -> None:
        super().__init__(pane)
        self._pane, self._theme, self._desk, self._opening = pane, theme, desk, opening
        self._lane = Lane(jobs, library, pane.fail)
        self._sheet: DraftsSheet | None = None

    def sheet(self) -> DraftsSheet:
        if self._sheet is None:
            self._sheet = DraftsSheet(self._theme, self._pane.window())
            self._sheet.open_wanted.connect(self._open)
            self._sheet.delete_wanted.connect(self._delete)
        return self._sheet

    def show(self) -> None:
        """With what stands in the editor kept first."""
        self._desk.save()
        self.sheet().open_list()
        self._list()

    def _list(self) -> None:
        self._lane.ask(lambda verbatim: verbatim.composer.drafts(), self._listed, "drafts")

    def _listed(self, drafts: tuple[DraftSummary, ...]) -> None:
        self.sheet().show_drafts(drafts)

    def _open(self, key: str) -> None:
        self.sheet().close_over()
        self._opening.open(key, self._desk.editor.setFocus)

    def _delete(self, key: str) -> None:
        draft = self._desk.draft
        if draft is not None and key == draft.key:
            self._desk.forget()
        self._lane.ask(lambda verbatim: verbatim.composer.delete(key), self._deleted)

    def _deleted(self, gone: ReplyDraft) -> None:
        name = gone.subject or gone.ticket or "without a subject"
        undo = ("Undo", partial(self._bring_back, gone))
        self.sheet().say(Notice("neutral", "Draft deleted.", name), (undo,))
        self._list()

    def _bring_back(self, gone: ReplyDraft) -> None:
        self._lane.ask(lambda verbatim: verbatim.composer.save(gone), self._back)

    def _back(self, _draft: ReplyDraft) -> None:
        self.sheet().say(Notice("ok", "The draft is back.", ""))
        self._list()
