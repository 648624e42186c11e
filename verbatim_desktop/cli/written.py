"""A model's answer on a terminal: its text as it arrives, then what the checks say of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from verbatim_desktop.cli.output import one_line, printable
from verbatim_desktop.domain.events import AskEvent, Text
from verbatim_desktop.domain.support import Support

if TYPE_CHECKING:
    from rich.console import Console

    from verbatim_desktop.domain.answers import Answer


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

    if answer.provider == "none":
        return
    for claim in answer.claims:
        if claim.support is Support.NOT_SUPPORTED:
            lacking = " ".join(dict.fromkeys(lack.detail for lack in claim.lacking))
            say(console, f"Not supported: “{one_line(claim.text)}” {lacking}", style="red")
        elif claim.support is Support.UNCITED:
            say(console, f"Without a source: “{one_line(claim.text)}”", style="yellow")
    if answer.dropped:
        say(console, f"Markers of nothing, left out: {', '.join(answer.dropped)}", style="yellow")
