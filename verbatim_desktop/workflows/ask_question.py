"""Answer from the library, or say plainly that it does not know and draft a ticket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verbatim_desktop.answer.editions import edition_notes
from verbatim_desktop.answer.extract import Passage
from verbatim_desktop.answer.flags import notes
from verbatim_desktop.answer.route_query import Route
from verbatim_desktop.answer.suggest import suggest
from verbatim_desktop.answer.write import write
from verbatim_desktop.compose import ticket as tickets
from verbatim_desktop.domain.answers import (
    Answer,
    CitationOrigin,
    Claim,
    Contrast,
    Outcome,
    Suggestion,
    TicketDraft,
    Timing,
)
from verbatim_desktop.domain.documents import FlagKind
from verbatim_desktop.domain.errors import LibraryError, ProviderFault
from verbatim_desktop.domain.events import Finished, Retrieved
from verbatim_desktop.domain.retrieval import EVERYTHING, SCORE_UNIT, Filters, Term
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.parts import parts_of
from verbatim_desktop.workflows.answer_parts import handed_on, joined
from verbatim_desktop.workflows.ask_with_model import (
    Numbers,
    Writer,
    numbers_of,
    written,
)
from verbatim_desktop.workflows.find_contrasts import with_contrasts
from verbatim_desktop.workflows.find_evidence import SHOWN, Found, find_evidence
from verbatim_desktop.workflows.find_limits import with_limits
from verbatim_desktop.workflows.follow_up import asked_on
from verbatim_desktop.workflows.hear_parts import HearParts
from verbatim_desktop.workflows.methods import methods
from verbatim_desktop.workflows.route_question import Asking, search_by_route

CLOSEST = 3  # passages a ticket names
NOBODY = Writer()


def ask_question(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    answer_id: str,
    *,
    filters: Filters = EVERYTHING,
    writer: Writer = NOBODY,
    follows: str = "",
) -> Answer:
    """An answer with its citations, or a ticket draft; kept in the library if it can be.

    writer: the model that writes, if any; where it cannot, the quoted passages stand. follows: the
    answer that was read before. Raises QuestionUnusable where nothing can be searched for.
    """
    answer, _fault = answered(
        question, library, index, clock, answer_id, filters=filters, writer=writer, follows=follows
    )
    answer = kept(answer, library)
    writer.deliver(Finished(answer))
    return answer


def answered(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    answer_id: str,
    *,
    filters: Filters = EVERYTHING,
    writer: Writer = NOBODY,
    follows: str = "",
) -> tuple[Answer, str]:
    """An answer that is not kept yet, and what kept its model from writing, "" for nothing.

    What asks several things is answered part by part.
    """
    parts = parts_of(question)
    if len(parts) == 1:
        return _named(
            *_answered(question, library, index, clock, answer_id, filters, writer, follows), writer
        )
    hearing = HearParts(writer.deliver)
    by_part = replace(writer, deliver=hearing.hear)
    each: list[tuple[Answer, str]] = []
    for part in parts:
        hearing.begin(part)
        each.append(_answered(part, library, index, clock, answer_id, filters, by_part, follows))
        hearing.end(each[-1][0])
    answer = joined(question, [answer for answer, _fault in each])
    if not any(part.outcome is Outcome.ANSWER for part in answer.parts):
        whole = draft_ticket(question, library, index, clock, filters=filters)
        answer = handed_on(answer, whole)
    if not hearing.writes:
        writer.deliver(Retrieved(answer, writes=False))
    return _named(answer, next((fault for _answer, fault in each if fault), ""), writer)


def _named(answer: Answer, fault: str, writer: Writer) -> tuple[Answer, str]:
    """With what kept its model from writing; one that cannot be asked is not set up."""
    not_set_up = ProviderFault.NOT_SET_UP.value if writer.why and answer.fallback else ""
    return replace(answer, fault=fault or not_set_up), fault


def _answered(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    answer_id: str,
    filters: Filters,
    writer: Writer,
    follows: str,
) -> tuple[Answer, str]:
    """The same for a question that asks one thing."""
    started = clock.seconds()
    searched = asked_on(question, follows, library)
    before = library.answer(follows).question if searched else ""
    asking = Asking(question, searched, before, filters)
    way = search_by_route(asking, library, index, clock, writer.provider, writer.cancellation)
    found = way.found
    held = opening = 0
    contrasts: tuple[Contrast, ...] = ()
    if found.outcome is Outcome.ANSWER:
        quoted = len(found.passages)
        found = with_limits(found, library, index, clock, filters)
        held, opening = len(found.evidence), len(found.passages) - quoted
        found, contrasts = with_contrasts(found, library, index, clock, filters)
    draft = ticket_for(found) if found.outcome is Outcome.TICKET else None
    answer = replace(
        _answer(found, answer_id, draft, library, clock, started),
        filters=filters,
        methods=methods(library),
        follows=follows if searched else "",
        rewritten=(*((searched,) if searched else ()), *way.queries),
        contrasts=contrasts,
        notes=() if draft else _notes(found, contrasts),
        route=way.routed.route.value,
        intent=way.intent.value,
        clarify=way.clarify,
        usage=way.tokens,
        prompt_hash=way.prompt_hash,
    )
    answer = replace(answer, timing=replace(answer.timing, model=round(way.model_ms, 3)))
    if draft is not None:
        writer.deliver(Retrieved(answer, writes=False))
        return answer, ""
    answer = replace(answer, fallback=writer.why)
    contrasted = [side.marker for contrast in contrasts for side in contrast.sides]
    return _by_writer(answer, numbers_of(found, held, opening, contrasted), writer, clock, started)


def _by_writer(
    answer: Answer, numbers: Numbers, writer: Writer, clock: Clock, started: float
) -> tuple[Answer, str]:
    """The answer as the model writes it; as it is where none does."""
    provider = writer.provider
    if provider is None:
        writer.deliver(Retrieved(answer, writes=False))
        return answer, ""
    known = numbers.citations(range(1, len(numbers.passages) + 1), CitationOrigin.RETRIEVED)
    writer.deliver(Retrieved(replace(answer, citations=tuple(known)), writes=True))
    answer, fault = written(answer, numbers, provider, writer, clock)
    total = round((clock.seconds() - started) * 1000, 3)
    return replace(answer, timing=replace(answer.timing, total=total)), fault


def kept(answer: Answer, library: Library) -> Answer:
    """The answer under its id. What was found stands even where the library takes no more."""
    try:
        library.keep_answer(answer)
    except LibraryError as error:
        return replace(answer, id="", unkept=str(error))
    return answer


def draft_ticket(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    filters: Filters = EVERYTHING,
) -> TicketDraft:
    """A ticket for a question, however strong the evidence is."""
    return ticket_for(find_evidence(question, library, index, clock, filters=filters))


def ticket_for(found: Found) -> TicketDraft:
    """A ticket with the best passage of each of the closest sections."""
    nothing_shared = found.foreign and found.outcome is Outcome.TICKET
    closest = [] if nothing_shared else _closest(found)
    return tickets.draft(
        found.question,
        found.ranking,
        found.confidence,
        [
            found.cite(passage, marker, CitationOrigin.RETRIEVED)
            for marker, passage in enumerate(closest, 1)
        ],
        [found.evidence[passage.evidence].ranked.score / SCORE_UNIT for passage in closest],
        versioned=_tells_versions(found),
        foreign=bool(found.foreign),
    )


def _tells_versions(found: Found) -> bool:
    """Whether it may matter which version or plan is asked about."""
    limits = (FlagKind.VERSION, FlagKind.TIER)
    flags = [flag for item in found.evidence for flag in item.flags]
    flags += [f for item in found.evidence for one in item.sentences for f in one.flags]
    named = any(item.version for item in found.evidence)
    return bool(found.editions) or named or any(flag.kind in limits for flag in flags)


def _closest(found: Found) -> list[Passage]:
    """One passage a section: what an answer would have quoted, else the best sentence."""
    quoted: dict[int, Passage] = {}
    for passage in found.passages:
        quoted.setdefault(passage.evidence, passage)
    for number, item in enumerate(found.evidence):
        if number not in quoted and item.sentences:
            best = max(item.sentences, key=lambda sentence: (sentence.score, -sentence.index))
            quoted[number] = Passage(number, best)
    return [quoted[number] for number in sorted(quoted)][:CLOSEST]


def _answer(
    found: Found,
    answer_id: str,
    draft: TicketDraft | None,
    library: Library,
    clock: Clock,
    started: float,
) -> Answer:
    text, claims, citations = (
        (draft.summary, tuple[Claim, ...](), draft.citations)
        if draft
        else (
            *write(found.passages),
            tuple(found.cite(passage, marker) for marker, passage in enumerate(found.passages, 1)),
        )
    )
    return Answer(
        id=answer_id,
        question=found.question,
        outcome=found.outcome,
        route=Route.DIRECT.value,
        confidence=found.confidence,
        text=text,
        claims=claims,
        citations=citations,
        ranked=found.ranking.results[:SHOWN],
        terms=_terms(found),
        suggested=_suggested(found, quotes=draft is None),
        ticket=draft,
        timing=Timing(found.ranking.took_ms, 0.0, round((clock.seconds() - started) * 1000, 3)),
        workspace=library.workspace,
        generation=found.ranking.generation,
        backend=found.ranking.backend,
        asked_at=clock.now(),
    )


def _notes(found: Found, contrasts: Sequence[Contrast]) -> tuple[str, ...]:
    """What limits the passages, and which version each is from."""
    marked = [
        (marker, found.evidence[passage.evidence].ranked.section.source)
        for marker, passage in enumerate(found.passages, 1)
    ]
    beside = {side.marker for contrast in contrasts for side in contrast.sides}
    return (
        *notes(found.passages, found.evidence),
        *edition_notes(marked, found.editions, found.wanted, beside),
    )


def _terms(found: Found) -> tuple[Term, ...]:
    return tuple(term for group in found.ranking.query.groups for term in group.terms)


def _suggested(found: Found, quotes: bool) -> tuple[Suggestion, ...]:
    if found.foreign and not quotes:
        return ()  # what shares no words with a question is not worth opening for it
    cited = [passage.evidence for passage in found.passages] if quotes else []
    sections = [found.evidence[number].ranked.section for number in dict.fromkeys(cited)]
    best = found.evidence[cited[0]] if cited else None
    return suggest(
        found.ranking.results,
        best,
        found.documents[best.ranked.section.document_id] if best else None,
        {(section.document_id, section.ordinal) for section in sections},
    )
