"""Choosing a provider: by question, by environment, by setting; and what `test` says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.providers import ScriptedProvider
from verbatim_desktop.adapters import secrets
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.secrets import SystemSecrets
from verbatim_desktop.app.models import Models
from verbatim_desktop.bootstrap import WorkspaceRooms
from verbatim_desktop.domain.errors import (
    Cancelled,
    NotFound,
    ProviderError,
    ProviderFault,
    SettingsError,
    UsageError,
)
from verbatim_desktop.domain.models import (
    KeyPlace,
    ModelRequest,
    ModelSettings,
    ProviderName,
    ProviderSettings,
)
from verbatim_desktop.ports import Cancellation, Provider

OPENAI, GEMINI = ProviderName.OPENAI, ProviderName.GEMINI


class Rooms(WorkspaceRooms):
    """The real rooms with a scripted model in them."""

    scripted: Provider | None = None

    def model(self, settings: ProviderSettings) -> Provider | None:
        return self.scripted or super().model(settings)


@pytest.fixture
def rooms(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    own = SystemSecrets({}, lambda: None)
    monkeypatch.setattr(secrets, "system_secrets", lambda: own)
    rooms = Rooms(Home(home), "default")
    yield rooms
    rooms.close()


@pytest.fixture
def models(rooms: Rooms) -> Models:
    return Models(rooms)


def test_nobody_writes_until_someone_is_chosen(models: Models, home: Path):
    assert models.settings() == ModelSettings()
    assert models.provider() is None
    assert models.chosen().name is ProviderName.NONE
    assert not home.exists()


def test_a_choice_and_its_settings_last(models: Models, rooms: Rooms):
    models.save(ProviderSettings(OPENAI, "gpt-x", deadline_seconds=30))
    models.save(ProviderSettings(GEMINI, "gemini-x"))
    models.choose(OPENAI)
    again = Models(rooms)
    assert again.chosen() == ProviderSettings(OPENAI, "gpt-x", deadline_seconds=30)
    provider = again.provider()
    assert provider
    assert (provider.name, provider.model) == ("openai", "gpt-x")


def test_a_question_may_name_another_provider_and_model(models: Models):
    models.save(ProviderSettings(GEMINI, "gemini-x"))
    models.choose(OPENAI)
    assert models.chosen("gemini").model == "gemini-x"
    assert models.chosen("Gemini", "other").model == "other"
    assert models.provider("none") is None
    with pytest.raises(NotFound, match="no provider “hal”"):
        models.provider("hal")


def test_the_environment_comes_before_the_settings_and_is_not_saved(
    models: Models, home: Path, monkeypatch: pytest.MonkeyPatch
):
    models.save(ProviderSettings(GEMINI, "gemini-x"))
    models.choose(OPENAI)
    monkeypatch.setenv("VERBATIM_PROVIDER", "gemini")
    monkeypatch.setenv("VERBATIM_MODEL", "gemini-y")
    monkeypatch.setenv("VERBATIM_GEMINI_BASE_URL", "https://proxy.example")
    assert models.chosen() == ProviderSettings(GEMINI, "gemini-y", "https://proxy.example")
    models.save(ProviderSettings(OPENAI, "gpt-x"))
    saved = (home / "settings.json").read_text("utf-8")
    assert "gemini-y" not in saved
    assert "proxy" not in saved


def test_a_model_of_the_environment_is_that_of_the_provider_a_question_names(
    models: Models, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VERBATIM_MODEL", "gpt-y")
    assert models.chosen("openai").model == "gpt-y"
    assert models.chosen().name is ProviderName.NONE
    monkeypatch.setenv("VERBATIM_PROVIDER", "gemini")
    assert models.chosen().model == "gpt-y"
    assert models.chosen("openai").model == ""


def test_a_provider_of_the_environment_that_there_is_not_is_said(
    models: Models, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VERBATIM_PROVIDER", "hal")
    with pytest.raises(UsageError, match="VERBATIM_PROVIDER names “hal”"):
        models.provider()


def test_settings_that_do_not_fit_are_said(models: Models, home: Path):
    home.mkdir(mode=0o700)
    data = {"models": {"chosen": "hal"}}
    (home / "settings.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SettingsError, match="cannot be read"):
        models.settings()


def test_keys_are_listed_by_place_and_never_in_a_file(models: Models, home: Path):
    models.save(ProviderSettings(OPENAI, "gpt-x"))
    assert models.keep_key(OPENAI, "sk-canary-12") is KeyPlace.MEMORY
    places = {state.provider: (state.place, state.needed) for state in models.key_states()}
    assert places == {
        OPENAI: (KeyPlace.MEMORY, True),
        ProviderName.ANTHROPIC: (KeyPlace.NOWHERE, True),
        GEMINI: (KeyPlace.NOWHERE, True),
        ProviderName.COMPATIBLE: (KeyPlace.NOWHERE, False),
    }
    assert models.keys_are_kept()[0] is False
    assert models.drop_key(OPENAI)
    assert not models.drop_key(OPENAI)
    assert "canary" not in (home / "settings.json").read_text("utf-8")


@pytest.mark.parametrize("name", [OPENAI, ProviderName.ANTHROPIC, GEMINI])
def test_some_models_are_known_by_name(models: Models, name: ProviderName):
    known = models.known_models(name)
    assert len(known) > 5
    assert not [each for each in known if "image" in each or "embedding" in each]


def test_an_endpoint_of_ones_own_has_models_that_nobody_knows(models: Models):
    assert models.known_models(ProviderName.COMPATIBLE) == ()


def test_a_test_says_what_happened(models: Models, rooms: Rooms):
    settings = ProviderSettings(OPENAI, "gpt-x")
    rooms.scripted = ScriptedProvider(["ready"], model="gpt-x-2026")
    trial = models.test(settings)
    assert (trial.ok, trial.model) == (True, "gpt-x-2026")
    assert trial.message.startswith("gpt-x-2026 answered after")
    rooms.scripted = ScriptedProvider(fault=ProviderFault.REFUSED_KEY)
    trial = models.test(settings)
    assert not trial.ok
    assert "refused_key" in trial.message
    rooms.scripted = ScriptedProvider(fault=ProviderFault.OUT_OF_TOKENS)
    assert models.test(settings).ok
    rooms.scripted = None
    assert models.test(ProviderSettings(ProviderName.NONE)).ok
    assert "needs a key" in models.test(settings).message


def test_a_test_can_be_cancelled(models: Models, rooms: Rooms):
    rooms.scripted = ScriptedProvider(stalls=True)
    cancellation = Cancellation()
    cancellation.wish()
    with pytest.raises(Cancelled):
        models.test(ProviderSettings(OPENAI, "gpt-x"), cancellation)


def test_all_calls_of_a_question_share_its_deadline(
    models: Models, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
):
    now = [5.0]
    monkeypatch.setattr(rooms.clock, "seconds", lambda: now[0])
    rooms.scripted = scripted = ScriptedProvider(["ready"])
    models.save(ProviderSettings(OPENAI, "gpt-x", deadline_seconds=30))
    writer = models.writer("openai")
    assert writer is not None

    def ask(deadline: float = 0.0) -> None:
        request = ModelRequest("i", "t", deadline_seconds=deadline)
        writer.write(request, lambda _delta: None, Cancellation())

    ask()
    ask(15.0)
    now[0] += 20.0
    ask(15.0)
    limits = [(one.deadline_seconds, one.allowed_seconds) for one in scripted.requests]
    assert limits == [(30.0, 30.0), (15.0, 0.0), (10.0, 30.0)]
    now[0] += 10.0
    with pytest.raises(ProviderError, match="openai took longer than 30 seconds") as late:
        ask()
    assert late.value.fault is ProviderFault.TIMED_OUT
    assert len(scripted.requests) == 3
