"""Find text on a page as a browser does when it follows a link with `#:~:text=`.

Browsers look past case, accents, quotation marks and white space, and match whole words only; one
term never goes across a block, a line break or an image. Where it is not sure whether a browser
sees a word boundary, a rival counts as found and an edge of our own as unusable: a link is refused
rather than wrong. Source: the Text Fragments specification, "find a range from a text directive".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

BREAK = "\n"  # <br>, or the end of a line of code
OBJECT = "\ufffc"  # an image, an icon, or anything that is drawn and has no text
APART = BREAK + OBJECT

Point: TypeAlias = tuple[int, int]  # block, offset in its folded text
Stretch: TypeAlias = tuple[Point, Point]

_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_LIGATURES = {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe"}
_TABLE = str.maketrans(
    {
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"),
        **dict.fromkeys("‘’‚‛′׳", "'"),
        **dict.fromkeys("“”„‟″״", '"'),
        **dict(zip("øØłŁđĐ", "oolldd", strict=True)),
        **_LIGATURES,
    }
)
_TABLE.update(_KATAKANA)
#: Scripts whose words a browser finds by dictionary; ours are never sure.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_JOINING = ".,':’"  # between two letters or digits they part no words
_SPACES = re.compile(rf"[^\S\n]*([{APART}])[^\S\n]*|[^\S\n]+")


@dataclass(frozen=True, slots=True)
class Terms:
    """A text directive: `prefix-,start,end,-suffix`; what is not there is ""."""

    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""


def folded(text: str) -> str:
    """Text as a browser compares it."""
    plain = text.translate(_TABLE)
    plain = plain.lower() if plain.isascii() else _unaccented(plain)
    return _SPACES.sub(lambda found: found[1] or " ", plain).strip(" ")


def _unaccented(text: str) -> str:
    spread = unicodedata.normalize("NFKD", text).translate(_TABLE).casefold()
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def offsets(text: str) -> list[int]:
    """For each character of the folded text, where in the text it stood."""
    kept: list[tuple[str, int]] = []
    for letter, at in _letters(text):
        if letter != BREAK and letter.isspace():
            if kept and kept[-1][0] not in f" {APART}":
                kept.append((" ", at))
            continue
        if letter in APART and kept and kept[-1][0] == " ":
            kept.pop()
        kept.append((letter, at))
    while kept and kept[-1][0] == " ":
        kept.pop()
    return [at for _, at in kept]


def _letters(text: str) -> Iterator[tuple[str, int]]:
    for at, letter in enumerate(text):
        plain = letter.translate(_TABLE)
        for part in plain.lower() if plain.isascii() else _unaccented(plain):
            yield part, at


def may_part_words(text: str, at: int) -> bool:
    """Whether a browser may see a word boundary: not within a run of letters and digits."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if UNSPACED.match(before) or UNSPACED.match(after):
        return True
    return not (_in_word(before) and _in_word(after))


def surely_parts_words(text: str, at: int) -> bool:
    """Whether every browser sees a word boundary there."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if before in f" {APART}" or after in f" {APART}":
        return True
    if _in_word(before) and _in_word(after):
        return False
    if not (_in_word(before) or _in_word(after)):
        return True
    mark, beyond = (
        (after, text[at + 1 : at + 2]) if _in_word(before) else (before, text[:at][-2:-1])
    )
    return not (mark in _JOINING and beyond and _in_word(beyond))


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


class SearchedPage:
    """The blocks of a page as a browser searches them, each folded."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = [folded(text) for text in texts]

    def is_only(self, terms: Terms, wanted: Stretch) -> bool:
        """Whether a directive means one stretch, and nothing after it would do as well."""
        if self.resolve(terms) != wanted:
            return False
        (block, start), _ = wanted
        return self.resolve(terms, (block, start + 1)) is None

    def resolve(self, terms: Terms, since: Point = (0, 0)) -> Stretch | None:
        """The first stretch that a directive means, from a point on."""
        prefix, start = folded(terms.prefix), folded(terms.start)
        end, suffix = folded(terms.end), folded(terms.suffix)
        if not start:
            return None
        whole = bool(end) or not suffix
        for first in self._starts(prefix, start, whole, since):
            last = self._end(first[1], end, suffix)
            if last is not None:
                return first[0], last
        return None

    def _starts(self, prefix: str, start: str, whole: bool, since: Point) -> Iterator[Stretch]:
        """Where the directive's text may begin, and where its first term ends."""
        if not prefix:
            yield from self._found(start, since, ends_word=whole)
            return
        for _, after in self._found(prefix, since, ends_word=False):
            point = self.visible(after)
            if point is None:
                return
            block, at = point
            stop = at + len(start)
            text = self.texts[block]
            if text.startswith(start, at) and (not whole or may_part_words(text, stop)):
                yield point, (block, stop)

    def _end(self, after: Point, end: str, suffix: str) -> Point | None:
        """Where the directive's text ends, its first term ending at a point."""
        if not end:
            return after if self._followed(after, suffix) else None
        for _, last in self._found(end, after, ends_word=not suffix):
            if self._followed(last, suffix):
                return last
        return None

    def _followed(self, after: Point, suffix: str) -> bool:
        if not suffix:
            return True
        point = self.visible(after)
        if point is None:
            return False
        block, at = point
        text = self.texts[block]
        return text.startswith(suffix, at) and may_part_words(text, at + len(suffix))

    def _found(self, term: str, since: Point, *, ends_word: bool) -> Iterator[Stretch]:
        """Everywhere a term stands within one block, at the start of a word."""
        block, at = since
        for number in range(block, len(self.texts)):
            text = self.texts[number]
            at = text.find(term, at if number == block else 0)
            while at >= 0:
                stop = at + len(term)
                if may_part_words(text, at) and (not ends_word or may_part_words(text, stop)):
                    yield (number, at), (number, stop)
                at = text.find(term, at + 1)

    def visible(self, point: Point) -> Point | None:
        """The next character that is not white space, in this block or a later one."""
        block, at = point
        while block < len(self.texts):
            text = self.texts[block]
            while at < len(text) and text[at] in f" {BREAK}":
                at += 1
            if at < len(text):
                return block, at
            block, at = block + 1, 0
        return None
