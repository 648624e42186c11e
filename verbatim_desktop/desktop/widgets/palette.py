"""The palette: type a few letters, press Enter. It lists what it is given, runs what is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.models.palette import Group, PaletteEntry, PaletteModel
from verbatim_desktop.desktop.routes import shortened
from verbatim_desktop.desktop.spoken import SpokenRows, announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.confidence_badge import TONES
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, line, row
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.painting import box, cap_width, draw_cap
from verbatim_desktop.desktop.widgets.qt_values import has_state, rect_of
from verbatim_desktop.desktop.widgets.tag import draw_tag
from verbatim_desktop.desktop.widgets.text import Text

Index = QModelIndex | QPersistentModelIndex
WIDTH = 640
NOTHING, SEEKING = "Nothing fits", "Searching"
PLACEHOLDER = "Type a command, a page or an earlier question"
MOST_ROWS = 11
FOOT = ((">", "commands"), ("#", "sections"), ("@", "sources"), ("?", "questions"))


class PaletteRows(QStyledItemDelegate):
    """Draws a group's name, or an entry with what fits set off and its key at the right."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.px(36 if _entry(index) else 28))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, rect_of(option)
        entry = _entry(index)
        painter.save()
        if entry is None:
            painter.setFont(theme.font(12, 500))
            painter.setPen(theme.color("text2"))
            words = rect.adjusted(theme.px(20), 0, 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, str(index.data()))
        else:
            chosen = has_state(option, QStyle.StateFlag.State_Selected)
            self._entry(painter, rect, entry, chosen)
        painter.restore()

    def _entry(self, painter: QPainter, rect: QRectF, entry: PaletteEntry, chosen: bool) -> None:
        theme = self._theme
        if chosen:
            ground = rect.adjusted(theme.px(8), 0, -theme.px(8), 0)
            box(painter, ground, theme.px(4), theme.color("soft"))
        side, middle = theme.px(16), rect.center().y()
        icon = QRectF(rect.left() + theme.px(20), middle - side / 2, side, side)
        draw_icon(painter, entry.icon, icon, theme.color("accent" if chosen else "text2"))
        right = self._at_right(painter, rect, entry)
        self._title(painter, icon.right() + theme.px(12), right - theme.px(12), rect, entry)

    def _at_right(self, painter: QPainter, rect: QRectF, entry: PaletteEntry) -> float:
        """Keys, route or level at the right edge; returns what is left of the row."""
        theme = self._theme
        right = rect.right() - theme.px(20)
        for key in reversed(entry.keys):
            right -= cap_width(theme, key)
            draw_cap(painter, theme, right, rect.center().y(), key, theme.color("text2"))
            right -= theme.px(4)
        if entry.level is not None:
            words = entry.level.value.capitalize()
            width = QFontMetricsF(theme.font(11, 500)).horizontalAdvance(words) + theme.px(12)
            height = theme.px(18)
            tag = QRectF(right - width, rect.center().y() - height / 2, width, height)
            draw_tag(painter, theme, tag, words, TONES[entry.level])
            right -= width + theme.px(8)
        if entry.detail:
            right = self._detail(painter, rect, right, entry.detail)
        return right

    def _detail(self, painter: QPainter, rect: QRectF, right: float, detail: str) -> float:
        font = self._theme.font(11, mono=True)
        figures = QFontMetricsF(font)
        most = rect.width() * 0.4
        shown = shortened(detail, lambda text: figures.horizontalAdvance(text) <= most)
        shown = shown or figures.elidedText(detail, Qt.TextElideMode.ElideLeft, most)
        width = figures.horizontalAdvance(shown) + 2
        painter.setFont(font)
        painter.setPen(self._theme.color("text3"))
        place = QRectF(right - width, rect.top(), width, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
        return right - width

    def _title(
        self, painter: QPainter, left: float, right: float, rect: QRectF, entry: PaletteEntry
    ) -> None:
        """What fits in accent and bold; the rest gives way at the right edge."""
        theme = self._theme
        width = QFontMetricsF(theme.font(13)).horizontalAdvance(entry.title)
        if left + width > right:
            more = QFontMetricsF(theme.font(13)).horizontalAdvance("…")
            right -= more
            painter.setFont(theme.font(13))
            painter.setPen(theme.color("text"))
            area = QRectF(right, rect.top(), more + 2, rect.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, "…")
        painter.setClipRect(QRectF(left, rect.top(), max(right - left, 0), rect.height()))
        at, baseline = 0, rect.center().y() + QFontMetricsF(theme.font(13)).capHeight() / 2
        spans = [*entry.spans, (len(entry.title), len(entry.title))]
        for start, end in spans:
            for text, fits in ((entry.title[at:start], False), (entry.title[start:end], True)):
                font = theme.font(13, 600 if fits else 400)
                painter.setFont(font)
                painter.setPen(theme.color("accent" if fits else "text"))
                painter.drawText(QPointF(left, baseline), text)
                left += QFontMetricsF(font).horizontalAdvance(text)
            at = end


def _entry(index: Index) -> PaletteEntry | None:
    model = index.model()
    return model.entry(index) if isinstance(model, PaletteModel) else None


class Palette(Overlay):
    """typed carries what stands in the field, as it changes and when the palette opens."""

    typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Commands")
        self.model = PaletteModel()
        self.field = QLineEdit()
        self.view = QListView()
        self._nothing = Text(theme, NOTHING, color="text2")
        self._lay_out()
        self.field.textChanged.connect(self.typed)
        self.view.clicked.connect(self._run)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        self.card.setObjectName("palette")
        body = column(self.card, (1, 1, 1, 1), 0)
        head = row(margins=(20, 8, 16, 8), spacing=12)
        head.addWidget(IconLabel(self._theme, "search", 16))
        self.field.setObjectName("bare")
        self.field.setFrame(False)
        self.field.setPlaceholderText(PLACEHOLDER)
        self.field.setAccessibleName("Command")
        head.addWidget(self.field, 1)
        head.addWidget(KeyCap(self._theme, "Esc"))
        body.addLayout(head)
        body.addWidget(line())
        self.view.setModel(self.model)
        self.view.setItemDelegate(PaletteRows(self._theme, self.view))
        self.view.setFrameShape(QListView.Shape.NoFrame)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setAccessibleName("Results")
        SpokenRows(self.view)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body.addWidget(self.view)
        self._nothing.setContentsMargins(20, 12, 20, 12)
        body.addWidget(self._nothing)
        body.addWidget(line())
        body.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        foot = row(margins=(20, 6, 20, 6), spacing=8)
        for keys, words in ((("↑", "↓"), "move"), (("Enter",), "run")):
            for key in keys:
                foot.addWidget(KeyCap(self._theme, key))
            foot.addWidget(Text(self._theme, words, size=11, color="text2"))
        foot.addStretch(1)
        for key, words in FOOT:
            foot.addWidget(KeyCap(self._theme, key))
            foot.addWidget(Text(self._theme, words, size=11, color="text2"))
        return foot

    def _restyle(self) -> None:
        self.field.setFont(self._theme.font(15))
        self._fit()

    # --- what is shown -----------------------------------------------------------------------

    def open_with(self, text: str = "") -> None:
        self.open_over()
        self.field.setFocus()
        if self.field.text() == text:
            self.typed.emit(text)
        else:
            self.field.setText(text)

    def show_groups(self, groups: Sequence[Group], *, seeking: bool = False) -> None:
        """Show what fits; what was chosen stays chosen where it is still there.

        seeking: more may come, so that nothing is not said to fit before that is known.
        """
        self._nothing.setText(SEEKING if seeking else NOTHING)
        before = self.model.entry(self.view.currentIndex())
        self.model.show_groups(groups)
        at = self.model.step(-1, 1)
        for number in range(self.model.rowCount()):
            one = self.model.row_at(number)
            if before is not None and not isinstance(one, str) and one.title == before.title:
                at = number
                break
        self._choose(at)
        self._fit()
        if at < 0 and not seeking:
            announce(self, NOTHING)

    def _choose(self, at: int) -> None:
        index = self.model.index(at) if at >= 0 else QModelIndex()
        self.view.setCurrentIndex(index)

    def titles(self) -> list[str]:
        """The rows as they are listed, the groups' names among them."""
        return [str(self.model.index(at).data()) for at in range(self.model.rowCount())]

    def chosen(self) -> PaletteEntry | None:
        return self.model.entry(self.view.currentIndex())

    # --- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up, Down and Enter, which the field passes on."""
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in steps:
            here = self.view.currentIndex().row()
            self._choose(self.model.step(here, steps[Qt.Key(event.key())]))
        elif event.key() in ENTER:
            self._run(self.view.currentIndex())
        else:
            super().keyPressEvent(event)
        event.accept()

    def _run(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None:
            self.close_over()
            entry.run()

    # --- size --------------------------------------------------------------------------------

    def _fit(self) -> None:
        theme = self._theme
        self.fit_width(WIDTH)
        rows = [self.model.row_at(at) for at in range(self.model.rowCount())]
        wanted = sum(theme.px(28 if isinstance(one, str) else 36) for one in rows)
        room = self.height() - theme.px(56 + 48 + 32 + 48)
        self.view.setFixedHeight(max(min(wanted, room, theme.px(36 * MOST_ROWS)), 0))
        self.view.setVisible(bool(rows))
        self._nothing.setVisible(not rows)
