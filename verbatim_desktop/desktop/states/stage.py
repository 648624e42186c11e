"""A window over the samples that can be brought into any state, without a worker or a network.

What it shows is what the program really answers. The library is filled once for each need; what a
state must wait for is waited for by its signal; where it is to be seen waiting, the lane is held.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from verbatim_desktop.desktop.desk import open_settings
from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.jobs import Job
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.samples import FOLDER, sample_requests
from verbatim_desktop.desktop.states.needs import Need
from verbatim_desktop.desktop.theme import Mode, Theme
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.domain.documents import IngestProgress, IngestReport, IngestRequest

if TYPE_CHECKING:
    from verbatim_desktop.app import OpenVerbatim, Verbatim

ANSWERED = "How do I replace a broken box?"
UNANSWERED = "Can we manage Lantern with Terraform?"
CITED = "kb/1014-replace-a-broken-box.md"
#: What the edition before says differently.
CONTRASTED = Path("02-app", "(guides)", "logbook", "page.mdx")
CONTRAST = ("for 90 days on Starter", "for 60 days on Starter")
CONTRASTING = "How long is a logbook entry kept?"
#: What a writer edits: cited words and what they become.
EDITS = (("On the station page", "In the list of stations"), ("the new box", "its new box"))
PATIENCE_MS, BEAT_MS = 60_000, 10
WIDE, SMALL = (1440, 900), (1024, 700)


class StagedRun(IngestRun):
    """Reads nothing by itself: a state says how far it is."""

    def _begin(self, request: IngestRequest) -> None:
        """Wait to be told."""

    def _stop(self) -> None:
        self._done(IngestReport(self._current.name if self._current else "", cancelled=True))

    def step(self, step: IngestProgress) -> None:
        self._stepped(step)

    def report(self, report: IngestReport) -> None:
        self._done(report)

    def fail(self, error: Exception) -> None:
        self._failed(error)


class StagedLibrary:
    """One open library for window after window. error: what it says instead of answering. held:
    until this is set, nothing is answered.
    """

    def __init__(self, verbatim: Verbatim) -> None:
        self.verbatim = verbatim
        self.error: Exception | None = None
        self.held: Event | None = None

    def __call__(self) -> Verbatim:
        if self.held is not None:
            self.held.wait()
        if self.error is not None:
            raise self.error
        return self.verbatim


class Reachable(Protocol):
    """A state, as far as a stage must know it."""

    @property
    def need(self) -> Need: ...

    @property
    def reach(self) -> Callable[[Stage], object]: ...


class Stage:
    """folder: of its own, thrown away afterwards. content: what its libraries are read from."""

    def __init__(
        self, folder: Path, theme: Theme, open_verbatim: OpenVerbatim, content: Path = FOLDER
    ) -> None:
        self._folder, self._theme, self._open = folder, theme, open_verbatim
        self._content = content
        self._libraries: dict[Need, StagedLibrary] = {}
        self._opened: MainWindow | None = None
        self.run = StagedRun()
        self.need = Need.NOTHING

    # --- windows -------------------------------------------------------------------------------

    @property
    def window(self) -> MainWindow:
        if self._opened is None:
            raise ValueError("no state was reached yet")
        return self._opened

    @property
    def library(self) -> StagedLibrary:
        """The one under the window."""
        return self._libraries[self.need]

    @property
    def samples(self) -> Path:
        return self._folder / self.need.value / "Lantern"

    def reach(self, state: Reachable) -> None:
        """A new window, brought into a state."""
        self.leave()
        self.need = state.need
        self._open_window()
        state.reach(self)
        self.settle()

    def leave(self) -> None:
        """Close the window, whatever it is in the middle of."""
        self.release()
        window, self._opened = self._opened, None
        if window is not None:
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        for library in self._libraries.values():
            library.error = None
        self._theme.set_look(Mode.LIGHT, 100)

    def close(self) -> None:
        self.leave()
        for library in self._libraries.values():
            library.verbatim.close()

    def look(self, mode: Mode, zoom: int = 100, size: tuple[int, int] = WIDE) -> None:
        """The same state in another theme, at another size."""
        self.window.resize(*size)
        self._theme.set_look(mode, zoom)
        self.window.set_mode(mode)
        self.settle()

    def _open_window(self) -> None:
        library = self._libraries.get(self.need) or self._fill(self.need)
        self.run = StagedRun()
        home = self._folder / self.need.value / "data"
        settings = open_settings(home)
        settings.clear()
        outside = Outside(library, self.run, settings, _raise, folder=home)
        self._opened = window = MainWindow(self._theme, outside)
        window.samples = sample_requests(self.samples)
        window.resize(*WIDE)
        with self.waited(window.state_shown):
            window.show()
        window.activateWindow()
        self.settle()

    # --- libraries -----------------------------------------------------------------------------

    def _fill(self, need: Need) -> StagedLibrary:
        """Read the samples and ask; in another folder each, so that none sees another's edits."""
        folder = self._folder / need.value
        folder.mkdir(parents=True)
        shutil.copytree(self._content, folder / "Lantern")
        verbatim = self._open(str(folder / "data"), "")
        library = self._libraries[need] = StagedLibrary(verbatim)
        requests = sample_requests(folder / "Lantern")
        if need is Need.NOTHING:
            return library
        verbatim.ingest(requests)
        for question in (UNANSWERED, ANSWERED):
            verbatim.ask(question)
        if need is Need.VERSIONS:
            verbatim.ingest(_editions(folder, requests[0]))
        if need is Need.EDITED:
            _edit(folder / "Lantern" / CITED)
            verbatim.ingest(requests)
        return library

    # --- waiting -------------------------------------------------------------------------------

    @contextmanager
    def waited(self, signal: SignalInstance) -> Generator[None]:
        """Wait for a signal that what is done inside brings about."""
        came: list[bool] = []

        def come(*_what: object) -> None:
            came.append(True)

        signal.connect(come)
        try:
            yield
            self.until(lambda: bool(came))
        finally:
            signal.disconnect(come)

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the window live until something holds."""
        late: list[bool] = []
        patience, beat = QTimer(), QTimer()
        patience.setSingleShot(True)
        patience.timeout.connect(lambda: late.append(True))
        patience.start(PATIENCE_MS)
        beat.start(BEAT_MS)  # so that there is always an event to wake for
        while not condition():
            if late:
                raise TimeoutError("the window did not get there")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def settle(self) -> None:
        """Until nothing is in flight any more, what was asked for is laid out and painted."""
        window = self.window
        if self.library.held is None:
            lanes = (window, window.jobs)
            self.until(lambda: not any(lane.findChildren(Job) for lane in lanes))
        for _ in range(4):
            QApplication.sendPostedEvents()
            QApplication.processEvents()

    def hold(self) -> None:
        """Let the library answer nothing, so that what is asked next is waited for."""
        self.library.held = Event()

    def release(self) -> None:
        for library in self._libraries.values():
            held, library.held = library.held, None
            if held is not None:
                held.set()


def facts_in(widget: QWidget) -> list[str]:
    """What the banners say in bold, whichever part of a narrow pane is in sight."""
    return [one.notice.fact for one in widget.findChildren(Banner) if not one.isHidden()]


def _edit(page: Path) -> None:
    """A cited page changes: what was answered from it has drifted."""
    text = page.read_text("utf-8")
    for old, new in EDITS:
        text = text.replace(old, new)
    page.write_text(text, encoding="utf-8")


def _editions(folder: Path, current: IngestRequest) -> tuple[IngestRequest, ...]:
    """The documentation as version 4.0, and as 3.6, in which one number was another."""
    before = folder / "Lantern 3.6"
    shutil.copytree(current.location, before)
    page, (now, then) = before / CONTRASTED, CONTRAST
    page.write_text(page.read_text("utf-8").replace(now, then), encoding="utf-8")
    old = replace(current, location=str(before), name=f"{current.name}-3.6", base_url="")
    return (replace(current, version="4.0"), replace(old, version="3.6"))


def _raise(error: BaseException) -> str:
    raise error
