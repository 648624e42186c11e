"""What is asked of a language model, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.answers import Tokens


class ProviderName(StrEnum):
    """Who can write. NONE: quoted passages, no model, no network."""

    NONE = "none"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call. deadline_seconds bounds all of it: connecting, every try and the whole stream."""

    instructions: str
    text: str
    max_output_tokens: int = 1024
    deadline_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A stream that ended as it should: text is all of it, model is as the provider names it.

    first_token_ms and total_ms: wall time from the call.
    """

    text: str
    model: str
    tokens: Tokens = field(default_factory=Tokens)
    first_token_ms: float = 0.0
    total_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """How one provider is reached. base_url "" stands for its own public address.

    No key is ever in here: keys come from the keyring or the environment when a call is made.
    """

    name: ProviderName
    model: str = ""
    base_url: str = ""
    deadline_seconds: float = 60.0
    max_output_tokens: int = 1024
    ca_file: str = ""
