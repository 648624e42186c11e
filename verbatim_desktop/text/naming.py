"""How the words of a question are named to a person, and whether a library speaks its language.

Text without spaces is searched by pairs of characters; nobody wrote those, so neighbouring pairs
are named as the run they came from.
"""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.domain.retrieval import GroupStatistics

#: Fewer words than this may all be rare; a longer question holds words of grammar.
_FEWEST = 4
#: The first character of the scripts without spaces that Unicode keeps above all European ones.
_FIRST_CJK = 0x2E80


def is_foreign(statistics: Sequence[GroupStatistics]) -> bool:
    """Whether a question seems to be in another language than the library.

    Not one of its words stands there, and even "how" and "the" are looked for.
    """
    return len(statistics) >= _FEWEST and not any(item.sections for item in statistics)


def joined_pairs(words: Sequence[str]) -> list[str]:
    """Overlapping pairs of characters as one run: 返金, 金は becomes 返金は."""
    runs: list[str] = []
    for word in words:
        if runs and _follows(runs[-1], word):
            runs[-1] += word[1]
        else:
            runs.append(word)
    return runs


def _follows(run: str, word: str) -> bool:
    return len(word) == 2 and ord(word[0]) >= _FIRST_CJK and len(run) > 1 and run[-1] == word[0]
