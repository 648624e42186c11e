"""Tool tips: Qt takes them for markup, so foreign words are set as the characters that they are."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QWidget


def plain_tip(text: str) -> str:
    """A tool tip that shows these characters, whatever they look like."""
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>" if text else ""


def set_plain_tip(widget: QWidget, text: str) -> None:
    """Such a tip, and the words alone for a screen reader, which Qt would give the markup."""
    widget.setToolTip(plain_tip(text))
    widget.setAccessibleDescription(text)
