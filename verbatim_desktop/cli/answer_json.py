"""Answers and ticket drafts in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from verbatim_desktop.cli import answer_shapes as shapes
from verbatim_desktop.cli.as_json import spans_of

if TYPE_CHECKING:
    from verbatim_desktop.domain.answers import (
        Answer,
        AnswerPart,
        Citation,
        Claim,
        Confidence,
        Contrast,
        Suggestion,
        TicketDraft,
        Timing,
        Tokens,
    )


def answer(answer: Answer) -> shapes.AskShape:
    """With its parts where the question has several."""
    shape = _whole(answer)
    return {**shape, "parts": [_part(part) for part in answer.parts]} if answer.parts else shape


def _part(part: AnswerPart) -> shapes.PartShape:
    return {
        "question": part.question,
        "outcome": part.outcome.value,
        "confidence": confidence_of(part.confidence),
        "markers": list(part.markers),
        "ticket": ticket(part.ticket) if part.ticket else None,
    }


def _whole(answer: Answer) -> shapes.AskShape:
    return {
        "id": answer.id,
        "question": answer.question,
        "outcome": answer.outcome.value,
        "route": answer.route,
        "confidence": confidence_of(answer.confidence),
        "text": answer.text,
        "claims": [claimed(claim) for claim in answer.claims],
        "citations": [cited(citation) for citation in answer.citations],
        "suggested": [_suggestion(suggestion) for suggestion in answer.suggested],
        "ticket": ticket(answer.ticket) if answer.ticket else None,
        "provider": answer.provider,
        "model": answer.model,
        "fallback": answer.fallback,
        "usage": tokens_of(answer.usage),
        "timing_ms": times_of(answer.timing),
        "unkept": answer.unkept,
        "backend": answer.backend,
        "notes": list(answer.notes),
        "contrasts": contrasts_of(answer.contrasts),
        "rewritten": list(answer.rewritten),
        "intent": answer.intent,
        "clarify": answer.clarify,
        "follows": answer.follows,
        "prompt_hash": answer.prompt_hash,
        "dropped": list(answer.dropped),
    }


def claimed(claim: Claim) -> shapes.ClaimShape:
    return {
        "text": claim.text,
        "markers": list(claim.markers),
        "support": claim.support.value,
        "lacking": [lack.detail for lack in claim.lacking],
    }


def confidence_of(confidence: Confidence) -> shapes.ConfidenceShape:
    return {
        "level": confidence.level.value,
        "score": round(confidence.score, 4),
        "reasons": list(confidence.reasons),
        "signals": {name: round(value, 6) for name, value in confidence.signals.items()},
    }


def quoted(citation: Citation) -> shapes.QuotedShape:
    return {
        "marker": citation.marker,
        "source": citation.source,
        "path": citation.path,
        "route": citation.route,
        "anchor": citation.anchor,
        "heading_path": list(citation.heading_path),
        "quote": citation.quote,
        "spans": spans_of(citation.spans),
        "url": citation.url,
    }


def cited(citation: Citation) -> shapes.CitationShape:
    return {
        **quoted(citation),
        "status": citation.status.value,
        "origin": citation.origin.value,
        "within": citation.within,
    }


def contrasts_of(contrasts: Iterable[Contrast]) -> list[shapes.ContrastShape]:
    return [
        {
            "kind": contrast.kind,
            "sides": [{"label": side.label, "marker": side.marker} for side in contrast.sides],
        }
        for contrast in contrasts
    ]


def tokens_of(usage: Tokens) -> shapes.UsageShape:
    return {
        "input_tokens": usage.input_tokens,
        "cached_tokens": usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": usage.cost_usd,
    }


def times_of(timing: Timing) -> shapes.TimingShape:
    return {
        "retrieval": round(timing.retrieval, 3),
        "model": round(timing.model, 3),
        "total": round(timing.total, 3),
    }


def _suggestion(suggestion: Suggestion) -> shapes.SuggestionShape:
    return {
        "title": suggestion.title,
        "source": suggestion.source,
        "path": suggestion.path,
        "route": suggestion.route,
        "anchor": suggestion.anchor,
    }


def ticket(draft: TicketDraft) -> shapes.TicketShape:
    return {
        "title": draft.title,
        "summary": draft.summary,
        "searched": list(draft.searched),
        "next_information": list(draft.next_information),
        "citations": [cited(citation) for citation in draft.citations],
        "confidence": confidence_of(draft.confidence),
        "context": draft.context,
    }
