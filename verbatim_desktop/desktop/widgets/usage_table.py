"""The table of usage with its head: how much of a question is kept, a filter and the order."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QStyleOptionViewItem,
    QWidget,
)

from verbatim_desktop.desktop.models.usage import HEADS, NONE, UNKNOWN, Column, UsageModel
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.usage_figures import matching
from verbatim_desktop.desktop.usage_work import Seen, log_words
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.qt_values import rect_of
from verbatim_desktop.desktop.widgets.table import CellLook, OpeningTable, TableDelegate
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.usage import UsageRecord
from verbatim_desktop.text.counting import counted

#: How sure an answer was, as the badge has it: its colour and how many steps are filled.
TONES: Mapping[str, tuple[str, int]] = {"High": ("ok", 3), "Medium": ("warn", 2), "Low": ("bad", 1)}
LONGEST = 360
HEAD_EDGE, HEAD_GAP = 16, 12
#: With less room than this beside the filter, the words of the head stand above it.
LEAST_WORDS = 280
ALWAYS = frozenset((Column.TIME, Column.QUESTION, Column.CONFIDENCE))


class _Delegate(TableDelegate):
    """Confidence as a badge of 20, the rest as in every table."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        words = str(index.data() or "")
        if index.column() == Column.CONFIDENCE and words in TONES:
            self._badge(painter, rect_of(option), words)

    def _badge(self, painter: QPainter, area: QRectF, words: str) -> None:
        theme, (tone, steps) = self._theme, TONES[words]
        font = theme.font(12, 600)
        wide = QFontMetricsF(font).horizontalAdvance(words) + theme.px(34)
        tall = theme.px(20)
        rect = QRectF(area.left() + theme.px(6), area.center().y() - tall / 2, wide, tall)
        box(painter, rect, theme.px(4), theme.color(tone + "bg"))
        bottom = rect.center().y() + theme.px(5)
        for step, height in enumerate((5, 7, 10)):
            bar = QRectF(
                rect.left() + theme.px(7) + step * theme.px(6),
                bottom - theme.px(height),
                theme.px(4),
                theme.px(height),
            )
            color = theme.color(tone)
            box(painter, bar, 1, color if step < steps else None, color)
        painter.setFont(font)
        painter.setPen(theme.color(tone))
        inner = rect.adjusted(theme.px(28), 0, 0, 0)
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter), words)


