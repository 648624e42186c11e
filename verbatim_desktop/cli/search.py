"""`search`: sections best first, with the parts of each score where asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.filters import filter_options
from verbatim_desktop.cli.one_text import OneText
from verbatim_desktop.cli.output import emit_json, note_if_empty, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.retrieval import (
    Filters,
    Query,
    Ranking,
    ScoredSection,
    Term,
    TermOrigin,
    parts_among,
)

if TYPE_CHECKING:
    from rich.console import Console

SIGNALS = ("frequency", "rarity", "phrase", "proximity", "heading", "length")


@click.command("search", cls=OneText)
@click.argument("query", required=False)
@click.option(
    "-k",
    "limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="How many sections.",
)
@click.option(
    "--also",
    multiple=True,
    metavar="TEXT",
    help="Another way of asking; the rankings are joined by the places they give. Repeatable.",
)
@click.option(
    "--like",
    metavar="SECTION",
    help="In the place of a query: more like SOURCE/ROUTE-OR-PATH#ANCHOR.",
)
@filter_options
@click.option("--explain", is_flag=True, help="Show the terms, and the parts of each score.")
@shared_options
@click.pass_obj
def search_command(
    session: Session,
    query: str | None,
    limit: int,
    also: tuple[str, ...],
    like: str | None,
    filters: Filters,
    explain: bool,
) -> None:
    """Find the sections that answer a query best. No model takes part.

    Words in "double quotes" must stand together. The JSON has the parts of each score with or
    without --explain.

    \b
    verbatim search "rotate a key"
    verbatim search '"environment variables" browser' -k 5 --in "guides/**" --explain
    verbatim search "rotate a key" --also "renew a secret"
    verbatim search --like help/refunds.md#how-long
    """
    ranking = _ranking(session, query, also, like, limit, filters)
    snippets = session.verbatim.snippets(ranking)
    note_if_empty(ranking.total_sections)
    if session.json:
        emit_json(as_json.search(ranking, snippets))
        return
    console = stdout()
    if explain:
        _print_terms(console, ranking.query)
    parts = parts_among(ranking.results)
    shown = zip(ranking.results, snippets, parts, strict=True)
    for rank, (scored, snippet, part) in enumerate(shown, start=1):
        _print_result(console, rank, scored, snippet, part)
    if explain and ranking.results:
        _print_breakdown(console, ranking)
    _print_summary(console, ranking)


def _ranking(
    session: Session,
    query: str | None,
    also: tuple[str, ...],
    like: str | None,
    limit: int,
    filters: Filters,
) -> Ranking:
    if like is not None:
        if query or also:
            raise click.UsageError("Give a query or --like, not both.")
        section = session.verbatim.section(like)
        return session.verbatim.more_like(section.document_id, section.ordinal, limit, filters)
    if query is None:
        raise click.UsageError("Give a query, or a section with --like.")
    if also:
        return session.verbatim.search_many((query, *also), limit, filters)
    return session.verbatim.search(query, limit, filters)


def _print_result(
    console: Console, rank: int, scored: ScoredSection, snippet: str, part: int
) -> None:
    from verbatim_desktop.cli.reading import PLACE, place, points, say, say_whole

    section = scored.section
    title = " > ".join(section.heading_path) or section.path
    title += f" (part {part + 1})" if part else ""
    say(console, f"{title}  {points(scored.score)}", style="bold", mark=f"{rank}. ")
    at = place(section.source, section.route, section.path, section.anchor)
    say_whole(console, at, indent=3, style=PLACE)
    if snippet:
        say(console, snippet, indent=3)
    for leg in scored.legs:
        say(console, f"Place {leg.rank} for “{leg.name}”", indent=3, style="dim")
    if scored.missing:
        say(console, f"Missing: {', '.join(scored.missing)}", indent=3, style="dim")
    console.print()


def _print_terms(console: Console, query: Query) -> None:
    """What was searched for; everything added is shown as added."""
    from verbatim_desktop.cli.reading import say

    for group in query.groups:
        added = [_added(term) for term in group.terms if term.origin is not TermOrigin.TYPED]
        words = f"{group.typed} (weight {group.weight:.2f})"
        say(console, f"{words}: {', '.join(added)}" if added else words, style="dim")
    console.print()


def _added(term: Term) -> str:
    return f"+ {term.text} ({term.origin.value}, {term.weight:.2f})"


def _print_breakdown(console: Console, ranking: Ranking) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from verbatim_desktop.cli.reading import points

    shown = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("rank", "score", *SIGNALS):
        shown.add_column(heading, justify="right", no_wrap=True)
    for rank, scored in enumerate(ranking.results, start=1):
        parts = (points(getattr(scored.breakdown, signal)) for signal in SIGNALS)
        shown.add_row(str(rank), points(scored.score), *parts)
    console.print(shown)
    console.print()


def _print_summary(console: Console, ranking: Ranking) -> None:
    from verbatim_desktop.cli.reading import say

    shown = len(ranking.results)
    found = f"{shown} of {ranking.matching} matching sections" if shown else "Nothing matches"
    searched = f"{ranking.total_sections} searched, {ranking.took_ms:.1f} ms, {ranking.backend}"
    say(console, f"{found}, {searched}", style="dim")
