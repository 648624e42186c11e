"""Why not this one? A section by its name, and in words why it stands where it does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from verbatim_desktop.desktop.inspector_work import SectionName, fitting
from verbatim_desktop.desktop.models.palette import PaletteEntry
from verbatim_desktop.desktop.models.ranked import points
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import DropZone, IconLabel, column, row
from verbatim_desktop.desktop.widgets.score_bar import ScoreBar
from verbatim_desktop.desktop.widgets.suggestions import Suggestions
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.inspection import WhyNot

OFFERED = 8


class _Field(QLineEdit):
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers():
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class WhyNotBox(DropZone):
    """wanted carries a section's name; page_wanted an identity and an anchor."""

    wanted = Signal(str)
    page_wanted = Signal(str, str)
    synonyms_wanted = Signal()

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(theme)
        self.setAccessibleName("Why not this one?")
        self._theme, self._over = theme, over
        self._names: tuple[SectionName, ...] = ()
        self.name = ""  # of the section that was asked for
        self.field = _Field()
        self.field.setAccessibleName("Section or page")
        self.field.setPlaceholderText("A heading, a page or a route")
        self.place = Text(theme, color="text2")
        self.reasons = Text(theme, size=12, color="text2", wrap=True)
        self.own, self.best = ScoreBar(theme), ScoreBar(theme)
        self.open_button = Button(theme, "Open the page", kind=Kind.LINK, size=12)
        self.synonyms_button = Button(theme, "Edit synonyms", kind=Kind.LINK, size=12)
        self.suggestions = Suggestions(theme, self.field, self.field, over)
        self._lay_out()
        self.field.textEdited.connect(self._offer)
        self.field.entered.connect(self._take_typed)
        self.suggestions.taken.connect(self._take)
        self.open_button.clicked.connect(self._open)
        self.synonyms_button.clicked.connect(self.synonyms_wanted)
        self.show_found(None)

    def _lay_out(self) -> None:
        outer = column(self, (16, 10, 16, 10), 6)
        head = row(spacing=8)
        head.addWidget(IconLabel(self._theme, "info", 16, "accent"))
        head.addWidget(Text(self._theme, "Why not this one?", weight=600))
        head.addWidget(self.field, 1)
        head.addWidget(self.place)
        outer.addLayout(head)
        self._details = QWidget()
        body = column(self._details, (24, 0, 0, 0), 6)
        for words, bar in (("This one", self.own), ("The best", self.best)):
            line = row(spacing=8)
            label = Text(self._theme, words, size=12, color="text2")
            label.setMinimumWidth(self._theme.px(60))
            line.addWidget(label)
            line.addWidget(bar, 1)
            body.addLayout(line)
        body.addWidget(self.reasons)
        links = row(spacing=16)
        links.addWidget(self.open_button)
        links.addWidget(self.synonyms_button)
        links.addStretch(1)
        body.addLayout(links)
        outer.addWidget(self._details)

    def set_names(self, names: Sequence[SectionName]) -> None:
        self._names = tuple(names)

    def ask(self, name: str) -> None:
        """Ask about a section by its name."""
        self.name = name
        self.field.setText(name)
        self.suggestions.put_away()
        self.wanted.emit(name)

    def _offer(self, text: str) -> None:
        found = fitting(self._names, text, OFFERED) if text.strip() else []
        self.suggestions.offer([self._entry(one) for one in found])
        corner = self.field.mapTo(self._over, QPoint(0, 0))
        if not self.suggestions.isHidden():  # above the field: the box stands at the foot
            self.suggestions.move(corner.x(), corner.y() - self.suggestions.height() - 4)

    def _entry(self, one: SectionName) -> PaletteEntry:
        return PaletteEntry(one.title, "doc", lambda: None, detail=one.name)

    def _take_typed(self) -> None:
        """Enter with nothing marked: the first section that fits."""
        text = self.field.text().strip()
        if text:
            found = fitting(self._names, text, 1)
            self.ask(found[0].name if found else text)

    def _take(self, _title: str) -> None:
        chosen = self.suggestions.chosen()
        if chosen is not None:
            self.ask(chosen.detail)

    def forget(self) -> None:
        self.name = ""
        self.show_found(None)

    def show_found(self, found: WhyNot | None) -> None:
        self._details.setVisible(found is not None)
        if found is None:
            self.place.setText("")
            return
        self.place.setText(place_words(found))
        longest = max(
            (one.score for one in (found.best, found.scored) if one is not None), default=0
        )
        for bar, one in ((self.own, found.scored), (self.best, found.best)):
            bar.setVisible(one is not None)
            if one is not None:
                bar.show_score(one.breakdown, longest)
        self.reasons.setText(" ".join(found.reasons))
        self.synonyms_button.setVisible(bool(found.missing))

    def show_problem(self, words: str) -> None:
        """It could not be said."""
        self.show_found(None)
        self.place.setText(words)

    def _open(self) -> None:
        page, _, anchor = self.name.partition("#")
        self.page_wanted.emit(page, anchor)


def place_words(found: WhyNot) -> str:
    """ "Rank 14 of 214, 2.31"."""
    if found.scored is None:
        return "Not found"
    score = points(found.scored.score)
    if not found.rank:
        return f"Left out, {score}"
    return f"Rank {found.rank:,} of {found.matching:,}, {score}"
