"""Folders in the library: what is read again, what goes, and who sees it when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    IngestRequest,
    ParseMode,
    SourceKind,
)
from verbatim_desktop.domain.errors import Cancelled, NotFound, SourceUnavailable, UsageError
from verbatim_desktop.ingest.discover import IgnoreRules
from verbatim_desktop.ingest.document import parse_document, route_table
from verbatim_desktop.ingest.source_files import SourceFiles
from verbatim_desktop.workflows import read_source
from verbatim_desktop.workflows.ingest_source import guess_source


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "help"
    folder.mkdir()
    bench = Workbench(home, folder)
    yield bench
    bench.close()


@pytest.fixture
def pages(bench: Workbench) -> Workbench:
    """A bench with three pages in its folder, not yet ingested."""
    bench.write("a.md", "# Apples\n\nApples are crisp.\n")
    bench.write("b.md", "# Pears\n\nPears are soft.\n\n## Storing\n\nKeep pears cool.\n")
    bench.write("deep/c.md", "# Plums\n\nPlums are blue.\n")
    return bench


def test_pages_are_read_stored_and_found(pages: Workbench):
    report = pages.ingest()
    assert (report.source, report.documents, report.added) == ("help", 3, 3)
    assert (report.sections, report.sentences) == (4, 4)
    assert report.changed_paths == ("a.md", "b.md", "deep/c.md")
    assert pages.found("pears") == ["b.md"]
    assert pages.page("b.md").title == "Pears"
    assert pages.library.source("help").report == report


def test_a_second_ingest_of_the_same_folder_changes_nothing(pages: Workbench):
    pages.ingest()
    documents, generation = pages.library.documents(), pages.library.generation()
    manifest = pages.library.index_manifest()
    report = pages.ingest()
    assert (report.added, report.changed, report.removed, report.unchanged) == (0, 0, 0, 3)
    assert (report.documents, report.sections, report.sentences) == (3, 4, 4)
    assert report.changed_paths == ()
    assert pages.library.generation() == generation
    assert pages.library.documents() == documents  # the very same rows
    assert pages.library.index_manifest() == manifest


def test_an_edited_page_is_read_again_and_only_that_one(pages: Workbench):
    pages.ingest()
    before = {summary.path: summary.id for summary in pages.library.documents()}
    pages.write("b.md", "# Pears\n\nPears are juicy.\n")
    report = pages.ingest()
    assert (report.changed, report.unchanged, report.changed_paths) == (1, 2, ("b.md",))
    after = {summary.path: summary.id for summary in pages.library.documents()}
    assert {path for path in after if after[path] != before[path]} == {"b.md"}
    assert pages.found("juicy") == ["b.md"]
    assert pages.found("soft") == []


def test_a_touched_page_with_the_same_bytes_is_unchanged(pages: Workbench):
    pages.ingest()
    pages.write("a.md", "# Apples\n\nApples are crisp.\n")
    assert pages.ingest().unchanged == 3


def test_a_removed_file_goes_from_the_library_and_the_index(pages: Workbench):
    pages.ingest()
    (pages.folder / "a.md").unlink()
    report = pages.ingest()
    assert (report.documents, report.removed, report.removed_paths) == (2, 1, ("a.md",))
    assert pages.paths() == ["b.md", "deep/c.md"]
    assert pages.found("apples") == []


def test_a_renamed_file_is_one_removed_and_one_added(pages: Workbench):
    pages.ingest()
    (pages.folder / "a.md").rename(pages.folder / "z.md")
    report = pages.ingest()
    assert (report.added, report.removed, report.unchanged) == (1, 1, 2)


def test_an_edited_partial_changes_exactly_the_pages_that_show_it(bench: Workbench):
    bench.write("_days.mdx", "Refunds take **14 days**.\n")
    for page in ("refunds", "returns"):
        bench.write(f"{page}.mdx", "import Days from './_days.mdx'\n\n# Page\n\n<Days />\n")
    bench.write("other.mdx", "# Other\n\nNothing of it.\n")
    assert bench.ingest().added == 3
    assert "14 days" in bench.text("refunds")
    bench.write("_days.mdx", "Refunds take **30 days**.\n")
    report = bench.ingest()
    assert report.changed_paths == ("refunds.mdx", "returns.mdx")
    assert "30 days" in bench.text("returns")
    (bench.folder / "_days.mdx").unlink()
    report = bench.ingest()
    assert report.changed_paths == ("refunds.mdx", "returns.mdx")
    assert {note.path for note in report.warnings} == {"refunds.mdx", "returns.mdx"}
    bench.write("_days.mdx", "Refunds take **7 days**.\n")
    assert bench.ingest().changed == 2
    assert "7 days" in bench.text("refunds")


def test_what_was_noted_of_an_unchanged_page_is_said_again(bench: Workbench):
    bench.write("a.md", "# Café\n\nÀ bientôt.\n".encode("cp1252"))
    bench.write("b.md", "# Plain\n\nPlain.\n")
    first = bench.ingest()
    assert [note.path for note in first.warnings] == ["a.md"]
    second = bench.ingest()
    assert second.unchanged == 2
    assert second.warnings == first.warnings


def test_other_options_read_the_pages_again(pages: Workbench):
    pages.ingest()
    report = pages.ingest(base_url="https://help.example")
    assert report.changed == 3
    assert pages.page("a.md").url == "https://help.example/a"
    assert pages.ingest().unchanged == 3  # kept from last time
    report = pages.ingest(kind=SourceKind.DOCS, mode=ParseMode.MDX)
    assert report.changed == 3
    assert pages.page("deep/c").kind is SourceKind.DOCS
    assert pages.library.source("help").info.reason == ""


def test_what_is_ignored_goes_and_is_remembered_as_ignored(pages: Workbench):
    pages.ingest()
    report = pages.ingest(ignore=("deep/",))
    assert report.removed_paths == ("deep/c.md",)
    assert report.skipped == (FileNote("deep/", "Ignored, as you asked"),)
    assert pages.ingest().unchanged == 2


def test_a_glob_that_is_none_is_refused_before_anything_is_read(pages: Workbench):
    with pytest.raises(UsageError):
        pages.ingest(ignore=("!",))
    assert pages.library.sources() == ()


# --- Sources and their names ---------------------------------------------------------------------


def test_a_second_folder_of_the_same_name_gets_a_name_of_its_own(pages: Workbench, tmp_path: Path):
    other = tmp_path / "other" / "help"
    other.mkdir(parents=True)
    (other / "a.md").write_text("# Elsewhere\n")
    assert pages.ingest().source == "help"
    assert pages.ingest(other).source == "help-2"
    assert pages.ingest(other).unchanged == 1
    assert {status.info.name for status in pages.library.sources()} == {"help", "help-2"}


def test_one_folder_under_two_names_is_two_sources(pages: Workbench):
    pages.ingest(name="one")
    pages.ingest(name="two")
    assert len(pages.paths()) == 6
    with pytest.raises(UsageError, match="stored as “one” and “two”"):
        pages.ingest()


def test_a_source_within_another_is_two_sources(pages: Workbench):
    pages.ingest()
    assert pages.ingest(pages.folder / "deep").documents == 1
    assert pages.page("deep/c.md").source in ("deep", "help")
    assert {status.info.name for status in pages.library.sources()} == {"deep", "help"}
    assert pages.found("plums") == ["c.md", "deep/c.md"]


def test_a_taken_name_is_refused_and_a_moved_folder_takes_its_name_along(
    pages: Workbench, tmp_path: Path
):
    pages.ingest()
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(UsageError, match="The name “help” belongs to"):
        pages.ingest(other, name="help")
    moved = pages.folder.rename(tmp_path / "moved")
    report = pages.ingest(moved, name="help")
    assert report.unchanged == 3
    assert pages.library.source("help").info.root == str(moved)


@pytest.mark.parametrize("name", ["a/b", " a", "a\n", "x" * 81])
def test_a_name_that_could_not_be_addressed_is_refused(pages: Workbench, name: str):
    with pytest.raises(UsageError, match="cannot name a source"):
        pages.ingest(name=name)


def test_a_removed_source_goes_and_the_rest_stays(pages: Workbench):
    pages.ingest(name="one")
    pages.ingest(name="two")
    pages.remove("one")
    assert [status.info.name for status in pages.library.sources()] == ["two"]
    assert len(pages.paths()) == 3
    assert pages.found("pears") == ["b.md"]
    with pytest.raises(NotFound, match="no source “one”"):
        pages.remove("one")


def test_the_guess_says_why(pages: Workbench):
    info = guess_source(str(pages.folder), FolderTree)
    assert (info.name, info.kind, info.mode) == ("help", SourceKind.KB, ParseMode.MARKDOWN)
    assert "Read as Markdown" in info.reason
    pages.ingest()
    assert pages.library.source("help").info == info


# --- Folders that are empty or gone --------------------------------------------------------------


def test_an_empty_folder_is_a_source_with_a_warning(bench: Workbench):
    report = bench.ingest()
    assert report.documents == 0
    assert report.warnings == (read_source.NO_PAGES,)
    assert bench.library.source("help").documents == 0
    assert bench.found("anything") == []


def test_a_vanished_folder_is_said_and_what_is_stored_stays(pages: Workbench, tmp_path: Path):
    pages.ingest()
    pages.folder.rename(tmp_path / "moved")
    with pytest.raises(SourceUnavailable, match="does not exist"):
        pages.ingest()
    assert len(pages.paths()) == 3
    assert pages.found("pears") == ["b.md"]


def test_nothing_is_read_where_one_of_the_folders_is_missing(pages: Workbench, tmp_path: Path):
    missing = IngestRequest(str(tmp_path / "missing"))
    with pytest.raises(SourceUnavailable):
        pages.ingest_all([IngestRequest(str(pages.folder)), missing])
    assert pages.library.generation() == 0


def test_a_folder_that_vanishes_on_the_way_does_not_take_the_others_along(
    pages: Workbench, tmp_path: Path
):
    second = tmp_path / "second"
    second.mkdir()

    def vanish(step: IngestProgress) -> None:
        if second.exists():
            second.rmdir()

    with pytest.raises(SourceUnavailable):
        pages.ingest_all([IngestRequest(str(pages.folder)), IngestRequest(str(second))], vanish)
    assert len(pages.paths()) == 3


# --- Progress and cancelling ---------------------------------------------------------------------


class Recorder:
    """Keeps each step; stops at the first one that a condition holds for."""

    def __init__(self, phase: str = "", path: str = "") -> None:
        self.steps: list[IngestProgress] = []
        self._phase = phase
        self._path = path

    def __call__(self, step: IngestProgress) -> None:
        self.steps.append(step)
        if step.phase == self._phase and step.path >= self._path:
            raise Cancelled


@pytest.fixture
def every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are told and kept one by one."""
    monkeypatch.setattr(read_source, "STEPS_A_SECOND", 1e9)
    monkeypatch.setattr(read_source, "BATCH_PAGES", 1)


