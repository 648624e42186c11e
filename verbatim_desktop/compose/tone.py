"""The sentences around an answer: greeting, opening, "being looked into", sign-off.

One file a language in resources/phrases, one wording a tone. What is quoted stays in the language
of its document; a frame in another language says so.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache

from verbatim_desktop import resources
from verbatim_desktop.domain.replies import Tone

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl", "ja")
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame sentences of one language and tone; "" where a tone goes without."""

    greeting: str
    greeting_unknown: str
    opening: str
    maybe: str
    above: str
    looking: str
    looking_all: str
    ask_more: str
    welcome: str
    quoted_in: str
    closing: str
    sign_off: str


def frame_of(language: str, tone: Tone) -> Frame:
    """The frame in a language, or in English where there is none in it."""
    phrases = _phrases(language if language in LANGUAGES else DEFAULT)
    wording = {**phrases["base"], **phrases.get(tone.value, {})}
    return Frame(**{field.name: wording[field.name] for field in fields(Frame)})


@cache
def pointers() -> frozenset[str]:
    """The sentences that point at a passage above, in every language: they say nothing of it."""
    wordings = (wording for language in LANGUAGES for wording in _phrases(language).values())
    return frozenset(wording["above"] for wording in wordings if "above" in wording)


def language_name(code: str, language: str) -> str:
    """What a language is called in another one; its code where that is not known."""
    names = _phrases(language if language in LANGUAGES else DEFAULT)["languages"]
    return names.get(code, code)


@cache
def _phrases(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.read_text(f"phrases/{language}.toml"))
