"""Set beside an answer what another version or another page says differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verbatim_desktop.answer.contrast import changed_in, first_difference, of_other_numbers
from verbatim_desktop.answer.extract import Passage, passage_of
from verbatim_desktop.domain.answers import Contrast, Evidence, Side
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.retrieval import Filters, ScoredSection, SectionRef
from verbatim_desktop.judge.gather import gather
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.find_evidence import Found
from verbatim_desktop.workflows.search_sections import search_sections

MOST = 2
COMPARED = 3  # passages of an answer
READ = 6  # sections of other editions that are read
SEARCHED = 40  # best sections of another edition among which the same section is looked for


def with_contrasts(
    found: Found, library: Library, index: SearchIndex, clock: Clock, filters: Filters
) -> tuple[Found, tuple[Contrast, ...]]:
    """The evidence with the passages that say otherwise behind its own, and what differs."""
    left = _twins(found, library, index, clock, filters)
    found, own = _with_other_editions(found, left, library)
    passages, contrasts = list(found.passages), list[Contrast]()
    shown: set[str] = set()
    for number, passage in enumerate(found.passages[:COMPARED]):
        for other, at, kind in _otherwise(found, passage, own):
            quote = found.evidence[other].sentences[at].quote
            if len(contrasts) == MOST or quote in shown:
                continue
            shown.add(quote)
            passages.append(_beside(found, other, at))
            contrasts.append(_contrast(found, kind, number, len(passages) - 1, passages))
    return replace(found, passages=tuple(passages)), tuple(contrasts)


def _twins(
    found: Found, library: Library, index: SearchIndex, clock: Clock, filters: Filters
) -> list[ScoredSection]:
    """Sections of other editions of the cited pages, those of the same heading first."""
    cited = [found.evidence[passage.evidence].ranked.section for passage in found.passages]
    sources = {section.source for section in cited[:COMPARED]}
    products = {found.editions[source].product for source in sources & found.editions.keys()}
    twins: list[tuple[bool, ScoredSection]] = []
    for source, edition in found.editions.items():
        if edition.product not in products or source in sources:
            continue
        narrowed = replace(filters, sources=(source,))
        try:
            ranking = search_sections(
                found.question, library, index, clock, limit=SEARCHED, filters=narrowed
            )
        except NotFound:  # no page of that edition passes the filters
            continue
        for scored in ranking.results:
            same = [mine for mine in cited[:COMPARED] if _same_page(mine, scored.section)]
            if same:
                twins.append((all(mine.anchor != scored.section.anchor for mine in same), scored))
    return [scored for _, scored in sorted(twins, key=lambda twin: twin[0])][:READ]


def _same_page(one: SectionRef, other: SectionRef) -> bool:
    """Whether two sections stand on the same page of two editions, though it may have moved."""
    mine, theirs = one.route.split("/"), other.route.split("/")
    if one.route and mine == theirs:
        return True
    titled = one.heading_path[:1] == other.heading_path[:1] and bool(one.heading_path)
    named = mine[-1] == theirs[-1] and one.anchor == other.anchor
    return mine[0] == theirs[0] and (titled or named)


def _with_other_editions(
    found: Found, left: list[ScoredSection], library: Library
) -> tuple[Found, int]:
    """Sections of other editions as further evidence, and how many sections were there before."""
    own = len(found.evidence)
    if not left or not found.passages:
        return found, own
    documents = dict(found.documents)
    for scored in left:
        row = scored.section.document_id
        documents[row] = documents.get(row) or library.document(row)
    more = gather(found.ranking, left, documents, spans_of)
    return replace(found, evidence=(*found.evidence, *more), documents=documents), own


def _otherwise(found: Found, passage: Passage, own: int) -> Iterator[tuple[int, int, str]]:
    """(evidence, sentence, kind) of the first sentence of each other place that differs."""
    here = found.evidence[passage.evidence]
    told: set[str] = set()  # other editions that are heard already
    for number, item in enumerate(found.evidence):
        source = item.ranked.section.source
        if item is here or source in told or not _comparable(here, item, number >= own):
            continue
        quotes = [sentence.quote for sentence in item.sentences]
        compare = changed_in if number >= own else first_difference
        hit = compare(passage.sentence.quote, quotes)
        if hit is not None:
            told |= {source} if number >= own else set()
            yield number, hit[0], hit[1].kind


def _comparable(here: Evidence, other: Evidence, is_other_edition: bool) -> bool:
    """Another edition's section of the same page, or a section of another page of this one."""
    mine, theirs = here.ranked.section, other.ranked.section
    if is_other_edition:
        return mine.source != theirs.source and _same_page(mine, theirs)
    headings = (" ".join(section.heading_path) for section in (mine, theirs))
    return here.identity != other.identity and not of_other_numbers(*headings)


def _beside(found: Found, number: int, at: int) -> Passage:
    item = found.evidence[number]
    document = found.documents[item.ranked.section.document_id]
    label = f"{_label(found, item, document)} says otherwise:"
    return replace(passage_of(item, document, number, at), label=label)


def _label(found: Found, item: Evidence, document: Document) -> str:
    """What tells a place from the others: its version where the product has several."""
    edition = found.editions.get(item.ranked.section.source)
    if edition is not None:
        return f"Version {edition.version}" if edition.version else f"{edition.source} (current)"
    return f"“{document.title}”"


def _contrast(found: Found, kind: str, one: int, other: int, passages: list[Passage]) -> Contrast:
    sides = (_side(found, number, passages[number]) for number in (one, other))
    return Contrast(kind, tuple(sides))


def _side(found: Found, number: int, passage: Passage) -> Side:
    item = found.evidence[passage.evidence]
    document = found.documents[item.ranked.section.document_id]
    return Side(_label(found, item, document), number + 1)
