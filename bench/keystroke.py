"""How soon the Inspector shows the ranking of what was just typed.

Golden questions are typed into the real window, key by key, at a person's pace, over a library of
25,000 sections. Time runs from the key event until the list with its ranking has been painted. A
key whose ranking is superseded by the next key's before it is shown counts up to that next one's
picture. Meanwhile a timer asks for its turn every millisecond, and the longest it waited is noted.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.corpora import scaled_library
from bench.event_loop import TurnWatch, Typed, open_window
from bench.libraries import section_texts
from bench.measure import Options, in_fresh_process, main
from bench.query_speed import percentile
from bench.questions import pick
from bench.report import Figure, Report, Row, Table

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QLineEdit

    from verbatim_desktop.desktop.main_window import MainWindow
    from verbatim_desktop.desktop.panes.inspector import InspectorPane

NAME = "keystroke"
GOAL_P50_MS, GOAL_P95_MS, GOAL_GAP_MS = 15.0, 40.0, 50.0
QUESTIONS = 12
LONGEST = 60  # characters of a question that are typed
KEY_MS = 90  # between two keys
PAUSE_MS = 900  # between two questions: what a pause brings in is seen as well
SETTLED_MS = 2_000


class Typist:
    """Types questions and notes when each key's ranking was painted."""

    def __init__(self, pane: InspectorPane, questions: Sequence[str], key: QTimer) -> None:
        self._pane, self._key = pane, key
        self._keys = [
            (number, one) for number, question in enumerate(questions) for one in question[:LONGEST]
        ]
        self._question = 0
        self._waiting: list[tuple[str, float, float]] = []
        self.typed = Typed()
        pane.query.list.painted.connect(self._painted)

    def press(self) -> bool:
        """Type the next key; False where there is none left."""
        if not self._keys:
            return False
        number, one = self._keys.pop(0)
        field_ = self._pane.query.bar.field
        if number != self._question:
            self._question = number
            self._waiting.clear()
            field_.clear()
        began = (time.perf_counter(), time.process_time())
        _type(field_, one)
        if self._pane.query.bar.text():
            self._waiting.append((self._pane.query.bar.text(), *began))
        following = self._keys[0][0] if self._keys else number
        self._key.start(PAUSE_MS if following != number else KEY_MS)
        return True

    def _painted(self) -> None:
        """The list was painted: all keys up to the one it belongs to have been shown."""
        shown = self._pane.query.shown
        texts = [text for text, _wall, _cpu in self._waiting]
        if shown is None or shown.wanted.text not in texts:
            return
        last = len(texts) - 1 - texts[::-1].index(shown.wanted.text)
        now = (time.perf_counter(), time.process_time())
        for _text, wall, cpu in self._waiting[: last + 1]:
            self.typed.wall.append(1000 * (now[0] - wall))
            self.typed.cpu.append(1000 * (now[1] - cpu))
        del self._waiting[: last + 1]


def _type(field_: QLineEdit, text: str) -> None:
    """A key that types a text, whatever keyboard would have it."""
    from PySide6.QtCore import QCoreApplication, QEvent, Qt
    from PySide6.QtGui import QKeyEvent

    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, text)
        QCoreApplication.sendEvent(field_, event)


def measure(home: Path, questions: Sequence[str]) -> Typed:
    """Type questions into the Inspector of a window; to be called in a fresh process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt, QTimer

    from verbatim_desktop.__main__ import FEW_COLLECTIONS
    from verbatim_desktop.desktop.garbage import GarbageCollector
    from verbatim_desktop.desktop.ingest_process import IngestProcess
    from verbatim_desktop.desktop.run import make_application

    gc.set_threshold(FEW_COLLECTIONS)  # both as in `verbatim-desktop`
    sys.setswitchinterval(0.001)
    application = make_application()
    GarbageCollector(application)
    window: MainWindow = open_window(home, IngestProcess(str(home), ""))
    watch, turns, key = TurnWatch(), QTimer(window), QTimer(window)
    turns.setTimerType(Qt.TimerType.PreciseTimer)
    turns.timeout.connect(watch.tick)
    key.setSingleShot(True)
    typists: list[Typist] = []

    def warm() -> None:
        """Show the pane and rank once: the index is opened by then, as it is in use."""
        from verbatim_desktop.desktop.panes.inspector import InspectorPane

        window.show_place("inspector")
        pane = window.pane("inspector")
        assert isinstance(pane, InspectorPane)
        pane.take_focus()
        pane.query.bar.set_text("warm")
        typists.append(Typist(pane, questions, key))
        QTimer.singleShot(SETTLED_MS, begin)

    def begin() -> None:
        typists[0].typed = Typed()
        watch.start()
        turns.start(1)
        typists[0].press()

    def press() -> None:
        if not typists[0].press():
            typists[0].typed.gaps = watch.take()
            turns.stop()
            window.close()

    key.timeout.connect(press)
    window.state_shown.connect(lambda: QTimer.singleShot(SETTLED_MS, warm))
    window.show()
    application.exec()
    return typists[0].typed


def bench(options: Options) -> Report:
    rows: list[Row] = []
    figures: list[Figure] = []
    for sections in options.sections:
        with scaled_library(options.corpora, sections) as home:
            questions = pick(options.golden, section_texts(home), options.times(QUESTIONS))
            typed = in_fresh_process(measure, home, questions)
        name = f"{sections:,} sections"
        for what, values in (("wall", typed.wall), ("CPU of the window", typed.cpu)):
            ats = (percentile(values, 50), percentile(values, 95), max(values))
            rows.append(Row(f"{name}, {what}", (float(len(values)), *ats)))
        rows.append(typed.gaps.row(f"{name}, turns of the event loop"))
        figures += [
            Figure(f"keystroke to painted list, p50, {name}", percentile(typed.wall, 50), "ms",
                   GOAL_P50_MS),
            Figure(f"keystroke to painted list, p95, {name}", percentile(typed.wall, 95), "ms",
                   GOAL_P95_MS),
            Figure(f"longest event-loop gap while typing, {name}", typed.gaps.wall[-1], "ms",
                   GOAL_GAP_MS),
        ]  # fmt: skip
    table = Table("Milliseconds", ("what", "count", "p50", "p95 (turns: p99)", "longest"), tuple(
        Row(row.what, row.numbers[:4]) for row in rows))  # fmt: skip
    return Report(NAME, "Keystroke to ranking", tuple(figures), (table,))


if __name__ == "__main__":
    main(bench)
