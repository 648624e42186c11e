"""Hand on a question the library does not answer, with all that was found out about it.

The draft says what was asked, what was searched for and how often it occurs, which passages come
nearest and what to ask the customer next. Nothing in it is a guess. Documents and questions are
hostile input: every export escapes them, and HTML is sanitised as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verbatim_desktop.compose.markdown_text import escaped
from verbatim_desktop.domain.answers import Citation, Confidence, SearchedTerm, TicketDraft
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.retrieval import (
    GroupStatistics,
    Ranking,
    Term,
    TermGroup,
    TermOrigin,
)
from verbatim_desktop.text.everyday import is_telling
from verbatim_desktop.text.naming import is_foreign, joined_pairs

LONGEST_TITLE = 120
LONGEST_QUOTE = 400  # a table row or a code line may be any length

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n")
_PROBLEM = re.compile(
    r"\b(error|fail(s|ed|ing|ure)?|crash(es|ed)?|broken|exception|denied|refused|warning|"
    r"timed? ?out|stuck|missing|invalid|"
    r"(does|do|is|are|can|could|did|was|will|wo)(n['\u2019]?t| not))\b",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"[\"“`][^\"”`]{12,}[\"”`]|\b[45]\d\d\b|\b[A-Z][A-Za-z]*(Error|Exception)\b")
_VERSION = re.compile(r"\bv?\d+\.\d+|\bversion\s+\d+", re.IGNORECASE)
_TAGS = {"p", "h1", "h2", "ul", "ol", "li", "blockquote", "strong", "em", "code", "pre", "br"}


def draft(
    question: str,
    ranking: Ranking,
    confidence: Confidence,
    citations: Sequence[Citation],
    scores: Sequence[float] = (),
) -> TicketDraft:
    """A ticket for a question, from what the search found and what the judge said of it.

    citations: the closest passages, scores those of their sections in points.
    """
    terms = [_searched(item) for item in ranking.statistics if not item.group.stop]
    return TicketDraft(
        title=title_of(question),
        summary=_summary(question, confidence, citations),
        searched=tuple(_searched_line(term) for term in terms),
        next_information=tuple(_next_information(question, ranking)),
        citations=tuple(citations),
        confidence=confidence,
        scores=tuple(scores),
        terms=tuple(terms),
    )


def title_of(question: str) -> str:
    """The question's first sentence, cut at a word where it is too long."""
    first = next((part for part in _SENTENCE_END.split(question.strip()) if part.strip()), "")
    title = " ".join(first.split())
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return title[:1].upper() + title[1:]


def _summary(question: str, confidence: Confidence, citations: Sequence[Citation]) -> str:
    asked = " ".join(question.split())
    lines = [f"The customer asks: “{asked}”", " ".join(confidence.reasons)]
    markers = [f"[{citation.marker}]" for citation in citations]
    if len(markers) > 1:
        are = f"The closest passages are {', '.join(markers)}"
        lines.append(f"{are}; none of them is taken as the answer.")
    elif markers:
        lines.append(f"The closest passage is {markers[0]}; it is not taken as the answer.")
    else:
        lines.append("No passage of the documentation comes close.")
    return "\n".join(line for line in lines if line)


def _searched(statistics: GroupStatistics) -> SearchedTerm:
    """How many sections hold what was typed, and what was added for it."""
    group = statistics.group
    origin = group.terms[0].origin if group.terms else TermOrigin.TYPED
    added = tuple(term for term in group.terms[1:] if _worth_naming(term))
    return SearchedTerm(group.typed, origin, statistics.sections, added)


def _searched_line(term: SearchedTerm) -> str:
    line = f"{term.typed}: {_count(term.sections)}"
    return f"{line} (also: {', '.join(other.text for other in term.added)})" if term.added else line


def _count(sections: int) -> str:
    if sections == 0:
        return "nowhere"
    return "1 section" if sections == 1 else f"{sections:,} sections"


def _worth_naming(term: Term) -> bool:
    return term.origin in (TermOrigin.SYNONYM, TermOrigin.TYPO)


def _unknown_words(ranking: Ranking) -> list[str]:
    """What to ask about words that stand nowhere, or about the language they are all in."""
    if is_foreign(ranking.statistics):
        return ["Can it be asked in the language of the documentation?"]
    missed = [
        item.group.typed
        for item in ranking.statistics
        if item.sections == 0 and _is_missed(item.group)
    ]
    return [
        f"What is meant by “{words}”? The documentation does not mention it."
        for words in joined_pairs(missed)[:2]
    ]


def _is_missed(group: TermGroup) -> bool:
    return not group.stop and is_telling(group.typed)


