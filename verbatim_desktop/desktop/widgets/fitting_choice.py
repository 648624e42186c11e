"""A few choices beside each other where there is room for them, else behind a button."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.segments import Choices


class ChoiceButton(Button):
    """A button that shows what is chosen; its menu offers the others. chosen: a value."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str, choices: Mapping[str, str]) -> None:
        super().__init__(theme, next(iter(choices.values())), tip=name, weight=400)
        self._name, self._choices = name, choices
        self._menu = QMenu(self)
        self._group = QActionGroup(self._menu)
        for value, words in choices.items():
            action = QAction(words, self._menu)
            action.setCheckable(True)
            action.setData(value)
            action.triggered.connect(partial(self._chosen, value))
            self._group.addAction(action)
            self._menu.addAction(action)
        self.give_menu(self._menu)
        self.show_choice(next(iter(choices)))

    def _chosen(self, value: str, _on: bool = False) -> None:
        self.show_choice(value)
        self.chosen.emit(value)

    def show_choice(self, value: str) -> None:
        words = self._choices.get(value, value)
        self.set_words(words)
        self.setAccessibleName(f"{self._name}: {words}")
        for action in self._group.actions():
            action.setChecked(action.data() == value)

    def actions_by_value(self) -> dict[str, QAction]:
        return {str(action.data()): action for action in self._group.actions()}


class FittingChoice(QWidget):
    """chosen: a value."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._values = list(choices)
        self.button = ChoiceButton(theme, name, choices)
        self.segments = Choices(theme, list(choices.values()), name)
        self.segments.hide()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        inside = row(self, spacing=0)
        inside.addWidget(self.button)
        inside.addWidget(self.segments)
        self.button.chosen.connect(self._chosen)
        self.segments.chosen.connect(self._picked)

    def _chosen(self, value: str) -> None:
        self.show_choice(value)
        self.chosen.emit(value)

    def _picked(self, number: int) -> None:
        self._chosen(self._values[number])

    def show_choice(self, value: str) -> None:
        self.button.show_choice(value)
        self.segments.choose(self._values.index(value))

    def text(self) -> str:
        """What is chosen, as it is read."""
        return self.button.text()

    def actions_by_value(self) -> dict[str, QAction]:
        return self.button.actions_by_value()

    @property
    def is_spread(self) -> bool:
        return not self.segments.isHidden()

    def wanted(self, *, spread: bool) -> QSize:
        """The room it takes one way or the other."""
        return (self.segments if spread else self.button).sizeHint()

    def spread(self, on: bool) -> None:
        """The focus goes along from one to the other."""
        if on is self.is_spread:
            return
        had_focus = any(one.hasFocus() for one in self.findChildren(QWidget))
        self.segments.setVisible(on)
        self.button.setVisible(not on)
        if had_focus:
            at = self.segments.current()
            (self.segments.button(at) if on else self.button).setFocus()
        self.updateGeometry()
