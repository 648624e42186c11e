"""Every state there is: a row for each place of the window, then what all places share."""

from __future__ import annotations

from verbatim_desktop.desktop.states import (
    ask,
    compose,
    inspector,
    settings,
    source,
    sources,
    usage,
    window,
)
from verbatim_desktop.desktop.states.state import State

#: By the name of a place in places.py; a test holds the two against each other.
OF_PLACES: dict[str, tuple[State, ...]] = {
    "ask": ask.STATES,
    "compose": compose.STATES,
    "sources": sources.STATES,
    "inspector": inspector.STATES,
    "usage": usage.STATES,
    "settings": settings.STATES,
}
SHARED: dict[str, tuple[State, ...]] = {"source": source.STATES, "window": window.STATES}
STATES: tuple[State, ...] = tuple(
    state for states in (*OF_PLACES.values(), *SHARED.values()) for state in states
)
