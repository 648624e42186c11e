"""The longest the window stands still while it opens and while a folder is ingested.

It is the real window, with the Sources pane and its progress shown. A timer asks for its turn every
millisecond in the window's own event loop, from its first paint until the new library is shown. A
gap is the time between two turns. On a busy machine other programs take turns too: beside the wall
time of each gap stands the CPU time that the window's process spent in it (the ingest is another
process), and the same of a window with nothing to do.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
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
OPENING_MS = 4_000  # the library is opened and the other panes are imported meanwhile
IDLE_MS = 3_000
SETTLED_MS = 1_000  # after opening, and after the ingest, so that showing the library counts


@dataclass(frozen=True, slots=True)
class Gaps:
    """Milliseconds between two turns of the event loop, and of CPU within them, both sorted."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    def row(self, what: str) -> Row:
        def at(share: float) -> float:
            return self.wall[int(share * (len(self.wall) - 1))]

        numbers = (float(len(self.wall)), at(0.5), at(0.99), self.wall[-1], self.cpu[-1])
        return Row(what, numbers)


class TurnWatch:
    """Notes how long each turn of the event loop took."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Forget what was noted and begin anew."""
        self._wall: list[float] = []
        self._cpu: list[float] = []
        self._last = (time.perf_counter(), time.process_time())

    def tick(self) -> None:
        now = (time.perf_counter(), time.process_time())
        self._wall.append(1000 * (now[0] - self._last[0]))
        self._cpu.append(1000 * (now[1] - self._last[1]))
        self._last = now

    def take(self) -> Gaps:
        """The gaps so far; counting starts anew."""
        gaps = Gaps(tuple(sorted(self._wall)), tuple(sorted(self._cpu)))
        self.start()
        return gaps


def watch_ingest(home: Path, folder: Path) -> tuple[Gaps, Gaps, Gaps]:
    """Gaps after the first paint, of an idle window, and while it ingests a folder.

    To be called in a fresh process.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt, QTimer

    from verbatim_desktop.desktop.ingest_process import IngestProcess
    from verbatim_desktop.desktop.run import make_application

    application = make_application()
    reading = IngestProcess(str(home), "")
    window = open_window(home, reading)
    watch = TurnWatch()
    found: list[Gaps] = []
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(watch.tick)

    def settle() -> None:
        """The library is open, the other panes imported: to Sources, before the clock runs."""
        found.append(watch.take())
        window.show_place("sources")
        QTimer.singleShot(SETTLED_MS, watch.start)
        QTimer.singleShot(SETTLED_MS + IDLE_MS, ingest)

    def ingest() -> None:
        found.append(watch.take())
        window.sources.read((IngestRequest(str(folder)),))

    def end() -> None:
        found.append(watch.take())
        timer.stop()
        window.close()

    reading.finished.connect(lambda: QTimer.singleShot(SETTLED_MS, end))
    window.first_painted.connect(lambda: (watch.start(), timer.start(1)))
    window.first_painted.connect(lambda: QTimer.singleShot(OPENING_MS, settle))
    window.show()
    application.exec()
    opening, idle, busy = found
    return opening, idle, busy


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
    figures: list[Figure] = []
    for corpus in options.corpora:
        with scratch() as place:
            opening, idle, busy = in_fresh_process(watch_ingest, place / "home", corpus)
        rows += [
            opening.row(f"{corpus.name}: after the first paint"),
            idle.row(f"{corpus.name}: idle before"),
            busy.row(f"{corpus.name}: ingest"),
        ]
        figures += [
            Figure(
                f"longest event-loop gap after the first paint ({corpus.name}), CPU of the window",
                opening.cpu[-1],
                "ms",
                GOAL_MS,
            ),
            Figure(
                f"longest event-loop gap while {corpus.name} is ingested, CPU of the window",
                busy.cpu[-1],
                "ms",
                GOAL_MS,
            ),
            Figure(
                f"longest event-loop gap while {corpus.name} is ingested, wall",
                busy.wall[-1],
                "ms",
            ),
        ]
    columns = ("when", "turns", "p50 ms", "p99 ms", "longest ms", "longest CPU ms")
    table = Table("Turns of the event loop", columns, tuple(rows))
    return Report(NAME, "Event loop during ingest", tuple(figures), (table,))


if __name__ == "__main__":
    main(bench)
