"""Whatever a server answers becomes one fault in one clear line, and never shows the key."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.adapters.providers.faults import Failure, failure_of
from verbatim_desktop.adapters.providers.retry import with_tries
from verbatim_desktop.adapters.providers.sentences import HAPPENED, TO_DO, provider_error
from verbatim_desktop.adapters.providers.transcript import Transcript
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ProviderName

KEY = "sk-canary-c0ffee"


class Answered(Exception):
    """An SDK's exception, as far as the SDKs agree on one."""

    def __init__(self, status: int, body: Any, headers: dict[str, str]) -> None:
        super().__init__(f"{status} {body}")
        self.status_code = status
        self.body = body
        self.response = type("Response", (), {"headers": headers})()


ERROR_NAMES = st.sampled_from(
    ["error", "code", "type", "status", "message", "details", "retryDelay"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(KEY),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ERROR_NAMES, inner, max_size=4),
    max_leaves=12,
)
HEADERS = st.dictionaries(
    st.sampled_from(["retry-after", "retry-after-ms"]),
    st.sampled_from(["nan", "inf", "-5", "9" * 400, "²", "soon", "Fri, 31 Dec 9999", "1_0"])
    | st.text(),
)


def said(failure: Failure) -> str:
    return str(
        provider_error(ProviderName.OPENAI, "OpenAI", failure, model="m", place="p", key=KEY)
    )


@given(st.integers(0, 999), JSON, HEADERS)
def test_any_answer_is_one_fault_in_one_line_without_the_key(
    status: int, body: Any, headers: dict[str, str]
):
    failure = failure_of(Answered(status, body, headers))
    line = said(failure)
    assert KEY not in line
    assert line.isprintable()
    assert "Quoted passages stand in." in line
    assert failure.wait_seconds is None or 0 <= failure.wait_seconds < 1e9


@given(st.text(), st.integers(0, 200))
def test_no_part_of_a_text_shows_the_key_however_it_is_cut(text: str, at: int):
    message = text[:at] + KEY + text[at:]
    body = {"error": {"message": message, "code": "odd"}}
    assert KEY[:10] not in said(failure_of(Answered(400, body, {})))


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_says_what_happened_and_what_to_do(fault: Fault):
    assert fault in HAPPENED
    assert fault in TO_DO
    line = said(Failure(fault, "because"))
    assert line[0].isupper()
    assert line.endswith(".")
    assert "{" not in line


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7.0), (" 12 ", 12.0), ("0.2", 0.2), ("nan", None), ("-1", None), ("1e999", None)],
)
def test_a_wait_is_read_or_left(value: str, seconds: float | None):
    failure = failure_of(Answered(429, {}, {"retry-after": value}))
    assert (failure.fault, failure.wait_seconds) == (Fault.RATE_LIMITED, seconds)


def test_a_body_that_came_as_text_is_read():
    body = json.dumps({"error": {"type": "overloaded_error"}})
    assert failure_of(Answered(200, body, {})).fault is Fault.OVERLOADED


def test_waits_grow_and_end_with_the_third_try(monkeypatch: pytest.MonkeyPatch):
    import asyncio

    from verbatim_desktop.adapters.providers import retry

    monkeypatch.setattr(retry, "FIRST_WAIT", 0.4)
    waited: list[float] = []

    async def no_sleep(seconds: float) -> None:
        waited.append(seconds)

    async def attempt() -> tuple[Transcript, Failure]:
        return Transcript(lambda _delta: None), Failure(Fault.OVERLOADED)

    async def run(left: float) -> None:
        await with_tries(attempt, asyncio.get_running_loop().time() + left)

    monkeypatch.setattr(retry.asyncio, "sleep", no_sleep)
    asyncio.run(run(60))
    assert waited == [0.4, 0.8]
    waited.clear()
    asyncio.run(run(0.1))  # no time for another try
    assert waited == []
