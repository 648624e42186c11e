"""Values of Qt whose members the types of PySide6 leave out: read and made here alone."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTextEdit


def rect_of(option: QStyleOptionViewItem) -> QRectF:
    """Where an item is drawn."""
    return QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue]


def has_state(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
    """Whether an item is selected, under the pointer, or the like."""
    return bool(option.state & flag)  # pyright: ignore[reportAttributeAccessIssue]


def selection(cursor: QTextCursor, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
    """A stretch of a document that is drawn in a format of its own."""
    made = QTextEdit.ExtraSelection()
    made.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
    made.format = form  # pyright: ignore[reportAttributeAccessIssue]
    return made


def format_range(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    """A stretch of a layout in a format. start, length: as Qt counts, in UTF-16 units."""
    made = QTextLayout.FormatRange()
    made.start = start  # pyright: ignore[reportAttributeAccessIssue]
    made.length = length  # pyright: ignore[reportAttributeAccessIssue]
    made.format = form  # pyright: ignore[reportAttributeAccessIssue]
    return made


def parts_of(one: QTextLayout.FormatRange) -> tuple[int, int, QTextCharFormat]:
    """Start and length in UTF-16 units, and the format."""
    return one.start, one.length, one.format  # pyright: ignore[reportAttributeAccessIssue]
