"""What the Sources pane asks of the library. All of it runs on the background lane."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.models.documents import DocumentRow, rows_of
from verbatim_desktop.desktop.models.passages import passages_of
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.widgets.documents_browser import Shown
from verbatim_desktop.desktop.widgets.drift_panel import DriftCard, cards_of
from verbatim_desktop.domain.locations import SourcePlace, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.documents import (
        DocumentSummary,
        FileNote,
        SourceInfo,
        UnfinishedReading,
    )

#: A larger archive is not looked through before it is read: others wait for the library.
MOST_LOOKED_THROUGH = 50_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known of the sources beside the library's own list of them."""

    unfinished: tuple[UnfinishedReading, ...] = ()
    watched: frozenset[str] = frozenset()
    drifted: int = 0


def read_beside(verbatim: Verbatim) -> Beside:
    readings = verbatim.readings
    return Beside(readings.unfinished(), readings.watched(), verbatim.audit.drift_count())


def look_at(verbatim: Verbatim, location: str) -> SourceInfo | None:
    """What a place would be read as; None for one that is too large to look through first."""
    is_archive = place_of(location) is SourcePlace.ARCHIVE and os.path.isfile(location)
    if is_archive and os.path.getsize(location) > MOST_LOOKED_THROUGH:
        return None
    return verbatim.guess(location)


def read_documents(verbatim: Verbatim) -> tuple[DocumentRow, ...]:
    return rows_of(verbatim.docs())


def read_document(verbatim: Verbatim, one: DocumentSummary, read: str) -> Shown:
    """read: when its source was last read, ISO 8601."""
    document = verbatim.document(one.id)
    return Shown(document, passages_of(document), said(read))


def read_drift(verbatim: Verbatim) -> tuple[tuple[DriftCard, ...], int]:
    """What drifted, and how many others are well."""
    found = verbatim.audit.drift_list()
    return cards_of(found.drifted), found.well


def check_synonyms(verbatim: Verbatim, text: str) -> tuple[str, tuple[FileNote, ...]]:
    """A text and what is wrong with it."""
    return text, verbatim.check_synonyms(text)


def save_synonyms(verbatim: Verbatim, text: str | None) -> str | None:
    """Save a text, or go back to the program's own; the text before, None for the program's."""
    before, own = verbatim.synonyms()
    verbatim.save_synonyms(text)
    return before if own else None


def rebind(verbatim: Verbatim, ids: Sequence[str]) -> tuple[str, ...]:
    """Bind citations anew; the ids to undo it with."""
    return tuple(one.id for one in verbatim.audit.rebind(ids))


def undo_rebind(verbatim: Verbatim, ids: Sequence[str]) -> int:
    return len(verbatim.audit.undo_rebind(ids))


def write_report(path: str, text: str, what: str = "report") -> Notice:
    """Write a file whole or not at all, and say what became of it. what: as it is called."""
    unfinished = f"{path}.part"
    try:
        with open(unfinished, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError as error:
        return Notice("bad", f"The {what} was not written.", f"{path}: {error.strerror}.")
    return Notice("ok", f"{what.capitalize()} exported.", path)
