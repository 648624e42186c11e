"""Put a model's text in the place of the quoted passages, or say why they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from verbatim_desktop.answer.editions import edition_notes
from verbatim_desktop.answer.extract import Passage
from verbatim_desktop.answer.flags import notes
from verbatim_desktop.answer.prompt import cited_texts, numbered, request_text
from verbatim_desktop.cite.marker_forms import addresses_in, defused
from verbatim_desktop.domain.answers import Answer, Citation, CitationOrigin, Tokens
from verbatim_desktop.domain.errors import Cancelled, ProviderError, ProviderFault
from verbatim_desktop.domain.events import AskEvent
from verbatim_desktop.domain.models import ModelRequest
from verbatim_desktop.ports import Cancellation, Clock, Provider
from verbatim_desktop.text.prompts import digest_of, prompt
from verbatim_desktop.workflows.find_evidence import Found
from verbatim_desktop.workflows.route_question import PROMPTS, total

if TYPE_CHECKING:
    from verbatim_desktop.workflows.stream_answer import Written

PROMPT = "answer"
NO_ANSWER = "NO ANSWER"
MOST_RETRIEVED = 3  # sentences listed where the model cites nothing
STOPPED = "You stopped the model. Quoted passages stand in."
WROTE_NOTHING = "The model wrote nothing. Quoted passages stand in."
FOUND_NOTHING = "The model found no answer in these passages, so they are quoted as they are."
CITED_NOTHING = (
    "Retrieved, not cited by the model: its text names no source, so the best sentences that were "
    "found are listed."
)


def no_event(_event: AskEvent) -> None:
    """In place of who would hear of a question while it is answered."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes and who hears of it. provider None: no model; why: the reason, "" for none."""

    provider: Provider | None = None
    why: str = ""
    deliver: Callable[[AskEvent], None] = no_event
    cancellation: Cancellation = field(default_factory=Cancellation)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The sentences of the evidence by marker: passages[n - 1] has marker n.

    always: markers that are cited whatever a model says, as they limit or contradict the answer.
    """

    found: Found
    passages: tuple[Passage, ...]
    always: tuple[int, ...] = ()

    def citations(self, markers: Iterable[int], origin: CitationOrigin) -> list[Citation]:
        return [self.found.cite(self.passages[marker - 1], marker, origin) for marker in markers]


def numbers_of(found: Found, own: int, opening: int, contrasted: Iterable[int]) -> Numbers:
    """own: how many sections of the evidence a model may see. opening: passages that limit it."""
    passages = numbered(found.passages, found.evidence[:own], found.documents)
    return Numbers(found, passages, tuple(sorted({*range(1, opening + 1), *contrasted})))


def written(
    answer: Answer, numbers: Numbers, provider: Provider, writer: Writer, clock: Clock
) -> tuple[Answer, str]:
    """The answer as the model wrote it, or as it was with the reason; and what fault there was."""
    from verbatim_desktop.workflows.stream_answer import stream_answer  # only where a model writes

    found = numbers.found
    started = clock.seconds()
    quotes = {n: cited_texts(passage) for n, passage in enumerate(numbers.passages, 1)}
    addresses = {a for texts in quotes.values() for text in texts for a in addresses_in(text)}
    request = ModelRequest(
        prompt(PROMPT).text,
        request_text(found.question, numbers.passages, found.evidence, defused),
    )
    try:
        done = stream_answer(
            request, provider, quotes, addresses, writer.deliver, writer.cancellation
        )
    except Cancelled:
        return _stands(answer, STOPPED, clock, started), "cancelled"
    except ProviderError as error:
        return _stands(answer, str(error), clock, started), error.fault.value
    if reason := _unusable(done):
        spent = replace(answer, usage=_spent(answer, done), model=done.reply.model)
        return _stands(spent, reason, clock, started), ProviderFault.BAD_REPLY.value
    return _by_model(answer, numbers, done, provider.name), ""


def _unusable(done: Written) -> str:
    if not done.text:
        return WROTE_NOTHING
    return FOUND_NOTHING if done.text.strip(" .`").upper() == NO_ANSWER else ""


def _stands(answer: Answer, reason: str, clock: Clock, started: float) -> Answer:
    took = round((clock.seconds() - started) * 1000, 3)
    timing = replace(answer.timing, model=answer.timing.model + took)
    return replace(answer, fallback=reason, timing=timing, prompt_hash=_hash(answer))


def _hash(answer: Answer) -> str:
    """Of the prompts a model was given: the answer's, and the router's where it was asked."""
    return digest_of(*PROMPTS, PROMPT) if answer.prompt_hash else digest_of(PROMPT)


def _spent(answer: Answer, done: Written) -> Tokens:
    """What the router's calls and this one used."""
    return total([answer.usage, done.reply.tokens])


def _by_model(answer: Answer, numbers: Numbers, done: Written, provider: str) -> Answer:
    citations = _citations(numbers, done)
    return replace(
        answer,
        text=done.text,
        claims=done.claims,
        citations=citations,
        provider=provider,
        model=done.reply.model,
        usage=_spent(answer, done),
        timing=replace(answer.timing, model=round(answer.timing.model + done.reply.total_ms, 3)),
        prompt_hash=_hash(answer),
        dropped=done.dropped,
        notes=tuple(_notes(numbers, [citation.marker for citation in citations], done)),
    )


def _citations(numbers: Numbers, done: Written) -> tuple[Citation, ...]:
    """What the model cites, then what belongs beside it; the best sentences where it cites none."""
    others = set(numbers.always) - set(done.used)
    if not done.used:
        others |= set(range(1, min(MOST_RETRIEVED, len(numbers.found.passages)) + 1))
    found = [
        *numbers.citations(done.used, CitationOrigin.MODEL),
        *numbers.citations(others, CitationOrigin.RETRIEVED),
    ]
    return tuple(sorted(found, key=lambda citation: citation.marker))


def _notes(numbers: Numbers, markers: Sequence[int], done: Written) -> Iterable[str]:
    """What limits what is cited, which version it is from, and what was done to the text."""
    found = numbers.found
    passages = [numbers.passages[marker - 1] for marker in markers]
    sources = [found.evidence[passage.evidence].ranked.section.source for passage in passages]
    yield from notes(passages, found.evidence, markers)
    yield from edition_notes(list(zip(markers, sources, strict=True)), found.editions, found.wanted)
    if not done.used:
        yield CITED_NOTHING
    if done.left_out:
        count = len(done.left_out)
        what = "1 address or tag" if count == 1 else f"{count} addresses or tags"
        yield f"Left out of the model's text: {what} that the evidence does not hold."
