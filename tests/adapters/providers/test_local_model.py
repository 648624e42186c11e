"""A real model on this machine: it streams, is stopped, and its failure is told. No mock at all.

It is small and answers badly; it proves the plumbing, through two APIs of one real server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.adapters.providers.conftest import Make
from tests.adapters.providers.mocks import started
from tests.conftest import CHECKOUT
from verbatim_desktop.domain.errors import Cancelled, ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ModelRequest, ProviderName
from verbatim_desktop.ports import Cancellation

pytestmark = [
    pytest.mark.network_loopback,
    pytest.mark.local_model,
    pytest.mark.counterpart,
]

KEY = "sk-local"
REQUEST = ModelRequest(
    "Answer in one short sentence, from the evidence only.",
    "Evidence: [1] Refunds take 14 days.\nQuestion: How long do refunds take?",
    max_output_tokens=60,
)
STORY = ModelRequest("You tell stories.", "Tell a very long story.", max_output_tokens=1500)


@pytest.fixture(scope="module")
def server(require: Callable[[str, bool], None]) -> Iterator[str]:
    python = CHECKOUT / ".venv-local-model" / "bin" / "python"
    require("the local model (dev.py counterparts)", python.exists())
    script = CHECKOUT / "tests" / "counterparts" / "local_model.py"
    with started([str(python), str(script)], script.parent) as url:
        yield url


@pytest.mark.parametrize(
    ("name", "path"), [(ProviderName.COMPATIBLE, "/v1"), (ProviderName.OPENAI, "/v1")]
)
def test_it_streams_an_answer_and_counts_its_tokens(
    make: Make, server: str, name: ProviderName, path: str
):
    deltas: list[str] = []
    provider = make(name, server + path, key=KEY, deadline=100)
    reply = provider.write(REQUEST, deltas.append, Cancellation())
    assert reply.text == "".join(deltas)
    assert len(deltas) > 3
    assert reply.tokens.input_tokens
    assert reply.tokens.output_tokens


def test_it_stops_in_the_middle(make: Make, server: str):
    cancellation = Cancellation()
    deltas: list[str] = []

    def hear(delta: str) -> None:
        deltas.append(delta)
        if len(deltas) == 5:
            cancellation.wish()

    provider = make(ProviderName.COMPATIBLE, server + "/v1", key=KEY, deadline=100)
    with pytest.raises(Cancelled):
        provider.write(STORY, hear, cancellation)
    assert len(deltas) == 5
    assert provider.write(REQUEST, hear, Cancellation()).text  # the server goes on


def test_its_refusal_and_its_limits_are_told(make: Make, server: str):
    def fault(request: ModelRequest, key: str, deadline: float) -> Fault:
        provider = make(ProviderName.COMPATIBLE, server + "/v1", key=key, deadline=deadline)
        with pytest.raises(ProviderError) as caught:
            provider.write(request, lambda _delta: None, Cancellation())
        assert "Quoted passages stand in." in str(caught.value)
        return caught.value.fault

    assert fault(REQUEST, "sk-wrong", 100) is Fault.REFUSED_KEY
    assert fault(STORY, KEY, 1.0) is Fault.TIMED_OUT
    few = ModelRequest(STORY.instructions, STORY.text, max_output_tokens=5)
    assert fault(few, KEY, 100) is Fault.OUT_OF_TOKENS
    assert fault(ModelRequest("i", "word " * 4000), KEY, 100) is Fault.TOO_LONG
