"""A banner: a bold fact, one sentence, at most two actions. It sits where its cause is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import pixmap
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import Text

GROUNDS = {
    "warn": ("warnbg", "warnline", "warn", "warn"),
    "info": ("soft", "softline", "accent", "info"),
    "neutral": ("base", "border", "text2", "info"),
    "ok": ("okbg", "border", "ok", "ok"),
    "bad": ("badbg", "badline", "bad", "bad"),
}


LOWERED = 3  # so that the words stand level with the buttons beside them

#: (words, what they do), at most two.
Actions = tuple[tuple[str, Callable[[], object]], ...]


class Banner(QWidget):
    """One notice. closed is emitted when the person waves it away."""

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        notice: Notice,
        actions: Actions = (),
        *,
        icon: str = "",
        closable: bool = True,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.notice = notice
        self._icon_name = icon or GROUNDS[notice.kind][3]
        self._picture = QLabel()
        self._picture.setAccessibleName(notice.kind)
        self.setAccessibleName(f"{notice.fact} {notice.sentence}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._build(actions, closable)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _build(self, actions: Actions, closable: bool) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        fact = Text(self._theme, self.notice.fact, weight=600)
        fact.setContentsMargins(0, LOWERED, 0, 0)
        layout.addWidget(fact, 0, Qt.AlignmentFlag.AlignTop)
        layout.setSpacing(6)
        sentence = Text(self._theme, self.notice.sentence, wrap=True)
        sentence.setContentsMargins(0, LOWERED, 0, 0)
        sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        layout.addWidget(sentence, 1, Qt.AlignmentFlag.AlignTop)
        for words, act in actions[:2]:
            button = Button(self._theme, words, compact=True)
            button.clicked.connect(act)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        if closable:
            close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close")
            close.clicked.connect(self._close)
            layout.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _restyle(self) -> None:
        color = self._theme.color(GROUNDS[self.notice.kind][2])
        ratio = self.devicePixelRatioF()
        self._picture.setPixmap(pixmap(self._icon_name, color, self._theme.px(16), ratio))
        self._picture.setContentsMargins(0, LOWERED, self._theme.px(4), 0)
        self.setMinimumHeight(self._theme.px(40))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground, edge, _ink, _icon = GROUNDS[self.notice.kind]
        theme = self._theme
        box(
            QPainter(self),
            QRectF(self.rect()),
            theme.px(6),
            theme.color(ground),
            theme.color(edge),
        )
