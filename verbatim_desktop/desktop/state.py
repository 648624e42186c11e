"""What the panes show of the library, read in one go on the background lane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.provider_words import OFFLINE, provider_words
from verbatim_desktop.domain.errors import SettingsError, UsageError
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.documents import SourceStatus
    from verbatim_desktop.domain.health import LibrarySummary

#: Opens the library on its first call; only ever called on the background lane.
OpenLibrary = Callable[[], "Verbatim"]


@dataclass(frozen=True, slots=True)
class LibraryState:
    summary: LibrarySummary
    sources: tuple[SourceStatus, ...]
    writer: str = OFFLINE  # who writes, in words
    writers: tuple[ProviderSettings, ...] = ()  # who else may: those with a model
    chosen: ProviderSettings | None = None  # who writes, None where that cannot be told

    @property
    def is_empty(self) -> bool:
        return self.summary.documents == 0


def read_state(verbatim: Verbatim) -> LibraryState:
    return LibraryState(
        verbatim.library_summary(),
        verbatim.sources(),
        _writer(verbatim),
        _writers(verbatim),
        _chosen(verbatim),
    )


def _writer(verbatim: Verbatim) -> str:
    try:
        return provider_words(verbatim.models.chosen())
    except (SettingsError, UsageError) as error:  # asking still works, without a model
        return f"No model writes: {error}"


def _chosen(verbatim: Verbatim) -> ProviderSettings | None:
    try:
        return verbatim.models.chosen()
    except (SettingsError, UsageError):
        return None


def _writers(verbatim: Verbatim) -> tuple[ProviderSettings, ...]:
    try:
        providers = verbatim.models.settings().providers
    except (SettingsError, UsageError):
        return ()  # what is wrong with them is said as who writes
    return tuple(one for one in providers if one.model and one.name is not ProviderName.NONE)
