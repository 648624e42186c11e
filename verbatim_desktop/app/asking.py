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


def ask(
    asked: Asked,
    rooms: Rooms,
    deliver: Callable[[AskEvent], None] | None,
    cancellation: Cancellation,
) -> Answer:
    """Answer, write down what it cost, keep it. Raises as `Verbatim.ask` says."""
    provider, why = Models(rooms).writer_or_why(asked.provider, asked.model)
    writer = Writer(provider, why, deliver or no_event, cancellation)
    answer, fault = answered(
        asked.question,
        *searched(rooms),
        rooms.new_id(),
        filters=asked.filters,
        writer=writer,
        follows=asked.follows,
    )
    asked_of = provider.name if provider else NO_PROVIDER
    unrecorded = record(
        rooms, lambda name, settings: record_of(answer, name, settings, asked_of, fault)
    )
    if unrecorded:
        answer = replace(answer, notes=(*answer.notes, unrecorded))
    answer = kept(answer, rooms.library())
    writer.deliver(Finished(answer))
    return answer
