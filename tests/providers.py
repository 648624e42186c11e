"""A model for tests: it says what its script says, stalls, fails and hears a cancellation."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.errors import Cancelled, ProviderError, ProviderFault
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.ports import Cancellation


@dataclass
class ScriptedProvider:
    """Implements ports.Provider.

    deltas: what it says, piece by piece, or what makes that of a request. fault: how it fails
    after the deltas. stalls: after the deltas it waits until it is cancelled or `go_on` is set.
    started: set when a call has begun. requests: what it was asked, in order.
    """

    deltas: Sequence[str] | Callable[[ModelRequest], Sequence[str]] = ()
    fault: ProviderFault | None = None
    stalls: bool = False
    name: str = "openai"
    model: str = "scripted-1"
    tokens: Tokens = field(default_factory=lambda: Tokens(120, 20, 30))
    requests: list[ModelRequest] = field(default_factory=list)
    started: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)

    def write(
        self,
        request: ModelRequest,
        deliver: Callable[[str], None],
        cancellation: Cancellation,
    ) -> ModelReply:
        self.requests.append(request)
        self.started.set()
        deltas = self.deltas(request) if callable(self.deltas) else self.deltas
        for delta in deltas:
            _unless_cancelled(cancellation)
            deliver(delta)
        if self.stalls:
            cancellation.listen(self.go_on.set)
            self.go_on.wait()
        _unless_cancelled(cancellation)
        if self.fault:
            said = f"The scripted model failed ({self.fault}). Quoted passages stand in."
            raise ProviderError(self.name, self.fault, said)
        return ModelReply("".join(deltas), self.model, self.tokens, 1.0, 2.0)


def _unless_cancelled(cancellation: Cancellation) -> None:
    if cancellation:
        raise Cancelled
