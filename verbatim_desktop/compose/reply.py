"""Set one reply from what was found for each question.

Greeting, each question with its quoted passages, steps as a list, sign-off. Markers are numbered
through the whole reply and a passage keeps its marker wherever it is quoted again. What is
uncertain is marked and what is not known is said, never left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby

from verbatim_desktop.compose import placeholders
from verbatim_desktop.compose.asking import begun, to_the_point
from verbatim_desktop.compose.markup import blocks_in, code, code_in, escaped, markers_in
from verbatim_desktop.compose.message import language_in
from verbatim_desktop.compose.redact import masked
from verbatim_desktop.compose.tone import Frame, language_name
from verbatim_desktop.domain.answers import Citation, Claim, Confidence, Level, TicketDraft
from verbatim_desktop.domain.documents import FlagKind, Mark
from verbatim_desktop.domain.messages import Message, Question
from verbatim_desktop.domain.replies import AnsweredQuestion, Paragraph, ParagraphState
from verbatim_desktop.text.inline import Stretch, stretches

ANSWERS = "answers"  # the placeholder of a template that the answers stand for
LONGEST_HEADING = 160


@dataclass(frozen=True, slots=True)
class Quoted:
    """One passage to quote. text is Markdown; section tells passages of one section from others.

    opens: a list marker such as "-" or "2.", "" for prose.
    """

    text: str
    citation: Citation
    section: int
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """What the library says on one question. ticket: nothing is quoted, this is handed on."""

    question: Question
    confidence: Confidence
    passages: tuple[Quoted, ...] = ()
    ticket: TicketDraft | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One paragraph to be."""

    text: str
    state: ParagraphState
    question: int = -1


class Numbering:
    """Gives citations the markers of one reply. shown: markers whose passage it quotes already."""

    def __init__(self, citations: Sequence[Citation] = (), shown: Iterable[int] = ()) -> None:
        self.citations = list(citations)
        self._shown = set(shown)

    def number(self, citation: Citation) -> tuple[Citation, bool]:
        """The citation with its marker, and whether the reply does not quote it yet."""
        known = self._known(citation)
        if known is None:
            marker = max((other.marker for other in self.citations), default=0) + 1
            known = replace(citation, marker=marker)
            self.citations.append(known)
        is_new = known.marker not in self._shown
        self._shown.add(known.marker)
        return known, is_new

    def shows(self, citation: Citation) -> bool:
        """Whether the reply quotes its passage already."""
        known = self._known(citation)
        return known is not None and known.marker in self._shown

    def _known(self, citation: Citation) -> Citation | None:
        return next((other for other in self.citations if _same_place(other, citation)), None)


def _same_place(one: Citation, other: Citation) -> bool:
    return (one.identity, one.quote, one.spans) == (other.identity, other.quote, other.spans)


# --- One answer ----------------------------------------------------------------------------------


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
    if not certain and fresh:
        pieces.append(Piece(frame.maybe, ParagraphState.UNCERTAIN, number))
    citations = tuple(citation for _quoted, citation, _is_new in numbered)
    if not numbered[0][2]:  # what answers best stands above already
        markers = " ".join(f"[{cited.marker}]" for _quoted, cited, is_new in numbered if not is_new)
        pieces.append(Piece(f"{frame.above} {markers}", state, number))
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
        goes_on = after and after.section == quoted.section and not numbering.shows(after.citation)
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


def renumbered(text: str, numbers: Mapping[int, int]) -> str:
    """The text with other numbers in its markers; what has none, such as a year, keeps its own."""
    for marker in reversed(markers_in(text)):
        now = "".join(f"[{numbers.get(number, number)}]" for number in marker.numbers)
        text = text[: marker.start] + now + text[marker.end :]
    return text


def written_pieces(
    said: AnsweredQuestion, text: str, number: int, frame: Frame, headed: bool
) -> list[Piece]:
    """The paragraphs of an answer in free words; what is not certain is still said to be so."""
    pieces: list[Piece] = []
    if headed:
        pieces.append(Piece(_heading(said.question), ParagraphState.TEMPLATE, number))
    if said.level is not Level.HIGH:
        pieces.append(Piece(frame.maybe, ParagraphState.UNCERTAIN, number))
    return [*pieces, *(Piece(one, ParagraphState.EDITED, number) for one in _paragraphs(text))]


def headline(question: Question) -> str:
    """A question as it is repeated: to the point, and without what is a secret in it."""
    return begun(masked(to_the_point(" ".join(question.text.split()))).rstrip(":："))


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


def quoted_markdown(quote: str, marks: Sequence[Mark] = ()) -> str:
    """Markdown that shows a quote word for word. marks: its code and bold."""
    return " ".join("".join(map(_styled, stretches(quote, marks))).split())


