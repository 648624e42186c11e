"""Change a draft without losing what a person typed: a question again, one more, another tone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verbatim_desktop.cite.resolve import resolve
from verbatim_desktop.compose import reply, reply_answers, reply_paragraphs
from verbatim_desktop.compose.markup import markers_behind, markers_in
from verbatim_desktop.compose.reply_quotes import Numbering, Quoted, quoted_markdown
from verbatim_desktop.compose.restyle import restyled
from verbatim_desktop.compose.tone import frame_of
from verbatim_desktop.domain.answers import Citation, CitationOrigin
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.messages import Question
from verbatim_desktop.domain.replies import (
    AnsweredQuestion,
    Length,
    Paragraph,
    ParagraphState,
    ReplyDraft,
    Tone,
)
from verbatim_desktop.workflows.compose_reply import (
    Desk,
    internal_sources,
    material,
    reply_language,
    with_context,
)
from verbatim_desktop.workflows.find_evidence import Found, find_evidence

#: How many further sentences are offered for a question, and of one section.
MOST_ALTERNATIVES, MOST_OF_A_SECTION = 12, 3

Text = tuple[str, tuple[Paragraph, ...]]


def edited(draft: ReplyDraft, text: str) -> ReplyDraft:
    """The draft with a person's text; paragraphs that stand as they did keep their state."""
    paragraphs = reply_paragraphs.retraced(text, draft.text, draft.paragraphs)
    return replace(draft, text=text, paragraphs=paragraphs)


def question_of(draft: ReplyDraft, number: int, search: str, start: int, end: int) -> Question:
    """A question of the draft, looked for in other words or standing elsewhere in the message."""
    _require(draft, number)
    old = draft.questions[number].question
    if 0 <= start < end <= len(draft.message.text):
        text = draft.message.text[start:end]
        return Question(text, start, end, search or " ".join(text.split()), old.kind)
    return replace(old, search=search or old.search)


def redraft(draft: ReplyDraft, number: int, question: Question, desk: Desk) -> ReplyDraft:
    """One question answered anew; the others keep text and markers. Raises NotFound."""
    _require(draft, number)
    item = with_context(material(question, draft.length, draft.filters, desk), draft.message)
    others = (said for index, said in enumerate(draft.questions) if index != number)
    shown = {citation.marker for said in others for citation in said.citations}
    numbering = Numbering(draft.citations, shown)
    frame = frame_of(draft.language, draft.tone)
    headed = len(draft.questions) > 1
    pieces, said = reply_answers.answer_pieces(item, number, frame, numbering, headed)
    questions = (*draft.questions[:number], said, *draft.questions[number + 1 :])
    changed = reply_paragraphs.replaced(draft.text, draft.paragraphs, number, pieces)
    return _with(draft, changed, questions, numbering, desk)


def resized(draft: ReplyDraft, length: Length, desk: Desk) -> ReplyDraft:
    """Each answer drafted anew in another length, save those that a person edited."""
    changed = replace(draft, length=length)
    touched = {item.question for item in draft.paragraphs if item.state is ParagraphState.EDITED}
    for number, said in enumerate(draft.questions):
        if number not in touched:
            changed = redraft(changed, number, said.question, desk)
    return changed


def alternatives(draft: ReplyDraft, number: int, desk: Desk) -> tuple[Citation, ...]:
    """More sentences for a question than the draft cites, best sections first. Raises NotFound."""
    _require(draft, number)
    search = draft.questions[number].question.search
    try:
        found = find_evidence(search, desk.library, desk.index, desk.clock, filters=draft.filters)
    except QuestionUnusable:
        return ()
    cited = {(citation.identity, citation.quote) for citation in draft.citations}
    offered: dict[tuple[str, str], Citation] = {}
    for citation in _nearest(found):
        if (citation.identity, citation.quote) not in cited:
            offered.setdefault((citation.identity, citation.quote), citation)
    return tuple(offered.values())[:MOST_ALTERNATIVES]


def _nearest(found: Found) -> Iterator[Citation]:
    """What an answer would quote, then the best sentences of each section."""
    for passage in found.passages:
        yield found.cite(passage, 0)
    for evidence in found.evidence:
        document = found.documents[evidence.ranked.section.document_id]
        best = sorted(evidence.sentences, key=lambda sentence: (-sentence.score, sentence.index))
        for sentence in best[:MOST_OF_A_SECTION]:
            if sentence.score > 0:
                yield resolve(evidence, sentence, document, 0, CitationOrigin.RETRIEVED)


