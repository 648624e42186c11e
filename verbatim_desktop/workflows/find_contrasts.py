"""Set beside an answer what another version or another page says differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verbatim_desktop.answer.contrast import first_difference
from verbatim_desktop.answer.extract import Passage, passage_of
from verbatim_desktop.domain.answers import Contrast, Evidence, Side
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.judge.gather import gather
from verbatim_desktop.ports import Library
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.find_evidence import Found

MOST = 2
COMPARED = 3  # passages of an answer
READ = 6  # sections of other editions that are read


def with_contrasts(found: Found, library: Library) -> tuple[Found, tuple[Contrast, ...]]:
    """The evidence with the passages that say otherwise behind its own, and what differs."""
    found, own = _with_other_editions(found, library)
    passages, contrasts = list(found.passages), list[Contrast]()
    for number, passage in enumerate(found.passages[:COMPARED]):
        for other, at, kind in _otherwise(found, passage, own):
            if len(contrasts) == MOST:
                break
            passages.append(_beside(found, other, at))
            contrasts.append(_contrast(found, kind, number, len(passages) - 1, passages))
    return replace(found, passages=tuple(passages)), tuple(contrasts)


def _with_other_editions(found: Found, library: Library) -> tuple[Found, int]:
    """Sections of other editions as further evidence, and how many sections were there before."""
    own = len(found.evidence)
    left = [scored for scored in found.left if scored.score > 0][:READ]
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
    for number, item in enumerate(found.evidence):
        if item is here or not _comparable(here, item, number >= own):
            continue
        quotes = [sentence.quote for sentence in item.sentences]
        hit = first_difference(passage.sentence.quote, quotes, twins=number >= own)
        if hit is not None:
            yield number, hit[0], hit[1].kind


def _comparable(here: Evidence, other: Evidence, is_other_edition: bool) -> bool:
    """Another edition's section of the same name, or a section of another page of this one."""
    mine, theirs = here.ranked.section, other.ranked.section
    if is_other_edition:
        return mine.source != theirs.source and mine.anchor == theirs.anchor
    return here.identity != other.identity


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
