"""Look into one ranked section: where the words of the question fall in it, and what each adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.inspection import LookedInto, Stretch, WordFall
from verbatim_desktop.domain.retrieval import Query, Ranking, ScoredSection, SectionRef, TermOrigin
from verbatim_desktop.ports import Library, Postings, SearchIndex
from verbatim_desktop.retrieve.score import score_of
from verbatim_desktop.text.terms import Token, analyse
from verbatim_desktop.workflows.excerpts import excerpts
from verbatim_desktop.workflows.why_not import number_of

#: Of a long question so many words are shown, in its order.
MOST_WORDS = 24
ADDED = frozenset({TermOrigin.SYNONYM, TermOrigin.TYPO})

Owners = Mapping[str, int]


def look_into(
    ranking: Ranking, scored: ScoredSection, library: Library, index: SearchIndex
) -> LookedInto:
    """What a section of a ranking holds of its question. Raises NotFound where the page is gone."""
    owners = _owners(ranking.query)
    language = ranking.query.language
    [excerpt] = excerpts(replace(ranking, results=(scored,)), library)
    document = library.document(scored.section.document_id)
    found = list(_places(document, scored.section, owners, language))
    counts = Counter(group for _, group in found)
    return LookedInto(
        scored.section,
        excerpt,
        tuple((start, end) for start, end, _ in _stretches(excerpt, owners, language)),
        tuple(place for place, _ in found),
        _words(ranking, scored.section, counts, index.reader()),
    )


def _owners(query: Query) -> Owners:
    """The group of each term; function words are not worth marking."""
    return {
        term.text: number
        for number, group in enumerate(query.groups)
        if not group.stop
        for term in group.terms
    }


def _places(
    document: Document, section: SectionRef, owners: Owners, language: str
) -> Iterator[tuple[Stretch, int]]:
    for block in range(section.first_block, section.last_block):
        text = document.blocks[block].text
        for start, end, group in _stretches(text, owners, language):
            yield Stretch(block, start, end), group


def _stretches(text: str, owners: Owners, language: str) -> Iterator[tuple[int, int, int]]:
    """(start, end, group) of the words that were asked for, none within another."""
    reached = 0
    phrases = sorted((term.split(" ") for term in owners if " " in term), key=len, reverse=True)
    tokens = analyse(text, language)
    for at, token in enumerate(tokens):
        group, end = owners.get(token.text, owners.get(token.stem)), token.end
        for words in phrases:
            if stretch := _follow(tokens[at : at + len(words)], words):
                group, end = owners[" ".join(words)], stretch
                break
        if group is not None and token.start >= reached:
            reached = end
            yield token.start, end, group


def _follow(tokens: Sequence[Token], words: Sequence[str]) -> int:
    """Where successive tokens end that are the words of a phrase; 0 where they are not."""
    same = len(tokens) == len(words) and all(
        word in (token.text, token.stem) for token, word in zip(tokens, words, strict=True)
    )
    return tokens[-1].end if same else 0


def _words(
    ranking: Ranking, section: SectionRef, counts: Mapping[int, int], postings: Postings
) -> tuple[WordFall, ...]:
    query, number = ranking.query, number_of(section, postings)
    if number is None or postings.generation != ranking.generation:
        return ()
    held = {item.group.typed: item.sections for item in ranking.statistics}
    whole = score_of(query, postings, number)
    found: list[WordFall] = []
    for at, group in enumerate(query.groups):
        if group.stop or len(found) == MOST_WORDS:
            continue
        without = replace(query, groups=(*query.groups[:at], *query.groups[at + 1 :]))
        added = tuple(t.text for t in group.terms if t.origin in ADDED)
        adds = whole - score_of(without, postings, number)
        found.append(WordFall(group.typed, added, counts[at], held.get(group.typed, 0), adds))
    return tuple(found)
