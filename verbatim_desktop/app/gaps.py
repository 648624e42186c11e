"""What the documentation lacks, found in the questions that were asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.ports import no_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.gaps import GapReport, SynonymProposal
    from verbatim_desktop.ports import Progress


class Gaps:
    """Reached as `verbatim.gaps`. Finding changes nothing."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def find(self, progress: Progress = no_progress) -> GapReport:
        """Open questions by topic: asked with low confidence, or marked wrong or missing.

        Each is asked again of the library as it is now. Raises Cancelled from progress.
        """
        from verbatim_desktop.workflows.find_gaps import find_gaps

        rooms = self._rooms
        return find_gaps(rooms.library(), rooms.index(), rooms.clock, progress)

    def dismiss(self, questions: Sequence[str]) -> None:
        """Call questions no gap; `bring_back` is the way back."""
        from verbatim_desktop.workflows.find_gaps import dismiss

        dismiss(questions, self._rooms.library())

    def bring_back(self, questions: Sequence[str]) -> None:
        """List questions again that were called no gap. Raises NotFound for others."""
        from verbatim_desktop.workflows.find_gaps import bring_back

        bring_back(questions, self._rooms.library())

    def accept(self, proposal: SynonymProposal) -> str | None:
        """Add a proposed synonym; what `undo` takes to go back."""
        from verbatim_desktop.workflows.find_gaps import accept
        from verbatim_desktop.workflows.search_sections import synonyms_text

        before = accept(proposal, self._rooms.library())
        return None if before == synonyms_text(None) else before

    def undo(self, before: str | None) -> None:
        """The synonyms as they were before one was accepted."""
        from verbatim_desktop.workflows.search_sections import save_synonyms

        save_synonyms(before, self._rooms.library())

    def written(self, report: GapReport, form: str) -> str:
        """A report for a writer, as "markdown" or "csv"."""
        from verbatim_desktop.compose.gap_list import WRITERS

        return WRITERS[form](report)
