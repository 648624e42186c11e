"""Pictures of the Sources pane in each of its states, over the samples."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import SignalInstance

from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.domain.documents import IngestRequest, UnfinishedReading

CITED = "kb/1014-replace-a-broken-box.md"
#: What a writer edits: cited words and what they become.
EDITS = (("On the station page", "In the list of stations"), ("the new box", "its new box"))


@dataclass(frozen=True, slots=True)
class Camera:
    """shoot: by a name, in light and dark. settle: let the window be painted. waited: for a signal
    that what is done inside brings about.
    """

    shoot: Callable[[str], None]
    settle: Callable[[], None]
    waited: Callable[[SignalInstance], AbstractContextManager[None]]


def take_empty(window: MainWindow, camera: Camera) -> None:
    """No source yet."""
    window.show_place("sources")
    window.sources.take_focus()
    camera.settle()
    camera.shoot("sources-empty")


def take_parts(window: MainWindow, camera: Camera) -> None:
    """What is listed, looked through, asked for, stopped and failed."""
    pane = window.sources
    with camera.waited(pane.documents.document_wanted):
        pane.show_documents()
    camera.settle()
    camera.shoot("sources-documents")
    pane.documents.field.setText("nowhere to be found")
    camera.shoot("sources-documents-none")
    pane.documents.field.clear()
    pane.show_synonyms()
    camera.settle()
    camera.shoot("sources-synonyms")
    pane.add_repository()
    camera.shoot("sources-repository")
    pane.dismiss()
    stopped = IngestRequest("handbook", name="handbook")
    pane.reading.say_stopped(UnfinishedReading(stopped, 1284, 2806))
    camera.shoot("sources-stopped")
    with camera.waited(pane.broke):
        pane.offer("/srv/handbook")
    camera.shoot("sources-error")


def take_drift(window: MainWindow, camera: Camera, samples: Path, run: IngestRun) -> None:
    """A cited page is edited and read again: what was answered before has drifted."""
    page = samples / CITED
    text = page.read_text("utf-8")
    for old, new in EDITS:
        text = text.replace(old, new)
    page.write_text(text, encoding="utf-8")
    pane = window.sources
    window.show_place("sources")
    with camera.waited(run.finished):
        pane.read_all_again()
    with camera.waited(pane.beside_shown):
        window.refresh()
    camera.settle()
    camera.shoot("sources-drifted")
    pane.show_drift()
    camera.settle()
    camera.shoot("sources-drift")
    pane.close_drift()
    window.show_place("ask")
