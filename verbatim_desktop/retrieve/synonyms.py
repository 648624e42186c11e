"""Synonyms as people write them: one readable file per workspace.

    # a comment
    env, environment variable        each stands for the others
    k8s => kubernetes, container     the left is also looked for as the right, not the other way

A line that cannot be read is passed over and reported with its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.text.terms import analyse

ARROW = "=>"
MOST_WORDS = 4

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Synonyms:
    """What may be said instead. Keys and values are stems of successive words."""

    entries: Mapping[Words, tuple[Words, ...]] = field(
        default_factory=dict[Words, tuple[Words, ...]]
    )
    problems: tuple[FileNote, ...] = ()


def parse_synonyms(text: str, language: str = "en") -> Synonyms:
    """Read a synonym file."""
    entries: dict[Words, dict[Words, None]] = {}
    problems: list[FileNote] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        left, arrow, right = written.partition(ARROW)
        sources = _alternatives(left, language)
        targets = _alternatives(right, language) if arrow else sources
        if not sources or not targets or (not arrow and len(sources) < 2):
            problems.append(FileNote(f"line {number}", "Write “a, b” or “a => b”."))
            continue
        for source in sources:
            others = {target: None for target in targets if target != source}
            entries.setdefault(source, {}).update(others)
    return Synonyms({key: tuple(values) for key, values in entries.items()}, tuple(problems))


def _alternatives(text: str, language: str) -> list[Words]:
    found = (words_of(part, language) for part in text.split(","))
    return [words for words in found if 0 < len(words) <= MOST_WORDS]


def words_of(text: str, language: str) -> Words:
    """The stems of a phrase, one a position: identifiers by their parts where they have some."""
    by_position = {token.position: token.stem for token in analyse(text, language)}
    return tuple(by_position[position] for position in sorted(by_position))
