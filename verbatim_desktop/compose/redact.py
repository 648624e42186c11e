"""Take personal data out of a text before a model sees it, and put it back after.

The same value gets the same placeholder ("[Email 1]"), and restoring gives the original back,
character by character. An agent can unmark a value or mark another one; names are not found by
themselves, and the notice says so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from verbatim_desktop.compose.personal import DETECTORS, Found
from verbatim_desktop.domain.redaction import DataKind, Redacted, Redaction, Restored

LABELS = {
    DataKind.EMAIL: "Email",
    DataKind.PHONE: "Phone",
    DataKind.CARD: "Card",
    DataKind.IBAN: "IBAN",
    DataKind.SECRET: "Secret",
    DataKind.IP: "IP address",
    DataKind.URL: "Link",
    DataKind.MARKED: "Private",
}
NOTICE = (
    "Names, streets and other personal data without a form of their own are not found by "
    "themselves. Mark them where they must not be shown to a model."
)
#: What is repeated to nobody, not even to the one who sent it.
SECRETS = frozenset((DataKind.CARD, DataKind.IBAN, DataKind.SECRET))
TOLD_DIGITS = 4  # of a card or an account, as banks print them
_NAMES = "|".join(LABELS.values())
PLACEHOLDER = re.compile(rf"\[(?:{_NAMES}) \d+\]")
#: What a model makes of a placeholder: other brackets, other case, no number, spaces.
_LOOSE = re.compile(
    rf"[\[(<{{【「]{{1,2}}\s*\\?(?:{_NAMES})[\s_#-]*\d*\s*\\?[\])>}}】」]{{1,2}}|"
    rf"\b(?:{_NAMES})[ _#]\d+\b",
    re.IGNORECASE,
)


def redact(text: str, unmarked: Collection[str] = (), marked: Collection[str] = ()) -> Redacted:
    """The text without personal data. unmarked: values to leave; marked: further ones to take."""
    hiding = Hiding(text, unmarked, marked)
    return Redacted(hiding(text), hiding.redactions, NOTICE)


def masked(text: str) -> str:
    """The text with cards and accounts told by their last digits, and keys by nothing."""
    return _without(text, _mask)


def without_secrets(text: str) -> str:
    """The text without cards, accounts and keys: nothing is found by them."""
    return " ".join(_without(text, lambda _kind, _value: "").split())


def _without(text: str, stand_in: Callable[[DataKind, str], str]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, kind in _found(text, frozenset(), ()):
        if kind in SECRETS:
            parts += [text[at:start], stand_in(kind, text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def _mask(kind: DataKind, value: str) -> str:
    bare = re.sub(r"[\s-]", "", value)
    return "••••" if kind is DataKind.SECRET else f"•••• {bare[-TOLD_DIGITS:]}"


class Hiding:
    """Takes personal data out of texts that go out together: one value, one placeholder.

    known: all of them, so that no placeholder is given that stands in one already.
    """

    def __init__(
        self, known: str, unmarked: Collection[str] = (), marked: Collection[str] = ()
    ) -> None:
        self._numbering = _Numbering(known)
        self._unmarked, self._marked = frozenset(unmarked), marked
        self._taken: list[Redaction] = []

    @property
    def redactions(self) -> tuple[Redaction, ...]:
        """What was taken out so far; start and end count within the text it stood in."""
        return tuple(self._taken)

    def __call__(self, text: str) -> str:
        parts: list[str] = []
        at = 0
        for start, end, kind in _found(text, self._unmarked, self._marked):
            value = text[start:end]
            placeholder = self._numbering(kind, value)
            self._taken.append(Redaction(kind, value, placeholder, start, end))
            parts += [text[at:start], placeholder]
            at = end
        return "".join([*parts, text[at:]])


def _found(
    text: str, unmarked: frozenset[str], marked: Collection[str]
) -> list[tuple[int, int, DataKind]]:
    """Stretches to take out, in order, none meeting another. What the agent marked goes first."""
    taken: list[tuple[int, int, DataKind]] = []
    for value in sorted(filter(str.strip, marked), key=lambda value: (-len(value), value)):
        for match in re.finditer(re.escape(value), text):
            _take(taken, match.span(), DataKind.MARKED)
    for kind, detect in DETECTORS:
        for start, end in detect(text):
            if text[start:end] not in unmarked:
                _take(taken, (start, end), kind)
    return taken


def _take(taken: list[tuple[int, int, DataKind]], span: Found, kind: DataKind) -> None:
    """Adds a stretch in its place, unless it meets one that is taken already."""
    start, end = span
    at = bisect_left(taken, (start, end, kind))
    free_before = at == 0 or taken[at - 1][1] <= start
    free_after = at == len(taken) or end <= taken[at][0]
    if end > start and free_before and free_after:
        taken.insert(at, (start, end, kind))


class _Numbering:
    """Gives each value its placeholder; one that stands in the text already is never given."""

    def __init__(self, text: str) -> None:
        self._used = set(PLACEHOLDER.findall(text))
        self._given: dict[str, str] = {}
        self._counts: dict[DataKind, int] = {}

    def __call__(self, kind: DataKind, value: str) -> str:
        while value not in self._given:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            placeholder = f"[{LABELS[kind]} {self._counts[kind]}]"
            if placeholder not in self._used:
                self._given[value] = placeholder
        return self._given[value]


def restore(text: str, redactions: Sequence[Redaction]) -> Restored:
    """Text with the values back, and what became of placeholders that a model did not keep."""
    values = {item.placeholder: item.value for item in redactions}
    mangled = tuple(
        dict.fromkeys(
            match.group()
            for match in _LOOSE.finditer(text)
            if values and match.group() not in values and _meant(match.group(), values)
        )
    )
    missing = tuple(placeholder for placeholder in values if placeholder not in text)
    return Restored(_put_back(text, values), mangled, missing)


def _put_back(text: str, values: dict[str, str]) -> str:
    """One pass: what a value holds is never taken for a placeholder."""
    if not values:
        return text
    pattern = re.compile("|".join(map(re.escape, sorted(values, key=len, reverse=True))))
    return pattern.sub(lambda match: values[match.group()], text)


def _meant(loose: str, values: dict[str, str]) -> bool:
    """Whether something looks like one of our placeholders: of a kind that was given out."""
    letters = re.sub(r"[^a-z]", "", loose.lower())
    return letters in {re.sub(r"[^a-z]", "", placeholder.lower()) for placeholder in values}
