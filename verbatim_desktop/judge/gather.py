"""Decide which ranked sections count as evidence, and how much each of their sentences says.

A section far below the best one, or without a single telling word of the question, is no evidence,
however it came to be ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from verbatim_desktop.domain.answers import Evidence, EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, Document, Sentence, Span
from verbatim_desktop.domain.retrieval import MEASURED, EvidenceLimits, Ranking, ScoredSection
from verbatim_desktop.judge.forms import Form
from verbatim_desktop.text.inline import marks_within
from verbatim_desktop.text.matching import Match, Matcher

#: What a sentence is worth beside the words of the question it holds, measured by
#: bench/answer_sentences.py and bench/answer_sections.py (docs/benchmarks/answers.md).
CARRIED = 0.1  # words that only the sentence before holds: "It takes …"
HEADED = 0.4  # words that only its headings hold
TOGETHER = 0.2
FORM = 0.15  # it holds what the question asks for: a number, a name, a definition
EARLY = 0.15
FULL = 0.2
FULL_LENGTH = 40  # words
LONG_QUESTION = 4  # telling words


def above_floor(ranking: Ranking, limits: EvidenceLimits = MEASURED) -> tuple[ScoredSection, ...]:
    """The sections worth reading, best first."""
    if not ranking.results:
        return ()
    telling = {item.group.typed for item in ranking.statistics if not item.group.stop}
    floor = limits.floor * ranking.results[0].score
    worth = [
        result
        for result in ranking.results[: 2 * limits.most]
        if result.score >= floor and telling.intersection(result.matched)
    ]
    return tuple(worth[: limits.most])


SpansOf = Callable[[Document, Sentence], tuple[Span, ...]]


def gather(
    ranking: Ranking,
    sections: Sequence[ScoredSection],
    documents: Mapping[int, Document],
    spans_of: SpansOf,
) -> tuple[Evidence, ...]:
    """Evidence of sections above the floor; documents by the library's row."""
    matcher = Matcher(ranking.query, ranking.statistics)
    asked = Form(ranking.query)
    return tuple(
        _evidence(scored, documents[scored.section.document_id], matcher, asked, spans_of)
        for scored in sections
    )


def _evidence(
    scored: ScoredSection,
    document: Document,
    matcher: Matcher,
    asked: Form,
    spans_of: SpansOf,
) -> Evidence:
    section = scored.section
    chosen = [
        (index, sentence)
        for index, sentence in enumerate(document.sentences)
        if section.first_block <= sentence.block < section.last_block
    ]
    headings = _Headings(document, section.heading_path, section.first_block, matcher)
    sentences: list[EvidenceSentence] = []
    before: Match | None = None
    for position, (index, sentence) in enumerate(chosen):
        block = document.blocks[sentence.block]
        quote = document.text_of(sentence)
        match = matcher.match(quote)
        headed = headings.above(sentence.block)
        form = asked.share(quote, matcher)
        score = _worth(matcher, match, before, headed) + _manner(match, position, form, matcher)
        sentences.append(
            EvidenceSentence(
                index=index,
                block=sentence.block,
                quote=quote,
                spans=spans_of(document, sentence),
                anchor=document.anchor_above(sentence.block),
                score=round(score, 6),
                kind=block.kind.value,
                context=block.context,
                flags=block.flags,
                marks=marks_within(block, sentence.start, sentence.end),
            )
        )
        before = match
    return Evidence(
        scored,
        document.identity,
        document.fingerprint,
        tuple(sentences),
        document.version,
        document.flags,
    )


class _Headings:
    """What the headings above a block hold of the question."""

    def __init__(
        self, document: Document, path: Sequence[str], first_block: int, matcher: Matcher
    ) -> None:
        self._blocks: tuple[Block, ...] = document.blocks
        self._matcher = matcher
        self._path = matcher.match(" ".join(path))
        self._first = first_block
        self._known: dict[int, Match] = {}

    def above(self, block: int) -> tuple[Match, ...]:
        """The section's heading path, and the nearest heading within the section."""
        for index in range(block, self._first - 1, -1):
            if self._blocks[index].kind is BlockKind.HEADING:
                if index not in self._known:
                    self._known[index] = self._matcher.match(self._blocks[index].text)
                return (self._path, self._known[index])
        return (self._path,)


def _worth(matcher: Matcher, match: Match, before: Match | None, headed: Sequence[Match]) -> float:
    """The share of the question a sentence holds itself, and less of what its context holds."""
    groups: dict[int, float] = dict(match.groups)
    for other, share in [*((m, HEADED) for m in headed), *([(before, CARRIED)] if before else [])]:
        for group, weight in other.groups.items():
            if group not in match.groups:
                groups[group] = max(groups.get(group, 0.0), share * weight)
    return matcher.coverage(groups) + TOGETHER * match.together


def _manner(match: Match, position: int, form: float, matcher: Matcher) -> float:
    """What a sentence gains by form, place and length, whichever words of the question it holds.

    Every sentence of a section may hold all of a short question: then form and place tell them
    apart, and length does not.
    """
    telling = sum(1 for rarity in matcher.rarity if rarity > 0)
    long = min(1.0, telling / LONG_QUESTION)
    full = long * FULL * min(1.0, match.words / FULL_LENGTH)
    return (2 - long) * (FORM * form + EARLY / (1 + position)) + full
