"""What the palette offers for what is typed, and what happens when it is chosen.

Commands are matched at once; sections, sources and earlier questions on the background lane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop.commands import Command, Commands
from verbatim_desktop.desktop.errands import ShowAnswer, ShowSource
from verbatim_desktop.desktop.finding import Finder, Found
from verbatim_desktop.desktop.fuzzy import Spans, best
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.models.palette import Group, PaletteEntry
from verbatim_desktop.desktop.places import PLACES
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.palette import Palette

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: What is typed first to see one kind alone.
COMMANDS, SECTIONS, SOURCES, QUESTIONS = ">", "#", "@", "?"
MOST_COMMANDS, MOST_SECTIONS, MOST_QUESTIONS, MOST_ALONE = 5, 6, 4, 50
#: Every command there is, where nothing else is wanted.
ALL_COMMANDS = 300
#: Keys that mean nothing without what they are pressed on.
NOT_OFFERED = frozenset(("open_citation", "escape", "show_palette"))
#: The group of the questions alone: it says what keeps them.
KEPT_QUESTIONS = "Earlier questions, as kept with their answers"
#: How keys are called on their caps.
CAPS = {"Return": "Enter"}


class PaletteControl(QObject):
    """page_wanted: a page's name and an anchor. place_wanted: a place and an errand."""

    page_wanted = Signal(str, str)
    place_wanted = Signal(str, object)

    def __init__(
        self, palette: Palette, commands: Commands, jobs: Jobs, library: OpenLibrary
    ) -> None:
        super().__init__(palette)
        self._palette, self._commands = palette, commands
        self._jobs, self._library = jobs, library
        self._finder = Finder()
        palette.typed.connect(self._typed)

    def open(self, text: str = "") -> None:
        self._palette.open_with(text)

    def _typed(self, text: str) -> None:
        kind, words = text[:1], text[1:]
        if kind not in (COMMANDS, SECTIONS, SOURCES, QUESTIONS):
            kind, words = "", text
        alone = kind or not words.strip()
        commands = self._fitting(words, ALL_COMMANDS if alone else MOST_COMMANDS)
        shown = commands if kind in ("", COMMANDS) else []
        here = kind == COMMANDS or (not kind and not words.strip())
        self._palette.show_groups([("Commands", shown)], seeking=not here)
        if here:
            self._jobs.cancel("palette")
            return
        job = self._jobs.start(
            lambda: look_up(self._library(), self._finder, kind, words), channel="palette"
        )
        job.succeeded.connect(partial(self._show_found, shown))
        job.failed.connect(partial(self._show_none, shown))

    def _show_none(self, commands: Sequence[PaletteEntry], _error: Exception) -> None:
        self._show_found(commands, ())

    def _show_found(
        self, commands: Sequence[PaletteEntry], found: tuple[tuple[str, tuple[Found, ...]], ...]
    ) -> None:
        groups: list[Group] = [("Commands", commands)]
        groups += [(name, [self._entry(one) for one in some]) for name, some in found]
        self._palette.show_groups(groups)

    # --- entries -----------------------------------------------------------------------------

    def _fitting(self, words: str, limit: int) -> list[PaletteEntry]:
        """The commands that fit; all of them, this pane's first, where nothing is typed."""
        offered = [
            command for command in self._commands.all() if command.key.action not in NOT_OFFERED
        ]
        if not words.strip():
            return [self._command(command) for command in offered]
        return [
            self._command(match.item, match.spans)
            for match in best(words, offered, title_of, limit)
        ]

    def _command(self, command: Command, spans: Spans = ()) -> PaletteEntry:
        icons = {place.name: place.icon for place in PLACES}
        action = command.key.action.removeprefix("show_")
        icon = icons.get(command.place) or icons.get(action, "keyboard")
        keys = tuple(CAPS.get(key, key) for key in command.key.caption.split(" / ")[:1] if key)
        run = partial(self._commands.run, command.name)
        return PaletteEntry(title_of(command), icon, run, spans, keys=keys)

    def _entry(self, found: Found) -> PaletteEntry:
        icons = {"section": "doc", "source": "folder", "question": "history"}
        return PaletteEntry(
            found.title,
            icons[found.kind],
            self._opening(found),
            found.spans,
            found.detail,
            level=found.level,
        )

    def _opening(self, found: Found) -> Callable[[], None]:
        key = found.key
        if found.kind == "section":
            return lambda: self.page_wanted.emit(*key)
        if found.kind == "source":
            return lambda: self.place_wanted.emit("sources", ShowSource(key[0]))
        return lambda: self.place_wanted.emit("ask", ShowAnswer(key[0]))


def title_of(command: Command) -> str:
    """A command by its words, with the place before it where it is of one."""
    titles = {place.name: place.title for place in PLACES}
    if command.key.action.startswith("show_") and command.key.action[5:] in titles:
        return f"Go to {command.key.words}"
    place = titles.get(command.place, "")
    return f"{place}: {command.key.words}" if place else command.key.words


def look_up(
    verbatim: Verbatim, finder: Finder, kind: str, words: str
) -> tuple[tuple[str, tuple[Found, ...]], ...]:
    """Groups of what the library has for it. Runs on the background lane."""
    if kind == SECTIONS:
        return (("Sections", finder.sections(verbatim, words, MOST_ALONE)),)
    if kind == SOURCES:
        return (("Sources", finder.sources(verbatim, words, MOST_ALONE)),)
    if kind == QUESTIONS:
        return ((KEPT_QUESTIONS, finder.questions(verbatim, words, MOST_ALONE)),)
    return (
        ("Sections", finder.sections(verbatim, words, MOST_SECTIONS)),
        ("Earlier questions", finder.questions(verbatim, words, MOST_QUESTIONS)),
    )
