"""Where the drifted citations stand: beside what is shown, or in its place where room is short."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.drift_panel import DriftPanel

WIDTH = 448
ALONE = 860  # in less room the drifted citations stand alone


class DriftBeside(QSplitter):
    """What is shown at the left, the drifted citations at the right while they are open."""

    def __init__(self, theme: Theme, shown: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme, self._shown = theme, shown
        self._drift: DriftPanel | None = None
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(shown)
        self.setStretchFactor(0, 1)

    def hold(self, drift: DriftPanel) -> None:
        self._drift = drift
        drift.hide()
        self.addWidget(drift)

    @property
    def is_open(self) -> bool:
        return self._drift is not None and not self._drift.isHidden()

    def open(self) -> None:
        if self._drift is not None:
            self._drift.show()
        self._fit()

    def shut(self) -> bool:
        """False where they were not open."""
        was_open = self.is_open
        if self._drift is not None:
            self._drift.hide()
        self._shown.show()
        return was_open

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        alone = self.width() < self._theme.px(ALONE)
        self._shown.setVisible(not (self.is_open and alone))
        if self.is_open and not alone:
            width = self._theme.px(WIDTH)
            self.setSizes([self.width() - width, width])
