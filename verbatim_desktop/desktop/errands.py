"""What one place may send to another with Pane.place_wanted; each pane takes those it knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the window is painted before the Inspector's words are known
    from verbatim_desktop.domain.inspection import Stretch


@dataclass(frozen=True, slots=True)
class AskThis:
    """To Ask: a question, asked at once."""

    question: str


@dataclass(frozen=True, slots=True)
class ShowAnswer:
    """To Ask: a kept answer by its id."""

    answer_id: str


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """To the source pane: one revision of a page at a heading, some of its words marked.

    name: SOURCE/ROUTE-OR-PATH, read in its place where the revision is gone.
    """

    document_id: int
    name: str
    anchor: str
    marks: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspect:
    """To the Inspector: a question to be ranked."""

    question: str


@dataclass(frozen=True, slots=True)
class ShowSource:
    """To Sources: a source by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowSetting:
    """To Settings: a page by its name."""

    page: str
