"""What a reply's document says, line by line: its Markdown, and what its characters look like.

Only lines that were changed are read anew. Positions of Qt count UTF-16 units, those of the text
characters; `Reading` knows both.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtGui import QTextBlock, QTextDocument

from verbatim_desktop.compose.markup import code_blocks_in, markers_in
from verbatim_desktop.compose.placeholders import placeholders_in, unresolved_in
from verbatim_desktop.desktop import reply_markup as markup
from verbatim_desktop.desktop.reply_markup import LOOK, Line, Written
from verbatim_desktop.desktop.widgets.qt_values import parts_of
from verbatim_desktop.desktop.widgets.reply_document import BREAKS, CHIP, NUMBER, OBJECT, STYLE

#: Looks beside those of reply_markup: a placeholder, one that is filled in by itself, a marker
#: that cites nothing, a line of a block of code.
PLACEHOLDER, FALLBACK, LOOSE, BLOCK = 1 << 8, 1 << 9, 1 << 10, 1 << 11

#: A stretch of a block in Qt's units, and its look.
Stretch = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A block: length with what ends it, in Qt's units. wide: where Qt has each character, where
    that differs. prose: its Markdown outside of a block of code.
    """

    length: int
    line: Line
    numbers: tuple[int, ...]
    chips: dict[int, str]
    wide: tuple[int, ...]
    prose: Written
    looks: tuple[Stretch, ...]

    def unit(self, at: int) -> int:
        return self.wide[at] if self.wide else at

    def code(self) -> Written:
        """Its Markdown in a block of code."""
        return _with_breaks(markup.plain(self.line, self.chips))


@dataclass(frozen=True, slots=True)
class Part:
    """A line's share of the whole text."""

    written: Written
    read: ReadLine

    def unit(self, at: int) -> int:
        """Where a character of its Markdown stands in its block."""
        inside = at < len(self.written.at)
        return self.read.unit(self.written.at[at] if inside else len(self.read.line.shown))

    def at(self, unit: int) -> int:
        """The character of its Markdown at a place of its block, or the first one behind it."""
        shown = bisect_left(self.read.wide, unit) if self.read.wide else unit
        return bisect_left(self.written.at, shown)


class Reading:
    """The Markdown of a document, and where each of its characters stands there."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self.text = "\n".join(part.written.text for part in parts)
        lengths = (len(part.written.text) + 1 for part in parts)
        self._starts = [0, *accumulate(lengths)]
        self._units = [0, *accumulate(part.read.length for part in parts)]

    def place(self, at: int) -> int:
        """The document's position of a character."""
        at = min(max(at, 0), len(self.text))
        number = min(bisect_right(self._starts, at) - 1, len(self._parts) - 1)
        return self._units[number] + self._parts[number].unit(at - self._starts[number])

    def at(self, place: int) -> int:
        """The character at a position of the document, or the first one behind it."""
        number = min(max(bisect_right(self._units, place) - 1, 0), len(self._parts) - 1)
        found = self._starts[number] + self._parts[number].at(place - self._units[number])
        return min(found, len(self.text))


class ReplyLines:
    """Follows a document. known: the markers that cite something."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self.known: Collection[int] = frozenset()
        self._lines: list[ReadLine] = []
        self._in_code: frozenset[int] = frozenset()
        self._reading: Reading | None = None

    def changed(self, place: int, _removed: int, added: int) -> None:
        """The document's contentsChange."""
        document, self._reading = self._document, None
        count, end = document.blockCount(), document.characterCount() - 1
        first = max(document.findBlock(min(place, end)).blockNumber(), 0)
        last = document.findBlock(min(place + added, end)).blockNumber()
        last = last if last >= 0 else count - 1
        old_last = last - (count - len(self._lines))
        if old_last < first - 1 or old_last >= len(self._lines):
            first, last, old_last = 0, count - 1, len(self._lines) - 1
        self._lines[first : old_last + 1] = self._read_lines(first, last)
        if sum(line.length for line in self._lines) != document.characterCount():
            self._lines = self._read_lines(0, count - 1)

    def set_known(self, known: Collection[int]) -> bool:
        """Which markers cite something from now on; False where it is as before."""
        if known == self.known and self._lines:
            return False
        self.known, self._reading = known, None
        self._lines = self._read_lines(0, self._document.blockCount() - 1)
        return True

    def _read_lines(self, first: int, last: int) -> list[ReadLine]:
        found: list[ReadLine] = []
        block = self._document.findBlockByNumber(first)
        while block.isValid() and block.blockNumber() <= last:
            found.append(read_line(block, self.known))
            block = block.next()
        return found

    def reading(self) -> Reading:
        if self._reading is None:
            if not self._lines:
                self._lines = self._read_lines(0, self._document.blockCount() - 1)
            inside = self._in_code = lines_in_code([line.prose.text for line in self._lines])
            parts = [
                Part(line.code() if number in inside else line.prose, line)
                for number, line in enumerate(self._lines)
            ]
            self._reading = Reading(parts)
        return self._reading

    def in_code(self) -> frozenset[int]:
        self.reading()
        return self._in_code

    def looks(self, number: int) -> tuple[Stretch, ...]:
        """How the stretches of a block look."""
        if number >= len(self._lines):
            return ()
        line = self._lines[number]
        return ((0, line.length - 1, BLOCK),) if number in self.in_code() else line.looks

    def numbers(self) -> list[int]:
        """The numbers of the chips, in order."""
        self.reading()
        return [number for line in self._lines for number in line.numbers]

    def between(self, first: int, last: int) -> str:
        """A stretch of the document as Markdown."""
        self.reading()
        texts: list[str] = []
        place = 0
        for number, read in enumerate(self._lines):
            start, end = max(first - place, 0), min(last - place, read.length - 1)
            if last >= place and first <= place + read.length - 1 and start <= end:
                texts.append(_part_of(read, start, end, is_code=number in self._in_code))
            place += read.length
        return "\n".join(texts)


