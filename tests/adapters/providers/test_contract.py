"""What every provider does, whichever API is behind it."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from tests.adapters.providers.conftest import KEY, Make
from tests.adapters.providers.wire import (
    MODEL,
    PATHS,
    PIECES,
    SAID,
    USED,
    Reply,
    Silence,
    Status,
    Stream,
    Wire,
    deaf_address,
    event,
    frames,
)
from verbatim_desktop.adapters.providers.loop import THREAD
from verbatim_desktop.adapters.providers.writer import Writer
from verbatim_desktop.domain.errors import Cancelled, ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ModelReply, ModelRequest, ProviderName
from verbatim_desktop.ports import Cancellation, Provider

pytestmark = pytest.mark.network_loopback

PROMPT = "Is the zebra-crossing-prompt refunded?"
REQUEST = ModelRequest("You answer from evidence.", PROMPT)

Make_on_wire = Callable[..., Writer]


def write(
    provider: Provider, deltas: list[str] | None = None, max_output_tokens: int = 0
) -> ModelReply:
    request = replace(REQUEST, max_output_tokens=max_output_tokens)
    heard = [] if deltas is None else deltas
    return provider.write(request, heard.append, Cancellation())


def fault(provider: Provider, deltas: list[str] | None = None) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        write(provider, deltas)
    said = str(caught.value)
    assert "Quoted passages stand in." in said
    assert KEY not in said
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert caught.value.provider == provider.name
    return caught.value


# --- The good way --------------------------------------------------------------------------------


def test_text_comes_in_pieces_and_whole_with_model_usage_and_times(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api))]
    deltas: list[str] = []
    reply = write(on_wire(), deltas)
    assert deltas == list(PIECES)
    assert (reply.text, reply.model) == (SAID, MODEL)
    tokens = reply.tokens
    assert (tokens.input_tokens, tokens.cached_tokens, tokens.output_tokens) == USED
    assert 0 < reply.first_token_ms <= reply.total_ms


def test_deltas_are_delivered_on_the_calling_thread_and_sdks_live_on_the_loop(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api))]
    threads: list[threading.Thread] = []
    on_wire().write(
        REQUEST, lambda _delta: threads.append(threading.current_thread()), Cancellation()
    )
    assert set(threads) == {threading.current_thread()}
    assert THREAD in {thread.name for thread in threading.enumerate()}


def test_the_prompt_and_the_limits_are_sent_once(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api))]
    write(on_wire(), max_output_tokens=99)
    [seen] = wire.seen
    body = str(seen.body)
    assert PROMPT in body
    assert REQUEST.instructions in body
    assert "99" in body
    if api is ProviderName.OPENAI:
        assert seen.body["store"] is False


def test_only_the_headers_that_are_meant_leave_the_machine(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api))]
    write(on_wire())
    headers = wire.seen[0].headers
    assert headers.pop("user-agent").startswith("verbatim-desktop/")
    holders = [name for name, value in headers.items() if KEY in value]
    assert holders == ["x-goog-api-key" if api is ProviderName.GEMINI else "authorization"]
    known = {"accept", "accept-encoding", "connection", "content-length", "content-type", "host"}
    assert set(headers) - known - {*holders, "anthropic-version"} == set()


def test_an_endpoint_of_ones_own_needs_no_key(make: Make, wire: Wire):
    wire.script = [Stream(frames(ProviderName.COMPATIBLE))]
    write(make(ProviderName.COMPATIBLE, wire.url + "/v1", key=None))
    assert "authorization" not in wire.seen[0].headers


@pytest.mark.parametrize("given", ["OPENAI_CUSTOM_HEADERS", "ANTHROPIC_CUSTOM_HEADERS"])
def test_variables_of_the_sdks_neither_redirect_a_call_nor_add_to_it(
    on_wire: Make_on_wire,
    wire: Wire,
    api: ProviderName,
    given: str,
    monkeypatch: pytest.MonkeyPatch,
):
    wire.script = [Stream(frames(api))]
    with Wire() as trap:
        trap.script = [Status(500, "trapped")]
        for name in (
            *("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"),
            *("GOOGLE_VERTEX_BASE_URL", "OPENAI_API_BASE"),
        ):
            monkeypatch.setenv(name, trap.url)
        for name in (
            *("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY", "OPENAI_API_KEY"),
            *("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"),
            *("GOOGLE_CLOUD_PROJECT", "GOOGLE_GENAI_API_VERSION"),
        ):
            monkeypatch.setenv(name, "trapped")
        monkeypatch.setenv(given, "X-Trap: trapped\nAuthorization: Bearer trapped")
        write(on_wire())
        assert trap.seen == []
    [seen] = wire.seen
    assert "trapped" not in str(seen)
    assert KEY in str(seen.headers)


def test_nothing_of_prompt_or_key_is_logged_at_debug(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    wire.script = [Stream(frames(api))]
    write(on_wire())
    wire.script = [Status(400, {"error": {"message": "no"}})]
    fault(on_wire())
    assert KEY not in caplog.text
    assert "zebra-crossing" not in caplog.text


# --- Faults --------------------------------------------------------------------------------------


def error_body(api: ProviderName, status: int, kind: str, message: str) -> object:
    """An error in the shape of its API."""
    if api is ProviderName.ANTHROPIC:
        return {"type": "error", "error": {"type": kind, "message": message}}
    if api is ProviderName.GEMINI:
        return {"error": {"code": status, "message": message, "status": kind}}
    return {"error": {"message": message, "type": kind, "code": kind}}


STATUSES = [
    (400, "bad_thing", "top_q is unknown", Fault.BAD_REQUEST),
    (401, "authentication_error", "no", Fault.REFUSED_KEY),
    (400, "INVALID_ARGUMENT", "API key not valid. Please pass one.", Fault.REFUSED_KEY),
    (402, "billing_error", "no credit", Fault.OUT_OF_QUOTA),
    (403, "permission_error", "not for you", Fault.FORBIDDEN),
    (404, "not_found_error", "no such model", Fault.UNKNOWN_MODEL),
    (413, "request_too_large", "big", Fault.TOO_LONG),
    (400, "invalid_request_error", "prompt is too long: 9 > 8", Fault.TOO_LONG),
    (400, "context_length_exceeded", "long", Fault.TOO_LONG),
    (400, "exceed_context_size_error", "long", Fault.TOO_LONG),
    (429, "insufficient_quota", "You exceeded your current quota", Fault.OUT_OF_QUOTA),
    (307, "", "", Fault.BAD_REPLY),
]


@pytest.mark.parametrize(("status", "kind", "message", "expected"), STATUSES)
def test_what_cannot_pass_is_said_at_once(
    on_wire: Make_on_wire,
    wire: Wire,
    api: ProviderName,
    status: int,
    kind: str,
    message: str,
    expected: Fault,
):
    headers = {"location": "http://127.0.0.1:9/trap"} if status == 307 else {}
    wire.script = [Status(status, error_body(api, status, kind, message), headers)]
    assert fault(on_wire()).fault is expected
    assert len(wire.seen) == 1


PASSING = [
    (429, "rate_limit_error", Fault.RATE_LIMITED),
    (500, "api_error", Fault.SERVER_ERROR),
    (502, "", Fault.SERVER_ERROR),
    (503, "UNAVAILABLE", Fault.OVERLOADED),
    (529, "overloaded_error", Fault.OVERLOADED),
]


@pytest.mark.parametrize(("status", "kind", "expected"), PASSING)
def test_what_may_pass_is_tried_three_times(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName, status: int, kind: str, expected: Fault
):
    wire.script = [Status(status, error_body(api, status, kind, "try later"))]
    assert fault(on_wire()).fault is expected
    assert len(wire.seen) == 3


def test_a_second_try_may_succeed(on_wire: Make_on_wire, wire: Wire, api: ProviderName):
    busy = Status(503, error_body(api, 503, "overloaded_error", "busy"))
    wire.script = [busy, Stream(frames(api))]
    assert write(on_wire()).text == SAID


def test_a_wait_that_fits_the_deadline_is_kept(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    body = error_body(api, 429, "rate_limit_error", "slow down")
    wire.script = [Status(429, body, {"retry-after-ms": "150"}), Stream(frames(api))]
    assert write(on_wire()).total_ms >= 150


@pytest.mark.parametrize("header", ["retry-after", "date"])
def test_a_wait_beyond_the_deadline_ends_the_call_at_once_and_is_said(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName, header: str
):
    value = "400" if header == "retry-after" else "Fri, 31 Dec 2100 23:59:59 GMT"
    body = error_body(api, 429, "rate_limit_error", "slow down")
    wire.script = [Status(429, body, {"retry-after": value})]
    error = fault(on_wire())
    assert error.fault is Fault.RATE_LIMITED
    assert "asks to wait" in str(error)
    assert len(wire.seen) == 1


def test_gemini_asks_to_wait_in_its_body(make: Make, wire: Wire):
    detail = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "400s"}
    body = {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [detail]}}
    wire.script = [Status(429, body)]
    assert "wait 400 seconds" in str(fault(make(ProviderName.GEMINI, wire.url)))


def test_a_key_that_a_server_sends_back_is_not_shown(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Status(400, error_body(api, 400, "odd", f"{'x' * 150}{KEY}\nis\x00odd"))]
    error = fault(on_wire())
    assert error.fault is Fault.BAD_REQUEST
    assert KEY[:6] not in str(error)
    assert "\x00" not in str(error)


def test_a_message_that_echoes_the_key_shows_the_rest(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Status(400, error_body(api, 400, "odd", f"{KEY} is odd"))]
    assert "([key] is odd)" in str(fault(on_wire()))


def broken_streams(api: ProviderName) -> Iterator[tuple[str, Reply, Fault, int]]:
    """Name, reply, fault, and how many pieces had come."""
    whole = frames(api)
    yield "ends early", Stream(whole[:3]), Fault.CUT_SHORT, 2
    yield "disconnects", Stream(whole[:3], breaks=True), Fault.CUT_SHORT, 2
    yield (
        "malformed",
        Stream([*whole[:2], event("{no json", "content_block_delta")]),
        Fault.BAD_REPLY,
        1,
    )
    yield "html", Status(200, "<!doctype html><p>Sign in"), Fault.BAD_REPLY, 0
    yield "json", Status(200, {"choices": []}), Fault.BAD_REPLY, 0
    yield "empty", Stream(frames(api, [])), Fault.BAD_REPLY, 0
    yield "nothing", Stream([]), Fault.BAD_REPLY, 0


BROKEN = [name for name, *_ in broken_streams(ProviderName.OPENAI)]


@pytest.mark.parametrize("broken", BROKEN)
def test_half_an_answer_is_none(on_wire: Make_on_wire, wire: Wire, api: ProviderName, broken: str):
    [(_, reply, expected, count)] = [each for each in broken_streams(api) if each[0] == broken]
    wire.script = [reply]
    deltas: list[str] = []
    assert fault(on_wire(), deltas).fault is expected
    assert deltas == list(PIECES[:count])
    assert len(wire.seen) == 1


def test_what_breaks_off_before_the_first_word_is_tried_again(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    first = frames(api)[:1]
    wire.script = [Stream(first, breaks=True), Stream(first), Stream(frames(api))]
    assert write(on_wire()).text == SAID
    assert len(wire.seen) == 3


ENDINGS = {
    ProviderName.OPENAI: ("max_output_tokens", "content_filter"),
    ProviderName.COMPATIBLE: ("length", "content_filter"),
    ProviderName.ANTHROPIC: ("max_tokens", "refusal"),
    ProviderName.GEMINI: ("MAX_TOKENS", "SAFETY"),
}


def test_a_limit_and_a_refusal_are_told_apart(on_wire: Make_on_wire, wire: Wire, api: ProviderName):
    limit, refusal = ENDINGS[api]
    wire.script = [Stream(frames(api, finish=limit)), Stream(frames(api, finish=refusal))]
    error = fault(on_wire())
    assert error.fault is Fault.OUT_OF_TOKENS
    assert "256 tokens" in str(error)
    assert fault(on_wire()).fault is Fault.FILTERED


IN_STREAM = {
    ProviderName.OPENAI: event(
        {"type": "error", "code": "rate_limit_exceeded", "message": "m", "sequence_number": 9},
        "error",
    ),
    ProviderName.COMPATIBLE: event({"error": {"message": "m", "code": "rate_limit_exceeded"}}),
    ProviderName.ANTHROPIC: event(
        {"type": "error", "error": {"type": "rate_limit_error", "message": "m"}}, "error"
    ),
    ProviderName.GEMINI: event(
        {"error": {"code": 429, "message": "m", "status": "RESOURCE_EXHAUSTED"}}
    ),
}


def test_an_error_in_the_middle_of_a_stream_is_one(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream([*frames(api)[:2], IN_STREAM[api]])]
    assert fault(on_wire()).fault is Fault.RATE_LIMITED
    assert len(wire.seen) == 1


def test_a_failed_response_of_openai_is_one(make: Make, wire: Wire):
    failed = {"id": "r", "status": "failed", "error": {"code": "server_error", "message": "oops"}}
    data = {"type": "response.failed", "response": failed, "sequence_number": 1}
    wire.script = [Stream([event(data, "response.failed")])]
    error = fault(make(ProviderName.OPENAI, wire.url + "/v1"))
    assert error.fault is Fault.SERVER_ERROR


# --- Deadlines and cancellation ------------------------------------------------------------------


@pytest.fixture
def deaf() -> Iterator[str]:
    with deaf_address() as url:
        yield url


def stalls(api: ProviderName) -> dict[str, Reply]:
    whole = frames(api)
    return {
        "before the first word": Silence(),
        "after the headers": Stream([], stalls=True),
        "in the middle": Stream(whole[:2], stalls=True),
        "before the end": Stream(whole[:-1], stalls=True),
    }


STALLS = list(stalls(ProviderName.OPENAI))


@pytest.mark.parametrize("phase", STALLS)
def test_the_deadline_holds_whatever_stalls(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName, phase: str
):
    write_once_so_that_the_sdk_is_imported(on_wire, wire, api)
    wire.script = [stalls(api)[phase]]
    error = fault(on_wire(deadline=0.15))
    if phase == "before the end" and api is ProviderName.COMPATIBLE:
        assert error.fault in (Fault.TIMED_OUT, Fault.CUT_SHORT)
    else:
        assert error.fault is Fault.TIMED_OUT
    assert "0.15 seconds" in str(error)


def write_once_so_that_the_sdk_is_imported(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
) -> None:
    wire.script = [Stream(frames(api))]
    write(on_wire())


def test_the_deadline_holds_while_connecting(make: Make, api: ProviderName, deaf: str):
    assert fault(make(api, deaf + PATHS[api], deadline=0.15)).fault is Fault.TIMED_OUT


@pytest.mark.parametrize("phase", STALLS)
def test_a_wish_to_stop_is_heard_in_every_phase(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName, phase: str
):
    wire.script = [stalls(api)[phase]]
    cancellation = Cancellation()

    def stop_when_it_stalls() -> None:
        wire.stalled.wait(90)
        cancellation.wish()

    stopper = threading.Thread(target=stop_when_it_stalls)
    stopper.start()
    with pytest.raises(Cancelled):
        on_wire().write(REQUEST, lambda _delta: None, cancellation)
    stopper.join()
    assert wire.gone.wait(90)  # the call itself has ended too, and with it what it costs


def test_a_wish_to_stop_is_heard_while_connecting(make: Make, api: ProviderName, deaf: str):
    cancellation = Cancellation()
    stopper = threading.Timer(0.2, cancellation.wish)
    stopper.start()
    with pytest.raises(Cancelled):
        make(api, deaf + PATHS[api]).write(REQUEST, lambda _delta: None, cancellation)
    stopper.join()


def test_a_wish_made_before_the_call_sends_nothing(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api))]
    cancellation = Cancellation()
    cancellation.wish()
    with pytest.raises(Cancelled):
        on_wire().write(REQUEST, lambda _delta: None, cancellation)
    assert wire.seen == []


def test_nothing_is_delivered_after_the_wish(on_wire: Make_on_wire, wire: Wire, api: ProviderName):
    wire.script = [Stream(frames(api))]
    cancellation = Cancellation()
    deltas: list[str] = []

    def hear(delta: str) -> None:
        deltas.append(delta)
        cancellation.wish()

    with pytest.raises(Cancelled):
        on_wire().write(REQUEST, hear, cancellation)
    assert deltas == [PIECES[0]]


def test_what_the_listener_raises_ends_the_call(
    on_wire: Make_on_wire, wire: Wire, api: ProviderName
):
    wire.script = [Stream(frames(api)[:2], stalls=True)]

    def hear(_delta: str) -> None:
        raise RuntimeError("the window is gone")

    with pytest.raises(RuntimeError, match="the window is gone"):
        on_wire().write(REQUEST, hear, Cancellation())


# --- Settings with which no call can be made -----------------------------------------------------


def test_a_missing_key_is_said_and_nothing_is_sent(make: Make, wire: Wire, api: ProviderName):
    if api is ProviderName.COMPATIBLE:
        return
    error = fault(make(api, wire.url, key=None))
    assert error.fault is Fault.NO_KEY
    assert f"verbatim keys set {api}" in str(error)
    assert wire.seen == []


def test_a_missing_model_is_said(on_wire: Make_on_wire):
    error = fault(on_wire(model=""))
    assert error.fault is Fault.NOT_SET_UP
    assert "was not called (no model is chosen)" in str(error)


@pytest.mark.parametrize(
    "url", ["ftp://a.example", "a.example/v1", "http://u:secret@a.example", "http://[::1", "/etc"]
)
def test_an_address_that_cannot_be_used_is_said_without_its_password(
    make: Make, api: ProviderName, url: str
):
    error = fault(make(api, url))
    assert error.fault is Fault.NOT_SET_UP
    assert "secret" not in str(error)


def test_a_key_is_never_sent_unencrypted_to_another_machine(make: Make, api: ProviderName):
    if api is ProviderName.COMPATIBLE:
        return
    assert "unencrypted" in str(fault(make(api, "http://models.example/v1")))


def test_an_endpoint_of_ones_own_has_no_address_to_begin_with(make: Make):
    assert "no base URL" in str(fault(make(ProviderName.COMPATIBLE, "")))


def test_nobody_there_is_said_with_the_address(make: Make, api: ProviderName):
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # and no listen: connections are refused
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        error = fault(make(api, f"http://{place}{PATHS[api]}"))
    assert error.fault is Fault.UNREACHABLE
    assert place in str(error)
