"""The longest the window stands still: while it opens, goes to each pane, and a folder is ingested.

It is the real window. A timer asks for its turn every millisecond in the window's own event loop:
from its first paint until all panes are ready, while each is shown for the first time, with nothing
to do, and during an ingest with the Sources pane and its progress shown, until the new library is
there. A gap is the time between two turns; where one is long, a thread beside the window notes what
runs in it. On a busy machine other programs take turns too. So beside the wall time of each gap
stands how long it was without the time that the window's thread was ready and waited for a
processor (Linux tells it; its own work is left, the interpreter's lock and the disk), and the CPU
time that the thread spent in it: the ingest is another process.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.libraries import scratch
from bench.measure import Options, in_fresh_process, main
from bench.report import Figure, Report, Row, Table
from verbatim_desktop.domain.documents import IngestRequest

if TYPE_CHECKING:
    from verbatim_desktop.desktop.ingest_process import IngestProcess
    from verbatim_desktop.desktop.main_window import MainWindow

NAME = "event-loop"
GOAL_MS = 50.0
IDLE_MS = 3_000
SETTLED_MS = 1_000  # after each phase, so that what it brings on counts
PASSAGES = ("run", "frame", "jobs", "warming", "main_window")  # lead everywhere, and say nothing
LONG_MS = 5.0  # from here on the reason for a gap is noted
SLICE_MS = 10.0  # of CPU; longer ones are listed
#: What Gaps.row has numbers of.
TURNS = ("turns", "p50 ms", "p99 ms", "longest ms", "not waiting for a processor", "CPU ms")


@dataclass(frozen=True, slots=True)
class Slice:
    """One turn that took long, in milliseconds. reason: what the window was at."""

    wall: float
    own: float
    cpu: float
    reason: str


@dataclass(frozen=True, slots=True)
class Gaps:
    """Milliseconds between two turns of the event loop, without waiting for a processor, and of CPU
    within them, each sorted; and the turns that took most CPU, the longest first.
    """

    wall: tuple[float, ...]
    own: tuple[float, ...]
    cpu: tuple[float, ...]
    slices: tuple[Slice, ...] = ()

    def row(self, what: str) -> Row:
        def at(share: float) -> float:
            return self.wall[int(share * (len(self.wall) - 1))]

        longest = (self.wall[-1], self.own[-1], self.cpu[-1])
        return Row(what, (float(len(self.wall)), at(0.5), at(0.99), *longest))

    @property
    def reason(self) -> str:
        """What the window was at in the turn that took most CPU."""
        return self.slices[0].reason if self.slices else ""


@dataclass
class Typed:
    """Milliseconds of each key, of wall time and of CPU, and the loop's turns meanwhile."""

    wall: list[float] = field(default_factory=list[float])
    cpu: list[float] = field(default_factory=list[float])
    gaps: Gaps = field(default_factory=lambda: Gaps((), (), ()))


class TurnWatch:
    """Notes how long each turn of the event loop took. To be made on the window's thread."""

    def __init__(self) -> None:
        waits = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._waits = os.open(waits, os.O_RDONLY) if waits.exists() else -1
        self.start()

    def start(self) -> None:
        """Forget what was noted and begin anew."""
        self._turns: list[tuple[float, float, float]] = []  # wall, own and CPU milliseconds
        self._reasons: dict[int, str] = {}
        self._last = self._now()

    def _now(self) -> tuple[float, float, float]:
        """Seconds: by the clock, waited for a processor, of CPU."""
        waited = int(os.pread(self._waits, 99, 0).split()[1]) / 1e9 if self._waits >= 0 else 0.0
        return time.perf_counter(), waited, time.thread_time()

    def tick(self) -> None:
        now = self._now()
        wall, waited, cpu = (1000 * (a - b) for a, b in zip(now, self._last, strict=True))
        self._turns.append((wall, max(wall - waited, 0.0), cpu))
        self._last = now

    def look(self, window_thread: int) -> None:
        """From another thread: what the window is at, where its turn takes long."""
        if 1000 * (time.perf_counter() - self._last[0]) > LONG_MS:
            self._reasons.setdefault(len(self._turns), place_of(window_thread))

    def take(self) -> Gaps:
        """The gaps so far; counting starts anew."""
        turns, reasons = self._turns, self._reasons
        by_cpu = sorted(range(len(turns)), key=lambda at: -turns[at][2])
        listed = [at for at in by_cpu if at == by_cpu[0] or turns[at][2] > SLICE_MS]
        slices = [Slice(*turns[at], reasons.get(at, "")) for at in listed]
        wall, own, cpu = (tuple(sorted(turn[number] for turn in turns)) for number in range(3))
        self.start()
        return Gaps(wall, own, cpu, tuple(slices))


