"""Plain text on the window: a step of the type scale in a named colour, never rich text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from verbatim_desktop.desktop.routes import shortened
from verbatim_desktop.desktop.theme import Theme

#: Between two facts on one line.
BETWEEN = "     "


class Text(QLabel):
    """A label that shows exactly its characters and follows the theme."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        size: int = 13,
        weight: int = 400,
        color: str = "text",
        mono: bool = False,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = (size, weight, mono)
        self._color = color
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_color(self, name: str) -> None:
        self._color = name
        self._restyle()

    def _restyle(self) -> None:
        size, weight, mono = self._step
        self.setFont(self._theme.font(size, weight, mono=mono))
        palette = self.palette()
        palette.setColor(self.foregroundRole(), self._theme.color(self._color))
        self.setPalette(palette)
        self.updateGeometry()


class SteadyText(Text):
    """Words that change with every key and stand at the right of a room that stays as it is: Qt
    lays out all around a label anew where its own size may have changed.
    """

    def __init__(self, theme: Theme, *, size: int, color: str) -> None:
        self._widest = ""
        super().__init__(theme, size=size, color=color)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def say(self, words: str, widest: str) -> None:
        """widest: the longest words to be expected here, for which there is room."""
        if widest != self._widest:
            self._widest = widest
            self._keep_room()
        self.setText(words)

    def _restyle(self) -> None:
        super()._restyle()
        self._keep_room()

    def _keep_room(self) -> None:
        figures = self.fontMetrics()
        self.setFixedSize(figures.horizontalAdvance(self._widest), figures.height())


class _OneLine(Text):
    """One line that gives way where room is short. least: pixels of the design that it keeps."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        least: int,
        *,
        size: int,
        weight: int = 400,
        color: str,
        mono: bool,
        parent: QWidget | None = None,
    ) -> None:
        self._least = least
        super().__init__(
            theme, text, size=size, weight=weight, color=color, mono=mono, parent=parent
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(self._least), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(width, super().sizeHint().height())

    def _shortened(self) -> str:
        """What of the text is shown in the width there is."""
        raise NotImplementedError

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self._theme.color(self._color))
        painter.drawText(self.rect(), int(self.alignment()), self._shortened())


class RouteText(_OneLine):
    """A route on one line: whole segments go from its middle where room is short."""

    def __init__(self, theme: Theme, route: str = "", *, least: int = 24) -> None:
        super().__init__(theme, route, least, size=11, color="text3", mono=True)

    def _shortened(self) -> str:
        figures, most = self.fontMetrics(), self.width()
        shown = shortened(self.text(), lambda text: figures.horizontalAdvance(text) <= most)
        return shown or figures.elidedText(self.text(), Qt.TextElideMode.ElideLeft, most)


class FactsText(_OneLine):
    """Facts on one line; where room is short whole ones go, from the end."""

    def __init__(self, theme: Theme, *, least: int = 24) -> None:
        super().__init__(theme, "", least, size=11, color="text2", mono=False)

    def show_facts(self, facts: Sequence[str]) -> None:
        self.setText(BETWEEN.join(facts))

    def _shortened(self) -> str:
        figures, facts = self.fontMetrics(), self.text().split(BETWEEN)
        while len(facts) > 1 and figures.horizontalAdvance(BETWEEN.join(facts)) > self.width():
            facts.pop()
        return figures.elidedText(BETWEEN.join(facts), Qt.TextElideMode.ElideRight, self.width())


class ElidedText(_OneLine):
    """One line that is shortened with an ellipsis where room is short."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        size: int = 13,
        weight: int = 400,
        color: str = "text",
        mono: bool = False,
        least: int = 24,
        parent: QWidget | None = None,
    ) -> None:
        self._mode = mode
        super().__init__(
            theme, text, least, size=size, weight=weight, color=color, mono=mono, parent=parent
        )

    def _shortened(self) -> str:
        return self.fontMetrics().elidedText(self.text(), self._mode, self.width())
