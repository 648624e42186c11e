"""The options that narrow a search, shared by `search` and `ask`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from verbatim_desktop.domain.retrieval import Filters


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --in, --source, --kind and --version-of; the command gets them as `filters`."""

    @wraps(command)
    def with_filters(
        *arguments: Any,
        globs: tuple[str, ...],
        sources: tuple[str, ...],
        kind: str | None,
        docs_version: str | None,
        **others: Any,
    ) -> Any:
        filters = Filters(sources=sources, globs=globs, kind=kind or "", version=docs_version or "")
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
    )
    decorated: Callable[..., Any] = with_filters
    for option in reversed(options):
        decorated = option(decorated)
    return decorated
