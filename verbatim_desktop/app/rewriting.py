"""Let a model write or rewrite a reply: who writes, what it cost, and what stands in for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.app.models import Models
from verbatim_desktop.app.usage import record
from verbatim_desktop.domain.answers import NO_PROVIDER
from verbatim_desktop.domain.errors import ProviderFault
from verbatim_desktop.domain.usage import UsageKind
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.workflows import rewrite_text, write_reply
from verbatim_desktop.workflows.record_usage import record_of_reply, record_of_rewrite

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.replies import ReplyDraft
    from verbatim_desktop.domain.rewrites import Rewrite
    from verbatim_desktop.workflows.compose_reply import Desk


class Rewriting:
    """One wish to have something written, by whom, and who hears the text as it arrives."""

    def __init__(
        self,
        rooms: Rooms,
        provider: str,
        model: str,
        deliver: Callable[[str], None] | None,
        cancellation: Cancellation | None,
    ) -> None:
        self._rooms, self._provider, self._model = rooms, provider, model
        self._deliver = deliver or _heard_by_nobody
        self._wish = Cancellation() if cancellation is None else cancellation  # false until wished

    def rewrite(self, task: rewrite_text.Task) -> Rewrite:
        """A draft or a part of it in another style. Raises as `Composer.rewrite` says."""
        writer = Models(self._rooms).writer(self._provider, self._model)
        started = self._rooms.clock.seconds()
        library = self._rooms.library()
        done = rewrite_text.rewrite(task, writer, library, self._deliver, self._wish)
        return self._recorded(done, writer.name, started, UsageKind.REWRITE) if writer else done

    def write(self, draft: ReplyDraft, desk: Desk) -> Rewrite:
        """The answers of a draft in a model's words. Raises as `Composer.write` says."""
        writer, why = Models(self._rooms).writer_or_why(self._provider, self._model)
        if why:
            return write_reply.as_it_was(draft, why, ProviderFault.NOT_SET_UP)
        started = self._rooms.clock.seconds()
        hearing = write_reply.Hearing(self._deliver, self._wish)
        done = write_reply.write_reply(draft, writer, desk, hearing)
        if writer is None or done.provider == NO_PROVIDER:  # nobody was asked
            return done
        return self._recorded(done, writer.name, started, UsageKind.REPLY)

    def _recorded(self, done: Rewrite, asked: str, started: float, kind: UsageKind) -> Rewrite:
        at, took = self._rooms.clock.now(), took_since(self._rooms, started)
        missing = record(
            self._rooms,
            lambda name, settings: record_of_rewrite(done, name, at, settings, asked, took, kind),
        )
        return replace(done, unrecorded=missing)


def count(draft: ReplyDraft, took: float, rooms: Rooms) -> str:
    """Put a draft that no model wrote down in the usage; why that could not be, "" where it was."""
    return record(rooms, lambda name, settings: record_of_reply(draft, name, settings, took))


def took_since(rooms: Rooms, started: float) -> float:
    """Milliseconds since a reading of the clock."""
    return round((rooms.clock.seconds() - started) * 1000, 3)


def _heard_by_nobody(_text: str) -> None:
    """In place of who would show a text as it is written."""
