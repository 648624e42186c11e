"""Keep what a reader says of an answer, with what a writer needs to act on it."""

from __future__ import annotations

from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.feedback import FEEDBACK, Feedback, Judgement
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.ports import Clock, Library

MOST_NOTE = 4000


def keep_feedback(
    answer_id: str, judgement: Judgement, note: str, library: Library, clock: Clock
) -> Feedback:
    """The newest judgement of an answer stands. Raises NotFound where the answer is not kept."""
    answer = library.answer(answer_id)
    feedback = Feedback(
        answer=answer.id,
        question=answer.question,
        judgement=judgement,
        note=note.strip()[:MOST_NOTE],
        at=clock.now(),
        level=answer.confidence.level.value,
        sections=tuple(dict.fromkeys(place_of(citation) for citation in answer.citations)),
    )
    library.keep(FEEDBACK, answer.id, to_plain(feedback))
    return feedback


def withdraw(answer_id: str, library: Library) -> None:
    library.drop(FEEDBACK, answer_id)


def feedback_on(answer_id: str, library: Library) -> Feedback | None:
    kept = library.kept_as(FEEDBACK, answer_id)
    return from_plain(Feedback, kept.value) if kept is not None else None


def feedbacks(library: Library) -> tuple[Feedback, ...]:
    return tuple(from_plain(Feedback, kept.value) for kept in library.kept(FEEDBACK))


def place_of(citation: Citation) -> str:
    anchor = f"#{citation.anchor}" if citation.anchor else ""
    return f"{citation.identity}{anchor}"
