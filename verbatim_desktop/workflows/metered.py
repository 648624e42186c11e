"""Count every call of a model: the budget and the rate limit before it, what it cost after it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from verbatim_desktop.domain.errors import LibraryError, ProviderError, ProviderFault
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.domain.usage import Budget, UsageFilter, UsageSettings
from verbatim_desktop.ports import Cancellation, Clock, Ledger, Prices, RateLimits
from verbatim_desktop.workflows.around import Around

MONTH = len("2026-11")


@dataclass(frozen=True, slots=True)
class Meter:
    """What calls are counted with, in one workspace."""

    ledger: Ledger
    limits: RateLimits
    prices: Prices
    settings: UsageSettings
    clock: Clock

    def budget(self) -> Budget:
        """How much of this month's budget is spent."""
        since = self._month()
        calls = self.ledger.records(UsageFilter(since=since))
        unknown = sum(r.cost_usd is None and r.input_tokens is not None for r in calls)
        spent, limit = self.ledger.cost_since(since), self.settings.monthly_budget_usd
        is_spent = 0 < limit <= spent
        notice = _notice(spent, limit, is_spent, self.settings.warns_from)
        return Budget(since, spent, limit, unknown, is_spent, notice)

    def _month(self) -> str:
        return f"{self.clock.now()[:MONTH]}-01T00:00:00Z"

    def admit(self, provider: str) -> None:
        """Let a call be made. Raises ProviderError where the budget or the rate limit says no, and
        where the calls so far cannot be counted.
        """
        try:
            self._admit(provider)
        except LibraryError as error:
            said = f"Calls cannot be counted, so {provider} was not asked. {error}"
            raise ProviderError(provider, ProviderFault.RATE_LIMITED, said) from error

    def _admit(self, provider: str) -> None:
        limit = self.settings.monthly_budget_usd
        if limit and self.ledger.cost_since(self._month()) >= limit:
            said = (
                f"This month's budget of ${limit:.2f} is spent, so "
                f"{provider} was not asked. Raise it in the settings, or ask without a model."
            )
            raise ProviderError(provider, ProviderFault.OVER_BUDGET, said)
        per_minute = self.settings.calls_per_minute
        wait = self.limits.take(provider, per_minute) if per_minute else 0.0
        if wait:
            said = (
                f"{provider} was called {per_minute} times within a minute, which is the limit "
                f"that is set. Ask again in {math.ceil(wait)} seconds."
            )
            raise ProviderError(provider, ProviderFault.RATE_LIMITED, said)

    def cost(self, provider: str, reply: ModelReply) -> float | None:
        """US dollars by the price that was set, else by the public one; None where unknown."""
        tokens = reply.tokens
        if tokens.input_tokens is None or tokens.output_tokens is None:
            return None
        for price in self.settings.prices:
            if (price.provider, price.model) == (provider, reply.model):
                cached = tokens.cached_tokens or 0
                of_cached = price.input_usd if price.cached_usd is None else price.cached_usd
                fresh = (tokens.input_tokens - cached) * price.input_usd
                total = fresh + cached * of_cached + tokens.output_tokens * price.output_usd
                return total / 1_000_000
        return self.prices.cost(provider, reply.model, tokens)


def _notice(spent: float, limit: float, is_spent: bool, warns_from: float) -> str:
    if not limit or spent < warns_from * limit:
        return ""
    if is_spent:
        return (
            f"This month's budget of ${limit:.2f} is spent. No model is asked until it is raised."
        )
    return f"${spent:.2f} of this month's budget of ${limit:.2f} are spent."


@dataclass(frozen=True, slots=True)
class Metered(Around):
    """Implements ports.Provider over another one, with every call counted."""

    meter: Meter

    def write(
        self, request: ModelRequest, deliver: Callable[[str], None], cancellation: Cancellation
    ) -> ModelReply:
        self.meter.admit(self.name)
        reply = self.inner.write(request, deliver, cancellation)
        cost = self.meter.cost(self.name, reply)
        # The name that a price was set for is the one in the settings, not the API's longer one.
        if cost is None and reply.model != self.model:
            cost = self.meter.cost(self.name, replace(reply, model=self.model))
        return replace(reply, tokens=replace(reply.tokens, cost_usd=cost))
