"""One banner that is seen whatever part of a pane is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty


class PinnedBanner(QWidget):
    """Takes no room while it holds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._body = column(self, (24, 16, 24, 0), 0)
        self._banner: Banner | None = None
        self.hide()

    @property
    def holds_banner(self) -> bool:
        """False where it is empty, or its banner was closed."""
        return self._banner is not None and not self._banner.isHidden()

    def put(self, banner: Banner | None) -> None:
        """This one in the place of the one before; None for nothing."""
        empty(self._body)
        self._banner = banner
        self.setVisible(banner is not None)
        if banner is not None:
            self._body.addWidget(banner)
