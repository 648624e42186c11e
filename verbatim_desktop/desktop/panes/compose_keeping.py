"""Keep the draft that is being written: a moment after it was changed, one a ticket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTime, QTimer, Signal

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.reply_work import file_under
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.domain.replies import ReplyDraft

SAVE_AFTER_MS = 1200


class ComposeKeeping(QObject):
    """saved: at which time. named: the draft as it is kept under another ticket now. refused: a
    ticket was not taken, and the draft is as it was. failed: an error.
    """

    saved = Signal(str)
    named = Signal(object)
    refused = Signal()
    failed = Signal(object)

    def __init__(
        self,
        current: Callable[[], ReplyDraft | None],
        jobs: Jobs,
        library: OpenLibrary,
        parent: QObject,
    ) -> None:
        """current: the draft as it stands, None where none is open."""
        super().__init__(parent)
        self._current, self._jobs, self._library = current, jobs, library
        self._key = ""  # under which the draft was saved; "" where it never was
        self.is_unsaved = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SAVE_AFTER_MS)
        self._soon.timeout.connect(self.save)

    def hold(self, key: str) -> None:
        """Another draft is open, as it is kept under a key; "" for one that is not kept."""
        self._key, self.is_unsaved = key, False
        self._soon.stop()

    def touch(self) -> None:
        """The draft was changed."""
        self.is_unsaved = True
        self._soon.start()

    def save(self) -> None:
        """Keep what was changed, even where the window closes now."""
        draft = self._current()
        self._soon.stop()
        if draft is None or not self.is_unsaved:
            return
        self.is_unsaved = False
        self._key = self._key or draft.key
        job = self._jobs.start(lambda: self._library().composer.save(draft), must=True)
        job.succeeded.connect(self._saved)
        job.failed.connect(self._not_saved)

    def _saved(self, _draft: object) -> None:
        self.saved.emit(QTime.currentTime().toString("HH:mm"))

    def _not_saved(self, error: Exception) -> None:
        self.is_unsaved = True
        self.failed.emit(error)

    def name_ticket(self, ticket: str) -> None:
        """Keep the draft under a ticket; one that is there already is left alone."""
        draft, wanted = self._current(), " ".join(ticket.split())
        if draft is None or wanted == draft.ticket:
            return
        moved, old = replace(draft, ticket=wanted), self._key
        self._soon.stop()
        job = self._jobs.start(lambda: file_under(self._library().composer, moved, old), must=True)
        job.succeeded.connect(self._named)
        job.failed.connect(self._not_named)

    def _named(self, draft: ReplyDraft) -> None:
        now = self._current()
        if now is not None and now.id == draft.id:
            self._key = draft.key
            self.named.emit(draft)
            self.touch()
            self._saved(draft)

    def _not_named(self, error: Exception) -> None:
        self.touch()
        self.refused.emit()  # the field shows the ticket as it is again
        self.failed.emit(error)
