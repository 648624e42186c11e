"""What Verbatim stands on: the adapters of one workspace, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from verbatim_desktop.domain.documents import IngestReport, IngestRequest
    from verbatim_desktop.domain.health import Check
    from verbatim_desktop.domain.pages import Page
    from verbatim_desktop.ports import Clock, Library, Progress, SearchIndex
    from verbatim_desktop.workflows.describe_source import SourceFolder


class Rooms(Protocol):
    """One workspace's adapters. Safe to call from any thread.

    What takes time to make (library, index) answers with the same object each time.
    """

    @property
    def workspace(self) -> str: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def provider(self) -> str:
        """Who writes answers unless a question says otherwise: "none" or a provider's name."""
        ...

    def new_id(self) -> str: ...

    def library(self) -> Library: ...

    def index(self) -> SearchIndex: ...

    def open_folder(self, location: str) -> SourceFolder:
        """A folder's files. Raises SourceUnavailable."""
        ...

    def ingest(
        self, requests: Sequence[IngestRequest], progress: Progress
    ) -> tuple[IngestReport, ...]:
        """Run an ingest, here or in a process of its own."""
        ...

    def changes(self, locations: Sequence[str]) -> Iterator[None]:
        """Yields at once, and after each save in the folders, once it has settled."""
        ...

    def inspect(self) -> tuple[Check, ...]:
        """Look at the installation."""
        ...

    def draw_pdf(self, page: Page) -> bytes:
        """A document as PDF."""
        ...

    def close(self) -> None:
        """Let go of what library and index have opened."""
        ...
