"""The Query part of the Inspector: what is asked, what was searched for, and how it ranks."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from verbatim_desktop.desktop.inspector_work import Beside, Inspected
from verbatim_desktop.desktop.spoken import SettledWords
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.compare_view import CompareView
from verbatim_desktop.desktop.widgets.confidence_badge import ConfidenceBadge
from verbatim_desktop.desktop.widgets.filters_row import FiltersRow
from verbatim_desktop.desktop.widgets.layouts import card, column, row, scrolled
from verbatim_desktop.desktop.widgets.query_bar import QueryBar
from verbatim_desktop.desktop.widgets.ranked_list import RankedList
from verbatim_desktop.desktop.widgets.score_bar import Legend
from verbatim_desktop.desktop.widgets.term_chips import TermChips
from verbatim_desktop.desktop.widgets.text import SteadyText, Text
from verbatim_desktop.desktop.widgets.why_not import WhyNotBox
from verbatim_desktop.text.counting import counted

ASK = (
    "Type a question",
    "Its sections are ranked as you type, each with the parts of its score.",
)
RANKING = ("Ranking…", "The first question of a session opens the library.")
NO_SOURCE = ("Nothing to rank yet", "Add a source, and its sections are ranked here.")
NOT_RANKED = ("Nothing is ranked", "")
NO_MATCH = (
    "No section holds any of these words",
    "Try other words, or a synonym for one of them.",
)
LIST, SAID, COMPARE = range(3)
LEAST_LIST = 170  # px


class _Page(QWidget):
    """At least as high as its parts are as they wrap in the width there is."""

    def minimumSizeHint(self) -> QSize:
        hint, around, layout = super().minimumSizeHint(), self.parentWidget(), self.layout()
        if around is None or layout is None:
            return hint
        return QSize(hint.width(), layout.minimumHeightForWidth(around.width()))


class _Rest(QStackedWidget):
    """As high as the room that is left; where that is less than its least, the page is scrolled."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def hasHeightForWidth(self) -> bool:
        return False


