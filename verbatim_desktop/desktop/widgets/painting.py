"""Shapes that several widgets draw: rounded boxes, focus rings, key caps, chips."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from verbatim_desktop.desktop.theme import Theme


def box(
    painter: QPainter,
    rect: QRectF,
    radius: float,
    fill: QColor | None = None,
    edge: QColor | None = None,
    width: float = 1,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """A rounded rectangle whose edge lies inside rect."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    if edge is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(rect, radius, radius)
        return
    painter.setPen(QPen(edge, width, style))
    half = width / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)


def focus_ring(painter: QPainter, rect: QRectF, radius: float, theme: Theme) -> None:
    box(painter, rect, radius, edge=theme.color("accent"), width=2)


def cap_width(theme: Theme, text: str) -> float:
    return QFontMetricsF(theme.font(11)).horizontalAdvance(text) + theme.px(10)


def draw_cap(
    painter: QPainter, theme: Theme, left: float, middle: float, text: str, color: QColor
) -> None:
    """A key cap, vertically centred on middle."""
    height = theme.px(16)
    rect = QRectF(left, middle - height / 2, cap_width(theme, text), height)
    edge = QColor(color)
    edge.setAlphaF(0.35)
    box(painter, rect, theme.px(3), edge=edge)
    painter.setFont(theme.font(11))
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def chip_width(theme: Theme, label: str) -> float:
    text = QFontMetricsF(theme.font(11, 600)).horizontalAdvance(label)
    return max(float(theme.px(18)), text + theme.px(8))


def draw_chip(
    painter: QPainter,
    theme: Theme,
    corner: QPointF,
    label: str,
    *,
    active: bool,
) -> None:
    """A citation chip, 16 high, with its top left corner at corner."""
    rect = QRectF(corner.x(), corner.y(), chip_width(theme, label), theme.px(16))
    ground = theme.color("accent" if active else "soft")
    box(painter, rect, theme.px(4), fill=ground)
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color("onaccent" if active else "accent"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)


def draw_open_chip(painter: QPainter, theme: Theme, corner: QPointF, label: str) -> None:
    """A chip whose citation is not known yet."""
    rect = QRectF(corner.x(), corner.y(), chip_width(theme, label), theme.px(16))
    box(painter, rect, theme.px(4), edge=theme.color("control"))
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color("text3"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
