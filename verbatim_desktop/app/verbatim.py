"""Verbatim: one workspace's library, and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from verbatim_desktop.app.families import Families
from verbatim_desktop.app.rooms import searched
from verbatim_desktop.domain.health import Check, LibrarySummary
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters
from verbatim_desktop.ports import Cancellation, no_progress

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.asking import Unkept
    from verbatim_desktop.domain.answers import Answer, Citation, OpenedCitation, TicketDraft
    from verbatim_desktop.domain.documents import (
        Document,
        DocumentSummary,
        FileNote,
        IngestReport,
        IngestRequest,
        SourceInfo,
        SourceStatus,
    )
    from verbatim_desktop.domain.evaluation import EvalReport
    from verbatim_desktop.domain.events import AskEvent
    from verbatim_desktop.domain.feedback import Feedback, Judgement
    from verbatim_desktop.domain.headings import Heading
    from verbatim_desktop.domain.retrieval import Ranking, SectionRef
    from verbatim_desktop.ports import Progress


class Verbatim(Families):
    """One workspace's library, and what can be asked of it. Safe to call from any thread."""

    @property
    def workspace(self) -> str:
        """The name of the workspace; nothing of another one is ever seen here."""
        return self._rooms.workspace

    def ingest(
        self, requests: Sequence[IngestRequest], progress: Progress = no_progress
    ) -> tuple[IngestReport, ...]:
        """Read folders as sources, in their order; one report each.

        Cancelled from progress ends the run; what was done is kept and the last report says so.
        """
        return self._rooms.ingest(requests, progress)

    def changes(self, locations: Sequence[str]) -> Iterator[None]:
        """Yields at once, and again after each save in the folders, once it has settled."""
        return self._rooms.changes(locations)

    def guess(self, location: str) -> SourceInfo:
        """What a folder would be read as, with the reason, before anything is read."""
        from verbatim_desktop.workflows.ingest_source import guess_source

        return guess_source(location, self._rooms.open_folder)

    def sources(self) -> tuple[SourceStatus, ...]:
        return self._rooms.library().sources()

    def remove_source(self, name: str) -> None:
        """Take a source and all its documents out of the library. Raises NotFound."""
        from verbatim_desktop.workflows.ingest_source import remove_source

        library = self._rooms.library()
        place = library.source(name).info.root
        remove_source(name, library, self._rooms.index())
        if all(other.info.root != place for other in library.sources()):
            self._rooms.forget_folder(place)

    def synonyms(self) -> tuple[str, bool]:
        """The synonym file of the workspace as it can be edited, and whether it is its own."""
        from verbatim_desktop.workflows.search_sections import synonyms_text

        text = synonyms_text(self._rooms.library())
        return text, text != synonyms_text(None)

    def check_synonyms(self, text: str) -> tuple[FileNote, ...]:
        """The lines of a synonym file that cannot be read, each as "line N" with the reason."""
        from verbatim_desktop.retrieve.synonyms import parse_synonyms

        return parse_synonyms(text).problems

    def save_synonyms(self, text: str | None) -> None:
        """Search with these synonyms from now on, or with the program's own where None.

        Raises UsageError where a line cannot be read; then nothing is changed.
        """
        from verbatim_desktop.workflows.search_sections import save_synonyms

        save_synonyms(text, self._rooms.library())

    def docs(self, source: str = "") -> tuple[DocumentSummary, ...]:
        """Every document, or those of one source. Raises NotFound for an unknown source."""
        self._require([source] if source else [])
        return self._rooms.library().documents(source)

    def doc(self, name: str) -> Document:
        """The document SOURCE/ROUTE-OR-PATH; the source may be left out where one has it.

        Raises NotFound, with the pages whose names are nearest.
        """
        from verbatim_desktop.workflows.nearest_pages import page_named

        return self.document(page_named(name, self._rooms.library()))

    def place(self, target: str) -> tuple[Document, str]:
        """The document and the anchor of SOURCE/ROUTE-OR-PATH#anchor. Raises NotFound."""
        from verbatim_desktop.workflows.nearest_pages import place_named

        row, anchor = place_named(target, self._rooms.library())
        return self.document(row), anchor

    def document(self, document_id: int) -> Document:
        """One revision of a document, as the library numbers them. Raises NotFound."""
        return self._rooms.library().document(document_id)

    def search(self, text: str, limit: int = 10, filters: Filters = EVERYTHING) -> Ranking:
        """Sections best first. Raises QuestionUnusable where nothing can be searched for, and
        NotFound where a filter names an unknown source or no page passes the filters.
        """
        from verbatim_desktop.workflows.search_sections import search_sections

        self._require(filters.sources)
        return search_sections(text, *searched(self._rooms), limit=limit, filters=filters)

    def search_many(
        self, texts: Sequence[str], limit: int = 10, filters: Filters = EVERYTHING
    ) -> Ranking:
        """One ranking for several ways of asking, joined by the places they give a section.

        Each result's legs say which of them found it. Raises as `search` does.
        """
        from verbatim_desktop.workflows.search_many import search_many

        self._require(filters.sources)
        return search_many(texts, *searched(self._rooms), limit=limit, filters=filters)

    def more_like(
        self, document_id: int, ordinal: int, limit: int = 10, filters: Filters = EVERYTHING
    ) -> Ranking:
        """Other sections that say what this one says, by its most telling words.

        Raises as `search` does, and NotFound where there is no such section.
        """
        from verbatim_desktop.workflows.search_many import more_like

        self._require(filters.sources)
        parts = searched(self._rooms)
        return more_like(document_id, ordinal, *parts, limit=limit, filters=filters)

    def section(self, name: str) -> SectionRef:
        """The section SOURCE/ROUTE-OR-PATH#ANCHOR, or a page's first one. Raises NotFound."""
        from verbatim_desktop.workflows.search_many import find_section

        return find_section(name, self._rooms.library())

    def snippets(self, ranking: Ranking) -> tuple[str, ...]:
        """For each result, the sentence that holds most of the question."""
        from verbatim_desktop.workflows.excerpts import excerpts

        return excerpts(ranking, self._rooms.library())

    def ask(
        self,
        question: str,
        filters: Filters = EVERYTHING,
        provider: str = "",
        follows: str = "",
        *,
        model: str = "",
        deliver: Callable[[AskEvent], None] | None = None,
        cancellation: Cancellation | None = None,
    ) -> Answer:
        """An answer with its citations, or a ticket draft; kept under a new id.

        provider, model: who writes, "" for what is set. Where it cannot, or is cancelled, quoted
        passages stand in, and the answer's fallback says why. deliver: hears what is found and
        written, on this thread (domain.events). follows: the id of the answer read before; a
        question that asks on from it is searched with its subject as well, and the answer's
        `follows` and `rewritten` say so. Raises as `search` does, and NotFound for follows and
        for a provider that there is not.
        """
        from verbatim_desktop.app.asking import Asked, ask

        self._require(filters.sources)
        asked = Asked(question, filters, provider, model, follows)
        wish = Cancellation() if cancellation is None else cancellation
        return ask(asked, self._rooms, deliver, wish)

    def find_answer(
        self,
        question: str,
        filters: Filters,
        provider: str,
        follows: str,
        *,
        deliver: Callable[[AskEvent], None],
        cancellation: Cancellation,
    ) -> Unkept:
        """The same, of which nothing is kept but what it cost: `keep_answer` keeps it.

        For who may still give the question up when it is answered. Raises as `ask` does.
        """
        from verbatim_desktop.app.asking import Asked, find

        self._require(filters.sources)
        asked = Asked(question, filters, provider, "", follows)
        return find(asked, self._rooms, deliver, cancellation)

    def keep_answer(self, found: Unkept) -> Answer:
        """Keep what `find_answer` found; without an id where the library takes no more."""
        from verbatim_desktop.app.asking import keep

        return keep(found, self._rooms)

    def _require(self, sources: Sequence[str]) -> None:
        from verbatim_desktop.workflows.nearest_pages import require_sources

        if sources:
            require_sources(sources, self._rooms.library())

    def ticket(self, question: str, filters: Filters = EVERYTHING) -> TicketDraft:
        """A ticket draft for a question, however strong the evidence is. Raises as `search`."""
        from verbatim_desktop.workflows.ask_question import draft_ticket

        self._require(filters.sources)
        return draft_ticket(question, *searched(self._rooms), filters=filters)

    def render_ticket(self, ticket: TicketDraft, format: str) -> str:
        """A ticket as markdown, json, or the payload of freshdesk, zendesk or intercom."""
        from verbatim_desktop.compose.ticket import render

        return render(ticket, format)

    def open_citation(self, citation: Citation) -> OpenedCitation:
        """Read a citation back: the document as it is now, and where the sentence stands."""
        from verbatim_desktop.workflows.open_citation import open_citation

        return open_citation(citation, self._rooms.library(), self._rooms.index())

    def answers(self, limit: int = 50) -> tuple[Answer, ...]:
        """Kept answers, newest first, as they were when asked."""
        return self._rooms.library().answers(limit)

    def answer(self, answer_id: str) -> Answer:
        """A kept answer with its citations verified again. Raises NotFound."""
        from verbatim_desktop.workflows.verify_citations import verify_answer

        return verify_answer(
            self._rooms.library().answer(answer_id), self._rooms.library(), self._rooms.index()
        )

    def feedback(self, answer_id: str, judgement: Judgement, note: str = "") -> Feedback:
        """Keep what a reader says of a kept answer, in the place of what was said. NotFound."""
        from verbatim_desktop.workflows.keep_feedback import keep_feedback

        return keep_feedback(answer_id, judgement, note, self._rooms.library(), self._rooms.clock)

    def withdraw_feedback(self, answer_id: str) -> None:
        """As if nothing had been said of the answer."""
        from verbatim_desktop.workflows.keep_feedback import withdraw

        withdraw(answer_id, self._rooms.library())

    def feedback_on(self, answer_id: str) -> Feedback | None:
        """What a reader said of an answer last; None where nobody did."""
        from verbatim_desktop.workflows.keep_feedback import feedback_on

        return feedback_on(answer_id, self._rooms.library())

    def feedbacks(self) -> tuple[Feedback, ...]:
        """What readers said of answers, the last first."""
        from verbatim_desktop.workflows.keep_feedback import feedbacks

        return feedbacks(self._rooms.library())

    def headings(self) -> tuple[Heading, ...]:
        """Every section by its headings, in the order of sources and pages."""
        return self._rooms.library().headings()

    def evaluate(self, golden: Path, progress: Progress = no_progress) -> EvalReport:
        """Measure retrieval and refusal on golden questions, one JSON object a line."""
        from verbatim_desktop.workflows.evaluate import evaluate

        return evaluate(golden, *searched(self._rooms), progress)

    def doctor(self) -> tuple[Check, ...]:
        """Look at the installation, the data folder and the library; nothing is changed."""
        return self._rooms.inspect()

    def close(self) -> None:
        """Let go of the library; it is opened again when it is next needed."""
        self._rooms.close()

    def library_summary(self) -> LibrarySummary:
        """How much there is to ask."""
        sources = self.sources()
        return LibrarySummary(
            workspace=self._rooms.workspace,
            sources=len(sources),
            documents=sum(source.documents for source in sources),
            sections=sum(source.sections for source in sources),
            generation=self._rooms.library().generation(),
            updated=max((source.updated for source in sources), default=""),
        )


class OpenVerbatim(Protocol):
    """Opens a workspace; the doors hand it to the window and to the command line.

    home: the data folder, "" for the platform's own. workspace: "" for the default one.
    """

    def __call__(self, home: str = "", workspace: str = "") -> Verbatim: ...
