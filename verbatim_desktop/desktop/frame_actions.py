"""What the frame's own keys do. The methods are named as in keys.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.theme import MODE_WORDS, Mode

if TYPE_CHECKING:
    from verbatim_desktop.desktop.frame import Frame


class FrameActions:
    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    # --- going somewhere -----------------------------------------------------------------------

    def next_part(self) -> None:
        self._frame.move_part(1)

    def previous_part(self) -> None:
        self._frame.move_part(-1)

    def show_palette(self) -> None:
        self._frame.palette_wanted.emit("")

    def show_questions(self) -> None:
        self._frame.palette_wanted.emit("?")

    def show_keys(self) -> None:
        self._frame.show_keys()

    def escape(self) -> None:
        """Close what lies over the window; else cancel what runs; else close what is open, the
        nearest first: finding, the source pane; else back to where a person begins.
        """
        frame = self._frame
        steps: list[Callable[[], bool]] = [
            frame.close_overlays,
            frame.current_pane.escape,
            frame.source.close_find,
            frame.leave_source,
            frame.put_source_away,
        ]
        if not any(step() for step in steps):
            frame.take_pane_focus()

    def show_workspaces(self) -> None:
        self._frame.workspaces_wanted.emit()

    def show_log(self) -> None:
        self._frame.log_wanted.emit()

    # --- sentences -----------------------------------------------------------------------------

    def open_citation(self, number: int) -> None:
        self._frame.current_pane.open_number(number)

    def previous_citation(self) -> None:
        self._frame.current_pane.step(-1)

    def next_citation(self) -> None:
        self._frame.current_pane.step(1)

    def back(self) -> None:
        self._frame.source.go_back()

    def forward(self) -> None:
        self._frame.source.go_forward()

    def show_outline(self) -> None:
        if self._frame.source.isVisible():
            self._frame.source.show_outline()

    def copy_link(self) -> None:
        self._frame.source.copy_link()

    def open_file(self) -> None:
        if self._frame.source.isVisible():
            self._frame.source.open_file()

    def find_on_page(self) -> None:
        if self._frame.source.isVisible():
            self._frame.source.open_find()

    def find_next(self) -> None:
        if self._frame.source.isVisible():
            self._frame.source.find_next()

    def find_previous(self) -> None:
        if self._frame.source.isVisible():
            self._frame.source.find_previous()

    # --- window --------------------------------------------------------------------------------

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
