"""Let a model write the answers of a reply, each from the sentences found for its question.

Greeting, sign-off, what a person added and what the library does not answer stay as they are. An
answer that names no sentence is not taken, its quoted passages stay; where a call fails, all of the
draft stays, and the reason is said. Nothing is kept before a person says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.answer.extract import Passage
from verbatim_desktop.answer.flags import notes as limits
from verbatim_desktop.answer.prompt import cited_texts, numbered, request_text
from verbatim_desktop.cite.marker_forms import addresses_in, defused
from verbatim_desktop.cite.markers import Markers
from verbatim_desktop.compose import reply, reply_answers, reply_paragraphs
from verbatim_desktop.compose.diff import diff_paragraphs, kept_in
from verbatim_desktop.compose.markup import markers_in, renumbered
from verbatim_desktop.compose.redact import Hiding, restore
from verbatim_desktop.compose.reply_paragraphs import Piece
from verbatim_desktop.compose.reply_quotes import Numbering
from verbatim_desktop.compose.tone import frame_of, language_name
from verbatim_desktop.domain.answers import Citation, CitationOrigin, Outcome
from verbatim_desktop.domain.errors import (
    Cancelled,
    ProviderError,
    ProviderFault,
    QuestionUnusable,
)
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.domain.redaction import Restored
from verbatim_desktop.domain.replies import (
    AnsweredQuestion,
    Length,
    ParagraphState,
    ReplyDraft,
    Tone,
)
from verbatim_desktop.domain.reply_checks import CheckedSentence
from verbatim_desktop.domain.rewrites import Altered, KeptKind, Rewrite
from verbatim_desktop.ports import Cancellation, Provider
from verbatim_desktop.text.prompts import fenced, prompt
from verbatim_desktop.workflows.ask_with_model import NO_ANSWER, STOPPED
from verbatim_desktop.workflows.check_reply import check_reply
from verbatim_desktop.workflows.compose_reply import Desk, internal_sources
from verbatim_desktop.workflows.find_evidence import Found, find_evidence
from verbatim_desktop.workflows.route_question import total
from verbatim_desktop.workflows.stream_answer import claims_of

PROMPT = "reply"
MOST_OF_MESSAGE = 6000  # characters of it that a model sees
SENTENCES = {Length.SHORT: "two", Length.STANDARD: "five", Length.FULL: "ten"}
TONES = {
    Tone.PROFESSIONAL: "professional: polite, factual, no slang",
    Tone.FRIENDLY: "friendly and warm, without exaggeration",
    Tone.CONCISE: "concise: as few words as it takes",
    Tone.FORMAL: "formal",
    Tone.APOLOGETIC: "understanding: the customer had trouble",
}
NO_MODEL = "No model is set, so the answers stay quoted. Choose one in the settings."
UNANSWERED = "The library answers none of its questions, so a model has nothing to write from."
NAMED_NOTHING = "stays quoted: the model's text names no source."
FOUND_NOTHING = "stays quoted: the model found no answer in these passages."
NOT_WRITTEN = "The model wrote no answer that names its source. Quoted passages stand in."


#: The number of a step, which is nothing that is said.
_LISTED = re.compile(r"^ *\d+[.)] ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Hearing:
    """Who hears the text as it arrives, personal data still hidden, and may wish it to stop."""

    deliver: Callable[[str], None]
    cancellation: Cancellation


@dataclass(frozen=True, slots=True)
class Heard:
    """What a model said on one question. text: with markers that count the passages."""

    text: str
    used: tuple[int, ...]
    left_out: tuple[str, ...]
    reply: ModelReply


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in the model's words, with the markers of the whole reply."""

    number: int
    said: AnsweredQuestion
    restored: Restored
    evidence: str


def write_reply(
    draft: ReplyDraft, provider: Provider | None, desk: Desk, hearing: Hearing
) -> Rewrite:
    """The draft with the answers as the model wrote them, or as it was with the reason."""
    if provider is None:
        return as_it_was(draft, NO_MODEL)
    numbers = [number for number, said in enumerate(draft.questions) if said.citations]
    if not numbers:
        return as_it_was(draft, UNANSWERED)
    writing = _Writing(draft, provider, desk, hearing)
    try:
        for number in numbers:
            writing.answer(number)
    except Cancelled:
        return writing.given_up(STOPPED, "cancelled")
    except ProviderError as error:
        return writing.given_up(str(error), error.fault)
    return writing.finish()


def as_it_was(draft: ReplyDraft, why: str, fault: str = "") -> Rewrite:
    """Nothing was written, and why."""
    return Rewrite(draft.text, 0, len(draft.text), draft.text, fallback=why, fault=fault)


