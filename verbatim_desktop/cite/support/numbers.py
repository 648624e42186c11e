"""Quantities in a sentence: values with their units and bounds, however they are written.

1,000 is 1000, "thirty" is 30, 5GB is 5 GB, "34 percent" is 34%. A version such as 13.4.0 is a
quantity without a unit.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from verbatim_desktop.cite.support import tables


class Quantity(NamedTuple):
    """A number as a sentence has it. bound: "", "low" (at least), "high", "above" or "below"."""

    text: str
    value: str
    unit: str
    bound: str
    before: str  # the word before it that says something, "" where there is none
    after: str


_TEENS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
          "nineteen")  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
VALUES = {word: value for value, word in enumerate(_TEENS)} | {
    word: 10 * value for value, word in enumerate(_TENS, 2)
}
_SCALES = {"hundred": 100, "thousand": 1000}
_UNITS = {
    "s": "s sec secs second seconds",
    "ms": "ms msec millisecond milliseconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "d": "day days",
    "wk": "week weeks",
    "mon": "month months",
    "yr": "year years",
    "b": "b byte bytes",
    "kb": "kb kilobyte kilobytes kib",
    "mb": "mb megabyte megabytes mib",
    "gb": "gb gigabyte gigabytes gib",
    "tb": "tb terabyte terabytes tib",
    "px": "px pixel pixels",
    "%": "% percent pct",
    "usd": "usd dollar dollars",
    "eur": "eur euro euros",
    "million": "million millions",
    "billion": "billion billions",
}
UNITS = {name: unit for unit, names in _UNITS.items() for name in names.split()}
#: Units of time that a day is made of or makes, in seconds; months and years have no one length.
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "wk": 604800.0}
_PREFIXES = {"$": "usd", "€": "eur", "£": "gbp"}


def same_time(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are one stretch of time in different units: two days, 48 hours."""
    own, theirs = _seconds(one), _seconds(other)
    return own is not None and theirs is not None and abs(own - theirs) < 1e-6 * own


