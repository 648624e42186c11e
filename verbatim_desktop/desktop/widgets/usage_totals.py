"""The totals over the table of usage: what was spent of the budget, and four figures."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.usage_figures import dollars, milliseconds
from verbatim_desktop.desktop.usage_work import Seen
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.usage import Budget
from verbatim_desktop.text.counting import counted

NOTHING_SENT = "No provider set: nothing was sent, nothing was paid"
NOTHING_PAID = "No model was called"
#: Below this width of the card the figures stand in two rows.
WIDE = 860


class BudgetBar(QWidget):
    """How much of the budget is spent, with a mark where a warning is shown."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share, self._warns = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Budget")

    def show_budget(self, budget: Budget, warns_from: float) -> None:
        self._share = min(budget.spent_usd / budget.limit_usd, 1.0) if budget.limit_usd else 0.0
        self._warns = warns_from
        self.setVisible(budget.limit_usd > 0)
        self.setAccessibleDescription(f"{self._share:.0%} spent")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(12))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        tall = theme.px(7)
        whole = QRectF(0, (self.height() - tall) / 2, self.width(), tall)
        box(painter, whole, 2, theme.color("sunken"), theme.color("border"))
        ink = "bad" if self._share >= 1 else "warn" if self._share >= self._warns else "accent"
        done = QRectF(whole)
        done.setWidth(whole.width() * self._share)
        box(painter, done, 2, theme.color(ink))
        x = whole.width() * min(self._warns, 1.0)
        painter.fillRect(QRectF(x - 1, 0, 2, self.height()), theme.color("warn"))


class Figure(QWidget):
    """A caption, a figure and what it is made of."""

    def __init__(self, theme: Theme, caption: str) -> None:
        super().__init__()
        self.caption = Text(theme, caption, size=12, color="text2")
        self.figure = Text(theme, "", size=20, weight=600)
        self.detail = Text(theme, "", size=12, color="text2", wrap=True)
        body = column(self, (16, 12, 12, 12), 2)
        for one in (self.caption, self.figure, self.detail):
            body.addWidget(one)
        body.addStretch(1)

    def show_figure(self, figure: str, detail: str) -> None:
        self.figure.setText(figure)
        self.detail.setText(detail)
        self.setAccessibleName(f"{self.caption.text()}: {figure}. {detail}")


class Spent(QWidget):
    """change_wanted: the budget is to be changed."""

    change_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.caption = Text(theme, "", size=12, color="text2")
        self.limits = Text(theme, "", size=12, color="text2")
        self.change = Button(theme, "Change", kind=Kind.LINK, size=12)
        self.change.setAccessibleName("Change the budget")
        self.change.clicked.connect(self.change_wanted)
        self.figure = Text(theme, "", size=20, weight=600)
        self.detail = Text(theme, "", color="text2", wrap=True)
        self.bar = BudgetBar(theme)
        body = column(self, (16, 12, 12, 12), 4)
        head = row(spacing=8)
        head.addWidget(self.caption, 1)
        head.addWidget(self.limits)
        head.addWidget(self.change)
        body.addLayout(head)
        line = row(spacing=8)
        line.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.detail, 1)
        body.addLayout(line)
        body.addWidget(self.bar)
        body.addStretch(1)

    def show_seen(self, seen: Seen, today: date) -> None:
        budget, settings = seen.budget, seen.settings
        self.caption.setText(f"Spent in {today:%B}")
        self.figure.setText(dollars(budget.spent_usd))
        self.detail.setText(budget_words(budget, today, offline=seen.offline))
        limit = f"Warns at {settings.warns_from:.0%}, stops at 100%" if budget.limit_usd else ""
        self.limits.setText(limit or "No budget set")
        self.change.setText("Change" if limit else "Set one")
        self.bar.show_budget(budget, settings.warns_from)
        self.setAccessibleName(f"{self.caption.text()}: {self.figure.text()} {self.detail.text()}")


def budget_words(budget: Budget, today: date, *, offline: bool) -> str:
    """Of how much, and where the month ends if it goes on like this."""
    if not budget.spent_usd and not budget.unknown:
        return NOTHING_SENT if offline else NOTHING_PAID
    parts = [f"of {dollars(budget.limit_usd)}"] if budget.limit_usd else []
    following = date(today.year + today.month // 12, today.month % 12 + 1, 1)
    days = (following - today.replace(day=1)).days
    if today.day < days:
        parts.append(f"about {dollars(budget.spent_usd / today.day * days)} by month end")
    if budget.unknown:
        parts.append(f"{counted(budget.unknown, 'call')} of unknown cost not counted")
    return ", ".join(parts)


class UsageTotals(QFrame):
    change_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.spent = Spent(theme)
        self.spent.change_wanted.connect(self.change_wanted)
        self.questions = Figure(theme, "Asked")
        self.answered = Figure(theme, "Answered")
        self.time = Figure(theme, "Median time")
        self.cached = Figure(theme, "Read from cache")
        self._figures = (self.questions, self.answered, self.time, self.cached)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._wide: bool | None = None
        theme.changed.connect(self._fit)
        self._fit()

    def show_seen(self, seen: Seen, today: date) -> None:
        figures = seen.figures
        self.spent.show_seen(seen, today)
        asked = counted(figures.records, "record")
        self.questions.show_figure(
            f"{figures.records:,}", f"{figures.without_model:,} without a model"
        )
        self.questions.setAccessibleDescription(asked)
        share = figures.answered
        self.answered.show_figure(
            "none" if share is None else f"{share:.1%}",
            f"{figures.low:,} of low confidence" if share is not None else "No question was asked",
        )
        time = figures.median_ms
        self.time.show_figure("none" if time is None else milliseconds(time), "from asking to done")
        cached = figures.cached
        said = "of input tokens" if cached is not None else NOTHING_PAID
        self.cached.show_figure("none" if cached is None else f"{cached:.0%}", said)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = self.width() >= self._theme.px(WIDE)
        if wide is self._wide:
            return
        self._wide = wide
        for widget in (self.spent, *self._figures):
            self._grid.removeWidget(widget)
        if wide:
            self._grid.addWidget(self.spent, 0, 0)
            for number, figure in enumerate(self._figures):
                self._grid.addWidget(figure, 0, number + 1)
        else:
            self._grid.addWidget(self.spent, 0, 0, 1, 2)
            for number, figure in enumerate(self._figures):
                self._grid.addWidget(figure, 1 + number // 2, number % 2)
        for number in range(5):
            self._grid.setColumnStretch(number, (5 if number == 0 else 3) if wide else number < 2)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line between the cells."""
        super().paintEvent(event)
        painter, color = QPainter(self), self._theme.color("border")
        for figure in self._figures:
            place = figure.geometry()
            if place.left() > 2:
                painter.fillRect(place.left(), place.top() + 1, 1, place.height() - 2, color)
            if not self._wide:
                painter.fillRect(place.left() + 1, place.top(), place.width() - 2, 1, color)
