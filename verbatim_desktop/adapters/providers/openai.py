"""OpenAI through the Responses API; nothing is stored there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.adapters.providers.call import Call
from verbatim_desktop.adapters.providers.faults import Stopped, Told, failure_told
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.models import ProviderName

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI
    from openai.types.responses import Response, ResponseStreamEvent


class OpenAIApi:
    """Implements call.Api."""

    name = ProviderName.OPENAI
    label = "OpenAI"
    base_url = "https://api.openai.com/v1"
    needs_key = True

    def key_header(self, key: str) -> tuple[str, str]:
        return "authorization", f"Bearer {key}"

    async def stream(self, call: Call, client: httpx2.AsyncClient, heard: Transcript) -> None:
        stream = await sdk(call, client).responses.create(
            model=call.model,
            instructions=call.instructions,
            input=call.text,
            max_output_tokens=call.max_output_tokens,
            store=False,
            stream=True,
        )
        async with stream:
            async for event in stream:
                _hear(event, heard)


def sdk(call: Call, client: httpx2.AsyncClient) -> AsyncOpenAI:
    """The SDK's client, which takes nothing from the environment that `client` lets out."""
    with importing:
        from openai import AsyncOpenAI

    return AsyncOpenAI(
        api_key=call.key or "none", base_url=call.base_url, max_retries=0, http_client=client
    )


def _hear(event: ResponseStreamEvent, heard: Transcript) -> None:
    heard.heard = True
    match event.type:
        case "response.output_text.delta":
            heard.add(event.delta)
        case "response.refusal.delta":
            heard.finish = "refusal"
        case "response.completed" | "response.incomplete":
            _end(event.response, heard)
        case "response.failed":
            error = event.response.error
            code, message = (error.code, error.message) if error else ("", "")
            raise Stopped(failure_told(Told(200, code or "", "", message or "")))
        case "error":
            raise Stopped(failure_told(Told(200, event.code or "", "", event.message or "")))
        case _:
            pass  # progress, reasoning and the like


def _end(response: Response, heard: Transcript) -> None:
    heard.model = response.model
    if usage := response.usage:
        details = usage.input_tokens_details
        cached = details.cached_tokens if details else None  # pyright: ignore[reportUnnecessaryComparison]
        heard.tokens = Tokens(usage.input_tokens, cached, usage.output_tokens)
    if heard.finish:  # a refusal
        return
    why = response.incomplete_details
    heard.finish = (why.reason if why else None) or response.status or "completed"
