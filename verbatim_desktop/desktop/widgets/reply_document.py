"""A reply's Markdown in a QTextDocument and back, exactly.

A line is a text block. A marker whose citation is known is one character that is drawn as a chip;
everything else stands as it is written. Positions of Qt count UTF-16 units, those of the text
characters; `Reading` knows both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from verbatim_desktop.compose.markup import markers_in
from verbatim_desktop.desktop.widgets.safe_browser import as_inserted

CHIP = QTextFormat.ObjectTypes.UserObject.value + 11
NUMBER = QTextFormat.Property.UserProperty.value + 11
OBJECT = "\ufffc"
#: In per cent: how high a line of text stands, and the blank one between two paragraphs.
LEADING, GAP = 138, 60
#: Stretches that Qt counts as we do, and what stands between them: a chip, or a character of two.
_PIECE = re.compile(f"{OBJECT}|[\U00010000-\U0010ffff]|[^{OBJECT}\U00010000-\U0010ffff]+")
BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n"})


@dataclass(frozen=True, slots=True)
class Reading:
    """The Markdown of a document, and where each of its characters stands there."""

    text: str
    places: tuple[int, ...]  # of each character, and of the end

    def place(self, at: int) -> int:
        """The document's position of a character."""
        return self.places[min(max(at, 0), len(self.text))]

    def at(self, place: int) -> int:
        """The character at a position of the document, or the first one behind it."""
        return min(bisect_left(self.places, place), len(self.text))


def read(document: QTextDocument) -> Reading:
    """What a document says, as Markdown."""
    raw = document.toRawText().translate(BREAKS)
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for match in _PIECE.finditer(raw):
        shown = match.group()
        if shown == OBJECT:
            marker = _marker(document, at, raw, match.start())
            parts.append(marker)
            places += [at] * len(marker)
            at += 1
        elif ord(shown[0]) > 0xFFFF:
            parts.append(shown)
            places.append(at)
            at += 2
        else:
            parts.append(shown)
            places.extend(range(at, at + len(shown)))
            at += len(shown)
    return Reading("".join(parts), (*places, at))


def _marker(document: QTextDocument, at: int, raw: str, number: int) -> str:
    """A chip as it is written, held apart from letters that would make it none."""
    marker = chip_at(document, at)
    if not marker:
        return "\ufffd"
    before, after = raw[number - 1 : number], raw[number + 1 : number + 2]
    lead = " " if before and (before.isalnum() or before in "_\\") else ""
    trail = " " if after and after in "(:" else ""
    return f"{lead}[{marker}]{trail}"


def chip_at(document: QTextDocument, place: int) -> int:
    """The number of the chip at a position; 0 where there is none."""
    if place < 0 or document.characterAt(place) != OBJECT:
        return 0
    cursor = QTextCursor(document)
    cursor.setPosition(place + 1)
    form = cursor.charFormat()
    return form.intProperty(NUMBER) if form.objectType() == CHIP else 0


def chip_format(number: int) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setObjectType(CHIP)
    form.setProperty(NUMBER, number)
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
    return form


def line_format(*, blank: bool = False) -> QTextBlockFormat:
    form = QTextBlockFormat()
    height = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
    form.setLineHeight(GAP if blank else LEADING, height)
    return form


def insert(cursor: QTextCursor, text: str, known: Collection[int]) -> None:
    """Put Markdown in at the cursor, its known markers as chips. A step of the caller's."""
    markers = {
        marker.start: marker
        for marker in markers_in(text)
        if len(marker.numbers) == 1 and marker.numbers[0] in known
    }
    at = 0
    for start in sorted(markers):
        _insert_lines(cursor, text[at:start])
        cursor.insertText(OBJECT, chip_format(markers[start].numbers[0]))
        at = markers[start].end
    _insert_lines(cursor, text[at:])


def _insert_lines(cursor: QTextCursor, text: str) -> None:
    for number, line in enumerate(text.split("\n")):
        if number:
            cursor.insertBlock(line_format(), QTextCharFormat())
        if line:
            cursor.insertText(as_inserted(line), QTextCharFormat())


def space_out(document: QTextDocument, first: int, last: int) -> None:
    """Blank lines between paragraphs low, all others high; part of the step before.

    first, last: what was changed. Nothing is touched where all lines are as they should be: a step
    that was taken back brought its lines back as they were.
    """
    wrong = [
        (block.position(), wanted)
        for block in _lines(document, first, last)
        if block.blockFormat().lineHeight()
        != (wanted := line_format(blank=is_gap(document, block.blockNumber()))).lineHeight()
    ]
    if not wrong:
        return
    cursor = QTextCursor(document)
    cursor.joinPreviousEditBlock()
    for place, wanted in wrong:
        cursor.setPosition(place)
        cursor.setBlockFormat(wanted)
    cursor.endEditBlock()


def _lines(document: QTextDocument, first: int, last: int) -> Iterator[QTextBlock]:
    """The lines of a stretch, with the ones before and behind it."""
    end = document.characterCount() - 1
    block = document.findBlock(min(max(first, 0), end))
    block = block.previous() if block.previous().isValid() else block
    beyond = document.findBlock(min(last, end)).blockNumber() + 1
    while block.isValid() and block.blockNumber() <= beyond:
        yield block
        block = block.next()


def is_gap(document: QTextDocument, number: int) -> bool:
    """Whether a line is the blank one between two with words."""
    lines = [document.findBlockByNumber(at) for at in (number - 1, number, number + 1)]
    before, this, after = (bool(line.isValid() and line.text().strip()) for line in lines)
    return before and not this and after
