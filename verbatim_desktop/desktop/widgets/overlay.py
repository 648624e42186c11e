"""Something laid over the window: a card on a dark ground. Esc or a click beside it closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import card, column, row

SCRIM = QColor(0, 0, 0, 102)
EDGE = 24  # of the window that is seen beside a card


class Overlay(QWidget):
    """Covers its parent and gives the focus back when it goes."""

    spoken_role = Role.Dialog
    #: Whether it is of use to have the focus on itself, for the keys that scroll it.
    scrolls = False

    def __init__(self, theme: Theme, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self._theme = theme
        self._under = parent
        self._before: QWidget | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = card()
        self.card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        outer = column(self, (EDGE, 56, EDGE, EDGE))
        middle = row(spacing=0)  # an alignment would forget that words which wrap grow in height
        middle.addStretch(1)
        middle.addWidget(self.card)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(1)
        parent.installEventFilter(self)
        theme.changed.connect(self._fit)
        self.hide()

    def _fit(self) -> None:
        """Size the card: called when the window changes, and when the size of the text does."""

    def fit_width(self, width: int) -> None:
        """The card as wide as this, in pixels of the design, and never wider than the window."""
        self.card.setFixedWidth(max(min(self._theme.px(width), self.width() - 2 * EDGE), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def open_over(self) -> None:
        if not self.isVisible():
            self._before = self.window().focusWidget()
        self.setGeometry(self._under.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def close_over(self) -> bool:
        """False where it was not open."""
        was_open = self.isVisible()
        self.hide()
        if was_open and self._before is not None:
            self._before.setFocus()
        return was_open

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key reaches what is under it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_over()
        event.accept()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes round what is laid over the window, and never to what is under it.

        Qt's own chain is not asked: PySide takes what that returns for a child of who was asked,
        and lets go of half the window with the first of them that is destroyed.
        """
        stops = [one for one in (self, *self.findChildren(QWidget)) if self._takes_tab(one)]
        if stops:
            focus = self.window().focusWidget()
            step = 1 if next else -1
            at = stops.index(focus) if focus in stops else min(-step, 0)
            reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
            stops[(at + step) % len(stops)].setFocus(reason)
        return True

    def _takes_tab(self, widget: QWidget) -> bool:
        return (
            self.isAncestorOf(widget)
            and (self.scrolls or widget is not self)
            and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
            and widget.focusProxy() is None
            and widget.isVisible()
            and widget.isEnabled()
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_over()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._under and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._under.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), SCRIM)
