"""Sections, sources and earlier questions that fit what is typed. Runs on the background lane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.fuzzy import Spans, best
from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.routes import told_apart
from verbatim_desktop.domain.headings import Heading

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.answers import Answer, Level

MOST_QUESTIONS = 500  # earlier ones that are looked through
BETWEEN = " › "


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that fits. key: what opens it; level: of an earlier question."""

    kind: str  # "section", "source" or "question"
    title: str
    spans: Spans
    detail: str
    key: tuple[str, str]  # section: name with source, anchor; source: name, ""; question: id, ""
    level: Level | None = None


def telling(typed: str) -> str:
    """What is typed without the words that every question has; the last may not be ended yet."""
    from verbatim_desktop.text.languages import stop_words  # the window is painted without it

    *words, last = typed.split() or [""]
    common = stop_words("en")
    return " ".join([*(word for word in words if word.lower() not in common), last])


class Finder:
    """Keeps the headings of a generation, so that each keystroke costs only the matching."""

    def __init__(self) -> None:
        self._generation = -1
        self._headings: tuple[tuple[str, Heading], ...] = ()

    def sections(self, verbatim: Verbatim, typed: str, limit: int) -> tuple[Found, ...]:
        titled = self._titled(verbatim)
        matches = best(typed, titled, lambda one: one[0], limit)
        if not matches:  # a question, as people begin one
            matches = best(telling(typed), titled, lambda one: one[0], limit)
        names = [f"{match.item[1].source}/{match.item[1].name}" for match in matches]
        titles = told_apart([match.item[0] for match in matches], names)
        return tuple(
            Found(
                "section",
                title,
                match.spans,
                place_of(match.item[1]),
                (f"{match.item[1].source}/{match.item[1].name}", match.item[1].anchor),
            )
            for match, title in zip(matches, titles, strict=True)
        )

    def sources(self, verbatim: Verbatim, typed: str, limit: int) -> tuple[Found, ...]:
        """Every source where nothing is typed."""
        statuses = verbatim.sources()
        details = {one.info.name: one.info.root for one in statuses}
        if not typed.strip():
            return tuple(
                Found("source", name, (), where, (name, "")) for name, where in details.items()
            )[:limit]
        return tuple(
            Found("source", one.item, one.spans, details[one.item], (one.item, ""))
            for one in best(typed, details, str, limit)
        )

    def questions(self, verbatim: Verbatim, typed: str, limit: int) -> tuple[Found, ...]:
        """Earlier questions, each once with its last answer; the newest where nothing is typed."""
        last: dict[str, Answer] = {}
        for answer in verbatim.answers(MOST_QUESTIONS):
            last.setdefault(" ".join(answer.question.split()), answer)
        fitting = best(typed, last, str, limit)
        spans = (
            {one.item: one.spans for one in fitting} if typed.strip() else dict.fromkeys(last, ())
        )
        return tuple(
            Found(
                "question",
                words,
                spans[words],
                when(last[words].asked_at),
                (last[words].id, ""),
                last[words].confidence.level,
            )
            for words in list(spans)[:limit]
        )

    def _titled(self, verbatim: Verbatim) -> tuple[tuple[str, Heading], ...]:
        generation = verbatim.library_summary().generation
        if generation != self._generation:
            self._headings = tuple(
                (BETWEEN.join(heading.path) or heading.name, heading)
                for heading in verbatim.headings()
            )
            self._generation = generation
        return self._headings


def place_of(heading: Heading) -> str:
    return f"/{heading.name}" + (f"#{heading.anchor}" if heading.anchor else "")
