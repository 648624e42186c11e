"""Every pane in every state: it is reached, and holds in both themes, at any size of text.

With WRITE_PICTURES=1 the pictures in docs/images are made of the same walk; `dev.py screenshots`
makes them too.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.conftest import CHECKOUT
from tests.desktop.walking import (
    clipped,
    cut_off,
    left_small,
    pointer_only,
    sideways,
    unnamed,
    unreached,
)
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.places import PLACES
from verbatim_desktop.desktop.screenshots import picture_all
from verbatim_desktop.desktop.states.stage import Stage
from verbatim_desktop.desktop.states.state import Kind, State
from verbatim_desktop.desktop.states.table import OF_PLACES, STATES
from verbatim_desktop.desktop.theme import Mode, Theme

pytestmark = pytest.mark.once

#: Colours do not change sizes: each state is seen in both themes and at both ends of the zoom,
#: those of most use (wide) in every combination.
LOOKS = ((Mode.LIGHT, 100), (Mode.DARK, 200))
EVERY_LOOK = (*LOOKS[:1], (Mode.DARK, 100), (Mode.DARK, 200), (Mode.LIGHT, 200))


#: Where a page is most easily too wide: little room, and text twice as large.
NARROW = (((1024, 640), 100), ((1024, 640), 200), ((640, 420), 100))


def looks_of(state: State) -> tuple[tuple[Mode, int], ...]:
    if state.passing:
        return LOOKS[:1]
    return EVERY_LOOK if state.wide else LOOKS


@pytest.fixture(scope="module")
def one_stage(
    qapp: QApplication, theme: Theme, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("stage"), theme, open_verbatim)
    yield stage
    stage.close()


@pytest.fixture
def stage(one_stage: Stage) -> Iterator[Stage]:
    """Left before the theme goes back to what it was: an open window takes its time over that."""
    yield one_stage
    one_stage.leave()


def test_every_place_has_its_five_kinds_of_states():
    assert set(OF_PLACES) == {place.name for place in PLACES}
    for place, states in OF_PLACES.items():
        assert {state.kind for state in states} == set(Kind), place


def test_the_states_are_so_many_and_none_has_the_name_of_another():
    counts = {place: len(states) for place, states in OF_PLACES.items()}

    assert [name for name, times in Counter(one.name for one in STATES).items() if times > 1] == []
    assert counts == {
        "ask": 18, "compose": 16, "sources": 19, "inspector": 13, "usage": 10, "settings": 12,
    }  # fmt: skip
    assert len(STATES) == 104


@pytest.mark.parametrize("state", STATES, ids=[state.name for state in STATES])
def test_a_state_is_reached_and_holds_in_every_look(stage: Stage, state: State):
    stage.reach(state)
    assert state.holds(stage)
    assert unnamed(stage.window) == []
    assert unreached(stage.window) == []
    assert pointer_only(stage.window) == []
    for mode, zoom in looks_of(state):
        stage.look(mode, zoom)
        assert state.holds(stage), f"{mode} at {zoom}%"
        assert clipped(stage.window) == [], f"{mode} at {zoom}%"
        assert cut_off(stage.window) == [], f"{mode} at {zoom}%"
        assert left_small(stage.window) == [], f"{mode} at {zoom}%"
        assert sideways(stage.window) == [], f"{mode} at {zoom}%"
    if os.environ.get("WRITE_PICTURES") == "1":
        picture_all(stage, state, CHECKOUT / "docs" / "images")


@pytest.mark.parametrize("name", ["usage", "usage-offline", "usage-forget", "usage-gaps"])
def test_usage_goes_sideways_only_inside_its_table(stage: Stage, name: str):
    stage.reach(next(state for state in STATES if state.name == name))
    for size, zoom in NARROW:
        stage.look(Mode.LIGHT, zoom, size)
        assert sideways(stage.window) == [], f"{size} at {zoom}%"
        assert cut_off(stage.window) == [], f"{size} at {zoom}%"
        assert clipped(stage.window) == [], f"{size} at {zoom}%"
