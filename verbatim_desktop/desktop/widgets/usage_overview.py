"""Usage at a glance: what to narrow it by, totals, cost by day, times, and the table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from verbatim_desktop.desktop.bars import Bar
from verbatim_desktop.desktop.models.usage import KINDS
from verbatim_desktop.desktop.provider_words import NAMES
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.usage_figures import Histogram, Period, dollars, milliseconds
from verbatim_desktop.desktop.usage_work import Seen, Wanted
from verbatim_desktop.desktop.widgets.chart import Chart, Cut, Legend, Level
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import card, column, row, scrolled
from verbatim_desktop.desktop.widgets.quiet_state import QuietState
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.desktop.widgets.usage_table import UsageTable
from verbatim_desktop.desktop.widgets.usage_totals import NOTHING_PAID, NOTHING_SENT, UsageTotals
from verbatim_desktop.domain.models import ProviderName
from verbatim_desktop.domain.usage import UsageKind
from verbatim_desktop.text.counting import counted

PERIODS = ("7 days", "This month", "12 months")
EVERY = {"provider": "All providers", "model": "All models", "kind": "All kinds"}
RETRIEVAL, MODEL = range(2)
#: Below this width the charts stand one over the other.
WIDE = 820
LOADING, FULL, EMPTY = range(3)


class UsageOverview(QWidget):
    """wanted carries what of the ledger is to be seen."""

    wanted = Signal(object)
    ask_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._seen: Seen | None = None
        self.period = Choices(theme, PERIODS, "Period")
        self.period.choose(Period.MONTH)
        self.boxes = {name: self._combo(words) for name, words in EVERY.items()}
        self.totals = UsageTotals(theme)
        self.cost = Chart(theme, "Cost by day and model", dollars)
        self.legend = Legend(theme)
        self.cost_title = Text(theme, "Cost by day", weight=600)
        self.which = Choices(theme, ("Retrieval", "Model"), "Which time")
        self.times = Chart(theme, "Times", lambda count: f"{count:,.0f}", gap=1, least_step=1)
        self.times_title = Text(theme, "Time to retrieve", weight=600)
        self.table = UsageTable(theme)
        self.nothing = QuietState(theme)
        self.loading = Text(theme, "Reading the ledger…", color="text3")
        self._lay_out()
        self._connect()

    def _combo(self, every: str) -> Combo:
        box = Combo(self._theme, every.replace("All ", "").capitalize())
        box.addItem(every, "")
        return box

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        narrowing = FlowLayout(spacing=8)
        narrowing.addWidget(self.period)
        for box in self.boxes.values():
            narrowing.addWidget(box)
        full = QWidget()
        body = column(full, (24, 16, 24, 24), 16)
        body.addLayout(narrowing)
        body.addWidget(self.totals)
        self._charts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._charts.setSpacing(16)
        self._charts.addWidget(self._cost_card(), 5)
        self._charts.addWidget(self._times_card(), 3)
        body.addLayout(self._charts)
        body.addWidget(self.table, 1)
        self._stack = QStackedWidget()
        holder = QWidget()
        column(holder, (24, 16, 24, 16)).addWidget(self.loading, 1, Qt.AlignmentFlag.AlignTop)
        page = scrolled(full)  # only the table goes sideways, in its own box
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in (holder, page, self.nothing):
            self._stack.addWidget(one)
        column(self, spacing=0).addWidget(self._stack)

    def _cost_card(self) -> QFrame:
        frame = _filling_card()
        body = column(frame, (16, 12, 16, 8), 8)
        head = row(spacing=16)
        head.addWidget(self.cost_title)
        head.addWidget(self.legend, 1)
        body.addLayout(head)
        body.addStretch(1)
        body.addWidget(self.cost)
        return frame

    def _times_card(self) -> QFrame:
        frame = _filling_card()
        body = column(frame, (16, 8, 16, 8), 4)
        head = row(spacing=8)
        head.addWidget(self.times_title, 1)
        head.addWidget(self.which)
        body.addLayout(head)
        body.addStretch(1)
        body.addWidget(self.times)
        return frame

    def _connect(self) -> None:
        self.period.chosen.connect(self._want)
        for box in self.boxes.values():
            box.activated.connect(self._want)
        self.which.chosen.connect(self._show_times)
        self.nothing.acted.connect(self.ask_wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= self._theme.px(WIDE)
        way = QBoxLayout.Direction
        self._charts.setDirection(way.LeftToRight if wide else way.TopToBottom)

    # --- what is wanted ------------------------------------------------------------------------

    def choice(self) -> Wanted:
        chosen = {name: str(box.currentData() or "") for name, box in self.boxes.items()}
        return Wanted(Period(self.period.current()), **chosen)

    def _want(self, _number: int) -> None:
        self.wanted.emit(self.choice())

    def take_focus(self) -> None:
        if self._stack.currentIndex() == EMPTY:
            self.nothing.action.setFocus()
        else:
            self.period.button(self.period.current()).setFocus()

    # --- what is shown -----------------------------------------------------------------------

    def show_seen(self, seen: Seen) -> None:
        self._seen = seen
        if not seen.ever:
            sentence = (
                "Each question is counted here with its time, and what its model cost. "
                f"{NOTHING_SENT if seen.offline else NOTHING_PAID}."
            )
            self.nothing.show_words("Nothing was asked yet", sentence, "Ask something")
            self._turn(EMPTY)
            return
        today = datetime.now(UTC).date()
        self._fill(seen)
        self.totals.show_seen(seen, today)
        self._show_cost(seen, today)
        self._show_times()
        self.table.show_seen(seen)
        self._turn(FULL)

    def _turn(self, page: int) -> None:
        """The focus may have been put on a page that is not shown."""
        self._stack.setCurrentIndex(page)
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus) and not focus.isVisible():
            self.take_focus()

    def _fill(self, seen: Seen) -> None:
        kinds = [(KINDS[UsageKind(kind)], kind) for kind in seen.kinds]
        providers = [(provider_name(name), name) for name in seen.providers]
        fill(self.boxes["provider"], EVERY["provider"], providers, seen.wanted.provider)
        models = [(name, name) for name in seen.models]
        fill(self.boxes["model"], EVERY["model"], models, seen.wanted.model)
        fill(self.boxes["kind"], EVERY["kind"], kinds, seen.wanted.kind)

    def _show_cost(self, seen: Seen, today: date) -> None:
        figures, period = seen.figures, seen.wanted.period
        self.cost_title.setText("Cost by month" if period is Period.YEAR else "Cost by day")
        self.legend.show_entries([(one.name, dollars(one.total)) for one in figures.series])
        self.cost.show_bars(
            figures.stacks,
            [one.name for one in figures.series],
            level=budget_level(seen, today),
            empty=cost_words(seen),
        )

    def _show_times(self, _number: int = 0) -> None:
        if self._seen is None:
            return
        of_model = self.which.current() == MODEL
        self.times_title.setText("Time of the model" if of_model else "Time to retrieve")
        figures = self._seen.figures
        found = figures.model if of_model else figures.retrieval
        cuts = [
            Cut(place_in(found, found.p50), f"p50 {milliseconds(found.p50)}"),
            Cut(place_in(found, found.p95), f"p95 {milliseconds(found.p95)}"),
        ]
        empty = NOTHING_PAID if of_model else "Nothing was asked in this period"
        self.times.show_bars(time_bars(found), cuts=cuts if found.counts else (), empty=empty)


def _filling_card() -> QFrame:
    """A card as tall as its neighbour."""
    frame = card()
    frame.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    return frame


def fill(box: Combo, every: str, found: Sequence[tuple[str, str]], chosen: str) -> None:
    """(words, value) of each, below "all of them"; what is chosen stays so."""
    box.clear()
    box.addItem(every, "")
    for words, value in found:
        box.addItem(words, value)
    if chosen and chosen not in [value for _words, value in found]:
        box.addItem(chosen, chosen)
    box.setCurrentIndex(max(box.findData(chosen), 0))


def provider_name(name: str) -> str:
    try:
        return NAMES.get(ProviderName(name), "No provider")
    except ValueError:
        return name


def budget_level(seen: Seen, today: date) -> Level | None:
    """The budget of a day; none over months, nor where it would flatten every bar."""
    if not seen.budget.limit_usd or seen.wanted.period is Period.YEAR:
        return None
    following = date(today.year + today.month // 12, today.month % 12 + 1, 1)
    a_day = seen.budget.limit_usd / (following - today.replace(day=1)).days
    tallest = max((one.total for one in seen.figures.stacks), default=0.0)
    if a_day > 4 * tallest:
        return None
    return Level(a_day, f"Budget per day {dollars(a_day)}")


def cost_words(seen: Seen) -> str:
    """What stands in an empty chart of costs."""
    if seen.figures.unknown_costs:
        calls = counted(seen.figures.unknown_costs, "call")
        return f"The cost of {calls} is not known. A price can be set in Settings."
    return NOTHING_SENT if seen.offline else NOTHING_PAID


def time_bars(found: Histogram) -> list[Bar]:
    """Every other edge is written under the axis."""
    bars: list[Bar] = []
    for number, count in enumerate(found.counts):
        first, last = found.edges[number], found.edges[number + 1]
        name = f"{milliseconds(first)} to {milliseconds(last)}"
        bars.append(Bar(name, "" if number % 2 else milliseconds(first), (float(count),)))
    return bars


def place_in(found: Histogram, time: float) -> float:
    """Where a time stands, in bars from the left."""
    for number in range(len(found.counts)):
        first, last = found.edges[number], found.edges[number + 1]
        if first <= time < last:
            return number + (time - first) / (last - first)
    return float(len(found.counts)) if found.counts and time >= found.edges[-1] else 0.0
