"""Wire the adapters to Verbatim. Nothing is imported or opened before it is first used.

Settings come from options first, then from the environment:

    VERBATIM_HOME       the data folder; else the one chosen in the settings (adapters/home.py)
    VERBATIM_WORKSPACE  the workspace
    VERBATIM_PROVIDER   who writes the answers: none, openai, anthropic, gemini or compatible
    VERBATIM_MODEL      the model of that provider
    VERBATIM_OPENAI_BASE_URL and the like, OPENAI_API_KEY and the like: adapters/environment.py
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

from verbatim_desktop.adapters.clock import SystemClock

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.adapters.embedder.leg import Meanings
    from verbatim_desktop.adapters.home import Home
    from verbatim_desktop.adapters.search.index import WhooshIndex
    from verbatim_desktop.adapters.store.store import Store
    from verbatim_desktop.app import Verbatim
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
        Meaning,
        Prices,
        Progress,
        Provider,
        RateLimits,
        Secrets,
        Settings,
        Spelling,
        VectorStore,
        Workspaces,
    )
    from verbatim_desktop.workflows.describe_source import SourceFolder

DEFAULT_WORKSPACE = "default"
NO_PROVIDER = "none"  # domain.answers.NO_PROVIDER, which the window is painted without

T = TypeVar("T")


def open_verbatim(home: str = "", workspace: str = "") -> Verbatim:
    """A workspace's Verbatim. Raises UsageError for a name that cannot be one."""
    from verbatim_desktop.adapters.environment import take_keys
    from verbatim_desktop.adapters.home import find_home
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.workspaces import check_name

    take_keys()
    name = workspace or os.environ.get("VERBATIM_WORKSPACE") or DEFAULT_WORKSPACE
    check_name(name)
    return Verbatim(
        WorkspaceRooms(find_home(home), name, os.environ.get("VERBATIM_PROVIDER") or NO_PROVIDER)
    )


def data_folder(home: str = "") -> Path:
    """Where --home, VERBATIM_HOME, a choice or the platform puts the data. Raises LibraryError."""
    from verbatim_desktop.adapters.home import find_home

    return find_home(home).make().root


def report_defect(home: str, error: BaseException) -> str:
    """Keep a defect's details in the data folder's log and say where, "" where that fails."""
    from verbatim_desktop.adapters import defect_log

    return defect_log.report_defect(home, error)


def _nothing() -> None:
    """There is nothing to let go of."""


