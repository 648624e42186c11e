"""Public prices of models, from data that comes with genai-prices; nothing is fetched."""

from __future__ import annotations

from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.models import ProviderName

#: What genai-prices calls those who bill. An endpoint of one's own may cost anything.
_BILLED_BY = {
    ProviderName.OPENAI: "openai",
    ProviderName.ANTHROPIC: "anthropic",
    ProviderName.GEMINI: "google",
}


class PublicPrices:
    """Implements ports.Prices."""

    def cost(self, provider: str, model: str, tokens: Tokens, /) -> float | None:
        billed_by = _BILLED_BY.get(ProviderName(provider))
        if billed_by is None or tokens.input_tokens is None or tokens.output_tokens is None:
            return None
        with importing:
            from genai_prices import Usage, calc_price

        used = Usage(
            input_tokens=tokens.input_tokens,
            cache_read_tokens=tokens.cached_tokens or 0,
            output_tokens=tokens.output_tokens,
        )
        try:
            price = calc_price(used, model, provider_id=billed_by)
        except LookupError:
            return None
        return float(price.total_price)
