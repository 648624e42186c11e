"""Change true passages so that they no longer stand, and tell plainly whether one stands after all.

What is said here of a passage is read word by word, without the folding and the places of the
verifier: it is what the verifier is held against.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from verbatim_desktop.domain.documents import Block, BlockKind, Document, MarkKind, Sentence
from verbatim_desktop.text.passages import is_identifier

EDGES = ".,;:!?()[]{}<>“”‘’\"'*|…-–—/\\#`"  # a passage may start after these and end before them
_QUOTES = str.maketrans("‘’‚‛′“”„‟″«»", '\'\'\'\'\'"""""""', "\u00ad\u200b\u2060\ufeff")
_NAME = re.compile(r"[\w./@-]*\w")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a page, as words."""

    page: Document
    sentence: Sentence

    @property
    def words(self) -> list[str]:
        return self.page.text_of(self.sentence).split()


Mutation = Callable[[Passage, random.Random], list[str] | None]


def change_word(passage: Passage, chance: random.Random) -> list[str] | None:
    """Another word of the page in the place of one."""
    words, page = passage.words, passage.page
    other = chance.choice(chance.choice(page.blocks).text.split() or ["other"])
    at = chance.randrange(len(words))
    return [*words[:at], other, *words[at + 1 :]] if other.lower() != words[at].lower() else None


def change_number(passage: Passage, chance: random.Random) -> list[str] | None:
    words = passage.words
    numbered = [i for i, word in enumerate(words) if re.search(r"\d", word)]
    if not numbered:
        return None
    at = chance.choice(numbered)
    changed = re.sub(r"\d", lambda d: str((int(d[0]) + 1) % 10), words[at], count=1)
    return [*words[:at], changed, *words[at + 1 :]]


def change_case(passage: Passage, chance: random.Random) -> list[str] | None:
    """The case of an identifier."""
    words = passage.words
    named = [i for i, word in enumerate(words) if is_name(word) and word.swapcase() != word]
    if not named:
        return None
    at = chance.choice(named)
    return [*words[:at], words[at].swapcase(), *words[at + 1 :]]


def change_order(passage: Passage, chance: random.Random) -> list[str] | None:
    """Two neighbouring words change places."""
    words = passage.words
    if len(words) < 3:
        return None
    at = chance.randrange(len(words) - 1)
    swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
    return swapped if swapped != words else None


def leave_out(passage: Passage, chance: random.Random) -> list[str] | None:
    words = passage.words
    if len(words) < 4:
        return None
    at = chance.randrange(1, len(words) - 1)
    return [*words[:at], *words[at + 1 :]]


def join_blocks(passage: Passage, chance: random.Random) -> list[str] | None:
    """The end of a block and the start of the next."""
    blocks, at = passage.page.blocks, passage.sentence.block
    following = next((b.text.split() for b in blocks[at + 1 :] if b.text.strip()), None)
    last = blocks[at].text.split()
    if not following or not last:
        return None
    return [*last[-chance.randint(1, 8) :], *following[: chance.randint(1, 8)]]


def take_from_neighbour(passage: Passage, chance: random.Random) -> list[str] | None:
    """The words of another sentence of the page after one's own."""
    other = passage.page.text_of(chance.choice(passage.page.sentences)).split()
    return [*passage.words, *other[: chance.randint(1, 6)]]


KINDS: tuple[Mutation, ...] = (
    change_word,
    change_number,
    change_case,
    change_order,
    leave_out,
    join_blocks,
    take_from_neighbour,
)


def mutated(
    passages: Sequence[Passage], count: int, chance: random.Random
) -> Iterator[tuple[str, Document, str]]:
    """(kind, page, changed passage), the kinds in turn."""
    made = tries = 0
    while made < count and tries < 100 * count:
        kind = KINDS[made % len(KINDS)] if tries % 20 else chance.choice(KINDS)
        tries += 1
        passage = chance.choice(passages)
        words = kind(passage, chance) if passage.words else None
        if words:
            made += 1
            yield kind.__name__, passage.page, " ".join(words)


# --- Whether a passage stands --------------------------------------------------------------------


def is_name(word: str) -> bool:
    """Whether a word is one identifier and nothing else."""
    bare = word.strip(EDGES)
    return _NAME.fullmatch(bare) is not None and is_identifier(bare)


def standing(passage: str, page: Document) -> int:
    """How often a passage stands in a block of a page, read word by word."""
    wanted = passage.translate(_QUOTES).split()
    return sum(_in_block(wanted, block) for block in page.blocks)


def written(passage: str, page: Document) -> int:
    """How often a page's blocks hold the letters of a passage, whatever stands around them."""
    wanted = " ".join(passage.translate(_QUOTES).split()).casefold()
    texts = (" ".join(b.text.translate(_QUOTES).split()).casefold() for b in page.blocks)
    return sum(text.count(wanted) for text in texts)


def _in_block(wanted: list[str], block: Block) -> int:
    text = block.text.translate(_QUOTES)
    if " ".join(wanted).strip(EDGES).casefold() not in " ".join(text.split()).casefold():
        return 0
    words = list(_words(block))
    starts = range(len(words) - len(wanted) + 1)
    return sum(_at(wanted, words[start : start + len(wanted)]) for start in starts)


def _words(block: Block) -> Iterator[tuple[str, bool]]:
    """The words of a block, and whether each must stand exactly so."""
    code = [(m.start, m.end) for m in block.marks if m.kind is MarkKind.CODE]
    for found in re.finditer(r"\S+", block.text):
        within = any(found.start() < end and start < found.end() for start, end in code)
        word = found[0].translate(_QUOTES)
        if word:
            yield word, within or block.kind is BlockKind.CODE


def _at(wanted: list[str], held: list[tuple[str, bool]]) -> bool:
    last = len(wanted) - 1
    return all(
        _same(word, other, exact, opens=at == 0, closes=at == last)
        for at, (word, (other, exact)) in enumerate(zip(wanted, held, strict=True))
    )


def _same(word: str, other: str, exact: bool, *, opens: bool, closes: bool) -> bool:
    """Whether a word is the same; at its ends a passage may leave punctuation out."""
    forms = {other}
    if opens:
        forms |= {form[at:] for form in forms for at in range(_edge(form) + 1)}
    if closes:
        forms |= {form[: len(form) - at] for form in forms for at in range(_edge(form[::-1]) + 1)}
    if word in forms:
        return True
    names = exact or is_name(word) or is_name(other)
    return not names and word.casefold() in {form.casefold() for form in forms}


def _edge(word: str) -> int:
    """How many characters of punctuation a word opens with."""
    return len(word) - len(word.lstrip(EDGES))
