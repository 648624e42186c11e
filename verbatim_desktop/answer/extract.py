"""Choose the sentences that answer a question, without a model.

The best sentence comes first; what follows it in its section and what other sections add comes
after, in document order, each with the condition or lead-in it depends on and nothing twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from verbatim_desktop.answer import quotable
from verbatim_desktop.domain.answers import Evidence, EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, Document
from verbatim_desktop.domain.retrieval import Ranking
from verbatim_desktop.text.matching import Match, Matcher
from verbatim_desktop.text.passages import fold, words

MOST_SENTENCES = 4  # chosen for themselves; lead-ins, items and steps come on top
MOST_SECTIONS = 3
MOST_ITEMS = 6
WORTH_ADDING = 0.5  # share of the best sentence's value that a further one must reach
OF_BEST_SECTION = 0.9  # how strongly a section's own score weighs on its sentences
SAME = 0.75  # share of common words from which two sentences say the same
NOT_UNIQUE = 0.8  # what a sentence that its page repeats keeps of its value

_CONDITION = re.compile(
    r"^(otherwise|instead|however|then|if so|if not|in (this|that|these|such) cases?|"
    r"in that situation|this (means|way|is because)|therefore|for this reason|but|and|also|"
    r"alternatively|as a result|doing so|after (that|this)|once (done|that))\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(it|they|this|these|that|those|he|she|its|their|his|her)\b", re.IGNORECASE)


class Form(StrEnum):
    """How a passage is set in the answer's text."""

    PROSE = "prose"
    ITEM = "item"
    STEP = "step"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Passage:
    """One quoted sentence. number is a step's, heads are the column heads of a table row."""

    evidence: int
    sentence: EvidenceSentence
    form: Form = Form.PROSE
    number: str = ""
    heads: tuple[str, ...] = ()


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
    readers = [_Reader(item, documents[item.ranked.section.document_id]) for item in evidence]
    matcher = Matcher(ranking.query, ranking.statistics)
    chosen = _choose(_candidates(evidence, readers, matcher), matcher)
    how_to = quotable.asks_how(ranking.query.text)
    passages: list[Passage] = []
    seen: set[str] = set()
    for number in dict.fromkeys(candidate.evidence for candidate in chosen):
        at = [candidate.at for candidate in chosen if candidate.evidence == number]
        for position in readers[number].with_context(at, matcher, how_to):
            passage = readers[number].passage(number, position)
            key = fold(passage.sentence.quote)
            if key not in seen:
                seen.add(key)
                passages.append(passage)
    return tuple(passages)


def _candidates(
    evidence: Sequence[Evidence], readers: Sequence[_Reader], matcher: Matcher
) -> list[_Candidate]:
    best = max((item.ranked.score for item in evidence), default=1)
    found: list[_Candidate] = []
    for number, (item, reader) in enumerate(zip(evidence, readers, strict=True)):
        section = 1 - OF_BEST_SECTION * (1 - item.ranked.score / best)
        for at, sentence in enumerate(item.sentences):
            value = sentence.score * section * quotable.alone(reader.document, sentence)
            if value > 0:
                match = matcher.match(sentence.quote)
                counted = Counter(words(sentence.quote))
                found.append(_Candidate(number, at, round(value, 6), match, counted))
    found.sort(key=lambda candidate: -candidate.value)
    return _prefer_unique(found, readers)


def _prefer_unique(found: list[_Candidate], readers: Sequence[_Reader]) -> list[_Candidate]:
    """The best candidates again, those that their page repeats further down."""
    top = [
        candidate
        if readers[candidate.evidence].is_unique(candidate.at)
        else _Candidate(
            candidate.evidence,
            candidate.at,
            round(candidate.value * NOT_UNIQUE, 6),
            candidate.match,
            candidate.words,
        )
        for candidate in found[: 3 * MOST_SENTENCES]
    ]
    return sorted(top, key=lambda candidate: -candidate.value)


