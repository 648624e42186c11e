"""The loop's thread: who runs where, who is let go when, and that SDKs stay out of the rest."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from verbatim_desktop.adapters.providers.loop import THREAD, LoopThread, Say, TooLate
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.ports import Cancellation

SDKS = ("openai", "anthropic", "google.genai", "httpx2")


@pytest.fixture
def own_loop() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.stop()


def no_one(_word: str) -> None:
    pass


def test_work_runs_on_the_loops_thread_and_words_arrive_here(own_loop: LoopThread):
    heard: list[tuple[str, str]] = []

    async def work(say: Say) -> str:
        say("a")
        await asyncio.sleep(0)
        say("b")
        return threading.current_thread().name

    def hear(word: str) -> None:
        heard.append((word, threading.current_thread().name))

    here = threading.current_thread().name
    assert own_loop.run(work, hear, Cancellation(), 90) == THREAD
    assert heard == [("a", here), ("b", here)]


def test_what_the_work_raises_is_raised_here(own_loop: LoopThread):
    async def work(_say: Say) -> None:
        raise KeyError("x")

    with pytest.raises(KeyError):
        own_loop.run(work, no_one, Cancellation(), 90)


async def nothing(_say: Say) -> None:
    """Work that ends at once."""


def test_a_caller_is_let_go_even_when_the_loop_is_held_up(own_loop: LoopThread):
    held, let_go = threading.Event(), threading.Event()

    async def hold(_say: Say) -> None:
        held.set()
        let_go.wait()  # as an import would

    cancellation = Cancellation()
    stopper = threading.Thread(target=lambda: (held.wait(), cancellation.wish()))
    stopper.start()
    with pytest.raises(Cancelled):
        own_loop.run(hold, no_one, cancellation, 90)
    with pytest.raises(TooLate):
        own_loop.run(hold, no_one, Cancellation(), 0.05)
    let_go.set()
    stopper.join()


def test_work_that_is_unwanted_already_does_not_begin(own_loop: LoopThread):
    begun: list[str] = []

    async def work(_say: Say) -> None:
        begun.append("begun")

    cancellation = Cancellation()
    cancellation.wish()
    with pytest.raises(Cancelled):
        own_loop.run(work, no_one, cancellation, 90)
    own_loop.run(nothing, no_one, Cancellation(), 90)  # what was begun before it would be done
    assert begun == []


def test_the_work_of_a_caller_who_left_is_cancelled(own_loop: LoopThread):
    ended = threading.Event()

    async def work(say: Say) -> None:
        say("a")
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    def hear(_word: str) -> None:
        raise ValueError("gone")

    with pytest.raises(ValueError, match="gone"):
        own_loop.run(work, hear, Cancellation(), 90)
    assert ended.wait(90)


def test_stopping_ends_what_runs_and_the_next_call_starts_anew(own_loop: LoopThread):
    started = threading.Event()

    async def wait(_say: Say) -> None:
        started.set()
        await asyncio.Event().wait()

    async def work(_say: Say) -> int:
        return 7

    caught: list[BaseException] = []

    def call() -> None:
        try:
            own_loop.run(wait, no_one, Cancellation(), 90)
        except Cancelled as error:
            caught.append(error)

    caller = threading.Thread(target=call)
    caller.start()
    started.wait(90)
    own_loop.stop()
    caller.join(90)
    assert len(caught) == 1
    assert own_loop.run(work, no_one, Cancellation(), 90) == 7


def run_python(code: str, **environment: str) -> str:
    import os

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_a_provider_no_sdk_is_imported_and_no_thread_started():
    code = f"""
import sys, threading
from verbatim_desktop.bootstrap import open_verbatim
models = open_verbatim().models
assert models.provider() is None
models.settings(); models.chosen()
print([name for name in {SDKS!r} if name in sys.modules], threading.active_count())
"""
    assert run_python(code) == "[] 1"


def test_a_provider_imports_its_sdk_when_it_is_called_and_not_before():
    code = f"""
import sys, threading, builtins
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.errors import ProviderError
from verbatim_desktop.domain.models import ModelRequest
from verbatim_desktop.ports import Cancellation
provider = open_verbatim().models.provider("compatible", "m")
assert not [name for name in {SDKS!r} if name in sys.modules]
threads, real = set(), builtins.__import__
def watched(name, *rest):
    if name.partition(".")[0] in ("openai", "httpx2") and name not in sys.modules:
        threads.add(threading.current_thread().name)
    return real(name, *rest)
builtins.__import__ = watched
try:
    provider.write(ModelRequest("i", "q"), print, Cancellation())
except ProviderError:
    print(sorted(threads), "openai" in sys.modules, "anthropic" in sys.modules)
"""
    out = run_python(code, VERBATIM_COMPATIBLE_BASE_URL="http://127.0.0.1:9/v1")
    assert out == f"{[THREAD]!r} True False"


def test_packages_that_stand_on_pydantic_are_imported_by_one_thread_after_the_other():
    """Two that begin at once get half a module of each other: Python lets one go on without."""
    code = """
import sys, threading
from types import SimpleNamespace
from verbatim_desktop.adapters.imports import importing
from verbatim_desktop.adapters.providers import openai, registry
from verbatim_desktop.domain.models import ProviderName
call = SimpleNamespace(key="k", base_url="http://127.0.0.1:9")
threads = [
    threading.Thread(target=lambda: registry.known_models(ProviderName.OPENAI)),
    threading.Thread(target=lambda: openai.sdk(call, None)),
]
def known():
    return [name for name in ("genai_prices", "openai") if name in sys.modules]
with importing:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(0.3)
    held = known()
for thread in threads:
    thread.join()
print(held, known())
"""
    assert run_python(code) == "[] ['genai_prices', 'openai']"
