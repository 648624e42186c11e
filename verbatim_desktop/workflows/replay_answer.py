"""Ask a kept question again and compare the evidence with what it was then.

The same library and the same methods give the same evidence. Where it differs, what changed is
named: the library's generation, the analyser, the fitted confidence, the synonyms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from verbatim_desktop.domain.answers import Answer, Confidence
from verbatim_desktop.domain.audit import ChangedSection, CitationCheck, Replay, SectionChange
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.retrieval import Ranking, ScoredSection, SectionRef, Term
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.workflows.answer_parts import found_together
from verbatim_desktop.workflows.export_answer import check_citations
from verbatim_desktop.workflows.find_evidence import SHOWN, Found, find_evidence
from verbatim_desktop.workflows.methods import methods

METHOD_NAMES = {
    "program": "The program",
    "analyser": "The analyser",
    "calibration": "The calibration of the confidence",
    "synonyms": "The synonym file",
}
CHANGE_WORDS = {
    SectionChange.ROSE: "rose",
    SectionChange.FELL: "fell",
    SectionChange.RESCORED: "kept its rank with another score",
    SectionChange.EDITED: "was edited",
    SectionChange.APPEARED: "appeared",
    SectionChange.LEFT: "left the ranking",
}
MOST_TERMS = 8  # named in one line

Key = tuple[str, str, str, tuple[str, ...], int]


def replay_answer(answer_id: str, library: Library, index: SearchIndex, clock: Clock) -> Replay:
    """Search again as the answer was searched for. Raises NotFound for an unknown answer."""
    answer = library.answer(answer_id)
    checks = check_citations(answer, library, index)
    try:
        found = _found(answer, library, index, clock)
    except (NotFound, QuestionUnusable) as error:
        because = _because(answer, library.generation(), methods(library))
        return Replay(answer, library.generation(), because, (str(error),), (), checks, None, None)
    return _compare(answer, found, checks, library)


def _found(answer: Answer, library: Library, index: SearchIndex, clock: Clock) -> Found:
    """What is found now; for each part by itself where the question has several."""
    if answer.parts:
        questions = [part.question for part in answer.parts]
        return found_together(
            [find_evidence(q, library, index, clock, filters=answer.filters) for q in questions]
        )
    searched = _searched(answer)
    own = answer.question if searched != answer.question else ""
    return find_evidence(
        searched,
        library,
        index,
        clock,
        filters=answer.filters,
        own=own,
        rewritten=_further(answer),
    )


def _searched(answer: Answer) -> str:
    """What the answer was searched for: its question, or with the subject it asks on from."""
    return answer.rewritten[0] if answer.follows and answer.rewritten else answer.question


def _further(answer: Answer) -> tuple[str, ...]:
    """Other words that the answer was searched for with, as the router wrote them.

    They were tried; where what was found without them carried further, it is not fused.
    """
    queries = answer.rewritten[1:] if answer.follows else answer.rewritten
    return queries if "rank fusion" in answer.backend else ()


def _compare(
    answer: Answer, found: Found, checks: tuple[CitationCheck, ...], library: Library
) -> Replay:
    sections = tuple(changed_sections(answer.ranked, found.ranking.results[:SHOWN], library))
    differences = [
        *_terms(answer.terms, found.ranking),
        *_sections(sections),
        *_confidence(answer, found),
        *_citations(checks),
    ]
    return Replay(
        answer=answer,
        generation=found.ranking.generation,
        because=_because(answer, found.ranking.generation, methods(library)),
        differences=tuple(differences),
        sections=sections,
        checks=checks,
        confidence=found.confidence,
        outcome=found.outcome,
    )


# --- What is else than it was --------------------------------------------------------------------


def _because(answer: Answer, generation: int, now: Mapping[str, str]) -> tuple[str, ...]:
    lines: list[str] = []
    if answer.generation != generation:
        lines.append(f"The library changed from generation {answer.generation} to {generation}.")
    if not answer.methods:
        lines.append("The answer is from a release that did not keep its methods.")
        return tuple(lines)
    for name, value in now.items():
        before = answer.methods.get(name, "")
        if before != value:
            lines.append(f"{METHOD_NAMES[name]} changed from {before or 'unknown'} to {value}.")
    return tuple(lines)


# --- What differs --------------------------------------------------------------------------------


def changed_sections(
    then: Sequence[ScoredSection], now: Sequence[ScoredSection], library: Library
) -> Iterator[ChangedSection]:
    """Sections whose rank, score or text is another, in the order of then, new ones last."""
    before, after = _ranked(then), _ranked(now)
    for key, (rank, scored) in before.items():
        if key not in after:
            yield ChangedSection(SectionChange.LEFT, scored.section, rank, None, scored.score, None)
            continue
        rank_now, scored_now = after[key]
        edited = _is_edited(scored.section, scored_now.section, library)
        change = _change(rank, rank_now, scored, scored_now, edited)
        if change:
            yield ChangedSection(
                change, scored_now.section, rank, rank_now, scored.score, scored_now.score, edited
            )
    for key, (rank, scored) in after.items():
        if key not in before:
            yield ChangedSection(
                SectionChange.APPEARED, scored.section, None, rank, None, scored.score
            )


def _ranked(results: Sequence[ScoredSection]) -> dict[Key, tuple[int, ScoredSection]]:
    """Sections by what stays when their page is edited; parts of one section by their order."""
    found: dict[Key, tuple[int, ScoredSection]] = {}
    alike = Counter[Key]()
    numbered = sorted(enumerate(results, 1), key=lambda item: item[1].section.ordinal)
    for rank, scored in numbered:
        section = scored.section
        key = (section.source, section.path, section.anchor, section.heading_path, 0)
        found[*key[:4], alike[key]] = (rank, scored)
        alike[key] += 1
    return dict(sorted(found.items(), key=lambda item: item[1][0]))


def _change(
    rank: int, rank_now: int, then: ScoredSection, now: ScoredSection, edited: bool
) -> SectionChange | None:
    if rank != rank_now:
        return SectionChange.ROSE if rank_now < rank else SectionChange.FELL
    if then.breakdown != now.breakdown:
        return SectionChange.RESCORED
    return SectionChange.EDITED if edited else None


def _is_edited(then: SectionRef, now: SectionRef, library: Library) -> bool:
    """Whether a section's text is another. A revision that is gone cannot be compared: edited."""
    if then.document_id == now.document_id:
        return False
    try:
        old = library.document(then.document_id)
    except NotFound:
        return True
    new = library.document(now.document_id)
    return old.section_text(old.sections[then.ordinal]) != new.section_text(
        new.sections[now.ordinal]
    )


