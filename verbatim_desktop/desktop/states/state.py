"""What a state of a pane is: which library it needs, how it is reached, what holds there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verbatim_desktop.desktop.states.needs import Kind, Need
from verbatim_desktop.desktop.states.stage import Stage


@dataclass(frozen=True, slots=True)
class State:
    """name: of the picture, unlike any other. reach: from a window just opened at its first place.
    holds: whether the window is there. wide: also shown dark, at 200% and in a small window.
    passing: it goes as soon as anything changes, and is seen as it was reached only.
    """

    name: str
    kind: Kind
    reach: Callable[[Stage], object]
    holds: Callable[[Stage], bool]
    need: Need = Need.SAMPLES
    wide: bool = False
    passing: bool = False
