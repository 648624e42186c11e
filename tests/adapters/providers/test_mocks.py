"""A whole question over all four APIs, against two mock servers that others wrote.

The way is the program's own, from the question to the kept answer: it streams and is counted, and
whatever breaks, the ask ends in time with the model's answer or the quoted one, and the reason.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest

from tests.adapters.providers.conftest import APIS, KEY
from tests.adapters.providers.mocks import SAID, Mock, aimock, llmock
from tests.adapters.providers.tampering import TAMPERS, Relayed, WithoutHeaders
from tests.adapters.providers.wire import Wire
from tests.conftest import CHECKOUT
from verbatim_desktop.adapters.environment import BASE_URLS, KEYS
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.providers.loop import shared_loop
from verbatim_desktop.adapters.providers.writer import GRACE
from verbatim_desktop.adapters.secrets import SystemSecrets
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import WorkspaceRooms
from verbatim_desktop.cli.schemas import schema_of
from verbatim_desktop.domain.answers import Answer, CitationOrigin, Verdict
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.events import AskEvent, Finished, Retrieved, SentenceChecked, Text
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.domain.support import Support
from verbatim_desktop.domain.usage import UsageSettings
from verbatim_desktop.ports import Secrets

pytestmark = [pytest.mark.network_loopback, pytest.mark.counterpart]

MOCKS = ("llmock", "aimock")
SENTENCE = "Refunds take 14 days after the parcel has come back to us."
QUOTED = "Refunds to a closed card take longer."
QUESTION = "How long do refunds take after the parcel has come back?"
SHORT, LONG = 0.4, 60.0  # seconds; the mocks would stall for 20 and more
#: Beyond a deadline: reading, writing, and how long a laden machine keeps this thread waiting.
SLACK = 15.0
MODELS = {
    ProviderName.OPENAI: "gpt-4o",
    ProviderName.COMPATIBLE: "gpt-4o",
    ProviderName.ANTHROPIC: "claude-sonnet-5-5",
    ProviderName.GEMINI: "gemini-2.5-pro",
}


class Rooms(WorkspaceRooms):
    """The real rooms, with keys in memory."""

    def secrets(self) -> Secrets:
        return SystemSecrets(dict.fromkeys(APIS, KEY), lambda: None)


@dataclass
class Desk:
    """A library, and a provider of it that one mock stands for."""

    verbatim: Verbatim
    mock: Mock
    api: ProviderName

    def reach(self, deadline: float, url: str = "") -> None:
        address = self.mock.base_url(self.api).replace(self.mock.url, url or self.mock.url)
        settings = ProviderSettings(self.api, MODELS[self.api], address, deadline, 256)
        self.verbatim.models.save(settings)

    def ask(self, deadline: float = LONG, url: str = "") -> tuple[Answer, list[AskEvent]]:
        """An answer, which has to be there within its deadline, and what was heard meanwhile."""
        self.reach(deadline, url)
        heard: list[AskEvent] = []
        started = time.monotonic()
        answer = self.verbatim.ask(QUESTION, provider=self.api, deliver=heard.append)
        assert time.monotonic() - started < deadline + GRACE + SLACK
        return answer, heard

    def falls_back(self, fault: Fault, deadline: float = LONG, url: str = "") -> Answer:
        """Ask, and see that quoted passages stand, with the reason, kept and counted."""
        answer, heard = self.ask(deadline, url)
        assert answer.provider == "none"
        assert answer.text.startswith(f"{SENTENCE} [1]")
        assert {each.origin for each in answer.citations} == {CitationOrigin.EXTRACTIVE}
        assert {each.status for each in answer.citations} == {Verdict.VERIFIED}
        assert "Quoted passages stand in." in answer.fallback
        assert KEY not in answer.fallback
        assert heard[-1] == Finished(answer)
        [record] = self.verbatim.usage.records(limit=1)
        assert (record.provider, record.fault, record.answer) == (self.api, fault.value, answer.id)
        return answer


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("asked") / "data"


@pytest.fixture(scope="module")
def verbatim(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Verbatim]:
    folder = tmp_path_factory.mktemp("docs")
    page = f"# Refunds\n\n{SENTENCE} {QUOTED}\n\n# Keys\n\nA key lasts for 30 days.\n"
    (folder / "refunds.md").write_text(page, encoding="utf-8")
    rooms = Rooms(Home(data), "default")
    rooms.ingest([IngestRequest(str(folder))], lambda _step: None)
    verbatim = Verbatim(rooms)
    verbatim.usage.save_settings(UsageSettings(calls_per_minute=0))
    yield verbatim
    rooms.close()
    shared_loop.stop()


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
def desk(verbatim: Verbatim, mock: Mock, api: ProviderName) -> Desk:
    return Desk(verbatim, mock, api)


_warm: set[ProviderName] = set()


@pytest.fixture
def hurried(desk: Desk) -> Desk:
    """One whose SDK is imported, so that a short deadline is the mock's alone."""
    if desk.api not in _warm:
        desk.mock.answer()
        desk.ask()
        _warm.add(desk.api)
    return desk


