"""Stem words with Snowball, for the languages it is kept up for; other words stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Protocol

#: ISO 639-1 codes of the languages that are stemmed, and Snowball's name for each.
LANGUAGES = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}


class Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 (Snowball's name)


@cache
def _stemmer(language: str) -> Callable[[], Stemmer]:
    """The pure Python stemmer: a C library found by chance could be of another version."""
    name = LANGUAGES[language]
    module = import_module(f"snowballstemmer.{name}_stemmer")
    return getattr(module, f"{name.title()}Stemmer")


@lru_cache(maxsize=65536)
def stem(word: str, language: str) -> str:
    """The stem of a folded word; the word itself where its language is not stemmed."""
    if len(word) < 3 or not word.isalpha() or language not in LANGUAGES:
        return word
    # One of its own for each word: it holds the word it is at, and threads would share it.
    return _stemmer(language)().stemWord(word)
