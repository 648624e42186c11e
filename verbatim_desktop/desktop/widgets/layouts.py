"""Small helpers for laying out: rows, columns, lines, and letting go of what was shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from verbatim_desktop.desktop.icons import pixmap
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box

Margins = tuple[int, int, int, int]
NONE: Margins = (0, 0, 0, 0)


def row(parent: QWidget | None = None, margins: Margins = NONE, spacing: int = 8) -> QHBoxLayout:
    layout = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    return layout


def column(parent: QWidget | None = None, margins: Margins = NONE, spacing: int = 8) -> QVBoxLayout:
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    return layout


def height_by_width(
    across: QSizePolicy.Policy, down: QSizePolicy.Policy = QSizePolicy.Policy.Preferred
) -> QSizePolicy:
    """A policy for what wraps: its height follows from the width it is given."""
    policy = QSizePolicy(across, down)
    policy.setHeightForWidth(True)
    return policy


def line(*, upright: bool = False) -> QFrame:
    """A divider of one pixel."""
    frame = QFrame()
    frame.setObjectName("line")
    if upright:
        frame.setFixedWidth(1)
    else:
        frame.setFixedHeight(1)
    return frame


def card() -> QFrame:
    frame = QFrame()
    frame.setObjectName("card")
    frame.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return frame


def scrolled(inner: QWidget) -> QScrollArea:
    """A part that can be scrolled where the window is too small for it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    area.viewport().setAutoFillBackground(False)
    inner.setAutoFillBackground(False)
    return area


class DropZone(QFrame):
    """A card with a dashed edge: something can be dropped here."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        rect, radius = QRectF(self.rect()), theme.px(8)
        box(painter, rect, radius, theme.color("base"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(theme.color("control"), 1)
        pen.setDashPattern([4, 4])
        painter.setPen(pen)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def holds_focus(layout: QLayout) -> bool:
    """Whether the keyboard is in one of its widgets."""
    at = QApplication.focusWidget()
    while at is not None and layout.indexOf(at) < 0:
        at = at.parentWidget()
    return at is not None


def empty(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            empty(inner)


class IconLabel(QLabel):
    """An icon that stands beside words and says nothing of its own."""

    def __init__(self, theme: Theme, name: str, size: int = 16, color: str = "text2") -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._side = size
        self._color = color
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_icon(self, name: str, color: str) -> None:
        self._name, self._color = name, color
        self._restyle()

    def sizeHint(self) -> QSize:
        side = self._theme.px(self._side)
        return QSize(side, side)

    def _restyle(self) -> None:
        side = self._theme.px(self._side)
        color = self._theme.color(self._color)
        self.setPixmap(pixmap(self._name, color, side, self.devicePixelRatioF()))