@pytest.mark.usefixtures("every_step")
def test_progress_counts_then_reads_then_indexes(pages: Workbench):
    told = Recorder()
    pages.ingest(progress=told)
    assert list(dict.fromkeys(step.phase for step in told.steps)) == [
        "counting",
        "reading",
        "indexing",
    ]
    reading = [step for step in told.steps if step.phase == "reading"]
    assert [(step.done, step.total, step.path) for step in reading] == [
        (0, 3, "a.md"),
        (1, 3, "b.md"),
        (2, 3, "deep/c.md"),
    ]
    assert reading[-1].bytes_done > 0


def test_progress_is_told_at_a_pace_that_can_be_followed(bench: Workbench):
    for number in range(60):
        bench.write(f"{number}.md", f"# Page {number}\n")
    told = Recorder()
    report = bench.ingest(progress=told)
    assert len(told.steps) <= 10 + 20 * (report.seconds + 1)


@pytest.mark.usefixtures("every_step")
def test_a_cancelled_run_publishes_what_is_done(pages: Workbench):
    report = pages.ingest(progress=Recorder("reading", "b.md"))
    assert report.cancelled
    assert (report.documents, report.added) == (1, 1)
    assert pages.paths() == ["a.md"]
    assert pages.found("apples") == ["a.md"]
    rest = pages.ingest()
    assert (rest.added, rest.unchanged, rest.cancelled) == (2, 1, False)


