"""Keep all calls that one question makes within one deadline, however many there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from verbatim_desktop.domain.errors import ProviderError, ProviderFault
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.ports import Cancellation, Clock, Provider
from verbatim_desktop.workflows.around import Around


@dataclass(frozen=True, slots=True)
class Bounded(Around):
    """Implements ports.Provider over another one, until a moment of the clock.

    seconds: how much there was in the beginning, which is what is said.
    """

    clock: Clock
    seconds: float
    ends: float

    def write(
        self, request: ModelRequest, deliver: Callable[[str], None], cancellation: Cancellation
    ) -> ModelReply:
        left = self.ends - self.clock.seconds()
        if left <= 0:
            said = (
                f"{self.name} took longer than {self.seconds:g} seconds. Quoted passages stand in. "
                "Ask again, or allow it more time in Settings."
            )
            raise ProviderError(self.name, ProviderFault.TIMED_OUT, said)
        if request.deadline_seconds and request.deadline_seconds < left:
            return self.inner.write(request, deliver, cancellation)
        bounded = replace(request, deadline_seconds=left, allowed_seconds=self.seconds)
        return self.inner.write(bounded, deliver, cancellation)


def bounded(provider: Provider, clock: Clock, seconds: float) -> Bounded:
    """A provider whose calls from now on take no longer than this, all together."""
    return Bounded(provider, clock, seconds, clock.seconds() + seconds)