class Once(Generic[T]):
    """Makes a thing on first use, once, whichever thread asks first."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[T] = []

    def __call__(self) -> T:
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    def take(self) -> T | None:
        """Give up what was made, if it was; the next call makes another."""
        with self.shut() as made:
            return made

    @contextmanager
    def shut(self) -> Generator[T | None]:
        """The same, and who asks for one before the end of the block waits for that end."""
        with self._lock:
            made = self._made.pop() if self._made else None
            try:
                yield made
            except BaseException:
                self._made.extend([] if made is None else [made])
                raise


class WorkspaceRooms:
    """Implements app.rooms.Rooms: the adapters of one workspace of a data folder."""

    def __init__(self, home: Home, workspace: str, provider: str = NO_PROVIDER) -> None:
        self._home = home
        self.workspace = workspace
        self.provider = provider
        self.clock: Clock = SystemClock()
        self._store = Once(self._open_store)
        self.library: Once[Library] = Once(self._open_library)
        self.index: Once[WhooshIndex] = Once(self._open_index)
        self._meanings: Once[Meanings] = Once(self._open_meanings)

    def _open_store(self) -> Store:
        from verbatim_desktop.adapters.store.store import open_store

        return open_store(self._home)

    def _open_library(self) -> Library:
        return self._store().library(self.workspace)

    def _open_index(self) -> WhooshIndex:
        from verbatim_desktop.adapters.search.index import WhooshIndex

        return WhooshIndex(self.library(), self._home.indexes, self.meaning)

    def new_id(self) -> str:
        from verbatim_desktop.adapters.ids import new_id

        return new_id()

    def ingest(
        self, requests: Sequence[IngestRequest], progress: Progress
    ) -> tuple[IngestReport, ...]:
        from verbatim_desktop.workflows.ingest_source import ingest_sources

        before = self._places()
        reports = ingest_sources(
            requests, self.library(), self.index(), self.clock, self.open_folder, progress
        )
        for place in before - self._places():  # a source is read from another branch or folder now
            self.forget_folder(place)
        return reports

    def _places(self) -> set[str]:
        return {status.info.root for status in self.library().sources()}

    def open_folder(self, location: str) -> SourceFolder:
        from verbatim_desktop.adapters.sources import open_source

        return open_source(location, self._home, self.workspace)

    def forget_folder(self, location: str) -> None:
        from verbatim_desktop.adapters.sources import forget_source

        forget_source(location, self._home, self.workspace)

    def changes(self, locations: Sequence[str], stop: Cancellation | None = None) -> Iterator[None]:
        from verbatim_desktop.adapters.watch import changes

        return changes(locations, stop=stop)

    def back_up(self, path: Path) -> Backup:
        from verbatim_desktop.adapters.backups import back_up

        return back_up(self._home, path, self.clock)

    def restore(self, path: Path, progress: Progress) -> Restored:
        from verbatim_desktop.adapters.backups import restore

        self.close()
        restored = restore(self._home, path, self.clock)
        self._index_all(progress)
        return restored

    def _index_all(self, progress: Progress) -> None:
        """Build what a backup leaves out, for every workspace. What is put back stands without it:
        a question builds it then, and says what is in the way.
        """
        workspaces = self.workspaces()
        for name in workspaces.names():
            workspaces.index(name, progress)

    def folder_in_use(self) -> FolderInUse:
        from verbatim_desktop.domain.data_folder import FolderInUse

        return FolderInUse(str(self._home.root), self._home.said_by)

    def look_at_folder(self, folder: Path) -> FolderChoice:
        from verbatim_desktop.adapters.moving import look

        return look(self._home, folder)

    def move_folder(self, folder: Path, progress: Progress) -> FolderMoved:
        from verbatim_desktop.adapters.moving import move

        self._let_go_of_derived()
        with self._store.shut() as store:
            let_go = store.let_go if store else _nothing
            moved = move(self._home, folder, progress, self._go_to, let_go)
            if store:
                store.retire()
        return moved

    def _go_to(self, home: Home) -> None:
        self._home = home

    def use_folder(self, folder: Path) -> FolderMoved:
        from verbatim_desktop.adapters.moving import use

        return use(self._home, folder)

    def remove_left(self, moved: FolderMoved) -> None:
        from verbatim_desktop.adapters.moving import remove_left

        remove_left(self._home, moved)

    def inspect(self) -> tuple[Check, ...]:
        from verbatim_desktop.adapters.health import inspect

        return inspect(self._home, self.workspace)

    def workspaces(self) -> Workspaces:
        from verbatim_desktop.adapters.workspaces import HomeWorkspaces

        return HomeWorkspaces(self._home, self._store(), self.clock)

    def settings(self) -> Settings:
        from verbatim_desktop.adapters.settings_file import SettingsFile

        return SettingsFile(self._home)

    def secrets(self) -> Secrets:
        from verbatim_desktop.adapters.secrets import system_secrets

        return system_secrets()

    def overruled(self, settings: ModelSettings) -> ModelSettings:
        from verbatim_desktop.adapters.environment import overrule

        return overrule(settings, os.environ)

    def model(self, settings: ProviderSettings) -> Provider | None:
        if settings.name == NO_PROVIDER:  # nothing of a network is imported then
            return None
        from verbatim_desktop.adapters.providers.registry import provider

        return provider(settings, self.secrets())

    def known_models(self, provider: ProviderName) -> tuple[str, ...]:
        from verbatim_desktop.adapters.providers.registry import known_models

        return known_models(provider)

    def ledger(self) -> Ledger:
        return self._store().library(self.workspace).ledger()

    def prices(self) -> Prices:
        from verbatim_desktop.adapters.prices import PublicPrices

        return PublicPrices()

    def rate_limits(self) -> RateLimits:
        from verbatim_desktop.adapters.limits import FileRateLimits

        return FileRateLimits(self._home, self.workspace)

    def post_ticket(self, submission: Submission, settings: HelpdeskSettings) -> str:
        from verbatim_desktop.adapters.helpdesk import post

        return post(submission, settings, self.new_id())

    def draw_pdf(self, page: Page) -> bytes:
        from verbatim_desktop.adapters.pdf import draw_pdf

        return draw_pdf(page)

    def spelling(self) -> Spelling:
        from verbatim_desktop.adapters.spelling import SystemSpelling

        return SystemSpelling()

    def embedder(self, model: str) -> Embedder:
        from verbatim_desktop.adapters.embedder.leg import open_embedder

        return open_embedder(model)

    def vectors(self) -> VectorStore:
        return self._store().vectors(self.workspace)

    def forget_meaning(self) -> None:
        self._meanings.take()

    def meaning(self) -> Meaning | None:
        """The second leg of the workspace. Nothing is imported for one that is off."""
        from verbatim_desktop.workflows.embed_library import settings_of

        if not settings_of(self.library()).on:
            return None
        return self._meanings()()

    def _open_meanings(self) -> Meanings:
        from verbatim_desktop.adapters.embedder.leg import Meanings
        from verbatim_desktop.workflows.embed_library import settings_of

        library = self.library()
        return Meanings(library, self.vectors(), lambda: settings_of(library))

    def close(self) -> None:
        """Let go of the database; what is used again afterwards is opened again."""
        self._let_go_of_derived()
        if store := self._store.take():
            store.close()

    def _let_go_of_derived(self) -> None:
        if index := self.index.take():
            index.close()
        self._meanings.take()
        self.library.take()