@pytest.mark.usefixtures("every_step")
def test_cancelling_removes_nothing_that_was_not_looked_at(pages: Workbench):
    pages.ingest()
    (pages.folder / "deep" / "c.md").unlink()
    assert pages.ingest(progress=Recorder("reading", "a.md")).removed == 0
    assert len(pages.paths()) == 3


@pytest.mark.usefixtures("every_step")
def test_cancelling_before_anything_was_read_leaves_no_trace(pages: Workbench):
    report = pages.ingest(progress=Recorder("counting"))
    assert (report.documents, report.cancelled) == (0, True)
    assert pages.library.generation() == 0


@pytest.mark.usefixtures("every_step")
def test_a_run_that_is_stopped_while_indexing_is_finished_by_the_next(pages: Workbench):
    report = pages.ingest(progress=Recorder("indexing"))
    assert report.cancelled
    assert report.documents == 3
    assert "run it again" in report.warnings[-1].reason
    assert pages.library.generation() == 0
    report = pages.ingest()
    assert (report.added, report.unchanged) == (3, 0)  # against what was published
    assert pages.found("pears") == ["b.md"]


@pytest.mark.usefixtures("every_step")
def test_the_sources_after_a_cancelled_one_are_not_begun(pages: Workbench, tmp_path: Path):
    second = tmp_path / "second"
    second.mkdir()
    (second / "x.md").write_text("# X\n")
    reports = pages.ingest_all(
        [IngestRequest(str(pages.folder)), IngestRequest(str(second))], Recorder("reading", "b.md")
    )
    assert [report.source for report in reports] == ["help"]
    assert [status.info.name for status in pages.library.sources()] == ["help"]


# --- The shipped samples -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["docs", "kb"])
def test_every_sample_page_comes_back_from_the_library_as_it_was_parsed(
    bench: Workbench, name: str
):
    samples = Path(__file__).resolve().parents[2] / "corpus_samples" / name
    report = bench.ingest(samples)
    assert report.failed == ()
    tree = FolderTree(str(samples))
    listing = tree.list(IgnoreRules.from_globs(()), lambda _count: None)
    files = SourceFiles(listing.paths, tree.read)
    info = bench.library.source(name).info
    routes, _ = route_table(info, files)
    documents = [bench.library.document(page.id) for page in bench.library.documents()]
    assert len(documents) == report.documents > 10
    for document in documents:
        assert document == parse_document(info, files, document.path, routes).document
