"""How far an ingest is: a bar, and in words the files, rate, time left and the file at hand."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import IngestProgress

STARTING = "Starting"
PHASES = {
    "fetching": "Fetching",
    "counting": "Counting files",
    "reading": "Reading",
    "indexing": "Building the index",
}


class Bar(QProgressBar):
    """A bar of 4 px; nothing moves where the total is not known yet."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._part = 0.0
        self.setRange(0, 100)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Progress")

    def set_part(self, part: float) -> None:
        self._part = min(max(part, 0.0), 1.0)
        self.setValue(round(self._part * 100))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, whole = QPainter(self), QRectF(self.rect())
        box(painter, whole, 2, self._theme.color("border"))
        whole.setWidth(whole.width() * self._part)
        box(painter, whole, 2, self._theme.color("accent"))


class ProgressRow(QWidget):
    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._bar = Bar(theme)
        self._files = Text(theme, STARTING, size=12, weight=500)
        self._rest = Text(theme, "", size=12, color="text2")
        self._path = ElidedText(
            theme, mode=Qt.TextElideMode.ElideLeft, size=11, color="text3", mono=True
        )
        self._cancel = Button(theme, "Cancel", icon="stop", key="Esc", compact=True)
        self._cancel.clicked.connect(self.cancelled)
        outer = row(self, (16, 8, 16, 8), 16)
        words = column(spacing=8)
        words.addStretch(1)
        words.addWidget(self._bar)
        figures = row(spacing=16)
        figures.addWidget(self._files)
        figures.addWidget(self._rest)
        figures.addWidget(self._path, 1)
        words.addLayout(figures)
        words.addStretch(1)
        outer.addLayout(words, 1)
        outer.addWidget(self._cancel)
        self.setAccessibleName("Reading a source")
        self._theme = theme

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("soft"))

    def show_start(self) -> None:
        """Nothing is known of how far it is."""
        self._bar.set_part(0)
        for words in (self._rest, self._path):
            words.setText("")
        self._files.setText(STARTING)
        self._cancel.setEnabled(True)

    def show_step(self, step: IngestProgress) -> None:
        self._bar.set_part(part_done(step))
        self._files.setText(files_text(step))
        self._rest.setText(rate_text(step))
        self._path.setText(step.path)

    def show_done(self) -> None:
        self._bar.set_part(1)
        self._files.setText("Done")
        self._rest.setText("")
        self._cancel.setEnabled(False)

    def show_stopping(self) -> None:
        self._files.setText("Stopping, what is done is kept")
        self._cancel.setEnabled(False)


def part_done(step: IngestProgress) -> float:
    return step.done / step.total if step.total else 0.0


def files_text(step: IngestProgress) -> str:
    if step.phase == "reading" and step.total:
        return f"{step.done:,} of {step.total:,} files"
    if step.phase == "fetching":
        return f"Fetching: {step.done}%" if step.done else "Fetching"
    words = PHASES.get(step.phase, step.phase.capitalize())
    return f"{words}: {step.done:,}" if step.done else words


def rate_text(step: IngestProgress) -> str:
    """Files and megabytes a second and the time left, once there is something to go by."""
    if step.phase != "reading" or step.seconds < 0.2 or not step.done:
        return ""
    rate = step.done / step.seconds
    parts = [f"{rate:,.0f} files/s"]
    if step.bytes_done:
        parts.append(f"{step.bytes_done / step.seconds / 1e6:.1f} MB/s")
    if step.total:
        parts.append(time_left((step.total - step.done) / rate))
    return "    ".join(parts)


def time_left(seconds: float) -> str:
    if seconds < 60:
        return f"{max(round(seconds), 1)} s left"
    return f"{round(seconds / 60)} min left"
