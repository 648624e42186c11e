"""The JSON of replies, templates and redactions. See shapes.py."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from verbatim_desktop.cli.answer_shapes import (
    CitationShape,
    ClaimShape,
    ConfidenceShape,
    TicketShape,
    UsageShape,
)

Redacted = Literal["email", "phone", "card", "iban", "secret", "ip", "url", "marked"]


class ReplyQuestionShape(TypedDict):
    """One thing the message asks, with what the library says on it."""

    text: str
    start: Annotated[int, "Characters of the message as it was read, end exclusive."]
    end: int
    kind: Literal["asked", "request", "problem"]
    search: Annotated[str, "What was looked for: the question with the sentence it leans on."]
    confidence: ConfidenceShape
    claims: list[ClaimShape]
    citations: Annotated[list[CitationShape], "With the markers of the whole reply."]
    ticket: Annotated[TicketShape | None, "What to hand on where nothing is quoted."]
    notes: list[str]


class RedactionShape(TypedDict):
    """Personal data of the message: what a model would see in its place. Never the value."""

    kind: Redacted
    placeholder: str


class UnresolvedShape(TypedDict):
    """A placeholder of the text without a value."""

    name: str
    start: int
    end: int


class ReplyMessageShape(TypedDict):
    """The message as it was read."""

    text: Annotated[str, "Without quoted history, signature and notices."]
    subject: str
    sender_name: str
    language: str
    attachments: list[str]
    removed: Annotated[int, "How many parts were taken off."]


class ReplyShape(TypedDict):
    """One drafted reply. text is in the format that was asked for, Markdown if none was."""

    text: str
    subject: str
    questions: list[ReplyQuestionShape]
    redactions: list[RedactionShape]
    unresolved: Annotated[list[UnresolvedShape], "Spans of the Markdown draft."]
    internal: Annotated[list[str], "Sources not meant for customers that are cited."]
    tone: str
    length: str
    language: str
    template: str
    notes: list[str]
    provider: Annotated[str, "Who wrote the answers; none where they are quoted."]
    model: str
    fallback: Annotated[str, "Why the quoted passages stand in for a model; empty if they don't."]
    usage: UsageShape
    message: ReplyMessageShape


class TemplateShape(TypedDict):
    name: str
    description: str
    builtin: Annotated[bool, "Comes with the program."]
    text: str


class TemplatesShape(TypedDict):
    templates: list[TemplateShape]
