"""What a rewrite changed, word by word, and what it must not have changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from verbatim_desktop.compose.markup import code_in, markers_in
from verbatim_desktop.compose.placeholders import placeholders_in
from verbatim_desktop.compose.redact import PLACEHOLDER
from verbatim_desktop.domain.rewrites import Altered, DiffKind, DiffPart, KeptKind

_PIECE = re.compile(r"\s+|[\w'’.-]*\w|[^\w\s]")
#: With the white space behind it, so that the paragraphs of a text joined are the text.
_PARAGRAPH = re.compile(r"\s*\S.*?(?:\n\s*\n|\Z)|\s+\Z", re.DOTALL)
_ALIKE = 0.6  # of their words two paragraphs share, to be one that was changed
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LINK = re.compile(r"(?:https?://|mailto:|www\.)[^\s<>\"')\]]*[^\s<>\"')\].,;:!?]")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:[.,:\u00a0]\d+)*(?:\s?%|(?=\W|\Z))|\d+")


def diff(before: str, after: str) -> tuple[DiffPart, ...]:
    """Stretches of words that stayed, went and came. Joined they are the two texts again."""
    old, new = _pieces(before), _pieces(after)
    parts: list[DiffPart] = []
    for action, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if action == "equal":
            parts.append(DiffPart(DiffKind.SAME, "".join(old[i1:i2])))
            continue
        if i2 > i1:
            parts.append(DiffPart(DiffKind.REMOVED, "".join(old[i1:i2])))
        if j2 > j1:
            parts.append(DiffPart(DiffKind.ADDED, "".join(new[j1:j2])))
    return tuple(_smoothed(parts))


def diff_paragraphs(before: str, after: str) -> tuple[DiffPart, ...]:
    """As `diff`, with a paragraph that has become another one shown whole, gone and come."""
    old, new = _PARAGRAPH.findall(before), _PARAGRAPH.findall(after)
    parts: list[DiffPart] = []
    for _action, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        went, came = "".join(old[i1:i2]), "".join(new[j1:j2])
        if went == came or _alike(went, came):
            parts += diff(went, came)
        else:
            removed, added = DiffPart(DiffKind.REMOVED, went), DiffPart(DiffKind.ADDED, came)
            parts += [part for part in (removed, added) if part.text]
    return tuple(parts)


def _alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, _pieces(one), _pieces(other), autojunk=False)
    return matcher.ratio() >= _ALIKE


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for match in _PIECE.finditer(text):
        word = match.group()
        pieces += list(word) if _WIDE.search(word) else [word]
    return pieces


def _smoothed(parts: list[DiffPart]) -> Iterator[DiffPart]:
    """A lone space between two changes is part of them: whole phrases are easier to read."""
    pending: dict[DiffKind, str] = {}
    for number, part in enumerate(parts):
        last = number + 1 == len(parts)
        if part.kind is not DiffKind.SAME:
            pending[part.kind] = pending.get(part.kind, "") + part.text
        elif part.text.isspace() and "\n" not in part.text and len(pending) == 2 and not last:
            pending = {kind: text + part.text for kind, text in pending.items()}
        else:
            yield from _flushed(pending)
            pending = {}
            yield part
    yield from _flushed(pending)


def _flushed(pending: dict[DiffKind, str]) -> Iterator[DiffPart]:
    for kind in (DiffKind.REMOVED, DiffKind.ADDED):
        if kind in pending:
            yield DiffPart(kind, pending[kind])


def altered(before: str, after: str) -> tuple[Altered, ...]:
    """Links, code, numbers, placeholders and markers that a rewrite lost or brought in."""
    old, new = kept_in(before), kept_in(after)
    lost = (Altered(kind, text) for kind, text in (old - new).elements())
    came = (Altered(kind, text, added=True) for kind, text in (new - old).elements())
    return (*lost, *came)


def kept_in(text: str) -> Counter[tuple[KeptKind, str]]:
    """What a rewrite must keep, and how often each stands in a text. Nothing counts twice."""
    found: Counter[tuple[KeptKind, str]] = Counter()
    blank = list(text)

    def take(kind: KeptKind, start: int, end: int, name: str = "") -> None:
        found[kind, name or text[start:end].strip()] += 1
        blank[start:end] = " " * (end - start)

    for start, end in code_in(text):
        take(KeptKind.CODE, start, end)
    for placeholder in placeholders_in(text):
        take(KeptKind.PLACEHOLDER, placeholder.start, placeholder.end)
    for marker in markers_in(text):
        for number in marker.numbers[1:]:
            found[KeptKind.MARKER, f"[{number}]"] += 1
        take(KeptKind.MARKER, marker.start, marker.end, f"[{marker.numbers[0]}]")
    for kind, pattern in (
        (KeptKind.REDACTION, PLACEHOLDER),
        (KeptKind.LINK, _LINK),
        (KeptKind.NUMBER, _NUMBER),
    ):
        for match in pattern.finditer("".join(blank)):
            take(kind, *match.span())
    return found
