"""Decide which ranked sections count as evidence, and how much each of their sentences says.

A section far below the best one, or without a single telling word of the question, is no evidence,
however it came to be ranked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from verbatim_desktop.domain.answers import Evidence, EvidenceSentence
from verbatim_desktop.domain.documents import Block, BlockKind, Document, Sentence, Span
from verbatim_desktop.domain.retrieval import Ranking, ScoredSection
from verbatim_desktop.text.matching import Match, Matcher

#: Share of the best section's score below which a section is not written from.
FLOOR = 0.4
MOST_SECTIONS = 6

#: What a sentence is worth beside the words of the question it holds, measured by
#: bench/answer_sentences.py on golden/evidence.
CARRIED = 0.2  # words that only the sentence before holds: "It takes …"
HEADED = 0.3  # words that only its headings hold
TOGETHER = 0.2
FORM = 0.1  # it holds what the question asks for: a number, a name, a place
EARLY = 0.1
FULL = 0.2
FULL_LENGTH = 40  # words


def above_floor(ranking: Ranking) -> tuple[ScoredSection, ...]:
    """The sections worth reading, best first."""
    if not ranking.results:
        return ()
    telling = {item.group.typed for item in ranking.statistics if not item.group.stop}
    floor = FLOOR * ranking.results[0].score
    worth = [
        result
        for result in ranking.results[: 2 * MOST_SECTIONS]
        if result.score >= floor and telling.intersection(result.matched)
    ]
    return tuple(worth[:MOST_SECTIONS])


SpansOf = Callable[[Document, Sentence], tuple[Span, ...]]


def gather(
    ranking: Ranking,
    sections: Sequence[ScoredSection],
    documents: Mapping[int, Document],
    spans_of: SpansOf,
) -> tuple[Evidence, ...]:
    """Evidence of sections above the floor; documents by the library's row."""
    matcher = Matcher(ranking.query, ranking.statistics)
    asked = asked_form(ranking.query.text)
    return tuple(
        _evidence(scored, documents[scored.section.document_id], matcher, asked, spans_of)
        for scored in sections
    )


def _evidence(
    scored: ScoredSection,
    document: Document,
    matcher: Matcher,
    asked: re.Pattern[str] | None,
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
        score = _worth(matcher, match, before, headed) + _manner(match, quote, asked, position)
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


def _manner(match: Match, quote: str, asked: re.Pattern[str] | None, position: int) -> float:
    """What a sentence gains by its form, whichever words of the question it holds."""
    form = FORM * bool(asked.search(quote)) if asked else 0.0
    return form + EARLY / (1 + position) + FULL * min(1.0, match.words / FULL_LENGTH)


_NUMBER = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|"
    r"billion|half|percent)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b\d{3,4}\b|\b(January|February|March|April|May|June|July|August|September|October|"
    r"November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z]\w+ [A-Z]\w+")
_PLACE = re.compile(r"\b(in|at|near|from|on|between|to|under) (the )?[`“\"]?[A-Z/]")
_CAUSE = re.compile(
    r"\b(because|due to|since|reasons?|caused?s?|so that|results?|in order to|owing)\b",
    re.IGNORECASE,
)
_DEFINITION = re.compile(r"^[^,.;]{0,80}\b(is|are|was|were|refers|means|describes)\b")

_ASKED: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (re.compile(r"\bwhen\b(?! (i|we|you|the|using|running|it)\b)|\bwhat (year|date|day)\b"), _DATE),
    (
        re.compile(
            r"\bhow (many|much|old|far|big|large|long|often|tall)\b|"
            r"\b(number of|amount of|maximum|minimum|max|min|limits?|size|timeout|percent)\b"
        ),
        _NUMBER,
    ),
    (re.compile(r"\bwho(se)?\b"), _NAME),
    (re.compile(r"\bwhere\b"), _PLACE),
    (re.compile(r"\bwhy\b|\bcauses?\b|\breasons?\b"), _CAUSE),
    (re.compile(r"\bwhat (is|are|was|were|does)\b|\bmeaning\b|\bdefinition\b"), _DEFINITION),
)


def asked_form(question: str) -> re.Pattern[str] | None:
    """What a sentence that answers would hold, from the question word; None where any may."""
    lowered = question.lower()
    return next((form for asks, form in _ASKED if asks.search(lowered)), None)
