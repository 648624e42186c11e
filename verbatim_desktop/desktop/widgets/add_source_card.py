"""A folder about to be read: what it is taken for and why, and everything changeable first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QWidget

from verbatim_desktop.desktop.models.sources import short_path
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, row
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import IngestRequest, ParseMode, SourceInfo, SourceKind

KINDS = (SourceKind.DOCS, SourceKind.KB)
MODES = (ParseMode.MDX, ParseMode.MARKDOWN)


class AddSourceCard(QFrame):
    """accepted carries the IngestRequest."""

    accepted = Signal(object)
    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setProperty("emphasis", "true")
        self.setAccessibleName("Add a source")
        self._theme = theme
        self._location = ""
        self._taken: frozenset[str] = frozenset()
        self._place = ElidedText(
            theme, mode=Qt.TextElideMode.ElideMiddle, size=11, color="text3", mono=True
        )
        self._why = Text(theme, size=12, color="text2", wrap=True)
        self.name = self._field("Name", "How answers name this source")
        self.base_url = self._field("Public address", "https://…  (optional)")
        self.kind = Choices(theme, ("Documentation", "Knowledge base"), "Kind")
        self.mode = Choices(theme, ("MDX", "Markdown"), "Read as")
        self._error = Text(theme, size=12, color="bad", wrap=True)
        self._error.hide()
        self.read = Button(theme, "Read it", icon="download", kind=Kind.PRIMARY, key="⏎")
        self.cancel = Button(theme, "Cancel", key="Esc")
        self._lay_out()
        self._connect()

    def _field(self, name: str, hint: str) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        return field

    def _lay_out(self) -> None:
        outer = column(self, (16, 14, 16, 14), 8)
        head = row(spacing=8)
        head.addWidget(IconLabel(self._theme, "folder", 16, "accent"))
        head.addWidget(Text(self._theme, "Add a source", weight=600))
        head.addWidget(self._place, 1)
        outer.addLayout(head)
        outer.addWidget(self._why)
        outer.addLayout(self._fields())
        outer.addWidget(self._error)
        foot = row(spacing=8)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.read)
        outer.addLayout(foot)

    def _fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setContentsMargins(0, 4, 0, 4)
        parts: tuple[tuple[str, QWidget, str], ...] = (
            ("Name", self.name, ""),
            ("Kind", self.kind, "Documentation is named by route, a knowledge base by path"),
            ("Read as", self.mode, "MDX may hold components and imports"),
            ("Public address", self.base_url, ""),
        )
        for number, (label, widget, hint) in enumerate(parts):
            grid.addWidget(Text(self._theme, label, color="text2"), number, 0)
            if hint:
                line = row(spacing=12)
                line.addWidget(widget)
                line.addWidget(ElidedText(self._theme, hint, size=12, color="text3"), 1)
                grid.addLayout(line, number, 1)
            else:
                grid.addWidget(widget, number, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _connect(self) -> None:
        self.read.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.dismissed)
        self.name.textChanged.connect(self._check)
        for field in (self.name, self.base_url):
            field.returnPressed.connect(self.accept)

    # --- the source ----------------------------------------------------------------------------

    def show_guess(self, info: SourceInfo, taken: frozenset[str]) -> None:
        """What the folder would be read as; taken are the names of other sources."""
        self._location, self._taken = info.root, taken
        self._place.setText(short_path(info.root))
        self._why.setText(info.reason or "Choose how it is read.")
        self.name.setText(info.name)
        self.base_url.setText(info.base_url)
        self.kind.choose(KINDS.index(info.kind))
        self.mode.choose(MODES.index(info.mode))
        self._check()
        self.name.setFocus()
        self.name.selectAll()

    def _check(self) -> None:
        name = self.name.text().strip()
        problem = ""
        if not name:
            problem = "A source needs a name."
        elif "/" in name or "#" in name:
            problem = "A name has no “/” and no “#”: it opens every address of the source."
        elif name in self._taken:
            problem = f"“{name}” is a source already; this folder would take its place."
        self._error.setText(problem)
        self._error.setVisible(bool(problem))
        self.read.setEnabled(bool(name) and "/" not in name and "#" not in name)

    def request(self) -> IngestRequest:
        return IngestRequest(
            location=self._location,
            kind=KINDS[self.kind.current()],
            mode=MODES[self.mode.current()],
            name=self.name.text().strip(),
            base_url=self.base_url.text().strip(),
        )

    def accept(self) -> None:
        if self.read.isEnabled():
            self.accepted.emit(self.request())
