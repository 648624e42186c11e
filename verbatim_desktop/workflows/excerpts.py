"""For each ranked section, the sentence a person would want to see of it."""

from __future__ import annotations

from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.retrieval import Ranking, ScoredSection
from verbatim_desktop.ports import Library
from verbatim_desktop.text.matching import Matcher

LONGEST = 240  # characters; a table row or a code line may be any length


def excerpts(ranking: Ranking, library: Library) -> tuple[str, ...]:
    """One sentence a result: the first of those that hold most of the question."""
    matcher = Matcher(ranking.query, ranking.statistics)
    rows = dict.fromkeys(scored.section.document_id for scored in ranking.results)
    documents = {row: library.document(row) for row in rows}
    return tuple(
        _excerpt(scored, documents[scored.section.document_id], matcher)
        for scored in ranking.results
    )


def _excerpt(scored: ScoredSection, document: Document, matcher: Matcher) -> str:
    section = scored.section
    sentences = [
        document.text_of(sentence)
        for sentence in document.sentences
        if section.first_block <= sentence.block < section.last_block
    ]
    return _shortened(max(sentences, key=lambda text: _worth(text, matcher), default=""))


def _worth(text: str, matcher: Matcher) -> tuple[float, float]:
    match = matcher.match(text)
    return round(matcher.coverage(match.groups), 6), round(match.together, 6)


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= LONGEST:
        return line
    return line[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
