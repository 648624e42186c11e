"""How a draft comes to be open: from a message, which is read and answered, or from those kept.

A message that has a draft is gone on with; another one is begun only where a person says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_queue import Stop
from verbatim_desktop.desktop.reply_work import Begun, begin
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import ReplyDraft

if TYPE_CHECKING:
    from verbatim_desktop.app.composer import Composer

Read = Callable[["Composer"], Message]


class ComposeOpening(QObject):
    """read: a Message and what it is called. met: a message that has a draft already, which is
    open now, and what it is called. failed: an error.
    """

    read = Signal(object, str)
    met = Signal(object, str)
    failed = Signal(object)

    def __init__(self, desk: ComposeDesk, jobs: Jobs, library: OpenLibrary) -> None:
        super().__init__(desk)
        self._desk, self._jobs, self._library = desk, jobs, library
        self._coming = ""

    def read_text(self, text: str) -> None:
        """Once, however often it is asked for while it is read: what is pasted is read at once."""
        if text == self._coming and self._desk.queue.is_busy:
            return
        self._put(lambda composer: composer.read_message(text), "")
        self._coming = text

    def read_file(self, path: Path) -> None:
        self._put(lambda composer: composer.read_file(path), path.name)

    def write_blank(self) -> None:
        """A reply without a message."""
        self._put(lambda _composer: Message(""), "No message")

    def read_afresh(self, message: Message, name: str) -> None:
        """Another draft for a message that has one."""
        self._put(lambda _composer: message, name, afresh=True)

    def _put(self, read: Read, name: str, *, afresh: bool = False) -> None:
        self._desk.queue.put("Reading the message", partial(self._read, read, name, afresh))

    def _read(self, read: Read, name: str, afresh: bool) -> Stop:
        self._desk.save()
        job = self._jobs.start(lambda: read(self._library().composer))
        job.succeeded.connect(partial(self._draft, name, afresh))
        job.failed.connect(self._fail)
        return partial(self._stop, job.cancel)

    def _draft(self, name: str, afresh: bool, message: Message) -> None:
        self.read.emit(message, name)
        options = self._desk.options()
        self._desk.queue.go_on(
            "Finding questions and answers",
            partial(self._begin, lambda composer: begin(composer, message, options, afresh), name),
        )

    def _begin(self, work: Callable[[Composer], Begun], name: str) -> Stop:
        job = self._jobs.start(lambda: work(self._library().composer))
        job.succeeded.connect(partial(self._begun, name))
        job.failed.connect(self._fail)
        return partial(self._stop, job.cancel)

    def _begun(self, name: str, begun: Begun) -> None:
        """It was not cancelled, and from here on it cannot be: only now it is kept and counted."""
        self._coming = ""
        self._desk.show(begun.draft, begun.key)
        if begun.key:
            self.met.emit(begun.draft.message, name)
        else:
            self._count(begun)
        self._desk.queue.done()

    def _count(self, begun: Begun) -> None:
        def count() -> str:
            return self._library().composer.count(begun.draft, begun.took)

        job = self._jobs.start(count, must=True)
        job.succeeded.connect(self._counted)
        job.failed.connect(self.failed)

    def _counted(self, missing: str) -> None:
        if missing:
            self._desk.said.emit(missing)

    # --- kept drafts ---------------------------------------------------------------------------

    def open(self, key: str, then: Callable[[], object] | None = None) -> None:
        """A kept draft in the place of the one that is open."""
        self._desk.queue.put("Opening the draft", partial(self._open, key, then))

    def _open(self, key: str, then: Callable[[], object] | None) -> Stop:
        self._desk.save()
        job = self._jobs.start(lambda: self._library().composer.open(key))
        job.succeeded.connect(partial(self._opened, key, then))
        job.failed.connect(self._fail)
        return job.cancel

    def _opened(self, key: str, then: Callable[[], object] | None, draft: ReplyDraft) -> None:
        self.read.emit(draft.message, "")
        self._desk.show(draft, key)
        if then is not None:
            then()
        self._desk.queue.done()

    # --- where nothing comes of it ---------------------------------------------------------------

    def _stop(self, cancel: Stop) -> None:
        cancel()
        self._show_as_it_was()

    def _fail(self, error: Exception) -> None:
        self._show_as_it_was()
        self.failed.emit(error)
        self._desk.queue.done()

    def _show_as_it_was(self) -> None:
        """The message of the draft that is still open stands beside it again."""
        if self._desk.draft is not None:
            self.read.emit(self._desk.draft.message, "")
        self._desk.shown.emit()