class UsageTable(QFrame):
    """answer_wanted: the id of a kept answer. privacy_wanted: change what is kept."""

    answer_wanted = Signal(str)
    privacy_wanted = Signal()
    forget_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._records: tuple[UsageRecord, ...] = ()
        self.model = UsageModel(self)
        self.table = OpeningTable(theme, self._look, "Questions and what they cost")
        self.table.setItemDelegate(_Delegate(theme, self._look, self.table))
        self.table.setModel(self.model)
        self.table.make_sortable(Column.TIME, Qt.SortOrder.DescendingOrder)
        self.kept = Text(theme, "", color="text2")
        self.change = Button(theme, "Change", kind=Kind.LINK)
        self.change.setAccessibleName("Change what is kept of questions")
        self.forget = Button(theme, "Forget the texts", icon="trash", compact=True)
        self.count = Text(theme, "", size=12, color="text3")
        self.field = QLineEdit()
        self.field.setPlaceholderText("Filter")
        self.field.setAccessibleName("Filter the table")
        self.field.setMaximumWidth(theme.px(240))
        self.sorting = Combo(theme, "Order by", [f"By {head.lower()}" for head in HEADS])
        self.turn = Button(theme, icon="down", kind=Kind.PLAIN, tip="Largest first")
        self.nothing = Text(theme, "", color="text3", wrap=True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        body = column(self, (1, 12, 1, 1), 8)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setContentsMargins(HEAD_EDGE, 0, HEAD_EDGE, 0)
        self._head.setSpacing(HEAD_GAP)
        left = FlowLayout(spacing=8)
        for widget in (
            Text(self._theme, "Questions", size=13, weight=600), self.kept, self.change,
            self.forget, self.count,
        ):  # fmt: skip
            left.addWidget(widget)
        self._narrowing = QWidget()
        beside = row(self._narrowing, spacing=HEAD_GAP)
        beside.addWidget(self.field, 1)
        beside.addWidget(self.sorting)
        beside.addWidget(self.turn)
        self._head.addLayout(left, 1)
        self._head.addWidget(self._narrowing)
        body.addLayout(self._head)
        self.nothing.setContentsMargins(16, 8, 16, 16)
        body.addWidget(self.nothing, 1, Qt.AlignmentFlag.AlignTop)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setResizeContentsPrecision(40)
        header.setMaximumSectionSize(self._theme.px(LONGEST))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(Column.QUESTION, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(self._theme.px(40))
        self.table.setMinimumHeight(self._theme.px(200))
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        body.addWidget(self.table, 1)

    def minimumSizeHint(self) -> QSize:
        """As narrow as its head may get, one part below the other; rows scroll inside the table."""
        around = 2 * HEAD_EDGE + 2
        return QSize(
            self._narrowing.minimumSizeHint().width() + around, super().minimumSizeHint().height()
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        room = self.width() - 2 * HEAD_EDGE - HEAD_GAP - self._narrowing.sizeHint().width()
        beside = room >= self._theme.px(LEAST_WORDS)
        self._head.setDirection(way.LeftToRight if beside else way.TopToBottom)

    def _connect(self) -> None:
        self.change.clicked.connect(self.privacy_wanted)
        self.forget.clicked.connect(self.forget_wanted)
        self.field.textChanged.connect(self._narrow)
        self.sorting.activated.connect(self._order)
        self.turn.clicked.connect(self._turn)
        self.table.row_opened.connect(self._open)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._ordered)

    # --- what is shown -----------------------------------------------------------------------

    def show_seen(self, seen: Seen) -> None:
        self._records = seen.records
        self.kept.setText(log_words(seen.settings.question))
        self._narrow()

    def shown(self) -> tuple[UsageRecord, ...]:
        """What stands in the table, in its order."""
        return self.model.rows()

    def _narrow(self) -> None:
        found = matching(self._records, self.field.text())
        self.model.show_rows(found)
        some = f"{len(found):,} of " if len(found) < len(self._records) else ""
        self.count.setText(some + counted(len(self._records), "record"))
        self.nothing.setText(
            "Nothing holds these words." if self._records else "Nothing in this period."
        )
        self.nothing.setVisible(not found)
        self.table.setVisible(bool(found))
        for one in Column:
            self.table.setColumnHidden(one, one not in ALWAYS and self.model.is_empty(one))
        rows = min(max(len(found), 4), 12)
        self.table.setMinimumHeight(self._theme.px(28 + 32 * rows))

    def _order(self, column: int) -> None:
        order = (
            Qt.SortOrder.DescendingOrder if self.model.descending else (Qt.SortOrder.AscendingOrder)
        )
        self.table.sortByColumn(column, order)

    def _turn(self) -> None:
        order = (
            Qt.SortOrder.AscendingOrder if self.model.descending else (Qt.SortOrder.DescendingOrder)
        )
        self.table.sortByColumn(self.model.column, order)

    def _ordered(self, column: int, order: Qt.SortOrder) -> None:
        self.sorting.setCurrentIndex(column)
        down = order is Qt.SortOrder.DescendingOrder
        self.turn.set_words("", "down" if down else "up")
        self.turn.setAccessibleName("Largest first" if down else "Smallest first")
        self.turn.setToolTip("Largest first" if down else "Smallest first")

    def _open(self) -> None:
        record = self.model.row(self.table.currentIndex().row())
        if record is not None and record.answer:
            self.answer_wanted.emit(record.answer)

    def _look(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        words, column = str(index.data() or ""), index.column()
        record = self.model.row(index.row())
        if column == Column.CONFIDENCE and words in TONES:
            return CellLook(size=12, weight=600, color=TONES[words][0] + "bg")
        if column == Column.QUESTION and record is not None and not record.question:
            return CellLook(size=12, color="text2", mono=True)
        if words in (NONE, UNKNOWN, "0") or column in (Column.TIME, Column.CACHED):
            return CellLook(color="text3" if words in (NONE, UNKNOWN, "0") else "text2")
        return CellLook()
