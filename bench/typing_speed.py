"""How long a key takes where text is written: in a long reply, and in the field of a question.

Words are typed into the real window, key by key, at a person's pace. Time runs from the key event
until the field with its new letter has been painted; what waits for a pause (marks, checks, saving)
counts where it falls, as a turn of the event loop. The reply is set together from sentences of the
library, each with its marker, until it is as long as is said.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.event_loop import TURNS, TurnWatch, Typed, open_window, watch_beside
from bench.libraries import ingest, scratch, section_texts
from bench.measure import Options, in_fresh_process, main
from bench.query_speed import percentile
from bench.questions import pick
from bench.report import Figure, Report, Table

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from verbatim_desktop.desktop.main_window import MainWindow

NAME = "typing"
GOAL_MS, GOAL_GAP_MS = 16.0, 50.0
CHARACTERS = 15_000
TYPED = "What a person types goes here, one letter after the other; then a pause. " * 2
KEY_SECONDS, PAUSE_SECONDS, SETTLED_SECONDS = 0.06, 1.5, 3.0
QUESTIONS = 6


def measure(home: Path, questions: list[str], text: str = TYPED) -> dict[str, Typed]:
    """Keys typed into a reply and into a question. To be called in a fresh process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from verbatim_desktop.__main__ import FEW_COLLECTIONS
    from verbatim_desktop.desktop.garbage import GarbageCollector
    from verbatim_desktop.desktop.ingest_process import IngestProcess
    from verbatim_desktop.desktop.run import make_application

    gc.set_threshold(FEW_COLLECTIONS)  # both as in `verbatim-desktop`
    sys.setswitchinterval(0.001)
    application = make_application()
    GarbageCollector(application)
    window = open_window(home, IngestProcess(str(home), ""))
    window.show()
    spin(application, SETTLED_SECONDS)
    watch = TurnWatch()
    watch_beside(watch)
    reply = reply_field(application, window, long_draft(home, questions))
    found = {f"reply of {CHARACTERS:,} characters": type_into(application, watch, reply, text)}
    question = question_field(application, window)
    found["question"] = type_into(application, watch, question, text)
    window.close()
    return found


def reply_field(application: QApplication, window: MainWindow, key: str) -> QWidget:
    """The editor of a kept draft, the cursor in its middle."""
    from verbatim_desktop.desktop.panes.compose import ComposePane

    window.show_place("compose")
    pane = window.pane("compose")
    assert isinstance(pane, ComposePane)
    pane.opening.open(key)
    spin(application, SETTLED_SECONDS)
    pane.editor.go_to(len(pane.editor.text()) // 2)
    return pane.editor


def question_field(application: QApplication, window: MainWindow) -> QWidget:
    window.show_place("ask")
    window.take_pane_focus()
    spin(application, 1.0)
    focus = application.focusWidget()
    assert focus is not None
    return focus


def long_draft(home: Path, questions: list[str]) -> str:
    """The key of a draft of the questions, its passages quoted again and again until it is long."""
    from verbatim_desktop.bootstrap import open_verbatim
    from verbatim_desktop.compose.reply_paragraphs import retraced

    verbatim = open_verbatim(str(home))
    message = verbatim.composer.read_message("\n\n".join(questions))
    draft = verbatim.composer.draft(message)
    parts = draft.text.split("\n\n")
    times = CHARACTERS // max(len(draft.text), 1) + 1
    text = "\n\n".join(parts * times)[:CHARACTERS]
    states = retraced(text, draft.text, draft.paragraphs)
    kept = verbatim.composer.save(replace(draft, text=text, paragraphs=states))
    verbatim.close()
    return kept.key


def type_into(application: QApplication, watch: TurnWatch, widget: QWidget, text: str) -> Typed:
    from PySide6.QtCore import Qt, QTimer

    typed = Typed()
    turns = QTimer(widget)
    turns.setTimerType(Qt.TimerType.PreciseTimer)
    turns.timeout.connect(watch.tick)
    widget.setFocus()
    spin(application, 0.5)
    turns.start(1)
    watch.start()
    for letter in text:
        wall, cpu = press(application, widget, letter)
        typed.wall.append(wall)
        typed.cpu.append(cpu)
        spin(application, PAUSE_SECONDS if letter in ";." else KEY_SECONDS)
    typed.gaps = watch.take()
    turns.stop()
    return typed


def press(application: QApplication, widget: QWidget, letter: str) -> tuple[float, float]:
    """A key, until what it changed is painted; milliseconds of wall time and of CPU."""
    from PySide6.QtCore import QCoreApplication, QEvent, Qt
    from PySide6.QtGui import QKeyEvent

    wall, cpu = time.perf_counter(), time.thread_time()
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
        QCoreApplication.sendEvent(widget, event)
    application.processEvents()  # what waits for the next turn, and the painting
    return 1000 * (time.perf_counter() - wall), 1000 * (time.thread_time() - cpu)


def spin(application: QApplication, seconds: float) -> None:
    """Let the window live for a while, in turns as long as they come."""
    from PySide6.QtCore import QEventLoop

    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        time.sleep(0.0005)


def figures_of(found: dict[str, Typed]) -> Iterator[Figure]:
    for what, typed in found.items():
        for name, values in (("wall", typed.wall), ("CPU of the window", typed.cpu)):
            yield Figure(
                f"key to letter, {what}, p50, {name}", percentile(values, 50), "ms", GOAL_MS
            )
            yield Figure(f"key to letter, {what}, p95, {name}", percentile(values, 95), "ms")
        yield Figure(
            f"longest event-loop gap, {what}, CPU of the window", typed.gaps.cpu[-1], "ms",
            GOAL_GAP_MS,
        )  # fmt: skip


def bench(options: Options) -> Report:
    with scratch() as place:
        ingest(place / "home", options.corpora)
        questions = pick(options.golden, section_texts(place / "home"), options.times(QUESTIONS))
        found = in_fresh_process(measure, place / "home", questions)
    rows = [typed.gaps.row(what) for what, typed in found.items()]
    columns = ("where", *TURNS)
    notes = [f"{what}: most CPU in {t.gaps.reason}." for what, t in found.items() if t.gaps.reason]
    table = Table("Turns of the event loop while typing", columns, tuple(rows))
    return Report(NAME, "Typing", tuple(figures_of(found)), (table,), tuple(notes))


if __name__ == "__main__":
    main(bench)
