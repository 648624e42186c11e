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


def groups() -> tuple[Group, ...]:
    """Every group of the sheet; imports every pane."""
    panes = tuple((place.title, place.module().KEYS) for place in PLACES)
    return (go_to(), *panes, *FRAME)


def sheet_entries() -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (title, [(key.caption, key.words) for key in keys if key.caption])
        for title, keys in groups()
    ]
