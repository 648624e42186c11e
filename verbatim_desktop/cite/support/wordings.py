"""Words that two people may use for one thing, looser than the gate allows.

Read once from resources/wordings.txt. A word found this way counts for less than the word itself.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from verbatim_desktop.cite.support.tables import key_of
from verbatim_desktop.resources import read_text

WORDINGS = "wordings.txt"


@cache
def _groups() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in read_text(WORDINGS).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        members = [key_of(word) for word in line.split(",")]
        for member in members:
            found[member].update(members)
    return {member: frozenset(others - {member}) for member, others in found.items()}


def worded(key: str) -> frozenset[str]:
    """What another may say for a word."""
    return _groups().get(key, frozenset())