def place_of(thread: int) -> str:
    """The function of the program that a thread is in. No frame is held beyond this call."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    names: list[str] = []
    while frame is not None:
        stem = Path(frame.f_code.co_filename).stem
        if "verbatim_desktop" in frame.f_code.co_filename and stem not in PASSAGES:
            names.append(f"{stem}.{frame.f_code.co_name}")
        frame = frame.f_back
    return " … ".join([*names[-2:], *names[:1]]) or "Qt itself"


def watch_beside(watch: TurnWatch) -> None:
    """Look at the window's thread every few milliseconds for as long as the process lives."""
    window_thread = threading.get_ident()

    def look() -> None:
        while True:
            time.sleep(0.005)
            watch.look(window_thread)

    threading.Thread(target=look, daemon=True).start()


PHASES = ("from the first paint until all is ready", "each pane shown first", "idle", "ingest")


def watch_window(home: Path, folder: Path) -> dict[str, Gaps]:
    """Gaps of each of PHASES. To be called in a fresh process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt, QTimer

    from verbatim_desktop.__main__ import FEW_COLLECTIONS
    from verbatim_desktop.desktop.garbage import GarbageCollector
    from verbatim_desktop.desktop.ingest_process import IngestProcess
    from verbatim_desktop.desktop.places import PLACES
    from verbatim_desktop.desktop.run import make_application

    gc.set_threshold(FEW_COLLECTIONS)  # both as in `verbatim-desktop`
    sys.setswitchinterval(0.001)
    application = make_application()
    GarbageCollector(application)
    reading = IngestProcess(str(home), "")
    window = open_window(home, reading)
    watch = TurnWatch()
    watch_beside(watch)
    found: list[Gaps] = []
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(watch.tick)
    to_show = [place.name for place in PLACES if place.name != "sources"] + ["sources"]

    def show_next() -> None:
        if to_show:
            window.show_place(to_show.pop(0))
            QTimer.singleShot(SETTLED_MS, show_next)
        else:
            found.append(watch.take())
            QTimer.singleShot(IDLE_MS, ingest)

    def begin_showing() -> None:
        found.append(watch.take())
        show_next()

    def ingest() -> None:
        found.append(watch.take())
        window.sources.read((IngestRequest(str(folder)),))

    def end() -> None:
        found.append(watch.take())
        timer.stop()
        window.close()

    reading.finished.connect(lambda: QTimer.singleShot(SETTLED_MS, end))
    window.first_painted.connect(lambda: (watch.start(), timer.start(1)))
    window.warming.finished.connect(lambda: QTimer.singleShot(0, begin_showing))
    window.show()
    application.exec()
    return dict(zip(PHASES, found, strict=True))


def open_window(home: Path, reading: IngestProcess) -> MainWindow:
    """The window as the program opens it."""
    from functools import partial

    from PySide6.QtWidgets import QApplication

    from verbatim_desktop.bootstrap import open_verbatim
    from verbatim_desktop.desktop.lazy_library import LazyLibrary
    from verbatim_desktop.desktop.main_window import MainWindow, Outside
    from verbatim_desktop.desktop.run import open_settings, saved_theme

    def report_defect(error: BaseException) -> str:
        raise error

    settings = open_settings(home)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    library = LazyLibrary(partial(open_verbatim, str(home)))
    outside = Outside(library, reading, settings, report_defect, let_go=library.close)
    return MainWindow(saved_theme(application, settings), outside)


def bench(options: Options) -> Report:
    rows: list[Row] = []
    slices: list[Row] = []
    figures: list[Figure] = []
    for corpus in options.corpora:
        with scratch() as place:
            found = in_fresh_process(watch_window, place / "home", corpus)
        for phase, gaps in found.items():
            name = f"{corpus.name}: {phase}"
            rows.append(gaps.row(name))
            slices += [
                Row(f"{name}, {one.reason or 'between two looks'}", (one.wall, one.own, one.cpu))
                for one in gaps.slices
                if one.cpu > SLICE_MS
            ]
            what = f"longest event-loop gap, {phase} ({corpus.name})"
            figures.append(Figure(f"{what}, wall", gaps.wall[-1], "ms", GOAL_MS))
            waiting = f"{what}, not waiting for a processor"
            figures.append(Figure(waiting, gaps.own[-1], "ms", GOAL_MS))
            figures.append(Figure(f"{what}, CPU of the window", gaps.cpu[-1], "ms"))
    long = f"Turns of more than {SLICE_MS:.0f} ms of CPU"
    tables = (
        Table("Turns of the event loop", ("when", *TURNS), tuple(rows)),
        Table(long, ("when, and at what", "ms", *TURNS[-2:]), tuple(slices)),
    )
    return Report(NAME, "Event loop", tuple(figures), tables)


if __name__ == "__main__":
    main(bench)
