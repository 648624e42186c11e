"""The paragraphs of a reply: how they are joined to its text, and which is which after an edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from verbatim_desktop.compose import placeholders
from verbatim_desktop.compose.markup import blocks_in, code_in
from verbatim_desktop.compose.reply_quotes import Quoted
from verbatim_desktop.domain.replies import Paragraph, ParagraphState


@dataclass(frozen=True, slots=True)
class Piece:
    """One paragraph to be."""

    text: str
    state: ParagraphState
    question: int = -1


def joined(pieces: Sequence[Piece], values: Mapping[str, str]) -> tuple[str, tuple[Paragraph, ...]]:
    """The text with what is known filled in, and where each paragraph stands in it."""
    text = ""
    paragraphs: list[Paragraph] = []
    for piece in pieces:
        framed = piece.state in (ParagraphState.TEMPLATE, ParagraphState.UNANSWERED)
        shown = placeholders.fill(piece.text, values).text.rstrip() if framed else piece.text
        if not shown.strip():
            continue
        start = len(text) + 2 if text else 0
        text = f"{text}\n\n{shown}" if text else shown
        paragraphs.append(Paragraph(start, len(text), piece.state, piece.question))
    return text, tuple(paragraphs)


def paragraph_texts(text: str) -> Iterator[str]:
    for start, end in blocks_in(text):
        yield text[start:end]


def retraced(text: str, was: str, paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """The paragraphs of an edited text: those that stand as they did keep their state."""
    new = blocks_in(text)
    old_texts = [was[item.start : item.end] for item in paragraphs]
    found: list[Paragraph] = []
    for action, i1, i2, j1, j2 in _steps(old_texts, [text[s:e] for s, e in new]):
        for offset, (start, end) in enumerate(new[j1:j2]):
            source = paragraphs[min(i1 + offset, i2 - 1)] if i2 > i1 else None
            state = source.state if source and action == "equal" else ParagraphState.EDITED
            found.append(Paragraph(start, end, state, source.question if source else -1))
    return tuple(found)


def _steps(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """How the one becomes the other; only what stands between equal ends is compared."""
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    rest = range(most - head)
    tail = next((at for at in rest if old[-1 - at] != new[-1 - at]), most - head)
    if head:
        yield "equal", 0, head, 0, head
    last_old, last_new = len(old) - tail, len(new) - tail
    matcher = SequenceMatcher(None, old[head:last_old], new[head:last_new], autojunk=False)
    for action, i1, i2, j1, j2 in matcher.get_opcodes():
        yield action, i1 + head, i2 + head, j1 + head, j2 + head
    if tail:
        yield "equal", last_old, len(old), last_new, len(new)


def replaced(
    text: str, paragraphs: Sequence[Paragraph], number: int, pieces: Sequence[Piece]
) -> tuple[str, tuple[Paragraph, ...]]:
    """The text with one question's paragraphs replaced; at the end where it has none left."""
    kept = [(text[item.start : item.end], item) for item in paragraphs]
    own = [index for index, (_text, item) in enumerate(kept) if item.question == number]
    first, last = (own[0], own[-1] + 1) if own else (len(kept), len(kept))
    before = [Piece(shown, item.state, item.question) for shown, item in kept[:first]]
    after = [Piece(shown, item.state, item.question) for shown, item in kept[last:]]
    others = [
        Piece(shown, item.state, item.question)
        for shown, item in kept[first:last]
        if item.question != number
    ]
    return joined([*before, *pieces, *others, *after], {})


def added(
    text: str, paragraphs: Sequence[Paragraph], pieces: Sequence[Piece]
) -> tuple[str, tuple[Paragraph, ...]]:
    """The text with the answer to one more question, behind the last answer."""
    kept = [Piece(text[item.start : item.end], item.state, item.question) for item in paragraphs]
    answers = [index for index, piece in enumerate(kept) if piece.question >= 0]
    place = answers[-1] + 1 if answers else max(0, len(kept) - 1)
    return joined([*kept[:place], *pieces, *kept[place:]], {})


def dropped(
    text: str, paragraphs: Sequence[Paragraph], number: int
) -> tuple[str, tuple[Paragraph, ...]]:
    """The text without one question's paragraphs, save those that a person edited."""
    kept = [
        Piece(
            text[item.start : item.end],
            item.state,
            item.question - (item.question > number) if item.question != number else -1,
        )
        for item in paragraphs
        if item.question != number or item.state is ParagraphState.EDITED
    ]
    still = any(p.state is ParagraphState.UNANSWERED and p.question >= 0 for p in kept)
    if not still:  # the sentence that names all that is open names nothing any more
        kept = [p for p in kept if p.state is not ParagraphState.UNANSWERED]
    return joined(kept, {})


def inserted(text: str, at: int, quoted: Quoted, marker: int) -> str:
    """The text with a quoted passage put in, behind code it would fall into; nothing is lost."""
    at = next((end for start, end in code_in(text) if start < at < end), at)
    shown = f"{quoted.text} [{marker}]"
    before, after = text[:at], text[at:]
    lead = "" if not before or before[-1].isspace() else " "
    trail = "" if not after or after[0].isspace() or after[0] in ".,;:!?" else " "
    return f"{before}{lead}{shown}{trail}{after}"
