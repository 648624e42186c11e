"""The windows of one start: one at a time, a new one for each workspace that is switched to."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.moved_data import tell_moved
from verbatim_desktop.desktop.one_instance import StartRequest
from verbatim_desktop.desktop.theme import Theme

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim
    from verbatim_desktop.domain.data_folder import FolderMoved

DEFAULT = "default"
SETTINGS = "window.ini"
#: Where a Wayland desktop hands what it starts the right to come forward.
TOKEN = "XDG_ACTIVATION_TOKEN"


class Desk(QObject):
    """folder_changed: the data folder is another one."""

    folder_changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: QSettings,
        folder: Path,
        home: str,
        open_verbatim: OpenVerbatim,
        report_defect: Callable[[BaseException], str],
    ) -> None:
        super().__init__()
        self._theme, self._settings, self._folder = theme, settings, folder
        self._home, self._open_verbatim, self._report = home, open_verbatim, report_defect
        self.window: MainWindow | None = None

    def open(self, workspace: str) -> MainWindow:
        """A window on a workspace, "" for the one that was used last. It is not shown yet."""
        name = workspace or str(self._settings.value("workspace", "") or "") or DEFAULT
        self._settings.setValue("workspace", name)
        library = LazyLibrary(partial(self._open_verbatim, self._home, name))
        self.window = MainWindow(
            self._theme,
            Outside(
                library=library,
                run=IngestProcess(self._home, name),
                settings=self._settings,
                report_defect=self._report,
                workspace=name,
                folder=self._folder,
                let_go=library.close,
                switch=self.switch,
                moved=self.go_to,
            ),
        )
        return self.window

    def switch(self, workspace: str) -> None:
        """Another workspace in the place of this one; what is being read here ends in order."""
        self._replace(workspace)

    def _replace(self, workspace: str) -> MainWindow:
        before = self.window
        if before is not None:
            before.remember()
        window = self.open(workspace)
        window.show()
        if before is not None:
            before.close()
            before.deleteLater()
        return window

    def go_to(self, moved: FolderMoved) -> None:
        """Where the data is now, once what told of it has returned."""
        QTimer.singleShot(0, self, partial(self._open_there, moved))

    def _open_there(self, moved: FolderMoved) -> None:
        """Another window in the place of this one; what was copied takes its looks along."""
        before, folder = self.window, Path(moved.folder)
        if before is None:
            return
        before.remember()
        settings = open_settings(folder)
        if moved.copied:
            for key in self._settings.allKeys():
                settings.setValue(key, self._settings.value(key))
        self._folder, self._settings = folder, settings
        self.folder_changed.emit(folder)
        tell_moved(self._replace(before.workspace if moved.copied else ""), moved)

    def take(self, request: StartRequest) -> None:
        """What a second start asked for."""
        if self.window is None:
            return
        if request.workspace and request.workspace != self.window.workspace:
            self.switch(request.workspace)
        window = self.window
        if request.samples:
            window.load_samples()
        if request.folders:
            window.offer_folders(request.folders)
        if request.token and QGuiApplication.platformName().startswith("wayland"):
            os.environ[TOKEN] = request.token  # where Qt looks for it, once
        come_forward(window)

    def show_defect(self, error: BaseException) -> None:
        if self.window is not None:
            self.window.show_defect(error)


def open_settings(folder: Path) -> QSettings:
    """How the window was, kept in the data folder."""
    return QSettings(str(folder / SETTINGS), QSettings.Format.IniFormat)


def come_forward(window: MainWindow) -> None:
    """Above the others, as far as the system lets a program do that."""
    window.setWindowState(window.windowState() & ~window.windowState().WindowMinimized)
    window.show()
    if QGuiApplication.platformName() != "offscreen":
        window.raise_()
    window.activateWindow()
