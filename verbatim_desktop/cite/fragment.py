"""The shortest `#:~:text=` link that highlights exactly one passage of a page, or why none does.

A short passage is named whole, a long one by its first and last words; where that is not unique,
words before or after it are added, each from one block. What is offered was found by the browser's
own search to mean the passage and nothing else, however the site lays the page out.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from urllib.parse import quote

from verbatim_desktop.cite.browser import (
    APART,
    BREAK,
    OBJECT,
    UNSPACED,
    SearchedPage,
    Stretch,
    Terms,
    offsets,
    surely_parts_words,
)
from verbatim_desktop.cite.laid_out import LaidOut, Place
from verbatim_desktop.domain.answers import DeepLink
from verbatim_desktop.domain.documents import BlockKind, Document, target_of

LONGEST_WHOLE = 100  # characters of a passage that is named whole
FEWEST_EDGE_WORDS, MOST_EDGE_WORDS = 3, 9
MOST_CONTEXT_WORDS = 15

_WORD = re.compile(f"[^ {APART}]+")
_PUNCTUATION = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a passage has no link of its own, in a sentence to show."""

    reason: str


HEADING = Refusal("A heading is linked by its anchor.")
NO_TEXT = Refusal("There is no text to link to.")
IN_TAB = Refusal("It stands in a tab that is not open at first, where a browser does not look.")
NOT_UNIQUE = Refusal(
    "The page says this more than once, and no words before or after it tell the places apart."
)
NO_ADDRESS = Refusal("Its page has no public address. Give its source one: ingest --base-url URL.")


def deep_link(document: Document, block: int, start: int, end: int) -> DeepLink:
    """The public link to a passage; its heading's where the passage cannot have one."""
    if not document.url:
        return DeepLink("", False, NO_ADDRESS.reason)
    anchor = quote(document.anchor_above(block))
    page = document.url.partition("#")[0]
    terms = fragment_for(document, block, start, end)
    if isinstance(terms, Refusal):
        return DeepLink(target_of(page, anchor), False, terms.reason)
    return DeepLink(f"{page}#{anchor}{directive(terms)}", True)


def directive(terms: Terms) -> str:
    """What stands after the `#`: `:~:text=prefix-,start,end,-suffix`."""
    parts = [f"{_encoded(terms.prefix)}-"] if terms.prefix else []
    parts += [_encoded(term) for term in (terms.start, terms.end) if term]
    parts += [f"-{_encoded(terms.suffix)}"] if terms.suffix else []
    return ":~:text=" + ",".join(parts)


def _encoded(term: str) -> str:
    """A hyphen as it is would end a prefix, a comma the term."""
    return quote(term, safe="").replace("-", "%2D")


def fragment_for(document: Document, block: int, start: int, end: int) -> Terms | Refusal:
    """The terms that mean one stretch of a block's text and nothing else."""
    shown = document.blocks[block]
    if shown.kind is BlockKind.HEADING:
        return HEADING
    if shown.unselected:
        return IN_TAB
    ways = [
        LaidOut(document.blocks),
        LaidOut(document.blocks, lead=(document.title, document.description), apart=False),
    ]
    if any(other.unselected for other in document.blocks):
        ways.append(LaidOut(document.blocks, tabs=True))
    views = [(way.texts, place) for way in ways if (place := way.place(block, start, end))]
    return link_terms(*views) if views else NO_TEXT


def link_terms(
    view: tuple[Sequence[str], Place], *others: tuple[Sequence[str], Place]
) -> Terms | Refusal:
    """The shortest terms for a place among the texts of a page.

    others: the same page and place as another site may lay them out; the terms must mean the
    place there too.
    """
    targets = [_Target(texts, place) for texts, place in (view, *others)]
    if not all(target.stretch for target in targets):
        return NO_TEXT
    for terms in targets[0].ways():
        if all(target.is_only(terms) for target in targets):
            return terms
    return NOT_UNIQUE


