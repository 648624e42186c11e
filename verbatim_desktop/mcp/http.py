"""MCP over HTTP, for this machine only: loopback, a bearer token, and limits on all that comes in.

What must hold before a request reaches a tool: the token, not too many of them, our own Host, no
foreign Origin (that is how a web page would try), a body of bounded size.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from pyrate_limiter import Duration, Limiter, Rate

HOST = "127.0.0.1"
PATH = "/mcp"
LARGEST_BODY = 256 * 1024
#: Of all who have the token; more is answered with 429.
RATES = (Rate(40, Duration.SECOND), Rate(1200, Duration.MINUTE))
MOST_AT_ONCE = 32

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def listen(port: int) -> socket.socket:
    """A socket on this machine's own address; port 0 takes a free one. Raises OSError."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, port))
        bound.listen(MOST_AT_ONCE)  # who has read the address may connect while the server starts
    except OSError as error:
        bound.close()
        told = f"Port {port} cannot be used: {(error.strerror or str(error)).lower()}"
        raise OSError(error.errno, f"{told}. Name another, or 0 for a free one") from error
    return bound


def address_of(bound: socket.socket) -> str:
    return f"http://{HOST}:{bound.getsockname()[1]}{PATH}"


def make_app(server: MCPServer[Any], port: int, token: str | None) -> App:
    """The guarded application. token None: no token is asked for, which only tests do."""
    names = [f"{HOST}:{port}", f"localhost:{port}"]
    inner: App = server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        max_request_body_size=LARGEST_BODY,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=names,
            allowed_origins=[f"http://{name}" for name in names],
        ),
    )
    paced = Pace(
        OnlyPosts(inner)
    )  # behind the token: who has none cannot use up the pace of who has it
    return paced if token is None else Token(paced, token)


def runner(server: MCPServer[Any], bound: socket.socket, token: str | None) -> uvicorn.Server:
    """What serves until it is stopped, ready to begin."""
    config = uvicorn.Config(
        make_app(server, bound.getsockname()[1], token),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        limit_concurrency=MOST_AT_ONCE,
        timeout_keep_alive=10,
    )
    config.load()
    return uvicorn.Server(config)


class Token:
    """Lets through who shows the token, exactly once, in the Authorization header."""

    def __init__(self, app: App, token: str) -> None:
        self._app = app
        self._wanted = b"Bearer " + token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._shown(scope):
            await self._app(scope, receive, send)
            return
        await refuse(
            send,
            401,
            "Send the token that was shown when the server started, as a bearer token.",
            ((b"www-authenticate", b'Bearer realm="verbatim"'),),
        )

    def _shown(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], self._wanted)


class Pace:
    """Turns away who asks too often."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._limiter = Limiter(list(RATES))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._limiter.try_acquire("client", blocking=False):
            later = ((b"retry-after", b"1"),)
            await refuse(send, 429, "Too many requests. Wait a second and try again.", later)
            return
        await self._app(scope, receive, send)


class OnlyPosts:
    """Turns away every other method. What a GET would open stays open and never says anything,
    since a server without sessions has nothing to tell of its own accord.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] != "POST":
            await refuse(send, 405, "Requests are POSTs.", ((b"allow", b"POST"),))
            return
        await self._app(scope, receive, send)


async def refuse(
    send: Send, status: int, reason: str, headers: tuple[tuple[bytes, bytes], ...] = ()
) -> None:
    """Answer in place of the application."""
    body = reason.encode()
    fixed = (
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
    )
    await send({"type": "http.response.start", "status": status, "headers": [*fixed, *headers]})
    await send({"type": "http.response.body", "body": body})
