"""Providers under test: the wire they talk to, and how one is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.adapters.providers.wire import PATHS, Wire
from verbatim_desktop.adapters.providers import retry
from verbatim_desktop.adapters.providers.loop import LoopThread
from verbatim_desktop.adapters.providers.registry import api_of
from verbatim_desktop.adapters.providers.writer import Writer
from verbatim_desktop.adapters.secrets import SystemSecrets
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

KEY = "sk-canary-7f3e9a51c2"
APIS = [name for name in ProviderName if name is not ProviderName.NONE]

Make = Callable[..., Writer]


@pytest.fixture(params=APIS, ids=str)
def api(request: pytest.FixtureRequest) -> ProviderName:
    return request.param


@pytest.fixture
def wire() -> Iterator[Wire]:
    with Wire() as server:
        yield server


@pytest.fixture(scope="session")
def loop() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.stop()


@pytest.fixture
def make(loop: LoopThread) -> Make:
    """make(name, url, ...): a provider that is reached at an address, with a key."""

    def make_writer(
        name: ProviderName,
        base_url: str,
        *,
        model: str = "a-model",
        key: str | None = KEY,
        deadline: float = 90.0,
        ca_file: str = "",
    ) -> Writer:
        secrets = SystemSecrets({name: key} if key else {}, lambda: None)
        settings = ProviderSettings(name, model, base_url, deadline, 256, ca_file)
        return Writer(api_of(name), settings, secrets, loop)

    return make_writer


@pytest.fixture
def on_wire(make: Make, wire: Wire, api: ProviderName) -> Callable[..., Writer]:
    """A provider of the API under test that talks to the wire."""

    def make_writer(**more: object) -> Writer:
        return make(api, wire.url + PATHS[api], **more)

    return make_writer


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow each other at once; how long they wait has a test of its own."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(retry, "LEAST_LEFT", 0.0)
