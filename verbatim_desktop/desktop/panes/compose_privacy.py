"""What of the message no model sees: found by form, let through or hidden by a person."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.compose.redact import redact
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.domain.redaction import DataKind, Redacted
from verbatim_desktop.domain.replies import ReplyDraft

SHORT = 3000  # characters


class ComposePrivacy(QObject):
    """found: what is hidden of the message is known now."""

    found = Signal()

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.redacted = Redacted("")

    def look(self, draft: ReplyDraft) -> None:
        """At once where the message is short; a long one is looked through on the lane."""
        work = partial(redact, draft.message.text, draft.unmarked, draft.marked)
        if len(draft.message.text) <= SHORT:
            self.redacted = work()
        else:
            self.redacted = Redacted("")
            self._jobs.start(work, channel="redact").succeeded.connect(self._take)

    def _take(self, redacted: Redacted) -> None:
        self.redacted = redacted
        self.found.emit()

    def let_through(self, draft: ReplyDraft, value: str) -> ReplyDraft:
        """A model may see this value."""
        return replace(draft, unmarked=add(draft.unmarked, value), marked=less(draft.marked, value))

    def hide(self, draft: ReplyDraft, value: str) -> ReplyDraft:
        """No model may see this value."""
        found = {one.value for one in self.redacted.redactions if one.kind is not DataKind.MARKED}
        known = value in (*draft.unmarked, *found)
        return replace(
            draft,
            unmarked=less(draft.unmarked, value),
            marked=draft.marked if known else add(draft.marked, value),
        )


def add(values: tuple[str, ...], value: str) -> tuple[str, ...]:
    return (*less(values, value), value)


def less(values: tuple[str, ...], value: str) -> tuple[str, ...]:
    return tuple(one for one in values if one != value)
