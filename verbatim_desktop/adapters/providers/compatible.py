"""Any endpoint that speaks OpenAI's chat completions: Ollama, LM Studio, llama.cpp, OpenRouter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.adapters.providers.call import Call
from verbatim_desktop.adapters.providers.openai import sdk
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.models import ProviderName

if TYPE_CHECKING:
    import httpx2
    from openai.types.chat import ChatCompletionChunk


class CompatibleApi:
    """Implements call.Api."""

    name = ProviderName.COMPATIBLE
    label = "The compatible endpoint"
    base_url = ""
    needs_key = False

    def key_header(self, key: str) -> tuple[str, str]:
        return "authorization", f"Bearer {key}"

    async def stream(self, call: Call, client: httpx2.AsyncClient, heard: Transcript) -> None:
        stream = await sdk(call, client).chat.completions.create(
            model=call.model,
            messages=[
                {"role": "system", "content": call.instructions},
                {"role": "user", "content": call.text},
            ],
            max_tokens=call.max_output_tokens,  # the older name is the one that all know
            stream=True,
            stream_options={"include_usage": True},
        )
        async with stream:
            async for chunk in stream:
                _hear(chunk, heard)


def _hear(chunk: ChatCompletionChunk, heard: Transcript) -> None:
    heard.heard = True
    heard.model = chunk.model or heard.model
    if chunk.choices:
        choice = chunk.choices[0]
        if choice.delta:  # pyright: ignore[reportUnnecessaryComparison]
            heard.add(choice.delta.content)
        heard.finish = choice.finish_reason or heard.finish
    if usage := chunk.usage:
        details = usage.prompt_tokens_details
        cached = details.cached_tokens if details else None
        heard.tokens = Tokens(usage.prompt_tokens, cached, usage.completion_tokens)