def _choose(candidates: Sequence[_Candidate], matcher: Matcher) -> list[_Candidate]:
    """The best sentence, then whichever adds most, while it adds enough."""
    if not candidates:
        return []
    first = candidates[0]
    chosen = [first]
    rest = [c for c in candidates[1:] if c.evidence != first.evidence or c.at > first.at]
    while len(chosen) < MOST_SENTENCES and rest:
        sections = {candidate.evidence for candidate in chosen}
        rest = [c for c in rest if not _said(c, chosen)]
        if len(sections) == MOST_SECTIONS:
            rest = [c for c in rest if c.evidence in sections]
        valued = [(_added(c, chosen, matcher), -i) for i, c in enumerate(rest)]
        if not valued or max(valued)[0] < WORTH_ADDING * first.value:
            break
        chosen.append(rest.pop(-max(valued)[1]))
    return chosen


def _added(candidate: _Candidate, chosen: Sequence[_Candidate], matcher: Matcher) -> float:
    """A sentence's value, half of it for words of the question not covered yet."""
    covered = {group for other in chosen for group in other.match.groups}
    fresh = {g: w for g, w in candidate.match.groups.items() if g not in covered}
    own = matcher.coverage(candidate.match.groups)
    share = matcher.coverage(fresh) / own if own else 0.0
    near = any(c.evidence == candidate.evidence and c.at == candidate.at - 1 for c in chosen)
    return candidate.value * (0.6 + 0.4 * share + 0.2 * near)


def _said(candidate: _Candidate, chosen: Sequence[_Candidate]) -> bool:
    for other in chosen:
        if (candidate.evidence, candidate.at) == (other.evidence, other.at):
            return True
        common = (candidate.words & other.words).total()
        if common >= SAME * min(candidate.words.total(), other.words.total()):
            return True
    return False