class _Writing:
    """The answers so far, and what they cost."""

    def __init__(self, draft: ReplyDraft, provider: Provider, desk: Desk, hearing: Hearing) -> None:
        self._draft, self._provider, self._desk, self._hearing = draft, provider, desk, hearing
        self._numbering = Numbering(draft.citations)
        self._answers: list[Answer] = []
        self._replies: list[ModelReply] = []
        self._notes: list[str] = []
        self._left_out: list[str] = []
        self._model_ms = 0.0

    # --- one question ----------------------------------------------------------------------------

    def answer(self, number: int) -> None:
        """Have one question answered. Raises ProviderError and Cancelled."""
        found = _found(self._draft, number, self._desk)
        if found is None:
            return
        passages = numbered(found.passages, found.evidence, found.documents)
        request, hiding = _request(self._draft, found, passages)
        # Of the evidence alone: a message must not bring a link into its own reply.
        quotes = (hiding(text) for passage in passages for text in cited_texts(passage))
        heard = self._call(
            request, len(passages), {at for text in quotes for at in addresses_in(text)}
        )
        self._left_out += heard.left_out
        if heard.text.strip(" .`").upper() == NO_ANSWER:
            self._notes.append(f"Answer {number + 1} {FOUND_NOTHING}")
        elif not heard.used:
            self._notes.append(f"Answer {number + 1} {NAMED_NOTHING}")
        else:
            self._answers.append(self._taken(number, found, passages, heard, hiding))

    def _call(self, request: ModelRequest, count: int, addresses: Collection[str]) -> Heard:
        began = self._desk.clock.seconds()
        markers = Markers(range(1, count + 1), addresses, markdown=True)
        said: list[str] = []

        def hear(delta: str) -> None:
            if text := markers.feed(delta):
                said.append(text)
                self._hearing.deliver(text)

        try:
            spoken = self._provider.write(request, hear, self._hearing.cancellation)
        finally:
            self._model_ms += (self._desk.clock.seconds() - began) * 1000
        self._replies.append(spoken)
        said.append(markers.finish())
        self._hearing.deliver(f"{said[-1]}\n\n")
        return Heard("".join(said).strip(), markers.used, markers.left_out, spoken)

    def _taken(
        self, number: int, found: Found, passages: Sequence[Passage], heard: Heard, hiding: Hiding
    ) -> Answer:
        cited: dict[int, Citation] = {}
        for local in heard.used:
            citation = found.cite(passages[local - 1], 0, CitationOrigin.MODEL)
            cited[local], _is_new = self._numbering.number(citation)
        wide = {local: citation.marker for local, citation in cited.items()}
        restored = restore(renumbered(heard.text, wide), hiding.redactions)
        quotes = {wide[local]: cited_texts(passages[local - 1]) for local in cited}
        citations = (replace(c, origin=CitationOrigin.MODEL) for c in cited.values())
        said = replace(
            self._draft.questions[number],
            text=restored.text,
            claims=tuple(claims_of(restored.text, quotes)),
            citations=tuple(sorted(citations, key=lambda citation: citation.marker)),
            notes=limits(
                [passages[local - 1] for local in cited], found.evidence, list(wide.values())
            ),
        )
        evidence = "\n".join(text for texts in quotes.values() for text in texts)
        return Answer(number, said, restored, evidence)

    # --- all of them -----------------------------------------------------------------------------

    def given_up(self, why: str, fault: str = "") -> Rewrite:
        """The draft as it was, with what was spent until then."""
        return self._with_cost(as_it_was(self._draft, why, fault))

    def _with_cost(self, done: Rewrite) -> Rewrite:
        return replace(
            done,
            provider=self._provider.name,
            model=self._replies[-1].model if self._replies else "",
            usage=total([each.tokens for each in self._replies]),
            model_ms=round(self._model_ms, 3),
            left_out=tuple(self._left_out),
            notes=tuple(self._notes),
        )

    def finish(self) -> Rewrite:
        if not self._answers:
            return self.given_up(NOT_WRITTEN, ProviderFault.BAD_REPLY)
        after = self._written()
        lost, added = _changes(self._draft, self._answers)
        done = Rewrite(
            text=after.text,
            start=0,
            end=len(after.text),
            before=self._draft.text,
            diff=diff_paragraphs(self._draft.text, after.text),
            lost=lost,
            added=added,
            sentences=tuple(_checked(after, self._numbers(), self._desk)),
            draft=after,
        )
        return self._with_cost(done)

    def _numbers(self) -> set[int]:
        """The questions whose answers are the model's."""
        return {answer.number for answer in self._answers}

    def _written(self) -> ReplyDraft:
        """The draft with each written answer in the place of the quoted one."""
        draft = self._draft
        frame = frame_of(draft.language, draft.tone)
        text, paragraphs = draft.text, draft.paragraphs
        questions = list(draft.questions)
        for answer in self._answers:
            questions[answer.number] = answer.said
            headed = len(questions) > 1
            pieces = reply_answers.written_pieces(
                answer.said, answer.restored.text, answer.number, frame, headed
            )
            text, paragraphs = reply_paragraphs.replaced(text, paragraphs, answer.number, pieces)
        citations = _by_model(self._numbering.citations, questions, text)
        draft = replace(
            draft,
            text=text,
            paragraphs=paragraphs,
            questions=tuple(questions),
            citations=citations,
            internal=reply.internal_names(citations, internal_sources(self._desk.library)),
            touched=self._desk.clock.now(),
            provider=self._provider.name,
            model=self._replies[-1].model,
            prompt_hash=prompt(PROMPT).digest,
        )
        return _without_spoken(self._draft, draft, self._numbers())


