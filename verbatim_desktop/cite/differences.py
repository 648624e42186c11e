"""What a passage says otherwise than the sentence nearest to it, so that a writer can mend it."""

from __future__ import annotations

from difflib import SequenceMatcher

from verbatim_desktop.text.passages import fold, is_identifier

MOST_NAMED = 3
LONGEST_NAMED = 60  # characters of one difference


def difference(passage: str, sentence: str) -> str:
    """One sentence on what differs; "" where only what no reader minds does."""
    ours, theirs = passage.split(), sentence.split()
    keys = [_key(word) for word in ours], [_key(word) for word in theirs]
    changes = [
        _change(" ".join(ours[a:b]), " ".join(theirs[c:d]))
        for kind, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
        if kind != "equal"
    ]
    if not changes:
        return ""
    named = ", ".join(changes[:MOST_NAMED])
    more = len(changes) - MOST_NAMED
    return f"It {named}{f', and {more} more differences' if more > 0 else ''}."


def _key(word: str) -> str:
    """Words that are the same: caseless, but for names in code."""
    bare = word.strip(".,;:!?()[]“”\"'`")
    return word if is_identifier(bare) else fold(word)


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
