"""What this computer keeps and knows, whatever the workspace: settings, keys, dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from verbatim_desktop.domain.models import KeyPlace
    from verbatim_desktop.domain.plain import Plain


class Settings(Protocol):
    """What is set for the whole data folder, in named sections. Never a key."""

    def section(self, name: str) -> Plain:
        """A section as it was saved, None where it never was. Raises SettingsError."""
        ...

    def save_section(self, name: str, value: Plain) -> None:
        """Put a section in the place of the older one. Raises SettingsError."""
        ...


class Secrets(Protocol):
    """Where keys are kept: the system keyring, or memory for this run where there is none.

    Each call may take a few seconds, never more, and none belongs on the window's thread.
    """

    @property
    def keeps(self) -> bool:
        """Whether keys outlive this run."""
        ...

    @property
    def state(self) -> str:
        """Where keys are kept and why, in one sentence."""
        ...

    def key(self, provider: str) -> str | None:
        """The key of a provider, from the environment, memory or the keyring.

        Raises SecretsError where a keyring is there and cannot be read.
        """
        ...

    def keep_key(self, provider: str, key: str) -> KeyPlace:
        """Keep a key, and say where. Raises UsageError for what cannot be a key."""
        ...

    def drop_key(self, provider: str) -> bool:
        """Forget a kept key; whether there was one. One of the environment stays.

        Raises SecretsError where a keyring is there and cannot be used.
        """
        ...

    def holders(self) -> Mapping[str, KeyPlace]:
        """Providers that have a key, and where it is."""
        ...


class Spelling(Protocol):
    """Dictionaries, as far as this computer has them. Used by one thread at a time."""

    @property
    def state(self) -> str:
        """What is checked, or why nothing is, in one sentence."""
        ...

    def misspelled(self, words: Iterable[str], language: str) -> frozenset[str]:
        """Those of the words that a dictionary does not know; none where there is none."""
        ...

    def suggestions(self, word: str, language: str) -> tuple[str, ...]: ...
