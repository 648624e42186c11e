"""One call as every API takes it, and what an API is to the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.models import ProviderName

if TYPE_CHECKING:
    import httpx2


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent, and where. The key is kept out of every repr."""

    model: str
    instructions: str
    text: str
    max_output_tokens: int
    base_url: str
    key: str = field(default="", repr=False)


class Api(Protocol):
    """One of the APIs. Its SDK is imported in `stream`, on the loop's thread."""

    @property
    def name(self) -> ProviderName: ...

    @property
    def label(self) -> str:
        """The provider as a person calls it."""
        ...

    @property
    def base_url(self) -> str:
        """Its public address; "" where it has none."""
        ...

    @property
    def needs_key(self) -> bool: ...

    def key_header(self, key: str) -> tuple[str, str]:
        """The header that carries the key."""
        ...

    async def stream(self, call: Call, client: httpx2.AsyncClient, heard: Transcript) -> None:
        """Stream one answer into the transcript. Raises whatever the SDK raises, and Stopped."""
        ...
