"""What no mock can be told to do, done on the way: a broken chunk, an early end, a header less.

A server between the client and a mock: it hands a request on, and breaks what comes back.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPResponse
from urllib.error import HTTPError

from tests.adapters.providers.mocks import OPENER
from tests.adapters.providers.wire import Handler, Reply, Status, Stream, event

FRAME = re.compile(rb".+?(?:\r?\n){2}", re.DOTALL)
#: Of the client's headers those that the mock needs; none that would compress what comes back.
PASSED = ("content-type", "authorization", "x-goog-api-key", "x-api-key", "anthropic-version")

Tamper = Callable[[Sequence[bytes]], Reply]


def malformed(frames: Sequence[bytes]) -> Reply:
    half = len(frames) // 2
    return Stream([*frames[:half], event("{no json", "content_block_delta"), *frames[half:]])


def ended_early(frames: Sequence[bytes]) -> Reply:
    """Some of the text, and a clean end without a word of why."""
    return Stream(frames[: len(frames) // 2])


def no_stream(_frames: Sequence[bytes]) -> Reply:
    return Status(200, {"choices": [], "content": [], "output": []})


TAMPERS: dict[str, Tamper] = {
    "malformed": malformed,
    "clean early end": ended_early,
    "non-stream body": no_stream,
}


@dataclass
class Relayed(Reply):
    """The mock's answer to the same request, tampered with."""

    url: str
    tamper: Tamper

    def send(self, handler: Handler) -> None:
        with _same(self.url, handler) as answer:
            frames = FRAME.findall(answer.read())
        assert len(frames) > 3, frames
        self.tamper(frames).send(handler)


@dataclass
class WithoutHeaders(Reply):
    """The mock's refusal of the same request, without its Retry-After."""

    url: str

    def send(self, handler: Handler) -> None:
        try:
            _same(self.url, handler).close()
        except HTTPError as refusal:
            Status(refusal.code, json.load(refusal)).send(handler)


def _same(url: str, handler: Handler) -> HTTPResponse:
    """The mock's answer to the request that has just come in. Raises HTTPError."""
    seen = handler.server.seen[-1]
    headers = {name: seen.headers[name] for name in PASSED if name in seen.headers}
    request = urllib.request.Request(url + seen.path, seen.raw, headers, method="POST")
    return OPENER.open(request, timeout=90)
