"""The two mock servers that others wrote, each in an environment of its own, on loopback.

llmock: `dev.py counterparts`; aimock: `npm ci` in tests/counterparts. Both are told over HTTP what
to do with the next request.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

from verbatim_desktop.domain.models import ProviderName

SAID = "Refunds take 14 days after the parcel has come back to us [1]."
USED = {"input_tokens": 21, "output_tokens": 9}
URL = re.compile(r"http://127\.0\.0\.1:(\d+)")
#: Without a proxy, whatever the environment says.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(url: str, method: str = "GET", body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    with OPENER.open(request, timeout=90) as answer:
        return json.load(answer)


class Mock(Protocol):
    """A mock server that can be told what to do."""

    url: str

    def base_url(self, api: ProviderName) -> str: ...

    def answer(self) -> None:
        """Answer with SAID from now on."""
        ...

    def fail(
        self, status: int, code: str, wait: float | None = None, times: int | None = None
    ) -> None:
        """Answer with an error, so many times, and then with SAID; always where None."""
        ...

    def fault(self, kind: str) -> bool:
        """Break every stream like this; False where the mock cannot."""
        ...

    def requests(self) -> Sequence[Any]:
        """What came in since the last answer, fail or fault."""
        ...


class LLMock:
    """PyPI's llmock."""

    def __init__(self, url: str) -> None:
        self.url = url

    def base_url(self, api: ProviderName) -> str:
        paths = {ProviderName.ANTHROPIC: "/anthropic", ProviderName.GEMINI: "/gemini/v1beta"}
        return self.url + paths.get(api, "/v1")

    def _script(self, *behaviours: dict[str, Any]) -> None:
        call(f"{self.url}/_llmock/reset", "POST")
        reply = {"type": "reply", "text": SAID, "times": None}
        call(f"{self.url}/_llmock/scenario", "POST", {"behaviors": [*behaviours, reply]})

    def answer(self) -> None:
        self._script()

    def fail(
        self, status: int, code: str, wait: float | None = None, times: int | None = None
    ) -> None:
        said = {"retry_after": wait, "code": code or None}
        self._script({"type": "fail", "status": status, "times": times, **said})

    def fault(self, kind: str) -> bool:
        if kind == "slow first token":
            self._script({"type": "slow_first_token", "seconds": 30, "times": None})
            return True
        kinds = {
            "stall": "stall",
            "malformed": "malformed",
            "disconnect": "disconnect",
            "clean early end": "truncate",
        }
        if kind not in kinds:
            return False
        broken = {"kind": kinds[kind], "after_chunks": 6, "stall_seconds": 30, "times": None}
        self._script({"type": "stream_fault", **broken})
        return True

    def requests(self) -> Sequence[Any]:
        return call(f"{self.url}/_llmock/requests")["requests"]


class AIMock:
    """npm's @copilotkit/aimock."""

    def __init__(self, url: str) -> None:
        self.url = url

    def base_url(self, api: ProviderName) -> str:
        paths = {ProviderName.ANTHROPIC: "", ProviderName.GEMINI: "/v1beta"}
        return self.url + paths.get(api, "/v1")

    def _script(self, *fixtures: dict[str, Any]) -> None:
        call(f"{self.url}/__aimock/reset", "POST")
        whole = {"match": {}, "response": {"content": SAID, "usage": USED}, "chunkSize": 10}
        call(f"{self.url}/__aimock/fixtures", "POST", {"fixtures": [*fixtures, whole]})

    def answer(self) -> None:
        self._script()

    def fail(
        self, status: int, code: str, wait: float | None = None, times: int | None = None
    ) -> None:
        error = {"message": "as scripted", "type": code, "code": code}
        response = {
            "error": error,
            "status": status,
            **({} if wait is None else {"retryAfter": wait}),
        }
        numbers = [{}] if times is None else [{"sequenceIndex": number} for number in range(times)]
        self._script(*({"match": match, "response": response} for match in numbers))

    def fault(self, kind: str) -> bool:
        kinds: dict[str, dict[str, Any]] = {
            "slow first token": {"streamingProfile": {"ttft": 30_000}},
            "stall": {"streamingProfile": {"ttft": 0, "tps": 0.05}},
            "disconnect": {"truncateAfterChunks": 4},
            "non-stream body": {"chaos": {"malformedRate": 1}},
        }
        if kind not in kinds:
            return False
        whole = {"match": {}, "response": {"content": SAID, "usage": USED}, "chunkSize": 10}
        self._script({**whole, **kinds[kind]})
        return True

    def requests(self) -> Sequence[Any]:
        return call(f"{self.url}/__aimock/journal")


@contextmanager
def started(command: Sequence[str], folder: Path, **environment: str) -> Generator[str]:
    """Run a server until the test is over; the address that it says it listens on."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        try:
            yield _address(process.stdout)
        finally:
            process.kill()
            process.stdout.close()
            if process.stdin:
                process.stdin.close()


def _address(lines: IO[str]) -> str:
    said: list[str] = []
    for line in lines:
        said.append(line)
        if found := URL.search(line):
            return found.group()
    raise AssertionError(f"the server did not start: {''.join(said)}")


@contextmanager
def llmock(python: Path) -> Generator[LLMock]:
    command = [str(python), "-m", "uvicorn", "llmock.main:app"]
    command += ["--host", "127.0.0.1", "--port", "0", "--no-access-log"]
    with started(command, python.parent) as url:
        yield LLMock(url)


@contextmanager
def aimock(folder: Path) -> Generator[AIMock]:
    with started(["node", "aimock.mjs"], folder, AIMOCK_LOG_LEVEL="silent") as url:
        yield AIMock(url)