class _Target:
    """A passage among the texts of a page, in the folded text that a browser compares."""

    def __init__(self, texts: Sequence[str], place: Place) -> None:
        (first, start), (last, end) = place
        self._raw, self._page = texts, SearchedPage(texts)
        self._first, self._last = first, last
        self._from = self._past_blank(first, bisect_left(self._offsets(first), start))
        self._to = bisect_left(self._offsets(last), end)
        while self._to > 0 and self._text(last)[self._to - 1] in f" {APART}":
            self._to -= 1

    def _offsets(self, number: int) -> list[int]:
        return offsets(self._raw[number])

    def _text(self, number: int) -> str:
        return self._page.texts[number]

    def _past_blank(self, number: int, at: int) -> int:
        text = self._text(number)
        while at < len(text) and text[at] in f" {APART}":
            at += 1
        return at

    @property
    def stretch(self) -> Stretch | None:
        one, other = (self._first, self._from), (self._last, self._to)
        return (one, other) if one < other else None

    @cached_property
    def _sure_start(self) -> bool:
        return surely_parts_words(self._text(self._first), self._from)

    @cached_property
    def _sure_end(self) -> bool:
        return surely_parts_words(self._text(self._last), self._to)

    def is_only(self, terms: Terms) -> bool:
        return self.stretch is not None and self._page.is_only(terms, self.stretch)

    def ways(self) -> Iterator[Terms]:
        """Terms that may mean the passage, those without context first."""
        named = list(self._named())
        if self._sure_start and self._sure_end:
            for start, end in named:
                yield Terms(start, end)
        for before, after in self._contexts():
            for start, end in named:
                for prefix, suffix in ((before, ""), ("", after), (before, after)):
                    starts = self._sure_start or prefix
                    ends = self._sure_end or suffix
                    if (prefix or suffix) and starts and ends:
                        yield Terms(start, end, prefix, suffix)

    def _contexts(self) -> Iterator[tuple[str, str]]:
        """One, two, three … words before and after, as long as there are more."""
        seen = ("", "")
        for count in range(1, MOST_CONTEXT_WORDS + 1):
            context = (self._before(count), self._after(count))
            if context == seen:
                return
            yield context
            seen = context

    # --- What names the passage ------------------------------------------------------------------

    def _named(self) -> Iterator[tuple[str, str]]:
        """(start, end) terms: the passage whole, or its first and last words."""
        whole = self._whole()
        if whole and self._to - self._from <= LONGEST_WHOLE:
            yield whole, ""
        counts = chain(range(FEWEST_EDGE_WORDS, MOST_EDGE_WORDS + 1), () if whole else (2, 1))
        for count in counts:
            if edges := self._edges(count):
                yield edges
        if whole and self._to - self._from > LONGEST_WHOLE:
            yield whole, ""

    def _whole(self) -> str:
        """The passage, where one term can hold it."""
        if self._first != self._last:
            return ""
        inside = self._text(self._first)[self._from : self._to]
        return "" if set(inside) & set(APART) else self._as_shown(self._first, self._from, self._to)

    def _edges(self, count: int) -> tuple[str, str] | None:
        """The first and last words of the passage, apart from each other."""
        opening, closing = self._words(self._first), self._words(self._last)
        if self._first == self._last and 2 * count > len(opening):
            return None
        head, tail = opening[:count], closing[-count:]
        start = self._term(self._first, head[0][0], head[-1][1])
        end = self._term(self._last, tail[0][0], tail[-1][1])
        return (start, end) if start and end else None

    def _words(self, number: int) -> list[tuple[int, int]]:
        """The words of the passage within one text."""
        first = self._from if number == self._first else 0
        last = self._to if number == self._last else len(self._text(number))
        return [word.span() for word in _WORD.finditer(self._text(number), first, last)]

    def _term(self, number: int, start: int, end: int) -> str:
        """A stretch as a term; "" where a line ends in it, or one of its own edges is no edge."""
        text = self._text(number)
        inner = [at for at in (start, end) if at not in (self._from, self._to)]
        if set(text[start:end]) & set(APART) or not all(
            surely_parts_words(text, at) for at in inner
        ):
            return ""
        return self._as_shown(number, start, end)

    def _as_shown(self, number: int, start: int, end: int) -> str:
        places = self._offsets(number)
        return " ".join(self._raw[number][places[start] : places[end - 1] + 1].split())

    # --- What stands around it -------------------------------------------------------------------

    def _before(self, count: int) -> str:
        """The last words before the passage that stand in one text; "" where an object does."""
        number, end = self._first, self._from
        while True:
            text = self._text(number)
            while end > 0 and text[end - 1] in f" {BREAK}":
                end -= 1
            if end > 0:
                break
            if number == 0:
                return ""
            number, end = number - 1, len(self._text(number - 1))
        if text[end - 1] == OBJECT:
            return ""
        start = max(text.rfind(mark, 0, end) for mark in APART) + 1
        starts = [start + at for at in _word_starts(text[start:end])]
        return self._as_shown(number, starts[-count:][0], end)

    def _after(self, count: int) -> str:
        """The first words after the passage that stand in one text."""
        point = self._page.visible((self._last, self._to))
        if point is None or self._text(point[0])[point[1]] == OBJECT:
            return ""
        number, start = point
        text = self._text(number)
        end = min((at for mark in APART if (at := text.find(mark, start)) >= 0), default=len(text))
        ends = [start + at for at in _word_ends(text[start:end])]
        return self._as_shown(number, start, ends[:count][-1])


def _word_starts(text: str) -> list[int]:
    if UNSPACED.search(text):
        return [0, *(gap.end() for gap in _PUNCTUATION.finditer(text[:-1]) if gap.end() > 0)]
    return [word.start() for word in _WORD.finditer(text)]


def _word_ends(text: str) -> list[int]:
    if UNSPACED.search(text):
        return [*(gap.start() for gap in _PUNCTUATION.finditer(text) if gap.start()), len(text)]
    return [word.end() for word in _WORD.finditer(text)]
