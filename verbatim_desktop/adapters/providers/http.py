"""What leaves this machine, and by which way.

The SDKs read variables of their own that redirect calls or add headers, and send who runs them.
So every request passes `_clean`, which knows the one origin that was asked for and the few headers
that are needed, and sets the key itself. Loopback never goes through a proxy; for other addresses
the system's proxy and trust store hold, and a CA file can be named.
"""

from __future__ import annotations

import ipaddress
import logging
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from verbatim_desktop import __version__

if TYPE_CHECKING:
    import httpx2

CONNECT_SECONDS = 15.0
AGENT = f"verbatim-desktop/{__version__}"
#: Everything else that an SDK would send is left out.
HEADERS = frozenset(
    {
        *("accept", "accept-encoding", "connection", "content-encoding", "content-length"),
        *("content-type", "host", "transfer-encoding"),
        "anthropic-version",
    }
)
#: At DEBUG these write whole requests, the prompt with them.
LOGGERS = ("anthropic", "google_genai", "httpcore2", "httpx2", "openai")


class WrongDoor(Exception):
    """A request was about to leave for another place than the one that was asked for."""


class UnusableCA(Exception):
    """The CA file is missing, or holds no certificate."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where calls go, and the header that holds the key: ("authorization", "Bearer ...")."""

    base_url: str
    key_header: tuple[str, str] | None = None
    ca_file: str = ""


def is_loopback(url: str) -> bool:
    """Whether an address is this machine's own."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@asynccontextmanager
async def open_client(door: Door) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client for one call. Raises UnusableCA."""
    import httpx2

    silence()

    async def clean(request: httpx2.Request) -> None:
        _clean(request, door)

    client = httpx2.AsyncClient(
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),  # the deadline bounds the rest
        trust_env=not is_loopback(door.base_url),
        verify=_trust(door),
        follow_redirects=False,
        event_hooks={"request": [clean]},
    )
    async with client:
        yield client


def silence() -> None:
    """No SDK writes a log: not where a root logger is at DEBUG, nor for OPENAI_LOG."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False


def _trust(door: Door) -> ssl.SSLContext:
    """The system's trust store and the CA file; nobody at all where nothing is encrypted."""
    import httpx2

    if urlsplit(door.base_url).scheme == "http" and is_loopback(door.base_url):
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context = httpx2.create_ssl_context()
    try:
        if door.ca_file:
            context.load_verify_locations(cafile=door.ca_file)
    except OSError as error:  # ssl.SSLError is one
        missing = isinstance(error, FileNotFoundError)
        raise UnusableCA("is missing" if missing else "holds no certificate") from error
    return context


def _clean(request: httpx2.Request, door: Door) -> None:
    """Let a request out only to its place, with no header but those we mean."""
    import httpx2

    asked = httpx2.URL(door.base_url)
    if _origin(request.url) != _origin(asked):
        raise WrongDoor(f"{request.url.scheme}://{request.url.host}")
    for name in list(request.headers):
        if name not in HEADERS:
            del request.headers[name]
    request.headers["user-agent"] = AGENT
    if door.key_header:
        name, value = door.key_header
        request.headers[name] = value


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
