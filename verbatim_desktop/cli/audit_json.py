"""Drift, exported answers and replays in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from verbatim_desktop.cli import audit_shapes as shapes
from verbatim_desktop.cli.answer_json import (
    confidence_of,
    contrasts_of,
    quoted,
    times_of,
    tokens_of,
)
from verbatim_desktop.cli.as_json import signals_of

if TYPE_CHECKING:
    from verbatim_desktop.domain.answers import Answer, Claim
    from verbatim_desktop.domain.audit import AnswerRecord, ChangedSection, CitationCheck, Replay
    from verbatim_desktop.domain.authored import Checked, CheckedLink
    from verbatim_desktop.domain.drift import Drift, Rebinding
    from verbatim_desktop.domain.retrieval import Filters, ScoredSection
    from verbatim_desktop.domain.support import ClaimSupport, Lack


def drift(
    drifts: Iterable[Drift],
    rebound: Iterable[Rebinding] = (),
    undone: Iterable[Rebinding] = (),
) -> shapes.DriftShape:
    return {
        "drifted": [_drifted(item) for item in drifts],
        "rebound": [_rebound(item) for item in rebound],
        "undone": [_rebound(item) for item in undone],
    }


def answers(kept: Iterable[Answer]) -> shapes.AnswersShape:
    return {
        "answers": [
            {
                "id": one.id,
                "asked_at": one.asked_at,
                "question": one.question,
                "outcome": one.outcome.value,
                "confidence": confidence_of(one.confidence),
                "citations": len(one.citations),
            }
            for one in kept
        ]
    }


def evidence(found: ClaimSupport) -> shapes.EvidenceShape:
    return {
        "supported": found.supported,
        "sentences": [
            {
                "quote": sentence.quote,
                "source": sentence.source,
                "path": sentence.path,
                "route": sentence.route,
                "anchor": sentence.anchor,
                "score": sentence.score,
            }
            for sentence in found.sentences
        ],
        "missing": list(found.missing),
        "reason": found.reason,
    }


def _drifted(drift: Drift) -> shapes.DriftedShape:
    return {
        "id": drift.id,
        "origin": drift.kept.origin.value,
        "owner": drift.kept.owner,
        "title": drift.kept.title,
        "verdict": drift.verdict.value,
        "detail": drift.detail,
        "target": drift.target,
        "old_text": drift.old_text,
        "new_text": drift.new_text,
        "new_target": drift.new_target,
        "can_rebind": drift.can_rebind,
    }


def _rebound(done: Rebinding) -> shapes.ReboundShape:
    return {
        "id": done.id,
        "origin": done.origin.value,
        "owner": done.owner,
        "old_target": done.before.target,
        "old_text": done.before.quote,
        "new_target": done.after.target,
        "new_text": done.after.quote,
        "at": done.at,
    }


def export(record: AnswerRecord) -> shapes.ExportShape:
    answer = record.answer
    return {
        "id": answer.id,
        "question": answer.question,
        "asked_at": answer.asked_at,
        "exported_at": record.at,
        "workspace": record.workspace,
        "outcome": answer.outcome.value,
        "route": answer.route,
        "confidence": confidence_of(answer.confidence),
        "text": answer.text,
        "claims": [_claim(claim) for claim in answer.claims],
        "citations": [_citation(check) for check in record.checks],
        "contrasts": contrasts_of(answer.contrasts),
        "rebound": [_rebound(done) for done in record.rebindings],
        "ranked": [_ranked(rank, scored) for rank, scored in enumerate(answer.ranked, 1)],
        "terms": [
            {"term": term.text, "origin": term.origin.value, "weight": round(term.weight, 4)}
            for term in answer.terms
        ],
        "follows": answer.follows,
        "rewritten": list(answer.rewritten),
        "filters": _filters(answer.filters),
        "backend": answer.backend,
        "generation": answer.generation,
        "generation_now": record.generation,
        "methods": dict(answer.methods),
        "methods_now": dict(record.methods),
        "provider": answer.provider,
        "model": answer.model,
        "prompt_hash": answer.prompt_hash,
        "dropped": list(answer.dropped),
        "fallback": answer.fallback,
        "notes": list(answer.notes),
        "usage": tokens_of(answer.usage),
        "timing_ms": times_of(answer.timing),
    }


def _claim(claim: Claim) -> shapes.AuditedClaimShape:
    return {
        "text": claim.text,
        "markers": list(claim.markers),
        "support": claim.support.value,
        "lacking": [_lack(lack) for lack in claim.lacking],
    }


def _lack(lack: Lack) -> shapes.LackShape:
    return {"rule": lack.rule.value, "text": lack.text, "detail": lack.detail}


def _citation(check: CitationCheck) -> shapes.AuditedCitationShape:
    cited = check.citation
    return {
        **quoted(cited),
        "hash": cited.fingerprint,
        "origin": cited.origin.value,
        "flags": [{"kind": flag.kind.value, "detail": flag.detail} for flag in cited.flags],
        "status_then": cited.status.value,
        "status": check.now.verdict.value,
        "detail": check.now.detail,
        "found": list(check.now.found),
        "rebound": cited.rebound,
    }


def _ranked(rank: int, scored: ScoredSection) -> shapes.RankedSectionShape:
    section = scored.section
    return {
        "rank": rank,
        "source": section.source,
        "path": section.path,
        "route": section.route,
        "anchor": section.anchor,
        "heading_path": list(section.heading_path),
        "url": section.url,
        "score": scored.score,
        "signals": signals_of(scored.breakdown),
        "matched": list(scored.matched),
        "missing": list(scored.missing),
    }


def _filters(filters: Filters) -> shapes.FiltersShape:
    return {
        "sources": list(filters.sources),
        "globs": list(filters.globs),
        "kind": filters.kind,
        "version": filters.version,
        "tier": filters.tier,
        "since": filters.since,
    }


def replay(replay: Replay) -> shapes.ReplayShape:
    answer = replay.answer
    return {
        "id": answer.id,
        "question": answer.question,
        "same": replay.same,
        "generation_then": answer.generation,
        "generation_now": replay.generation,
        "because": list(replay.because),
        "differences": list(replay.differences),
        "confidence_then": confidence_of(answer.confidence),
        "confidence_now": confidence_of(replay.confidence) if replay.confidence else None,
        "outcome_then": answer.outcome.value,
        "outcome_now": replay.outcome.value if replay.outcome else None,
        "sections": [_changed(section) for section in replay.sections],
        "citations": [_replayed(check) for check in replay.checks],
    }


def _changed(changed: ChangedSection) -> shapes.ChangedSectionShape:
    section = changed.section
    return {
        "change": changed.change.value,
        "source": section.source,
        "path": section.path,
        "route": section.route,
        "anchor": section.anchor,
        "heading_path": list(section.heading_path),
        "rank_then": changed.rank_then,
        "rank_now": changed.rank_now,
        "score_then": changed.score_then,
        "score_now": changed.score_now,
        "edited": changed.edited,
    }


def _replayed(check: CitationCheck) -> shapes.ReplayedCitationShape:
    return {
        "marker": check.citation.marker,
        "target": check.citation.target,
        "quote": check.citation.quote,
        "status_then": check.citation.status.value,
        "status_now": check.now.verdict.value,
        "detail": check.now.detail,
    }


def verify(checked: Checked, links: bool) -> shapes.VerifyShape:
    """links: whether the public link of each passage was asked for."""
    items = [(file.path, item) for file in checked.files for item in file.links]
    said: shapes.VerifyShape = {
        "citations": [_checked(path, item) for path, item in items],
        "trusted": sum(item.frozen for _, item in items),
        "notes": list(checked.notes),
    }
    if links:
        said["links"] = [
            {
                "file": path,
                "line": item.link.line,
                "url": item.address.url,
                "exact": item.address.exact,
                "reason": item.address.reason,
            }
            for path, item in items
            if item.address
        ]
    return said


def _checked(path: str, item: CheckedLink) -> shapes.CheckedLinkShape:
    return {
        "file": path,
        "line": item.link.line,
        "target": item.link.target,
        "quote": item.link.quote,
        "verdict": item.verdict.value,
        "detail": item.detail,
        "settling": item.settling,
    }
