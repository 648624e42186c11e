"""How answers, places and figures read on a terminal: plain, indented, as wide as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.cli.output import one_line, styled
from verbatim_desktop.domain.documents import target_of
from verbatim_desktop.domain.retrieval import SCORE_UNIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.text import Text

    from verbatim_desktop.domain.answers import Answer, Citation, Confidence, TicketDraft
    from verbatim_desktop.domain.documents import FileNote

LEVEL_STYLES = {"high": "green", "medium": "yellow", "low": "red"}
PLACE = "cyan"
WHOLE = "."  # the path of what is said of a source as a whole
QUIET = "dim"
#: After the place of a citation; any other verdict stands there as it is called.
_READ_BACK = {"verified": "", "ambiguous": "  (repeated on its page)"}
NARROWEST = 20  # columns for text, however narrow the terminal
#: Of a list of files: reasons that are shown, and files that are named behind each.
MOST_REASONS, MOST_FILES = 12, 3


def place(source: str, route: str, path: str, anchor: str) -> str:
    """SOURCE/ROUTE-OR-PATH#anchor, as `docs show` and verbatim: links name it."""
    return target_of(f"{source}/{route or path}", anchor)


def points(score: int) -> str:
    return f"{score / SCORE_UNIT:.2f}"


def say(console: Console, text: str, *, indent: int = 0, style: str = "", mark: str = "") -> None:
    """A paragraph, wrapped to the terminal and indented as a whole; mark hangs before it."""
    inner = indent + len(mark)
    margin = " " * indent + mark
    for line in styled(text).wrap(console, max(console.width - inner, NARROWEST)):
        line.rstrip()
        _put(console, margin, line, style)
        margin = " " * inner


def say_marked(console: Console, text: str) -> None:
    """An answer's text: code stays between backticks, bold is bold where the terminal can."""
    from verbatim_desktop.text.inline import pieces

    shown = styled("")
    for piece in pieces(text):
        words = text[piece.first : piece.last]
        style = "bold" if piece.strong else ""
        shown.append_text(styled(f"`{words}`" if piece.code else words, style))
    for line in shown.wrap(console, max(console.width, NARROWEST)):
        line.rstrip()
        _put(console, "", line, "")


def say_whole(console: Console, text: str, *, indent: int = 0, style: str = "") -> None:
    """A name or an address on one line, however long: it is there to be copied."""
    _put(console, " " * indent, styled(one_line(text)), style)


def _put(console: Console, margin: str, line: Text, style: str) -> None:
    console.print(margin, line, sep="", style=style, no_wrap=True, overflow="ignore", crop=False)


def say_answer(console: Console, answer: Answer, *, told: bool = False) -> None:
    """told: whether the text was printed as it arrived."""
    if not told:
        say_marked(console, answer.text)
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
            at = place(near.source, near.route, near.path, near.anchor)
            say_whole(console, at, indent=4, style=PLACE)


def say_ticket(console: Console, ticket: TicketDraft) -> None:
    """What to hand on, to be read; --format markdown has it as a document."""
    say(console, ticket.title, style="bold")
    console.print()
    for line in ticket.summary.split("\n"):
        say(console, line)
    _say_list(console, "Ask the customer next", ticket.next_information)
    if ticket.citations:
        say_citations(console, ticket.citations, "Closest passages")
    if ticket.context:
        console.print("\nPasted with the question", style="bold")
        for line in ticket.context.split("\n"):
            say_whole(console, line, indent=2, style=QUIET)
    _say_list(console, "What was searched", ticket.searched)
    say_confidence(console, ticket.confidence)


def _say_list(console: Console, heading: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(f"\n{heading}", style="bold")
    for line in lines:
        say(console, line, indent=2, mark="- ")


def say_citations(
    console: Console, citations: Iterable[Citation], heading: str = "Sources"
) -> None:
    """Each quote with the place it was read from."""
    console.print(f"\n{heading}", style="bold")
    for citation in citations:
        say(console, f"“{citation.quote}”", indent=2, mark=f"[{citation.marker}] ")
        at = place(citation.source, citation.route, citation.path, citation.anchor)
        verdict = _READ_BACK.get(citation.status.value, f"  ({citation.status.value})")
        say_whole(console, at + verdict, indent=6, style=PLACE)
        if citation.url:
            say_whole(console, citation.url, indent=6, style=QUIET)


def say_confidence(console: Console, confidence: Confidence) -> None:
    level = confidence.level.value
    console.print()
    say(console, f"Confidence: {level} ({confidence.score:.2f})", style=LEVEL_STYLES[level])
    for reason in confidence.reasons:
        say(console, reason, indent=2, mark="- ")


def say_files(console: Console, heading: str, notes: Iterable[FileNote], style: str = "") -> None:
    """Files by the reason they have in common, the first of each named; nothing where there are
    none. A source may have thousands.
    """
    by_reason: dict[str, list[str]] = {}
    for file in notes:
        by_reason.setdefault(file.reason, []).append(file.path)
    if not by_reason:
        return
    files = list(by_reason.items())
    console.print(f"\n{heading} ({sum(len(paths) for _, paths in files)})", style=style)
    for reason, paths in files[:MOST_REASONS]:
        say(console, f"{files_named(paths)}: {reason}", indent=2, mark="- ")
    left = sum(len(paths) for _, paths in files[MOST_REASONS:])
    if left:
        say(console, f"and {left:,} more. --json lists all.", indent=2, style=QUIET)


def files_named(paths: Sequence[str]) -> str:
    """The first files of a list, and how many more there are."""
    names = ", ".join("the source" if path == WHOLE else path for path in paths[:MOST_FILES])
    left = len(paths) - MOST_FILES
    return f"{names} and {left:,} more" if left > 0 else names
