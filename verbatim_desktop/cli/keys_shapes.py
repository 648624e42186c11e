"""The JSON of `keys`: where keys are, never what they are."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

Place = Literal["nowhere", "environment", "keyring", "memory"]


class KeyShape(TypedDict):
    provider: str
    place: Place
    needed: Annotated[bool, "Whether the provider cannot be used without one."]


class KeysShape(TypedDict):
    """Which providers have a key."""

    keys: list[KeyShape]
    keeps: Annotated[bool, "Whether there is a system keyring that can be used."]
    where: Annotated[str, "Where keys are kept and why, in one sentence."]


class KeptKeyShape(TypedDict):
    """The key that was kept."""

    provider: str
    place: Place
    where: str


class RemovedKeyShape(TypedDict):
    """The key that was removed."""

    provider: str
    removed: Annotated[bool, "False where there was none to remove."]
