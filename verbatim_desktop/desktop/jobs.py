"""Run core calls off the GUI thread and bring their results home.

One background lane, so that the library has one user here. A newer job on the same channel
supersedes the older one: what is late or cancelled stays silent.

What emits on a lane has Slots alone to be connected to. PySide looks into it without the
interpreter's lock, and a method that is no Slot is put in there when it is first connected: both at
once end the program.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from verbatim_desktop.domain.errors import Cancelled

Work = Callable[[], object]


class Job(QObject):
    """One core call in flight. Lives on the GUI thread; silent once cancelled."""

    succeeded = Signal(object)
    failed = Signal(object)
    finished = Signal()  # after succeeded or failed; also after a cancelled call has ended
    _ended = Signal(object, object)

    def __init__(self, work: Work, parent: QObject, *, must: bool = False) -> None:
        super().__init__(parent)
        self._work = work
        self._must = must
        self._stop = Event()
        self._ended.connect(self._deliver)

    @Slot()
    def cancel(self) -> None:
        """Want nothing more of it; a call that has not begun is made only where it must be."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def run(self) -> None:
        """On the lane."""
        if self._stop.is_set() and not self._must:
            self._ended.emit(None, Cancelled())
            return
        try:
            result = self._work()
        except Exception as error:  # told on the GUI thread
            self._ended.emit(None, error)
        else:
            self._ended.emit(result, None)

    @Slot(object, object)
    def _deliver(self, result: object, error: Exception | None) -> None:
        if not self._stop.is_set():
            if error is None:
                self.succeeded.emit(result)
            elif not isinstance(error, Cancelled):
                self.failed.emit(error)
        self.finished.emit()
        self.deleteLater()


class FromLane(QObject):
    """Brings home what a call on a lane tells meanwhile."""

    told = Signal(object)


class Jobs(QObject):
    """The background lane."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")
        self._newest: dict[str, Job] = {}
        self._held: list[Job] | None = None  # jobs that wait for release(); None where none do
        self._closed = False

    def hold(self) -> None:
        """Begin nothing before release(): what a call imports would hold up the first paint."""
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for job in held:
            self._lane.submit(job.run)

    def start(
        self,
        work: Work,
        channel: str = "",
        *,
        must: bool = False,
        then: Callable[[Any], object] | None = None,
        fail: Callable[[Exception], object] | None = None,
    ) -> Job:
        """Queue a call. On a named channel it supersedes whatever was started there before.

        must: it is made even where nobody waits for it any more, as what is typed must be kept.
        then, fail: connected before the lane begins, which would take the interpreter's lock in
        between: a key waited some milliseconds for it. Once closed nothing is called any more,
        and nothing said.
        """
        job = Job(work, self, must=must)
        if then is not None:
            job.succeeded.connect(then)
        if fail is not None:
            job.failed.connect(fail)
        if self._closed:  # a timer or a signal that was under way when the window closed
            job.cancel()
            return job
        if channel:
            if (older := self._newest.get(channel)) is not None:
                older.cancel()
            self._newest[channel] = job
            job.finished.connect(lambda: self._forget(channel, job))
        if self._held is not None:
            self._held.append(job)
        else:
            self._lane.submit(job.run)
        return job

    def cancel(self, channel: str) -> None:
        if (job := self._newest.pop(channel, None)) is not None:
            job.cancel()

    def close(self, last: Work | None = None) -> None:
        """Cancel what waits, wait for the call in flight, and make a last one on the lane."""
        self._closed = True
        for job in self.findChildren(Job):
            job.cancel()
        self.release()
        if last is not None:
            self._lane.submit(last)
        self._lane.shutdown(wait=True)

    def _forget(self, channel: str, job: Job) -> None:
        if self._newest.get(channel) is job:
            del self._newest[channel]
