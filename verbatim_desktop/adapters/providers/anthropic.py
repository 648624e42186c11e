"""Anthropic through the Messages API."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.adapters.providers.call import Call
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.models import ProviderName

if TYPE_CHECKING:
    import httpx2
    from anthropic.types import RawMessageStreamEvent, Usage


class AnthropicApi:
    """Implements call.Api."""

    name = ProviderName.ANTHROPIC
    label = "Anthropic"
    base_url = "https://api.anthropic.com"
    needs_key = True

    def key_header(self, key: str) -> tuple[str, str]:
        return "authorization", f"Bearer {key}"

    async def stream(self, call: Call, client: httpx2.AsyncClient, heard: Transcript) -> None:
        with importing:
            from anthropic import AsyncAnthropic

        maker = AsyncAnthropic(
            api_key=call.key,
            base_url=call.base_url,
            max_retries=0,
            http_client=client,
            open_telemetry=False,
        )
        stream = await maker.messages.create(
            model=call.model,
            system=call.instructions,
            messages=[{"role": "user", "content": call.text}],
            max_tokens=call.max_output_tokens,
            stream=True,
        )
        reason = ""
        async with stream:
            async for event in stream:
                reason = _hear(event, heard, reason)


def _hear(event: RawMessageStreamEvent, heard: Transcript, reason: str) -> str:
    """Take in an event; why the message ends, once that is known.

    The reason comes before the end. It counts only when the end has come too.
    """
    heard.heard = True
    match event.type:
        case "message_start":
            heard.model = event.message.model
            heard.tokens = _read(event.message.usage)
        case "content_block_delta" if event.delta.type == "text_delta":
            heard.add(event.delta.text)
        case "message_delta":
            heard.tokens = replace(heard.tokens, output_tokens=event.usage.output_tokens)
            return event.delta.stop_reason or ""
        case "message_stop":
            heard.finish = reason
        case _:
            pass  # pings and block borders
    return reason


def _read(usage: Usage) -> Tokens:
    """Anthropic counts what it reads from and writes to its cache apart from the rest."""
    cached = usage.cache_read_input_tokens or 0
    written = usage.cache_creation_input_tokens or 0
    return Tokens(usage.input_tokens + cached + written, cached, usage.output_tokens)
