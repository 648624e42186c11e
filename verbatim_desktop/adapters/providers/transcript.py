"""What has come of one try, whichever API it came through."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from verbatim_desktop.adapters.providers.faults import Failure
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.errors import ProviderFault as Fault

#: No answer is this long; an endpoint that never stops is hung up on.
LONGEST = 1_000_000  # characters
OUT_OF_TOKENS = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
FILTERED = frozenset(
    {
        *("content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content"),
        *("spii", "language", "image_safety"),
    }
)
#: The model wanted something else than to write.
ODD = frozenset({"tool_calls", "function_call", "tool_use", "malformed_function_call"})


@dataclass
class Transcript:
    """Text, usage and the end of one stream. heard: whether anything at all has come."""

    say: Callable[[str], None]
    heard: bool = False
    finish: str = ""
    model: str = ""
    tokens: Tokens = field(default_factory=Tokens)
    first_at: float | None = None
    _parts: list[str] = field(default_factory=list[str])
    _length: int = 0

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def begun(self) -> bool:
        """Whether text has been handed on; then there is no second try."""
        return bool(self._parts)

    def add(self, delta: str | None) -> None:
        """Hand on a piece of text."""
        if not delta:
            return
        if self.first_at is None:
            self.first_at = time.monotonic()
        self._length += len(delta)
        if self._length > LONGEST:
            raise ValueError("endless")
        self._parts.append(delta)
        self.say(delta)

    def failure(self) -> Failure | None:
        """Why a stream that ended without an error is no answer all the same."""
        reason = self.finish.lower()
        if not reason:
            return _unfinished(self)
        if reason in OUT_OF_TOKENS:
            return Failure(Fault.OUT_OF_TOKENS)
        if reason in FILTERED:
            return Failure(Fault.FILTERED)
        if reason in ODD:
            return Failure(Fault.BAD_REPLY, f"it ended with “{reason}”")
        if not self.text.strip():
            return Failure(Fault.BAD_REPLY, "it was empty")
        return None


def _unfinished(transcript: Transcript) -> Failure:
    if transcript.heard:
        return Failure(Fault.CUT_SHORT, "it ended before it was finished")
    return Failure(Fault.BAD_REPLY, "it was no stream; the base URL may be another service's")
