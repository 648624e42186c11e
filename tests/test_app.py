"""Verbatim over rooms that remember what they were asked for."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import Once, open_verbatim
from verbatim_desktop.domain.documents import (
    DocumentSummary,
    IngestReport,
    IngestRequest,
    ParseMode,
    SourceInfo,
    SourceKind,
    SourceStatus,
)
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable, UsageError
from verbatim_desktop.ports import Progress


def source(name: str, documents: int, updated: str) -> SourceStatus:
    info = SourceInfo(name, SourceKind.KB, ParseMode.MARKDOWN, f"/{name}")
    return SourceStatus(info, documents, 2 * documents, 0, updated)


class Shelf:
    """As much of a library as these tests ask of it."""

    def __init__(self) -> None:
        self.held = (source("a", 3, "2026-01-02T00:00:00Z"), source("b", 4, "2026-01-01T00:00:00Z"))

    def sources(self) -> tuple[SourceStatus, ...]:
        return self.held

    def source(self, name: str) -> SourceStatus:
        for status in self.held:
            if status.info.name == name:
                return status
        raise NotFound(f"There is no source {name}.")

    def documents(self, source: str = "") -> tuple[DocumentSummary, ...]:
        return ()

    def generation(self) -> int:
        return 5


class Bench:
    """A Verbatim, and what became of its parts."""

    def __init__(self) -> None:
        self.opened = 0
        self.requests: Sequence[IngestRequest] = ()
        self.verbatim = Verbatim(cast("Any", self))

    workspace = "default"

    def library(self) -> Shelf:
        return self.open()

    def new_id(self) -> str:
        return "id"

    def open(self) -> Shelf:
        self.opened += 1
        return Shelf()

    def ingest(
        self, requests: Sequence[IngestRequest], _progress: Progress
    ) -> tuple[IngestReport, ...]:
        self.requests = requests
        return tuple(IngestReport(request.location) for request in requests)


def test_nothing_is_opened_before_it_is_needed():
    bench = Bench()
    assert bench.verbatim.workspace == "default"
    assert bench.opened == 0
    bench.verbatim.sources()
    assert bench.opened == 1


def test_the_summary_counts_over_all_sources():
    summary = Bench().verbatim.library_summary()
    assert (summary.sources, summary.documents, summary.sections) == (2, 7, 14)
    assert (summary.generation, summary.updated) == (5, "2026-01-02T00:00:00Z")


def test_documents_of_a_source_that_is_not_there_are_refused():
    verbatim = Bench().verbatim
    assert verbatim.docs("a") == ()
    with pytest.raises(NotFound):
        verbatim.docs("c")


def test_ingests_are_handed_on_in_their_order():
    bench = Bench()
    reports = bench.verbatim.ingest([IngestRequest("one"), IngestRequest("two")])
    assert [report.source for report in reports] == ["one", "two"]


def test_many_threads_that_ask_at_once_get_one_and_the_same():
    made: list[object] = []
    gate = threading.Barrier(8)

    def make() -> object:
        made.append(object())
        return made[-1]

    once = Once(make)

    def ask(_number: int) -> object:
        gate.wait()
        return once()

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(ask, range(8)))
    assert len(made) == len(found) == 1


def test_what_could_not_be_made_is_tried_again():
    attempts: list[int] = []

    def make() -> str:
        attempts.append(1)
        if len(attempts) == 1:
            raise OSError
        return "made"

    once = Once(make)
    with pytest.raises(OSError):  # noqa: PT011
        once()
    assert once() == "made"


@pytest.mark.parametrize("name", ["", "team one", "Straße", "v1.2_x-y"])
def test_workspaces_have_plain_names(name: str):
    assert open_verbatim(workspace=name).workspace == (name or "default")


@pytest.mark.parametrize("name", ["../up", "a/b", "a\\b", ".", " ", "x" * 65, "new\nline"])
def test_a_name_that_could_be_a_path_names_no_workspace(name: str):
    with pytest.raises(UsageError, match="cannot name a workspace"):
        open_verbatim(workspace=name)


def test_the_environment_names_the_workspace(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VERBATIM_WORKSPACE", "team")
    with closing(open_verbatim()) as verbatim:
        assert verbatim.workspace == "team"
    assert open_verbatim(workspace="mine").workspace == "mine"


def test_an_empty_library_answers_with_what_it_is(home: Path):
    verbatim = open_verbatim(str(home))
    assert verbatim.sources() == ()
    assert verbatim.library_summary().documents == 0
    with pytest.raises(QuestionUnusable):
        verbatim.ask("  ")
    verbatim.close()


def test_a_closed_library_opens_again(home: Path):
    verbatim = open_verbatim(str(home))
    assert verbatim.answers() == ()
    verbatim.close()
    assert verbatim.answers() == ()
    verbatim.close()
