"""Choose the sentences that answer a question, without a model.

The best sentence comes first; what follows it in its section and what other sections add comes
after, in document order, each with the condition or lead-in it depends on and nothing twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from verbatim_desktop.answer import quotable
from verbatim_desktop.answer.asked import Asked, asked_for, tells_amount
from verbatim_desktop.answer.listing import LISTING, NAMING, introduces, listed, names_several
from verbatim_desktop.answer.reader import Reader
from verbatim_desktop.domain.answers import Evidence, EvidenceSentence
from verbatim_desktop.domain.documents import BlockKind, Document, MarkKind
from verbatim_desktop.domain.retrieval import Ranking
from verbatim_desktop.text.matching import Match, Matcher
from verbatim_desktop.text.passages import as_compared, words

MOST_SENTENCES = 4  # chosen for themselves; lead-ins, items and steps come on top
MOST_SECTIONS = 3
MOST_PASSAGES = 6  # with what comes along, once the first sentence has brought its own
WORTH_ADDING = 0.5  # share of the best sentence's value that a further one must reach
ONCE_TOLD = 0.65  # the same on another page, where the list or the number asked for is there
OF_BEST_SECTION = 0.9  # how strongly a section's own score weighs on its sentences
SAME = 0.75  # share of common words from which two sentences say the same
OPENS = 0.6  # share of the best sentence's value from which the best page opens the answer
STEP = 0.8  # what a step keeps where nobody asked how
NEXT = 0.3  # what a sentence gains that goes on from one that is quoted
HISTORY = 0.3  # what a row of a version history keeps where no change was asked for
AMOUNTLESS = 0.75  # what a sentence without a number keeps as the opening, where one is asked for
LISTS = 0.8  # share of the opening's value from which what introduces a list opens in its place
NEAR = 2  # sentences away from the opening in which its number may stand
NOT_UNIQUE = 0.8  # what a sentence that its page repeats keeps of its value


class Form(StrEnum):
    """How a passage is set in the answer's text."""

    PROSE = "prose"
    ITEM = "item"
    STEP = "step"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Passage:
    """One quoted sentence. number is a step's, heads are the column heads of a table row.

    label: what introduces it, where it is set beside others and not among them. cut: it leads in
    what is not quoted with it, so that its colon ends nothing.
    """

    evidence: int
    sentence: EvidenceSentence
    form: Form = Form.PROSE
    number: str = ""
    heads: tuple[str, ...] = ()
    label: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class _Candidate:
    evidence: int
    at: int  # index into the evidence's sentences
    value: float
    match: Match
    words: Counter[str]


def extract(
    ranking: Ranking, evidence: Sequence[Evidence], documents: Mapping[int, Document]
) -> tuple[Passage, ...]:
    """The passages of an answer in the order they are read; none where nothing can be quoted."""
    matcher = Matcher(ranking.query, ranking.statistics)
    readers = [
        Reader(item, documents[item.ranked.section.document_id], matcher) for item in evidence
    ]
    asked = asked_for(ranking.query.text)
    candidates = _candidates(evidence, readers, matcher, asked)
    if not candidates:
        return ()
    chosen = _Chosen(readers, matcher)
    first = _opening(candidates, evidence, readers, asked)
    chosen.take(first)
    told = asked.several and chosen.add_list(first)
    if asked.how and not asked.several:
        _add_procedure(chosen, first.evidence, readers, matcher)
    if asked.quantity:
        told = _add_amount(chosen, first, readers[first.evidence]) or told
    _fill(chosen, first, candidates, ONCE_TOLD if told else WORTH_ADDING)
    return tuple(_passages(chosen, readers))


def passage_of(evidence: Evidence, document: Document, number: int, at: int) -> Passage:
    """One sentence of a section as a passage; number counts the evidence of the answer."""
    reader = Reader(evidence, document)
    return replace(_passage(reader, number, at), cut=reader.is_cut(at, None))


def passages_of(evidence: Evidence, document: Document, number: int) -> Iterator[Passage]:
    """Every sentence of a section as a passage."""
    reader = Reader(evidence, document)
    return (_passage(reader, number, at) for at in range(len(evidence.sentences)))


def _passages(chosen: _Chosen, readers: Sequence[Reader]) -> Iterator[Passage]:
    seen: set[str] = set()
    for number, places in chosen.places.items():
        reader = readers[number]
        own: list[int] = []
        for at in sorted(places):
            key = as_compared(reader.sentences[at].quote)
            if key not in seen:
                seen.add(key)
                own.append(at)
        labels = chosen.labels.get(number, {})
        yield from (
            replace(passage, label=labels.get(at, "")) for at, passage in _set(reader, number, own)
        )


