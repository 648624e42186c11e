"""Small words that limit what is said: negations, conditions, "only", quantifiers, must and can.

Words of one family may stand for one another.
"""

from __future__ import annotations

from collections import defaultdict

from verbatim_desktop.cite.support import tables

_FAMILIES = (
    # what denies
    "not no never none nothing nobody neither nor without cannot nowhere hardly",
    # conditions
    "if when whenever once where while case provided long assuming whether since",
    "unless except excluding apart",
    "only solely exclusively just",
    "before prior until till",
    "after once following since when",
    "until till unless",
    # what must, should or can be
    "must need needs have has required requires require necessary mandatory shall",
    "should ought recommended recommend advisable",
    "can may might could able possible optionally lets allows optional let allow",
    "will would",
    # how many, how often
    "all every each any always both whole entire everything everyone",
    "some several few many certain sometimes occasionally various multiple",
    "most mostly usually often generally typically frequently commonly normally many",
    # how much
    "least minimum",
    "most maximum up",
    "more over above exceeds exceeding greater",
    "less fewer under below",
    # where and when
    "on enabled",
    "off disabled",
    "in into inside within",
    "out outside",
    "with",
    "first",
    "last",
    "same",
    "even",
    "because since as due",
)


def _families() -> dict[str, frozenset[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for number, words in enumerate(_FAMILIES):
        for word in words.split():
            found[word].add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


FAMILY_OF = _families()
#: What may not be added, whatever stands in its place.
PAIRS = tables.wordset(
    "if unless except only before after until must should all every always never least more less "
    "fewer because needs required requires"
)
NEGATIVE = frozenset(_FAMILIES[0].split())
#: What matters when it is traded for another.
SHARP = tables.wordset(
    "not no never none nothing nobody neither nor without cannot nowhere if when whenever unless "
    "except excluding only before until till after must need needs required requires require "
    "should can may might could optional all every each any always both some several few many "
    "sometimes most usually often least minimum maximum up more less fewer over above below under "
    "on off in into out first last because"
)
#: Those that also merely relate, and count in a copy alone.
SOFT = tables.wordset(
    "in into on out up over under first last some many most several few can may might could "
    "because both often usually sometimes"
)