def test_an_answer_streams_its_citations_resolve_and_it_is_counted(desk: Desk):
    desk.mock.answer()
    answer, heard = desk.ask()
    assert (answer.text, answer.provider, answer.fallback) == (SAID, desk.api, "")
    [claim] = answer.claims
    assert (claim.markers, claim.support) == ((1,), Support.VERBATIM)
    [citation] = answer.citations
    assert (citation.quote, citation.status) == (SENTENCE, Verdict.VERIFIED)
    assert citation.origin is CitationOrigin.MODEL

    assert isinstance(heard[0], Retrieved)
    pieces = [event.text for event in heard if isinstance(event, Text)]
    assert "".join(pieces).strip() == SAID
    assert len(pieces) > 1
    assert [event.claim for event in heard if isinstance(event, SentenceChecked)] == [claim]
    assert heard[-1] == Finished(answer)

    [record] = desk.verbatim.usage.records(limit=1)
    assert (record.provider, record.model, record.fault) == (desk.api, answer.model, "")
    assert record.answer == answer.id
    assert record.input_tokens
    assert record.output_tokens
    assert (record.model_ms, record.confidence) == (answer.timing.model, answer.confidence.score)


@pytest.mark.parametrize(
    ("status", "code", "expected", "tries"),
    [
        (401, "", Fault.REFUSED_KEY, 1),
        (429, "insufficient_quota", Fault.OUT_OF_QUOTA, 1),
        (500, "", Fault.SERVER_ERROR, 3),
        (529, "", Fault.OVERLOADED, 3),
    ],
)
def test_an_error_is_told(desk: Desk, status: int, code: str, expected: Fault, tries: int):
    desk.mock.fail(status, code, wait=0)
    desk.falls_back(expected)
    assert len(desk.mock.requests()) == tries


def test_a_limit_that_passes_is_waited_for(desk: Desk):
    desk.mock.fail(429, "", wait=0.2, times=1)
    answer, _heard = desk.ask()
    assert (answer.text, answer.fallback) == (SAID, "")
    assert answer.timing.model >= 200
    assert len(desk.mock.requests()) == 2


def test_a_limit_that_does_not_pass_in_time_is_told_at_once(desk: Desk):
    desk.mock.fail(429, "", wait=400)
    assert "asks to wait 400 seconds" in desk.falls_back(Fault.RATE_LIMITED).fallback
    assert len(desk.mock.requests()) == 1


def test_a_limit_that_says_nothing_of_waiting_is_tried_again(desk: Desk):
    desk.mock.fail(429, "")  # with a Retry-After, whatever is asked for
    with Wire() as relay:
        relay.script = [WithoutHeaders(desk.mock.url)]
        said = desk.falls_back(Fault.RATE_LIMITED, url=relay.url).fallback
    assert "asks to wait" not in said
    assert len(desk.mock.requests()) == 3


@pytest.mark.parametrize("kind", ["slow first token", "stall"])
def test_a_model_that_stalls_is_left_at_the_deadline(hurried: Desk, kind: str):
    assert hurried.mock.fault(kind)
    said = hurried.falls_back(Fault.TIMED_OUT, SHORT).fallback
    assert f"took longer than {SHORT} seconds." in said


BROKEN = {
    "malformed": Fault.BAD_REPLY,
    "disconnect": Fault.CUT_SHORT,
    "clean early end": Fault.CUT_SHORT,
    "non-stream body": Fault.BAD_REPLY,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_half_an_answer_is_none(desk: Desk, kind: str):
    if desk.mock.fault(kind):
        desk.falls_back(BROKEN[kind])
        return
    desk.mock.answer()
    with Wire() as relay:
        relay.script = [Relayed(desk.mock.url, TAMPERS[kind])]
        desk.falls_back(BROKEN[kind], url=relay.url)


def test_a_reply_is_written_and_stays_quoted_where_the_model_fails(desk: Desk):
    desk.reach(LONG)
    draft = desk.verbatim.composer.draft(Message(QUESTION))
    desk.mock.answer()
    done = desk.verbatim.composer.write(draft, provider=desk.api)
    assert done.draft is not None
    assert SAID in done.text
    assert QUOTED not in done.text
    assert done.usage.input_tokens
    desk.mock.fail(401, "")
    done = desk.verbatim.composer.write(draft, provider=desk.api)
    assert (done.text, done.draft) == (draft.text, None)
    assert "refused the key" in done.fallback


# --- The command line ----------------------------------------------------------------------------


@pytest.mark.parametrize("mock", ["llmock"], indirect=True)
def test_the_command_line_asks_and_says_why_it_quotes(
    data: Path, verbatim: Verbatim, mock: Mock, monkeypatch: pytest.MonkeyPatch
):
    """As a script would: everything by environment, one object on stdout."""
    api = ProviderName.COMPATIBLE
    environment = {
        **os.environ,
        "VERBATIM_HOME": str(data),
        KEYS[api]: KEY,
        BASE_URLS[api]: mock.base_url(api),
        "VERBATIM_MODEL": MODELS[api],
        "VERBATIM_PROVIDER": api.value,
    }

    def ask(*words: str) -> dict[str, object]:
        done = subprocess.run(
            [sys.executable, "-m", "verbatim_desktop", "ask", QUESTION, *words, "--json"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        assert KEY not in done.stdout + done.stderr
        shown = json.loads(done.stdout)
        jsonschema.validate(shown, schema_of("ask"), cls=jsonschema.Draft202012Validator)
        return shown

    mock.answer()
    shown = ask("--provider", api.value)
    assert (shown["text"], shown["provider"], shown["fallback"]) == (SAID, api, "")
    assert verbatim.usage.records(limit=1)[0].answer == shown["id"]
    mock.fail(401, "")
    shown = ask()
    assert (shown["provider"], shown["outcome"]) == ("none", "answer")
    assert "refused the key" in str(shown["fallback"])
