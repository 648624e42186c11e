"""Sources without a source: what one is, and the two ways to get one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import DropZone, column
from verbatim_desktop.desktop.widgets.text import Text


class NoSources(QWidget):
    folder_wanted = Signal()
    archive_wanted = Signal()
    repository_wanted = Signal()
    samples_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.folder = Button(theme, "Add a folder", icon="folder", kind=Kind.PRIMARY, key="Ctrl O")
        self.archive = Button(theme, "Add an archive", icon="archive")
        self.repository = Button(theme, "Add a repository", icon="git")
        self.samples = Button(theme, "Load the samples", icon="play")
        self.archive.clicked.connect(self.archive_wanted)
        self.repository.clicked.connect(self.repository_wanted)
        self.folder.clicked.connect(self.folder_wanted)
        self.samples.clicked.connect(self.samples_wanted)
        frame = DropZone(theme)
        body = column(frame, (24, 24, 24, 24), 8)
        body.addWidget(Text(theme, "No sources yet", size=15, weight=600))
        says = (
            "A source is a folder of Markdown or MDX pages, an export of them as a zip or tar "
            "archive, or a folder of a git repository. Drop one here, or choose it."
        )
        body.addWidget(Text(theme, says, color="text2", wrap=True))
        buttons = FlowLayout(spacing=8)
        for button in (self.folder, self.archive, self.repository, self.samples):
            buttons.addWidget(button)
        body.addSpacing(8)
        body.addLayout(buttons)
        column(self, spacing=0).addWidget(frame)

    def set_samples(self, *, present: bool) -> None:
        self.samples.setVisible(present)