def _found(draft: ReplyDraft, number: int, desk: Desk) -> Found | None:
    """What the library says on a question now; None where that is no answer any more."""
    search = draft.questions[number].question.search
    try:
        found = find_evidence(search, desk.library, desk.index, desk.clock, filters=draft.filters)
    except QuestionUnusable:
        return None
    return found if found.outcome is Outcome.ANSWER else None


def _request(
    draft: ReplyDraft, found: Found, passages: Sequence[Passage]
) -> tuple[ModelRequest, Hiding]:
    """What the model sees, all of it without personal data, and what puts that back."""
    message = draft.message.text
    texts = [found.question, message, *(cited_texts(passage)[-1] for passage in passages)]
    hiding = Hiding("\n".join(texts), draft.unmarked, draft.marked)

    def shown(text: str) -> str:
        return defused(hiding(text))

    instructions = prompt(PROMPT).text
    for name, words in (
        ("tone", TONES[draft.tone]),
        ("language", language_name(draft.language, "en")),
        ("sentences", SENTENCES[draft.length]),
    ):
        instructions = instructions.replace(f"{{{name}}}", words)
    evidence = request_text(found.question, passages, found.evidence, shown)
    written = fenced([("message", shown(message)[:MOST_OF_MESSAGE])])
    return ModelRequest(instructions, f"{evidence}\n\n{written}"), hiding


def _by_model(
    citations: Sequence[Citation], questions: Sequence[AnsweredQuestion], text: str
) -> tuple[Citation, ...]:
    """The citations that a reply still has, each as its answers hold it."""
    held = {citation.marker: citation for said in questions for citation in said.citations}
    used = held.keys() | {number for marker in markers_in(text) for number in marker.numbers}
    return tuple(held.get(one.marker, one) for one in citations if one.marker in used)


def _without_spoken(before: ReplyDraft, after: ReplyDraft, written: set[int]) -> ReplyDraft:
    """Without the sentence on the language of the quotes, where nothing in it is quoted now."""
    was = _spoken(before, before.questions)
    left = [said for number, said in enumerate(before.questions) if number not in written]
    if not was or _spoken(before, left):
        return after
    gone = {piece.text for piece in was}
    kept = [
        Piece(after.text[one.start : one.end], one.state, one.question)
        for one in after.paragraphs
        if one.state is not ParagraphState.TEMPLATE or after.text[one.start : one.end] not in gone
    ]
    text, paragraphs = reply_paragraphs.joined(kept, {})
    return replace(after, text=text, paragraphs=paragraphs)


def _spoken(draft: ReplyDraft, questions: Sequence[AnsweredQuestion]) -> list[Piece]:
    quotes = [citation.quote for said in questions for citation in said.citations]
    other = reply.spoken(quotes, draft.language)
    return reply.spoken_pieces(frame_of(draft.language, draft.tone), other, draft.language)


def _changes(
    draft: ReplyDraft, answers: Sequence[Answer]
) -> tuple[tuple[Altered, ...], tuple[Altered, ...]]:
    """Links, code and numbers that the quoted answers had and the written ones have not, and
    those that neither the evidence nor the quoted answers have.
    """
    quoted = "\n".join(draft.questions[answer.number].text for answer in answers)
    written = "\n\n".join(answer.restored.text for answer in answers)
    evidence = "\n".join([quoted, *(answer.evidence for answer in answers)])
    old, new = kept_in(_LISTED.sub("", quoted)).keys(), kept_in(_LISTED.sub("", written)).keys()
    came = new - kept_in(evidence).keys()
    lost = (Altered(kind, text) for kind, text in _told(old - new))
    added = (
        Altered(kind, text, added=True)
        for kind, text in _told(came)
        if kind is KeptKind.NUMBER or text.strip("`") not in evidence
    )
    mangled = [text for answer in answers for text in answer.restored.mangled]
    strange = (Altered(KeptKind.REDACTION, text, added=True) for text in mangled)
    return tuple(lost), (*added, *strange)


def _told(keys: Collection[tuple[KeptKind, str]]) -> list[tuple[KeptKind, str]]:
    """Markers apart: another choice of sentences is what was asked for."""
    return sorted(key for key in keys if key[0] is not KeptKind.MARKER)


def _checked(draft: ReplyDraft, written: set[int], desk: Desk) -> list[CheckedSentence]:
    """The sentences of the written answers, held against what they cite."""
    own = [
        one
        for one in draft.paragraphs
        if one.question in written and one.state is ParagraphState.EDITED
    ]
    found = check_reply(draft.text, draft.citations, desk.library, None, draft.paragraphs)
    return [
        sentence
        for sentence in found.sentences
        if any(one.start <= sentence.start < one.end for one in own)
    ]
