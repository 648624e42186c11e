"""What a question that asks on is searched with: its own words, then those of the subject."""

from __future__ import annotations

from verbatim_desktop.answer.follow_up import subject_of
from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.ports import Library


def asked_on(question: str, follows: str, library: Library) -> str:
    """The question with the subject of the answer before; "" where it stands by itself.

    follows: the id of that answer, "" for none. Raises NotFound.
    """
    if not follows:
        return ""
    words = subject_of(question, _searched(library.answer(follows)))
    return f"{question.strip()} {' '.join(words)}" if words else ""


def _searched(before: Answer) -> str:
    """What the answer before was about, its own subject included."""
    return before.rewritten[0] if before.follows and before.rewritten else before.question
