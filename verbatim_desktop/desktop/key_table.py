"""Every key in groups, as the key sheet and the commands take them: places, panes, frame."""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.desktop.keys import FRAME, Group, Key
from verbatim_desktop.desktop.places import PLACES, Place

#: The actions of the frame that show a place.
SHOW = "show_"


def go_to(places: Sequence[Place] = PLACES) -> Group:
    """The keys of the places themselves."""
    return "Go to", tuple(Key(SHOW + place.name, place.title, (place.key,)) for place in places)


def frame_keys() -> tuple[Key, ...]:
    return tuple(key for _title, keys in (go_to(), *FRAME) for key in keys)


def groups(here: str = "") -> tuple[Group, ...]:
    """Every group of the sheet: the pane in use, what works in every pane, the other panes.

    here: the place in use. Imports every pane.
    """
    own = [place for place in PLACES if place.name == here]
    others = [place for place in PLACES if place.name != here]

    def of(places: list[Place]) -> tuple[Group, ...]:
        return tuple((place.title, place.module().KEYS) for place in places)

    return (*of(own), *FRAME, go_to(), *of(others))


def sheet_entries(here: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (title, [(key.caption, key.words) for key in keys if key.caption])
        for title, keys in groups(here)
    ]
