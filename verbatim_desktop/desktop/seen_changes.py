"""What is seen of a rewrite: words as a reply shows them, each as it stayed, went or came. Pure.

Marks of Markdown are styles here, and citations chips; a chip that changed in part has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.compose.markup import code_blocks_in, markers_in
from verbatim_desktop.desktop.reply_markup import CHIP, CODE, LOOK, literal, placed
from verbatim_desktop.domain.rewrites import DiffKind, DiffPart


@dataclass(frozen=True, slots=True)
class Seen:
    """Characters of one look. number: of the citation that they are, 0 where they are words."""

    text: str
    kind: DiffKind = DiffKind.SAME
    style: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Placed:
    """Something that is seen, and the characters of the Markdown that it is made of."""

    start: int
    end: int
    seen: Seen


def seen_text(text: str, known: Collection[int]) -> list[Seen]:
    """A text as it is. known: the citations that there are."""
    return _joined(one.seen for one in _placed(text, known))


def seen_changes(parts: Sequence[DiffPart], known: Collection[int]) -> list[Seen]:
    """A text with what went and what came."""
    before = "".join(part.text for part in parts if part.kind is not DiffKind.ADDED)
    after = "".join(part.text for part in parts if part.kind is not DiffKind.REMOVED)
    went = _touched(before, known, parts, DiffKind.REMOVED)
    came = _touched(after, known, parts, DiffKind.ADDED)
    return _joined(_in_order(went, came, parts))


def _touched(
    text: str, known: Collection[int], parts: Sequence[DiffPart], kind: DiffKind
) -> list[_Placed]:
    """What is seen of one of both texts; of this kind where any character of it is."""
    changed, at = set[int](), 0
    for part in parts:
        if part.kind in (kind, DiffKind.SAME):
            if part.kind is kind:
                changed.update(range(at, at + len(part.text)))
            at += len(part.text)
    return [
        replace(one, seen=replace(one.seen, kind=kind))
        if any(at in changed for at in range(one.start, one.end))
        else one
        for one in _placed(text, known)
    ]


def _in_order(
    went: Sequence[_Placed], came: Sequence[_Placed], parts: Sequence[DiffPart]
) -> Iterator[Seen]:
    """Both texts as one: what went before what came in its place; what stayed stands once."""
    old, new = 0, 0
    for part in parts:
        length = len(part.text)
        here: list[tuple[int, int, Seen]] = []
        if part.kind is not DiffKind.ADDED:
            olds = [one for one in _from(went, old, length) if one.seen.kind is DiffKind.REMOVED]
            here += [(one.start - old, 0, one.seen) for one in olds]
            old += length
        if part.kind is not DiffKind.REMOVED:
            here += [(one.start - new, 1, one.seen) for one in _from(came, new, length)]
            new += length
        yield from (seen for _at, _rank, seen in sorted(here, key=lambda one: one[:2]))


def _from(placed: Sequence[_Placed], start: int, length: int) -> list[_Placed]:
    return [one for one in placed if start <= one.start < start + length]


def _placed(text: str, known: Collection[int]) -> list[_Placed]:
    """Everything that is seen of a text, character by character."""
    blocks = code_blocks_in(text)
    chips = {
        marker.start: (marker.end, marker.numbers[0])
        for marker in markers_in(text)
        if len(marker.numbers) == 1 and marker.numbers[0] in known
    }
    found: list[_Placed] = []
    at = 0
    for line in text.split("\n"):
        if at:
            found.append(_Placed(at - 1, at, Seen("\n")))
        is_code = any(start <= at < end for start, end in blocks)
        found += _placed_line(line, at, chips, is_code=is_code)
        at += len(line) + 1
    return found


def _placed_line(
    line: str, start: int, chips: dict[int, tuple[int, int]], *, is_code: bool
) -> Iterator[_Placed]:
    letters, spans, numbers = "", list[tuple[int, int]](), list[int]()
    at = start
    while at < start + len(line):
        end, number = chips.get(at, (at + 1, 0))
        letters += CHIP if number else line[at - start].replace(CHIP, "\ufffd")
        spans.append((at, end))
        numbers.append(number)
        at = end
    read, kept = (literal(letters), range(len(letters))) if is_code else placed(letters)
    for place, letter, style in zip(kept, read.shown, read.styles, strict=True):
        look = CODE if is_code else style & LOOK
        number = numbers[place]
        shown = f"[{number}]" if number else letter
        yield _Placed(*spans[place], Seen(shown, style=look, number=number))


def _joined(seen: Iterator[Seen] | list[Seen]) -> list[Seen]:
    """Characters of one look as one."""
    joined: list[Seen] = []
    for one in seen:
        last = joined[-1] if joined else None
        if last and not one.number and replace(last, text="") == replace(one, text=""):
            joined[-1] = replace(last, text=last.text + one.text)
        else:
            joined.append(one)
    return joined
