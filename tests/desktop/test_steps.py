"""What is made a step at a time is whole as soon as somebody waits for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verbatim_desktop.desktop.places import PLACES
from verbatim_desktop.desktop.steps import Steps

NAMES = [place.name for place in PLACES if place.name != "ask"]


def counting(made: list[int]) -> Iterator[None]:
    for number in range(3):
        made.append(number)
        yield


def test_all_is_made_at_once_where_somebody_waits():
    made: list[int] = []
    steps = Steps()
    steps.begin(counting(made), ahead=False)

    assert made == [0, 1, 2]
    assert not steps.take()


def test_ahead_of_its_use_a_step_is_made_each_time_and_the_rest_when_it_is_wanted():
    made: list[int] = []
    steps = Steps()
    steps.begin(counting(made), ahead=True)
    assert made == []
    assert steps.take()
    assert made == [0]

    steps.finish()

    assert made == [0, 1, 2]
    assert not steps.take()


@pytest.mark.parametrize("taken", [1, 4, 7])
@pytest.mark.parametrize("name", NAMES)
def test_a_pane_that_is_half_made_is_whole_when_it_is_shown(window, name, taken):
    for _ in range(taken):
        window.prepare(name)

    window.show_place(name)

    assert window.current_pane.isVisible()
    assert not window.current_pane.steps.take()


@pytest.mark.parametrize("taken", range(1, 16, 5))
def test_a_half_made_pane_goes_with_its_window(qtbot, window, taken):
    for _ in range(taken):
        window.prepare("sources")
    [pane] = [one for one in window.prepared() if one.accessibleName() == "Sources"]

    with qtbot.waitSignal(pane.destroyed):
        window.close()
