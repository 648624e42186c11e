"""Where keys are, in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.cli import keys_shapes as shapes
from verbatim_desktop.domain.models import KeyPlace, KeyState


def keys(states: Sequence[KeyState], keeps: bool, where: str) -> shapes.KeysShape:
    return {
        "keys": [
            {"provider": state.provider.value, "place": state.place.value, "needed": state.needed}
            for state in states
        ],
        "keeps": keeps,
        "where": where,
    }


def kept_key(provider: str, place: KeyPlace, where: str) -> shapes.KeptKeyShape:
    return {"provider": provider, "place": place.value, "where": where}


def removed_key(provider: str, removed: bool) -> shapes.RemovedKeyShape:
    return {"provider": provider, "removed": removed}
