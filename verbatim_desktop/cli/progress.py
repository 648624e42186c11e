"""How far a job is: a bar on a terminal, a line at each tenth elsewhere. Always on stderr.

Ctrl-C ends the job at its next step, so that what was done is kept; pressed again it ends at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from verbatim_desktop.cli.output import note, one_line, stderr
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import Cancelled

if TYPE_CHECKING:
    from types import FrameType

    from rich.console import Console

    from verbatim_desktop.ports import Progress

TENTHS = 10


class Observer:
    """Shows what it is told, and raises Cancelled after Ctrl-C."""

    def __init__(self, show: Progress, stop: threading.Event) -> None:
        self._show = show
        self._stop = stop

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C was pressed, be it too late to cancel anything."""
        return self._stop.is_set()

    def __call__(self, step: IngestProgress, /) -> None:
        if self.stopped:
            raise Cancelled
        self._show(step)


@contextmanager
def shown_progress() -> Generator[Observer]:
    """An observer for as long as the block runs."""
    with interruptible() as stop, shown(stop) as progress:
        yield progress


@contextmanager
def shown(stop: threading.Event) -> Generator[Observer]:
    """An observer that an event stops."""
    console = stderr()
    with bar(console) if console.is_terminal else lines() as show:
        yield Observer(show, stop)


@contextmanager
def interruptible() -> Generator[threading.Event]:
    """An event that the first Ctrl-C sets; the second one interrupts as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def lines() -> Generator[Progress]:
    """One line at each tenth of each phase: what a log wants."""
    said = ("", 0)

    def observe(step: IngestProgress, /) -> None:
        nonlocal said
        now = (step.phase, TENTHS * step.done // step.total if step.total else 0)
        if now != said and step.done:
            said = now
            note(f"{step.phase} {step.done} of {step.total}" if step.total else step.phase)

    yield observe


@contextmanager
def bar(console: Console) -> Generator[Progress]:
    """A bar with the current file, the rate and the time left."""
    from rich import progress

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
        progress.TextColumn("{task.fields[path]}", style="dim", markup=False),
    )
    with progress.Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task("counting", total=None, path="", rate="")

        def observe(step: IngestProgress, /) -> None:
            if shown.tasks[0].description != step.phase:
                shown.reset(task, description=step.phase)
            shown.update(
                task,
                completed=step.done,
                total=step.total or None,
                path=one_line(step.path),
                rate=f"{step.done / step.seconds:.0f}/s" if step.seconds else "",
            )

        yield observe
