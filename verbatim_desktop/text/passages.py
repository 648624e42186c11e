"""What counts as the same passage: folded where no reader would mind, exact where it matters.

White space collapses, quotation marks are straightened, invisible characters go and prose compares
caseless. Inline code, code blocks and identifiers compare exactly, and a passage may neither start
nor end inside a word, an identifier or a number.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import regex

from verbatim_desktop.domain.documents import Block, BlockKind, MarkKind

INVISIBLE = "\u00ad\u200b\u2060\ufeff"
SINGLE_QUOTES = "‘’‚‛′"
DOUBLE_QUOTES = "“”„‟″«»"
_TABLE = str.maketrans(
    {
        **dict.fromkeys(INVISIBLE),
        **dict.fromkeys(SINGLE_QUOTES, "'"),
        **dict.fromkeys(DOUBLE_QUOTES, '"'),
    }
)
_INVISIBLE = str.maketrans(dict.fromkeys(INVISIBLE))

#: Scripts written without spaces have no words to cut.
_LETTER = (
    r"[[\p{L}\p{M}\p{N}_]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]]"
)
_MONEY = "$€£¥₹₽₩"
#: What is not seen between two letters of one word.
_UNSEEN = r"[\u00ad\u200b-\u200d\u2060\ufeff]"
#: Spaces that hold the digits of one number together: 5 000, 1 000 000.
_GROUPED = r"(?<=(?<!\d)\d{1,3}|[\u00a0\u2009\u202f]\d{3})[\u00a0\u2009\u202f](?=\d{3}(?!\d))"
#: 5–10, 5%–10%, $5–$10, 1920×1080, 5°C.
_BETWEEN_DIGITS = rf"(?<=\d)(?:,|×|[%{_MONEY}]?[–‒−][{_MONEY}]?)(?=\d)|(?<=\d)°"
_JOINER = rf"(?:[-‐‑.:/\\@&=+'’]|{_GROUPED}|{_BETWEEN_DIGITS})"
_BEFORE = rf"[-−+{_MONEY}§№@.~/\\#]|[<>≤≥±≈≠](?=[-−+{_MONEY}]?\d)"
_AFTER = rf"%|\+\+|#|(?<=\d)(?:[‰°×+]|[{_MONEY}])"
_TOKEN = regex.compile(
    rf"(?:(?<!{_LETTER})(?:{_BEFORE})+)?"
    rf"{_LETTER}+(?:(?:{_UNSEEN}*{_JOINER}{_UNSEEN}*|{_UNSEEN}+){_LETTER}+)*"
    rf"(?:{_AFTER})?",
    regex.V1,
)
#: One character to a reader: letters with their marks, emoji of several parts, flags.
_SEEN_AS_ONE = regex.compile(
    r"\p{RI}\p{RI}|\P{M}(?:[\p{M}\p{Emoji_Modifier}]|\u200d\p{Extended_Pictographic})+", regex.V1
)
_IDENTIFIER = regex.compile(
    r"_|\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|\w[.:/\\@&=+]\w|^[-−+$@.~/\\#]+\p{L}|(?:\+\+|#)$",
    regex.V1,
)
_WORD = regex.compile(r"\w+", regex.V1)
_CLUSTER = regex.compile(r"\s|\X", regex.V1 | regex.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: a block's index and a stretch of its text."""

    block: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text with what each of its characters was.

    written[i] is the character as written, exact[i] whether it must stand exactly so,
    inside[i] whether a token goes on from i - 1 to i, source[i] where it stood.
    """

    text: str
    written: tuple[str, ...]
    exact: tuple[bool, ...]
    inside: tuple[bool, ...]
    source: tuple[tuple[int, int], ...]


def as_compared(text: str) -> str:
    """Text as passages are compared; equal folds are the first half of being the same."""
    if not unicodedata.is_normalized("NFC", text):
        return "".join(piece for piece, _, _, _ in _pieces(text)).strip(" ")
    return " ".join(text.translate(_TABLE).casefold().split())


def words(text: str) -> list[str]:
    """The folded words of a text, for telling near from far."""
    return _WORD.findall(as_compared(text))


def is_identifier(token: str) -> bool:
    """Whether a word is a name in some code, whose case matters."""
    return _IDENTIFIER.search(token) is not None


def fold_block(block: Block) -> Folded:
    """A block's text, its inline code and code blocks marked as exact."""
    return _folded(block.text, _code_stretches(block))


def code_of(block: Block) -> list[str]:
    """What of a block's text is code."""
    return [block.text[start:end] for start, end in _code_stretches(block)]


def _code_stretches(block: Block) -> list[tuple[int, int]]:
    if block.kind is BlockKind.CODE:
        return [(0, len(block.text))]
    return [(mark.start, mark.end) for mark in block.marks if mark.kind is MarkKind.CODE]


def fold_passage(passage: str) -> Folded:
    """A passage somebody quotes: plain text, its identifiers marked as exact."""
    return _folded(passage, [])


def places(blocks: Sequence[Block], passage: str) -> list[Place]:
    """Everywhere a passage stands whole inside one block."""
    wanted = fold_passage(passage)
    if not _WORD.search(wanted.text):
        return []
    return [
        Place(index, start, end)
        for index, block in enumerate(blocks)
        if wanted.text in as_compared(block.text)
        for start, end in occurrences(fold_block(block), wanted)
    ]


