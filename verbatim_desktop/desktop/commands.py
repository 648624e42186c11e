"""What each key does. The methods are named as in keys.py."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QKeySequence, QShortcut

from verbatim_desktop.desktop.frame import MODE_WORDS, Frame
from verbatim_desktop.desktop.keys import bindings
from verbatim_desktop.desktop.theme import Mode

#: Holding these down goes on and on.
REPEATING = frozenset(("zoom_in", "zoom_out", "next_citation", "previous_citation", "find_next"))


class Commands:
    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._ask, self._sources, self._source = frame.ask, frame.sources, frame.source
        for sequence, action in bindings():
            shortcut = QShortcut(QKeySequence(sequence), frame)
            shortcut.setAutoRepeat(action in REPEATING)
            shortcut.activated.connect(self._slot(action, sequence))

    def _slot(self, action: str, sequence: str) -> Callable[[], object]:
        if action == "open_citation":
            return lambda: self.open_citation(int(sequence))
        return getattr(self, action)

    # --- going somewhere -----------------------------------------------------------------------

    def show_ask(self) -> None:
        self._frame.show_place("ask")
        self._ask.take_focus()

    def show_sources(self) -> None:
        self._frame.show_place("sources")
        self._sources.take_focus()

    def next_part(self) -> None:
        self._frame.move_part(1)

    def previous_part(self) -> None:
        self._frame.move_part(-1)

    def show_keys(self) -> None:
        self._frame.key_sheet.open_sheet()

    def escape(self) -> None:
        """Cancel what runs; else close what is open; else back to the question."""
        frame = self._frame
        steps: list[Callable[[], bool]] = [frame.key_sheet.close_sheet, self._ask.cancel]
        if frame.place == "sources":
            steps += [self._sources.cancel, self._sources.dismiss]
        steps += [self._source.close_find, frame.leave_source]
        if not any(step() for step in steps) and frame.place == "ask":
            self._ask.take_focus()

    # --- asking --------------------------------------------------------------------------------

    def to_question(self) -> None:
        self.show_ask()

    def new_question(self) -> None:
        self._frame.show_place("ask")
        self._ask.new_question()

    def ask_for_ticket(self) -> None:
        if self._frame.place == "ask":
            self._ask.ask_for_ticket()

    def copy(self) -> None:
        if self._frame.place == "ask":
            self._ask.copy("text")

    def copy_markdown(self) -> None:
        if self._frame.place == "ask":
            self._ask.copy("markdown")

    def history(self) -> None:
        self._frame.show_place("ask")
        self._ask.show_history()

    # --- sentences -----------------------------------------------------------------------------

    def open_citation(self, number: int) -> None:
        if self._frame.place == "ask":
            self._ask.open_number(number)

    def previous_citation(self) -> None:
        if self._frame.place == "ask":
            self._ask.step(-1)

    def next_citation(self) -> None:
        if self._frame.place == "ask":
            self._ask.step(1)

    def back(self) -> None:
        self._source.go_back()

    def forward(self) -> None:
        self._source.go_forward()

    def find_on_page(self) -> None:
        if self._source.isVisible():
            self._source.open_find()

    def find_next(self) -> None:
        if self._source.isVisible():
            self._source.find_next()

    # --- library and window --------------------------------------------------------------------

    def add_source(self) -> None:
        self._frame.show_place("sources")
        self._sources.choose_folder()

    def read_all_again(self) -> None:
        self._frame.show_place("sources")
        self._sources.read_all_again()

    def next_theme(self) -> None:
        modes = list(Mode)
        mode = modes[(modes.index(self._frame.theme.mode) + 1) % len(modes)]
        self._frame.set_mode(mode)
        self._frame.status.say(MODE_WORDS[mode])

    def zoom_in(self) -> None:
        self._zoom(1)

    def zoom_out(self) -> None:
        self._zoom(-1)

    def zoom_reset(self) -> None:
        self._frame.theme.set_zoom(100)
        self._zoom(0)

    def _zoom(self, steps: int) -> None:
        theme = self._frame.theme
        theme.step_zoom(steps)
        self._frame.status.say(f"{theme.zoom}%")