def _set(reader: Reader, number: int, places: Sequence[int]) -> Iterator[tuple[int, Passage]]:
    """The passages of one section: steps within steps are items, no colon leads in nothing."""
    steps = [reader.block(at).list_depth for at in places if reader.is_step(at)]
    for at, following in zip(places, [*places[1:], None], strict=True):
        passage = replace(_passage(reader, number, at), cut=reader.is_cut(at, following))
        if passage.cut and passage.form is Form.PROSE and not reader.says_something(at):
            continue
        if passage.form is Form.STEP and reader.block(at).list_depth > min(steps):
            passage = replace(passage, form=Form.ITEM, number="")
        yield at, passage


def _passage(reader: Reader, evidence: int, at: int) -> Passage:
    sentence, block = reader.sentences[at], reader.block(at)
    if block.kind is BlockKind.CODE:
        return Passage(evidence, sentence, Form.CODE)
    if block.kind is BlockKind.TABLE_ROW:
        return Passage(evidence, sentence, Form.ROW, heads=reader.heads(sentence.block))
    if block.list_depth and block.list_marker and reader.opens(at):
        number = block.list_marker if block.list_marker[:-1].isdigit() else ""
        return Passage(evidence, sentence, Form.STEP if number else Form.ITEM, number)
    if reader.is_line(at):
        return Passage(evidence, sentence, Form.ITEM)
    return Passage(evidence, sentence)


def _candidates(
    evidence: Sequence[Evidence], readers: Sequence[Reader], matcher: Matcher, asked: Asked
) -> list[_Candidate]:
    """What may be chosen, best first."""
    best = max((item.ranked.score for item in evidence), default=1)
    found: list[_Candidate] = []
    for number, (item, reader) in enumerate(zip(evidence, readers, strict=True)):
        section = 1 - OF_BEST_SECTION * (1 - item.ranked.score / best)
        for at, sentence in enumerate(item.sentences):
            value = sentence.score * section * reader.alone(at)
            value *= _suiting(reader, at, asked) if value > 0 else 0.0
            if value > 0:
                match = matcher.match(sentence.quote)
                counted = Counter(words(sentence.quote))
                found.append(_Candidate(number, at, round(value, 6), match, counted))
    found.sort(key=lambda candidate: -candidate.value)
    return _prefer_unique(found, readers)


def _suiting(reader: Reader, at: int, asked: Asked) -> float:
    """What a sentence keeps or gains by the kind of thing it is, beside what was asked for."""
    if not asked.changes and reader.is_history(at):
        return HISTORY
    if not asked.how and reader.is_step(at):
        return STEP
    if not asked.several:
        return 1.0
    if introduces(reader, at, asked.things):
        return LISTING
    return NAMING if names_several(reader.sentences[at].quote) else 1.0


def _prefer_unique(found: list[_Candidate], readers: Sequence[Reader]) -> list[_Candidate]:
    """The best candidates again, those that their page repeats further down."""
    top = [
        candidate
        if readers[candidate.evidence].is_unique(candidate.at)
        else replace(candidate, value=round(candidate.value * NOT_UNIQUE, 6))
        for candidate in found[: 3 * MOST_SENTENCES]
    ]
    return sorted(top, key=lambda candidate: -candidate.value)


def _opening(
    candidates: Sequence[_Candidate],
    evidence: Sequence[Evidence],
    readers: Sequence[Reader],
    asked: Asked,
) -> _Candidate:
    """The best sentence of the best page, unless one of another page is worth far more."""

    def worth(candidate: _Candidate) -> float:
        reader = readers[candidate.evidence]
        value = candidate.value * (1.0 if reader.begins(candidate.at) else quotable.LEANING)
        told = not asked.quantity or _tells_amount(reader, candidate.at)
        return value * (1.0 if told else AMOUNTLESS)

    best = max(candidates, key=worth)
    leading = max(evidence, key=lambda item: item.ranked.score).identity
    own = [c for c in candidates if evidence[c.evidence].identity == leading]
    first = max(own, key=worth, default=best)
    first = first if worth(first) >= OPENS * worth(best) else best
    several = candidates if asked.several else ()
    lists = [c for c in several if introduces(readers[c.evidence], c.at, asked.things)]
    listing = max(lists, key=worth, default=first)
    return listing if worth(listing) >= LISTS * worth(first) else first


def _add_procedure(
    chosen: _Chosen, opening: int, readers: Sequence[Reader], matcher: Matcher
) -> None:
    """The steps that the opening section, or else another of its page, gives for the task."""
    page = readers[opening].document.identity
    others = (i for i, reader in enumerate(readers) if reader.document.identity == page)
    for number in dict.fromkeys((opening, *others)):
        if steps := readers[number].procedure(matcher):
            chosen.add(number, steps)
            return


