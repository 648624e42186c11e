"""Is a sentence borne out by what it cites? The rules in their order, and the one threshold.

A claim that follows its source word for word is held to every word of it. One in words of its own
is held to its numbers, identifiers and negations, and to the threshold on its wording as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import fitted
from verbatim_desktop.cite.support.align import Alignment, align
from verbatim_desktop.cite.support.departures import departures, joined_on
from verbatim_desktop.cite.support.diff import Diff, diff
from verbatim_desktop.cite.support.figures import wrong_numbers
from verbatim_desktop.cite.support.measures import measures, score
from verbatim_desktop.cite.support.names import missing_names, swapped
from verbatim_desktop.cite.support.polarity import opposed, turned
from verbatim_desktop.cite.support.talk import (
    claims_nothing,
    is_chat,
    of_the_writer,
    without_opener,
)
from verbatim_desktop.cite.support.verbatim import Reads, reads_back
from verbatim_desktop.cite.support.words import Kind, read
from verbatim_desktop.domain.support import Assessment, Lack, Support, SupportRule
from verbatim_desktop.text.sentences import split_sentences

#: Share of a claim's words that follow the source from which it is held to every word.
FOLLOWS = 0.6
#: From which what it adds counts as a statement of its own.
HALF = 0.5
#: Words named as missing where no rule says what is wrong.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Examined:
    """A claim beside its sources: what faults the rules found, and the measures of its wording."""

    aligned: Alignment
    diff: Diff
    faults: tuple[Lack, ...]
    chat: bool

    @property
    def measures(self) -> dict[str, float]:
        return measures(self.aligned, self.diff, self.chat)


def assess(sentence: str, cited: Sequence[str]) -> Assessment:
    """Hold one sentence against the texts it cites, in any order.

    VERBATIM: it reads back word for word. SUPPORTED: nothing in it goes beyond them. UNCITED: there
    is no text to hold it against. Never raises, whatever the texts are.
    """
    texts = [text for text in cited if text.strip()]
    reads = reads_back(sentence, texts)
    if reads is Reads.WHOLE:
        return Assessment(Support.VERBATIM, 1.0)
    if claims_nothing(sentence):
        return Assessment(Support.SUPPORTED, 1.0, claims=False)
    if not texts:
        return Assessment(Support.UNCITED, 0.0)
    found = examine(sentence, texts)
    if reads is Reads.PART and not found.faults:
        return Assessment(Support.VERBATIM, 1.0)
    worth = score(found.measures)
    if found.faults:
        return Assessment(Support.NOT_SUPPORTED, worth, found.faults)
    if worth < fitted.SUPPORTED_FROM:
        return Assessment(Support.NOT_SUPPORTED, worth, tuple(_unsaid(found.aligned)))
    return Assessment(Support.SUPPORTED, worth)


def assess_answer(answer: str, cited: Sequence[str]) -> tuple[tuple[str, Assessment], ...]:
    """Each sentence of an answer with its assessment, all held against the same texts."""
    return tuple((sentence, assess(sentence, cited)) for sentence in sentences_of(answer))


def is_supported(assessed: Sequence[Assessment]) -> bool:
    """Whether an answer is: each of its sentences is, and one at least claims something."""
    good = all(one.support in (Support.VERBATIM, Support.SUPPORTED) for one in assessed)
    return good and any(one.claims for one in assessed)


def sentences_of(answer: str) -> list[str]:
    """An answer line by line and sentence by sentence."""
    lines = (line for line in answer.split("\n") if line.strip())
    return [line[start:end] for line in lines for start, end in split_sentences(line)]


def examine(sentence: str, cited: Sequence[str]) -> Examined:
    """Apply the rules to a sentence that claims something."""
    aligned = align(read(without_opener(sentence)), cited)
    compared = diff(aligned.claim, aligned.window)
    faults = tuple(dict.fromkeys(_faults(aligned, compared)))
    return Examined(aligned, compared, faults, is_chat(sentence))


def _faults(aligned: Alignment, compared: Diff) -> Iterator[Lack]:
    follows = compared.followed >= FOLLOWS
    yield from wrong_numbers(aligned, follows)
    yield from missing_names(aligned, follows)
    yield from of_the_writer(aligned)
    if follows:
        yield from departures(aligned, compared)
        yield from swapped(aligned)
    else:
        yield from turned(aligned)
        yield from opposed(aligned)
    if compared.followed >= HALF:
        yield from joined_on(aligned, compared)


def _unsaid(aligned: Alignment) -> Iterator[Lack]:
    """The words that the sources lack; else that they do not say this together."""
    words = [aligned.claim.words[at] for at in aligned.missing]
    told = [word.text for word in words if word.kind > Kind.LIGHT] or [word.text for word in words]
    for text in dict.fromkeys(told[:NAMED]):
        yield Lack(SupportRule.WORD, text, f"The source does not say “{text}”.")
    if not told:
        detail = "The source has these words, but does not say this in one place."
        yield Lack(SupportRule.WORD, aligned.claim.text, detail)
