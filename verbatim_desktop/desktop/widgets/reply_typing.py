"""What Markdown becomes in a reply once its last character is typed: a style, or a chip."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import groupby

from PySide6.QtGui import QTextCharFormat, QTextCursor

from verbatim_desktop.desktop.reply_markup import CODE, EMPHASIS, STRONG
from verbatim_desktop.desktop.widgets import reply_document as doc

#: A citation that ends where the cursor is.
_MARKER = re.compile(r"\[(\d{1,3})\]$")
#: A styled stretch that ends where the cursor is: its marks, and what they mean.
_STYLES = (
    (re.compile(r"(?<!\*)(\*\*)(?=[^\s*])([^*]*[^\s*])\*\*$"), STRONG),
    (re.compile(r"(?<![\w*])(\*)(?=[^\s*])([^*]*[^\s*])\*$"), EMPHASIS),
    (re.compile(r"(?<!`)(`)([^`]+)`$"), CODE),
)
#: What a styled stretch can end with.
STYLE_ENDS = ("*", "`")


def take_marker(cursor: QTextCursor, known: Collection[int]) -> bool:
    """A marker before the cursor becomes a chip where it cites something; part of the typing."""
    found = _MARKER.search(_line_before(cursor))
    if found is None or int(found[1]) not in known:
        return False
    cursor.joinPreviousEditBlock()
    move = QTextCursor.MoveOperation.Left
    cursor.movePosition(move, QTextCursor.MoveMode.KeepAnchor, len(found[0]))
    cursor.insertText(doc.OBJECT, doc.chip_format(int(found[1])))
    cursor.endEditBlock()
    return True


def take_style(cursor: QTextCursor, code_lines: Collection[int]) -> bool:
    """The marks before the cursor become the style they mean, in a step of their own.

    code_lines: numbers of the lines that stand in a block of code; no mark means anything there.
    """
    line = _line_before(cursor)
    for pattern, style in _STYLES:
        found = pattern.search(line)
        if found is None:
            continue
        length, width = len(found.group().encode("utf-16-le")) // 2, len(found[1])
        start = cursor.position() - length
        in_code = doc.style_at(cursor.document(), start) & CODE
        if not in_code and cursor.blockNumber() not in code_lines:
            _take_marks(cursor, (start, cursor.position()), width, style)
            return True
    return False


def _line_before(cursor: QTextCursor) -> str:
    return cursor.block().text()[: cursor.positionInBlock()]


def _take_marks(cursor: QTextCursor, span: tuple[int, int], width: int, style: int) -> None:
    """The style in the place of the marks around a stretch; the cursor goes behind it."""
    start, end = span
    cursor.beginEditBlock()
    for first in (end - width, start):
        cursor.setPosition(first)
        cursor.setPosition(first + width, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
    cursor.setPosition(start)
    cursor.setPosition(end - 2 * width, QTextCursor.MoveMode.KeepAnchor)
    add_style(cursor, style)
    cursor.setPosition(end - 2 * width)
    cursor.endEditBlock()


def add_style(cursor: QTextCursor, style: int, *, take_away: bool = False) -> None:
    """Add a style to what is selected; whatever else its characters are stays."""
    document, one = cursor.document(), QTextCursor(cursor)
    places = range(cursor.selectionStart(), cursor.selectionEnd())
    for held, group in groupby(places, key=lambda place: doc.style_at(document, place)):
        stretch = list(group)
        one.setPosition(stretch[0])
        one.setPosition(stretch[-1] + 1, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setProperty(doc.STYLE, held & ~style if take_away else held | style)
        one.mergeCharFormat(form)
