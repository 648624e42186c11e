"""Give a draft another tone or language and leave alone what a person typed.

Each frame sentence that stands as it was drafted is exchanged for its counterpart; quoted passages
and edited paragraphs stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from verbatim_desktop.compose import placeholders, reply, reply_paragraphs
from verbatim_desktop.compose.reply_paragraphs import Piece
from verbatim_desktop.compose.tone import Frame
from verbatim_desktop.domain.replies import Paragraph, ParagraphState


def restyled(
    text: str,
    paragraphs: Sequence[Paragraph],
    old: Frame,
    new: Frame,
    values: Mapping[str, str],
    was_spoken: Sequence[Piece] = (),
    now_spoken: Sequence[Piece] = (),
) -> tuple[str, tuple[Paragraph, ...]]:
    """The text in another frame. was_spoken, now_spoken: what says which language is quoted."""
    exchange = _exchange(old, new, values)
    said = {piece.text for piece in was_spoken}
    pieces: list[Piece] = []
    last_answer = max((n for n, item in enumerate(paragraphs) if item.question >= 0), default=-1)
    for number, paragraph in enumerate(paragraphs):
        shown = text[paragraph.start : paragraph.end]
        if paragraph.state is not ParagraphState.EDITED:
            shown = "" if shown in said else exchange.get(shown, _above(shown, old, new))
        pieces.append(Piece(shown, paragraph.state, paragraph.question))
        if number == last_answer:
            pieces += now_spoken
    return reply_paragraphs.joined(list(_completed(pieces, exchange, old, new)), values)


def _exchange(old: Frame, new: Frame, values: Mapping[str, str]) -> dict[str, str]:
    """Paragraphs of the old frame as they stand in a draft, and what stands for them now."""

    def filled(sentence: str) -> str:
        return placeholders.fill(sentence, values).text.rstrip()

    pairs = {
        filled(getattr(old, field.name)): filled(getattr(new, field.name))
        for field in fields(Frame)
        if field.name not in ("sign_off", "above", "quoted_in")
    }
    signed = {filled(reply.sign_off(old)): filled(reply.sign_off(new))}
    return {was: now for was, now in {**pairs, **signed}.items() if was}


def _above(shown: str, old: Frame, new: Frame) -> str:
    """ "The passage above answers this as well [1]" keeps its markers."""
    return (
        new.above + shown.removeprefix(old.above) if shown.startswith(f"{old.above} [") else shown
    )


def _completed(
    pieces: Sequence[Piece], exchange: Mapping[str, str], old: Frame, new: Frame
) -> Iterator[Piece]:
    """With the opening and the closing that the old tone went without."""
    framed = set(exchange.values())
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if number == last and piece.text in framed and new.closing and not old.closing:
            yield Piece(new.closing, ParagraphState.TEMPLATE)
        yield piece
        if number == 0 and piece.text in framed and new.opening and not old.opening:
            yield Piece(new.opening, ParagraphState.TEMPLATE)
