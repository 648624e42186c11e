"""Charts drawn by hand: stacked bars over days, and a histogram of times.

What is drawn is also said: the accessible description lists every bar that is not empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from verbatim_desktop.desktop.bars import Bar
from verbatim_desktop.desktop.spoken import Role, announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box, focus_ring

SERIES = ("s1", "s2", "s3", "s4", "s5")
MOST_LINES = 5
LABEL = 16  # a line of words over the bars
STEPS = (1.0, 2.0, 2.5, 4.0, 5.0, 10.0)
Words = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Level:
    """A dashed line across the chart at a value, with its words."""

    value: float
    words: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A dotted line from the top at a place, in bars from the left, with its words."""

    place: float
    words: str


def nice_step(most: float) -> float:
    """The distance of the lines of an axis that reaches `most` with few of them."""
    if most <= 0:
        return 1.0
    rough = most / (MOST_LINES - 1)
    power = 10.0 ** floor(log10(rough))
    return next(step * power for step in STEPS if step * power >= rough * 0.999)


class Chart(QWidget):
    """Bars over an axis. Left and right go from bar to bar, and say what it holds."""

    spoken_role = Role.Chart

    def __init__(
        self, theme: Theme, name: str, words: Words, *, gap: int = 6, least_step: float = 0.0
    ) -> None:
        """least_step: the finest distance of two lines of its axis; 1 where things are counted."""
        super().__init__()
        self._least_step = least_step
        self._theme, self._words, self._gap = theme, words, gap
        self._bars: tuple[Bar, ...] = ()
        self._series: tuple[str, ...] = ()
        self._level: Level | None = None
        self._cuts: tuple[Cut, ...] = ()
        self._empty = ""
        self._at = -1
        self.labels: list[QRectF] = []  # where words were written over the bars' room
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_bars(
        self,
        bars: Sequence[Bar],
        series: Sequence[str] = (),
        *,
        level: Level | None = None,
        cuts: Sequence[Cut] = (),
        empty: str = "",
    ) -> None:
        """empty: what is said where every bar is zero."""
        self._bars, self._series = tuple(bars), tuple(series)
        self._level, self._cuts, self._empty = level, tuple(cuts), empty
        self._at = -1
        self.setAccessibleDescription(self.reading())
        self.update()

    def reading(self) -> str:
        """Everything that is drawn, in words."""
        said = [self.said_of(bar) for bar in self._bars if bar.total]
        said += [cut.words for cut in self._cuts]
        if self._level is not None:
            said.append(self._level.words)
        return "; ".join(said) if any(bar.total for bar in self._bars) else self._empty

    def said_of(self, bar: Bar) -> str:
        parts = [
            f"{name} {self._words(part)}"
            for name, part in zip(self._series, bar.parts, strict=False)
            if part
        ]
        inner = f" ({', '.join(parts)})" if len(parts) > 1 else ""
        return f"{bar.name}: {self._words(bar.total)}{inner}"

    # --- size and place ------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(320), self._theme.px(190))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(190))

    def _step(self, most: float) -> float:
        return max(nice_step(most), self._least_step)

    def axis(self) -> list[str]:
        """What stands beside the lines of the axis, from below."""
        top = self._top()
        step = self._step(top)
        return [self._words(step * n) if n else "0" for n in range(int(top / step + 0.5) + 1)]

    def _top(self) -> float:
        tallest = max((bar.total for bar in self._bars), default=0.0)
        wanted = max(tallest, self._level.value if self._level else 0.0)
        step = self._step(wanted)
        return max(step * -(-wanted // step), step)

    def _plot(self, top: float) -> QRectF:
        """Where bars stand: right of the axis' words, above the marks."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font(11))
        wide = max(metrics.horizontalAdvance(words) for words in self.axis())
        left = wide + theme.px(10)
        above = self._above()
        rect = QRectF(self.rect()).adjusted(left, above, -theme.px(4), -theme.px(24))
        return rect if rect.width() > 10 else QRectF(left, above, 10, max(rect.height(), 1))

    def plot_top(self) -> float:
        """Where the tallest bar may end."""
        return self._plot(self._top()).top()

    def _above(self) -> float:
        """Room over the bars for what is written there: a line for each."""
        rows = len(self._cuts) + (self._level is not None)
        return self._theme.px(12) + max(rows * self._theme.px(LABEL) - self._theme.px(6), 0)

    def _slot(self, plot: QRectF, number: int) -> QRectF:
        wide = plot.width() / max(len(self._bars), 1)
        return QRectF(plot.left() + wide * number, plot.top(), wide, plot.height())

    # --- drawing -------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, top = QPainter(self), self._theme, self._top()
        plot = self._plot(top)
        self.labels = []
        if not any(bar.total for bar in self._bars):
            painter.setFont(theme.font(13))
            painter.setPen(theme.color("text3"))
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(QRectF(self.rect()).adjusted(8, 0, -8, 0), flags, self._empty)
        else:
            self._draw_axis(painter, plot, top)
            for number, bar in enumerate(self._bars):
                self._draw_bar(painter, plot, number, bar, top)
            self._draw_level(painter, plot, top)
            self._draw_cuts(painter, plot)
            self._draw_said(painter, plot)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), theme.px(4), theme)

    def _draw_axis(self, painter: QPainter, plot: QRectF, top: float) -> None:
        theme, step = self._theme, self._step(top)
        painter.setFont(theme.font(11))
        for number, words in enumerate(self.axis()):
            y = round(plot.bottom() - plot.height() * (step * number) / top) + 0.5
            painter.setPen(QPen(theme.color("control" if number == 0 else "border"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(theme.color("text2"))
            rect = QRectF(0, y - theme.px(8), plot.left() - theme.px(8), theme.px(16))
            painter.drawText(
                rect,
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                words,
            )

    def _draw_bar(self, painter: QPainter, plot: QRectF, number: int, bar: Bar, top: float) -> None:
        theme, slot = self._theme, self._slot(plot, number)
        gap = min(float(theme.px(self._gap)), slot.width() / 3)
        left, width = slot.left() + gap / 2, max(slot.width() - gap, 1.0)
        bottom = plot.bottom()
        for series, part in enumerate(bar.parts):
            height = plot.height() * part / top
            if height <= 0:
                continue
            rect = QRectF(left, bottom - height, width, max(height - 1, 1.0))
            painter.fillRect(rect, theme.color(SERIES[series % len(SERIES)]))
            bottom -= height
        if number == self._at:
            tall = plot.bottom() - bottom
            box(painter, QRectF(left - 2, bottom - 2, width + 4, tall + 4), 2,
                edge=theme.color("accent"), width=2)  # fmt: skip
        self._draw_mark(painter, slot, plot, bar.mark)

    def _draw_mark(self, painter: QPainter, slot: QRectF, plot: QRectF, mark: str) -> None:
        if not mark:
            return
        theme = self._theme
        painter.setFont(theme.font(11))
        painter.setPen(theme.color("text2"))
        wide = max(QFontMetricsF(painter.font()).horizontalAdvance(mark) + 2, slot.width())
        at = min(slot.center().x() - wide / 2, self.width() - wide)
        rect = QRectF(at, plot.bottom() + theme.px(4), wide, theme.px(16))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, mark)

    def _draw_level(self, painter: QPainter, plot: QRectF, top: float) -> None:
        if self._level is None:
            return
        theme = self._theme
        y = round(plot.bottom() - plot.height() * self._level.value / top) + 0.5
        painter.setPen(QPen(theme.color("warn"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        row = len(self._cuts) * theme.px(LABEL)
        self._label(painter, self._level.words, plot.right(), row, "warn")

    def _draw_cuts(self, painter: QPainter, plot: QRectF) -> None:
        theme = self._theme
        for number, cut in enumerate(self._cuts):
            x = round(self._slot(plot, 0).width() * cut.place + plot.left()) + 0.5
            painter.setPen(QPen(theme.color("text2"), 1, Qt.PenStyle.DotLine))
            row = number * theme.px(LABEL)
            painter.drawLine(QPointF(x, row + theme.px(2)), QPointF(x, plot.bottom()))
            wide = QFontMetricsF(theme.font(11, 500)).horizontalAdvance(cut.words)
            right = min(x + theme.px(5) + wide, plot.right())
            self._label(painter, cut.words, right, row, "text")

    def _draw_said(self, painter: QPainter, plot: QRectF) -> None:
        """What the bar holds that was gone to with the arrows."""
        if self._at < 0:
            return
        words = self.said_of(self._bars[self._at])
        wide = QFontMetricsF(self._theme.font(11, 500)).horizontalAdvance(words)
        middle = self._slot(plot, self._at).center().x()
        right = min(max(middle + wide / 2, plot.left() + wide), plot.right())
        self._label(painter, words, right, 0, "text")

    def _label(self, painter: QPainter, words: str, right: float, top: float, ink: str) -> None:
        """Words that end at a place, on a ground of their own so that bars do not shine through."""
        theme = self._theme
        font = theme.font(11, 500)
        wide = QFontMetricsF(font).horizontalAdvance(words)
        rect = QRectF(right - wide - theme.px(2), top, wide + theme.px(4), theme.px(15))
        self.labels.append(rect)
        painter.fillRect(rect, theme.color("base"))
        painter.setFont(font)
        painter.setPen(theme.color(ink))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)

    # --- one bar -------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            plot = self._plot(self._top())
            for number, bar in enumerate(self._bars):
                if self._slot(plot, number).contains(QPointF(event.pos())) and bar.total:
                    QToolTip.showText(event.globalPos(), self.said_of(bar), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        filled = [number for number, bar in enumerate(self._bars) if bar.total]
        if steps is None or not filled:
            super().keyPressEvent(event)
            return
        at = filled.index(self._at) + steps if self._at in filled else 0
        self._at = filled[min(max(at, 0), len(filled) - 1)]
        said = self.said_of(self._bars[self._at])
        self.setAccessibleDescription(said)
        announce(self, said)
        self.update()


class Legend(QWidget):
    """Series in their colours, in the order of the bars, each with its figure."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._entries: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """(name, figure) of each series."""
        self._entries = tuple(entries)
        self.setAccessibleName("; ".join(f"{name} {figure}" for name, figure in entries) or "None")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """From the right, as far as there is room; the first series come first."""
        painter, theme = QPainter(self), self._theme
        plain, strong = QFontMetricsF(theme.font(12)), QFontMetricsF(theme.font(12, 600))
        widths = [
            theme.px(14) + plain.horizontalAdvance(name) + theme.px(6)
            + strong.horizontalAdvance(figure) + theme.px(16)
            for name, figure in self._entries
        ]  # fmt: skip
        shown, room = 0, float(self.width())
        while shown < len(widths) and widths[shown] <= room:
            room -= widths[shown]
            shown += 1
        left = room + theme.px(16)
        for number in range(shown):
            self._draw(painter, left, number)
            left += widths[number]

    def _draw(self, painter: QPainter, left: float, number: int) -> None:
        theme, (name, figure) = self._theme, self._entries[number]
        middle, side = self.height() / 2, theme.px(9)
        dot = QRectF(left, middle - side / 2, side, side)
        box(painter, dot, 2, theme.color(SERIES[number % len(SERIES)]))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        at = left + theme.px(14)
        for words, weight, ink in ((name, 400, "text"), (figure, 600, "text")):
            font = theme.font(12, weight)
            painter.setFont(font)
            painter.setPen(theme.color(ink))
            wide = QFontMetricsF(font).horizontalAdvance(words)
            painter.drawText(QRectF(at, 0, wide + 2, self.height()), flags, words)
            at += wide + theme.px(6)
