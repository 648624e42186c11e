"""From a question to weighed evidence: search, read the best sections, judge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verbatim_desktop.answer.editions import Edition, choose, editions_of
from verbatim_desktop.answer.extract import Passage, extract
from verbatim_desktop.answer.furniture import without_furniture
from verbatim_desktop.cite.resolve import resolve
from verbatim_desktop.domain.answers import (
    Citation,
    CitationOrigin,
    Confidence,
    Evidence,
    Level,
    Outcome,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.retrieval import Filters, Ranking, ScoredSection
from verbatim_desktop.judge.gather import above_floor, gather
from verbatim_desktop.judge.reasons import FOREIGN
from verbatim_desktop.judge.weigh import weigh
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.pasted import errors_in, pasted, told
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.text.tongues import tongue_of
from verbatim_desktop.workflows.evidence_limits import limits_of
from verbatim_desktop.workflows.join_rankings import join_rankings
from verbatim_desktop.workflows.search_sections import search_sections

#: How a reason begins that says so.
IN_ANOTHER = "The question is in"
DEFAULT_LANGUAGE = "en"  # of documentation that shows no other
SHOWN = 20  # ranked sections an answer keeps


@dataclass(frozen=True, slots=True)
class Found:
    """What the library holds on a question, and what that is worth.

    passages: what an extractive answer would quote. documents: those of the evidence, by row.
    editions: sources that are versions of one product; wanted: by product, the one that answers.
    left: ranked sections of other editions that the wanted one supersedes.
    """

    question: str
    ranking: Ranking
    evidence: tuple[Evidence, ...]
    documents: Mapping[int, Document]
    confidence: Confidence
    passages: tuple[Passage, ...]
    editions: Mapping[str, Edition] = field(default_factory=dict[str, Edition])
    wanted: Mapping[str, Edition] = field(default_factory=dict[str, Edition])
    left: tuple[ScoredSection, ...] = ()
    foreign: str = ""  # that the question is in another language, in words; "" where it is not

    @property
    def outcome(self) -> Outcome:
        answered = self.confidence.level is not Level.LOW and self.passages
        return Outcome.ANSWER if answered else Outcome.TICKET

    def is_wanted(self, source: str) -> bool:
        """Whether a source is of the version that answers, or of a product with only one."""
        edition = self.editions.get(source)
        return edition is None or self.wanted[edition.product] == edition

    def cite(
        self, passage: Passage, marker: int, origin: CitationOrigin = CitationOrigin.EXTRACTIVE
    ) -> Citation:
        evidence = self.evidence[passage.evidence]
        document = self.documents[evidence.ranked.section.document_id]
        return resolve(evidence, passage.sentence, document, marker, origin)


def find_evidence(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    filters: Filters,
    limit: int = SHOWN,
    own: str = "",
    rewritten: Sequence[str] = (),
) -> Found:
    """Search and judge. Raises QuestionUnusable where nothing can be searched for.

    own: what was asked, where question also holds the subject of the question before. rewritten:
    other ways of asking; they join the order of what is found, and what it is worth is judged by
    the question's own words.
    """
    asked = searched_text(question)
    ranking = search_sections(asked, library, index, clock, limit=limit, filters=filters)
    if rewritten:
        others = [
            search_sections(text, library, index, clock, limit=limit, filters=filters)
            for text in rewritten
        ]
        ranking = joined(ranking, others, [asked, *rewritten], limit)
    return judged(question, ranking, library, filters, own)


def searched_text(question: str) -> str:
    """A question without what was pasted with it, but with the first error named there."""
    if not pasted(question):
        return question
    return " ".join([told(question), *errors_in(question)[:1]])


def judged(
    question: str, ranking: Ranking, library: Library, filters: Filters, own: str = ""
) -> Found:
    """Read the best sections of a ranking and weigh them."""
    editions = searched_editions(library, filters)
    choice = choose(question, ranking.results, editions)
    answering = replace(ranking, results=choice.kept)
    sections = above_floor(answering, limits_of(library))
    rows = dict.fromkeys(scored.section.document_id for scored in sections)
    documents = {row: library.document(row) for row in rows}
    gathered = gather(answering, sections, documents, spans_of)
    evidence = without_furniture(gathered, documents)
    foreign = other_language(question, evidence, library)
    return Found(
        question,
        ranking,
        evidence,
        documents,
        _said_of(weigh(answering, evidence, own), foreign),
        extract(answering, evidence, documents),
        editions,
        choice.wanted,
        choice.left,
        foreign,
    )


def other_language(question: str, evidence: Sequence[Evidence], library: Library) -> str:
    """That a question is in another language than what was found for it, in words; else ""."""
    asked_in = tongue_of(question)
    if not asked_in:
        return ""
    quotes = [sentence.quote for item in evidence[:3] for sentence in item.sentences]
    written_in = tongue_of(" ".join(quotes) or _any_text(library)) or DEFAULT_LANGUAGE
    if asked_in == written_in:
        return ""
    from verbatim_desktop.compose.tone import language_name  # only such a question waits for it

    asked, written = (language_name(code, DEFAULT_LANGUAGE) for code in (asked_in, written_in))
    return f"{IN_ANOTHER} {asked}, the documentation in {written}; ask in {written} to find more."


def _any_text(library: Library) -> str:
    """What one page of the library says, where nothing was found."""
    pages = library.documents("")
    blocks = library.document(pages[0].id).blocks if pages else ()
    return " ".join(block.text for block in blocks)


def _said_of(confidence: Confidence, foreign: str) -> Confidence:
    """With the language first, since it may be why nothing was found."""
    if not foreign:
        return confidence
    return replace(
        confidence, reasons=(foreign, *(each for each in confidence.reasons if each != FOREIGN))
    )


def joined(
    ranking: Ranking, others: Sequence[Ranking], names: Sequence[str], limit: int
) -> Ranking:
    """A ranking in the order that it and the others give together."""
    # A section is shown as the question's own words found it, where they did.
    results = join_rankings([ranking, *others], names, limit, lambda item: item.places[0][0])
    took = ranking.took_ms + sum(other.took_ms for other in others)
    backend = f"{ranking.backend}, reciprocal rank fusion"
    return replace(ranking, results=results, backend=backend, took_ms=took)


def searched_editions(library: Library, filters: Filters) -> dict[str, Edition]:
    """The sources that are versions of one product, of those that a search looks into."""
    infos = [status.info for status in library.sources()]
    return editions_of([i for i in infos if not filters.sources or i.name in filters.sources])
