"""What a passage says otherwise than the sentence nearest to it, so that a writer can mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from verbatim_desktop.text.passages import DOUBLE_QUOTES, SINGLE_QUOTES, as_compared, is_identifier

MOST_NAMED = 3
LONGEST_NAMED = 60  # characters of one difference
_EDGES = ".,;:!?()[]\"'`" + SINGLE_QUOTES + DOUBLE_QUOTES


def difference(passage: str, sentence: str, code: Sequence[str] = ()) -> str:
    """One sentence on what differs; "" where only what no reader minds does.

    A passage may be a part of its sentence: what only goes on before or after it is no difference.
    code: the code that the sentence has, in which every character counts.
    """
    ours, theirs = passage.split(), sentence.split()
    for key in (_word, _whole):
        if changes := list(_changes(ours, theirs, key)):
            return _told(changes)
    changes = list(_changes(ours, theirs, _exact_in(code)))
    return f"{_told(changes)} In code every character counts." if changes else ""


def _told(changes: Sequence[str]) -> str:
    more = len(changes) - MOST_NAMED
    rest = f", and {more} more differences" if more > 0 else ""
    return f"It {', '.join(changes[:MOST_NAMED])}{rest}."


def _exact_in(code: Sequence[str]) -> Callable[[str], str]:
    """A word as it is written where the code has it, however it is written there."""
    names = {as_compared(word.strip(_EDGES)) for stretch in code for word in stretch.split()}
    return lambda word: word if as_compared(word.strip(_EDGES)) in names else as_compared(word)


def _word(written: str) -> str:
    """A word without what stands at its edges: caseless, but for names in code."""
    bare = written.strip(_EDGES) or written
    return bare if is_identifier(bare) else as_compared(bare)


def _whole(written: str) -> str:
    return written if is_identifier(written) else as_compared(written)


def _changes(ours: list[str], theirs: list[str], key: Callable[[str], str]) -> Iterator[str]:
    compared = SequenceMatcher(None, [*map(key, ours)], [*map(key, theirs)], autojunk=False)
    for kind, a, b, c, d in compared.get_opcodes():
        goes_on = kind == "insert" and a in (0, len(ours))
        if kind != "equal" and not goes_on:
            yield _change(" ".join(ours[a:b]), " ".join(theirs[c:d]))


def _change(ours: str, theirs: str) -> str:
    if not theirs:
        return f"lacks {_named(ours)}"
    if not ours:
        return f"also has {_named(theirs)}"
    return f"has {_named(theirs)} for {_named(ours)}"


def _named(words: str) -> str:
    if len(words) <= LONGEST_NAMED:
        return f"“{words}”"
    cut = words[: LONGEST_NAMED - 1].rsplit(" ", 1)[0]
    return f"“{cut}…”"
