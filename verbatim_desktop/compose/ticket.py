"""Hand on a question the library does not answer, with all that was found out about it.

The draft says what was asked, which passages come nearest and what to ask the customer next; what
was pasted stands shortened at its end. What was searched for and how sure that is, is for whoever
works on it: no helpdesk's text, which a customer may read, holds it. Nothing is a guess. Documents
and questions are hostile input: every export escapes them, and HTML is sanitised as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verbatim_desktop.compose.markdown_text import escaped
from verbatim_desktop.compose.redact import masked
from verbatim_desktop.compose.ticket_title import title_of as title_of
from verbatim_desktop.domain.answers import (
    Citation,
    Confidence,
    Level,
    SearchedTerm,
    TicketDraft,
)
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
from verbatim_desktop.text.pasted import errors_in, pasted, told

LONGEST_ASKED = 300  # characters of the question in a summary
FIRST_LINES, LAST_LINES = 20, 10  # of what was pasted
LONGEST_LINE = 300
LONGEST_QUOTE = 400  # a table row or a code line may be any length

_PROBLEM = re.compile(
    r"\b(error|fail(s|ed|ing|ure)?|crash(es|ed)?|broken|exception|denied|refused|warning|"
    r"timed? ?out|stuck|missing|invalid|"
    r"(does|do|is|are|can|could|did|was|will|wo)(n['\u2019]?t| not))\b",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"[\"“`][^\"”`]{12,}[\"”`]|\b[45]\d\d\b|\b[A-Z][A-Za-z]*(Error|Exception)\b")
_VERSION = re.compile(
    r"\bv?\d+\.\d+|\bv\d+\b|\b(?i:version|release)\s+\d+|\bfrom \d+ to \d+|"
    r"\b[A-Z][\w.+#-]* v?\d{1,3}\b"
)
#: Of haste, of time and of how one feels: a documentation that lacks them lacks nothing.
_TALK = frozenset(
    """
    urgent urgently asap important immediately please help thanks sorry hello hi dear regards cheers
    today tomorrow yesterday tonight morning afternoon evening night week weekend monday tuesday
    wednesday thursday friday saturday sunday january february march april may june july august
    september october november december boss colleague colleagues customer customers client guys
    team manager angry annoyed annoying frustrated frustrating terrible horrible awful desperate
    desperately disappointed unacceptable nothing anybody nobody somebody someone soon quickly joke
    weather happy sad wow damn hell crazy stupid
    """.split()
)
_TAGS = {"p", "h1", "h2", "ul", "ol", "li", "blockquote", "strong", "em", "code", "pre", "br"}


def draft(
    question: str,
    ranking: Ranking,
    confidence: Confidence,
    citations: Sequence[Citation],
    scores: Sequence[float] = (),
    *,
    versioned: bool = False,
    foreign: bool = False,
) -> TicketDraft:
    """A ticket for a question, from what the search found and what the judge said of it.

    citations: the closest passages, scores those of their sections in points. versioned: whether
    the documentation tells versions apart. foreign: whether it is in another language.
    """
    question = masked(question)
    terms = [_searched(item) for item in ranking.statistics if not item.group.stop]
    return TicketDraft(
        title=title_of(question),
        summary=_summary(question, confidence, citations),
        searched=tuple(_searched_line(term) for term in terms),
        next_information=tuple(_next_information(question, ranking, versioned, foreign)),
        citations=tuple(citations),
        confidence=confidence,
        scores=tuple(scores),
        terms=tuple(terms),
        context=shortened(pasted(question)),
    )


def _summary(question: str, confidence: Confidence, citations: Sequence[Citation]) -> str:
    """What was asked, and how near the documentation comes; of a long text how it begins, too."""
    asked = " ".join(told(question).split())
    lines = [f"The customer asks: “{asked}”"]
    if len(asked) > LONGEST_ASKED:
        begins = asked[: LONGEST_ASKED - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
        lines = [f"The customer asks: “{title_of(question)}”", f"The message begins: “{begins}”"]
    return "\n".join([*lines, _nearness(confidence.level, citations)])


def _nearness(level: Level, citations: Sequence[Citation]) -> str:
    if not citations:
        return "No passage of the documentation comes close."
    several = len(citations) > 1
    markers = ", ".join(f"[{citation.marker}]" for citation in citations)
    if level is not Level.LOW:
        may = "answers" if level is Level.HIGH else "may answer"
        return f"The documentation {may} this: see {markers}."
    if several:
        return f"The closest passages are {markers}; none of them is taken as the answer."
    return f"The closest passage is {markers}; it is not taken as the answer."


def shortened(printed: str) -> str:
    """The first and the last lines of what was pasted, and how many stand between."""
    lines = [line[:LONGEST_LINE].rstrip() for line in printed.split("\n")]
    left = len(lines) - FIRST_LINES - LAST_LINES
    if left > 1:
        lines = [*lines[:FIRST_LINES], f"… {left:,} more lines …", *lines[-LAST_LINES:]]
    return "\n".join(lines)


def _searched(statistics: GroupStatistics) -> SearchedTerm:
    """How many sections hold what was typed, and what was added for it."""
    group = statistics.group
    origin = group.terms[0].origin if group.terms else TermOrigin.TYPED
    added = tuple(term for term in group.terms[1:] if _worth_naming(term))
    return SearchedTerm(masked(group.typed), origin, statistics.sections, added)


def _searched_line(term: SearchedTerm) -> str:
    line = f"{term.typed}: {_count(term.sections)}"
    return f"{line} (also: {', '.join(other.text for other in term.added)})" if term.added else line


def _count(sections: int) -> str:
    if sections == 0:
        return "nowhere"
    return "1 section" if sections == 1 else f"{sections:,} sections"


def _worth_naming(term: Term) -> bool:
    return term.origin in (TermOrigin.SYNONYM, TermOrigin.TYPO)


def _unknown_words(question: str, ranking: Ranking, foreign: bool) -> list[str]:
    """What to ask about words that stand nowhere, or about the language they are all in."""
    if foreign or is_foreign(ranking.statistics):
        return ["Can it be asked in the language of the documentation?"]
    asked = title_of(question).casefold()  # who signs and from where is asked of nobody
    missed = [
        item.group.typed
        for item in ranking.statistics
        if item.sections == 0 and _is_missed(item.group) and item.group.typed.casefold() in asked
    ]
    return [
        f"What is meant by “{words}”? The documentation does not mention it."
        for words in joined_pairs(missed)[:2]
    ]


def _is_missed(group: TermGroup) -> bool:
    """Whether somebody has to say what the word is: it is no everyday one and no mere number."""
    plain = group.typed.casefold()
    names = plain not in _TALK and any(map(str.isalpha, plain))
    return not group.stop and names and is_telling(group.typed)


def _next_information(question: str, ranking: Ranking, versioned: bool, foreign: bool) -> list[str]:
    """What would help whoever takes the ticket; only what the question leaves open."""
    asks = _unknown_words(question, ranking, foreign)
    if versioned and not _VERSION.search(question):
        asks.append("Which version or plan is in use?")
    if _PROBLEM.search(question):
        if not _MESSAGE.search(question) and not errors_in(question):
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
    """The whole ticket; what only the team is to read stands last."""
    return "\n\n".join([*_shown(ticket), *_for_the_team(ticket)]) + "\n"


def _shown(ticket: TicketDraft) -> list[str]:
    """What anybody may read."""
    parts = [f"# {escaped(ticket.title)}"]
    parts += [escaped(line) for line in ticket.summary.split("\n")]
    if ticket.next_information:
        parts += ["## Ask the customer next", _bullets(ticket.next_information)]
    if ticket.citations:
        parts += ["## Closest passages", _cited(ticket.citations)]
    if ticket.context:
        code = "\n".join(f"    {line}" for line in ticket.context.split("\n"))
        parts += ["## Pasted with the question", code]
    return parts


def _for_the_team(ticket: TicketDraft) -> list[str]:
    judged = ticket.confidence
    parts = ["## What was searched", _bullets(ticket.searched)] if ticket.searched else []
    parts += ["## Confidence", escaped(f"{judged.level.capitalize()} ({judged.score:.2f}).")]
    return [*parts, _bullets(judged.reasons)] if judged.reasons else parts


def to_html(ticket: TicketDraft) -> str:
    """What anybody may read as HTML with nothing in it but text and its structure."""
    import markdown  # one export needs them, and a question shall not wait for them
    import nh3

    html = markdown.markdown("\n\n".join(_shown(ticket)) + "\n", output_format="html")
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
    if ticket.context:
        lines += ["", "Pasted with the question:", ticket.context]
    return "\n".join(lines)


def _cited(citations: Sequence[Citation]) -> str:
    """Numbered by marker. The quote is text, whatever it holds."""
    return "\n\n".join(
        f"\\[{c.marker}\\] {escaped(_where(c))}\n\n> {escaped(_quote(c))}" for c in citations
    )


def _where(citation: Citation) -> str:
    headings = " \u203a ".join(citation.heading_path)
    return f"{headings} ({citation.target})" if headings else citation.target


def _quote(citation: Citation) -> str:
    quote = " ".join(citation.quote.split())
    return quote if len(quote) <= LONGEST_QUOTE else quote[: LONGEST_QUOTE - 1].rstrip() + "…"


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {escaped(line)}" for line in lines)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
