"""Names for what has none of its own."""

from __future__ import annotations

import os


def new_id() -> str:
    """Sixteen hexadecimal digits that no other answer has."""
    return os.urandom(8).hex()
