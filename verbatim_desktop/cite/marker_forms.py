"""The forms of markers, addresses and unseen signs in text that nobody here wrote.

`[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `【1】`, `［１］`, `【1†source】` are markers; `[2023]` is none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

#: What no reader sees: bidirectional controls, zero-width signs, tags and other controls.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2028\u2029"
    "\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
JOINERS = re.compile("[\u200c\u200d\ufe00-\ufe0f]")  # real in some scripts, never in a marker
OPENS = {"[": "]", "［": "］", "【": "】", "〔": "〕", "〖": "〗", "⟦": "⟧"}
ADDRESS = re.compile(r"[^\s<>\"'`\[\]{}|\\]*")
#: What ends a sentence and not an address.
TAIL = ".,;:!?)*_"
LONGEST_GROUP = 300


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: What makes an address of the word before a colon.
SCHEMES = _listed("javascript data vbscript mailto tel file blob about")
TAGS = _listed(
    """a abbr area article aside audio b base blockquote body br button canvas center code dd del
    details dialog div dl dt em embed fieldset figure font footer form frame h1 h2 h3 h4 h5 h6 head
    header hr html i iframe img input ins kbd label li link main map mark marquee math meta nav
    noscript object ol option p param picture pre q s samp script section select small source span
    strike strong style sub summary sup svg table tbody td template textarea tfoot th thead title
    tr track tt u ul var video wbr"""
)

_NUMBER = r"\^?\s*(?:S|sources?\s*|refs?\s*|cite:\s*|citation:\s*)?(\d{1,3})(?:†[^,;]{0,60})?"
_JOINT = r"\s*(?:,|;|、|–|—|-|to|and|&)\s*"
_MARKER = re.compile(rf"\s*{_NUMBER}(?:{_JOINT}{_NUMBER})*\s*", re.IGNORECASE)
_PART = re.compile(rf"(?P<joint>{_JOINT})?{_NUMBER}", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:–|—|-|to)\s*", re.IGNORECASE)
_STARTS_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*://|\bwww\.")
_BRACKET = re.compile(r"[\[［【〔〖⟦]([^\[［【〔〖⟦\]］】〕〗⟧\n]{0,80})[\]］】〕〗⟧]")
_MOST_IN_RANGE = 20


def addresses_in(text: str) -> Iterator[str]:
    """The addresses that stand in a text."""
    for match in _STARTS_ADDRESS.finditer(text):
        tail = ADDRESS.match(text, match.end())
        yield (match.group() + (tail.group() if tail else "")).rstrip(TAIL)


def defused(text: str) -> str:
    """Text of a document or a question that cannot be taken for a marker of ours."""
    return _BRACKET.sub(_disarmed, UNSEEN.sub("", text))


def _disarmed(match: re.Match[str]) -> str:
    return f"({match[1]})" if numbers_in(match[1]) else match.group()


def numbers_in(content: str) -> list[int]:
    """The numbers that the inside of a bracket names; none where it is no marker."""
    plain = unicodedata.normalize("NFKC", JOINERS.sub("", content)).rstrip("\\")
    if not _MARKER.fullmatch(plain):
        return []
    found: list[int] = []
    for part in _PART.finditer(plain):
        number = int(part[2])
        joint = part["joint"] or ""
        if found and _RANGE.fullmatch(joint) and 0 < number - found[-1] <= _MOST_IN_RANGE:
            found += range(found[-1] + 1, number)
        found.append(number)
    return list(dict.fromkeys(found))


def closing_of(rest: str) -> int | None:
    """Where the bracket at the start is closed, on its own line."""
    opening, closing = rest[0], OPENS[rest[0]]
    depth = 0
    for at, char in enumerate(rest[:LONGEST_GROUP]):
        if char == "\n":
            return None
        depth += (char == opening) - (char == closing)
        if not depth:
            return at
    return None
