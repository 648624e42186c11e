"""The button that says which sources are searched, and the menu they are chosen in."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind

EVERYTHING = "All sources"


class ScopeButton(Button):
    """narrowed: other sources are chosen. purpose: what a screen reader says they are for."""

    narrowed = Signal()

    def __init__(self, theme: Theme, purpose: str, *, icon: str = "", weight: int = 500) -> None:
        super().__init__(theme, EVERYTHING, icon=icon, kind=Kind.QUIET, compact=True, weight=weight)
        self._purpose = purpose
        self._menu = QMenu(self)
        self._menu.setAccessibleName(purpose)
        self.give_menu(self._menu)
        self._say_chosen()

    def set_sources(self, names: Sequence[str]) -> None:
        """Offer these, keeping the choice of those that are still there."""
        chosen = set(self.chosen())
        self._menu.clear()
        self._menu.addAction(EVERYTHING).triggered.connect(self.choose_all)
        self._menu.addSeparator()
        for name in names:
            action = QAction(name.replace("&", "&&"), self._menu)
            action.setData(name)
            action.setCheckable(True)
            action.setChecked(name in chosen)
            action.toggled.connect(self._narrow)
            self._menu.addAction(action)
        self._say_chosen()

    def chosen(self) -> tuple[str, ...]:
        """The names of the sources; empty for all of them."""
        return tuple(str(action.data()) for action in self._menu.actions() if action.isChecked())

    def choose(self, names: Collection[str]) -> None:
        for action in self._menu.actions():
            if action.isCheckable():
                action.setChecked(str(action.data()) in names)

    def choose_all(self) -> None:
        self.choose(())

    def _narrow(self) -> None:
        self._say_chosen()
        self.narrowed.emit()

    def _say_chosen(self) -> None:
        chosen = self.chosen()
        several = chosen[0] if len(chosen) == 1 else f"{len(chosen)} sources"
        words = several if chosen else EVERYTHING
        self.set_words(words)
        self.setAccessibleName(f"{self._purpose}: {words}")
