"""Closing the window in the middle of anything leaves no process, thread, lock or half a page.

Over the real library and the real worker.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from tests.adapters.providers.wire import PIECES, Stream, Wire, frames
from tests.desktop.waiting import PATIENCE_MS
from tests.journeys import window as whole_window
from tests.processes import children
from verbatim_desktop.adapters.providers.loop import THREAD
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.panes.inspector import InspectorPane
from verbatim_desktop.desktop.panes.usage import UsagePane
from verbatim_desktop.desktop.samples import FOLDER, sample_requests
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.health import CheckState
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

QUESTION = "How do I replace a broken box?"
DEADLINE = 300.0  # seconds; a stalled call that is not cancelled ends here and no sooner
Begin = Callable[[QtBot, MainWindow], None]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the samples and a data folder that holds them."""
    folder = tmp_path_factory.mktemp("filled")
    shutil.copytree(FOLDER, folder / "Lantern")
    verbatim = open_verbatim(str(folder / "data"))
    verbatim.ingest(sample_requests(folder / "Lantern"))
    verbatim.ask("Can we manage Lantern with Terraform?")
    verbatim.close()
    return folder


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, filled: Path, tmp_path: Path) -> Iterator[MainWindow]:
    data = tmp_path / "data"
    if not data.exists():
        shutil.copytree(filled / "data", data)

    def fail(error: BaseException) -> str:
        raise error

    library = LazyLibrary(partial(open_verbatim, str(data), ""))
    run = IngestProcess(str(data), "")
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(theme, Outside(library, run, settings, fail, let_go=library.close))
    window.resize(1440, 900)
    with qtbot.waitSignal(window.state_shown):
        window.show()
    yield window
    window.close()
    window.deleteLater()


def ingest(qtbot: QtBot, window: MainWindow) -> None:
    """A new source is half read."""

    def under_way(step: IngestProgress) -> bool:
        return step.phase == "reading" and step.done > 0

    run = window.context.run
    with qtbot.waitSignal(run.progressed, check_params_cb=under_way):
        window.samples = tuple(replace(one, name=f"again-{one.name}") for one in SAMPLES)
        window.load_samples()


def answer(_qtbot: QtBot, window: MainWindow) -> None:
    window.ask.ask_this(QUESTION)


def query(_qtbot: QtBot, window: MainWindow) -> None:
    window.commands.go("inspector")
    cast("InspectorPane", window.current_pane).query.bar.set_text(QUESTION)


def golden(qtbot: QtBot, window: MainWindow) -> None:
    """Some questions are measured, and others not yet."""
    window.commands.go("inspector")
    pane = cast("InspectorPane", window.current_pane)
    pane.show_golden()
    with qtbot.waitSignal(pane.sets.said):
        pane.sets.load(str(FOLDER / "golden.jsonl"))
    qtbot.waitUntil(lambda: pane.golden.golden is not None)
    pane.run_golden()
    assert pane.golden.is_running


def gaps(_qtbot: QtBot, window: MainWindow) -> None:
    window.commands.go("usage")
    cast("UsagePane", window.current_pane).show_gaps()


def message(_qtbot: QtBot, window: MainWindow) -> None:
    from verbatim_desktop.desktop.panes.compose import ComposePane

    window.commands.go("compose")
    cast("ComposePane", window.current_pane).opening.read_text(f"Hello,\n\n{QUESTION}\n")


SAMPLES = sample_requests()
BEGUN: tuple[Begin, ...] = (ingest, answer, query, golden, gaps, message)


@pytest.mark.parametrize("begin", BEGUN, ids=[one.__name__ for one in BEGUN])
def test_closing_in_the_middle_leaves_nothing_behind(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, begin: Begin
):
    threads, processes = set(threading.enumerate()), children().keys()
    begin(qtbot, window)
    window.close()

    lanes = [one for one in threading.enumerate() if one.name.startswith("library")]
    assert lanes == []
    assert set(threading.enumerate()) <= threads
    assert children().keys() <= processes
    whole(tmp_path / "data")


