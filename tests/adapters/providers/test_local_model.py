"""A real model on this machine, asked by the program's own way: no mock at all.

It is small and answers badly; it proves the plumbing, through two APIs of one real server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.adapters.providers.conftest import Make
from tests.adapters.providers.mocks import started
from tests.conftest import CHECKOUT
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.providers.loop import shared_loop
from verbatim_desktop.adapters.secrets import SystemSecrets
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import WorkspaceRooms
from verbatim_desktop.domain.answers import Answer, CitationOrigin, Verdict
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.errors import ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.events import AskEvent, Finished, Text
from verbatim_desktop.domain.models import ModelRequest, ProviderName, ProviderSettings
from verbatim_desktop.ports import Cancellation, Secrets

pytestmark = [
    pytest.mark.network_loopback,
    pytest.mark.local_model,
    pytest.mark.counterpart,
]

KEY = "sk-local"
SENTENCE = "Refunds take 14 days after the parcel has come back to us."
QUESTION = "How long do refunds take after the parcel has come back?"
STORY = ModelRequest("You tell stories.", "Tell a very long story.", max_output_tokens=1500)
LONG = 100.0  # seconds


class Rooms(WorkspaceRooms):
    """The real rooms, with one key in memory."""

    key = KEY

    def secrets(self) -> Secrets:
        return SystemSecrets(dict.fromkeys(ProviderName, self.key), lambda: None)


@pytest.fixture(scope="module")
def server(require: Callable[[str, bool], None]) -> Iterator[str]:
    python = CHECKOUT / ".venv-local-model" / "bin" / "python"
    require("the local model (dev.py counterparts)", python.exists())
    script = CHECKOUT / "tests" / "counterparts" / "local_model.py"
    with started([str(python), str(script)], script.parent) as url:
        yield url


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "refunds.md").write_text(f"# Refunds\n\n{SENTENCE}\n", encoding="utf-8")
    rooms = Rooms(Home(tmp_path_factory.mktemp("home") / "data"), "default")
    rooms.ingest([IngestRequest(str(folder))], lambda _step: None)
    yield rooms
    rooms.close()
    shared_loop.stop()


Ask = Callable[..., Answer]


@pytest.fixture
def ask(rooms: Rooms, server: str) -> Ask:
    """ask(name, deliver, wish, deadline): the question, of one API of the server."""

    def ask_model(
        name: ProviderName = ProviderName.COMPATIBLE,
        deliver: Callable[[AskEvent], None] | None = None,
        wish: Cancellation | None = None,
        deadline: float = LONG,
    ) -> Answer:
        verbatim = Verbatim(rooms)
        verbatim.models.save(ProviderSettings(name, "a-model", f"{server}/v1", deadline, 300))
        return verbatim.ask(QUESTION, provider=name, deliver=deliver, cancellation=wish)

    return ask_model


def stands(rooms: Rooms, answer: Answer, fault: str) -> None:
    """The quoted answer, whole and counted."""
    assert answer.provider == "none"
    assert answer.text == f"{SENTENCE} [1]"
    assert [(c.quote, c.status) for c in answer.citations] == [(SENTENCE, Verdict.VERIFIED)]
    [record] = Verbatim(rooms).usage.records(limit=1)
    assert (record.provider, record.fault, record.answer) == ("compatible", fault, answer.id)


@pytest.mark.parametrize("name", [ProviderName.COMPATIBLE, ProviderName.OPENAI])
def test_an_answer_streams_with_citations_and_is_counted(
    ask: Ask, rooms: Rooms, name: ProviderName
):
    heard: list[AskEvent] = []
    answer = ask(name, heard.append)
    assert (answer.provider, answer.fallback) == (name, "")
    pieces = [event.text for event in heard if isinstance(event, Text)]
    assert "".join(pieces).strip() == answer.text
    assert len(pieces) > 1
    assert heard[-1] == Finished(answer)
    [citation] = answer.citations  # of the model's own, or retrieved where it cites nothing
    assert citation.origin is not CitationOrigin.EXTRACTIVE
    assert (citation.quote, citation.status) == (SENTENCE, Verdict.VERIFIED)
    assert answer.claims
    [record] = Verbatim(rooms).usage.records(limit=1)
    assert (record.provider, record.answer, record.fault) == (name, answer.id, "")
    assert record.input_tokens
    assert record.output_tokens


def test_an_answer_is_stopped_in_the_middle(ask: Ask, rooms: Rooms):
    wish = Cancellation()
    pieces: list[str] = []

    def hear(event: AskEvent) -> None:
        if isinstance(event, Text):
            pieces.append(event.text)
            if len(pieces) == 2:
                wish.wish()

    answer = ask(deliver=hear, wish=wish)
    assert len(pieces) == 2
    assert answer.fallback == "You stopped the model. Quoted passages stand in."
    stands(rooms, answer, "cancelled")
    assert ask().provider == "compatible"  # the server goes on


def test_the_quoted_answer_stands_where_the_model_takes_too_long_or_refuses(
    ask: Ask, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
):
    late = ask(deadline=0.05)
    assert "took longer than 0.05 seconds. Quoted passages stand in." in late.fallback
    stands(rooms, late, Fault.TIMED_OUT)
    monkeypatch.setattr(Rooms, "key", "sk-wrong")
    refused = ask()
    assert "refused the key. Quoted passages stand in." in refused.fallback
    stands(rooms, refused, Fault.REFUSED_KEY)


def test_its_limits_are_told(make: Make, server: str):
    def fault(request: ModelRequest) -> Fault:
        provider = make(ProviderName.COMPATIBLE, server + "/v1", key=KEY, deadline=LONG)
        with pytest.raises(ProviderError) as caught:
            provider.write(request, lambda _delta: None, Cancellation())
        assert "Quoted passages stand in." in str(caught.value)
        return caught.value.fault

    few = ModelRequest(STORY.instructions, STORY.text, max_output_tokens=5)
    assert fault(few) is Fault.OUT_OF_TOKENS
    assert fault(ModelRequest("i", "word " * 4000)) is Fault.TOO_LONG
