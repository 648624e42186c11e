"""Spelling by the system's dictionaries, where pyenchant and one for the language are present.

Without them nothing is marked; `state` says why in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

MOST_SUGGESTIONS = 6
#: Which of several dictionaries of one language is taken first.
PREFERRED = ("en_US", "de_DE", "fr_FR", "es_ES", "pt_PT", "it_IT", "nl_NL")


class SystemSpelling:
    """Dictionaries by language; each is opened when it is first asked."""

    @property
    def state(self) -> str:
        if package() is None:
            return "Spelling is not checked: pyenchant or its library is not installed."
        found = tags()
        if not found:
            return "Spelling is not checked: no dictionary is installed."
        return f"Spelling is checked where the language has a dictionary: {', '.join(found)}."

    def misspelled(self, words: Iterable[str], language: str) -> frozenset[str]:
        """Those of the words that the dictionary does not know; none where there is none."""
        dictionary = dictionary_of(language)
        if dictionary is None:
            return frozenset()
        plain = {word: word.replace("’", "'") for word in words}
        return frozenset(word for word, asked in plain.items() if not dictionary.check(asked))

    def suggestions(self, word: str, language: str) -> tuple[str, ...]:
        dictionary = dictionary_of(language)
        if dictionary is None:
            return ()
        return tuple(dictionary.suggest(word.replace("’", "'"))[:MOST_SUGGESTIONS])


@cache
def package() -> Any:
    try:
        import enchant  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:  # the package, or the library that it loads
        return None
    return enchant


@cache
def tags() -> tuple[str, ...]:
    enchant = package()
    return tuple(sorted(enchant.list_languages())) if enchant else ()


@cache
def dictionary_of(language: str) -> Any:
    """A dictionary for "en" or "en_GB"; None where there is none."""
    fitting = [tag for tag in tags() if tag == language or tag.split("_")[0] == language]
    if not fitting:
        return None
    best = min(fitting, key=lambda tag: (tag != language, tag not in PREFERRED, tag))
    return package().Dict(best)
