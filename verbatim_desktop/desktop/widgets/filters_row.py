"""What narrows the ranking, and how many sections it shows."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import height_by_width, row
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.domain.retrieval import Filters

KINDS = (
    ("Any kind", ""),
    ("Documentation", SourceKind.DOCS.value),
    ("Knowledge base", SourceKind.KB.value),
)
USUAL, LIMITS = 20, (10, 20, 50, 100, 200)
PAUSE_MS = 150  # of typing in a field


class FiltersRow(QWidget):
    """changed: something else is to be ranked."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Filters")
        self._widths: dict[QWidget, int] = {}
        self.glob = self._field("guides/*", "Route or path, with * for anything", 150)
        self.version = self._field("16", "Version of the page", 64)
        self.tier = self._field("Premium", "Plan the page holds for", 92)
        self.since = self._field("2026-01", "Updated since, as a date or the start of one", 92)
        self.kind = Combo(theme, "Kind")
        for words, value in KINDS:
            self.kind.addItem(words, value)
        self.limit = Combo(theme, "Sections shown", [str(limit) for limit in LIMITS])
        self.limit.setCurrentIndex(LIMITS.index(USUAL))
        self.clear_button = Button(theme, "Clear", kind=Kind.LINK, size=12)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        theme.changed.connect(self._fit)
        self._fit()

    def _field(self, example: str, name: str, width: int) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(example)
        field.setAccessibleName(name)
        field.setToolTip(name)
        self._widths[field] = width
        return field

    def _fit(self) -> None:
        for widget, width in self._widths.items():
            widget.setFixedWidth(self._theme.px(width))

    def _lay_out(self) -> None:
        layout = FlowLayout(16, 8)
        self.setLayout(layout)
        for words, widget in (
            ("Path", self.glob),
            ("Kind", self.kind),
            ("Version", self.version),
            ("Plan", self.tier),
            ("Since", self.since),
            ("Show", self.limit),
        ):
            layout.addWidget(self._labelled(words, widget))
        layout.addWidget(self.clear_button)
        self.setSizePolicy(height_by_width(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed))

    def _labelled(self, words: str, widget: QWidget) -> QWidget:
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        inner = row(holder, spacing=6)
        label = Text(self._theme, words, size=12, color="text2")
        label.setBuddy(widget)
        inner.addWidget(label)
        inner.addWidget(widget)
        return holder

    def _connect(self) -> None:
        for field in (self.glob, self.version, self.tier, self.since):
            field.textChanged.connect(self._pause.start)
        self._pause.timeout.connect(self.changed)
        self.kind.currentIndexChanged.connect(self.changed)
        self.limit.currentIndexChanged.connect(self.changed)
        self.clear_button.clicked.connect(self.clear)

    def filters(self, sources: tuple[str, ...]) -> Filters:
        """What is set here, with the sources that were chosen elsewhere."""
        glob = self.glob.text().strip()
        return Filters(
            sources,
            (glob,) if glob else (),
            str(self.kind.currentData() or ""),
            self.version.text().strip(),
            self.tier.text().strip(),
            self.since.text().strip(),
        )

    def most(self) -> int:
        """How many sections are to be shown."""
        return LIMITS[self.limit.currentIndex()]

    def count(self) -> int:
        """How many filters are set."""
        fields = (self.glob, self.version, self.tier, self.since)
        return sum(bool(one.text().strip()) for one in fields) + bool(self.kind.currentIndex())

    def clear(self) -> None:
        """No filter; how many sections are shown stays."""
        for field in (self.glob, self.version, self.tier, self.since):
            field.clear()
        self.kind.setCurrentIndex(0)
