"""Headings that fit what is being typed, looked up on the background lane."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.finding import BETWEEN, Finder, Found
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.models.palette import PaletteEntry
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.question_card import QuestionCard
from verbatim_desktop.desktop.widgets.suggestions import Suggestions

LEAST_TYPED = 3  # letters before anything is suggested
MOST = 6
AFTER_MS = 90
CHANNEL = "suggest"


class AskSuggestions(QObject):
    """taken: a question made of the heading that was chosen."""

    taken = Signal(str)

    def __init__(
        self, theme: Theme, card: QuestionCard, over: QWidget, jobs: Jobs, library: OpenLibrary
    ) -> None:
        super().__init__(over)
        self._card, self._jobs, self._library = card, jobs, library
        self._finder = Finder()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(AFTER_MS)
        self.box = Suggestions(theme, card.field, card, over)
        card.field.textChanged.connect(self._typing.start)
        self._typing.timeout.connect(self._look_up)
        self.box.taken.connect(self._take)

    def _look_up(self) -> None:
        typed = self._card.field.question()
        if not self._card.field.hasFocus() or len(typed) < LEAST_TYPED:
            self.put_away()
            return
        job = self._jobs.start(
            lambda: self._finder.sections(self._library(), typed, MOST), channel=CHANNEL
        )
        job.succeeded.connect(partial(self._offer, typed))

    def _offer(self, typed: str, found: tuple[Found, ...]) -> None:
        if self._card.field.question() == typed:
            self.box.offer(
                [
                    PaletteEntry(one.title, "doc", self.put_away, one.spans, one.detail)
                    for one in found
                ]
            )

    def _take(self, title: str) -> None:
        self.taken.emit(title.replace(BETWEEN, ": ", 1).replace(BETWEEN, ", "))

    def put_away(self) -> bool:
        """Suggest nothing for what is typed now; False where nothing was suggested."""
        self._typing.stop()
        self._jobs.cancel(CHANNEL)
        return self.box.put_away()
