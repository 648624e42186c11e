"""What went wrong in a call, in a sentence that says what happened and what to do.

The SDKs tell of a fault in a dozen ways: by status, by a type or code in the body, by an
exception of the transport, or in the middle of a stream that began well. All of them become a
`Failure` here. The words of a server are shown only where nothing else says what it wants, and
without the key, in case it sends that back.
"""

from __future__ import annotations

import json
import math
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast

from verbatim_desktop.adapters.providers.http import UnusableCA, WrongDoor
from verbatim_desktop.domain.errors import ProviderFault as Fault

LONGEST_QUOTE = 160
#: What may pass if it is tried again, as long as nothing has been said.
PASSING = frozenset(
    {
        Fault.RATE_LIMITED,
        Fault.OVERLOADED,
        Fault.SERVER_ERROR,
        Fault.UNREACHABLE,
        Fault.CUT_SHORT,
    }
)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a try came to nothing. wait_seconds: how long the server asks to be left alone."""

    fault: Fault
    detail: str = ""
    wait_seconds: float | None = None
    final: bool = False

    @property
    def passes(self) -> bool:
        return self.fault in PASSING and not self.final


class Stopped(Exception):
    """A stream told of its own failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.fault.value)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Told:
    """What an error says of itself. status 0: nothing was answered."""

    status: int = 0
    code: str = ""
    kind: str = ""
    message: str = ""
    wait_seconds: float | None = None


TOO_LONG_CODES = frozenset(
    {
        "context_length_exceeded",
        "exceed_context_size_error",
        "request_too_large",
        "string_above_max_length",
    }
)
TOO_LONG = re.compile(
    r"prompt is too long|maximum context length|context (?:window|size|length)|"
    r"exceeds the maximum number of tokens|too many tokens",
    re.IGNORECASE,
)
QUOTA_CODES = frozenset(
    {"insufficient_quota", "billing_error", "billing_required", "billing_hard_limit_reached"}
)
QUOTA = re.compile(r"exceeded your current quota|credit balance|billing", re.IGNORECASE)
KEY_CODES = frozenset({"authentication_error", "invalid_api_key", "UNAUTHENTICATED"})
KEY = re.compile(r"api[ _]key not valid|invalid api[ _]key|api key expired", re.IGNORECASE)
MODEL_CODES = frozenset({"model_not_found", "not_found_error", "NOT_FOUND"})
LIMIT_CODES = frozenset({"rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED"})
BUSY_CODES = frozenset({"overloaded_error", "overloaded", "UNAVAILABLE"})
FAILED_CODES = frozenset({"server_error", "api_error", "internal_error", "INTERNAL"})
#: Whole ones by the standard; some servers send parts of them.
SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
FILTER_CODES = frozenset({"content_filter", "content_policy_violation"})


def failure_of(error: Exception) -> Failure:
    """What an exception of an SDK or of the transport means."""
    if isinstance(error, Stopped):
        return error.failure
    if isinstance(error, WrongDoor):
        return Failure(Fault.BAD_REQUEST, "the call would have gone elsewhere", final=True)
    if isinstance(error, UnusableCA):
        return Failure(Fault.UNREACHABLE, f"the CA file {error}", final=True)
    told = tell(error)
    if told.status or told.code or told.kind:
        return failure_told(told)
    return _of_transport(error) or Failure(Fault.BAD_REPLY, type(error).__name__)


def failure_told(told: Told) -> Failure:
    """What a status, a code and a message mean together."""
    fault = _by_words(told) or _by_status(told.status)
    quotes = fault in (Fault.BAD_REQUEST, Fault.FORBIDDEN, Fault.SERVER_ERROR)
    return Failure(fault, told.message if quotes else "", told.wait_seconds)


def _by_words(told: Told) -> Fault | None:
    """Faults that a code or a message tells more surely than the status."""
    names = {told.code, told.kind}
    refused = told.status in (0, 200, 400, 401, 402, 403, 413, 422, 429)
    if names & TOO_LONG_CODES or (told.status in (200, 400, 413) and TOO_LONG.search(told.message)):
        return Fault.TOO_LONG
    if names & QUOTA_CODES or (refused and QUOTA.search(told.message)):
        return Fault.OUT_OF_QUOTA
    if names & KEY_CODES or (refused and KEY.search(told.message)):
        return Fault.REFUSED_KEY
    for codes, fault in (
        (FILTER_CODES, Fault.FILTERED),
        (MODEL_CODES, Fault.UNKNOWN_MODEL),
        (BUSY_CODES, Fault.OVERLOADED),
        (LIMIT_CODES, Fault.RATE_LIMITED),
    ):
        if names & codes:
            return fault
    in_stream = told.status in (0, 200)
    return Fault.SERVER_ERROR if in_stream and names & FAILED_CODES else None


