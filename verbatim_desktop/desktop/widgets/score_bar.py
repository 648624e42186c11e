"""A score as a stacked bar: its parts side by side, what length takes off hatched over the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.models.ranked import LENGTH, PARTS, parts_words
from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.retrieval import ScoreBreakdown

#: The colour of each part, in their order.
SERIES = dict(zip(PARTS, ("s1", "s2", "s3", "s4", "s5"), strict=True))


@lru_cache(maxsize=16)
def hatch(ink: str, ground: str, step: int, ratio: float) -> QBrush:
    """Lines at 45 degrees, `step` apart, on their ground."""
    side = round(step * ratio)
    tile = QPixmap(side, side)
    tile.fill(QColor(ground))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(ink), ratio))
    for shift in (-side, 0, side):
        painter.drawLine(QPointF(shift, side), QPointF(shift + side, 0))
    painter.end()
    tile.setDevicePixelRatio(ratio)
    return QBrush(tile)


def stretches(breakdown: ScoreBreakdown, pixels: float) -> Iterator[tuple[str, float, float]]:
    """(part, left, width) of each part that adds something; pixels: for one SCORE_UNIT."""
    left = 0.0
    for part in PARTS:
        width = max(getattr(breakdown, part), 0) * pixels
        if width > 0:
            yield part, left, width
            left += width


def draw_bar(
    painter: QPainter, theme: Theme, rect: QRectF, breakdown: ScoreBreakdown, pixels: float
) -> None:
    """The bar from the left of rect: what is not hatched is as long as the total.

    Common words take off from rarity: the parts before then end where what they add ends.
    """
    ink, fill = theme.ink, painter.fillRect
    ground, start, top, height = ink("base"), rect.left(), rect.top(), rect.height()
    end = start
    for part, left, width in stretches(breakdown, pixels):
        fill(QRectF(start + left, top, width, height), ink(SERIES[part]))
        end = start + left + width - 1
        fill(QRectF(end, top, 1, height), ground)
    total = start + max(breakdown.total, 0) * pixels
    if total < end - 1:
        _draw_hatched(painter, theme, QRectF(total, top, end - total, height))


def _draw_hatched(painter: QPainter, theme: Theme, rect: QRectF) -> None:
    ratio = painter.device().devicePixelRatioF()
    ink, ground = theme.ink("text3"), theme.ink("base")
    brush = hatch(ink.name(), ground.name(), theme.px(4), ratio)
    painter.setBrushOrigin(rect.topLeft())
    painter.fillRect(rect, brush)
    painter.setPen(QPen(ink, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


class ScoreBar(QWidget):
    """One bar by itself; longest: the score that fills it."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._breakdown, self._longest = ScoreBreakdown(), 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_score(self, breakdown: ScoreBreakdown, longest: int) -> None:
        self._breakdown, self._longest = breakdown, longest
        self.setAccessibleName(parts_words(breakdown))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(12))

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        pixels = 0.75 * rect.width() / max(self._longest, 1)
        draw_bar(QPainter(self), self._theme, rect, self._breakdown, pixels)


class Swatch(QWidget):
    """The colour of one part, or the hatching of length."""

    def __init__(self, theme: Theme, part: str) -> None:
        super().__init__()
        self._theme, self._part = theme, part
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(10), self._theme.px(10))

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_swatch(QPainter(self), self._theme, QRectF(self.rect()), self._part)


def draw_swatch(painter: QPainter, theme: Theme, rect: QRectF, part: str) -> None:
    if part in SERIES:
        box(painter, rect, 2, theme.color(SERIES[part]))
    else:
        _draw_hatched(painter, theme, rect)


class Legend(QWidget):
    """What each colour stands for, in the order of the bar."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        layout = FlowLayout(16, 4)
        self.setLayout(layout)
        self.setAccessibleName("Legend")
        for part, words in (*PARTS.items(), ("length", LENGTH)):
            entry = QWidget()
            entry.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            inner = row(entry, spacing=6)
            inner.addWidget(Swatch(theme, part))
            inner.addWidget(Text(theme, words, size=12, color="text2"))
            layout.addWidget(entry)
