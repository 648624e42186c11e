"""Decide what a sentence introduces, where a question asks for several things.

They may stand as list items, as rows, as paragraphs that open in bold, as parts with a heading of
their own, or as the lines of a paragraph. Whichever it is, they are told in order, as far as they
fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from verbatim_desktop.answer import quotable
from verbatim_desktop.answer.reader import Reader
from verbatim_desktop.domain.answers import EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, MarkKind
from verbatim_desktop.text.passages import words
from verbatim_desktop.text.stem import stem

MOST_LISTED = 8
FEWEST_LISTED = 2
LISTING = 1.3  # what a sentence gains that introduces the things asked for
NAMING = 1.15  # or that names them one after the other
LONGEST_LABEL = 60  # characters

_ANNOUNCES = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d|several|following|various|different|"
    r"multiple|few|both|ways|types|kinds|options|methods|modes|steps|strategies)\b|:$",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(
    r"\b(?:these|those|they|them|one|each|following|here)\b(?! \w+ \w+s\b)", re.I
)
_ENUMERATES = re.compile(
    r"[^,.;:()]{2,60}(?:, [^,.;:()]{2,60}){1,8},? (?:and|or|as well as) [^,]{2,}"
)


def listed(reader: Reader, at: int) -> Mapping[int, str]:
    """What a sentence introduces or is one of: positions with what each is called, "" for nothing.

    Empty where it is one thing alone.
    """
    own = reader.whole_list(at)
    if own:
        return dict.fromkeys(own[:MOST_LISTED], "")
    following = _under(reader, at) or _bold(reader, at) or _headed(reader, at)
    return following if len(following) >= FEWEST_LISTED else {}


def introduces(reader: Reader, at: int, things: str, language: str = "en") -> bool:
    """Whether a sentence names the things asked for and introduces them."""
    wanted = stem(things, language)
    return (
        any(stem(word, language) == wanted for word in words(reader.sentences[at].quote))
        and not reader.whole_list(at)
        and bool(listed(reader, at))
    )


def names_several(text: str) -> bool:
    """Whether a sentence names things one after the other: "by mail, by phone, or in person"."""
    return _ENUMERATES.search(text) is not None


def _under(reader: Reader, at: int) -> dict[int, str]:
    """The list, the table or the lines right below a sentence."""
    after = at + 1
    if after >= len(reader.sentences):
        return {}
    following = reader.sentences[after].quote
    if not reader.opens(after) and quotable.leads_in(following) and _TAKES_UP.search(following):
        after += 1  # "Three services do this. Choose one of them:"
    if after >= len(reader.sentences):
        return {}
    return dict.fromkeys(reader.items_at(after, reader.block(at).list_depth)[:MOST_LISTED], "")


def _bold(reader: Reader, at: int) -> dict[int, str]:
    """The first sentences of the paragraphs below that open in bold, or that a bold line names."""
    found: dict[int, str] = {}
    own = reader.heading_block(at)
    for i in range(at + 1, len(reader.sentences)):
        block = reader.block(i)
        if reader.heading_block(i) != own or len(found) == MOST_LISTED:
            break
        if not reader.opens(i):
            continue
        named = _bold_start(block)
        if named == len(block.text) and reader.follows(i):
            found[i + 1] = f"{block.text.rstrip(':. ')}:"
        elif named:
            found[i] = ""
        elif not found:
            break
    return found


def _bold_start(block: Block) -> int:
    """Where the bold ends with which a paragraph opens; 0 for none."""
    first = block.marks[0] if block.marks else None
    if block.kind is not BlockKind.PARAGRAPH or first is None or first.start > 0:
        return 0
    return first.end if first.kind is MarkKind.STRONG else 0


def _headed(reader: Reader, at: int) -> dict[int, str]:
    """The first sentences of the parts that follow, each by its heading."""
    if not _ANNOUNCES.search(reader.sentences[at].quote):
        return {}
    own, level = reader.heading_block(at), 0
    if quotable.leads_in(reader.sentences[at].quote) and reader.stays(at):
        return {}  # it leads in what stands below it, not the parts after that
    found: dict[int, str] = {}
    last = own
    for i in range(at + 1, len(reader.sentences)):
        above = reader.heading_block(i)
        if above == last or above is None:
            continue
        last, heading = above, reader.document.blocks[above]
        level = level or heading.level
        if heading.level < level or len(found) == MOST_LISTED:
            break
        if heading.level == level and reader.alone(i) > quotable.LITTLE:
            found[i] = _label(heading.text, reader.sentences[i])
    return found


def _label(heading: str, sentence: EvidenceSentence) -> str:
    """A heading to stand before a sentence that does not say it itself; code says it to nobody."""
    quote = sentence.quote
    for mark in sentence.marks:
        if mark.kind is MarkKind.CODE:
            quote = quote[: mark.start] + " " * (mark.end - mark.start) + quote[mark.end :]
    named = len(heading) > LONGEST_LABEL or set(words(quote)).issuperset(words(heading))
    return "" if named else f"{heading.rstrip(':.')}:"
