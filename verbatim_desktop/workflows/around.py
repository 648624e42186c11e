"""What stands around a provider and is one itself: the same name, the same model."""

from __future__ import annotations

from dataclasses import dataclass

from verbatim_desktop.ports import Provider


@dataclass(frozen=True, slots=True)
class Around:
    """The part of ports.Provider that is the inner one's."""

    inner: Provider

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def model(self) -> str:
        return self.inner.model
