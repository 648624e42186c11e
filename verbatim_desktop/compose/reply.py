"""Set one reply: its answers within a greeting and a sign-off, or within a template."""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.compose import placeholders
from verbatim_desktop.compose.message import language_in
from verbatim_desktop.compose.reply_paragraphs import Piece, paragraph_texts
from verbatim_desktop.compose.tone import Frame, language_name
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.documents import FlagKind
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import ParagraphState

ANSWERS = "answers"  # the placeholder of a template that the answers stand for


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
        *(Piece(text, ParagraphState.TEMPLATE) for text in paragraph_texts(before)),
        *answers,
        *(Piece(text, ParagraphState.TEMPLATE) for text in paragraph_texts(after)),
    ]


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