def add_question(draft: ReplyDraft, question: Question, desk: Desk) -> ReplyDraft:
    """One more question, answered behind the last answer."""
    item = with_context(material(question, draft.length, draft.filters, desk), draft.message)
    shown = {citation.marker for said in draft.questions for citation in said.citations}
    numbering = Numbering(draft.citations, shown)
    frame = frame_of(draft.language, draft.tone)
    number = len(draft.questions)
    pieces, said = reply_answers.answer_pieces(item, number, frame, numbering, number > 0)
    changed = reply_paragraphs.added(draft.text, draft.paragraphs, pieces)
    return _with(draft, changed, (*draft.questions, said), numbering, desk)


def drop_question(draft: ReplyDraft, number: int, desk: Desk) -> ReplyDraft:
    """The draft without a question and its answer. Raises NotFound."""
    _require(draft, number)
    questions = (*draft.questions[:number], *draft.questions[number + 1 :])
    changed = reply_paragraphs.dropped(draft.text, draft.paragraphs, number)
    return _with(draft, changed, questions, Numbering(draft.citations), desk)


def insert_citation(draft: ReplyDraft, at: int, citation: Citation, desk: Desk) -> ReplyDraft:
    """A quoted sentence with its marker put into the text."""
    numbering = Numbering(draft.citations)
    known, _is_new = numbering.number(citation)
    quoted = Quoted(quoted_markdown(citation.quote), known, 0)
    text = reply_paragraphs.inserted(draft.text, at, quoted, known.marker)
    paragraphs = reply_paragraphs.retraced(text, draft.text, draft.paragraphs)
    return _with(draft, (text, paragraphs), draft.questions, numbering, desk)


def bind_sentence(
    draft: ReplyDraft, start: int, end: int, citation: Citation, desk: Desk
) -> ReplyDraft:
    """A sentence of the text cites this and nothing else from now on."""
    numbering = Numbering(draft.citations)
    known, _is_new = numbering.number(citation)
    end = markers_behind(draft.text, end)
    said = draft.text[start:end]
    for marker in reversed(markers_in(said)):
        said = said[: marker.start].rstrip() + said[marker.end :]
    text = f"{draft.text[:start]}{said.rstrip()} [{known.marker}]{draft.text[end:]}"
    paragraphs = reply_paragraphs.retraced(text, draft.text, draft.paragraphs)
    return _with(draft, (text, paragraphs), draft.questions, numbering, desk)


def restyle(draft: ReplyDraft, tone: Tone, language: str, desk: Desk) -> ReplyDraft:
    """The draft in another tone or language; quotes and what a person typed stay as they are."""
    spoken_in = reply_language(language)
    old, new = frame_of(draft.language, draft.tone), frame_of(spoken_in, tone)
    agent = desk.agent
    values = reply.values_of(draft.message, draft.ticket, agent.name, agent.team)
    quotes = [citation.quote for said in draft.questions for citation in said.citations]
    was = reply.spoken_pieces(old, reply.spoken(quotes, draft.language), draft.language)
    now = reply.spoken_pieces(new, reply.spoken(quotes, spoken_in), spoken_in)
    text, paragraphs = restyled(draft.text, draft.paragraphs, old, new, values, was, now)
    return replace(
        draft,
        text=text,
        paragraphs=paragraphs,
        tone=tone,
        language=spoken_in,
        touched=desk.clock.now(),
    )


def _require(draft: ReplyDraft, number: int) -> None:
    if not 0 <= number < len(draft.questions):
        raise NotFound(f"The draft has no question {number + 1}.")


def _with(
    draft: ReplyDraft,
    changed: Text,
    questions: tuple[AnsweredQuestion, ...],
    numbering: Numbering,
    desk: Desk,
) -> ReplyDraft:
    return replace(
        draft,
        text=changed[0],
        paragraphs=changed[1],
        questions=questions,
        citations=tuple(numbering.citations),
        internal=reply.internal_names(numbering.citations, internal_sources(desk.library)),
        touched=desk.clock.now(),
    )