class QueryView(QWidget):
    """clear_wanted: show everything again, no filter and no term left out."""

    clear_wanted = Signal()
    sources_wanted = Signal()

    def __init__(
        self, theme: Theme, compare: CompareView, why: WhyNotBox, banners: QVBoxLayout
    ) -> None:
        super().__init__()
        self._theme = theme
        self.shown: Inspected | None = None
        self._has_source = True
        self.bar = QueryBar(theme, "Question to inspect", "What would a reader ask?")
        self.filters = FiltersRow(theme)
        self.chips = TermChips(theme)
        self.badge = ConfidenceBadge(theme)
        self.badge.hide()  # until it is known how sure
        self.reasons = Text(theme, size=12, color="text2", wrap=True)
        self.reasons.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.legend = Legend(theme)
        self.count = SteadyText(theme, size=12, color="text2")
        self._spoken = SettledWords(self)
        self.list = RankedList(theme)
        self.compare, self.why = compare, why
        self.like = Text(theme, size=12, color="text2")
        self._said_title = Text(theme, size=15, weight=600)
        self._said = Text(theme, color="text2", wrap=True)
        self.clear_button = Button(theme, "Show everything again", compact=True)
        self.sources_button = Button(theme, "Go to Sources", icon="sources", kind=Kind.PRIMARY)
        self._stack = _Rest()
        self._lay_out(banners)
        theme.changed.connect(self._fit)
        self._fit()
        self.filters.hide()
        self.clear_button.clicked.connect(self.clear_wanted)
        self.sources_button.clicked.connect(self.sources_wanted)
        self.bar.entered.connect(self.enter_list)
        self.bar.filters_button.toggled.connect(self.filters.setVisible)
        self.show_nothing()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self, banners: QVBoxLayout) -> None:
        self._page = _Page()
        outer = column(self._page, (24, 16, 24, 16), 12)
        outer.addWidget(self.bar)
        outer.addWidget(self.filters)
        outer.addLayout(banners)
        outer.addWidget(self.chips)
        self._judged = QWidget()
        judged = row(self._judged, spacing=8)
        judged.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        judged.addWidget(self.reasons, 1)
        outer.addWidget(self._judged)
        self._head = QWidget()
        head = row(self._head, spacing=16)
        head.addWidget(self.legend, 1)
        head.addWidget(self.count, 0, Qt.AlignmentFlag.AlignTop)
        outer.addWidget(self._head)
        outer.addWidget(self.like)
        for part in (self._list_card(), self._said_page(), self.compare):
            self._stack.addWidget(part)
        outer.addWidget(self._stack, 1)
        outer.addWidget(self.why)
        self._area = scrolled(self._page)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(self, spacing=0).addWidget(self._area)

    def _fit(self) -> None:
        """The badge and two lines of reasons have their room before they are known, and so has the
        first section of the list, with its parts.
        """
        self._stack.setMinimumHeight(self._theme.px(LEAST_LIST))
        self.reasons.setContentsMargins(0, self._theme.px(4), 0, 0)
        self.reasons.setMinimumHeight(self._theme.px(38))

    def _list_card(self) -> QWidget:
        frame = card()
        policy = frame.sizePolicy()
        policy.setVerticalPolicy(self.sizePolicy().verticalPolicy())
        frame.setSizePolicy(policy)
        column(frame, (1, 4, 1, 4), 0).addWidget(self.list)
        return frame

    def _said_page(self) -> QWidget:
        page = QWidget()
        inner = column(page, (0, 16, 0, 0), 4)
        inner.addWidget(self._said_title)
        inner.addWidget(self._said)
        inner.addSpacing(8)
        for button in (self.clear_button, self.sources_button):
            inner.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addStretch(1)
        return page

    # --- what is shown -----------------------------------------------------------------------

    @property
    def comparing(self) -> bool:
        return self._stack.currentIndex() == COMPARE

    def set_has_source(self, there: bool) -> None:
        self._has_source = there
        if self.shown is None:
            self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing was asked."""
        self.shown = None
        self.chips.show_faces(())
        self.chips.hide()
        self._say(*(ASK if self._has_source else NO_SOURCE))
        self.sources_button.setVisible(not self._has_source)
        self.why.forget()

    def show_waiting(self) -> None:
        """A question is on its way; what was ranked before stays until it comes."""
        if self.shown is None and self._has_source:
            self._say(*RANKING)

    def show_ranking(self, inspected: Inspected, *, kept: int = 1) -> None:
        """A ranking that came in. kept: the rank to open."""
        self.shown = inspected
        ranking = inspected.ranking
        self.chips.show_faces(inspected.faces)
        self.chips.setVisible(bool(inspected.faces))
        if ranking is None or not inspected.rows:
            self._say_none(inspected)
            return
        self.bar.show_took(ranking.took_ms)
        searched = f" of {counted(ranking.total_sections, 'section')} match"
        matching = f"{ranking.matching:,}{searched}"
        self.count.say(matching, f"{ranking.total_sections:,}{searched}")
        self._spoken.say(matching)
        self.like.setText(f"Like {inspected.like}")
        self.like.setVisible(bool(inspected.like))
        self.list.ranked.show_rows(inspected.rows, kept)
        at = self.list.ranked.row_of(self.list.ranked.chosen)
        self.list.setCurrentIndex(self.list.ranked.index(max(at, 0)))
        if kept == 1:
            self.list.scrollToTop()
        self._show_parts(LIST)

    def _say_none(self, inspected: Inspected) -> None:
        if inspected.ranking is None:
            self._say(NOT_RANKED[0], inspected.problem)
        else:
            self._say(*NO_MATCH)
        self.clear_button.setVisible(not inspected.wanted.plain)

    def _say(self, title: str, words: str) -> None:
        """In the place of the list."""
        self.list.ranked.show_rows(())
        self.bar.show_took(None)
        self._said_title.setText(title)
        self._spoken.say(f"{title} {words}")
        self._said.setText(words)
        self.clear_button.hide()
        self.sources_button.hide()
        self.like.hide()
        self._show_parts(SAID)

    def _show_parts(self, part: int) -> None:
        """The list, or what is said in its place; a comparison that is open stays open."""
        if not self.comparing:
            self._stack.setCurrentIndex(part)
        ranked = self.shown is not None and bool(self.shown.rows)
        for widget in (self._head, self._judged, self.why):
            widget.setVisible(ranked and not self.comparing)

    def show_beside(self, beside: Beside | None) -> None:
        """What is known a moment later; None while it is not."""
        self.badge.setVisible(beside is not None)
        if beside is not None:
            self.badge.set_level(beside.confidence.level)
            self.reasons.setText("  ".join(beside.confidence.reasons))
        else:
            self.reasons.setText("")

    def set_comparing(self, on: bool) -> None:
        ranked = self.shown is not None and bool(self.shown.rows)
        self._stack.setCurrentIndex(COMPARE if on else LIST if ranked else SAID)
        self._show_parts(LIST if ranked else SAID)

    def show_part(self, part: QWidget) -> None:
        """Scroll to it, where there is no room for all of them."""
        self._area.ensureWidgetVisible(part, 0, self._theme.px(12))

    def enter_list(self) -> None:
        self.show_part(self._stack)
        if self.comparing:
            self.compare.take_focus()
        elif self.list.ranked.sections:
            self.list.setFocus()
            if not self.list.ranked.chosen:
                self.list.go_to(1)

    def take_focus(self) -> None:
        self.show_part(self.bar)
        self.bar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.field.selectAll()
