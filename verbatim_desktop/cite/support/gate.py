"""Is a sentence borne out by what it cites? The rules in their order, and the one threshold.

A claim that follows its source word for word is held to every word of it. One in words of its own
is held to its numbers, identifiers and negations, and to the threshold on its wording as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import fitted
from verbatim_desktop.cite.support.align import Alignment, align, sources_of
from verbatim_desktop.cite.support.departures import departures, joined_on
from verbatim_desktop.cite.support.diff import Diff, diff
from verbatim_desktop.cite.support.figures import wrong_numbers
from verbatim_desktop.cite.support.measures import (
    Measured,
    combined,
    is_mostly_faulted,
    measure,
    read_back,
    score,
)
from verbatim_desktop.cite.support.names import missing_names, swapped
from verbatim_desktop.cite.support.polarity import opposed, turned
from verbatim_desktop.cite.support.talk import (
    claims_nothing,
    is_chat,
    of_the_writer,
    speaks_to_reader,
    without_markers,
    without_opener,
)
from verbatim_desktop.cite.support.verbatim import Reads, reads_back
from verbatim_desktop.cite.support.words import Kind, read
from verbatim_desktop.domain.support import Answered, Assessment, Lack, Support, SupportRule
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
    measured: Measured


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence with its assessment. measured: None where there is nothing to measure."""

    sentence: str
    assessment: Assessment
    measured: Measured | None = None


def assess(sentence: str, cited: Sequence[str]) -> Assessment:
    """Hold one sentence against the texts it cites, in any order.

    VERBATIM: it reads back word for word. SUPPORTED: nothing in it goes beyond them. UNCITED: there
    is no text to hold it against. Never raises, whatever the texts are.
    """
    return _weigh(sentence, cited).assessment


def assess_answer(answer: str, cited: Sequence[str]) -> Answered:
    """An answer as a whole, and each of its sentences, all held against the same texts.

    It is supported if its sentences together are borne out as much as one alone must be, each
    counting by its words, and those with a fault are less than half of it. Where it only speaks of
    its writer, what it says else is what counts.
    """
    weighed = weigh_answer(answer, cited)
    measured = [one.measured for one in weighed if one.measured]
    worth = score(combined(measured)) if measured else 0.0
    stands = bool(measured) and not is_mostly_faulted(measured)
    supported = stands and (reads_back_whole(weighed) or worth >= fitted.SUPPORTED_FROM)
    return Answered(tuple((one.sentence, one.assessment) for one in weighed), worth, supported)


def weigh_answer(answer: str, cited: Sequence[str]) -> list[Weighed]:
    """Each sentence of an answer with its assessment and measures."""
    return [_weigh(sentence, cited) for sentence in sentences_of(answer)]


def reads_back_whole(weighed: Sequence[Weighed]) -> bool:
    """Whether every sentence that claims something stands in the source as it is."""
    claims = [one.assessment for one in weighed if one.assessment.claims]
    return bool(claims) and all(one.support is Support.VERBATIM for one in claims)


def _weigh(sentence: str, cited: Sequence[str]) -> Weighed:
    texts = [text for text in cited if text.strip()]
    reads = reads_back(sentence, texts)
    if reads is Reads.NOT:
        reads = reads_back(without_markers(sentence), texts)
    if reads is Reads.WHOLE:
        return Weighed(sentence, Assessment(Support.VERBATIM, 1.0), _back(sentence, texts))
    if claims_nothing(sentence):
        return Weighed(sentence, Assessment(Support.SUPPORTED, 1.0, claims=False))
    if not texts:
        return Weighed(sentence, Assessment(Support.UNCITED, 0.0))
    found = examine(sentence, texts)
    if reads is Reads.PART and not found.faults:
        return Weighed(sentence, Assessment(Support.VERBATIM, 1.0), found.measured)
    worth = score(combined([found.measured]))
    lacking = found.faults
    if not lacking and worth < fitted.SUPPORTED_FROM:
        lacking = tuple(_unsaid(found.aligned))
    support = Support.NOT_SUPPORTED if lacking else Support.SUPPORTED
    return Weighed(sentence, Assessment(support, worth, lacking), found.measured)


def _back(sentence: str, texts: Sequence[str]) -> Measured:
    claim = read(without_opener(sentence))
    return read_back(claim, is_chat(sentence), sum(len(one.words) for one in sources_of(texts)))


def sentences_of(answer: str) -> list[str]:
    """An answer line by line and sentence by sentence."""
    lines = (line for line in answer.split("\n") if line.strip())
    return [line[start:end] for line in lines for start, end in split_sentences(line)]


def examine(sentence: str, cited: Sequence[str]) -> Examined:
    """Apply the rules to a sentence that claims something."""
    aligned = align(read(without_opener(sentence)), cited)
    compared = diff(aligned.claim, aligned.window)
    faults = tuple(dict.fromkeys(_faults(aligned, compared)))
    of_writer = any(fault.rule is SupportRule.SPEAKER for fault in faults)
    otherwise = any(fault.rule is not SupportRule.SPEAKER for fault in faults)
    talks = is_chat(sentence) or of_writer or speaks_to_reader(aligned)
    measured = measure(aligned, compared, talks, otherwise)
    return Examined(aligned, compared, faults, measured)


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
