"""Ask a question: who writes, what it cost, and where the answer is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from verbatim_desktop.app.models import Models
from verbatim_desktop.app.rooms import searched
from verbatim_desktop.app.usage import record
from verbatim_desktop.domain.answers import NO_PROVIDER
from verbatim_desktop.domain.events import AskEvent, Finished
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.workflows.ask_question import answered, kept
from verbatim_desktop.workflows.ask_with_model import Writer, no_event
from verbatim_desktop.workflows.record_usage import record_of

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.answers import Answer
    from verbatim_desktop.ports import Cancellation


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with all that was chosen for it."""

    question: str
    filters: Filters
    provider: str = ""
    model: str = ""
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Unkept:
    """An answer that nobody has kept yet. asked_of: the provider that was to write; fault: why it
    did not. counted: what it cost stands in the usage already.
    """

    answer: Answer
    asked_of: str
    fault: str
    counted: bool = False


def find(
    asked: Asked,
    rooms: Rooms,
    deliver: Callable[[AskEvent], None],
    cancellation: Cancellation,
) -> Unkept:
    """Answer, and keep nothing but what was paid for. Raises as `Verbatim.ask` says."""
    provider, why = Models(rooms).writer_or_why(asked.provider, asked.model)
    answer, fault = answered(
        asked.question,
        *searched(rooms),
        rooms.new_id(),
        filters=asked.filters,
        writer=Writer(provider, why, deliver, cancellation),
        follows=asked.follows,
    )
    found = Unkept(answer, provider.name if provider else NO_PROVIDER, fault)
    # Tokens are spent whether or not anybody still waits for what came of them.
    return _counted(found, rooms) if answer.usage.input_tokens is not None else found


def keep(found: Unkept, rooms: Rooms) -> Answer:
    """Keep an answer, and write down what it cost."""
    found = found if found.counted else _counted(found, rooms)
    return kept(found.answer, rooms.library())


def _counted(found: Unkept, rooms: Rooms) -> Unkept:
    """With its cost in the usage; a note says where it could not be put there."""
    answer = found.answer
    missing = record(
        rooms,
        lambda name, settings: record_of(answer, name, settings, found.asked_of, found.fault),
    )
    if missing:
        answer = replace(answer, notes=(*answer.notes, missing))
    return replace(found, answer=answer, counted=True)


def ask(
    asked: Asked,
    rooms: Rooms,
    deliver: Callable[[AskEvent], None] | None,
    cancellation: Cancellation,
) -> Answer:
    """Answer, write down what it cost, keep it. Raises as `Verbatim.ask` says."""
    hear = deliver or no_event
    answer = keep(find(asked, rooms, hear, cancellation), rooms)
    hear(Finished(answer))
    return answer
