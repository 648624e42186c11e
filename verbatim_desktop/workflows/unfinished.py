"""Readings that were stopped or killed: how far they came, and what to ask for to go on.

A reading leaves a mark with what it has stored; the mark goes when the source was read to its end
and published.
"""

from __future__ import annotations

from dataclasses import replace

from verbatim_desktop.domain.documents import IngestReport, IngestRequest, UnfinishedReading
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.ports import Library

KIND = "unfinished reading"


class ReadingMark:
    """The mark of one source within a library."""

    def __init__(self, library: Library, request: IngestRequest, name: str, root: str) -> None:
        self._library = library
        self._request = replace(request, location=root, name=name)

    def set(self, done: int, total: int) -> None:
        value = UnfinishedReading(self._request, done, total)
        self._library.keep(KIND, self._request.name, to_plain(value))


def unfinished_readings(library: Library) -> tuple[UnfinishedReading, ...]:
    """The readings to go on with, the latest first; none while something is being written."""
    marks = library.kept(KIND)
    if not marks or library.is_being_written():
        return ()
    return tuple(from_plain(UnfinishedReading, mark.value) for mark in marks)


def forget_finished(library: Library, reports: tuple[IngestReport, ...]) -> None:
    """Take away the marks of sources that were read to their end."""
    marked = {mark.name for mark in library.kept(KIND)}
    for report in reports:
        if report.source in marked and not report.cancelled:
            library.drop(KIND, report.source)


def forget_reading(library: Library, name: str) -> None:
    """There is nothing to go on with: the source was removed, or the person wants no more of it."""
    if library.kept_as(KIND, name):
        library.drop(KIND, name)
