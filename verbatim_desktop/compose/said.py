"""Where one statement of a message ends and the next begins.

People who write in a hurry go on in lower case behind a question mark, and count in the middle of
a sentence what they want to know ("1) how to …, 2) how to …"): each of these is one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from verbatim_desktop.text.sentences import split_sentences

FEWEST_WORDS = 3  # of what is counted, its number among them

_ASKED = re.compile(r"[?？][\"'”’)\]»*_]*\s+(?=[^\W_A-Z])")
_COUNTED = re.compile(r"(?:(?<=\s)|^)\(?(?:(?P<number>\d)[.)]|(?P<letter>[a-h])\))\s+(?=\S)")
_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|or|und|oder|et|ou|y|e)\b)?\s*$", re.IGNORECASE)


def statements(text: str, apart: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(start, end) of each, in order. apart: what is not prose and is never cut into."""
    for start, end in split_sentences(text, apart):
        for first, last in _counted(text, start, end):
            yield from _asked(text, first, last)


def _asked(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What goes on behind a question mark is said after the question."""
    for match in _ASKED.finditer(text, start, end):
        yield start, len(text[: match.end()].rstrip())
        start = match.end()
    yield start, end


def _counted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words before a count, and each of what is counted with its number."""
    at = list(_in_turn(text, start, end))
    items = [(first, first + len(_JOINT.sub("", text[first:last]))) for first, last in pairwise(at)]
    items += [(first, end) for first in at[-1:]]
    if len(items) < 2 or any(len(text[a:b].split()) < FEWEST_WORDS for a, b in items):
        yield start, end
        return
    if text[start : at[0]].strip():
        yield start, len(text[: at[0]].rstrip())
    yield from items


def _in_turn(text: str, start: int, end: int) -> Iterator[int]:
    """Where 1, 2, 3 or a, b, c stand one after the other."""
    next_number, next_letter = 1, "a"
    for match in _COUNTED.finditer(text, start, end):
        if match["number"] == str(next_number):
            next_number += 1
        elif match["letter"] == next_letter:
            next_letter = chr(ord(next_letter) + 1)
        else:
            continue
        yield match.start()
