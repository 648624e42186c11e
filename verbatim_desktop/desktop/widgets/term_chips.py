"""What is searched for, a chip each: solid what was typed, dashed what was added.

The chips are kept and told anew: making them costs more than painting them, and they change with
every key. They are placed here and not by a layout, since Qt lays out a whole pane anew where a
layout within it was changed; so it does where their lines have become more or fewer, and only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from verbatim_desktop.desktop.term_faces import TermFace
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.painting import box, focus_ring

BLANK = TermFace("", "", 0.0)
BETWEEN = 8  # two chips, and two lines of them
LONGEST = 28  # characters of a word


class TermChip(QAbstractButton):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.face = BLANK
        self._width = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def show_face(self, face: TermFace) -> None:
        if face == self.face:
            return
        self.face = face
        can = bool(face.term)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if can else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(face.said)
        act = "turn it on" if face.off else "leave it out"
        set_plain_tip(self, f"{face.said}. Click to {act}." if can else face.said)
        self.measure()

    def _parts(self) -> tuple[tuple[str, int, str], ...]:
        """(words, weight, colour) of word, origin and weight."""
        face = self.face
        ink = "warn" if face.absent else "text3" if face.off else "text"
        words = face.words if len(face.words) <= LONGEST else f"{face.words[: LONGEST - 1]}…"
        weight = "off" if face.off else "0" if face.absent else f"{face.weight:.2f}"
        side = "text3" if face.off else "text2"
        return ((words, 500, ink), (face.origin, 400, "text3"), (weight, 400, side))

    def measure(self) -> None:
        px = self._theme.px
        width = sum(
            QFontMetricsF(self._theme.font(12, weight)).horizontalAdvance(words)
            for words, weight, _color in self._parts()
        )
        self._width = round(width) + 2 * px(8) + 2 * px(6) + 2
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._width, self._theme.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, face = self._theme, QPainter(self), self.face
        rect = QRectF(self.rect())
        ground = "sunken" if face.off or (face.term and self.underMouse()) else "base"
        style = Qt.PenStyle.DashLine if face.added else Qt.PenStyle.SolidLine
        edge = "warnline" if face.absent else "border" if face.off else "control"
        box(painter, rect, theme.px(4), theme.color(ground), theme.color(edge), 1, style)
        left: float = theme.px(8)
        for number, (words, weight, color) in enumerate(self._parts()):
            font = theme.font(12, weight)
            font.setStrikeOut(face.off and number == 0)
            painter.setFont(font)
            painter.setPen(theme.color(color))
            area = QRectF(left, 0, rect.width() - left, rect.height())
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), words)
            left += QFontMetricsF(font).horizontalAdvance(words) + theme.px(6)
        if self.hasFocus():
            focus_ring(painter, rect, theme.px(4), theme)


class TermChips(QWidget):
    """toggled carries the index term to leave out or take in again; synonyms_wanted a word."""

    toggled = Signal(str)
    synonyms_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips: list[TermChip] = []
        self._shown = 0
        self.setAccessibleName("Searched for")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._measure)

    def show_faces(self, faces: Sequence[TermFace]) -> None:
        while len(self._chips) < len(faces):
            self._add()
        for number, chip in enumerate(self._chips):
            if number < len(faces):
                chip.show_face(faces[number])
            chip.setVisible(number < len(faces))
        self._shown = len(faces)
        self._place()

    def _measure(self) -> None:
        for chip in self._chips:
            chip.measure()
        self._place()

    def _place(self) -> None:
        """From left to right, then in the next line; as high as that takes."""
        x, y, height = 0, 0, self._theme.px(24)
        for chip in self._chips[: self._shown]:
            width = min(chip.sizeHint().width(), self.width())
            if x and x + width > self.width():
                x, y = 0, y + height + BETWEEN
            chip.setGeometry(x, y, width, height)
            x += width + BETWEEN
        self.setFixedHeight(y + height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place()

    def _add(self) -> None:
        chip = TermChip(self._theme, self)
        chip.clicked.connect(lambda: self._toggle(chip))
        chip.customContextMenuRequested.connect(partial(self._menu, chip))
        self._chips.append(chip)

    def _toggle(self, chip: TermChip) -> None:
        if chip.face.term:
            self.toggled.emit(chip.face.term)

    def _menu(self, chip: TermChip, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        weight = menu.addAction(f"Weight {chip.face.weight:.2f}")
        weight.setEnabled(False)
        if chip.face.term:
            words = "Take in again" if chip.face.off else "Leave out"
            menu.addAction(words).triggered.connect(lambda: self._toggle(chip))
        menu.addAction("Edit synonyms…").triggered.connect(self.synonyms_wanted)
        menu.popup(chip.mapToGlobal(at))

    def faces(self) -> tuple[TermFace, ...]:
        return tuple(chip.face for chip in self._chips[: self._shown])

    def chip(self, number: int) -> TermChip:
        return self._chips[number]
