"""Write down what each question, reply and rewrite cost, and add records up."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import fields, replace

from verbatim_desktop.compose import cells
from verbatim_desktop.domain.answers import NO_PROVIDER, Answer, Level
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.rewrites import Rewrite
from verbatim_desktop.domain.usage import (
    QuestionLog,
    UsageKind,
    UsageRecord,
    UsageSettings,
    UsageTotal,
)

PREVIEW = 60  # characters
DAY = len("2026-11-30")
_LEVELS = (Level.LOW, Level.MEDIUM, Level.HIGH)


def record_of(
    answer: Answer, record_id: str, settings: UsageSettings, asked: str, fault: str = ""
) -> UsageRecord:
    """The record of a question. asked: the provider that was to write; fault: why it did not."""
    record = UsageRecord(
        id=record_id,
        at=answer.asked_at,
        kind=UsageKind.ASK,
        provider=asked,
        model=answer.model,
        input_tokens=answer.usage.input_tokens,
        cached_tokens=answer.usage.cached_tokens,
        output_tokens=answer.usage.output_tokens,
        cost_usd=answer.usage.cost_usd,
        retrieval_ms=answer.timing.retrieval,
        model_ms=answer.timing.model,
        total_ms=answer.timing.total,
        citations=len(answer.citations),
        level=answer.confidence.level.value,
        confidence=answer.confidence.score,
        route=answer.route,
        outcome=answer.outcome.value,
        answer="" if answer.unkept else answer.id,
        fault=fault,
    )
    return _with_question(record, answer.question, settings)


def record_of_reply(
    draft: ReplyDraft, record_id: str, settings: UsageSettings, took_ms: float
) -> UsageRecord:
    """The record of a drafted reply: as sure as its least sure answer."""
    record = UsageRecord(
        id=record_id,
        at=draft.made,
        kind=UsageKind.REPLY,
        provider=NO_PROVIDER,
        retrieval_ms=took_ms,
        total_ms=took_ms,
    )
    return _with_question(_with_draft(record, draft), draft.message.text, settings)


def _with_draft(record: UsageRecord, draft: ReplyDraft) -> UsageRecord:
    """What came of a draft: its citations, and how sure it is."""
    levels = [said.level for said in draft.questions]
    return replace(
        record,
        citations=len(draft.citations),
        level=min(levels, key=_LEVELS.index).value if levels else "",
        confidence=min((said.confidence.score for said in draft.questions), default=None),
        outcome="ticket" if any(said.ticket for said in draft.questions) else "answer",
    )


def record_of_rewrite(
    done: Rewrite,
    record_id: str,
    at: str,
    settings: UsageSettings,
    asked: str,
    took_ms: float,
    kind: UsageKind = UsageKind.REWRITE,
) -> UsageRecord:
    """The record of what a model made of a draft; fault says why one that was asked wrote nothing.

    kind REPLY: its answers, for which the library was searched again.
    """
    record = UsageRecord(
        id=record_id,
        at=at,
        kind=kind,
        provider=asked,
        model=done.model,
        input_tokens=done.usage.input_tokens,
        cached_tokens=done.usage.cached_tokens,
        output_tokens=done.usage.output_tokens,
        cost_usd=done.usage.cost_usd,
        retrieval_ms=max(0.0, round(took_ms - done.model_ms, 3))
        if kind is UsageKind.REPLY
        else 0.0,
        model_ms=done.model_ms,
        total_ms=took_ms,
        fault=done.fallback,
    )
    if done.draft:
        record = _with_draft(record, done.draft)
    return _with_question(record, done.before, settings)


def _with_question(record: UsageRecord, text: str, settings: UsageSettings) -> UsageRecord:
    """The text as its hash, and as much of it as is to be kept."""
    words = " ".join(text.split())
    kept = {
        QuestionLog.HASH: "",
        QuestionLog.PREVIEW: words if len(words) <= PREVIEW else words[: PREVIEW - 1] + "…",
        QuestionLog.FULL: words,
    }[settings.question]
    digest = hashlib.sha256(words.casefold().encode()).hexdigest()
    return replace(record, question_hash=digest, question=kept)


def totals(records: Sequence[UsageRecord], by: str) -> tuple[UsageTotal, ...]:
    """Records added up by "day" (latest first), "model" or "provider" (by name)."""
    if by not in ("day", "model", "provider"):
        raise UsageError(f"Usage is added up by day, model or provider, not by “{by}”.")
    found: dict[str, UsageTotal] = {}
    for record in records:
        name = record.at[:DAY] if by == "day" else getattr(record, by) or NO_PROVIDER
        found[name] = _added(found.get(name, UsageTotal(name)), record)
    ordered = sorted(found.values(), key=lambda total: total.name, reverse=by == "day")
    return tuple(ordered)


def _added(total: UsageTotal, record: UsageRecord) -> UsageTotal:
    called = record.input_tokens is not None
    return UsageTotal(
        name=total.name,
        records=total.records + 1,
        calls=total.calls + called,
        faults=total.faults + bool(record.fault),
        input_tokens=total.input_tokens + (record.input_tokens or 0),
        cached_tokens=total.cached_tokens + (record.cached_tokens or 0),
        output_tokens=total.output_tokens + (record.output_tokens or 0),
        cost_usd=total.cost_usd + (record.cost_usd or 0.0),
        unknown_costs=total.unknown_costs + (called and record.cost_usd is None),
        retrieval_ms=total.retrieval_ms + record.retrieval_ms,
        model_ms=total.model_ms + record.model_ms,
    )


def as_csv(records: Sequence[UsageRecord]) -> str:
    """One line a record, under the names of its fields; no spreadsheet runs any of it."""
    names = [field.name for field in fields(UsageRecord)]
    return cells.as_csv(names, ([getattr(one, name) for name in names] for one in records))
