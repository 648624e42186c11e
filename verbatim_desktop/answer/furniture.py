"""Decide what of a page is furniture: menus, footers, tables of contents, ways to the next page.

It stands in the text of pages that were taken from the web, says nothing, and holds the words of
every heading, so that it ranks like an answer. What is certain is told by its words alone; what
stands beside it at the end of a page, without the full stop of a sentence, goes with it. The text
that is stored and searched stays whole: only answers and tickets leave it out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.documents import BlockKind, Document, Sentence

FEWEST_ENTRIES = 2  # headings in a row that are a table of contents
MOSTLY = 0.6  # share of one that they make up, where the page lost some of its headings

_SPACE = re.compile(r"\s+")
_LINES = re.compile(
    r"\W*(?:(?:was|is) this (?:page|article|section|answer|guide|topic)\b.{0,20}\bhelpful|"
    r"did (?:this|you find) .{0,40}\b(?:help|helpful|looking for)\?|"
    r"edit (?:this|the) page\b|edit on git(?:hub|lab)$|suggest (?:an? )?edits?$|"
    r"view (?:page )?source$|"
    r"on this page$|in this article$|table of contents$|skip to (?:main )?content|back to top|"
    r"(?:accept|this (?:web)?site uses) (?:all )?cookies|all rights reserved|"
    r"(?:copyright )?(?:©|\(c\)) ?(?:copyright )?\d{4}|subscribe to our newsletter|"
    r"(?:powered|built) (?:by|with) \S+(?: \S+)?$|"
    r"last (?:updated|modified|reviewed)(?: on)?\b.{0,30}$|"
    r"sign (?:in|up)(?: \W? ?sign (?:in|up))?$|"
    r"keywords\s*:)",
    re.IGNORECASE,
)
#: Names of places to share a page at, run together as their icons stand.
_SHARED = re.compile(
    r"(?:x|twitter|facebook)(?:linkedin|facebook|twitter|reddit)(?:\W|$)|"
    r"^(?=.*\w)(?:share|tweet|x|linkedin|facebook|twitter|reddit|email|copy link|\W)+$",
    re.IGNORECASE,
)
_CRUMBS = re.compile(
    r"\W*(?:home|docs?|documentation|help cent(?:er|re)|support)"
    r"(?:\s*(?:>|›|»|/|→)\s*[^>›»/→.:;!?]{1,40}){1,6}",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?:;…。！？][\"'”’)\]]*$")


def without_furniture(
    evidence: Sequence[Evidence], documents: Mapping[int, Document]
) -> tuple[Evidence, ...]:
    """Evidence without the sentences that are furniture of their pages."""
    known = {row: furniture(document) for row, document in documents.items()}
    return tuple(_without(item, known[item.ranked.section.document_id]) for item in evidence)


def _without(item: Evidence, left: Collection[int]) -> Evidence:
    if not any(sentence.index in left for sentence in item.sentences):
        return item
    return replace(item, sentences=tuple(s for s in item.sentences if s.index not in left))


def furniture(document: Document) -> frozenset[int]:
    """The sentences of a page that are its furniture, by their index."""
    headings = _headings(document)
    certain = {
        index
        for index, sentence in enumerate(document.sentences)
        if _is_certain(document, sentence, headings)
    }
    return frozenset({*certain, *_below(document, certain)})


def _is_certain(document: Document, sentence: Sentence, headings: re.Pattern[str] | None) -> bool:
    kind, text = document.blocks[sentence.block].kind, document.text_of(sentence)
    if kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    if _LINES.match(text) or _CRUMBS.fullmatch(text):
        return True
    if not _is_prose(document, sentence):
        return False  # a list of networks, or of the parts of a page, may be what it says
    return _SHARED.search(text) is not None or _lists_headings(text, headings)


def _is_prose(document: Document, sentence: Sentence) -> bool:
    block = document.blocks[sentence.block]
    return block.kind is BlockKind.PARAGRAPH and not block.list_depth


def _headings(document: Document) -> re.Pattern[str] | None:
    """What finds the headings of a page in a text without spaces; None where there are none."""
    texts = {_packed(block.text) for block in document.blocks if block.kind is BlockKind.HEADING}
    ordered = sorted(texts - {""}, key=lambda text: (-len(text), text))
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


def _packed(text: str) -> str:
    return _SPACE.sub("", text).casefold()


def _lists_headings(text: str, headings: re.Pattern[str] | None) -> bool:
    """Whether a text is mostly headings of its page in a row, however they are joined.

    A sentence is none, nor is what holds one heading alone.
    """
    packed = _packed(text)
    ends = _ENDS.search(text) is not None
    if headings is None or (ends and not headings.match(packed)):
        return False
    held = [len(found.group()) for found in headings.finditer(packed)]
    enough = len(packed) if ends else MOSTLY * len(packed)
    return len(held) >= FEWEST_ENTRIES and sum(held) >= enough


def _below(document: Document, certain: Collection[int]) -> Iterator[int]:
    """What stands below furniture at the end of a page and is no sentence either."""
    pending: list[int] = []
    for index in range(len(document.sentences) - 1, -1, -1):
        sentence = document.sentences[index]
        if index in certain:
            yield from pending
            pending = []
        elif _is_prose(document, sentence) and not _ENDS.search(document.text_of(sentence)):
            pending.append(index)
        else:
            return
