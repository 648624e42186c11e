"""Which draft belongs to which step of a reply's text, so that undo brings back both. Pure.

The text has its own line of undo; where the program changed the draft with it (another tone, a
question answered again) the step is remembered here.
"""

from __future__ import annotations

from dataclasses import dataclass

from verbatim_desktop.domain.replies import ReplyDraft


@dataclass(frozen=True, slots=True)
class Change:
    """step: how many steps back there were once it was made."""

    step: int
    before: ReplyDraft
    after: ReplyDraft


class ReplyHistory:
    def __init__(self) -> None:
        self._changes: list[Change] = []
        self._made = 0  # how many of them hold now

    def clear(self) -> None:
        self._changes, self._made = [], 0

    def made(self, step: int, before: ReplyDraft, after: ReplyDraft) -> None:
        """The program changed the draft."""
        del self._changes[self._made :]
        self._changes.append(Change(step, before, after))
        self._made += 1

    def typed(self) -> None:
        """The text was changed anew: what was taken back does not come again."""
        del self._changes[self._made :]

    def travelled(self, step: int) -> ReplyDraft | None:
        """A step was taken back or forth; the draft that holds now, None where it is the same."""
        held: ReplyDraft | None = None
        while self._made and step < self._changes[self._made - 1].step:
            self._made -= 1
            held = self._changes[self._made].before
        while self._made < len(self._changes) and step >= self._changes[self._made].step:
            held = self._changes[self._made].after
            self._made += 1
        return held
