"""What the environment says about models, and the keys in it.

Keys are taken out of it when the program starts, so that no process it starts gets them: not the
worker that ingests, not git, not the browser.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.models import ModelSettings, ProviderName

PROVIDER = "VERBATIM_PROVIDER"
MODEL = "VERBATIM_MODEL"
KEYS = {
    ProviderName.OPENAI: "OPENAI_API_KEY",
    ProviderName.ANTHROPIC: "ANTHROPIC_API_KEY",
    ProviderName.GEMINI: "GEMINI_API_KEY",
    ProviderName.COMPATIBLE: "VERBATIM_COMPATIBLE_API_KEY",
}
BASE_URLS = {name: f"VERBATIM_{name.upper()}_BASE_URL" for name in KEYS}

HELPDESK = "VERBATIM_HELPDESK_KEY"

_taken: dict[str, str] = {}
#: Keys that are none of a provider's, by variable.
taken: dict[str, str] = {}


def take_keys() -> Mapping[str, str]:
    """The keys that the environment held, by provider; it holds them no more."""
    for name, variable in KEYS.items():
        if key := os.environ.pop(variable, "").strip():
            _taken[name] = key
    if key := os.environ.pop(HELPDESK, "").strip():
        taken[HELPDESK] = key
    return _taken


def helpdesk_key() -> str:
    """The key of the helpdesk that the environment held, "" where it held none."""
    return taken.get(HELPDESK, "")


def overrule(settings: ModelSettings, environment: Mapping[str, str]) -> ModelSettings:
    """Settings with what the environment says in their place.

    VERBATIM_MODEL is the model of the provider that is chosen; where none is, of whichever a
    question names. Raises UsageError.
    """
    if wanted := environment.get(PROVIDER, "").strip():
        settings = replace(settings, chosen=_provider(wanted))
    for name, variable in BASE_URLS.items():
        if url := environment.get(variable, "").strip():
            settings = settings.put(replace(settings.of(name), base_url=url))
    if model := environment.get(MODEL, "").strip():
        chosen = settings.chosen
        for name in KEYS if chosen is ProviderName.NONE else (chosen,):
            settings = settings.put(replace(settings.of(name), model=model))
    return settings


def _provider(name: str) -> ProviderName:
    try:
        return ProviderName(name.lower())
    except ValueError:
        known = ", ".join(ProviderName)
        raise UsageError(f"{PROVIDER} names “{name}”. There are {known}.") from None
