"""A wish to stop that is made while a model is at it is heard, whoever asked."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.app.rooms import Rooms
from tests.providers import ScriptedProvider
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.app import Verbatim
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.domain.rewrites import RewriteStyle
from verbatim_desktop.ports import Cancellation


@pytest.fixture
def rooms(home: Path):
    rooms = Rooms(Home(home), "default")
    rooms.scripted = ScriptedProvider(["half"], stalls=True)
    yield rooms
    rooms.close()


@pytest.fixture
def stop(rooms: Rooms):
    """A wish that is made once the model has begun."""
    wish, model = Cancellation(), rooms.scripted
    assert isinstance(model, ScriptedProvider)
    watcher = threading.Thread(target=lambda: (model.started.wait(), wish.wish()))
    watcher.start()
    yield wish
    model.started.set()
    watcher.join()


def test_a_trial_is_stopped(rooms: Rooms, stop: Cancellation):
    with pytest.raises(Cancelled):
        Verbatim(rooms).models.test(ProviderSettings(ProviderName.OPENAI, "gpt-x"), stop)


def test_a_rewrite_is_stopped(rooms: Rooms, stop: Cancellation):
    composer = Verbatim(rooms).composer
    draft = composer.edit(composer.draft(Message("Hello")), "Some text.")
    done = composer.rewrite(draft, RewriteStyle.CLEARER, cancellation=stop)
    assert "stopped" in done.fallback
