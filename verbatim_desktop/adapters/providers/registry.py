"""Which provider a name stands for. No SDK is imported here, and nothing is opened."""

from __future__ import annotations

import re

from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.adapters.providers.call import Api
from verbatim_desktop.adapters.providers.loop import shared_loop
from verbatim_desktop.adapters.providers.writer import Writer
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.ports import Provider, Secrets

#: What genai-prices calls the makers whose models these are.
MAKERS = {
    ProviderName.OPENAI: ("openai", re.compile(r"gpt-|o\d")),
    ProviderName.ANTHROPIC: ("anthropic", re.compile(r"claude-")),
    ProviderName.GEMINI: ("google", re.compile(r"gemini-")),
}
#: Models that do not write text for text, or not through these APIs.
OTHERS = re.compile(
    r"audio|cyber|deep-research|embedding|ft:|image|live|realtime|robotics|safeguard|search|"
    r"transcribe|translate|tts|vision|whisper|instruct|nano-banana|omni|oss"
)


def provider(settings: ProviderSettings, secrets: Secrets) -> Provider | None:
    """A provider as it is set; None for "none". What is wrong with it is said when it is called."""
    if settings.name is ProviderName.NONE:
        return None
    return Writer(api_of(settings.name), settings, secrets, shared_loop)


def api_of(name: ProviderName) -> Api:
    """The API of a provider."""
    from verbatim_desktop.adapters.providers.anthropic import AnthropicApi
    from verbatim_desktop.adapters.providers.compatible import CompatibleApi
    from verbatim_desktop.adapters.providers.gemini import GeminiApi
    from verbatim_desktop.adapters.providers.openai import OpenAIApi

    apis: dict[ProviderName, type[Api]] = {
        ProviderName.OPENAI: OpenAIApi,
        ProviderName.ANTHROPIC: AnthropicApi,
        ProviderName.GEMINI: GeminiApi,
        ProviderName.COMPATIBLE: CompatibleApi,
    }
    return apis[name]()


def known_models(name: ProviderName) -> tuple[str, ...]:
    """Names that prices are known for, the latest first; no network is asked."""
    if name not in MAKERS:
        return ()
    with importing:
        from genai_prices import data

    maker, ours = MAKERS[name]
    models = next(each.models for each in data.providers if each.id == maker)
    names = [
        model.id
        for model in models
        if ours.match(model.id) and not OTHERS.search(model.id) and not model.deprecated
    ]
    return tuple(sorted(names, key=_version, reverse=True))


def _version(name: str) -> tuple[tuple[float, ...], str]:
    return tuple(float(number) for number in re.findall(r"\d+(?:\.\d+)?", name)), name