# --- while a model writes ------------------------------------------------------------------------


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A model that stalls in the middle of what it writes."""
    with Wire() as server:
        server.script = [Stream(frames(ProviderName.COMPATIBLE)[:3], stalls=True)]
        yield server


@pytest.fixture
def with_model(filled: Path, tmp_path: Path, wire: Wire) -> None:
    """The data folder's answers are written by it."""
    shutil.copytree(filled / "data", tmp_path / "data")
    verbatim = open_verbatim(str(tmp_path / "data"))
    settings = ProviderSettings(ProviderName.COMPATIBLE, "a-model", f"{wire.url}/v1", DEADLINE)
    verbatim.models.save(settings)
    verbatim.models.choose(ProviderName.COMPATIBLE)
    verbatim.close()


def streamed_answer(qtbot: QtBot, window: MainWindow) -> None:
    window.ask.ask_this(QUESTION)
    text = window.ask.view.text
    qtbot.waitUntil(lambda: PIECES[0].strip() in text.toPlainText())


def streamed_reply(qtbot: QtBot, window: MainWindow) -> None:
    from verbatim_desktop.desktop.panes.compose import ComposePane

    message(qtbot, window)
    pane = cast("ComposePane", window.current_pane)
    qtbot.waitUntil(lambda: pane.desk.checked is not None)
    pane.write_answers()
    written = pane.diff.view
    qtbot.waitUntil(lambda: PIECES[0].strip() in written.toPlainText())


#: Idle between calls, shared by every window, and ended with the program: the loop of the models,
#: and where it asks for keys.
SHARED = (THREAD, "asyncio_", "verbatim-keyring")
STREAMED: tuple[Begin, ...] = (streamed_answer, streamed_reply)


@pytest.mark.network_loopback
@pytest.mark.parametrize("begin", STREAMED, ids=[one.__name__ for one in STREAMED])
def test_closing_while_a_model_writes_leaves_nothing_behind(
    qtbot: QtBot,
    with_model: None,
    window: MainWindow,
    wire: Wire,
    tmp_path: Path,
    begin: Begin,
):
    threads, processes = set(threading.enumerate()), children().keys()
    begin(qtbot, window)
    assert wire.stalled.wait(PATIENCE_MS / 1000)
    window.close()

    assert wire.gone.wait(PATIENCE_MS / 1000)  # the call has ended, and with it what it costs
    left = {one.name for one in set(threading.enumerate()) - threads}
    ours = {name for name in left if "process_request" not in name}  # the wire's own
    assert {name for name in ours if not name.startswith(SHARED)} == set()
    assert children().keys() <= processes
    verbatim = open_verbatim(str(tmp_path / "data"))
    verbatim.models.choose(ProviderName.NONE)
    verbatim.close()
    whole(tmp_path / "data")


CLOSED = """
import time
main.ask.ask_this("{question}")
yield lambda: "{said}" in main.ask.view.text.toPlainText()
print(time.monotonic(), flush=True)
"""


@pytest.mark.network_loopback
def test_the_program_ends_at_once_where_its_window_is_closed_while_a_model_writes(
    with_model: None, wire: Wire, tmp_path: Path
):
    journey = CLOSED.format(question=QUESTION, said=PIECES[0].strip())
    code = f"import sys\n{whole_window(journey, '--home', str(tmp_path / 'data'))}"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=400
    )
    assert time.monotonic() - float(done.stdout) < DEADLINE / 3
    assert wire.gone.wait(PATIENCE_MS / 1000)


def whole(data: Path) -> None:
    """The library is free, and every page of it is all there."""
    verbatim = open_verbatim(str(data))
    try:
        assert [check for check in verbatim.doctor() if check.state is CheckState.BAD] == []
        sources = {one.info.name for one in verbatim.sources()}
        for page in verbatim.docs():
            document = verbatim.document(page.id)
            assert document.source in sources
            assert len(document.sections) == page.sections
        assert verbatim.ask(QUESTION).citations
        [report] = verbatim.ingest((replace(SAMPLES[1], name="once-more"),))
        assert report.documents > 0
    finally:
        verbatim.close()
    left = [path.name for path in data.rglob("*") if path.suffix in (".part", ".tmp")]
    assert left == []
