"""Two places that say different things, side by side: where each is from, its sentence, its chip.

Where there is no room for both beside each other, one stands below the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QFrame, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.evidence import one_line
from verbatim_desktop.desktop.widgets.layouts import (
    IconLabel,
    card,
    column,
    empty,
    height_by_width,
    line,
    row,
)
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip, focus_ring
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.answers import Citation, Contrast, Side

#: Below this width the sides stand one below the other.
NARROW = 440
HEADS = {"number": "The numbers differ", "negation": "One of them says no"}
WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft


class SideButton(QAbstractButton):
    """One side; choosing it opens its citation."""

    def __init__(self, theme: Theme, side: Side, citation: Citation) -> None:
        super().__init__()
        self._theme, self.side = theme, side
        self.quote = one_line(citation.quote)
        self._active = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(height_by_width(QSizePolicy.Policy.Ignored))
        self.setAccessibleName(f"{side.label}: {self.quote} Citation {side.marker}")
        set_plain_tip(self, " › ".join(citation.heading_path))
        theme.changed.connect(self.updateGeometry)

    def set_active(self, active: bool) -> None:
        self._active = active
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        _label, quote = self._places(width)
        return round(quote.bottom()) + self._theme.px(10)

    def sizeHint(self) -> QSize:
        width = self.width() or self._theme.px(NARROW // 2)
        return QSize(self._theme.px(160), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def _places(self, width: int) -> tuple[QRectF, QRectF]:
        """Where the label and the quote stand; the chip stands before the label."""
        px = self._theme.px
        left = px(12) + chip_width(self._theme, str(self.side.marker)) + px(8)
        line_height = QFontMetricsF(self._theme.font(12, 600)).height()
        label = QRectF(left, px(10), max(width - left - px(12), 1), line_height)
        room = QRectF(px(12), label.bottom() + px(4), max(width - px(24), 1), 10_000)
        metrics = QFontMetricsF(self._theme.font(13))
        return label, metrics.boundingRect(room, int(WRAPPED), self.quote)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        if self._active:
            painter.fillRect(self.rect(), theme.color("soft"))
        elif self.underMouse():
            painter.fillRect(self.rect(), theme.color("alt" if theme.is_dark else "sunken"))
        label, quote = self._places(self.width())
        corner = QPointF(theme.px(12), label.center().y() - theme.px(8))
        draw_chip(painter, theme, corner, str(self.side.marker), active=self._active)
        painter.setFont(theme.font(12, 600))
        painter.setPen(theme.color("text2"))
        shown = painter.fontMetrics().elidedText(
            self.side.label, Qt.TextElideMode.ElideRight, round(label.width())
        )
        painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setFont(theme.font(13))
        painter.setPen(theme.color("text"))
        quote.setWidth(self.width() - 2 * theme.px(12))
        painter.drawText(quote, int(WRAPPED), self.quote)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(4), theme)


class _Sides(QWidget):
    """The sides of one contrast, beside or below each other."""

    def __init__(self, theme: Theme, sides: Sequence[SideButton]) -> None:
        super().__init__()
        self._theme = theme
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._between: list[QFrame] = []
        for number, side in enumerate(sides):
            if number:
                self._between.append(line(upright=True))
                self._line.addWidget(self._between[-1])
            self._line.addWidget(side, 1)

    @property
    def is_stacked(self) -> bool:
        return self._line.direction() is QBoxLayout.Direction.TopToBottom

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stacked = self.width() < self._theme.px(NARROW)
        if stacked is not self.is_stacked:
            down, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
            self._line.setDirection(down if stacked else beside)
            for divider in self._between:
                divider.setVisible(not stacked)
            self.updateGeometry()


class ContrastCards(QWidget):
    """A card a contrast. opened carries the number of the citation whose side was chosen."""

    opened = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Said differently elsewhere")
        self._theme = theme
        self.sides: list[SideButton] = []
        self._pairs: list[_Sides] = []
        self._cards = column(self, (0, 16, 0, 0), 8)
        self.hide()

    def show_contrasts(
        self, contrasts: Sequence[Contrast], citations: Mapping[int, Citation]
    ) -> None:
        """Those of which every side is cited; nothing is shown where there are none."""
        empty(self._cards)
        self.sides, self._pairs = [], []
        for contrast in contrasts:
            if all(side.marker in citations for side in contrast.sides):
                sides = [
                    SideButton(self._theme, one, citations[one.marker]) for one in contrast.sides
                ]
                self._cards.addWidget(self._card(contrast, sides))
        self.setVisible(bool(self.sides))

    def _card(self, contrast: Contrast, sides: Sequence[SideButton]) -> QFrame:
        theme, frame = self._theme, card()
        body = column(frame, (1, 1, 1, 1), 0)
        head = row(margins=(11, 8, 11, 8), spacing=6)
        head.addWidget(IconLabel(theme, "compare", 16, "warn"))
        words = HEADS.get(contrast.kind, "They differ")
        head.addWidget(Text(theme, words, size=12, weight=600, color="warn"))
        head.addStretch(1)
        body.addLayout(head)
        body.addWidget(line())
        for side in sides:
            side.clicked.connect(lambda _on=False, at=side.side.marker: self.opened.emit(at))
        self.sides += sides
        self._pairs.append(_Sides(theme, sides))
        body.addWidget(self._pairs[-1])
        return frame

    @property
    def is_stacked(self) -> bool:
        return any(pair.is_stacked for pair in self._pairs)

    def set_active(self, number: int) -> None:
        for side in self.sides:
            side.set_active(side.side.marker == number)
