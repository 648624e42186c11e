"""A link that gives way where room is short: its end is cut, and it says all when pointed at."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QSizePolicy

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.button import Button, Kind

LEAST = 120  # px


class ElidedLink(Button):
    """tip: what it says besides its words."""

    def __init__(self, theme: Theme, text: str, *, icon: str = "", tip: str = "") -> None:
        super().__init__(theme, text, icon=icon, kind=Kind.LINK, weight=400)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        set_plain_tip(self, "\n".join(filter(None, (text, tip))))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._theme.px(LEAST)), hint.height())

    def _fitting(self, metrics: QFontMetricsF, room: float) -> str:
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
