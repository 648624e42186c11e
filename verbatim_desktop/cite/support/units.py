"""What of a document can bear a claim out: its sentences, and the statements that one line holds.

A row of a table may hold several sentences after a name and a type, and a line may name a subject
before a colon. Each statement is read by itself, with what leads to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from verbatim_desktop.cite.support.words import Kind, Reading
from verbatim_desktop.text.sentences import split_sentences

FEWEST_WORDS = 5  # a shorter unit is a label
_CELL = " | "
#: Where a line ends inside of a cell.
_LINES = re.compile(r"\n|(?<=[^|\s])\s{2,}(?=[^|\s])")
_AFTER_COLON = re.compile(r": (?=[A-Z])")
#: A list of names: many commas, hardly any grammar.
_LISTED_WORDS, _LISTED_COMMAS, _GRAMMAR = 10, 4, 0.12


class Unit(NamedTuple):
    """A statement and what leads to it. whole: whether it is all that the line says."""

    text: str
    lead: str
    whole: bool


def units_of(text: str, row: bool) -> Iterator[Unit]:
    """The line itself, and the statements in it where they are several."""
    sentences = list(_sentences(text)) if row else [text]
    if len(sentences) == 1:
        yield Unit(text, "", True)
    name = text.split(_CELL)[0] if row else ""
    if len(sentences) > 1:
        for sentence in sentences:
            yield Unit(sentence.split(_CELL)[-1], name, False)
    for sentence in sentences:
        colon = _AFTER_COLON.search(sentence)
        if colon:
            yield Unit(sentence[colon.end() :], f"{name} . {sentence[: colon.start()]}", False)


def _sentences(text: str) -> Iterator[str]:
    for line in _LINES.split(text):
        yield from (line[start:end] for start, end in split_sentences(line))


def is_label(text: str) -> bool:
    """A unit too short to state anything, a question, or a line that leads to a list."""
    return text.rstrip().endswith((":", "?")) or len(text.split()) < FEWEST_WORDS


def is_list(reading: Reading) -> bool:
    """Names in a row, such as keywords or properties, state nothing of each other."""
    count = len(reading.words)
    if count < _LISTED_WORDS or reading.text.count(",") < _LISTED_COMMAS:
        return False
    return sum(word.kind is Kind.FUNCTION for word in reading.words) < _GRAMMAR * count