def _by_status(status: int) -> Fault:
    known = {
        401: Fault.REFUSED_KEY,
        402: Fault.OUT_OF_QUOTA,
        403: Fault.FORBIDDEN,
        404: Fault.UNKNOWN_MODEL,
        408: Fault.SERVER_ERROR,
        413: Fault.TOO_LONG,
        429: Fault.RATE_LIMITED,
        503: Fault.OVERLOADED,
        529: Fault.OVERLOADED,
    }
    if status in known:
        return known[status]
    if status >= 500 or status in (0, 200):
        return Fault.SERVER_ERROR
    return Fault.BAD_REPLY if status < 400 else Fault.BAD_REQUEST


# --- Reading an exception ------------------------------------------------------------------------


def tell(error: Exception) -> Told:
    """What an SDK's exception says, whichever SDK it is of: they agree on few attributes."""
    response = getattr(error, "response", None)
    body = getattr(error, "body", None)
    details = _error_in(body if body is not None else getattr(error, "details", None))
    number = getattr(error, "status_code", None) or getattr(error, "code", None)
    return Told(
        number if isinstance(number, int) else 0,
        _text(details.get("code")) or _text(getattr(error, "code", None)),
        _text(details.get("type")) or _text(details.get("status")),
        _text(details.get("message")),
        _wait(getattr(response, "headers", None) or {}, details),
    )


def _error_in(body: object) -> Mapping[str, Any]:
    """The error of a body: {"error": {...}}, the error itself, or a list of one of them."""
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except ValueError:
            return {"message": body}
    if isinstance(body, list) and body:
        body = cast("list[object]", body)[0]
    if not isinstance(body, dict):
        return {}
    whole = cast("dict[str, Any]", body)
    inside: object = whole.get("error", whole)
    if isinstance(inside, dict):
        return cast("dict[str, Any]", inside)
    return {"message": _text(inside)}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _wait(headers: Mapping[str, str], details: Mapping[str, Any]) -> float | None:
    """How long to wait, by the headers or, as Gemini does it, by a detail of the body."""
    try:
        wait = _asked_wait(headers, details)
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None  # what cannot be read asks for nothing
    return wait if wait is not None and 0 <= wait < math.inf else None


def _asked_wait(headers: Mapping[str, str], details: Mapping[str, Any]) -> float | None:
    if after := headers.get("retry-after-ms"):
        return float(after) / 1000
    if after := headers.get("retry-after"):
        return float(after) if SECONDS.fullmatch(after.strip()) else _until(after)
    for detail in details.get("details") or ():
        if delay := detail.get("retryDelay"):
            return float(delay.removesuffix("s"))
    return None


def _until(date: str) -> float:
    return max(0.0, (parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds())


def _of_transport(error: Exception) -> Failure | None:
    """What the connection's own exceptions mean; the deepest cause says most."""
    import httpx2

    chain = list(_chain(error))

    def first(*kinds: type[BaseException]) -> BaseException | None:
        return next((each for each in chain if isinstance(each, kinds)), None)

    if refused := first(ssl.SSLCertVerificationError):
        why = getattr(refused, "verify_message", "") or "it is not trusted"
        return Failure(Fault.UNREACHABLE, f"its certificate was refused: {why}", final=True)
    if first(httpx2.ProxyError):
        return Failure(Fault.UNREACHABLE, "the proxy refused the connection", final=True)
    if first(httpx2.ConnectTimeout):
        return Failure(Fault.UNREACHABLE, "the connection took too long")
    if first(httpx2.ConnectError):
        return _unreachable(bool(first(ssl.SSLError)), bool(first(socket.gaierror)))
    if first(httpx2.UnsupportedProtocol, httpx2.InvalidURL):
        return Failure(Fault.BAD_REQUEST, "the base URL cannot be used", final=True)
    if first(httpx2.DecodingError):
        return Failure(Fault.BAD_REPLY, "it cannot be decompressed")
    if first(httpx2.TransportError):
        return Failure(Fault.CUT_SHORT, "the connection broke off")
    return None


def _unreachable(encrypted: bool, unknown: bool) -> Failure:
    if encrypted:
        return Failure(Fault.UNREACHABLE, "the encrypted connection failed", final=True)
    if unknown:
        return Failure(Fault.UNREACHABLE, "its name is not known here")
    return Failure(Fault.UNREACHABLE, "nothing accepts connections there")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception and what caused it, each once."""
    seen: list[BaseException] = []
    queue: list[BaseException | None] = [error]
    while queue:
        each = queue.pop(0)
        if each is not None and each not in seen:
            seen.append(each)
            queue += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]
            yield each
