"""Start the window. It is painted before the library, the index or a database are imported."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from verbatim_desktop import __version__
from verbatim_desktop.desktop.desk import TOKEN, Desk, open_settings
from verbatim_desktop.desktop.ending import close_when_told
from verbatim_desktop.desktop.exits import WORLDS_FAULT, WRONG_USAGE
from verbatim_desktop.desktop.garbage import GarbageCollector
from verbatim_desktop.desktop.icons import application_icon
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.desktop.missing_folder import look_again
from verbatim_desktop.desktop.no_screen import told_where_none
from verbatim_desktop.desktop.one_instance import OneInstance, StartRequest
from verbatim_desktop.desktop.spoken import install_roles
from verbatim_desktop.desktop.theme import Mode, Theme
from verbatim_desktop.domain.errors import DataFolderGone, UsageError, VerbatimError

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim

#: Writes a defect to the log of a data folder and says where; "" where it cannot.
ReportDefect = Callable[[str, BaseException], str]
#: The data folder that --home, or nothing, stands for. Raises VerbatimError.
FindFolder = Callable[[str], Path]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="verbatim-desktop", description="Open the window.")
    version = f"verbatim-desktop, version {__version__}"
    parser.add_argument("--version", action="version", version=version)
    parser.add_argument("--home", metavar="DIR", default="", help="Data folder.")
    parser.add_argument("--workspace", metavar="NAME", default="", help="Workspace to use.")
    parser.add_argument("--samples", action="store_true", help="Read the samples at once.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="Folders to add.")
    parser.add_argument(
        "--time-start",
        action="store_true",
        help="Print the milliseconds from process start to the painted window, and exit.",
    )
    return parser.parse_args(list(arguments))


def main(
    arguments: Sequence[str],
    open_verbatim: OpenVerbatim,
    find_folder: FindFolder,
    report_defect: ReportDefect,
) -> int:
    """`verbatim-desktop ARGUMENTS...`; returns the exit status."""
    options = parse(arguments)
    folder = _find(find_folder, options.home, ask=not options.time_start)
    if folder is None:
        return WORLDS_FAULT
    if options.workspace and (wrong := _wrong_workspace(open_verbatim, options)):
        sys.stderr.write(f"{wrong}\n")
        return WRONG_USAGE
    with told_where_none():
        application = make_application()
    garbage = GarbageCollector(application)
    ending = close_when_told(application)
    folders = tuple(str(Path(one).absolute()) for one in options.folders)
    token = os.environ.get(TOKEN, "")
    request = StartRequest(options.workspace, options.samples, folders, token)
    alone = OneInstance(folder)
    if not options.time_start and not alone.claim(request):
        return 0
    settings = open_settings(folder)
    theme = saved_theme(application, settings)
    desk = Desk(
        theme,
        settings,
        folder,
        options.home,
        open_verbatim,
        partial(report_defect, options.home),
    )
    alone.handed.connect(desk.take)
    desk.folder_changed.connect(alone.follow)
    window = desk.open(options.workspace)
    catch_defects(desk)
    if options.samples:
        window.first_painted.connect(window.load_samples)
    if folders:
        window.first_painted.connect(partial(window.offer_folders, folders))
    if options.time_start:
        window.first_painted.connect(partial(_tell_time, window))
    window.show()
    status = application.exec()
    garbage.close()
    if ending is not None:
        ending.close()
    alone.close()
    return status


def _find(find_folder: FindFolder, home: str, *, ask: bool) -> Path | None:
    """The data folder; None where it cannot be used, which was said then. ask: there is a person
    who may connect its disk.
    """
    while True:
        try:
            return find_folder(home)
        except VerbatimError as error:
            sys.stderr.write(f"verbatim-desktop: {error}\n")
            if not ask or not isinstance(error, DataFolderGone):
                return None
            with told_where_none():
                make_application()
            if not look_again(str(error)):
                return None


def _wrong_workspace(open_verbatim: OpenVerbatim, options: argparse.Namespace) -> str:
    """Why the workspace that was asked for cannot be opened, "" where it can."""
    try:
        with closing(open_verbatim(options.home, options.workspace)) as verbatim:
            verbatim.workspaces.require(options.workspace)
    except UsageError as error:
        return str(error)
    return ""


def make_application() -> QApplication:
    """The one application, at any fraction of scale."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    install_roles()
    application.setApplicationName("verbatim-desktop")
    application.setApplicationDisplayName("Verbatim Desktop")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("verbatim-desktop")
    application.setWindowIcon(application_icon())
    application.setQuitOnLastWindowClosed(True)
    return application


def saved_theme(application: QApplication, settings: QSettings) -> Theme:
    mode, zoom = str(settings.value("theme", "")), str(settings.value("zoom", ""))
    return Theme(
        application,
        Mode(mode) if mode in list(Mode) else Mode.SYSTEM,
        int(zoom) if zoom.isdecimal() else 100,
    )


def catch_defects(desk: Desk) -> None:
    """Show what nothing else caught, and log it."""

    def show(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):  # on Windows
            QApplication.closeAllWindows()
        else:
            desk.show_defect(error)

    sys.excepthook = show


def _tell_time(window: MainWindow) -> None:
    sys.stdout.write(f"{milliseconds_since_start():.0f}\n")
    sys.stdout.flush()
    window.close()


def milliseconds_since_start() -> float:
    """How long this process has been running."""
    stat = Path("/proc/self/stat")
    if stat.exists():
        ticks = float(stat.read_text().rsplit(")", 1)[1].split()[19])
        uptime = float(Path("/proc/uptime").read_text().split()[0])
        return (uptime - ticks / os.sysconf("SC_CLK_TCK")) * 1000
    return time.perf_counter() * 1000 - _LOADED


_LOADED = time.perf_counter() * 1000
