"""How answers, places and figures read on a terminal: plain, indented, as wide as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.cli.output import styled
from verbatim_desktop.domain.retrieval import SCORE_UNIT

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from rich.console import Console
    from rich.table import Table

    from verbatim_desktop.domain.answers import Answer, Citation, Confidence
    from verbatim_desktop.domain.documents import FileNote

LEVEL_STYLES = {"high": "green", "medium": "yellow", "low": "red"}
PLACE = "cyan"
QUIET = "dim"
NARROWEST = 20  # columns for text, however narrow the terminal


def place(source: str, route: str, path: str, anchor: str) -> str:
    """SOURCE/ROUTE-OR-PATH#anchor, as `docs show` and verbatim: links name it."""
    return f"{source}/{route or path}" + (f"#{anchor}" if anchor else "")


def points(score: int) -> str:
    return f"{score / SCORE_UNIT:.2f}"


def say(console: Console, text: str, *, indent: int = 0, style: str = "") -> None:
    """A paragraph, wrapped to the terminal and indented as a whole."""
    for line in styled(text).wrap(console, max(console.width - indent, NARROWEST)):
        line.rstrip()
        console.print(" " * indent, line, sep="", style=style, no_wrap=True, overflow="ignore")


def table(*headings: str, right: Container[str] = ()) -> Table:
    """An empty table; the headings in right stand above numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    shown = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        if heading in right:
            shown.add_column(heading, justify="right", no_wrap=True)
        else:
            shown.add_column(heading, overflow="fold")
    return shown


def say_answer(console: Console, answer: Answer) -> None:
    say(console, answer.text)
    if answer.notes:
        console.print()
        for line in answer.notes:
            say(console, f"Note: {line}", style="yellow")
    say_citations(console, answer.citations)
    say_confidence(console, answer.confidence)
    if answer.suggested:
        console.print("\nSee also", style="bold")
        for near in answer.suggested:
            say(console, near.title, indent=2)
            say(console, place(near.source, near.route, near.path, near.anchor), indent=4)
    if answer.fallback:
        console.print()
        say(console, answer.fallback, style="yellow")


def say_citations(console: Console, citations: Iterable[Citation]) -> None:
    """Each quote with the place it was read from."""
    console.print("\nSources", style="bold")
    for citation in citations:
        say(console, f"[{citation.marker}] “{citation.quote}”", indent=2)
        at = place(citation.source, citation.route, citation.path, citation.anchor)
        verdict = "" if citation.status.value == "verified" else f"  ({citation.status.value})"
        say(console, at + verdict, indent=6, style=PLACE)
        if citation.url:
            say(console, citation.url, indent=6, style=QUIET)


def say_confidence(console: Console, confidence: Confidence) -> None:
    level = confidence.level.value
    console.print()
    say(console, f"Confidence: {level} ({confidence.score:.2f})", style=LEVEL_STYLES[level])
    for reason in confidence.reasons:
        say(console, f"- {reason}", indent=2)


def say_files(console: Console, heading: str, notes: Iterable[FileNote], style: str = "") -> None:
    """A list of files with reasons; nothing where there are none."""
    notes = tuple(notes)
    if not notes:
        return
    console.print(f"\n{heading} ({len(notes)})", style=style)
    for file in notes:
        say(console, f"{file.path}: {file.reason}", indent=2)
