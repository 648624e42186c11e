"""The card a question is written in: the field, which sources to ask, and the Ask button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QMenu

from verbatim_desktop.desktop.provider_words import NAMES
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, row
from verbatim_desktop.desktop.widgets.question_field import QuestionField
from verbatim_desktop.desktop.widgets.scope_button import ScopeButton
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.answers import NO_PROVIDER
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

NO_MODEL = "No model"


class QuestionCard(QFrame):
    asked = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setProperty("emphasis", "true")
        self._theme = theme
        self._answered = ""
        self._seconds, self._doing = 0, ""
        self.field = QuestionField(theme)
        self.scope = ScopeButton(theme, "Sources to ask", icon="sources")
        self.writer_button = Button(
            theme, NO_MODEL, icon="compose", kind=Kind.QUIET, compact=True, tip="Who writes"
        )
        self.writers = QMenu(self)
        self.writers.setAccessibleName("Who writes the answer")
        self.writer_button.give_menu(self.writers)
        self.writer_button.hide()
        self._writer = ""
        self._as_set = NO_MODEL
        self.ask_button = Button(theme, "Ask", icon="enter", kind=Kind.PRIMARY, compact=True)
        self.cancel_button = Button(theme, "Cancel", icon="stop", key="Esc", compact=True)
        self._busy_icon = IconLabel(theme, "refresh", 16, "accent")
        self._busy_words = Text(theme, "", size=12, color="text2")
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._lay_out()
        self._connect()
        self.set_busy(busy=False)

    def _lay_out(self) -> None:
        outer = column(self, (16, 14, 8, 8), 8)
        outer.addWidget(self.field)
        foot = row(spacing=8)
        chosen = FlowLayout(spacing=8, line_spacing=0)  # below each other where a name is long
        chosen.addWidget(self.scope)
        chosen.addWidget(self.writer_button)
        foot.addLayout(chosen, 1)
        for widget in (self._busy_icon, self._busy_words, self.cancel_button, self.ask_button):
            foot.addWidget(widget)
        outer.addLayout(foot)

    def _connect(self) -> None:
        self.field.submitted.connect(self.asked)
        self.field.textChanged.connect(self._name_button)
        self.field.focused.connect(self._show_focus)
        self.ask_button.clicked.connect(self.asked)
        self.cancel_button.clicked.connect(self.cancelled)
        self._clock.timeout.connect(self._tick)

    # --- asking ------------------------------------------------------------------------------

    def set_busy(self, *, busy: bool) -> None:
        self.say_busy("Searching")
        for widget in (self._busy_icon, self._busy_words, self.cancel_button):
            widget.setVisible(busy)
        self.ask_button.setVisible(not busy)
        if busy:
            self._clock.start()
        else:
            self._clock.stop()

    def say_busy(self, doing: str) -> None:
        """What is being done, from now on."""
        self._seconds, self._doing = 0, doing
        self._busy_words.setText(doing)

    def set_answered(self, question: str) -> None:
        """The question that what is shown answers."""
        self._answered = question
        self._name_button()

    def _name_button(self) -> None:
        again = bool(self._answered) and self.field.question() == self._answered
        self.ask_button.set_words("Ask again" if again else "Ask")

    def _tick(self) -> None:
        self._seconds += 1
        if self._seconds == 1:  # what is quicker is not worth breaking in on
            announce(self, self._doing)
        self._busy_words.setText(f"{self._doing}, {self._seconds} s")

    def _show_focus(self, on: bool) -> None:
        self.setProperty("focused", "true" if on else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def set_sources(self, names: Sequence[str]) -> None:
        """Offer these sources, where there are any."""
        self.scope.set_sources(names)
        self.scope.setVisible(bool(names))

    # --- who writes ----------------------------------------------------------------------------

    def writer(self) -> str:
        """The provider that is to write, "" for the one that is set."""
        return self._writer

    def set_writers(
        self, writers: Sequence[ProviderSettings], chosen: ProviderSettings | None = None
    ) -> None:
        """Offer the providers that have a model, and none; nothing where there are none.

        chosen: who writes as it is set.
        """
        self.writers.clear()
        named = {one.name.value: writer_words(one) for one in writers}
        before, self._as_set = self._as_set, writer_words(chosen)
        offered = {"": f"As set: {self._as_set}", **named, NO_PROVIDER: NO_MODEL} if named else {}
        for name, words in offered.items():
            action = self.writers.addAction(words.replace("&", "&&"))
            shown = words if name else self._as_set
            action.triggered.connect(partial(self._choose_writer, name, shown))
        if self._writer not in offered or (not self._writer and before != self._as_set):
            self._choose_writer("", self._as_set)
        self.writer_button.setVisible(bool(named))

    def write_without(self) -> None:
        """No model writes from now on, until a person chooses one again."""
        self._choose_writer(NO_PROVIDER, NO_MODEL)

    def _choose_writer(self, name: str, words: str, _checked: bool = False) -> None:
        self._writer = name
        self.writer_button.set_words(words)
        self.writer_button.setAccessibleName(f"Who writes the answer: {words}")


def writer_words(settings: ProviderSettings | None) -> str:
    """A provider with its model."""
    if settings is None or settings.name is ProviderName.NONE:
        return NO_MODEL
    return ", ".join(part for part in (NAMES[settings.name], settings.model) if part)