def _sections(sections: Sequence[ChangedSection]) -> Iterator[str]:
    counts = Counter(section.change for section in sections)
    if counts:
        told = [_counted(change, counts[change]) for change in CHANGE_WORDS if counts[change]]
        yield f"Of the ranked sections {', '.join(told)}."


def _counted(change: SectionChange, count: int) -> str:
    words = CHANGE_WORDS[change]
    if count > 1:
        words = words.replace("kept its rank", "kept their ranks").replace("was ", "were ")
    return f"{count} {words}"


def _terms(then: Sequence[Term], ranking: Ranking) -> Iterator[str]:
    now = [term for group in ranking.query.groups for term in group.terms]
    if added := _named(term for term in now if term not in then):
        yield f"It is now searched for: {added}."
    if gone := _named(term for term in then if term not in now):
        yield f"It is no longer searched for: {gone}."


def _named(terms: Iterable[Term]) -> str:
    texts = list(dict.fromkeys(term.text for term in terms))
    more = f" and {len(texts) - MOST_TERMS} more" if len(texts) > MOST_TERMS else ""
    return ", ".join(texts[:MOST_TERMS]) + more


def _confidence(answer: Answer, found: Found) -> Iterator[str]:
    if _weight(answer.confidence) != _weight(found.confidence):
        yield (
            f"Confidence was {_worded(answer.confidence)} and is {_worded(found.confidence)} now."
        )
    if answer.outcome is not found.outcome:
        yield f"It gave {_an(answer.outcome)} and gives {_an(found.outcome)} now."


def _weight(confidence: Confidence) -> tuple[str, float]:
    return confidence.level.value, round(confidence.score, 4)


def _worded(confidence: Confidence) -> str:
    return f"{confidence.level.value} ({confidence.score:.2f})"


def _an(outcome: str) -> str:
    return "an answer" if outcome == "answer" else "a ticket draft"


def _citations(checks: Sequence[CitationCheck]) -> Iterator[str]:
    other = [check for check in checks if check.now.verdict is not check.citation.status]
    if other:
        told = ", ".join(
            f"[{check.citation.marker}] was {check.citation.status.value} and is "
            f"{check.now.verdict.value}"
            for check in other
        )
        yield f"{len(other)} of {len(checks)} citations read back otherwise: {told}."
