"""Replies and templates in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from verbatim_desktop.cli import reply_shapes as shapes
from verbatim_desktop.cli.answer_json import cited, claimed, confidence_of, ticket, tokens_of
from verbatim_desktop.domain.answers import NO_PROVIDER, Tokens

if TYPE_CHECKING:
    from verbatim_desktop.domain.messages import Message
    from verbatim_desktop.domain.redaction import Redaction
    from verbatim_desktop.domain.replies import AnsweredQuestion, ReplyDraft
    from verbatim_desktop.domain.rewrites import Rewrite
    from verbatim_desktop.domain.templates import Template, Unresolved


def reply(
    draft: ReplyDraft,
    text: str,
    redactions: Iterable[Redaction],
    unresolved: Iterable[Unresolved],
    done: Rewrite | None = None,
) -> shapes.ReplyShape:
    """text: the reply in the format that was asked for. done: what a model made of it."""
    return {
        "text": text,
        "subject": draft.subject,
        "questions": [_question(said) for said in draft.questions],
        "redactions": [
            {"kind": item.kind.value, "placeholder": item.placeholder} for item in redactions
        ],
        "unresolved": [
            {"name": item.name, "start": item.start, "end": item.end} for item in unresolved
        ],
        "internal": list(draft.internal),
        "tone": draft.tone.value,
        "length": draft.length.value,
        "language": draft.language,
        "template": draft.template,
        "notes": [*draft.notes, *(done.notes if done else ())],
        "provider": draft.provider or NO_PROVIDER,
        "model": done.model if done else "",
        "fallback": done.fallback if done else "",
        "usage": tokens_of(done.usage if done else Tokens()),
        "message": _message(draft.message),
    }


def _question(said: AnsweredQuestion) -> shapes.ReplyQuestionShape:
    return {
        "text": said.question.text,
        "start": said.question.start,
        "end": said.question.end,
        "kind": said.question.kind.value,
        "search": said.question.search,
        "confidence": confidence_of(said.confidence),
        "claims": [claimed(claim) for claim in said.claims],
        "citations": [cited(citation) for citation in said.citations],
        "ticket": ticket(said.ticket) if said.ticket else None,
        "notes": list(said.notes),
    }


def _message(message: Message) -> shapes.ReplyMessageShape:
    return {
        "text": message.text,
        "subject": message.subject,
        "sender_name": message.sender_name,
        "language": message.language,
        "attachments": list(message.attachments),
        "removed": len(message.removed),
    }


def templates(found: Iterable[Template]) -> shapes.TemplatesShape:
    return {
        "templates": [
            {
                "name": template.name,
                "description": template.description,
                "builtin": template.builtin,
                "text": template.text,
            }
            for template in found
        ]
    }
