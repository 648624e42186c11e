"""Tell names of products from other words: who asks about "Gatsby" asks about Gatsby.

The names are those of a public list of brands (Simple Icons, CC0), whatever is asked of whichever
library. Some are ordinary words too ("Drone", "Remix"). Made by bench/product_names.py.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache

from verbatim_desktop import resources
from verbatim_desktop.text.everyday import is_telling

_TABLE = "product_names.txt"
#: Marks a name in the table that is an ordinary word.
ORDINARY = "~"
#: A shorter word is not taken for a name without its ".js".
SHORTEST = 3
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


class Name(Enum):
    """What a word may be the name of."""

    NONE = "none"
    PRODUCT = "product"
    PERHAPS = "perhaps"  # an ordinary word, written as one


@cache
def _names() -> dict[str, bool]:
    """Plain name -> whether it is an ordinary word too."""
    lines = resources.read_text(_TABLE).splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    return {name.removesuffix(ORDINARY): name.endswith(ORDINARY) for name in names}


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """Letters and digits alone, so that "Next.js" and "nextjs" are one name."""
    return _NOT_IN_NAMES.sub("", text.lower())


@lru_cache(maxsize=16384)
def name_of(word: str) -> Name:
    """Whether a word of a question, as typed, names a product; "Vue" names Vue.js."""
    bare = plain(word)
    ordinary = _names().get(bare)
    if ordinary is None and len(bare) >= SHORTEST and is_telling(word):
        ordinary = _names().get(f"{bare}js")
        ordinary = None if ordinary is None else not word[:1].isupper()
    if ordinary is None:
        return Name.NONE
    return Name.PERHAPS if ordinary and not word[:1].isupper() else Name.PRODUCT