def _next_information(question: str, ranking: Ranking) -> list[str]:
    """What would help whoever takes the ticket; only what the question leaves open."""
    asks = _unknown_words(ranking)
    if not _VERSION.search(question):
        asks.append("Which version or plan is in use?")
    if _PROBLEM.search(question):
        if not _MESSAGE.search(question):
            asks.append("What is the exact message, and when does it appear?")
        asks.append("What has been tried so far, and what happened?")
    else:
        asks.append("What should be achieved in the end?")
    return asks


# --- exports -------------------------------------------------------------------------------------


def render(ticket: TicketDraft, format: str) -> str:
    """A ticket as "markdown" or "json", or as the request body of a helpdesk.

    Raises UsageError for a format that is not known.
    """
    if format not in FORMATS:
        raise UsageError(f"“{format}” is no ticket format. Use one of: {', '.join(FORMATS)}.")
    return FORMATS[format](ticket)


def to_markdown(ticket: TicketDraft) -> str:
    parts = [f"# {escaped(ticket.title)}"]
    parts += [escaped(line) for line in ticket.summary.split("\n")]
    if ticket.next_information:
        parts += ["## Ask the customer next", _bullets(ticket.next_information)]
    if ticket.citations:
        parts += ["## Closest passages", _cited(ticket.citations)]
    if ticket.searched:
        parts += ["## What was searched", _bullets(ticket.searched)]
    level = ticket.confidence
    parts += ["## Confidence", escaped(f"{level.level.capitalize()} ({level.score:.2f}).")]
    return "\n\n".join(parts) + "\n"


def to_html(ticket: TicketDraft) -> str:
    """The Markdown export as HTML with nothing in it but text and its structure."""
    import markdown  # one export needs them, and a question shall not wait for them
    import nh3

    html = markdown.markdown(to_markdown(ticket), output_format="html")
    return nh3.clean(html, tags=_TAGS, attributes={})


def to_json(ticket: TicketDraft) -> str:
    return _json(to_plain(ticket))


def to_freshdesk(ticket: TicketDraft) -> str:
    """Body of POST /api/v2/tickets; the requester is left to whoever submits it."""
    return _json(
        {
            "subject": ticket.title,
            "description": to_html(ticket),
            "priority": 1,
            "status": 2,
            "source": 2,
            "tags": ["verbatim"],
        }
    )


def to_zendesk(ticket: TicketDraft) -> str:
    """Body of POST /api/v2/tickets; an internal note, not a reply to the customer."""
    comment = {"html_body": to_html(ticket), "public": False}
    body = {"subject": ticket.title, "comment": comment, "priority": "low", "tags": ["verbatim"]}
    return _json({"ticket": body})


def to_intercom(ticket: TicketDraft) -> str:
    """Body of POST /tickets. The ticket type and the contact are the submitter's to fill in."""
    attributes = {
        "_default_title_": ticket.title,
        "_default_description_": _plain_text(ticket),
    }
    return _json({"ticket_type_id": "", "contacts": [], "ticket_attributes": attributes})


FORMATS: Mapping[str, Callable[[TicketDraft], str]] = {
    "markdown": to_markdown,
    "json": to_json,
    "freshdesk": to_freshdesk,
    "zendesk": to_zendesk,
    "intercom": to_intercom,
}


def _plain_text(ticket: TicketDraft) -> str:
    lines = [ticket.summary]
    if ticket.next_information:
        lines += ["", "Ask the customer next:", *(f"- {ask}" for ask in ticket.next_information)]
    if ticket.citations:
        lines += ["", "Closest passages:"]
        lines += [f"[{c.marker}] {_where(c)}: “{_quote(c)}”" for c in ticket.citations]
    if ticket.searched:
        lines += ["", "What was searched:", *(f"- {line}" for line in ticket.searched)]
    return "\n".join(lines)


def _cited(citations: Sequence[Citation]) -> str:
    """Numbered by marker. The quote is text, whatever it holds."""
    return "\n\n".join(
        f"\\[{c.marker}\\] {escaped(_where(c))}\n\n> {escaped(_quote(c))}" for c in citations
    )


def _where(citation: Citation) -> str:
    place = f"{citation.identity}#{citation.anchor}" if citation.anchor else citation.identity
    headings = " \u203a ".join(citation.heading_path)
    return f"{headings} ({place})" if headings else place


def _quote(citation: Citation) -> str:
    quote = " ".join(citation.quote.split())
    return quote if len(quote) <= LONGEST_QUOTE else quote[: LONGEST_QUOTE - 1].rstrip() + "…"


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {escaped(line)}" for line in lines)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
