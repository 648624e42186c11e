"""Say where a quoted passage holds only with a limit: deprecated, removed, a version, a tier."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from verbatim_desktop.answer.endings import REST, deprecation, removal
from verbatim_desktop.answer.extract import Passage
from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.documents import Flag, FlagKind

_WORDING: tuple[tuple[FlagKind, Callable[[str], re.Match[str] | None]], ...] = (
    (FlagKind.DEPRECATED, deprecation),
    (FlagKind.REMOVED, removal),
    (
        FlagKind.VERSION,
        re.compile(
            r"\b(?:introduced|added|available|changed|supported|since|starting|requires?)\b"
            r"(?: \w+){0,3} v?\d+\.\d+(?:\.\d+)*(?: (?:or|and) (?:later|above|higher|newer))?",
            re.IGNORECASE,
        ).search,
    ),
    (
        FlagKind.TIER,
        re.compile(
            r"\b(?:only )?(?:available|supported|offered) (?:only )?(?:in|on|for|to|with) (?:the )?"
            r"(?:\w+ ){0,3}(?:plan|tier|edition|enterprise|premium|ultimate|subscribers?)\b" + REST,
            re.IGNORECASE,
        ).search,
    ),
)
#: Kinds of limits that end the life of a thing.
ENDINGS = frozenset({FlagKind.DEPRECATED, FlagKind.REMOVED})

#: Of one marker, and of several.
_SAID = {
    FlagKind.DEPRECATED: ("describes something deprecated", "describe something deprecated"),
    FlagKind.REMOVED: (
        "describes something that was removed",
        "describe something that was removed",
    ),
    FlagKind.VERSION: ("holds for certain versions", "hold for certain versions"),
    FlagKind.TIER: ("holds for certain plans", "hold for certain plans"),
    FlagKind.INTERNAL: ("comes from an internal source", "come from an internal source"),
}


def notes(
    passages: Sequence[Passage], evidence: Sequence[Evidence], markers: Sequence[int] = ()
) -> tuple[str, ...]:
    """One note a limit, naming the markers it concerns. Passage n has marker n unless told."""
    concerned: dict[tuple[FlagKind, str], list[int]] = {}
    numbers = markers or range(1, len(passages) + 1)
    for marker, passage in zip(numbers, passages, strict=True):
        item = evidence[passage.evidence]
        own = (*item.flags, *passage.sentence.flags, *worded(passage.sentence.quote))
        for flag in dict.fromkeys(own):
            concerned.setdefault((flag.kind, flag.detail), []).append(marker)
    return tuple(_note(kind, detail, markers) for (kind, detail), markers in concerned.items())


def worded(text: str) -> tuple[Flag, ...]:
    """The limits that a sentence states in words."""
    found = ((kind, said_in(text)) for kind, said_in in _WORDING)
    return tuple(Flag(kind, " ".join(match.group().split())) for kind, match in found if match)


def ending(text: str, start: int, end: int) -> int | None:
    """Where a stretch of text says that something was deprecated, renamed or removed."""
    said = (deprecation(text, start, end), removal(text, start, end))
    return min((found.start() for found in said if found), default=None)


def _note(kind: FlagKind, detail: str, markers: Sequence[int]) -> str:
    where = "".join(f"[{marker}]" for marker in markers)
    one, several = _SAID[kind]
    said = one if len(markers) == 1 else several
    if kind is FlagKind.VERSION and detail and not any(c.isdigit() for c in detail):
        return f"{where} {'is' if len(markers) == 1 else 'are'} marked “{detail}”."
    if kind in ENDINGS and detail:
        return f"{where} {said}: “{detail}”."
    return f"{where} {said}: {detail}." if detail else f"{where} {said}."
