"""What is hidden from any model: a row for each value, with a box to let it through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import card, column, empty, row
from verbatim_desktop.desktop.widgets.painting import box, focus_ring
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.redaction import DataKind, Redacted, Redaction

EXPLAINED = (
    "Put back on this computer after writing. Clear a box to let one through. Names are not found "
    "by themselves: select one in the message and hide it."
)
VEILED = (DataKind.SECRET, DataKind.CARD, DataKind.IBAN, DataKind.PHONE, DataKind.URL)


def veiled(kind: DataKind, value: str) -> str:
    """A value as it is shown: its ends only where the whole of it is a secret."""
    line = " ".join(value.split())
    if kind not in VEILED or len(line) < 9:
        return line
    return f"{line[:4]}\N{BULLET}\N{BULLET}\N{BULLET}\N{BULLET}{line[-3:]}"


class RedactionRow(QAbstractButton):
    """Checked: hidden."""

    def __init__(self, theme: Theme, label: str, shown: str, *, hidden: bool) -> None:
        super().__init__()
        self._theme, self._shown = theme, shown
        self.setText(label)
        self.setCheckable(True)
        self.setChecked(hidden)
        self.setAccessibleName(f"Hide {label}: {shown}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(32))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, side = self._theme, QPainter(self), self._theme.px(16)
        mark = QRectF(theme.px(12), (self.height() - side) / 2, side, side)
        if self.isChecked():
            box(painter, mark, theme.px(3), theme.color("accent"))
            draw_icon(painter, "check", mark.adjusted(1, 1, -1, -1), theme.color("onaccent"))
        else:
            box(painter, mark, theme.px(3), theme.color("base"), theme.color("text3"))
        left, half = theme.px(38), max(theme.px(96), round(self.width() * 0.3))
        self._draw(painter, left, half, self.text(), mono=False)
        beyond = left + half + theme.px(8)
        self._draw(painter, beyond, self.width() - beyond - theme.px(8), self._shown, mono=True)
        if self.hasFocus():
            focus_ring(painter, mark.adjusted(-2, -2, 2, 2), theme.px(4), theme)

    def _draw(
        self, painter: QPainter, left: float, width: float, words: str, *, mono: bool
    ) -> None:
        font = self._theme.font(12 if mono else 13, mono=mono)
        painter.setFont(font)
        painter.setPen(self._theme.color("text2" if mono else "text"))
        shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideMiddle, width)
        place = QRectF(left, 0, width, self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)


class RedactionList(QWidget):
    """shown: a value that a model may see. hidden: one that it may not."""

    shown = Signal(str)
    hidden = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._count = Text(theme, "", size=12, color="text3")
        self._card = card()
        self._card.setAccessibleName("Hidden from any model")
        self._rows = column(self._card, (0, 4, 0, 4), 0)
        self._notice = Text(theme, EXPLAINED, size=12, color="text2", wrap=True)
        outer = column(self, spacing=8)
        head = row(spacing=8)
        head.addWidget(Text(theme, "Hidden from any model", size=12, weight=600, color="text2"))
        head.addWidget(self._count)
        head.addStretch(1)
        outer.addLayout(head)
        outer.addWidget(self._card)
        outer.addWidget(self._notice)

    def show_redacted(self, redacted: Redacted, let_through: Sequence[str]) -> None:
        """Each value once, and those that are let through with their boxes cleared."""
        empty(self._rows)
        values: dict[str, Redaction] = {one.value: one for one in redacted.redactions}
        for one in values.values():
            self._add(one.placeholder.strip("[]"), one.value, veiled(one.kind, one.value), True)
        for value in let_through:
            self._add("Let through", value, veiled(DataKind.MARKED, value), False)
        items = "1 item" if len(values) == 1 else f"{len(values)} items"
        self._count.setText(items if values else "nothing found")
        self._card.setVisible(bool(values or let_through))

    def _add(self, label: str, value: str, shown: str, hidden: bool) -> None:
        one = RedactionRow(self._theme, label, shown, hidden=hidden)
        one.toggled.connect(partial(self._toggled, value))
        self._rows.addWidget(one)

    def _toggled(self, value: str, on: bool) -> None:
        (self.hidden if on else self.shown).emit(value)