def crossing(blocks: Sequence[Block], passage: str) -> tuple[int, int] | None:
    """The first and last block of a passage that is only there when blocks are joined."""
    wanted = fold_passage(passage)
    if not _WORD.search(wanted.text):
        return None
    folds = [(index, block, as_compared(block.text)) for index, block in enumerate(blocks)]
    filled = [(index, block, text) for index, block, text in folds if text]
    starts = list(accumulate((len(text) + 1 for _, _, text in filled), initial=0))
    joined = " ".join(text for _, _, text in filled)
    at = joined.find(wanted.text)
    while at >= 0:
        # Only the blocks that it touches are folded letter by letter.
        first = bisect_right(starts, at) - 1
        last = bisect_right(starts, at + len(wanted.text) - 1) - 1
        touched = [(index, block) for index, block, _ in filled[first : last + 1]]
        if first < last and (found := _across(touched, wanted)):
            return found
        at = joined.find(wanted.text, at + 1)
    return None


def _across(blocks: Sequence[tuple[int, Block]], wanted: Folded) -> tuple[int, int] | None:
    """The first and last of some neighbouring blocks over which a passage goes."""
    page, owners = _joined(blocks)
    for start, end in _matches(page, wanted):
        if owners[start] != owners[end - 1]:
            return owners[start], owners[end - 1]
    return None


def occurrences(text: Folded, wanted: Folded) -> Iterator[tuple[int, int]]:
    """Stretches of the unfolded text where a folded passage stands."""
    for start, end in _matches(text, wanted):
        yield text.source[start][0], text.source[end - 1][1]


def _matches(text: Folded, wanted: Folded) -> Iterator[tuple[int, int]]:
    length = len(wanted.text)
    start = text.text.find(wanted.text)
    while start >= 0:
        end = start + length
        cut = text.inside[start] or (end < len(text.text) and text.inside[end])
        if not cut and _written_alike(text, wanted, start):
            yield start, end
        start = text.text.find(wanted.text, start + 1)


def _written_alike(text: Folded, wanted: Folded, start: int) -> bool:
    return all(
        text.written[start + i] == wanted.written[i]
        for i in range(len(wanted.text))
        if text.exact[start + i] or wanted.exact[i]
    )


def _joined(blocks: Iterable[tuple[int, Block]]) -> tuple[Folded, list[int]]:
    """All blocks as one folded text, and which block owns each character."""
    parts: list[tuple[int, Folded]] = [(index, fold_block(block)) for index, block in blocks]
    text, written, exact, inside = "", list[str](), list[bool](), list[bool]()
    source, owners = list[tuple[int, int]](), list[int]()
    for index, part in parts:
        gap = 1 if text else 0
        text += " " * gap + part.text
        written += [" "] * gap + list(part.written)
        exact += [False] * gap + list(part.exact)
        inside += [False] * gap + list(part.inside)
        source += [(0, 0)] * gap + list(part.source)
        owners += [index] * (gap + len(part.text))
    return Folded(text, tuple(written), tuple(exact), tuple(inside), tuple(source)), owners


def _folded(text: str, code: Sequence[tuple[int, int]]) -> Folded:
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    exact = _covered(len(text), [*code, *(t for t in tokens if _is_exact(text[t[0] : t[1]]))])
    whole = tokens if text.isascii() else [*tokens, *_seen_as_one(text)]
    inside = _covered(len(text), [(start + 1, end) for start, end in whole])
    pieces = list(_pieces(text))
    while pieces and pieces[-1][0] == " ":
        pieces.pop()
    while pieces and pieces[0][0] == " ":
        pieces.pop(0)
    each = [(c, piece) for piece in pieces for c in piece[0]]
    firsts = [i == 0 for piece in pieces for i in range(len(piece[0]))]
    return Folded(
        "".join(c for c, _ in each),
        tuple(written for _, (_, written, _, _) in each),
        tuple(exact[start] for _, (_, _, start, _) in each),
        tuple(
            inside[start] or not first
            for (_, (_, _, start, _)), first in zip(each, firsts, strict=True)
        ),
        tuple((start, end) for _, (_, _, start, end) in each),
    )


def _is_exact(token: str) -> bool:
    return is_identifier(token if token.isascii() else token.translate(_INVISIBLE))


def _seen_as_one(text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in _SEEN_AS_ONE.finditer(text))


def _pieces(text: str) -> Iterator[tuple[str, str, int, int]]:
    """(folded, as written, start, end) of each visible piece; runs of white space are one."""
    blank: tuple[int, int] | None = None
    for start, end in _clusters(text):
        piece = text[start:end]
        if piece.isspace():
            blank = (blank[0] if blank else start, end)
            continue
        written = unicodedata.normalize("NFC", piece.translate(_INVISIBLE))
        if not written:
            continue
        if blank:
            yield " ", " ", *blank
            blank = None
        yield written.translate(_TABLE).casefold(), written, start, end
    if blank:
        yield " ", " ", *blank


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Characters, or what is one character to a reader where accents stand apart."""
    if unicodedata.is_normalized("NFC", text):
        yield from ((i, i + 1) for i in range(len(text)))
        return
    for found in _CLUSTER.finditer(text):
        yield found.span()


def _covered(length: int, stretches: Iterable[tuple[int, int]]) -> list[bool]:
    flags = [False] * length
    for start, end in stretches:
        flags[start:end] = [True] * (end - start)
    return flags
