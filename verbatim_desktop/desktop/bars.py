"""What a bar chart shows, without the drawing of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. name: as it is read out; mark: under the axis, or ""; parts: from the ground up."""

    name: str
    mark: str
    parts: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.parts)
