"""Start the window. It is painted before the library, the index or a database are imported."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.theme import Mode, Theme

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim, Verbatim

#: Writes a defect to the log of a data folder and says where; "" where it cannot.
ReportDefect = Callable[[str, BaseException], str]
#: The data folder that --home, or nothing, stands for.
FindFolder = Callable[[str], Path]

SETTINGS = "window.ini"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="verbatim-desktop", description="Open the window.")
    parser.add_argument("--home", metavar="DIR", default="", help="Data folder.")
    parser.add_argument("--workspace", metavar="NAME", default="", help="Workspace to use.")
    parser.add_argument("--samples", action="store_true", help="Read the samples at once.")
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
    application = make_application()
    folder = find_folder(options.home)
    settings = open_settings(folder)
    theme = saved_theme(application, settings)
    library = LazyLibrary(partial(open_verbatim, options.home, options.workspace))
    window = MainWindow(
        theme,
        Outside(
            library=library,
            run=IngestProcess(options.home, options.workspace),
            settings=settings,
            report_defect=partial(report_defect, options.home),
            workspace=options.workspace or "default",
            folder=folder,
            let_go=library.close,
        ),
    )
    catch_defects(window)
    if options.samples:
        window.first_painted.connect(window.load_samples)
    if options.time_start:
        window.first_painted.connect(partial(_tell_time, window))
    window.show()
    return application.exec()


def make_application() -> QApplication:
    """The one application, at any fraction of scale."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("verbatim-desktop")
    application.setApplicationDisplayName("Verbatim Desktop")
    application.setQuitOnLastWindowClosed(True)
    return application


def open_settings(folder: Path) -> QSettings:
    """How the window was, kept in the data folder."""
    return QSettings(str(folder / SETTINGS), QSettings.Format.IniFormat)


def saved_theme(application: QApplication, settings: QSettings) -> Theme:
    mode, zoom = str(settings.value("theme", "")), str(settings.value("zoom", ""))
    return Theme(
        application,
        Mode(mode) if mode in list(Mode) else Mode.SYSTEM,
        int(zoom) if zoom.isdecimal() else 100,
    )


class LazyLibrary:
    """Opens the library on the first call and answers with the same one ever after."""

    def __init__(self, open_it: Callable[[], Verbatim]) -> None:
        self._open_it = open_it
        self._opened: Verbatim | None = None
        self._lock = threading.Lock()

    def __call__(self) -> Verbatim:
        with self._lock:
            if self._opened is None:
                self._opened = self._open_it()
            return self._opened

    def close(self) -> None:
        """Let go of the library, if it was ever opened."""
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()


def catch_defects(window: MainWindow) -> None:
    """Show what nothing else caught in a banner, and log it."""

    def show(kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
        else:
            window.show_defect(error)

    sys.excepthook = show


def _tell_time(window: MainWindow) -> None:
    sys.stdout.write(f"{milliseconds_since_start():.0f}\n")
    sys.stdout.flush()
    window.close()


def milliseconds_since_start() -> float:
    """How long this process has been running."""
    stat = Path("/proc/self/stat")
    if stat.exists():
        import os

        ticks = float(stat.read_text().rsplit(")", 1)[1].split()[19])
        uptime = float(Path("/proc/uptime").read_text().split()[0])
        return (uptime - ticks / os.sysconf("SC_CLK_TCK")) * 1000
    return time.perf_counter() * 1000 - _LOADED


_LOADED = time.perf_counter() * 1000
