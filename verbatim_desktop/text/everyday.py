"""How telling a word is by itself, whatever library is asked.

A small library lacks many everyday words ("goes", "bad", "weeks"); that says nothing about what it
covers. A table of how often words stand in sections of unrelated documentation tells those words
from the ones that carry a question. Made by bench/everyday_words.py.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from verbatim_desktop import resources
from verbatim_desktop.text.terms import Token, analyse

#: The share of sections below which a word counts as fully telling.
RARE_SHARE = 0.0002
#: From this specificity on a word is named as missing. Below it the word stands in one of six
#: hundred sections of any documentation or in more, and its absence tells nobody anything.
TELLING = 0.75
_TABLE = "everyday_words.txt"


@cache
def _shares() -> dict[str, float]:
    """Word -> median share of the sections that hold it."""
    shares: dict[str, float] = {}
    for line in resources.read_text(_TABLE).splitlines():
        if line and not line.startswith("#"):
            word, per_mille = line.split("\t")
            shares[word] = float(per_mille) / 1000
    return shares


@lru_cache(maxsize=65536)
def specificity(typed: str) -> float:
    """How telling a word is: near 0 for one that is everywhere, 1 for one that is rare or unknown.

    The logarithm of its share over that of RARE_SHARE, as inverse document frequency has it. An
    identifier is as telling as the most telling of its parts.
    """
    tokens = analyse(typed)
    parts = [token for token in tokens if not token.whole] or tokens
    share = min((_share(token) for token in parts), default=0.0)
    return math.log(max(share, RARE_SHARE)) / math.log(RARE_SHARE)


def is_telling(typed: str) -> bool:
    """Whether a person would miss the word."""
    return specificity(typed) >= TELLING


def _share(token: Token) -> float:
    """How common a word is, in whichever of its forms is commoner."""
    shares = _shares()
    return max(shares.get(token.text, 0.0), shares.get(token.stem, 0.0))
