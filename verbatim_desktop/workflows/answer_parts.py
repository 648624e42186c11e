"""Join the answers to the parts of one question to one answer, its citations numbered through.

Each part is answered by itself, or said not to be. The whole is as sure as its weakest part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.compose.markup import markers_in, renumbered
from verbatim_desktop.domain.answers import (
    Answer,
    AnswerPart,
    Citation,
    Claim,
    Confidence,
    Contrast,
    Outcome,
    TicketDraft,
    Timing,
)
from verbatim_desktop.domain.documents import Mark, MarkKind
from verbatim_desktop.domain.retrieval import ScoredSection
from verbatim_desktop.text import inline
from verbatim_desktop.workflows.find_evidence import SHOWN, Found
from verbatim_desktop.workflows.route_question import total

NOT_ANSWERED = "Not answered: the documentation holds no reliable answer to this part."
MOST_SUGGESTED = 4


@dataclass(frozen=True, slots=True)
class Numbered:
    """An answer to one part in the markers of the whole. text: below the part's question."""

    part: AnswerPart
    text: str
    claims: tuple[Claim, ...]
    contrasts: tuple[Contrast, ...]
    notes: tuple[str, ...]


def joined(question: str, answers: Sequence[Answer]) -> Answer:
    """The answers to the parts as one; a ticket is added by whoever can draft one for the whole."""
    citations: list[Citation] = []
    parts = [numbered(answer, citations) for answer in answers]
    answered = [answer for answer in answers if answer.outcome is Outcome.ANSWER]
    first = answered[0] if answered else answers[0]
    return replace(
        first,
        question=question,
        route=max((answer.route for answer in answers), key="direct".__ne__),
        confidence=weakest([(answer.question, answer.confidence) for answer in answers]),
        text="\n\n".join(f"{heading(item.part.question)}\n\n{item.text}" for item in parts),
        claims=tuple(claim for item in parts for claim in item.claims),
        citations=tuple(citations),
        ranked=merged(answer.ranked for answer in answers),
        terms=tuple(dict.fromkeys(term for answer in answers for term in answer.terms)),
        suggested=tuple(dict.fromkeys(s for a in answers for s in a.suggested))[:MOST_SUGGESTED],
        ticket=None,
        usage=total([answer.usage for answer in answers]),
        timing=_together([answer.timing for answer in answers]),
        notes=tuple(dict.fromkeys(note for item in parts for note in item.notes)),
        contrasts=tuple(contrast for item in parts for contrast in item.contrasts),
        fallback=next((a.fallback for a in answered if a.fallback), ""),
        rewritten=tuple(dict.fromkeys(query for a in answers for query in a.rewritten)),
        clarify="",
        follows=next((a.follows for a in answers if a.follows), ""),
        prompt_hash=next((a.prompt_hash for a in answers if a.prompt_hash), ""),
        dropped=tuple(marker for answer in answers for marker in answer.dropped),
        parts=tuple(item.part for item in parts),
    )


def handed_on(answer: Answer, ticket: TicketDraft) -> Answer:
    """An answer of which no part is answered, with the ticket for all of it."""
    ticket = replace(ticket, confidence=answer.confidence)
    return replace(
        answer,
        outcome=Outcome.TICKET,
        ticket=ticket,
        text=ticket.summary,
        citations=ticket.citations,
        claims=(),
    )


def weakest(parts: Sequence[tuple[str, Confidence]]) -> Confidence:
    """The confidence of the weakest part, which it names. parts: each with its question."""
    question, confidence = min(parts, key=lambda part: part[1].score)
    reasons = (f"The weakest part decides: “{question}”", *confidence.reasons)
    return replace(confidence, reasons=reasons)


def merged(rankings: Iterable[Sequence[ScoredSection]]) -> tuple[ScoredSection, ...]:
    """Sections of several rankings by turns, each once."""
    lists = [list(ranking) for ranking in rankings]
    turns = (each[place] for place in range(SHOWN) for each in lists if place < len(each))
    by_key: dict[tuple[int, int], ScoredSection] = {}
    for scored in turns:
        by_key.setdefault((scored.section.document_id, scored.section.ordinal), scored)
    return tuple(by_key.values())[:SHOWN]


def found_together(found: Sequence[Found]) -> Found:
    """What was found for each part, as the answer to the whole keeps it."""
    first = next((each for each in found if each.outcome is Outcome.ANSWER), found[0])
    groups = tuple(group for each in found for group in each.ranking.query.groups)
    ranking = replace(
        first.ranking,
        results=merged(each.ranking.results for each in found),
        query=replace(first.ranking.query, groups=groups),
    )
    sure = weakest([(each.question, each.confidence) for each in found])
    return replace(first, ranking=ranking, confidence=sure)


def numbered(answer: Answer, citations: list[Citation]) -> Numbered:
    """One answer with its markers counted on, in the order of its text, and its citations added;
    what is cited already keeps its marker.
    """
    is_answered = answer.outcome is Outcome.ANSWER
    numbers = _numbers(answer, citations) if is_answered else {}
    part = AnswerPart(
        answer.question,
        answer.outcome,
        answer.confidence,
        tuple(dict.fromkeys(numbers.values())),
        answer.ticket,
    )
    if not is_answered:
        return Numbered(part, NOT_ANSWERED, (), (), ())
    return Numbered(
        part,
        renumbered(answer.text, numbers),
        tuple(
            replace(
                claim,
                text=renumbered(claim.text, numbers),
                markers=tuple(numbers[n] for n in claim.markers if n in numbers),
            )
            for claim in answer.claims
        ),
        tuple(_contrast(contrast, numbers) for contrast in answer.contrasts),
        tuple(renumbered(note, numbers) for note in answer.notes),
    )


def _numbers(answer: Answer, citations: list[Citation]) -> dict[int, int]:
    told = [number for marker in markers_in(answer.text) for number in marker.numbers]
    own = {citation.marker: citation for citation in answer.citations}
    return {n: number_of(own[n], citations) for n in dict.fromkeys((*told, *own)) if n in own}


def number_of(citation: Citation, citations: list[Citation]) -> int:
    """The marker of a part's citation among those of the whole, which it joins if it is new."""
    known = next((other for other in citations if _same_place(other, citation)), None)
    if known is None:
        known = replace(citation, marker=len(citations) + 1)
        citations.append(known)
    return known.marker


def _same_place(one: Citation, other: Citation) -> bool:
    return (one.identity, one.quote, one.spans) == (other.identity, other.quote, other.spans)


def _contrast(contrast: Contrast, numbers: dict[int, int]) -> Contrast:
    sides = tuple(replace(side, marker=numbers[side.marker]) for side in contrast.sides)
    return replace(contrast, sides=sides)


def heading(question: str) -> str:
    return inline.marked(question, [Mark(MarkKind.STRONG, 0, len(question))])


def _together(timings: Sequence[Timing]) -> Timing:
    return Timing(
        round(sum(timing.retrieval for timing in timings), 3),
        round(sum(timing.model for timing in timings), 3),
        round(sum(timing.total for timing in timings), 3),
    )
