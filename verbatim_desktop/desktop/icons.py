"""Our line icons, drawn in any colour and at any scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from verbatim_desktop.resources import read_text


@lru_cache(maxsize=512)
def _renderer(name: str, color: str) -> QSvgRenderer:
    text = read_text(f"icons/{name}.svg")
    return QSvgRenderer(QByteArray(text.replace("currentColor", color).encode()))


def draw_icon(painter: QPainter, name: str, box: QRectF, color: QColor) -> None:
    """Draw an icon into a box of the widget being painted."""
    _renderer(name, color.name()).render(painter, box)


def pixmap(name: str, color: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    picture = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    draw_icon(painter, name, QRectF(0, 0, size, size), color)
    painter.end()
    return picture


def icon(name: str, color: QColor, size: int = 16) -> QIcon:
    """An icon for a menu, at one and at two pixels a point."""
    result = QIcon()
    for ratio in (1.0, 2.0):
        result.addPixmap(pixmap(name, color, size, ratio))
    return result


def application_icon() -> QIcon:
    """The program's own icon, in the sizes that title bars and task switchers take."""
    result = QIcon()
    for size in (16, 32, 48, 128):
        result.addPixmap(pixmap("app", QColor(), size))
    return result