def _styled(stretch: Stretch) -> str:
    """A stretch as Markdown; bold only where its edges are words, as Markdown wants it."""
    words = " ".join(stretch.text.split())
    if not words or not (stretch.code or stretch.strong):
        return escaped_within(stretch.text)
    shown = code(words) if stretch.code else f"**{escaped(words)}**"
    lead = " " if stretch.text[:1].isspace() else ""
    trail = " " if stretch.text[-1:].isspace() else ""
    return f"{lead}{shown}{trail}"


def escaped_within(text: str) -> str:
    """Escaped, the white space at both ends kept."""
    lead = " " if text[:1].isspace() else ""
    trail = " " if text[-1:].isspace() and text.strip() else ""
    return f"{lead}{escaped(text)}{trail}"


# --- The whole reply -----------------------------------------------------------------------------


def frame_pieces(
    frame: Frame,
    message: Message,
    answers: Sequence[Piece],
    other: str,
    language: str,
    full: bool,
    thanks: bool = False,
) -> list[Piece]:
    """The answers with a greeting before and a sign-off behind. other: the quotes' language.

    thanks: the message only says thanks, which is answered in a sentence.
    """
    full = full and not thanks
    known = message.sender_name.strip()
    before = [frame.greeting if known else frame.greeting_unknown]
    before += [frame.opening] if frame.opening and full else []
    after = [frame.closing] if frame.closing and full else []
    after.append(sign_off(frame))
    asks = [] if answers else [frame.welcome if thanks else frame.ask_more]
    return [
        *(Piece(text, ParagraphState.TEMPLATE) for text in [*before, *asks]),
        *answers,
        *spoken_pieces(frame, other, language),
        *(Piece(text, ParagraphState.TEMPLATE) for text in after),
    ]


def sign_off(frame: Frame) -> str:
    """The last paragraph: who answers stands below the sign-off."""
    return f"{frame.sign_off}\n{{{{agent.name}}}}\n{{{{agent.team|}}}}"


def spoken_pieces(frame: Frame, other: str, language: str) -> list[Piece]:
    """The sentence that says in which language the quotes are; none where it is the reply's."""
    if not other:
        return []
    said = frame.quoted_in.format(language=language_name(other, language))
    return [Piece(said, ParagraphState.TEMPLATE)]


def template_pieces(template: str, answers: Sequence[Piece]) -> list[Piece]:
    """A template with the answers where it says {{answers}}, at its end where it does not."""
    place = next(
        (found for found in placeholders.placeholders_in(template) if found.name == ANSWERS), None
    )
    before = template[: place.start] if place else template
    after = template[place.end :] if place else ""
    return [
        *(Piece(text, ParagraphState.TEMPLATE) for text in _paragraphs(before)),
        *answers,
        *(Piece(text, ParagraphState.TEMPLATE) for text in _paragraphs(after)),
    ]


def _paragraphs(text: str) -> Iterator[str]:
    for start, end in blocks_in(text):
        yield text[start:end]


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


def values_of(message: Message, ticket: str, agent_name: str, agent_team: str) -> dict[str, str]:
    """What placeholders stand for."""
    name = message.sender_name.strip()
    return {
        "customer.name": name,
        "customer.first_name": name.split()[0] if name else "",
        "customer.email": message.sender_address,
        "message.subject": message.subject,
        "agent.name": agent_name,
        "agent.team": agent_team,
        "ticket.id": ticket,
    }


def spoken(quotes: Sequence[str], language: str) -> str:
    """The language of what is quoted, where it is another than the reply's; else ""."""
    found = language_in(" ".join(quotes)) if quotes else language
    return found if found != language else ""


def internal_names(
    citations: Sequence[Citation], internal_sources: frozenset[str]
) -> tuple[str, ...]:
    """Sources and pages among the cited ones that are not meant for customers."""
    names = (
        citation.source if citation.source in internal_sources else citation.identity
        for citation in citations
        if is_internal(citation, internal_sources)
    )
    return tuple(dict.fromkeys(names))


def is_internal(citation: Citation, internal_sources: frozenset[str]) -> bool:
    flagged = any(flag.kind is FlagKind.INTERNAL for flag in citation.flags)
    return flagged or citation.source in internal_sources


def subject_of(message: Message) -> str:
    """The subject of a reply."""
    subject = message.subject.strip()
    begins = subject.lower().startswith(("re:", "aw:", "sv:", "rv:", "antw:"))
    return subject if begins or not subject else f"Re: {subject}"


# --- After an edit -------------------------------------------------------------------------------


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
