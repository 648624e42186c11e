"""Set the answer to each question of a message: its quoted passages, steps as a list.

What is uncertain is marked and what is not known is said, never left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from verbatim_desktop.compose.asking import begun, to_the_point
from verbatim_desktop.compose.markup import code_in, renumbered
from verbatim_desktop.compose.redact import masked
from verbatim_desktop.compose.reply_paragraphs import Piece, paragraph_texts
from verbatim_desktop.compose.reply_quotes import (
    Material,
    Numbering,
    Quoted,
    escaped_within,
)
from verbatim_desktop.compose.tone import Frame
from verbatim_desktop.domain.answers import Citation, Claim, Level
from verbatim_desktop.domain.messages import Question
from verbatim_desktop.domain.replies import AnsweredQuestion, ParagraphState

LONGEST_HEADING = 160


def answer_pieces(
    material: Material, number: int, frame: Frame, numbering: Numbering, headed: bool
) -> tuple[list[Piece], AnsweredQuestion]:
    """The paragraphs that answer one question. headed: the question stands above them."""
    pieces: list[Piece] = []
    if headed:
        pieces.append(Piece(_heading(material.question), ParagraphState.TEMPLATE, number))
    if material.ticket or not material.passages:
        pieces.append(Piece(frame.looking, ParagraphState.UNANSWERED, number))
        return pieces, _answered(material, pieces, (), ())
    certain = material.confidence.level is Level.HIGH
    state = ParagraphState.GROUNDED if certain else ParagraphState.UNCERTAIN
    passages = _followed(material.passages, numbering)
    numbered = [(quoted, *numbering.number(quoted.citation)) for quoted in passages]
    fresh = [(quoted, citation.marker) for quoted, citation, is_new in numbered if is_new]
    citations = tuple(citation for _quoted, citation, _is_new in numbered)
    if not numbered[0][2]:  # what answers best stands above already
        markers = " ".join(f"[{cited.marker}]" for _quoted, cited, is_new in numbered if not is_new)
        # Whether it answers this question as well is for a person to say.
        pieces.append(Piece(f"{frame.above} {markers}", ParagraphState.UNCERTAIN, number))
    if not certain and fresh:
        pieces.append(Piece(frame.maybe, ParagraphState.UNCERTAIN, number))
    pieces += [Piece(text, state, number) for text in _set(fresh)]
    claims = tuple(
        Claim(quoted.citation.quote, (citation.marker,)) for quoted, citation, _new in numbered
    )
    return pieces, _answered(material, pieces, claims, citations)


def _followed(passages: Sequence[Quoted], numbering: Numbering) -> list[Quoted]:
    """Without announcements ("It has these effects:") of what is not quoted here."""
    kept: list[Quoted] = []
    for quoted, after in zip(passages, [*passages[1:], None], strict=True):
        announces = quoted.citation.quote.rstrip().endswith((":", "："))
        item = after if after and after.opens and after.section == quoted.section else None
        goes_on = item is not None and not numbering.shows(item.citation)
        if not announces or goes_on or numbering.shows(quoted.citation):
            kept.append(quoted)
    return kept or list(passages)


def gathered(pieces: Sequence[Piece], frame: Frame) -> list[Piece]:
    """Behind what is answered one sentence for all that is not, each question an item below it.

    pieces: of all answers. Where fewer than two are open they stay as they are.
    """
    opened = [piece.question for piece in pieces if piece.state is ParagraphState.UNANSWERED]
    if len(opened) < 2:
        return list(pieces)
    heads = [p for p in pieces if p.question in opened and p.state is ParagraphState.TEMPLATE]
    items = [Piece(f"- {h.text[2:-2]}", ParagraphState.UNANSWERED, h.question) for h in heads]
    answered = [piece for piece in pieces if piece.question not in opened]
    return [*answered, Piece(frame.looking_all, ParagraphState.UNANSWERED), *items]


def _answered(
    material: Material,
    pieces: Sequence[Piece],
    claims: tuple[Claim, ...],
    citations: tuple[Citation, ...],
) -> AnsweredQuestion:
    return AnsweredQuestion(
        question=material.question,
        confidence=material.confidence,
        text="\n\n".join(piece.text for piece in pieces),
        claims=claims,
        citations=citations,
        ticket=material.ticket,
        notes=tuple(_renumbered(note, citations) for note in material.notes),
    )


def _renumbered(note: str, citations: Sequence[Citation]) -> str:
    """A note's markers count the passages of its question; those of the reply stand instead."""
    if not citations:
        return note
    return renumbered(note, {n: citation.marker for n, citation in enumerate(citations, 1)})


def written_pieces(
    said: AnsweredQuestion, text: str, number: int, frame: Frame, headed: bool
) -> list[Piece]:
    """The paragraphs of an answer in free words; what is not certain is still said to be so."""
    pieces: list[Piece] = []
    if headed:
        pieces.append(Piece(_heading(said.question), ParagraphState.TEMPLATE, number))
    if said.level is not Level.HIGH:
        pieces.append(Piece(frame.maybe, ParagraphState.UNCERTAIN, number))
    return [*pieces, *(Piece(one, ParagraphState.EDITED, number) for one in paragraph_texts(text))]


def headline(question: Question) -> str:
    """A question as it is repeated: to the point, and without what is a secret in it."""
    said = begun(masked(to_the_point(" ".join(question.text.split()))).rstrip(":："))
    return f"{said}{question.mark}"


def _heading(question: Question) -> str:
    text = headline(question)
    if len(text) > LONGEST_HEADING:
        text = text[: LONGEST_HEADING - 1].rsplit(" ", 1)[0] + "…"
    parts: list[str] = []
    at = 0
    for start, end in code_in(text):
        parts += [escaped_within(text[at:start]), text[start:end]]
        at = end
    return f"**{''.join([*parts, escaped_within(text[at:])])}**"


def _set(passages: Sequence[tuple[Quoted, int]]) -> Iterator[str]:
    """Paragraphs: sentences of one section run on, list items stand one below the other."""
    for (_section, listed), group in groupby(
        passages, key=lambda item: (item[0].section, bool(item[0].opens))
    ):
        if listed:
            yield "\n".join(f"{quoted.opens} {quoted.text} [{n}]" for quoted, n in group)
        else:
            yield " ".join(f"{quoted.text} [{n}]" for quoted, n in group)
