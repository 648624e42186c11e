"""The middle of Compose: what is written, below what is said of it and above what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from verbatim_desktop.desktop.widgets.layouts import column


class ReplySide(QWidget):
    def __init__(
        self,
        above: Sequence[QWidget],
        notices: Sequence[QLayout],
        writing: Sequence[QWidget],
        below: Sequence[QWidget],
    ) -> None:
        """writing: what stands there one at a time, the first one first."""
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        said = column(margins=(16, 12, 16, 0), spacing=8)
        for notice in notices:
            said.addLayout(notice)
        self._writing = QStackedWidget()
        for one in writing:
            self._writing.addWidget(one)
        body = column(self, spacing=0)
        for one in above:
            body.addWidget(one)
        body.addLayout(said)
        body.addWidget(self._writing, 1)
        for one in below:
            body.addWidget(one)

    @property
    def written(self) -> QWidget | None:
        """What stands there now."""
        return self._writing.currentWidget()

    def show_written(self, widget: QWidget) -> None:
        self._writing.setCurrentWidget(widget)
