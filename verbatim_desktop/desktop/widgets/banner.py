"""A banner: a bold fact, one sentence, at most two actions. It sits where its cause is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import pixmap
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.spoken import Role, announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import Text

GROUNDS = {
    "warn": ("warnbg", "warnline", "warn", "warn"),
    "info": ("soft", "softline", "accent", "info"),
    "neutral": ("base", "border", "text2", "info"),
    "ok": ("okbg", "border", "ok", "ok"),
    "bad": ("badbg", "badline", "bad", "bad"),
}

#: A screen reader breaks off what it says for these.
URGENT = ("warn", "bad")
LEAST_WORDS = 160  # a sentence narrower than this goes below its fact
LOWERED = 3  # so that the words stand level with the buttons beside them

#: (words, what they do), at most two.
Actions = tuple[tuple[str, Callable[[], object]], ...]


class Banner(QWidget):
    """One notice. closed is emitted when the person waves it away."""

    spoken_role = Role.Notification

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

    def focus_first(self) -> None:
        """Once it is shown, the keyboard is on its first action."""
        first = self.findChildren(Button)[0]
        QTimer.singleShot(0, first, first.setFocus)

    def _build(self, actions: Actions, closable: bool) -> None:
        """Fact, sentence and buttons in a line; below each other where the banner is narrow."""
        top = Qt.AlignmentFlag.AlignTop
        layout = QHBoxLayout(self)
        layout.setSpacing(6)
        layout.addWidget(self._picture, 0, top)
        self._fact = Text(self._theme, self.notice.fact, weight=600)
        self._sentence = Text(self._theme, self.notice.sentence, wrap=True)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(6)
        for words, share in ((self._fact, 0), (self._sentence, 1)):
            self._words.addWidget(words, share, top)
        self._buttons = QWidget()
        buttons = row(self._buttons, spacing=6)
        for words, act in actions[:2]:
            button = Button(self._theme, words, compact=True)
            button.clicked.connect(act)
            buttons.addWidget(button)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(6)
        self._line.addLayout(self._words, 1)
        self._line.addWidget(self._buttons, 0, top | Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(self._line, 1)
        self._close_button = Button(
            self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close"
        )
        self._close_button.clicked.connect(self._close)
        layout.addWidget(self._close_button, 0, top)
        for part, wanted in ((self._buttons, actions), (self._close_button, closable)):
            if not wanted:
                part.hide()

    def minimumSizeHint(self) -> QSize:
        """Narrow as it may get: its parts go below each other."""
        return QSize(self._theme.px(LEAST_WORDS), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Beside each other what has room beside each other."""
        theme = self._theme
        closing = 0 if self._close_button.isHidden() else theme.px(30)
        around = theme.px(22 + 20) + 6 + closing
        room, least = self.width() - around, theme.px(LEAST_WORDS)
        fact = self._fact.fontMetrics().horizontalAdvance(self._fact.text()) + 8
        sentence = self._sentence.fontMetrics().horizontalAdvance(self.notice.sentence) + 8
        words = fact + (min(sentence, max(least, room // 2)) if self.notice.sentence else 0)
        buttons = 0 if self._buttons.isHidden() else self._buttons.sizeHint().width() + 6
        beside = words + buttons <= room or least + buttons <= room
        in_line = words + (buttons if beside else 0) <= room
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._fact.setWordWrap(not in_line)
        self._words.setDirection(across if in_line else down)
        self._line.setDirection(across if beside else down)
        self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        announce(self, self.accessibleName(), urgent=self.notice.kind in URGENT)

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _restyle(self) -> None:
        color = self._theme.color(GROUNDS[self.notice.kind][2])
        ratio = self.devicePixelRatioF()
        self._picture.setPixmap(pixmap(self._icon_name, color, self._theme.px(16), ratio))
        px = self._theme.px
        lowered = px(LOWERED)
        self._picture.setContentsMargins(0, lowered, px(4), 0)
        for words in (self._fact, self._sentence):
            words.setContentsMargins(0, lowered, 0, 0)
        edge = px(8)
        if (layout := self.layout()) is not None:
            layout.setContentsMargins(px(14), edge, edge, edge)
        self.setMinimumHeight(px(40))
        self._fit()
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
