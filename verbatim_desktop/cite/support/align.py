"""Which words of a claim its sources hold, and in which of their sentences.

A claim rests on few sentences: the one that holds most of it, and those next that hold what is
still missing. Rules that compare a claim with its source look at these alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.words import Kind, Reading, Word, joined_initials, read
from verbatim_desktop.text.sentences import split_sentences

#: Sentences of the sources that one claim may draw on.
WINDOW = 3


@dataclass(frozen=True, slots=True)
class Alignment:
    """A claim beside the sentences it rests on, best first.

    held: for each telling word of the claim, by position, whether they hold it. sources: every
    sentence cited.
    """

    claim: Reading
    window: tuple[Reading, ...]
    held: dict[int, bool]
    sources: tuple[Reading, ...]

    @property
    def missing(self) -> list[int]:
        return [at for at, held in self.held.items() if not held]

    @property
    def best(self) -> Reading | None:
        return self.window[0] if self.window else None


@lru_cache(maxsize=512)
def sentences_of(passage: str) -> tuple[Reading, ...]:
    """A cited text as its sentences."""
    lines = (joined_initials(line) for line in passage.split("\n") if line.strip())
    return tuple(read(line[start:end]) for line in lines for start, end in split_sentences(line))


def sources_of(cited: Sequence[str]) -> list[Reading]:
    """The sentences of the texts cited, in an order that does not hang on that of the texts."""
    return list(chain.from_iterable(sentences_of(passage) for passage in sorted(set(cited))))


def align(claim: Reading, cited: Sequence[str]) -> Alignment:
    """Choose the sentences that hold most of a claim. The order of the passages does not matter."""
    sentences = sources_of(cited)
    found = [(frozenset(_held_by(claim, sentence)), sentence) for sentence in sentences]
    window: list[Reading] = []
    covered: frozenset[int] = frozenset()
    while found and len(window) < WINDOW:
        gained, best = _best(found, covered)
        if not gained:
            break
        held, sentence = found[best]
        window.append(sentence)
        covered |= held
    held = {at: at in covered for at in _telling(claim)}
    return Alignment(claim, tuple(window), held, tuple(sentences))


def _best(
    found: Sequence[tuple[frozenset[int], Reading]], covered: frozenset[int]
) -> tuple[int, int]:
    """(words gained, number) of the sentence that adds most; the shorter of two alike."""
    gained, _, number = max(
        (len(held - covered), -len(sentence.words), -number)
        for number, (held, sentence) in enumerate(found)
    )
    return gained, -number


def _telling(claim: Reading) -> tuple[int, ...]:
    return tuple(at for at in claim.telling if claim.words[at].kind is not Kind.NUMBER)


def _held_by(claim: Reading, source: Reading) -> Iterator[int]:
    for at in _telling(claim):
        if holds(source, claim.words[at]) or joined(claim, at, source):
            yield at
    values = {quantity.value for quantity in source.quantities}
    for number, quantity in enumerate(claim.quantities):
        if quantity.value in values:
            yield -1 - number  # numbers help to choose the sentence, words are scored


def holds(source: Reading, word: Word) -> bool:
    """Whether a sentence has a word, one of its family or one that may stand for it."""
    if word.kind is Kind.IDENTIFIER:
        return word.key in source.keys or _written(word.key, source.text)
    if word.key in source.keys or word.root in source.roots:
        return True
    alike = tables.same(word.key)
    if word.phrase:
        alike = alike | tables.same(word.phrase) | {word.phrase}
    return not alike.isdisjoint(source.keys) or _is_acronym(word, source)


def _written(identifier: str, text: str) -> bool:
    """Whether an identifier stands in a text, not merely as part of another."""
    at = text.find(identifier)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(identifier) :][:1]
        if not (before.isalnum() or before in ("_", "-")) and not (
            after.isalnum() or after in ("_", "-")
        ):
            return True
        at = text.find(identifier, at + 1)
    return False


def joined(claim: Reading, at: int, source: Reading) -> bool:
    """Whether a source writes a word and its neighbour as one."""
    words = claim.words
    after = words[at].key + words[at + 1].key if at + 1 < len(words) else ""
    before = words[at - 1].key + words[at].key if at else ""
    return after in source.keys or before in source.keys


def _is_acronym(word: Word, source: Reading) -> bool:
    return 2 <= len(word.text) <= 5 and word.text.isupper() and word.lower in source.initials
