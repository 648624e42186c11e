"""Fold words so that case, accents and presentation forms do not keep them apart.

Only combining diacritics of the European scripts are dropped: a Japanese voicing mark or an Indic
vowel sign makes another word, an accent in a question most often does not.
"""

from __future__ import annotations

import re
import unicodedata

_DIACRITICS = re.compile("[\u0300-\u036f]+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})


def fold(text: str) -> str:
    """Caseless, unaccented, in compatibility form. Folding twice changes nothing."""
    if text.isascii():
        return text.lower()
    once = _fold_once(text)
    return once if once.isascii() else _fold_once(once)


def _fold_once(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = _DIACRITICS.sub("", unicodedata.normalize("NFKD", plain))
    return unicodedata.normalize("NFC", plain.translate(_LETTERS))
