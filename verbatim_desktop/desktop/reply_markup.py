"""A line of Markdown as the characters that are seen and the style of each, and back. Pure.

While a reply is edited its styles are the truth; asterisks, backticks and backslashes are made of
them when it goes out. `write` gives back exactly what `parse` was given: a line whose marks could
not be made again stays as it is written, marks and all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise, takewhile

STRONG, EMPHASIS, CODE = 1, 2, 4
LOOK = STRONG | EMPHASIS | CODE
#: How it was written: with underscores, or behind a backslash.
LOW_STRONG, LOW_EMPHASIS, ESCAPED = 8, 16, 32
CHIP = "\ufffc"
#: Markdown, the first character that is seen of it, and whether the others follow one by one.
Piece = tuple[str, int, bool]

_SPECIAL = re.compile(r"[*_`\\]")
_ESCAPABLE = frozenset("\\`*_{}[]()>#+-.!|~")
_MASK = "\ue000"
#: Within addresses, and within what a placeholder says, no mark means anything. A backslash is no
#: part of a bare address: behind it stands a character of one as it is quoted.
_OPAQUE = re.compile(r"(?<=\])\([^()\s]*\)|<[^<>\s]+>|https?://[^\s<>\"'`\\]+|\{\{[^\n]*?\}\}")
_TOKEN = re.compile(
    r"\\(?P<escaped>[\\`*_{}\[\]()>#+\-.!|~])"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    rf"|(?P<opaque>{_OPAQUE.pattern})"
)
_BOTH = re.compile(r"(?<!\*)(\*\*\*)(?=[^\s*])([^*]+?)(?<=\S)\1(?!\*)")
_STRONGS = (
    re.compile(r"(?<!\*)(\*\*)(?=\*?[^\s*])(.+?)(?<=\S)\1(?!\*)"),
    re.compile(r"(?<!\w)(__)(?=[^\s_])(.+?)(?<=[^\s_])\1(?!\w)"),
)
_EMPHASES = (
    re.compile(r"(?<!\*)(\*)(?=[^\s*])([^*]+?)(?<=[^\s*])\1(?!\*)"),
    re.compile(r"(?<!\w)(_)(?=[^\s_])([^_]+?)(?<=[^\s_])\1(?!\w)"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """What is seen of a line, and the style of each of its characters."""

    shown: str
    styles: tuple[int, ...]

    def part(self, start: int, end: int) -> Line:
        return Line(self.shown[start:end], self.styles[start:end])


@dataclass(frozen=True, slots=True)
class Written:
    """A line as Markdown, and which character that is seen each of its characters belongs to."""

    text: str
    at: tuple[int, ...]


def literal(text: str) -> Line:
    """Characters as they are."""
    return Line(text, (0,) * len(text))


# --- in ------------------------------------------------------------------------------------------


def parse(markdown: str) -> Line:
    """A line of Markdown; its citations are chips already."""
    return placed(markdown)[0]


@lru_cache(maxsize=512)
def placed(markdown: str) -> tuple[Line, Sequence[int]]:
    """The same, and where each character that is seen stands in the Markdown."""
    everywhere = literal(markdown), range(len(markdown))
    if not _SPECIAL.search(markdown):
        return everywhere
    read, kept = _read(markdown)
    line = _tidy(read)
    is_same = _joined(line, {}, everything=False).text == markdown
    return (line, kept) if is_same else everywhere


def _read(markdown: str) -> tuple[Line, list[int]]:
    styles, gone, masked = [0] * len(markdown), set[int](), list(markdown)
    for match in _TOKEN.finditer(markdown):
        masked[match.start() : match.end()] = _MASK * len(match.group())
        if match["escaped"]:
            gone.add(match.start())
            styles[match.start() + 1] = ESCAPED
        elif match["ticks"]:
            width = len(match["ticks"]) + _is_padded(match["code"])
            _style(styles, gone, match.span(), width, CODE)
    _read_marks(styles, gone, masked)
    kept = [at for at in range(len(markdown)) if at not in gone]
    return Line("".join(markdown[at] for at in kept), tuple(styles[at] for at in kept)), kept


def _is_padded(code: str) -> bool:
    """Whether blanks only hold backticks of the code apart from those around it."""
    inner = code[1:-1]
    padded = len(code) > 2 and code[0] == code[-1] == " "
    return padded and (inner.startswith("`") or inner.endswith("`"))


def _read_marks(styles: list[int], gone: set[int], masked: list[str]) -> None:
    patterns = (
        (_BOTH, STRONG | EMPHASIS),
        (_STRONGS[0], STRONG),
        (_STRONGS[1], STRONG | LOW_STRONG),
        (_EMPHASES[0], EMPHASIS),
        (_EMPHASES[1], EMPHASIS | LOW_EMPHASIS),
    )
    for pattern, style in patterns:
        for match in pattern.finditer("".join(masked)):
            width, (start, end) = len(match[1]), match.span()
            _style(styles, gone, (start, end), width, style)
            masked[start : start + width] = masked[end - width : end] = _MASK * width


def _style(
    styles: list[int], gone: set[int], span: tuple[int, int], width: int, style: int
) -> None:
    start, end = span
    gone.update(range(start, start + width), range(end - width, end))
    for at in range(start + width, end - width):
        styles[at] |= style


# --- out -----------------------------------------------------------------------------------------


def write(line: Line, chips: Mapping[int, str] | None = None) -> Written:
    """A line as Markdown that shows it. chips: what stands for each of its chips.

    Where styles cross so that no marks can say it, the finer ones are left out.
    """
    chips = chips or {}
    if not any(line.styles) and not _SPECIAL.search(line.shown):
        return _joined(line, chips, everything=False)
    for everything, styles in ((False, LOOK), (True, LOOK), (True, STRONG | CODE), (True, 0)):
        kept = _tidy(Line(line.shown, tuple(one & (styles | ~LOOK) for one in line.styles)))
        bare = _joined(kept, {}, everything=everything)
        if _same(parse(bare.text), kept):
            return _joined(kept, chips, everything=everything) if chips else bare
    return _joined(literal(line.shown), chips, everything=True)


def plain(line: Line, chips: Mapping[int, str]) -> Written:
    """A line of a block of code: nothing is marked there."""
    return _collected(_with_chips(line.shown, 0, chips))


def _same(read: Line, line: Line) -> bool:
    looks = zip(read.styles, line.styles, strict=False)
    return read.shown == line.shown and all((a ^ b) & LOOK == 0 for a, b in looks)


def _tidy(line: Line) -> Line:
    """No mark begins or ends beside a blank; a chip is no code, and code is nothing else."""
    styles = list(line.styles)
    for at, one in enumerate(line.shown):
        if one == CHIP:
            styles[at] &= ~CODE
        elif styles[at] & CODE:
            styles[at] &= ~ESCAPED
    for style in (STRONG, EMPHASIS):
        for start, end in _stretches(styles, style):
            while start < end and line.shown[start].isspace():
                styles[start] &= ~style
                start += 1
            while end > start and line.shown[end - 1].isspace():
                end -= 1
                styles[end] &= ~style
    return Line(line.shown, tuple(styles))


def _stretches(styles: Iterable[int], style: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for has, group in groupby(enumerate(styles), key=lambda one: bool(one[1] & style)):
        if has:
            numbers = [at for at, _style in group]
            found.append((numbers[0], numbers[-1] + 1))
    return found


def _joined(line: Line, chips: Mapping[int, str], *, everything: bool) -> Written:
    """everything: characters that could be taken for marks stand behind a backslash."""
    free = _free_of_marks(line.shown) if everything else frozenset[int]()
    return _collected(_pieces(line, chips, free, everything=everything))


def _pieces(
    line: Line, chips: Mapping[int, str], free: frozenset[int], *, everything: bool
) -> Iterator[Piece]:
    opened: list[tuple[int, str]] = []
    stretches = list(runs(line.styles))
    for number, (start, end, style) in enumerate(stretches):
        for mark in _closed(opened, style):
            yield mark, start, False
        for kind, last in _begun(opened, stretches[number:], style):
            mark = _mark(kind, line, start, last)
            opened.append((kind, mark[::-1]))
            yield mark, start, False
        shown = line.shown[start:end]
        if style & CODE:
            yield shown, start, True
        elif everything or style & ESCAPED:
            yield from _escaped(shown, start, free, chips, all_of_it=bool(style & ESCAPED))
        else:
            yield from _with_chips(shown, start, chips)
    for mark in _closed(opened, 0):
        yield mark, len(line.shown), False


def _escaped(
    shown: str, start: int, free: frozenset[int], chips: Mapping[int, str], *, all_of_it: bool
) -> Iterator[Piece]:
    for at, one in enumerate(shown, start):
        if (all_of_it and one in _ESCAPABLE) or (one in "*_`\\" and at not in free):
            yield "\\", at, False
        yield chips.get(at, one), at, False


def _with_chips(shown: str, start: int, chips: Mapping[int, str]) -> Iterator[Piece]:
    at = start
    for number, part in enumerate(shown.split(CHIP)):
        if number:
            yield chips.get(at, CHIP), at, False
            at += 1
        yield part, at, True
        at += len(part)


def _closed(opened: list[tuple[int, str]], style: int) -> Iterator[str]:
    """Close what does not hold any more, and what was opened within it."""
    gone = [number for number, (kind, _mark) in enumerate(opened) if not kind & style]
    while gone and len(opened) > gone[0]:
        yield opened.pop()[1]


def _begun(
    opened: list[tuple[int, str]], following: Sequence[tuple[int, int, int]], style: int
) -> list[tuple[int, int]]:
    """What begins here and where it ends: what lasts longest stands outermost, code innermost."""
    held = {kind for kind, _mark in opened}
    begun: list[tuple[int, int]] = []
    for kind in (STRONG, EMPHASIS, CODE):
        if style & kind and kind not in held:
            lasting = list(takewhile(lambda one, kind=kind: one[2] & kind, following))
            begun.append((kind, lasting[-1][1]))
    return sorted(begun, key=lambda one: (one[0] == CODE, -one[1], one[0]))


def _mark(kind: int, line: Line, start: int, end: int) -> str:
    if kind == CODE:
        code = line.shown[start:end]
        ticks = "`" * (max(map(len, re.findall(r"`+", code)), default=0) + 1)
        return f"{ticks} " if code.startswith("`") or code.endswith("`") else ticks
    low = line.styles[start] & (LOW_STRONG if kind == STRONG else LOW_EMPHASIS)
    beside = line.shown[max(start - 1, 0) : start] + line.shown[end : end + 1]
    one = "_" if low and not any(letter.isalnum() for letter in beside) else "*"
    return one * 2 if kind == STRONG else one


def _free_of_marks(shown: str) -> frozenset[int]:
    """Characters that stay bare: those of addresses, blanks around, letters around."""
    free = {at for match in _OPAQUE.finditer(shown) for at in range(*match.span())}
    padded = f" {shown} "
    for at, one in enumerate(shown):
        around = padded[at] + padded[at + 2]
        if (one in "*_" and around.isspace()) or (one == "_" and around.isalnum()):
            free.add(at)
    return frozenset(free)


def _collected(pieces: Iterable[Piece]) -> Written:
    texts: list[str] = []
    at: list[int] = []
    for text, place, goes_along in pieces:
        texts.append(text)
        at.extend(range(place, place + len(text)) if goes_along else (place,) * len(text))
    return Written("".join(texts), tuple(at))


def marker(number: int, before: str, after: str) -> str:
    """A chip as it is written, held apart from letters that would make it none."""
    lead = " " if before and (before.isalnum() or before in "_\\") else ""
    trail = " " if after and after in "(:" else ""
    return f"{lead}[{number}]{trail}"


def runs(styles: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Stretches of one style: start, end, style."""
    edges = [0, *(at for at, (a, b) in enumerate(pairwise(styles), 1) if a != b), len(styles)]
    for start, end in pairwise(edges):
        if end > start:
            yield start, end, styles[start]
