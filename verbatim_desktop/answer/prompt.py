"""The evidence as a model sees it: numbered sentences of the sections that survived, as data.

What an extractive answer would quote has the first numbers, in its order, so that a number means
the same sentence whoever writes; the other sentences follow, section by section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from verbatim_desktop.answer.extract import Form, Passage, passages_of
from verbatim_desktop.answer.write import row_text
from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.text.prompts import fenced

MOST_NUMBERED = 250
MOST_CHARACTERS = 40_000

Defuse = Callable[[str], str]


def numbered(
    passages: Sequence[Passage], evidence: Sequence[Evidence], documents: Mapping[int, Document]
) -> tuple[Passage, ...]:
    """The sentences a model may cite; the one with marker n stands at n - 1."""
    known = {(passage.evidence, passage.sentence.index) for passage in passages}
    found = list(passages)
    size = sum(len(passage.sentence.quote) for passage in passages)
    for passage in _others(evidence, documents):
        key = passage.evidence, passage.sentence.index
        size += len(passage.sentence.quote)
        if len(found) == MOST_NUMBERED or size > MOST_CHARACTERS:
            break
        if key not in known:
            known.add(key)
            found.append(passage)
    return tuple(found)


def _others(evidence: Sequence[Evidence], documents: Mapping[int, Document]) -> Iterator[Passage]:
    for number, item in enumerate(evidence):
        yield from passages_of(item, documents[item.ranked.section.document_id], number)


def cited_texts(passage: Passage) -> tuple[str, ...]:
    """What a sentence that cites a passage is held against: a row also with its column heads."""
    quote = passage.sentence.quote
    return (quote, row_text(passage)) if passage.form is Form.ROW else (quote,)


def request_text(
    question: str,
    numbered: Sequence[Passage],
    evidence: Sequence[Evidence],
    defuse: Defuse,
) -> str:
    """Sections with their numbered sentences in document order, then the question, all fenced."""
    sections: dict[int, list[tuple[int, Passage]]] = {}
    for number, passage in enumerate(numbered, 1):
        sections.setdefault(passage.evidence, []).append((number, passage))
    parts = [
        ("section", "\n".join(_lines(evidence[number], own, defuse)))
        for number, own in sorted(sections.items())
    ]
    return fenced([*parts, ("question", defuse(question))])


def _lines(evidence: Evidence, own: Sequence[tuple[int, Passage]], defuse: Defuse) -> Iterator[str]:
    title = " \u203a ".join(evidence.ranked.section.heading_path)
    version = f" (version {evidence.version})" if evidence.version else ""
    yield f"Section: {defuse(_one_line(title))}{defuse(version)}"
    for number, passage in sorted(own, key=lambda item: item[1].sentence.index):
        yield f"[{number}] {defuse(_one_line(cited_texts(passage)[-1]))}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
