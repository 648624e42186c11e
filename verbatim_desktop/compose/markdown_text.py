"""Text as Markdown that renders as exactly this text, whatever stands in it."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]])")
_LINE_START = re.compile(r"^(#|>|[-+](?=\s)|\d+(?=[.)]\s)|=+$|-{2,}$)")


def escaped(text: str) -> str:
    """One line of Markdown that renders as exactly this text."""
    line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = _SPECIAL.sub(r"\\\1", line).replace("~~", "&#126;&#126;")
    return _LINE_START.sub(r"\\\1", line)


def escaped_cell(text: str) -> str:
    """The same for a cell of a table."""
    return escaped(text).replace("|", "\\|")
