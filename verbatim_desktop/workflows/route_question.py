"""Take an ambiguous question the full path: its intent and other words for it, side by side.

With a model both are asked at the same time, as strict JSON; what is no such answer, or fails, is
made up for by the rules. Nothing a model says here is shown but the queries that are searched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from verbatim_desktop.answer.route_query import (
    LONGEST_QUERY,
    MOST_QUERIES,
    Intent,
    Route,
    Routed,
    clarifying,
    heading_queries,
    route_of,
)
from verbatim_desktop.cite.marker_forms import defused
from verbatim_desktop.domain.answers import Outcome, Tokens
from verbatim_desktop.domain.errors import Cancelled, ProviderError
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Cancellation, Clock, Library, Provider, SearchIndex
from verbatim_desktop.text.prompts import digest_of, fenced, prompt
from verbatim_desktop.text.terms import analyse
from verbatim_desktop.workflows.find_evidence import Found, find_evidence

SECONDS = 15.0  # a model that takes longer to say what is meant is not worth waiting for
MOST_TOKENS = 300
MOST_HEADINGS = 20

PROMPTS = ("intent", "queries")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as it is searched for. searched: with the subject of the question before, "" where
    it stands by itself; before: what was asked then.
    """

    question: str
    searched: str
    before: str
    filters: Filters


@dataclass(frozen=True, slots=True)
class Way:
    """What a question led to, and how it went there. queries: what was searched with besides."""

    found: Found
    routed: Routed
    intent: Intent
    queries: tuple[str, ...] = ()
    clarify: str = ""
    tokens: Tokens = field(default_factory=Tokens)
    model_ms: float = 0.0
    prompt_hash: str = ""  # of the prompts a model was asked with; "" where the rules decided


@dataclass(frozen=True, slots=True)
class Understood:
    """What is meant: the intent, further queries, and what asking a model for them cost."""

    intent: Intent
    queries: tuple[str, ...]
    replies: tuple[ModelReply, ...] = ()

    @property
    def tokens(self) -> Tokens:
        return total([reply.tokens for reply in self.replies])


def search_by_route(
    asking: Asking,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    provider: Provider | None,
    cancellation: Cancellation,
) -> Way:
    """Straight to the evidence, or by way of other words. Raises QuestionUnusable."""
    wanted = asking.searched or asking.question
    own = asking.question if asking.searched else ""
    routed = route_of(asking.question, has_subject=bool(asking.searched))

    def look(rewritten: Sequence[str] = ()) -> Found:
        found = find_evidence(
            wanted,
            library,
            index,
            clock,
            filters=asking.filters,
            own=own,
            rewritten=rewritten,
        )
        return replace(found, question=asking.question)

    found = look()
    if routed.route is Route.DIRECT:
        return Way(found, routed, routed.intent)
    headings = [result.section.heading_path for result in found.ranking.results]
    began = clock.seconds()
    meant = understand(asking.question, asking.before, routed, headings, provider, cancellation)
    took = (clock.seconds() - began) * 1000 if meant.replies else 0.0
    if meant.queries:
        better = look(meant.queries)
        # Other words may only help: what was found without them stands where it carries further.
        found = better if better.confidence.score >= found.confidence.score else found
    answered = found.outcome is Outcome.ANSWER
    clarify = clarifying(replace(routed, intent=meant.intent), headings, answered=answered)
    hashed = digest_of(*PROMPTS) if meant.replies else ""
    return Way(found, routed, meant.intent, meant.queries, clarify, meant.tokens, took, hashed)


def understand(
    question: str,
    before: str,
    routed: Routed,
    headings: Sequence[Sequence[str]],
    provider: Provider | None,
    cancellation: Cancellation,
) -> Understood:
    """Intent and queries of an ambiguous question. before: what was asked before, "" for nothing.

    headings: those of what a first search found.
    """
    by_rules = Understood(routed.intent, heading_queries(question, headings))
    if provider is None or routed.intent is Intent.GREETING:
        return by_rules
    shown = [("before", defused(before))] if before else []
    shown.append(("question", defused(question)))
    named = "\n".join(defused(path[-1]) for path in headings[:MOST_HEADINGS] if path)
    asks = (
        ("intent", shown, read_intent),
        ("queries", [*shown, ("headings", named)] if named else shown, read_queries),
    )
    with ThreadPoolExecutor(max_workers=2, thread_name_prefix="route") as side_by_side:
        calls = [
            side_by_side.submit(_ask, name, parts, read, provider, cancellation)
            for name, parts, read in asks
        ]
        (intent, first), (queries, second) = (call.result() for call in calls)
    known = cast("Intent | None", intent) or by_rules.intent
    wanted = cast("tuple[str, ...] | None", queries)
    return Understood(
        known,
        by_rules.queries if wanted is None else wanted,
        tuple(reply for reply in (first, second) if reply is not None),
    )


def _ask(
    name: str,
    parts: Sequence[tuple[str, str]],
    read: Callable[[str], T | None],
    provider: Provider,
    cancellation: Cancellation,
) -> tuple[T | None, ModelReply | None]:
    """What a model says, None where it fails: the rules stand in."""
    request = ModelRequest(prompt(name).text, fenced(parts), MOST_TOKENS, SECONDS)
    try:
        reply = provider.write(request, lambda _delta: None, cancellation)
    except (ProviderError, Cancelled):
        return None, None
    return read(reply.text), reply


def read_intent(text: str) -> Intent | None:
    """The intent of a JSON answer; None for anything else."""
    value = _only(text, "intent")
    return Intent(value) if isinstance(value, str) and value in list(Intent) else None


def read_queries(text: str) -> tuple[str, ...] | None:
    """The queries of a JSON answer that can be searched for; None for anything else."""
    value = _only(text, "queries")
    if not isinstance(value, list) or len(cast("list[Any]", value)) > MOST_QUERIES:
        return None
    items = cast("list[Any]", value)
    if not all(isinstance(item, str) and len(item) <= LONGEST_QUERY for item in items):
        return None
    queries = [" ".join(defused(item).split()) for item in items]
    return tuple(dict.fromkeys(query for query in queries if analyse(query)))


def _only(text: str, name: str) -> Any:
    """The one value of a JSON object, with or without a fence around it; None for anything else."""
    inner = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        value = json.loads(inner)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or list(cast("dict[str, Any]", value)) != [name]:
        return None
    return cast("dict[str, Any]", value)[name]


def total(tokens: Sequence[Tokens]) -> Tokens:
    """What several calls used; a cost that is not known of one is not known of all."""
    told = [each for each in tokens if each.input_tokens is not None]
    if not told:
        return Tokens()
    costs = [each.cost_usd for each in told]
    return Tokens(
        sum(each.input_tokens or 0 for each in told),
        sum(each.cached_tokens or 0 for each in told),
        sum(each.output_tokens or 0 for each in told),
        None if None in costs else sum(cost or 0.0 for cost in costs),
    )
