"""A number with its noun, as it is told to people."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """1 page, 2 pages, 12,345 pages. many: where an "s" does not do."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
