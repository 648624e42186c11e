"""Google's Gemini through the Gemini API."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.adapters.providers.call import Call
from verbatim_desktop.adapters.providers.faults import Failure, Stopped
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.errors import ProviderFault
from verbatim_desktop.domain.models import ProviderName

if TYPE_CHECKING:
    import httpx2
    from google.genai.types import GenerateContentResponse

VERSION = "v1"
VERSIONED = re.compile(r"(?P<base>.*)/(?P<version>v\d\w*)/*")
#: In milliseconds. The SDK wants one, and the deadline of a call is always shorter.
NO_LIMIT = 24 * 3600 * 1000


class GeminiApi:
    """Implements call.Api."""

    name = ProviderName.GEMINI
    label = "Gemini"
    base_url = "https://generativelanguage.googleapis.com"
    needs_key = True

    def key_header(self, key: str) -> tuple[str, str]:
        return "x-goog-api-key", key

    async def stream(self, call: Call, client: httpx2.AsyncClient, heard: Transcript) -> None:
        with importing:
            from google.genai import Client, types

        base, version = address(call.base_url)
        options = types.HttpOptions(
            base_url=base, api_version=version, timeout=NO_LIMIT, httpx_async_client=client
        )
        maker = Client(api_key=call.key, vertexai=False, http_options=options)
        models: Any = maker.aio.models  # its types name a library that is not there
        chunks: AsyncIterator[GenerateContentResponse] = await models.generate_content_stream(
            model=call.model,
            contents=call.text,
            config=types.GenerateContentConfig(
                system_instruction=call.instructions,
                max_output_tokens=call.max_output_tokens,
                automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            ),
        )
        async for chunk in chunks:
            _hear(chunk, heard)


def address(base_url: str) -> tuple[str, str]:
    """A base URL and the version of the API, which may stand at its end."""
    found = VERSIONED.fullmatch(base_url)
    return (found["base"], found["version"]) if found else (base_url, VERSION)


def _hear(chunk: GenerateContentResponse, heard: Transcript) -> None:
    # The SDK makes an empty chunk of any JSON at all.
    heard.heard |= bool(chunk.candidates or chunk.usage_metadata or chunk.prompt_feedback)
    heard.model = chunk.model_version or heard.model
    if chunk.prompt_feedback and chunk.prompt_feedback.block_reason:
        raise Stopped(Failure(ProviderFault.FILTERED))
    for candidate in (chunk.candidates or [])[:1]:
        for part in (candidate.content and candidate.content.parts) or []:
            if not part.thought:
                heard.add(part.text)
        if candidate.finish_reason:
            heard.finish = candidate.finish_reason.value
    if usage := chunk.usage_metadata:
        written = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
        heard.tokens = Tokens(
            usage.prompt_token_count, usage.cached_content_token_count or 0, written
        )