def one_kind(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities measure the same: both times, or in one unit."""
    return one.unit == other.unit or (one.unit in _SECONDS and other.unit in _SECONDS)


def _seconds(quantity: Quantity) -> float | None:
    plain = quantity.value.replace(".", "", 1)
    if quantity.unit not in _SECONDS or not plain.isdigit():
        return None
    return float(quantity.value) * _SECONDS[quantity.unit]


_NUMBER = re.compile(
    r"(?<![\w.])(?P<prefix>[$€£])?(?P<sign>[-−](?=\d))?[vV]?"
    r"(?P<value>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])|\d+(?:\.\d+)*)"
    r"(?P<unit>\s?%|[A-Za-z]{1,12}(?![A-Za-z]))?"
    r"|(?P<word>\b[A-Za-z]+(?:-[A-Za-z]+)?\b)",
)
_HYPHENED = re.compile(r"(?<=\d)[-–/x](?=[\dA-Za-z])")
_APART = re.compile(r"(?<=\d)[:](?=\d)")
#: The number of a list's entry, and citation markers: neither counts anything.
_LISTED = re.compile(r"^\s*\d{1,2}[.)]\s|(?<=:)\s+\d{1,2}[.)]\s*$|\[\d{1,3}\]")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)$", re.IGNORECASE)
_BOUNDS = (
    (re.compile(r"\b(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|minimum(?: of)?|"
                r"starting (?:from|at))\W*$"), "low"),
    (re.compile(r"\b(?:at most|up to|no more than|not more than|maximum(?: of)?|a limit of|"
                r"limited to|not exceed|never exceed)\W*$"), "high"),
    (re.compile(r"\b(?:more than|over|above|greater than|exceeds?|exceeding|longer than|"
                r"larger than|higher than|bigger than|newer than|later than)\W*$"), "above"),
    (re.compile(r"\b(?:less than|fewer than|under|below|smaller than|shorter than|lower than|older "
                r"than|earlier than)\W*$"), "below"),
    (re.compile(r"\b(?:about|around|approximately|roughly|circa|some|almost|nearly)\W*$"), "about"),
)  # fmt: skip
_BOUND_AFTER = (
    (re.compile(r"^\W*(?:[a-z]+ )?or (?:more|later|newer|higher|above|greater|longer)\b"), "low"),
    (re.compile(r"^\W*(?:[a-z]+ )?or (?:less|fewer|earlier|older|lower|below|shorter)\b"), "high"),
    (re.compile(r"^\s?\+"), "low"),
)


@lru_cache(maxsize=8192)
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """The quantities of a sentence in their order."""
    plain = _APART.sub(" ", _HYPHENED.sub(" ", _LISTED.sub(" ", text)))
    tokens = [_token(match) for match in _NUMBER.finditer(plain)]
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        quantity, width = _read(plain, tokens, at)
        if quantity:
            found.append(quantity)
        at += width
    return tuple(found)


class _Token(NamedTuple):
    text: str
    value: str  # "" for a word that is no number
    unit: str
    start: int
    end: int


def _token(match: re.Match[str]) -> _Token:
    word = match["word"]
    if word:
        return _Token(word, "", "", match.start(), match.end())
    unit = (match["unit"] or "").strip().lower()
    value = _plain((match["sign"] or "") + match["value"].replace(",", ""))
    if unit in ("k", "m", "bn") and value.replace(".", "").isdigit():
        value, unit = (_times(value, 1000), "") if unit == "k" else (value, _LONG[unit])
    known = UNITS.get(unit, "") or _PREFIXES.get(match["prefix"] or "", "")
    if _ORDINAL.fullmatch(unit):
        known = "th"
    return _Token(match.group().strip(), value, known, match.start(), match.end())


_LONG = {"m": "million", "bn": "billion"}


def _plain(value: str) -> str:
    value = value.replace("−", "-")
    if value.count(".") == 1:
        value = value.rstrip("0").rstrip(".")
    head = value.lstrip("0")
    return head if head and head[0] != "." else "0" + head


def _times(value: str, factor: int) -> str:
    return _plain(f"{float(value) * factor:.4f}")


def _read(text: str, tokens: list[_Token], at: int) -> tuple[Quantity | None, int]:
    """The quantity that starts at a token, and how many tokens it takes."""
    token = tokens[at]
    value, width = (token.value, 1) if token.value else _in_words(tokens, at)
    if not value:
        return None, 1
    end = at + width
    unit = token.unit
    if not unit and end < len(tokens) and not tokens[end].value:
        unit = UNITS.get(tokens[end].text.lower(), "")
    last = tokens[end - 1]
    return Quantity(
        text[token.start : last.end],
        value,
        unit,
        _bound(text, token.start, last.end),
        _neighbour(tokens, at, -1),
        _neighbour(tokens, end - 1, 1),
    ), width


def _in_words(tokens: list[_Token], at: int) -> tuple[str, int]:
    """A number written in words: "thirty", "twenty-five", "five hundred"."""
    word = tokens[at].text.lower()
    head, _, tail = word.partition("-")
    if head in VALUES and (not tail or tail in VALUES):
        value = VALUES[head] + (VALUES[tail] if tail else 0)
    else:
        return "", 1
    following = tokens[at + 1].text.lower() if at + 1 < len(tokens) else ""
    if following in _SCALES:
        return str(value * _SCALES[following]), 2
    if value == 1:
        return "", 1  # "one" is more often a pronoun
    return str(value), 1


def _neighbour(tokens: list[_Token], at: int, step: int) -> str:
    """The nearest word on one side that is no number and no function word, at most 4 away."""
    for distance in range(1, 5):
        place = at + step * distance
        if not 0 <= place < len(tokens):
            return ""
        word = tokens[place].text.lower()
        if not tokens[place].value and word not in UNITS and not tables.is_function(word):
            return word
    return ""


def _bound(text: str, start: int, end: int) -> str:
    before = text[max(0, start - 32) : start].lower()
    after = text[end : end + 32].lower()
    for pattern, bound in _BOUNDS:
        if pattern.search(before):
            return bound
    return next((bound for pattern, bound in _BOUND_AFTER if pattern.search(after)), "")
