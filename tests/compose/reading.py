"""Hand-written messages with their questions between ⟦ and ⟧, and how well those are found.

`dev` was looked at while the finder's rules were made. `held` and `fresh` were read once, their
first figures written down in docs/benchmarks/composer.md, and only then looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verbatim_desktop.compose.message import message_of
from verbatim_desktop.compose.questions import find_questions

FOLDER = Path(__file__).parent / "messages"
SAME = 0.5  # share of characters in common from which two spans are the same question


@dataclass(frozen=True)
class Reading:
    """One message: what it asks, and what was found."""

    name: str
    wanted: tuple[str, ...]
    found: tuple[str, ...]

    @property
    def hits(self) -> int:
        left = list(self.found)
        hits = 0
        for wanted in self.wanted:
            best = next((text for text in left if _same(text, wanted)), None)
            if best is not None:
                left.remove(best)
                hits += 1
        return hits


def _same(one: str, other: str) -> bool:
    """By the words in common: one of the two holds most of the other."""
    first, second = "".join(one.split()), "".join(other.split())
    shorter, longer = sorted((first, second), key=len)
    return shorter in longer and len(shorter) >= SAME * len(longer)


def read(path: Path) -> Reading:
    marked = path.read_text(encoding="utf-8")
    wanted = tuple(part.partition("⟧")[0] for part in marked.split("⟦")[1:])
    message = message_of(marked.replace("⟦", "").replace("⟧", ""))
    return Reading(path.stem, wanted, tuple(q.text for q in find_questions(message)))


def read_set(name: str) -> list[Reading]:
    return [read(path) for path in sorted((FOLDER / name).glob("*.txt"))]


def figures(readings: list[Reading]) -> tuple[float, float, int]:
    """Precision, recall and how many questions there are."""
    hits = sum(reading.hits for reading in readings)
    found = sum(len(reading.found) for reading in readings)
    wanted = sum(len(reading.wanted) for reading in readings)
    return hits / found, hits / wanted, wanted
