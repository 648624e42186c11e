"""What can be checked by anyone: whether what was cited still stands as it was cited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.drift import Drift, Rebinding


class Audit:
    """Verify, follow and export what was cited. Safe to call from any thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    # --- Drift -----------------------------------------------------------------------------------

    def drift(self) -> tuple[Drift, ...]:
        """Kept citations whose sentence moved, changed or vanished, old and new side by side."""
        from verbatim_desktop.workflows.find_drift import find_drift

        return find_drift(self._rooms.library(), self._rooms.index(), self._rooms.clock)

    def drift_count(self) -> int:
        """How many citations have drifted; cheap enough to ask after each ingest."""
        from verbatim_desktop.workflows.find_drift import count_drift

        return count_drift(self._rooms.library(), self._rooms.index())

    def rebind(self, ids: Sequence[str]) -> tuple[Rebinding, ...]:
        """Bind drifted citations to what `drift` proposes; all of them or none.

        Raises NotFound for an id that has not drifted, UsageError where nothing is proposed.
        """
        from verbatim_desktop.workflows.rebind_citation import rebind

        return rebind(self.drift(), ids, self._rooms.library(), self._rooms.clock)

    def rebindings(self) -> tuple[Rebinding, ...]:
        """Citations that were bound anew, the last first."""
        from verbatim_desktop.workflows.rebind_citation import rebindings

        return rebindings(self._rooms.library())

    def undo_rebind(self, ids: Sequence[str]) -> tuple[Rebinding, ...]:
        """Put citations back as they were first; they drift again. Raises NotFound."""
        from verbatim_desktop.workflows.rebind_citation import undo

        return undo(ids, self._rooms.library())
