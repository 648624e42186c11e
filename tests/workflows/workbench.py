"""A folder, a library and its index, to ingest the one into the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.adapters.store import open_store
from verbatim_desktop.adapters.store.engine import Hook
from verbatim_desktop.domain.documents import Document, IngestReport, IngestRequest
from verbatim_desktop.ports import Progress, no_progress
from verbatim_desktop.workflows.ingest_source import ingest_sources, remove_source


class Workbench:
    """Real files, real SQLite, real index. Close it at the end."""

    def __init__(self, home: Path, folder: Path, on_connect: Hook | None = None) -> None:
        self.home = Home(home)
        self.folder = folder
        self.store = open_store(self.home, on_connect=on_connect)
        self.library = self.store.library()
        self.index = WhooshIndex(self.library, self.home.indexes)

    def close(self) -> None:
        self.index.close()
        self.store.close()

    def write(self, path: str, text: str | bytes) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def write_others(self, count: int) -> None:
        """Pages that all say the same of different days, so that a word of another can be rare."""
        for number in range(count):
            said = f"The console shows orders, cards and reasons of day {number}."
            self.write(f"more/{number}.md", f"# Page {number}\n\n{said}\n")

    def ingest(
        self, location: Path | str = "", progress: Progress = no_progress, **options: Any
    ) -> IngestReport:
        """Ingest one folder, the bench's own where none is named."""
        request = IngestRequest(str(location or self.folder), **options)
        return self.ingest_all([request], progress)[0]

    def ingest_all(
        self, requests: list[IngestRequest], progress: Progress = no_progress
    ) -> tuple[IngestReport, ...]:
        return ingest_sources(
            requests, self.library, self.index, SystemClock(), FolderTree, progress
        )

    def remove(self, name: str) -> None:
        remove_source(name, self.library, self.index)

    def paths(self) -> list[str]:
        return [summary.path for summary in self.library.documents()]

    def page(self, name: str) -> Document:
        return self.library.document(self.library.document_named(name))

    def text(self, name: str) -> str:
        return "\n".join(block.text for block in self.page(name).blocks)

    def found(self, word: str) -> list[str]:
        """Paths of the pages that the index finds a word in."""
        postings = self.index.reader()
        hits = postings.frequencies("body", word)
        if hits is None:
            return []
        refs = self.library.section_refs(postings.keys(hits[0]))
        return sorted({ref.path for ref in refs})
