"""Drifted citations between the library and their panel: read, bound anew, undone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop import source_work as work
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.widgets.drift_panel import DriftCard, DriftPanel
from verbatim_desktop.domain.drift import Drift
from verbatim_desktop.text.counting import counted


class DriftControl(QObject):
    """mended: a notice, and what undoes it (words and a call). changed: count them anew."""

    mended = Signal(object, object)
    changed = Signal()

    def __init__(self, panel: DriftPanel, lane: Lane) -> None:
        super().__init__(panel)
        self._panel, self._lane = panel, lane
        panel.rebind_wanted.connect(self.rebind)
        panel.keep_wanted.connect(self.keep_as_is)
        panel.evidence_wanted.connect(self.find_evidence)

    def read(self) -> None:
        self._lane.ask(work.read_drift, self._show, "drift")

    def _show(self, found: tuple[tuple[DriftCard, ...], int]) -> None:
        self._panel.show_cards(*found)

    def find_evidence(self, drift: Drift) -> None:
        """Look for what else says what a citation that is gone once quoted."""
        self._lane.ask(
            lambda verbatim: verbatim.audit.borne_out(drift.old_text),
            partial(self._panel.show_found, drift.id),
            "drift evidence",
        )

    def rebind(self, ids: Sequence[str]) -> None:
        """Bind citations to what stands there now."""
        self._lane.ask(lambda verbatim: work.rebind(verbatim, ids), self._rebound)

    def _rebound(self, ids: tuple[str, ...]) -> None:
        notice = Notice("ok", f"{counted(len(ids), 'citation')} bound anew.", "")
        self.mended.emit(notice, ("Undo", partial(self._undo, ids)))
        self.changed.emit()

    def _undo(self, ids: Sequence[str]) -> None:
        self._lane.ask(lambda verbatim: work.undo_rebind(verbatim, ids), self._undone)

    def _undone(self, count: int) -> None:
        fact = f"{counted(count, 'citation')} put back as cited at first."
        self.mended.emit(Notice("neutral", fact, ""), None)
        self.changed.emit()

    # --- kept as they are ----------------------------------------------------------------------

    def keep_as_is(self, ids: Sequence[str]) -> None:
        """Say no more of citations that a person wants as they are."""
        self._lane.ask(lambda verbatim: verbatim.audit.keep_as_is(ids), partial(self._kept, ids))

    def _kept(self, ids: Sequence[str], _nothing: object) -> None:
        fact = f"{counted(len(ids), 'citation')} kept as is."
        notice = Notice("ok", fact, "It is listed again once its page changes.")
        self.mended.emit(notice, ("Undo", partial(self._list_again, ids)))
        self.changed.emit()

    def _list_again(self, ids: Sequence[str]) -> None:
        self._lane.ask(lambda verbatim: verbatim.audit.list_again(ids), self._listed)

    def _listed(self, _nothing: object) -> None:
        self.mended.emit(Notice("neutral", "Listed again.", ""), None)
        self.changed.emit()
