"""A provider: one call to one API, in time, cancelled at once, and never half an answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from verbatim_desktop.adapters.providers.call import Api, Call
from verbatim_desktop.adapters.providers.faults import Failure, failure_of
from verbatim_desktop.adapters.providers.http import Door, is_loopback, open_client
from verbatim_desktop.adapters.providers.loop import LoopThread, TooLate
from verbatim_desktop.adapters.providers.retry import Tried, with_tries
from verbatim_desktop.adapters.providers.sentences import provider_error
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.errors import ProviderError, SecretsError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ModelReply, ModelRequest, ProviderSettings
from verbatim_desktop.ports import Cancellation, Secrets

#: The loop ends a call at its deadline; where it is held up, the caller does, this much later.
GRACE = 0.25
Say: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Writer:
    """Implements ports.Provider for one API."""

    api: Api
    settings: ProviderSettings
    secrets: Secrets
    loop: LoopThread

    @property
    def name(self) -> str:
        return self.api.name.value

    @property
    def model(self) -> str:
        return self.settings.model

    @property
    def base_url(self) -> str:
        return self.settings.base_url or self.api.base_url

    def write(
        self,
        request: ModelRequest,
        deliver: Callable[[str], None],
        cancellation: Cancellation,
    ) -> ModelReply:
        task = _Task(self, request)
        task.check()
        try:
            done = self.loop.run(task.run, deliver, cancellation, task.seconds + GRACE)
        except TooLate:
            done = Failure(Fault.TIMED_OUT)
        if isinstance(done, Failure):
            raise task.error(done)
        return done


class _Task:
    """One call of a writer, with what is known of it so far."""

    def __init__(self, writer: Writer, request: ModelRequest) -> None:
        self._writer = writer
        self._api = writer.api
        self._request = request
        self.seconds = request.deadline_seconds or writer.settings.deadline_seconds
        self._tokens = request.max_output_tokens or writer.settings.max_output_tokens
        self._key = ""
        self._started = time.monotonic()

    def check(self) -> None:
        """Raise ProviderError for settings with which no call can be made."""
        url = self._writer.base_url
        if not url:
            raise self.error(Failure(Fault.NOT_SET_UP, "it has no base URL yet"))
        if not self._writer.model:
            raise self.error(Failure(Fault.NOT_SET_UP, "no model is chosen"))
        if why := unusable(url, self._api.needs_key):
            raise self.error(Failure(Fault.NOT_SET_UP, why))

    async def run(self, say: Say) -> ModelReply | Failure:
        """Call, within the deadline."""
        try:
            async with asyncio.timeout(self.seconds) as limit:
                if missing := await self._find_key():
                    return missing
                until = limit.when() or 0.0
                transcript, failure = await with_tries(lambda: self._try(say), until)
        except TimeoutError:
            return Failure(Fault.TIMED_OUT)
        return failure or self._reply(transcript)

    async def _find_key(self) -> Failure | None:
        """The key, or why there is none. The keyring may take its time: it has a thread."""
        why = ""
        try:
            self._key = await asyncio.to_thread(self._writer.secrets.key, self._writer.name) or ""
        except SecretsError as error:
            why = str(error)
        if self._key or not self._api.needs_key:
            return None
        return Failure(Fault.NO_KEY, why)

    async def _try(self, say: Say) -> Tried:
        transcript = Transcript(say)
        try:
            async with open_client(self._door()) as client:
                await self._api.stream(self._call(), client, transcript)
        except Warning:  # made an error by whoever runs us: not the server's doing
            raise
        except Exception as error:  # hostile input: an SDK may fail on it in any way
            return transcript, failure_of(error)
        return transcript, transcript.failure()

    def _door(self) -> Door:
        header = self._api.key_header(self._key) if self._key else None
        return Door(self._writer.base_url, header, self._writer.settings.ca_file)

    def _call(self) -> Call:
        request = self._request
        return Call(
            model=self._writer.model,
            instructions=request.instructions,
            text=request.text,
            max_output_tokens=self._tokens,
            base_url=self._writer.base_url,
            key=self._key,
        )

    def _reply(self, transcript: Transcript) -> ModelReply:
        first = transcript.first_at or self._started
        return ModelReply(
            text=transcript.text,
            model=transcript.model or self._writer.model,
            tokens=transcript.tokens,
            first_token_ms=(first - self._started) * 1000,
            total_ms=(time.monotonic() - self._started) * 1000,
        )

    def error(self, failure: Failure) -> ProviderError:
        return provider_error(
            self._api.name,
            self._api.label,
            failure,
            model=self._writer.model,
            place=place_of(self._writer.base_url),
            seconds=self._request.allowed_seconds or self.seconds,
            tokens=self._tokens,
            key=self._key,
        )


def place_of(url: str) -> str:
    """The machine and port of a base URL, without a password; "" where it cannot be read."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def unusable(url: str, needs_key: bool) -> str:
    """Why a base URL cannot be used, "" where it can."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return "the base URL cannot be read"
    if parts.scheme not in ("http", "https") or not host:
        return "the base URL has to start with https:// or http://"
    if parts.username or parts.password:
        return "the base URL holds a password; keys are set on their own"
    if needs_key and parts.scheme == "http" and not is_loopback(url):
        return "the key would be sent unencrypted; the base URL has to start with https://"
    return ""
