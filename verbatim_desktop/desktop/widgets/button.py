"""Buttons: one primary in a pane, plain ones with an edge, quiet ones without, icons alone."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box, cap_width, draw_cap, focus_ring


class Kind(StrEnum):
    PRIMARY = "primary"
    PLAIN = "plain"
    QUIET = "quiet"
    LINK = "link"


class Button(QPushButton):
    """A button that draws itself: icon, words, key cap, and a small arrow where it has a menu."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        icon: str = "",
        kind: Kind = Kind.PLAIN,
        key: str = "",
        compact: bool = False,
        tip: str = "",
        weight: int = 500,
        size: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon = icon
        self._kind = kind
        self._key = key
        self._compact = compact
        self._weight = weight
        self._size = size or (12 if compact else 13)
        self._arrow = False
        self._tone = ""
        self.setToolTip(tip)
        self.setAccessibleName(text or tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(True)  # Enter presses the button that has the focus
        if kind is Kind.LINK:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._restyle)

    def set_kind(self, kind: Kind) -> None:
        self._kind = kind
        self.update()

    def set_words(self, text: str, icon: str = "") -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self._icon = icon or self._icon
        self._restyle()

    def set_tone(self, color: str) -> None:
        """Draw icon and words in a named colour instead of the kind's own."""
        self._tone = color
        self.update()

    def give_menu(self, menu: QMenu, *, arrow: bool = True) -> None:
        self.setMenu(menu)
        self._arrow = arrow
        self._restyle()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    # --- size --------------------------------------------------------------------------------

    def _height(self) -> int:
        return self._theme.px(24 if self._compact or self._kind is Kind.LINK else 32)

    def _padding(self) -> int:
        if self._kind is Kind.LINK:
            return self._theme.px(2)
        return self._theme.px(8 if self._compact or not self.text() else 12)

    def sizeHint(self) -> QSize:
        width: float = 2 * self._padding()
        if not self.text() and not self._key:
            side = max(self._height(), self._theme.px(16) + 2 * self._padding())
            return QSize(side if not self._compact else self._height(), self._height())
        if self._icon:
            width += self._theme.px(16) + (self._theme.px(8) if self.text() else 0)
        width += QFontMetricsF(self._font()).horizontalAdvance(self.text())
        if self._key:
            width += self._theme.px(8) + cap_width(self._theme, self._key)
        if self._arrow:
            width += self._theme.px(18)
        return QSize(round(width + 0.5), self._height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _font(self) -> QFont:
        return self._theme.font(self._size, self._weight)

    # --- look --------------------------------------------------------------------------------

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._draw_ground(painter)
        self._draw_content(painter)
        if self.hasFocus():
            self._draw_focus(painter)

    def _draw_focus(self, painter: QPainter) -> None:
        rect, radius = QRectF(self.rect()), self._theme.px(4 if self._compact else 6)
        focus_ring(painter, rect, radius, self._theme)
        if self._kind is Kind.PRIMARY:  # on the accent its own ring would not be seen
            inner = rect.adjusted(2, 2, -2, -2)
            box(painter, inner, radius - 2, edge=self._theme.color("onaccent"))

    def _draw_ground(self, painter: QPainter) -> None:
        radius = self._theme.px(4 if self._compact else 6)
        ground, edge = self._grounds()
        if ground is not None or edge is not None:
            box(painter, QRectF(self.rect()), radius, ground, edge)

    def _grounds(self) -> tuple[QColor | None, QColor | None]:
        theme = self._theme
        if not self.isEnabled():
            if self._kind in (Kind.QUIET, Kind.LINK):
                return None, None
            return theme.color("sunken"), theme.color("border")
        hover = self.underMouse()
        if self._kind is Kind.PRIMARY:
            accent = theme.color("accent")
            return (accent.darker(108) if hover or self.isDown() else accent), None
        if self._kind is Kind.PLAIN:
            ground = theme.color("sunken" if self.isDown() else "alt" if hover else "base")
            return ground, theme.color("control")
        if self._kind is Kind.QUIET and (hover or self.isDown()):
            return theme.color("sunken" if not theme.is_dark else "alt"), None
        return None, None

    def _ink(self) -> QColor:
        if not self.isEnabled():
            return self._theme.color("text3")
        if self._tone:
            return self._theme.color(self._tone)
        names = {Kind.PRIMARY: "onaccent", Kind.LINK: "accent"}
        return self._theme.color(names.get(self._kind, "text"))

    def _draw_content(self, painter: QPainter) -> None:
        ink, middle = self._ink(), self.height() / 2
        size = self._theme.px(16)
        left: float = self._padding()
        if not self.text() and not self._key:
            left = (self.width() - size) / 2
        if self._icon:
            quiet = self._kind is not Kind.PRIMARY and not self._tone and self.isEnabled()
            color = self._theme.color("text2") if quiet and self._kind is not Kind.LINK else ink
            draw_icon(painter, self._icon, QRectF(left, middle - size / 2, size, size), color)
            left += size + self._theme.px(8)
        left = self._draw_words(painter, left, ink)
        if self._key:
            muted = ink if self._kind is Kind.PRIMARY else self._theme.color("text3")
            draw_cap(painter, self._theme, left + self._theme.px(8), middle, self._key, muted)
        if self._arrow:
            self._draw_arrow(painter, ink)

    def _draw_words(self, painter: QPainter, left: float, ink: QColor) -> float:
        if not self.text():
            return left - self._theme.px(8)
        font = self._font()
        font.setUnderline(self._kind is Kind.LINK and self.underMouse())
        painter.setFont(font)
        painter.setPen(ink)
        metrics = QFontMetricsF(font)
        words = self._fitting(metrics, self.width() - left - self._padding() + 1)
        width = metrics.horizontalAdvance(words)
        rect = QRectF(left, 0, width + 2, self.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, int(flags), words)
        return left + width

    def _fitting(self, metrics: QFontMetricsF, room: float) -> str:
        """Its words, all of which have their room."""
        return self.text()

    def _draw_arrow(self, painter: QPainter, ink: QColor) -> None:
        size = self._theme.px(12)
        corner = QPointF(self.width() - self._padding() - size, (self.height() - size) / 2)
        draw_icon(painter, "down", QRectF(corner.x(), corner.y(), size, size), ink)


class SplitButton(QWidget):
    """The main part acts; the arrow opens the formats."""

    def __init__(self, main: Button, arrow: Button) -> None:
        super().__init__()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(main)
        layout.addWidget(arrow)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
