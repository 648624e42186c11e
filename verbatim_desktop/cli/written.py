"""A model's text on a terminal: as it arrives, then what the checks say of it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verbatim_desktop.cli.output import note, one_line, printable
from verbatim_desktop.domain.answers import NO_PROVIDER
from verbatim_desktop.domain.events import AskEvent, Text
from verbatim_desktop.domain.support import Support

if TYPE_CHECKING:
    from rich.console import Console

    from verbatim_desktop.app.composer import Composer
    from verbatim_desktop.domain.answers import Answer
    from verbatim_desktop.domain.replies import ReplyDraft
    from verbatim_desktop.domain.rewrites import Rewrite


class OnTerminal:
    """Hears the events of a question and prints the text; told is what was printed."""

    def __init__(self) -> None:
        self.told = ""

    def __call__(self, event: AskEvent) -> None:
        if isinstance(event, Text):
            self.told += event.text
            sys.stdout.write(printable(event.text))
            sys.stdout.flush()

    def close(self, answer: Answer) -> bool:
        """End the line; whether what was printed is the answer's text."""
        if self.told:
            sys.stdout.write("\n")
        return bool(self.told) and self.told.strip() == answer.text


def say_checks(console: Console, answer: Answer) -> None:
    """The sentences of a model that are not borne out, each with what is lacking."""
    from verbatim_desktop.cli.reading import say

    if answer.provider == NO_PROVIDER:
        return
    for claim in answer.claims:
        if claim.support is Support.NOT_SUPPORTED:
            lacking = " ".join(dict.fromkeys(lack.detail for lack in claim.lacking))
            say(console, f"Not supported: “{one_line(claim.text)}” {lacking}", style="red")
        elif claim.support is Support.UNCITED:
            say(console, f"Without a source: “{one_line(claim.text)}”", style="yellow")
    if answer.dropped:
        say(console, f"Markers of nothing, left out: {', '.join(answer.dropped)}", style="yellow")


def say_written(composer: Composer, draft: ReplyDraft, done: Rewrite) -> None:
    """What a model made of a reply's answers, or why they are quoted; on stderr."""
    hidden = composer.redact(draft.message.text, draft.unmarked, draft.marked)
    values = {item.placeholder: item.kind.value for item in hidden.redactions}
    kinds = Counter(values.values())
    if done.provider != NO_PROVIDER:
        what = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "nothing"
        note(f"Hidden from {done.provider}: {what}. {hidden.notice}")
    for line in _told(done):
        note(one_line(line))


def _told(done: Rewrite) -> Iterator[str]:
    if done.fallback:
        yield done.fallback
    else:
        yield f"Written by {done.provider}, {done.model}."
    yield from done.notes
    for sentence in done.unsupported:
        lacking = " ".join(dict.fromkeys(lack.detail for lack in sentence.assessment.lacking))
        yield f"Not supported: “{sentence.text}” {lacking}"
    for sentence in done.uncited:
        yield f"Without a source: “{sentence.text}”"
    if done.lost:
        yield f"No longer in it: {', '.join(one.text for one in done.lost)}"
    if done.added:
        yield f"New in it: {', '.join(one.text for one in done.added)}"
    if done.left_out:
        yield f"Left out of the model's text: {', '.join(done.left_out)}"
    if done.unrecorded:
        yield done.unrecorded
