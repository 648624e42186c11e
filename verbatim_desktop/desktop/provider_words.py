"""Who writes, and where that runs, as the status bar says it. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

from verbatim_desktop.domain.models import ProviderName, ProviderSettings

OFFLINE = "No provider set: no socket is open"
NAMES = {
    ProviderName.OPENAI: "OpenAI",
    ProviderName.ANTHROPIC: "Anthropic",
    ProviderName.GEMINI: "Gemini",
    ProviderName.COMPATIBLE: "Endpoint",
}
HERE = frozenset(("localhost", "127.0.0.1", "::1"))


def provider_words(settings: ProviderSettings) -> str:
    """A provider by its name and where it runs; that nothing leaves where there is none."""
    if settings.name is ProviderName.NONE:
        return OFFLINE
    host = host_of(settings.base_url)
    if host in HERE:
        return f"{NAMES[settings.name]} on this computer"
    return f"{NAMES[settings.name]} at {host}" if host else NAMES[settings.name]


def host_of(address: str) -> str:
    """The host of an address alone: what else stands in it may be secret."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