def _part_of(read: ReadLine, first: int, last: int, *, is_code: bool) -> str:
    start = bisect_left(read.wide, first) if read.wide else first
    end = bisect_left(read.wide, last) if read.wide else last
    chips = {at - start: words for at, words in read.chips.items() if start <= at < end}
    part = read.line.part(start, end)
    return (markup.plain if is_code else markup.write)(part, chips).text.translate(BREAKS)


def lines_in_code(lines: Sequence[str]) -> frozenset[int]:
    """Which lines belong to a block of code."""
    if not any("```" in line or "~~~" in line or line[:1] in " \t" for line in lines):
        return frozenset()
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found: set[int] = set()
    for start, end in code_blocks_in("\n".join(lines)):
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, end)
        found.update(range(first, last))
    return frozenset(found)


def read_line(block: QTextBlock, known: Collection[int]) -> ReadLine:
    shown = block.text()
    is_wide = shown.isascii() is False and any(letter > "\uffff" for letter in shown)
    wide = (0, *accumulate(2 if letter > "\uffff" else 1 for letter in shown)) if is_wide else ()
    styles, numbers = _styles(block, shown, wide)
    at_chips = [at for at, letter in enumerate(shown) if letter == OBJECT]
    chips = {
        at: markup.marker(number, shown[at - 1 : at] if at else "", shown[at + 1 : at + 2])
        if number
        else "\ufffd"
        for at, number in zip(at_chips, numbers, strict=True)
    }
    line = Line(shown, styles)
    prose = _with_breaks(markup.write(line, chips))
    numbers = tuple(number for number in numbers if number)
    looks = tuple(_looks(line, prose, wide, known))
    return ReadLine(block.length(), line, numbers, chips, wide, prose, looks)


def _with_breaks(written: Written) -> Written:
    text = written.text.replace("\u2028", "\n")
    return written if text is written.text else Written(text, written.at)


def _styles(
    block: QTextBlock, shown: str, wide: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The style of each character, and the number of each chip; 0 for what is none."""
    styles: list[int] = []
    numbers: list[int] = []
    for one in block.textFormats():
        start, length, form = parts_of(one)
        if wide:
            start, length = _in_letters(wide, start, length)
        styles += [form.intProperty(STYLE)] * length
        number = form.intProperty(NUMBER) if form.objectType() == CHIP else 0
        numbers += [number] * shown.count(OBJECT, start, start + length)
    return tuple(styles), tuple(numbers)


def _in_letters(wide: tuple[int, ...], start: int, length: int) -> tuple[int, int]:
    first, last = bisect_left(wide, start), bisect_left(wide, start + length)
    return first, last - first


def _looks(
    line: Line, prose: Written, wide: tuple[int, ...], known: Collection[int]
) -> list[Stretch]:
    masks = [style & LOOK for style in line.styles]
    for start, end, look in _over(prose.text, known):
        for at in set(prose.at[start:end]):
            if at < len(masks):
                masks[at] |= look
    return [
        (wide[start], wide[end], mask) if wide else (start, end, mask)
        for start, end, mask in markup.runs(tuple(masks))
        if mask
    ]


def _over(text: str, known: Collection[int]) -> list[Stretch]:
    """Placeholders and markers that cite nothing."""
    found: list[Stretch] = []
    if "[" in text:
        found += [
            (marker.start, marker.end, LOOSE)
            for marker in markers_in(text)
            if any(number not in known for number in marker.numbers)
        ]
    if "{{" in text:
        still_open = {(item.start, item.end) for item in unresolved_in(text)}
        for place in placeholders_in(text):
            look = PLACEHOLDER if (place.start, place.end) in still_open else FALLBACK
            found.append((place.start, place.end, look))
    return found
