"""Where sentences end.

Inline code and addresses are opaque: no boundary falls inside them. Offsets count characters;
sentences are given without the white space between them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

_ENDS = re.compile(r"(?:(?P<wide>[。！？｡]+)|[.!?…]+)(?P<close>[\"'”’)\]»」』）】]*(?: [)\]])*)")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"')\]]+|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.]+")
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘]{1,60}\Z")
_NEXT_WORD = re.compile(r"[\w./@-]+")
#: No sentence starts with one of these: "At 11 a.m., the gates open".
_GOES_ON = ",;:)]}"
#: Prose between the grave accents of two quotations (``so'') reads as code and is none.
_QUOTING = re.compile(r"[\w.,!?] ?''(?=[\s.,;:!?)]|\Z)")
_OPENERS = "\"'“‘([«*"
_INITIAL = re.compile(r"(?:^|[\s.])[A-Z]\.?\s\Z|\b[A-Z][a-z]+\s\Z|\(\Z")
_WORD = re.compile(r"[\w'’\-/`)\]%]+\Z")

_ABBREVIATIONS = (
    "e.g i.e vs cf mr mrs ms dr prof fig figs approx a.k.a viz ca incl resp lit "
    "maj lt col capt sgt rev gov"
)
_OTHERS = (
    "etc sr jr st no nos sec eq ver al inc ltd co corp dept est p.s w.r.t ex excl max min misc"
)
_COUNTED = "no nos fig eq sec ver c"
_TOOLS = (
    "npm npx pnpm yarn git kubectl docker curl webpack eslint tsc node react redux zod swc sharp "
    "iroh systemd journald nginx"
)

#: Abbreviations that never end a sentence.
_NEVER_LAST = frozenset(_ABBREVIATIONS.split())
#: Abbreviations that end one only before a capital letter.
_RARELY_LAST = _NEVER_LAST | frozenset(_OTHERS.split())
_BEFORE_NUMBER = frozenset(_COUNTED.split())
#: Before a name: "St. Jude"; written small or before another word they may end a sentence.
_TITLES = frozenset(["St", "Gen"])
#: Names that are written in lower case at the start of a sentence.
_LOWER_NAMES = frozenset(_TOOLS.split())


def split_sentences(text: str, opaque: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """(start, end) of each sentence. opaque: stretches of inline code, in any order."""
    masked = _Masked(text, opaque)
    sentences: list[tuple[int, int]] = []
    start = _skip_space(text, 0)
    for match in _ENDS.finditer(text):
        cut = _boundary(masked, match)
        if cut is None:
            continue
        end, following = cut
        if end > start:
            sentences.append((start, end))
        start = following
    end = len(text.rstrip())
    if end > start:
        sentences.append((start, end))
    return _at_line_breaks(text, sentences)


class _Masked:
    """Text with the stretches in which no sentence ends."""

    def __init__(self, text: str, opaque: Iterable[tuple[int, int]]) -> None:
        self.text = text
        addresses = (
            (match.start(), match.start() + len(match.group().rstrip(".,;:!?")))
            for match in _ADDRESS.finditer(text)
        )
        code = (part for part in opaque if not _QUOTING.search(text, *part))
        self._stretches = _merged([*code, *addresses])
        self._starts = [start for start, _ in self._stretches]

    def hides(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._stretches[index][1]


def _merged(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _boundary(masked: _Masked, match: re.Match[str]) -> tuple[int, int] | None:
    """Where a sentence ends and the next starts, if one ends at this mark."""
    text, (start, end) = masked.text, match.span()
    if masked.hides(start):
        return None
    while end > start + 1 and masked.hides(end - 1):
        end -= 1
    if end >= len(text):
        return None
    wide = match["wide"] is not None
    following = _skip_space(text, end)
    if following >= len(text) or (not wide and following == end):
        return None
    if text[following] in _GOES_ON:
        return None
    if wide:
        return None if text[following] in "」』）" else (end, following)
    return (end, following) if _ends_here(masked, match, following) else None


def _ends_here(masked: _Masked, match: re.Match[str], following: int) -> bool:
    text, start = masked.text, match.start()
    first = following
    while first < len(text) and text[first] in _OPENERS:
        first += 1
    char = text[first] if first < len(text) else ""
    lower = char.islower() and not masked.hides(first)
    if text[start] in "!?":
        return not lower
    if text[start] == "…" or text.startswith("...", start):
        return not lower
    word = _LAST_WORD.search(text, max(0, start - 60), start)
    last = word.group() if word else ""
    opaque_word = bool(last) and masked.hides(start - 1)
    if not opaque_word and _is_abbreviation(text, start, last, char):
        return False
    return not lower or _lower_case_start(text, first, last)


def _is_abbreviation(text: str, start: int, word: str, following: str) -> bool:
    """Whether the full stop after a word belongs to the word."""
    plain = word.lower().rstrip(".")
    if plain in _NEVER_LAST or (word in _TITLES and following.isupper()):
        return True
    if plain in _RARELY_LAST and not following.isupper():
        return True
    if plain in _BEFORE_NUMBER and following.isdigit():
        return True
    if len(word) == 1 and word.isupper() and following.isupper():
        return _INITIAL.search(text, max(0, start - 40), start - 1) is not None
    return word.isdigit() and len(word) <= 3 and not text[: start - len(word)].strip()


def _lower_case_start(text: str, first: int, last: str) -> bool:
    """Whether a sentence may start with this lower-case word: an identifier, or a plain one."""
    match = _NEXT_WORD.match(text, first)
    word = match.group() if match else ""
    identifier = any(char.isupper() for char in word) or any(c in "./_@" for c in word[:-1])
    if identifier or word in _LOWER_NAMES:
        return True
    if last.lower().rstrip(".") in _RARELY_LAST or re.search(r"\.[a-z]\Z", " " + last):
        return False
    return _WORD.fullmatch(last or "x") is not None


def _at_line_breaks(text: str, sentences: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Hard line breaks part sentences where the next line starts like one."""
    parted: list[tuple[int, int]] = []
    for start, end in sentences:
        at = start
        while (cut := text.find("\n", at, end)) >= 0:
            parted.append((at, len(text[:cut].rstrip())) if text[at:cut].strip() else (at, at))
            at = _skip_space(text, cut)
        parted.append((at, end))
    return [(start, end) for start, end in parted if end > start]
