"""Readings over time: those that were stopped, and sources that are read again on every save."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.documents import UnfinishedReading
    from verbatim_desktop.ports import Cancellation

WATCHED = "watched source"


class Readings:
    """Reached as `verbatim.readings`."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def unfinished(self) -> tuple[UnfinishedReading, ...]:
        """Readings that were stopped or killed, the latest first; none while one runs."""
        from verbatim_desktop.workflows.unfinished import unfinished_readings

        return unfinished_readings(self._rooms.library())

    def forget(self, name: str) -> None:
        """Do not go on with the reading of a source; what was stored of it stays."""
        from verbatim_desktop.workflows.unfinished import forget_reading

        forget_reading(self._rooms.library(), name)

    def watched(self) -> frozenset[str]:
        """Names of the sources that the window reads again on every save."""
        return frozenset(kept.name for kept in self._rooms.library().kept(WATCHED))

    def watch(self, name: str, on: bool) -> None:
        """Remember whether a source is watched. Raises NotFound."""
        library = self._rooms.library()
        library.source(name)
        if on:
            library.keep(WATCHED, name, True)
        else:
            library.drop(WATCHED, name)

    def changes(self, locations: Sequence[str], stop: Cancellation) -> Iterator[None]:
        """Yields after each change in these folders or archives, once it has settled.

        How things are is looked at before this returns: what is saved from then on is seen.
        Blocks in between; ends soon after the wish to stop.
        """
        changes = self._rooms.changes(locations, stop)
        next(changes, None)  # the first one says how things are
        return changes
