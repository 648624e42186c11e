"""What Verbatim stands on: the adapters of one workspace, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.compose.helpdesk import Submission
    from verbatim_desktop.domain.backups import Backup, Restored
    from verbatim_desktop.domain.data_folder import FolderChoice, FolderInUse, FolderMoved
    from verbatim_desktop.domain.documents import IngestReport, IngestRequest
    from verbatim_desktop.domain.health import Check
    from verbatim_desktop.domain.models import ModelSettings, ProviderName, ProviderSettings
    from verbatim_desktop.domain.pages import Page
    from verbatim_desktop.domain.tickets import HelpdeskSettings
    from verbatim_desktop.ports import (
        Cancellation,
        Clock,
        Embedder,
        Ledger,
        Library,
        Prices,
        Progress,
        Provider,
        RateLimits,
        SearchIndex,
        Secrets,
        Settings,
        Spelling,
        VectorStore,
        Workspaces,
    )
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
        """The files of a place as domain.locations writes it. Raises UsageError."""
        ...

    def forget_folder(self, location: str) -> None:
        """Let go of what was fetched for a place, if anything was."""
        ...

    def ingest(
        self, requests: Sequence[IngestRequest], progress: Progress
    ) -> tuple[IngestReport, ...]:
        """Run an ingest, here or in a process of its own."""
        ...

    def changes(self, locations: Sequence[str], stop: Cancellation | None = None) -> Iterator[None]:
        """Yields at once, and after each save in the folders, once it has settled.

        Ends soon after the wish to stop.
        """
        ...

    def back_up(self, path: Path) -> Backup:
        """Write the whole data folder to one file."""
        ...

    def restore(self, path: Path, progress: Progress) -> Restored:
        """Put a backup in the data folder's place and index it; both are opened anew."""
        ...

    def folder_in_use(self) -> FolderInUse:
        """Where the data stands."""
        ...

    def look_at_folder(self, folder: Path) -> FolderChoice:
        """What another folder would become. Raises UsageError."""
        ...

    def move_folder(self, folder: Path, progress: Progress) -> FolderMoved:
        """Take the data to another folder; from then on all of this stands on it."""
        ...

    def use_folder(self, folder: Path) -> FolderMoved:
        """Choose a folder that holds a library; what is open stays with its own."""
        ...

    def remove_left(self, moved: FolderMoved) -> None:
        """Remove what was copied from the folder before."""
        ...

    def inspect(self) -> tuple[Check, ...]:
        """Look at the installation."""
        ...

    def workspaces(self) -> Workspaces:
        """Every workspace of the data folder."""
        ...

    def settings(self) -> Settings:
        """What is set for the whole data folder."""
        ...

    def secrets(self) -> Secrets:
        """Where the keys of providers are kept; the same for every workspace."""
        ...

    def overruled(self, settings: ModelSettings) -> ModelSettings:
        """Settings with what the environment says in their place. Raises UsageError."""
        ...

    def model(self, settings: ProviderSettings) -> Provider | None:
        """A provider that is ready to write; None for "none". Opens nothing, imports no SDK."""
        ...

    def known_models(self, provider: ProviderName) -> tuple[str, ...]:
        """Names that a provider's models are known by; any other may be used as well."""
        ...

    def ledger(self) -> Ledger:
        """What the questions and calls of the workspace cost."""
        ...

    def prices(self) -> Prices: ...

    def rate_limits(self) -> RateLimits:
        """How often the workspace calls its providers."""
        ...

    def post_ticket(self, submission: Submission, settings: HelpdeskSettings) -> str:
        """Make a ticket at the helpdesk; its number there. Raises VerbatimError."""
        ...

    def draw_pdf(self, page: Page) -> bytes:
        """A document as PDF."""
        ...

    def spelling(self) -> Spelling:
        """Dictionaries, as far as there are any; opens none."""
        ...

    def embedder(self, model: str) -> Embedder:
        """A local embedding model: the packaged one for "", else that of a folder.

        Raises EmbeddingsUnavailable.
        """
        ...

    def vectors(self) -> VectorStore: ...

    def forget_meaning(self) -> None:
        """Read the vectors anew when they are next needed."""
        ...

    def close(self) -> None:
        """Let go of what library and index have opened."""
        ...


def searched(rooms: Rooms) -> tuple[Library, SearchIndex, Clock]:
    """What every search stands on, in the order in which workflows take it."""
    return rooms.library(), rooms.index(), rooms.clock
