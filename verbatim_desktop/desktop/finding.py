"""Sections, sources and earlier questions that fit what is typed. Runs on the background lane."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

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


def linked(pasted: str, headings: Iterable[Heading]) -> tuple[Heading, ...]:
    """Where a link that was copied here leads: SOURCE/PAGE#ANCHOR or a page's public address.

    To the headings with that anchor, else to the tops of the pages; of pages whose names an address
    ends in, those of the longest.
    """
    address, _, fragment = pasted.strip().strip("<>").removeprefix("verbatim:").partition("#")
    scheme, _, behind = address.partition("://")
    is_public = scheme in ("http", "https")
    route = "/" + unquote(behind if is_public else address).strip("/")
    if " " in route or route.count("/") < 2:
        return ()
    named = [one for one in headings if route.endswith(f"/{one.name}")]
    if not is_public:
        named = [one for one in named if route == f"/{one.source}/{one.name}"]
    longest = max((len(one.name) for one in named), default=0)
    pages = [one for one in named if one.name and len(one.name) == longest]
    anchor = unquote(fragment.partition(":~:")[0])
    exact = [one for one in pages if one.anchor == anchor]
    tops = {(one.source, one.name): one for one in reversed(pages)}
    return tuple(exact or reversed(tops.values()))


class Finder:
    """Keeps the headings of a generation, so that each keystroke costs only the matching."""

    def __init__(self) -> None:
        self._generation = -1
        self._headings: tuple[tuple[str, Heading], ...] = ()

    def sections(self, verbatim: Verbatim, typed: str, limit: int) -> tuple[Found, ...]:
        titled = self._titled(verbatim)
        if places := linked(typed, (heading for _title, heading in titled)):
            return tuple(section(title_of(one), (), one) for one in places[:limit])
        matches = best(typed, titled, lambda one: one[0], limit)
        if not matches:  # a question, as people begin one
            matches = best(telling(typed), titled, lambda one: one[0], limit)
        names = [f"{match.item[1].source}/{match.item[1].name}" for match in matches]
        titles = told_apart([match.item[0] for match in matches], names)
        return tuple(
            section(title, match.spans, match.item[1])
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
            self._headings = tuple((title_of(heading), heading) for heading in verbatim.headings())
            self._generation = generation
        return self._headings


def title_of(heading: Heading) -> str:
    return BETWEEN.join(heading.path) or heading.name


def section(title: str, spans: Spans, heading: Heading) -> Found:
    key = (f"{heading.source}/{heading.name}", heading.anchor)
    return Found("section", title, spans, place_of(heading), key)


def place_of(heading: Heading) -> str:
    return f"/{heading.name}" + (f"#{heading.anchor}" if heading.anchor else "")
