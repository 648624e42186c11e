"""All four APIs against two mock servers that others wrote: they stream, count and survive."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.adapters.providers.conftest import Make
from tests.adapters.providers.mocks import SAID, Mock, aimock, llmock
from tests.conftest import CHECKOUT
from verbatim_desktop.adapters.providers.writer import GRACE
from verbatim_desktop.domain.errors import ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ModelReply, ModelRequest, ProviderName
from verbatim_desktop.ports import Cancellation, Provider

pytestmark = [pytest.mark.network_loopback, pytest.mark.counterpart]

MOCKS = ("llmock", "aimock")
REQUEST = ModelRequest("Answer from the evidence.", "How long do refunds take?")
SHORT, LONG = 0.8, 15.0  # seconds; the mocks would stall for 20 and more
SDKS = {
    ProviderName.OPENAI: ["openai.resources.responses"],
    ProviderName.COMPATIBLE: ["openai.resources.chat"],
    ProviderName.ANTHROPIC: ["anthropic.resources.messages"],
    ProviderName.GEMINI: ["google.genai"],
}
MODELS = {
    ProviderName.OPENAI: "gpt-4o",
    ProviderName.COMPATIBLE: "gpt-4o",
    ProviderName.ANTHROPIC: "claude-sonnet-5-5",
    ProviderName.GEMINI: "gemini-2.5-pro",
}


@pytest.fixture(scope="module", params=MOCKS)
def mock(request: pytest.FixtureRequest, require: Callable[[str, bool], None]) -> Iterator[Mock]:
    if request.param == "llmock":
        python = CHECKOUT / ".venv-llmock" / "bin" / "python"
        require("llmock (dev.py counterparts)", python.exists())
        with llmock(python) as server:
            yield server
    else:
        folder = Path(CHECKOUT, "tests", "counterparts")
        there = (folder / "node_modules" / "@copilotkit" / "aimock").is_dir()
        require("aimock (npm ci in tests/counterparts)", there and bool(shutil.which("node")))
        with aimock(folder) as server:
            yield server


@pytest.fixture
def provider(make: Make, mock: Mock, api: ProviderName) -> Provider:
    return make(api, mock.base_url(api), model=MODELS[api], deadline=LONG)


@pytest.fixture
def hurried(make: Make, mock: Mock, api: ProviderName, provider: Provider) -> Provider:
    """One with a short deadline, after a call that has imported its SDK."""
    if not any(sdk in sys.modules for sdk in SDKS[api]):
        mock.answer()
        write(provider)
    return make(api, mock.base_url(api), model=MODELS[api], deadline=SHORT)


def write(provider: Provider) -> tuple[ModelReply, list[str]]:
    deltas: list[str] = []
    return provider.write(REQUEST, deltas.append, Cancellation()), deltas


def failed(provider: Provider, deadline: float = LONG) -> ProviderError:
    """How a call failed, which has to be within its deadline."""
    started = time.monotonic()
    with pytest.raises(ProviderError) as caught:
        write(provider)
    # beyond the grace: how long this thread may be kept from looking at the clock
    assert time.monotonic() - started < deadline + GRACE + 1.0
    assert "Quoted passages stand in." in str(caught.value)
    return caught.value


def test_it_streams_and_reports_usage(provider: Provider, mock: Mock):
    mock.answer()
    reply, deltas = write(provider)
    assert reply.text == SAID
    assert len(deltas) > 1
    assert reply.tokens.input_tokens
    assert reply.tokens.output_tokens
    assert reply.model


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [(401, "", Fault.REFUSED_KEY), (500, "", Fault.SERVER_ERROR), (529, "", Fault.OVERLOADED)],
)
def test_an_error_is_told(provider: Provider, mock: Mock, status: int, code: str, expected: Fault):
    mock.fail(status, code, wait=0)
    assert failed(provider).fault is expected
    assert len(mock.requests()) == (1 if status == 401 else 3)


def test_a_used_up_quota_is_not_tried_again(provider: Provider, mock: Mock):
    mock.fail(429, "insufficient_quota")
    assert failed(provider).fault is Fault.OUT_OF_QUOTA
    assert len(mock.requests()) == 1


def test_a_limit_that_passes_is_waited_for(provider: Provider, mock: Mock):
    mock.fail(429, "", wait=1, times=1)
    reply, _ = write(provider)
    assert reply.text == SAID
    assert reply.total_ms >= 1000
    assert len(mock.requests()) == 2


def test_a_limit_that_does_not_pass_in_time_is_told_at_once(provider: Provider, mock: Mock):
    mock.fail(429, "", wait=40)
    error = failed(provider)
    assert error.fault is Fault.RATE_LIMITED
    assert "asks to wait 40 seconds" in str(error)
    assert len(mock.requests()) == 1


BROKEN = {
    "slow first token": {Fault.TIMED_OUT},
    "stall": {Fault.TIMED_OUT},
    "malformed": {Fault.BAD_REPLY},
    "disconnect": {Fault.CUT_SHORT},
    "clean early end": {Fault.CUT_SHORT},
    "non-stream body": {Fault.BAD_REPLY},
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_stream_is_told(hurried: Provider, mock: Mock, kind: str):
    if not mock.fault(kind):
        return  # test_contract.py holds it over the wire
    assert failed(hurried, SHORT).fault in BROKEN[kind]
