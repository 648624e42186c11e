"""Find where documentation says that what a question asks about was removed, deprecated or renamed.

Such a sentence often stands on another page than the ranking prefers: a history table, an upgrade
guide. It counts only where its subject is what was asked about, and not where a page of that very
name still describes the thing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verbatim_desktop.answer.flags import ENDINGS, ending
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    Flag,
    MarkKind,
    Section,
    Sentence,
)
from verbatim_desktop.text.everyday import is_telling, specificity
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.terms import analyse

#: Words that find such sentences when they are added to a question.
ADDED_WORDS = "removed deprecated renamed"
#: The share of the question that a statement and its headings must hold, and where the subject
#: is an everyday word.
HELD, HELD_BY_EVERYDAY = 0.3, 0.75

_SILENT = (BlockKind.CODE, BlockKind.HEADING, BlockKind.RULE)
_HINT = re.compile(r"remov|deprecat|renam|replac|supersed|no longer|dropp|discontinu|retir", re.I)
#: Kinds of things, which say nothing of which one.
_KINDS = frozenset(
    {
        "api",
        "apis",
        "argument",
        "attribute",
        "attributes",
        "built",
        "builtin",
        "class",
        "command",
        "component",
        "config",
        "configuration",
        "convention",
        "default",
        "export",
        "feature",
        "field",
        "file",
        "filename",
        "flag",
        "flags",
        "form",
        "format",
        "function",
        "helper",
        "hook",
        "import",
        "integration",
        "key",
        "method",
        "mode",
        "module",
        "native",
        "option",
        "options",
        "package",
        "page",
        "parameter",
        "plugin",
        "prop",
        "property",
        "props",
        "role",
        "route",
        "segment",
        "setting",
        "support",
        "syntax",
        "tag",
        "target",
        "type",
        "usage",
        "utility",
        "value",
        "variable",
        "version",
    }
)


_WE = re.compile(r"\b(?:we|I)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence that says so. subjects: the ways it names its subject, each as words.

    index counts the document's sentences. scope: the headings above it. instead: the names it
    gives after that, of what came in its place.
    """

    index: int
    text: str
    subjects: tuple[tuple[str, ...], ...]
    scope: str
    instead: tuple[tuple[str, ...], ...] = ()


def statements(document: Document) -> tuple[Statement, ...]:
    """Every sentence of a page that says that something was removed, deprecated or renamed."""
    return tuple(_statements(document))


def _statements(document: Document) -> Iterator[Statement]:
    for section in document.sections:
        for index, sentence in document.section_sentences(section):
            block = document.blocks[sentence.block]
            if not block.citable or not _HINT.search(block.text, sentence.start, sentence.end):
                continue
            said = ending(block.text, sentence.start, sentence.end)
            if said is None or block.kind in _SILENT:
                continue
            if subjects := _subjects(document, block, sentence, said):
                yield Statement(
                    index,
                    document.text_of(sentence),
                    subjects,
                    " ".join((*section.heading_path, _heading(document, section, sentence))),
                    _names(block, said, sentence.end),
                )


def _subjects(
    document: Document, block: Block, sentence: Sentence, said: int
) -> tuple[tuple[str, ...], ...]:
    """What it is said of: the identifiers before the verb, else the words, else a heading."""
    start = _clause(block, sentence, said)
    if _WE.search(block.text, start, said):  # "we have deprecated X"
        return _names(block, said, sentence.end)
    if names := _names(block, start, said):
        return names
    if words := _telling(block.text[start:said]):
        return (words,)
    own = _parts(_nearest_heading(document, sentence))
    return (own,) if own else ()


def _names(block: Block, start: int, end: int) -> tuple[tuple[str, ...], ...]:
    """The identifiers within a stretch of a block, each as its parts."""
    written = (
        block.text[mark.start : mark.end]
        for mark in block.marks
        if mark.kind is MarkKind.CODE and start <= mark.start and mark.end <= end
    )
    return tuple(dict.fromkeys(filter(None, map(_parts, written))))


def _clause(block: Block, sentence: Sentence, verb: int) -> int:
    """Where the clause or the cell begins that the verb stands in."""
    for first, last in block.cells:
        if first <= verb <= last:
            return max(first, sentence.start)
    before = re.compile(r".*(?:[;:]\s|,\s(?:and|but)\s)", re.DOTALL).match(
        block.text, sentence.start, verb
    )
    return before.end() if before else sentence.start


def _heading(document: Document, section: Section, sentence: Sentence) -> str:
    above = document.blocks[section.first_block : sentence.block]
    headings = [block.text for block in above if block.kind is BlockKind.HEADING]
    return headings[-1] if headings else ""


def _nearest_heading(document: Document, sentence: Sentence) -> str:
    above = reversed(document.blocks[: sentence.block])
    return next((b.text for b in above if b.kind is BlockKind.HEADING), document.title)


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    """A name as the stems of its parts: "images.domains" is (imag, domain)."""
    parts = tuple(token.stem for token in analyse(text) if not token.parts)
    return parts if any(not part.isdecimal() for part in parts) else ()


@lru_cache(maxsize=4096)
def _telling(text: str) -> tuple[str, ...]:
    """The words of a subject that say which one it is."""
    return tuple(
        token.stem
        for token in analyse(text)
        if not token.parts
        and not token.text.isdecimal()
        and token.text not in _KINDS
        and is_telling(token.text)
    )


def concerns(statement: Statement, question: str) -> bool:
    """Whether a statement is about what a question asks about."""
    asked = _parts(question)
    named = [subject for subject in statement.subjects if _holds(asked, subject)]
    if not named:
        return False
    held = _share(question, {*_parts(statement.text), *_parts(statement.scope)})
    telling = any(len(subject) > 1 or all(map(is_telling, subject)) for subject in named)
    return held >= (HELD if telling else HELD_BY_EVERYDAY)


def _share(question: str, held: Collection[str]) -> float:
    """The share of a question's words in some stems, each by how telling it is."""
    stops = stop_words("en")
    words = [t for t in analyse(question) if not t.parts and t.text not in stops]
    total = math.fsum(specificity(token.text) for token in words)
    found = math.fsum(specificity(token.text) for token in words if token.stem in held)
    return found / total if total else 0.0


def _holds(asked: Sequence[str], subject: Sequence[str]) -> bool:
    """Whether the parts of a name follow each other in a question."""
    width = len(subject)
    return any(tuple(asked[at : at + width]) == subject for at in range(len(asked) - width + 1))


def still_described(statement: Statement, page: Document, heading: str) -> bool:
    """Whether a page or section of the subject's own name describes it without a limit."""
    names = {_parts(page.title), _parts(heading)}
    if not any(subject in names for subject in statement.subjects):
        return False
    return not _is_limited(page, heading)


def _is_limited(page: Document, heading: str) -> bool:
    """Whether a page as a whole, or one of its sections, says that what it describes has ended."""
    opening = page.sections[0].last_block if page.sections else 0
    if any(page.sentences[said.index].block < opening for said in statements(page)):
        return True
    return any(flag.kind in ENDINGS for flag in _flags(page, heading))


def _flags(page: Document, heading: str) -> tuple[Flag, ...]:
    """The limits of a page, of what stands above its first section, and right under a heading."""
    found = list(page.flags)
    opening = page.sections[0].last_block if page.sections else 0
    for at, block in enumerate(page.blocks):
        if at < opening:
            found += block.flags
        if block.kind is BlockKind.HEADING and block.text == heading:
            found += [flag for near in page.blocks[at : at + 4] for flag in near.flags]
    return tuple(found)
