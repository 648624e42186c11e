"""Where the data stands, who says so, and what choosing another folder means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SaidBy(StrEnum):
    """What names the data folder, the strongest first."""

    OPTION = "option"  # --home
    ENVIRONMENT = "environment"  # VERBATIM_HOME
    CHOICE = "choice"  # made in the settings
    PLATFORM = "platform"


@dataclass(frozen=True, slots=True)
class FolderInUse:
    folder: str
    said_by: SaidBy

    @property
    def can_change(self) -> bool:
        """Whether a choice made in the settings would count."""
        return self.said_by in (SaidBy.CHOICE, SaidBy.PLATFORM)


@dataclass(frozen=True, slots=True)
class FolderChoice:
    """What a chosen folder would become. folder: where the data would stand, which is a folder of
    its own within a chosen one that holds other things.
    """

    folder: str
    holds_library: bool  # of this program: it is used as it is
    size: int = 0  # bytes that would be copied
    free: int = 0  # bytes that there is room for


@dataclass(frozen=True, slots=True)
class FolderMoved:
    """The data stands in folder now. copied: the names within before that were copied, in an order
    in which they can be removed; none where a library that was there is used.
    """

    folder: str
    before: str
    copied: tuple[str, ...] = ()
    size: int = 0
