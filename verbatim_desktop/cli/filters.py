"""The options that narrow a search, shared by `search` and `ask`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from verbatim_desktop.domain.retrieval import Filters

_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")


def _date(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _DATE.fullmatch(value):
        raise click.BadParameter("Write a year, a month or a day, such as 2024-05-01.")
    return value


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --in, --source, --kind and the others; the command gets them as `filters`."""

    @wraps(command)
    def with_filters(
        *arguments: Any,
        globs: tuple[str, ...],
        sources: tuple[str, ...],
        kind: str | None,
        docs_version: str | None,
        tier: str | None,
        since: str | None,
        **others: Any,
    ) -> Any:
        filters = Filters(
            sources=sources,
            globs=globs,
            kind=kind or "",
            version=docs_version or "",
            tier=tier or "",
            since=since or "",
        )
        return command(*arguments, filters=filters, **others)

    options = (
        click.option(
            "--in",
            "globs",
            metavar="GLOB",
            multiple=True,
            help="Only documents whose route or path matches, such as guides/**. Repeatable.",
        ),
        click.option(
            "--source",
            "sources",
            metavar="NAME",
            multiple=True,
            help="Only this source. Repeatable.",
        ),
        click.option("--kind", type=click.Choice(["docs", "kb"]), help="Only this kind of source."),
        click.option(
            "--docs-version", metavar="V", help="Only documents of this version of the product."
        ),
        click.option(
            "--tier",
            metavar="PLAN",
            help="Leave out documents that are limited to other plans.",
        ),
        click.option(
            "--since",
            metavar="DATE",
            callback=_date,
            help="Only documents updated on or after this day, such as 2024-05-01.",
        ),
    )
    decorated: Callable[..., Any] = with_filters
    for option in reversed(options):
        decorated = option(decorated)
    return decorated
