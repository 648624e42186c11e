"""A server of the four APIs whose every reply is written down by the test, byte by byte.

The mock servers stand for what the APIs do; this one for what no mock can be told to do: a stream
that ends cleanly but early, a page of HTML, a chunk that is no JSON, nothing at all.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from verbatim_desktop.domain.models import ProviderName

PIECES = ("Refunds take ", "14 days ", "[1].")
SAID = "".join(PIECES)
MODEL = "model-of-the-wire"
#: (input, cached, output) that every whole stream reports.
USED = (120, 20, 30)
PATHS = {
    ProviderName.OPENAI: "/v1",
    ProviderName.COMPATIBLE: "/v1",
    ProviderName.ANTHROPIC: "",
    ProviderName.GEMINI: "",
}


def event(data: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()


def frames(api: ProviderName, pieces: Sequence[str] = PIECES, finish: str = "") -> list[bytes]:
    """A whole stream: a frame for the beginning, one for each piece, and those of the end."""
    return FRAMES[api](pieces, finish)


def _openai(pieces: Sequence[str], finish: str) -> list[bytes]:
    used = {
        "input_tokens": USED[0],
        "input_tokens_details": {"cached_tokens": USED[1]},
        "output_tokens": USED[2],
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": USED[0] + USED[2],
    }
    base = {"id": "r1", "object": "response", "model": MODEL, "output": [], "created_at": 1}
    done: dict[str, Any] = {**base, "status": "completed", "usage": used}
    kind = "response.completed"
    if finish:
        kind = "response.incomplete"
        done |= {"status": "incomplete", "incomplete_details": {"reason": finish}}
    bodies = [
        ("response.created", {"response": {**base, "status": "in_progress"}}),
        *(("response.output_text.delta", _delta(piece)) for piece in pieces),
        (kind, {"response": done}),
    ]
    return [
        event({"type": name, "sequence_number": number, **body}, name)
        for number, (name, body) in enumerate(bodies)
    ]


def _delta(piece: str) -> dict[str, Any]:
    return {"delta": piece, "item_id": "m1", "output_index": 0, "content_index": 0, "logprobs": []}


def _compatible(pieces: Sequence[str], finish: str) -> list[bytes]:
    base = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL}

    def chunk(delta: dict[str, str], reason: str | None = None) -> dict[str, Any]:
        return {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    used = {
        "prompt_tokens": USED[0],
        "completion_tokens": USED[2],
        "total_tokens": USED[0] + USED[2],
        "prompt_tokens_details": {"cached_tokens": USED[1]},
    }
    return [
        event(chunk({"role": "assistant", "content": ""})),
        *(event(chunk({"content": piece})) for piece in pieces),
        event(chunk({}, finish or "stop")),
        event({**base, "choices": [], "usage": used}),
        event("[DONE]"),
    ]


def _anthropic(pieces: Sequence[str], finish: str) -> list[bytes]:
    message = {"id": "m1", "type": "message", "role": "assistant", "content": [], "model": MODEL}
    fresh = {"input_tokens": USED[0] - USED[1], "cache_read_input_tokens": USED[1]}
    start = {**message, "stop_reason": None, "usage": {**fresh, "output_tokens": 1}}
    block = {"type": "text", "text": ""}
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("message_start", {"message": start}),
        ("content_block_start", {"index": 0, "content_block": block}),
        *(
            ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": piece}})
            for piece in pieces
        ),
        ("content_block_stop", {"index": 0}),
        (
            "message_delta",
            {
                "delta": {"stop_reason": finish or "end_turn", "stop_sequence": None},
                "usage": {"output_tokens": USED[2]},
            },
        ),
        ("message_stop", {}),
    ]
    sent = [event({"type": name, **body}, name) for name, body in bodies]
    return [sent[0] + sent[1], *sent[2 : 2 + len(pieces)], b"".join(sent[-3:-1]), sent[-1]]


def _gemini(pieces: Sequence[str], finish: str) -> list[bytes]:
    def chunk(text: str, reason: str = "") -> dict[str, Any]:
        content = {"role": "model", "parts": [{"text": text}]}
        done = {"finishReason": reason} if reason else {}
        return {"candidates": [{"content": content, "index": 0, **done}], "modelVersion": MODEL}

    used = {
        "promptTokenCount": USED[0],
        "cachedContentTokenCount": USED[1],
        "candidatesTokenCount": USED[2],
        "totalTokenCount": USED[0] + USED[2],
    }
    last = {**chunk("", finish or "STOP"), "usageMetadata": used}
    return [event(chunk("")), *(event(chunk(piece)) for piece in pieces), event(last)]


FRAMES: dict[ProviderName, Callable[[Sequence[str], str], list[bytes]]] = {
    ProviderName.OPENAI: _openai,
    ProviderName.COMPATIBLE: _compatible,
    ProviderName.ANTHROPIC: _anthropic,
    ProviderName.GEMINI: _gemini,
}


# --- Replies -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    raw: bytes = b""


class Reply:
    """What the server does with a request."""

    def send(self, handler: Handler) -> None:
        raise NotImplementedError


@dataclass
class Stream(Reply):
    """Frames, and then a clean end, unless it breaks off or stalls there first."""

    frames: Sequence[bytes]
    breaks: bool = False
    stalls: bool = False

    def send(self, handler: Handler) -> None:
        handler.head(200, {"content-type": "text/event-stream"}, chunked=True)
        for frame in self.frames:
            handler.chunk(frame)
        if self.stalls:
            handler.wait()
        if self.breaks:
            handler.close_connection = True
        else:
            handler.wfile.write(b"0\r\n\r\n")


@dataclass
class Status(Reply):
    """A status with a body."""

    status: int
    body: Any = ""
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, handler: Handler) -> None:
        text = self.body if isinstance(self.body, str) else json.dumps(self.body)
        kind = "text/html" if isinstance(self.body, str) else "application/json"
        handler.head(
            self.status,
            {"content-type": kind, "content-length": str(len(text.encode())), **self.headers},
        )
        handler.wfile.write(text.encode())


class Silence(Reply):
    """Nothing, until the client is gone."""

    def send(self, handler: Handler) -> None:
        handler.wait()
        handler.close_connection = True


class Handler(BaseHTTPRequestHandler):
    """Sends the next reply of the server's script."""

    protocol_version = "HTTP/1.1"
    server: Wire  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length) or b"{}"
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.arrived(Seen(self.path, headers, json.loads(raw), raw)).send(self)

    def do_CONNECT(self) -> None:
        self.do_POST()

    def head(self, status: int, headers: dict[str, str], chunked: bool = False) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if chunked:
            self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def wait(self) -> None:
        """Do nothing until the client hangs up."""
        self.server.stalled.set()
        self.connection.settimeout(30)
        with suppress(OSError):
            self.connection.recv(1)
        self.server.gone.set()

    def log_message(self, format: str, *args: Any) -> None:
        """The tests say what happened."""


class Wire(ThreadingHTTPServer):
    """The server. `script` holds the replies to come; the last one is used again and again."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Reply] = []
        self.seen: list[Seen] = []
        self.asked = threading.Event()
        self.stalled = threading.Event()
        self.gone = threading.Event()

    def __enter__(self) -> Wire:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def arrived(self, seen: Seen) -> Reply:
        self.seen.append(seen)
        self.asked.set()
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what these tests are about."""


@contextmanager
def deaf_address() -> Generator[str]:
    """An address where connecting never ends: its queue of connections is full."""
    with ExitStack() as sockets:
        server = sockets.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(4):
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(server.getsockname())
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
