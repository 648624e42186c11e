"""What can be checked by anyone: whether what was cited still stands as it was cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.domain.authored import Checked
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.answers import BorneOut, Citation, DeepLink, Verification
    from verbatim_desktop.domain.audit import AnswerRecord, Replay
    from verbatim_desktop.domain.authored import CheckedFile
    from verbatim_desktop.domain.drift import Drift, DriftList, Rebinding
    from verbatim_desktop.domain.support import ClaimSupport


class Audit:
    """Verify, follow and export what was cited. Safe to call from any thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    # --- Drift -----------------------------------------------------------------------------------

    def drift(self) -> tuple[Drift, ...]:
        """Kept citations whose sentence moved, changed or vanished, old and new side by side."""
        from verbatim_desktop.workflows.find_drift import find_drift

        return find_drift(self._rooms.library(), self._rooms.index(), self._rooms.clock)

    def drift_list(self) -> DriftList:
        """The same, and how many kept citations stand as they are cited."""
        from verbatim_desktop.workflows.find_drift import list_drift

        return list_drift(self._rooms.library(), self._rooms.index(), self._rooms.clock)

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

    def keep_as_is(self, ids: Sequence[str]) -> None:
        """List drifted citations no more, until their page changes again. Raises NotFound."""
        from verbatim_desktop.workflows.find_drift import keep_as_is

        keep_as_is(ids, self._rooms.library())

    def list_again(self, ids: Sequence[str]) -> None:
        """List again what was kept as it is."""
        from verbatim_desktop.workflows.find_drift import list_again

        list_again(ids, self._rooms.library())

    # --- Passages --------------------------------------------------------------------------------

    def verify_quote(self, target: str, passage: str) -> Verification:
        """Whether a passage stands at SOURCE/ROUTE-OR-PATH#anchor, exactly once, in one block."""
        from verbatim_desktop.workflows.verify_citations import verify_quote

        return verify_quote(target, passage, self._rooms.library(), self._rooms.index())

    def verify_files(
        self, paths: Sequence[Path], *, frozen: Path | None = None, addresses: bool = False
    ) -> Checked:
        """Verify the `verbatim:` links of files, and of every Markdown file of folders.

        frozen: a list that `freeze` wrote; its verdicts are trusted where nothing has changed.
        addresses: also find each passage's public link. Raises UnreadableFile, UsageError.
        """
        from verbatim_desktop.workflows.verify_citations import LibraryPages
        from verbatim_desktop.workflows.verify_files import read_frozen, verify_files

        library = self._rooms.library()
        pages = LibraryPages(library, self._rooms.index())
        trusted = read_frozen(frozen) if frozen else None
        checked = verify_files(paths, library, pages, frozen=trusted, addresses=addresses)
        if frozen and trusted is None:
            edited = f"{frozen} was changed since it was written, and is not trusted."
            return replace(checked, notes=(edited, *checked.notes))
        return checked

    def verify_text(self, name: str, text: str, *, addresses: bool = False) -> Checked:
        """Verify the links of a text that is no file; nothing of it is remembered."""
        from verbatim_desktop.workflows.verify_citations import LibraryPages
        from verbatim_desktop.workflows.verify_files import verify_text

        pages = LibraryPages(self._rooms.library(), self._rooms.index())
        return Checked((verify_text(name, text, pages, addresses=addresses),))

    def verify_demo(self) -> Checked:
        """What verifying tells apart, on a small sample; no library is opened."""
        from verbatim_desktop.workflows.verify_demo import verify_demo

        return Checked((verify_demo(),))

    def freeze(self, checked: Checked, path: Path) -> None:
        """Write verdicts to a file, to be trusted as long as nothing changes."""
        from verbatim_desktop.workflows.verify_files import freeze, frozen_text

        frozen = freeze(checked.files, self._rooms.clock.now())
        path.write_text(frozen_text(frozen), encoding="utf-8")

    def with_public_links(self, file: CheckedFile) -> str:
        """The text of a file checked with addresses, with public links for `verbatim:` ones."""
        from verbatim_desktop.workflows.verify_files import with_public_links

        return with_public_links(file)

    def deep_link(self, citation: Citation) -> DeepLink:
        """The public link to a citation's sentence as it stands now, or why there is none."""
        from verbatim_desktop.workflows.open_citation import link_of, open_citation

        return link_of(open_citation(citation, self._rooms.library(), self._rooms.index()))

    # --- Claims ----------------------------------------------------------------------------------

    def evidence(self, claim: str, filters: Filters = EVERYTHING) -> ClaimSupport:
        """The sentences that bear a claim out, or what is missing.

        Raises QuestionUnusable where the claim has no words, NotFound for an unknown source.
        """
        from verbatim_desktop.workflows.find_support import find_support
        from verbatim_desktop.workflows.nearest_pages import require_sources

        require_sources(filters.sources, self._rooms.library())
        return find_support(
            claim, self._rooms.library(), self._rooms.index(), self._rooms.clock, filters=filters
        )

    def borne_out(self, claim: str) -> BorneOut:
        """The same, each sentence as a citation; a claim without words is borne out by nothing."""
        from verbatim_desktop.workflows.bear_out import bear_out

        return bear_out(claim, self._rooms.library(), self._rooms.index(), self._rooms.clock)

    # --- Answers ---------------------------------------------------------------------------------

    def record(self, answer_id: str) -> AnswerRecord:
        """All that a kept answer rests on, with the verdicts of then and now. Raises NotFound."""
        from verbatim_desktop.workflows.export_answer import answer_record

        return answer_record(
            answer_id, self._rooms.library(), self._rooms.index(), self._rooms.clock
        )

    def export(self, record: AnswerRecord, format: str) -> bytes:
        """A record as a file of its own: markdown, html or pdf. Raises UsageError for others."""
        from verbatim_desktop.compose.answer_page import answer_page
        from verbatim_desktop.compose.draw_page import to_html, to_markdown

        page = answer_page(record)
        match format:
            case "markdown":
                return to_markdown(page).encode()
            case "html":
                return to_html(page).encode()
            case "pdf":
                return self._rooms.draw_pdf(page)
            case _:
                raise UsageError(f"There is no export as {format}: markdown, html or pdf.")

    def replay(self, answer_id: str) -> Replay:
        """Ask a kept question again and compare the evidence. Raises NotFound."""
        from verbatim_desktop.workflows.replay_answer import replay_answer

        return replay_answer(
            answer_id, self._rooms.library(), self._rooms.index(), self._rooms.clock
        )
