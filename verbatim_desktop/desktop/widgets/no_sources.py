"""Sources without a source: what one is, and the two ways to get one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import DropZone, column, row
from verbatim_desktop.desktop.widgets.text import Text


class NoSources(QWidget):
    folder_wanted = Signal()
    samples_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.folder = Button(theme, "Add a folder", icon="folder", kind=Kind.PRIMARY, key="Ctrl O")
        self.samples = Button(theme, "Load the samples", icon="play")
        self.folder.clicked.connect(self.folder_wanted)
        self.samples.clicked.connect(self.samples_wanted)
        frame = DropZone(theme)
        body = column(frame, (24, 24, 24, 24), 8)
        body.addWidget(Text(theme, "No sources yet", size=15, weight=600))
        says = "A source is a folder of Markdown or MDX pages. Drop one here, or choose it."
        body.addWidget(Text(theme, says, color="text2", wrap=True))
        buttons = row(spacing=8)
        buttons.addWidget(self.folder)
        buttons.addWidget(self.samples)
        buttons.addStretch(1)
        body.addSpacing(8)
        body.addLayout(buttons)
        column(self, spacing=0).addWidget(frame)

    def set_samples(self, *, present: bool) -> None:
        self.samples.setVisible(present)
