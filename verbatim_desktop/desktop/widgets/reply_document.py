"""A reply's Markdown as a QTextDocument.

A line is a text block, a citation one character that is drawn as a chip. Styles are a property of
their characters; asterisks, backticks and backslashes do not stand in the document, and are made
of the styles when it is read (reply_lines.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from verbatim_desktop.compose.markup import Stretch, code_blocks_in, markers_in
from verbatim_desktop.desktop.reply_markup import CHIP as OBJECT
from verbatim_desktop.desktop.reply_markup import LOOK, Line, literal, parse, runs
from verbatim_desktop.desktop.widgets.safe_browser import as_inserted

CHIP = QTextFormat.ObjectTypes.UserObject.value + 11
NUMBER = QTextFormat.Property.UserProperty.value + 11
STYLE = QTextFormat.Property.UserProperty.value + 12
#: In per cent: how high a line of text stands, and the blank one between two paragraphs.
LEADING, GAP = 138, 60
BREAKS = str.maketrans({"\u2028": "\n", "\u2029": "\n"})


def chip_at(document: QTextDocument, place: int) -> int:
    """The number of the chip at a position; 0 where there is none."""
    if place < 0 or document.characterAt(place) != OBJECT:
        return 0
    cursor = QTextCursor(document)
    cursor.setPosition(place + 1)
    form = cursor.charFormat()
    return form.intProperty(NUMBER) if form.objectType() == CHIP else 0


def style_at(document: QTextDocument, place: int) -> int:
    """The style of the character at a position."""
    if place < 0 or place >= document.characterCount() - 1:
        return 0
    cursor = QTextCursor(document)
    cursor.setPosition(place + 1)
    return cursor.charFormat().intProperty(STYLE)


def styled_format(style: int) -> QTextCharFormat:
    form = QTextCharFormat()
    if style:
        form.setProperty(STYLE, style)
    return form


def chip_format(number: int, style: int = 0) -> QTextCharFormat:
    form = styled_format(style)
    form.setObjectType(CHIP)
    form.setProperty(NUMBER, number)
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
    return form


def line_format(*, blank: bool = False) -> QTextBlockFormat:
    form = QTextBlockFormat()
    height = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
    form.setLineHeight(GAP if blank else LEADING, height)
    return form


def insert(cursor: QTextCursor, text: str, known: Collection[int], style: int = 0) -> None:
    """Put Markdown in at the cursor, its known markers as chips. A step of the caller's.

    style: of all of it, beside its own.
    """
    text = as_read(text)
    chips, blocks, at = _chips(text, known), code_blocks_in(text), 0
    for number, line in enumerate(text.split("\n")):
        if number:
            cursor.insertBlock(line_format(), QTextCharFormat())
        _insert_line(cursor, line, at, chips, is_code=lies_in(blocks, at), style=style)
        at += len(line) + 1


def insert_literally(cursor: QTextCursor, text: str) -> None:
    """Put characters in as they are."""
    for number, line in enumerate(as_read(text).split("\n")):
        if number:
            cursor.insertBlock(line_format(), QTextCharFormat())
        cursor.insertText(line, QTextCharFormat())


def as_read(text: str) -> str:
    """A text as it is read once it stands in a document."""
    return "\n".join(map(as_inserted, text.split("\n"))).translate(BREAKS)


def _chips(text: str, known: Collection[int]) -> dict[int, tuple[int, int]]:
    """Where a known marker begins: where it ends, and its number."""
    return {
        marker.start: (marker.end, marker.numbers[0])
        for marker in markers_in(text)
        if len(marker.numbers) == 1 and marker.numbers[0] in known
    }


def lies_in(blocks: list[Stretch], at: int) -> bool:
    return any(start <= at < end for start, end in blocks)


def _insert_line(
    cursor: QTextCursor,
    line: str,
    start: int,
    chips: dict[int, tuple[int, int]],
    *,
    is_code: bool,
    style: int,
) -> None:
    text, numbers, at = "", list[int](), 0
    while at < len(line):
        end, number = chips.get(start + at, (0, 0))
        if end:
            numbers.append(number)
            text += OBJECT
            at = end - start
        else:
            text += line[at]
            at += 1
    _insert_styled(cursor, literal(text) if is_code else parse(text), numbers, style)


def _insert_styled(cursor: QTextCursor, line: Line, numbers: list[int], style: int) -> None:
    following = iter(numbers)
    for start, end, own in runs(line.styles):
        both = own | style
        for number, part in enumerate(line.shown[start:end].split(OBJECT)):
            if number:
                cursor.insertText(OBJECT, chip_format(next(following), both & LOOK))
            if part:
                cursor.insertText(part, styled_format(both))


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
