"""Words on one line, laid out once and drawn many times.

A list that is painted at every key shows mostly the words of the key before. Laying words out,
measuring and shortening them is what painting them costs, so each of these is kept, up to a limit,
until the theme or the zoom changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QStaticText, QTransform

from verbatim_desktop.desktop.theme import Theme

#: A step of the type scale: size, weight, and whether all letters are of one width.
Step: TypeAlias = tuple[int, int, bool]

MOST = 1024  # words that are kept of each kind
PLAIN = QTransform()


class Room(NamedTuple):
    """Where words may stand, halfway down. Plain numbers, cheaper than a rectangle of Qt."""

    left: float
    right: float
    top: float
    height: float


class Run(NamedTuple):
    """Words at their place, ready to be drawn."""

    font: QFont
    pen: QPen
    at: QPointF
    text: QStaticText
    width: float


class Line:
    """Words that are laid out."""

    __slots__ = ("font", "height", "text", "width")

    def __init__(self, words: str, font: QFont, metrics: QFontMetricsF) -> None:
        self.font = font
        self.width = metrics.horizontalAdvance(words)
        self.height = metrics.height()
        self.text = QStaticText(" ".join(words.splitlines()))
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        self.text.prepare(PLAIN, font)


class Lettering:
    """Writes words in the steps and colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._types: dict[Step, tuple[QFont, QFontMetricsF]] = {}
        self._lines: dict[tuple[str, Step], Line] = {}
        self._short: dict[tuple[str, Step, float], Line] = {}
        self._runs: dict[Hashable, tuple[Run, ...]] = {}
        self._pens: dict[str, QPen] = {}
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Nothing that was laid out holds under another theme or zoom."""
        for kept in (self._types, self._lines, self._short, self._runs, self._pens):
            kept.clear()

    @property
    def kept(self) -> int:
        """How much is laid out."""
        return len(self._lines) + len(self._short) + len(self._runs)

    def type(self, step: Step) -> tuple[QFont, QFontMetricsF]:
        if step not in self._types:
            size, weight, mono = step
            font = self._theme.font(size, weight, mono=mono)
            self._types[step] = (font, QFontMetricsF(font))
        return self._types[step]

    def line(self, words: str, step: Step) -> Line:
        found = self._lines.get((words, step))
        if found is None:
            if len(self._lines) >= MOST:
                self._lines.clear()
            found = self._lines[words, step] = Line(words, *self.type(step))
        return found

    def fitting(self, words: str, step: Step, room: float) -> Line:
        """As much of some words as there is room for, an ellipsis at their end."""
        whole = self.line(words, step)
        if whole.width <= room:
            return whole
        found = self._short.get((words, step, room))
        if found is None:
            if len(self._short) >= MOST:
                self._short.clear()
            font, metrics = self.type(step)
            short = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(room, 0))
            found = self._short[words, step, room] = Line(short, font, metrics)
        return found

    def run(self, room: Room, words: str, step: Step, color: str, *, at_end: bool = False) -> Run:
        """Words on one line, shortened where there is no room."""
        left, right, top, height = room
        line = self.fitting(words, step, right - left)
        begin = right - line.width if at_end else left
        at = QPointF(begin, top + (height - line.height) / 2)
        return Run(line.font, self.pen(color), at, line.text, line.width)

    def runs(self, what: Hashable, set_out: Callable[[], Iterable[Run]]) -> tuple[Run, ...]:
        """Several words that stand together, as they were set out when they were last drawn.

        what: all that they and their places depend on, but for the theme.
        """
        found = self._runs.get(what)
        if found is None:
            if len(self._runs) >= MOST:
                self._runs.clear()
            found = self._runs[what] = tuple(set_out())
        return found

    def pen(self, color: str) -> QPen:
        found = self._pens.get(color)
        if found is None:
            found = self._pens[color] = QPen(self._theme.color(color))
        return found


def draw(painter: QPainter, runs: Iterable[Run]) -> None:
    last: QFont | None = None
    for font, pen, at, text, _width in runs:
        if font is not last:
            painter.setFont(font)
            last = font
        painter.setPen(pen)
        painter.drawStaticText(at, text)
