"""The places of the window, a row each: rail, keys, commands and frame are made from these.

To add a pane: one file in panes/ with `KEYS` and `make(context)`, a function here that imports it
and a row in PLACES. The module is imported when the place is first shown, or once the window is
painted, for its keys.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from verbatim_desktop.desktop.keys import Key
    from verbatim_desktop.desktop.pane import Context, Pane


class PaneModule(Protocol):
    """What a file in panes/ offers."""

    @property
    def KEYS(self) -> tuple[Key, ...]: ...

    def make(self, context: Context, /) -> Pane: ...


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    icon: str
    title: str
    key: str
    module: Callable[[], PaneModule]
    asks: tuple[str, ...] = ()  # modules that its first questions to the library import


def _ask() -> PaneModule:
    from verbatim_desktop.desktop.panes import ask

    return ask


def _compose() -> PaneModule:
    from verbatim_desktop.desktop.panes import compose

    return compose


def _sources() -> PaneModule:
    from verbatim_desktop.desktop.panes import sources

    return sources


def _inspector() -> PaneModule:
    from verbatim_desktop.desktop.panes import inspector

    return inspector


def _usage() -> PaneModule:
    from verbatim_desktop.desktop.panes import usage

    return usage


def _settings() -> PaneModule:
    from verbatim_desktop.desktop.panes import settings

    return settings


ASK_ASKS = ("app.examples", "workflows.try_examples", "app.asking")
COMPOSE_ASKS = ("app.composer", "workflows.keep_replies")
SOURCES_ASKS = ("app.readings", "app.audit", "workflows.find_drift", "workflows.unfinished")
INSPECTOR_ASKS = ("app.inspector", "workflows.golden_sets")
USAGE_ASKS = ("app.usage", "app.gaps", "workflows.metered")

#: In the order of the rail; settings, where it is there, stands at its foot.
PLACES: tuple[Place, ...] = (
    Place("ask", "ask", "Ask", "Alt+1", _ask, ASK_ASKS),
    Place("compose", "compose", "Compose", "Alt+2", _compose, COMPOSE_ASKS),
    Place("sources", "sources", "Sources", "Alt+3", _sources, SOURCES_ASKS),
    Place("inspector", "inspector", "Inspector", "Alt+4", _inspector, INSPECTOR_ASKS),
    Place("usage", "usage", "Usage", "Alt+5", _usage, USAGE_ASKS),
    Place("settings", "settings", "Settings", "Ctrl+,", _settings),
)


def place_named(name: str) -> Place:
    return next(place for place in PLACES if place.name == name)


def module_name(place: Place) -> str:
    """Panes are named as their places."""
    return f"{__package__}.panes.{place.name}"


def is_imported(place: Place) -> bool:
    """Whether the module of a place is there already."""
    return module_name(place) in sys.modules
