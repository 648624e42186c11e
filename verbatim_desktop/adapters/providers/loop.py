"""One asyncio loop on a thread of its own, for everything that talks to a model.

The SDKs are imported and run there and nowhere else. Callers wait on their own thread, hear each
delta there, and are let go at once when they wish to stop, whatever the connection is doing.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.ports import Cancellation

THREAD = "verbatim-models"
T = TypeVar("T")
Say = Callable[[str], None]
Work = Callable[[Say], Coroutine[Any, Any, T]]


class TooLate(Exception):
    """The work did not end in time."""


class LoopThread:
    """Runs coroutines for threads that wait. The thread starts with the first of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(
        self,
        work: Work[T],
        deliver: Callable[[str], None],
        cancellation: Cancellation,
        patience: float,
    ) -> T:
        """Run work(say) on the loop; what it says is delivered on the calling thread.

        Raises Cancelled as soon as it is wished, and TooLate after `patience` seconds: the work
        is then cancelled, and nothing waits for it to notice. What is unwanted already does
        not begin.
        """
        if cancellation:
            raise Cancelled
        words: SimpleQueue[str | None] = SimpleQueue()  # None: it has ended, or is to end
        wake = partial(words.put, None)
        future = asyncio.run_coroutine_threadsafe(work(words.put), self._running())
        future.add_done_callback(lambda _future: wake())
        cancellation.listen(wake)
        try:
            _hear(words, deliver, cancellation, time.monotonic() + patience)
            return _result(future)
        finally:
            future.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name=THREAD, daemon=True
                )
                self._thread.start()
                atexit.register(self.stop)
            return self._loop

    def stop(self) -> None:
        """End the thread; the next call starts another."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is None or thread is None:
            return
        atexit.unregister(self.stop)
        asyncio.run_coroutine_threadsafe(_end_all(), loop)
        thread.join(STOPPING_SECONDS)
        if not thread.is_alive():
            loop.close()


STOPPING_SECONDS = 2.0


async def _end_all() -> None:
    """Cancel what still runs, let it close its connections, and stop the loop."""
    loop = asyncio.get_running_loop()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=STOPPING_SECONDS / 2) if tasks else None
    await loop.shutdown_asyncgens()
    loop.stop()


def _hear(
    words: SimpleQueue[str | None],
    deliver: Callable[[str], None],
    cancellation: Cancellation,
    until: float,
) -> None:
    """Deliver words until there are no more. Raises Cancelled and TooLate."""
    while True:
        try:
            word = words.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            raise TooLate from None
        if cancellation:
            raise Cancelled
        if word is None:
            return
        deliver(word)


def _result(future: Future[T]) -> T:
    try:
        return future.result(timeout=0)
    except (asyncio.CancelledError, CancelledError):  # the loop is being stopped
        raise Cancelled from None


shared_loop = LoopThread()
