"""Every action by its name, and which one a key means at the place in use.

A pane's key comes before the frame's, and the frame's before what works everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

from verbatim_desktop.desktop.frame_actions import FrameActions
from verbatim_desktop.desktop.key_table import SHOW, frame_keys
from verbatim_desktop.desktop.keys import REPEATING, Key
from verbatim_desktop.desktop.places import PLACES, Place, place_named

if TYPE_CHECKING:
    from verbatim_desktop.desktop.frame import Frame


@dataclass(frozen=True, slots=True)
class Command:
    """An action of a place, or of the frame where place is ""."""

    place: str
    key: Key

    @property
    def name(self) -> str:
        return f"{self.place}.{self.key.action}" if self.place else self.key.action


class Commands:
    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self.actions = FrameActions(frame)
        self._by_sequence: dict[str, list[Command]] = {}
        self._commands: dict[str, Command] = {}
        self._registered: set[str] = set()
        for key in frame_keys():
            self._add(Command("", key))

    def register_all(self) -> None:
        """Take in the keys of every pane."""
        for place in PLACES:
            self.register(place)

    def register(self, place: Place) -> None:
        if place.name not in self._registered:
            self._registered.add(place.name)
            for key in place.module().KEYS:
                self._add(Command(place.name, key))

    def _add(self, command: Command) -> None:
        if not command.key.action:
            return
        self._commands[command.name] = command
        for written in command.key.keys:
            sequence = QKeySequence(written).toString()
            if sequence not in self._by_sequence:
                self._by_sequence[sequence] = []
                self._bind(sequence, repeats=command.key.action in REPEATING)
            self._by_sequence[sequence].append(command)

    def _bind(self, sequence: str, *, repeats: bool) -> None:
        shortcut = QShortcut(QKeySequence(sequence), self._frame)
        shortcut.setAutoRepeat(repeats)
        shortcut.activated.connect(lambda: self._pressed(sequence))

    # --- running -----------------------------------------------------------------------------

    def _pressed(self, sequence: str) -> None:
        command = self.meant_by(sequence)
        if command is not None and command.key.action == "open_citation":
            self.actions.open_citation(int(sequence))
        elif command is not None:
            self._run(command)

    def meant_by(self, sequence: str) -> Command | None:
        """What a key means at the place in use; None where it means nothing there."""
        meant = self._by_sequence[sequence]
        for wanted in (self._frame.place, ""):
            for command in meant:
                if command.place == wanted:
                    return command
        return next((command for command in meant if command.key.everywhere), None)

    def run(self, name: str) -> None:
        """Run an action: "place.action", or "action" for one of the frame."""
        self.register_all()
        self._run(self._commands[name])

    def _run(self, command: Command) -> None:
        """Go to the command's place, and do it."""
        action, frame = command.key.action, self._frame
        if command.place:
            if frame.place != command.place:
                self.go(command.place)
            getattr(frame.pane(command.place), action)()
        elif hasattr(self.actions, action):
            getattr(self.actions, action)()
        else:
            self.go(action.removeprefix(SHOW))

    def go(self, name: str) -> None:
        """Show a place and put the focus into it."""
        self._frame.show_place(place_named(name).name)
        self._frame.take_pane_focus()

    def all(self) -> Iterator[Command]:
        """Every command that is known, those of the place in use first."""
        self.register_all()
        here = self._frame.place
        yield from sorted(self._commands.values(), key=lambda one: one.place != here)
