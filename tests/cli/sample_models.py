"""Keys for the sample Verbatim: one in the environment, one in a keyring, and no SDK anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from verbatim_desktop.app.models import Models, provider_named
from verbatim_desktop.domain.models import KeyPlace, ProviderSettings


class SampleSecrets:
    """Implements ports.Secrets with a keyring that is a dictionary, or has gone away."""

    def __init__(self) -> None:
        self.keeps = True
        self.kept = {"openai": "sk-sample"}

    @property
    def state(self) -> str:
        if self.keeps:
            return "Keys are kept in the system keyring (Secret Service)."
        return "There is no system keyring here, so keys are kept in memory."

    def key(self, provider: str) -> str | None:
        return self.kept.get(provider)

    def keep_key(self, provider: str, key: str) -> KeyPlace:
        self.kept[provider] = key.strip()
        return KeyPlace.KEYRING if self.keeps else KeyPlace.MEMORY

    def drop_key(self, provider: str) -> bool:
        return self.kept.pop(provider, None) is not None

    def holders(self) -> Mapping[str, KeyPlace]:
        return {**dict.fromkeys(self.kept, KeyPlace.KEYRING), "gemini": KeyPlace.ENVIRONMENT}


class _Rooms:
    def __init__(self) -> None:
        self.kept = SampleSecrets()

    def secrets(self) -> SampleSecrets:
        return self.kept


class SampleModels(Models):
    """The real facade over sample secrets."""

    def __init__(self) -> None:
        rooms = _Rooms()
        super().__init__(cast("Any", rooms))
        self.kept = rooms.kept

    def chosen(self, name: str = "", model: str = "") -> ProviderSettings:
        return ProviderSettings(provider_named(name or "none"), model)