class _Reader:
    """One evidence section, read as lists, tables and paragraphs."""

    def __init__(self, evidence: Evidence, document: Document) -> None:
        self.document = document
        self._sentences = evidence.sentences
        self._page: str | None = None

    def passage(self, evidence: int, at: int) -> Passage:
        sentence = self._sentences[at]
        block = self._block(at)
        opens = at == 0 or self._sentences[at - 1].block != sentence.block
        if block.kind is BlockKind.CODE:
            return Passage(evidence, sentence, Form.CODE)
        if block.kind is BlockKind.TABLE_ROW:
            return Passage(evidence, sentence, Form.ROW, heads=self._heads(sentence.block))
        if block.list_depth and block.list_marker and opens:
            number = block.list_marker if block.list_marker[:-1].isdigit() else ""
            return Passage(evidence, sentence, Form.STEP if number else Form.ITEM, number)
        return Passage(evidence, sentence)

    def is_unique(self, at: int) -> bool:
        if self._page is None:
            self._page = "\n".join(fold(block.text) for block in self.document.blocks)
        return self._page.count(fold(self._sentences[at].quote)) == 1

    def with_context(self, chosen: Sequence[int], matcher: Matcher, how_to: bool) -> list[int]:
        """Chosen sentences with what they depend on and what they lead in, in document order."""
        wanted: set[int] = set()
        for at in chosen:
            wanted.add(at)
            wanted.update(self._lead_ins(at))
            wanted.update(self._condition(at, matcher))
            if how_to:
                wanted.update(self._steps(at))
            if quotable.leads_in(self._sentences[at].quote):
                wanted.update(self._led(at, how_to))
        return sorted(wanted)

    def _block(self, at: int) -> Block:
        return self.document.blocks[self._sentences[at].block]

    def _lead_ins(self, at: int) -> list[int]:
        """The sentences ending in a colon that a list item, a row or a line of code hangs on."""
        block, depth = self._block(at), self._depth(at)
        found: list[int] = []
        if not (depth or block.kind in (BlockKind.TABLE_ROW, BlockKind.CODE)):
            return found
        for before in range(at - 1, -1, -1):
            other = self._depth(before)
            if other >= depth:
                continue
            if not quotable.leads_in(self._sentences[before].quote):
                break
            found.append(before)
            depth = other
            if depth == 0:
                break
        return found

    def _depth(self, at: int) -> float:
        """How deep a block hangs: tables and code hang on the paragraph before them."""
        block = self._block(at)
        hangs = block.kind in (BlockKind.TABLE_ROW, BlockKind.CODE)
        return block.list_depth + (0.5 if hangs else 0.0)

    def _condition(self, at: int, matcher: Matcher) -> list[int]:
        """The sentence before in the same block, where this one takes it up."""
        if at == 0 or self._sentences[at - 1].block != self._sentences[at].block:
            return []
        text = self._sentences[at].quote
        if _CONDITION.match(text):
            return [at - 1]
        before = matcher.match(self._sentences[at - 1].quote)
        own = matcher.match(text)
        carries = matcher.coverage({g: w for g, w in before.groups.items() if g not in own.groups})
        return [at - 1] if _PRONOUN.match(text) and carries > 0 else []

    def _steps(self, at: int) -> list[int]:
        """All steps of the numbered list that a sentence belongs to, as far as they fit."""
        if not self._block(at).list_marker[:-1].isdigit():
            return []
        steps = self._siblings(at)
        where = steps.index(at) if at in steps else 0
        start = 0 if where < MOST_ITEMS else where - 1
        return steps[start : start + MOST_ITEMS]

    def _siblings(self, at: int) -> list[int]:
        """The first sentences of the items of a list, from one of them."""
        depth = self._block(at).list_depth
        first = self._edge(at, -1, depth)
        last = self._edge(at, 1, depth)
        return [
            i
            for i in range(first, last + 1)
            if self._block(i).list_depth == depth
            and self._block(i).list_marker
            and (i == 0 or self._sentences[i - 1].block != self._sentences[i].block)
        ]

    def _edge(self, at: int, step: int, depth: int) -> int:
        while 0 <= at + step < len(self._sentences) and self._block(at + step).list_depth >= depth:
            at += step
        return at

    def _led(self, at: int, how_to: bool) -> list[int]:
        """What a lead-in leads in: the items of a list, short code, or the best rows."""
        after = at + 1
        if after >= len(self._sentences):
            return []
        block = self._block(after)
        if block.kind is BlockKind.CODE:
            return self._code(after) if how_to else []
        if block.list_depth > self._block(at).list_depth:
            items = self._siblings(after)
            if block.list_marker[:-1].isdigit():
                return items[:MOST_ITEMS]
            return self._best(items)
        if block.kind is BlockKind.TABLE_ROW:
            rows = [i for i in range(after, len(self._sentences)) if self._same_table(i, after)]
            return self._best([i for i in rows if not self._block(i).header], 2)
        return []

    def _same_table(self, one: int, other: int) -> bool:
        return self._block(one).table == self._block(other).table

    def _code(self, at: int) -> list[int]:
        block = self._sentences[at].block
        if not quotable.quotable_code(self.document.blocks[block]):
            return []
        return [
            i
            for i in range(at, len(self._sentences))
            if self._sentences[i].block == block and quotable.telling_line(self._sentences[i].quote)
        ]

    def _best(self, items: Sequence[int], most: int = MOST_ITEMS) -> list[int]:
        """All of a short list; of a longer one the items that say most."""
        ranked = sorted(items, key=lambda i: (-self._sentences[i].score, i))
        return sorted(ranked[:most])

    def _heads(self, row: int) -> tuple[str, ...]:
        """The column heads of the table a row belongs to."""
        table = self.document.blocks[row].table
        for block in reversed(self.document.blocks[:row]):
            if block.table == table and block.header:
                return tuple(block.text[start:end].strip() for start, end in block.cells)
        return ()
