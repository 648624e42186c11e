"""What one place may send to another with Pane.place_wanted; each pane takes those it knows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AskThis:
    """To Ask: a question, asked at once."""

    question: str


@dataclass(frozen=True, slots=True)
class ShowAnswer:
    """To Ask: a kept answer by its id."""

    answer_id: str


@dataclass(frozen=True, slots=True)
class ShowSource:
    """To Sources: a source by its name."""

    name: str