def _tells_amount(reader: Reader, at: int) -> bool:
    sentence = reader.sentences[at]
    code = [(mark.start, mark.end) for mark in sentence.marks if mark.kind is MarkKind.CODE]
    return tells_amount(sentence.quote, code)


def _add_amount(chosen: _Chosen, first: _Candidate, reader: Reader) -> bool:
    """Add the number that was asked for, where a sentence beside the opening tells it.

    Whether the answer holds one now.
    """
    here = chosen.places[first.evidence]
    if any(_tells_amount(reader, at) for at in here):
        return True
    for at in reader.beside(first.at, NEAR):
        if _tells_amount(reader, at) and reader.alone(at) > quotable.LITTLE:
            chosen.add(first.evidence, range(min(at, first.at), max(at, first.at) + 1))
            return True
    return False


def _fill(
    chosen: _Chosen, first: _Candidate, candidates: Sequence[_Candidate], other: float
) -> None:
    """Take whichever sentence adds most, while it adds enough and there is room.

    other: the share of the best sentence's value that one of another page must reach.
    """
    rest = [c for c in candidates if c.evidence != first.evidence or c.at > first.at]
    while len(chosen.taken) < MOST_SENTENCES:
        rest = [candidate for candidate in rest if chosen.has_room_for(candidate)]
        best = max(rest, key=chosen.added, default=None)
        if best is None or chosen.added(best) < first.value * (
            WORTH_ADDING if chosen.is_of_page(best) else other
        ):
            return
        rest.remove(best)
        chosen.take(best)


class _Chosen:
    """The sentences of an answer so far. places: positions by number of the evidence.

    labels: what is set before some of them, by number of the evidence and position.
    """

    def __init__(self, readers: Sequence[Reader], matcher: Matcher) -> None:
        self.taken: list[_Candidate] = []
        self.places: dict[int, set[int]] = {}
        self.labels: dict[int, Mapping[int, str]] = {}
        self._readers = readers
        self._matcher = matcher
        self._said: list[Counter[str]] = []

    def take(self, candidate: _Candidate) -> None:
        self.taken.append(candidate)
        self.add(candidate.evidence, self._with_context(candidate))

    def add(self, evidence: int, positions: Iterable[int]) -> None:
        places = self.places.setdefault(evidence, set())
        for at in positions:
            places.add(at)
            self._said.append(Counter(words(self._readers[evidence].sentences[at].quote)))

    def add_list(self, first: _Candidate) -> bool:
        """Add the things that were asked for, where the opening is one of them or introduces them.

        Whether there are any.
        """
        reader = self._readers[first.evidence]
        found = listed(reader, first.at)
        self.labels[first.evidence] = found
        self.add(first.evidence, found)
        return bool(found)

    def is_of_page(self, candidate: _Candidate) -> bool:
        """Whether a sentence is of a page that is quoted already."""
        page = self._readers[candidate.evidence].document.identity
        return any(self._readers[number].document.identity == page for number in self.places)

    def has_room_for(self, candidate: _Candidate) -> bool:
        """Whether a sentence says something new and its answer stays short with it."""
        if len(self.places) == MOST_SECTIONS and candidate.evidence not in self.places:
            return False
        if any(_alike(candidate.words, said) for said in self._said):
            return False
        new = self._with_context(candidate) - self.places.get(candidate.evidence, set())
        return sum(map(len, self.places.values())) + len(new) <= MOST_PASSAGES

    def added(self, candidate: _Candidate) -> float:
        """A sentence's value, part of it for words of the question not covered yet."""
        covered = {group for other in self.taken for group in other.match.groups}
        fresh = {g: w for g, w in candidate.match.groups.items() if g not in covered}
        own = self._matcher.coverage(candidate.match.groups)
        share = self._matcher.coverage(fresh) / own if own else 0.0
        here = self.places.get(candidate.evidence)
        near = here is not None and candidate.at - 1 in here
        return candidate.value * (0.6 + 0.4 * share + NEXT * near)

    def _with_context(self, candidate: _Candidate) -> set[int]:
        return self._readers[candidate.evidence].with_context(candidate.at, self._matcher)


def _alike(one: Counter[str], other: Counter[str]) -> bool:
    """Whether the shorter of two sentences is mostly in the longer; a name alone says nothing."""
    shorter = min(one.total(), other.total())
    return shorter >= quotable.FEWEST_WORDS and (one & other).total() >= SAME * shorter
