"""Tool tips: Qt takes them for markup, so foreign words are set as the characters that they are."""

from __future__ import annotations

from html import escape


def plain_tip(text: str) -> str:
    """A tool tip that shows these characters, whatever they look like."""
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>" if text else ""
