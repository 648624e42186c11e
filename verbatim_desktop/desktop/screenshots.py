"""Pictures of every pane and state, taken of the real application over the samples.

Offscreen, in a home of its own, so that no path of this machine is in a picture. What stands in
them is what the program really answers.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.ask_pictures import take_asking, take_over, take_written
from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.run import make_application, open_settings
from verbatim_desktop.desktop.samples import FOLDER, sample_requests
from verbatim_desktop.desktop.source_pictures import Camera, take_drift, take_empty, take_parts
from verbatim_desktop.desktop.theme import Mode, Theme
from verbatim_desktop.domain.documents import IngestProgress

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim

ANSWERED = "How do I replace a broken box?"
UNANSWERED = "Can we manage Lantern with Terraform?"
PATIENCE_MS = 60_000
SETTLE_MS = 250


def main(arguments: Sequence[str], open_verbatim: OpenVerbatim) -> int:
    """`screenshots OUT [--scaled]`: --scaled takes what is shown at two pixels a point."""
    parser = argparse.ArgumentParser(prog="verbatim_desktop screenshots")
    parser.add_argument("out", type=Path)
    parser.add_argument("--scaled", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(list(arguments))
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.scaled:  # whatever scale the caller's screen has
        os.environ.pop("QT_SCALE_FACTOR", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = os.environ["USERPROFILE"] = folder
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        studio = Studio(options.out, Path(folder), open_verbatim)
        if options.scaled:
            studio.take_scaled()
        else:
            studio.take_all()
    if not options.scaled:
        _take_scaled_elsewhere(options.out)
    return 0


def _take_scaled_elsewhere(out: Path) -> None:
    """The scale is fixed when Qt starts, so it takes another process."""
    command = [sys.executable, "-m", "verbatim_desktop", "screenshots", str(out), "--scaled"]
    environment = os.environ | {"QT_SCALE_FACTOR": "2"}
    subprocess.run(command, check=True, env=environment)


class Studio:
    """One window over the samples, and a camera."""

    def __init__(self, out: Path, folder: Path, open_verbatim: OpenVerbatim) -> None:
        self._out = out
        self._samples = folder / "Lantern"
        shutil.copytree(FOLDER, self._samples)
        home = folder / "data"
        application = make_application()
        installed = set(QFontDatabase.families())
        self._theme = Theme(
            application,
            Mode.LIGHT,
            family="Inter" if "Inter" in installed else "",
            mono="JetBrains Mono" if "JetBrains Mono" in installed else "",
        )
        self._progress_taken = False
        self._run = IngestProcess(str(home), "")
        library = LazyLibrary(partial(open_verbatim, str(home), ""))
        self._window = MainWindow(
            self._theme,
            Outside(
                library=library,
                run=self._run,
                settings=open_settings(home),
                report_defect=_raise,
                let_go=library.close,
            ),
        )
        self._window.samples = sample_requests(self._samples)
        self._window.resize(1440, 900)

    # --- the pictures ------------------------------------------------------------------------

    def take_all(self) -> None:
        window = self._window
        self._open()
        self._shoot("first-run")
        camera = Camera(self._shoot, _settle, Waited)
        take_empty(window, camera)
        self._add_sources()
        self._shoot("sources-report")
        self._offer()
        take_parts(window, camera)
        window.show_place("ask")
        window.ask.new_question()
        self._shoot("ask-start")
        self._ask(ANSWERED)
        self._shoot("ask")
        take_asking(window, camera)
        window.ask.new_question()
        self._ask(ANSWERED)
        take_written(window, camera)
        window.ask.new_question()
        self._ask(UNANSWERED)
        self._shoot("ask-ticket")
        take_drift(window, camera, self._samples, self._run)
        take_over(window, camera)
        window.show_keys()
        self._shoot("keys")
        window.close()

    def take_scaled(self) -> None:
        self._window.resize(1280, 800)
        self._progress_taken = True
        self._open()
        self._add_sources()
        self._window.show_place("ask")
        self._ask(ANSWERED)
        self._shoot("ask", "-200")
        self._window.close()

    def _open(self) -> None:
        with Waited(self._window.state_shown):
            self._window.show()
        _settle()

    def _add_sources(self) -> None:
        """Read the samples, and take a picture on the way."""
        self._run.progressed.connect(self._shoot_progress)
        with Waited(self._run.finished):
            self._window.load_samples()
        with Waited(self._window.state_shown):
            self._window.refresh()

    def _shoot_progress(self, step: IngestProgress) -> None:
        second = (self._run.current or self._window.samples[0]).name == self._window.samples[1].name
        if self._progress_taken or not second or step.phase != "reading" or not step.done:
            return
        self._progress_taken = True
        self._shoot("sources-progress")

    def _offer(self) -> None:
        with Waited(self._window.sources.offered):
            self._window.sources.offer(str(self._samples / "kb"))
        self._shoot("sources-add")
        self._window.sources.dismiss()

    def _ask(self, question: str) -> None:
        with Waited(self._window.source.view.shown_target):
            self._window.ask.ask_this(question)
        _settle()

    def _shoot(self, name: str, scale: str = "") -> None:
        """The window as it is, in light and in dark; a reading does not go on in between."""
        for mode in (Mode.LIGHT, Mode.DARK):
            self._window.set_mode(mode)
            if not self._run.is_running:
                _settle()
            _save(self._window, self._out / f"{name}-{mode.value}{scale}.png")
        self._window.set_mode(Mode.LIGHT)


def _save(window: QWidget, path: Path) -> None:
    if not window.grab().save(str(path)):
        raise OSError(f"{path} could not be written")


def _raise(error: BaseException) -> str:
    raise error


def _settle() -> None:
    """Let what was asked for be laid out and painted."""
    loop = QEventLoop()
    QTimer.singleShot(SETTLE_MS, loop.quit)
    loop.exec()


class Waited:
    """Wait for a signal that what is done inside brings about."""

    def __init__(self, signal: SignalInstance) -> None:
        self._loop = QEventLoop()
        self._came = False
        signal.connect(self._come)

    def _come(self, *_what: object) -> None:
        self._came = True
        self._loop.quit()

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if kind is not None or self._came:
            return
        QTimer.singleShot(PATIENCE_MS, self._loop.quit)
        self._loop.exec()
        if not self._came:
            raise TimeoutError("the window did not get there")
