"""Draft one reply to a message: find its questions, answer each from the library, set them.

Needs no model. Questions the library does not answer are said to be looked into, each with the
ticket to hand on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from verbatim_desktop.answer.extract import Form, Passage
from verbatim_desktop.answer.flags import notes as limits
from verbatim_desktop.answer.write import row_text, set_text
from verbatim_desktop.compose import reply, reply_answers, reply_paragraphs
from verbatim_desktop.compose.markup import code
from verbatim_desktop.compose.questions import errands, find_questions, only_thanks
from verbatim_desktop.compose.redact import masked, without_secrets
from verbatim_desktop.compose.reply_paragraphs import Piece
from verbatim_desktop.compose.reply_quotes import Material, Numbering, Quoted, quoted_markdown
from verbatim_desktop.compose.ticket import shortened, title_of
from verbatim_desktop.compose.tone import DEFAULT, LANGUAGES, frame_of
from verbatim_desktop.domain.answers import Confidence, Level, Outcome, TicketDraft
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.messages import Message, Question
from verbatim_desktop.domain.replies import (
    Agent,
    AnsweredQuestion,
    Length,
    ReplyDraft,
    ReplyOptions,
)
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.counting import counted
from verbatim_desktop.text.pasted import pasted
from verbatim_desktop.workflows.ask_question import ticket_for
from verbatim_desktop.workflows.find_evidence import IN_ANOTHER, Found, find_evidence

#: How many passages answer one question; the steps of one procedure stay together.
MOST = {Length.SHORT: 1, Length.STANDARD: 4, Length.FULL: 12}
NO_QUESTION = "No question was found in the message; only greeting and sign-off are drafted."
ONLY_THANKS = "Nothing is asked in the message; a short reply to its thanks is drafted."


@dataclass(frozen=True, slots=True)
class Desk:
    """What a reply is drafted with: the library, its index, a clock and who answers."""

    library: Library
    index: SearchIndex
    clock: Clock
    agent: Agent = field(default_factory=Agent)


def compose_reply(
    message: Message, options: ReplyOptions, desk: Desk, draft_id: str, template: str = ""
) -> ReplyDraft:
    """One reply to all that a message asks. template: the text of one, "" for none."""
    language = reply_language(options.language or message.language)
    materials = [
        with_context(material(question, options.length, options.filters, desk), message)
        for question in find_questions(message)
    ]
    numbering = Numbering()
    frame = frame_of(language, options.tone)
    pieces: list[Piece] = []
    answered: list[AnsweredQuestion] = []
    for number, item in enumerate(materials):
        own, said = reply_answers.answer_pieces(item, number, frame, numbering, len(materials) > 1)
        pieces += own
        answered.append(said)
    pieces = reply_answers.gathered(pieces, frame)
    quotes = [quoted.citation.quote for item in materials for quoted in item.passages]
    other = reply.spoken(quotes, language)
    if template:
        spoken = reply.spoken_pieces(frame, other, language)
        whole = reply.template_pieces(template, [*pieces, *spoken])
    else:
        full = options.length is not Length.SHORT
        thanks = only_thanks(message)
        whole = reply.frame_pieces(frame, message, pieces, other, language, full, thanks)
    agent = desk.agent
    values = reply.values_of(message, options.ticket, agent.name, agent.team)
    text, paragraphs = reply_paragraphs.joined(whole, values)
    now = desk.clock.now()
    return ReplyDraft(
        id=draft_id,
        message=message,
        subject=reply.subject_of(message),
        questions=tuple(answered),
        text=text,
        paragraphs=paragraphs,
        citations=tuple(numbering.citations),
        ticket=options.ticket,
        tone=options.tone,
        length=options.length,
        language=language,
        template=options.template,
        internal=reply.internal_names(numbering.citations, internal_sources(desk.library)),
        notes=_notes(message, options, language, answered),
        generation=desk.library.generation(),
        made=now,
        touched=now,
        filters=options.filters,
    )


def reply_language(wanted: str) -> str:
    """The language of the frame: the wanted one where there are sentences for it."""
    return wanted if wanted in LANGUAGES else DEFAULT


def _notes(
    message: Message, options: ReplyOptions, language: str, answered: Sequence[AnsweredQuestion]
) -> tuple[str, ...]:
    notes = list(message.notes)
    wanted = options.language or message.language
    if wanted != language:
        notes.append(f"There are no frame sentences in “{wanted}”; English stands in.")
    if not answered:
        notes.append(ONLY_THANKS if only_thanks(message) else NO_QUESTION)
    notes += [f"Not a question for the documentation: “{wish}”" for wish in errands(message)]
    told = (item.confidence.reasons[0] for item in answered if item.confidence.reasons)
    notes += dict.fromkeys(reason for reason in told if reason.startswith(IN_ANOTHER))
    unsure = sum(item.level is Level.MEDIUM for item in answered)
    if unsure:
        notes.append(f"To be checked before sending: {counted(unsure, 'answer')}.")
    unknown = sum(item.level is Level.LOW for item in answered)
    if unknown:
        each = "with a ticket draft" if unknown == 1 else "each with a ticket draft"
        notes.append(f"Not answered by the library: {counted(unknown, 'question')}, {each}.")
    return tuple(notes)


def material(question: Question, length: Length, filters: Filters, desk: Desk) -> Material:
    """What the library says on one question."""
    try:
        search = without_secrets(question.search)
        found = find_evidence(search, desk.library, desk.index, desk.clock, filters=filters)
    except QuestionUnusable as error:
        return _unsearchable(question, str(error))
    if found.outcome is Outcome.TICKET:
        return Material(question, found.confidence, ticket=ticket_for(found))
    passages = _as_long_as(found.passages, MOST[length])
    quoted = tuple(_quoted(found, passage) for passage in passages)
    return Material(question, found.confidence, quoted, notes=limits(passages, found.evidence))


def with_context(item: Material, message: Message) -> Material:
    """What was pasted into the message goes along with the ticket, shortened."""
    printed = message.printed or pasted(message.text)
    if item.ticket is None or not printed:
        return item
    return replace(item, ticket=replace(item.ticket, context=shortened(printed)))


def _unsearchable(question: Question, why: str) -> Material:
    confidence = Confidence(Level.LOW, 0.0, (why,))
    asked = masked(" ".join(question.text.split()))
    summary = f"The customer asks: “{asked}”\n{why}"
    ticket = TicketDraft(title_of(asked), summary, (), ("What exactly is meant?",), (), confidence)
    return Material(question, confidence, ticket=ticket)


def _as_long_as(passages: Sequence[Passage], most: int) -> tuple[Passage, ...]:
    """The first passages, and with a step all steps of its section."""
    taken = list(passages[:most])
    if taken and (taken[-1].form is Form.STEP or _leads_in(taken[-1])):
        for passage in passages[most:]:
            if passage.form is not Form.STEP or passage.evidence != taken[-1].evidence:
                break
            taken.append(passage)
    return tuple(taken)


def _leads_in(passage: Passage) -> bool:
    """Whether a passage announces what follows: "To rotate a key:"."""
    return passage.sentence.quote.rstrip().endswith((":", "："))


def _quoted(found: Found, passage: Passage) -> Quoted:
    """A passage as Markdown, what is code or bold in its document set as such."""
    citation = found.cite(passage, 0)
    quote = passage.sentence.quote
    if passage.form is Form.CODE:
        return Quoted(code(" ".join(quote.split())), citation, passage.evidence, "-")
    if passage.form is Form.ROW:
        shown = row_text(passage, quoted_markdown)
        return Quoted(shown, citation, passage.evidence, "-")
    opens = passage.number if passage.form is Form.STEP else "-"
    return Quoted(
        set_text(passage, quoted_markdown),
        citation,
        passage.evidence,
        "" if passage.form is Form.PROSE else opens,
    )


def internal_sources(library: Library) -> frozenset[str]:
    """Names of the sources whose documents are not meant for customers."""
    return frozenset(status.info.name for status in library.sources() if status.info.internal)
