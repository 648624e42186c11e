"""What a reader says of an answer, kept for the writer of the documentation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

#: What feedback is kept under in a library.
FEEDBACK = "feedback"


class Judgement(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"  # the documentation lacks it


@dataclass(frozen=True, slots=True)
class Feedback:
    """One judgement on one kept answer.

    at: ISO 8601, UTC. level: the answer's confidence. sections: what it rested on, as
    SOURCE/ROUTE-OR-PATH#anchor, in the order of its citations.
    """

    answer: str
    question: str
    judgement: Judgement
    note: str
    at: str
    level: str
    sections: tuple[str, ...] = ()
