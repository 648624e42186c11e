"""A model that writes, what its calls cost, and how often it may be called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from verbatim_desktop.domain.answers import Tokens
    from verbatim_desktop.domain.models import ModelReply, ModelRequest
    from verbatim_desktop.domain.usage import UsageFilter, UsageRecord
    from verbatim_desktop.ports.running import Cancellation


class Provider(Protocol):
    """A language model behind one of the APIs. It writes; it never retrieves or judges."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    def write(
        self,
        request: ModelRequest,
        deliver: Callable[[str], None],
        cancellation: Cancellation,
    ) -> ModelReply:
        """Call the model and hand on its text as it arrives, on the calling thread.

        Returns when the stream has ended as it should. Raises ProviderError, or Cancelled within
        100 ms of the wish. Tries again only before the first token and inside the deadline.
        """
        ...


class Prices(Protocol):
    """What models cost, as far as it is known without a network."""

    def cost(self, provider: str, model: str, tokens: Tokens, /) -> float | None:
        """US dollars, None where the price is not known."""
        ...


class RateLimits(Protocol):
    """How often the providers of one workspace may be called. Survives a restart."""

    def take(self, provider: str, per_minute: int, /) -> float:
        """Count a call; 0 where it may be made, else the seconds until the next may."""
        ...


class Ledger(Protocol):
    """What the questions and calls of one workspace cost."""

    def record(self, record: UsageRecord, /) -> None: ...

    def records(
        self, narrow: UsageFilter = ..., /, *, limit: int | None = None
    ) -> tuple[UsageRecord, ...]:
        """Records, newest first."""
        ...

    def cost_since(self, since: str) -> float:
        """US dollars of all calls from a time (ISO 8601, UTC) on; unknown costs count nothing."""
        ...

    def forget_questions(self) -> int:
        """Take previews and full texts of questions out of every record; how many held one."""
        ...
