"""What is asked of a language model, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from verbatim_desktop.domain.answers import NO_PROVIDER, Tokens


class ProviderName(StrEnum):
    """Who can write. NONE: quoted passages, no model, no network."""

    NONE = NO_PROVIDER
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call. deadline_seconds bounds all of it: connecting, every try and the whole stream.

    0 stands for what is set for the provider. allowed_seconds: what was allowed for all calls of
    a question, where this one has what is left of it; 0 where it stands by itself.
    """

    instructions: str
    text: str
    max_output_tokens: int = 0
    deadline_seconds: float = 0.0
    allowed_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A stream that ended as it should: text is all of it, model is as the provider names it.

    tokens: the input counts the cached ones too; no cost. first_token_ms and total_ms: wall time
    from the call.
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


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which provider writes unless a question says otherwise, and how each one is reached."""

    chosen: ProviderName = ProviderName.NONE
    providers: tuple[ProviderSettings, ...] = ()

    def of(self, name: ProviderName) -> ProviderSettings:
        """What is set for a provider, or its defaults."""
        found = (each for each in self.providers if each.name is name)
        return next(found, ProviderSettings(name))

    def put(self, settings: ProviderSettings) -> ModelSettings:
        """These settings in the place of the older ones of the same provider."""
        others = tuple(each for each in self.providers if each.name is not settings.name)
        return replace(self, providers=(*others, settings))


class KeyPlace(StrEnum):
    """Where a key comes from."""

    NOWHERE = "nowhere"
    ENVIRONMENT = "environment"
    KEYRING = "keyring"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class KeyState:
    """Whether a provider has a key, and where; the key itself is never in here."""

    provider: ProviderName
    place: KeyPlace
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a tiny call to a provider: one sentence, and the model as it names itself."""

    ok: bool
    message: str
    model: str = ""
    total_ms: float = 0.0
