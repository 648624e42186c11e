"""Each bench runs on a small library and says what it is meant to; no time is held to a goal."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import (
    check_passages,
    cold_start,
    event_loop,
    index_build,
    ingest,
    keystroke,
    memory,
    run,
    typing_speed,
)
from bench.corpora import scaled, turned, write_library
from bench.golden import SAMPLES
from bench.libraries import ingest as ingest_into
from bench.libraries import opened, section_texts
from bench.measure import Cost, Options, in_fresh_process, in_turns, measured, run_program
from bench.mutations import KINDS, standing
from bench.questions import pick
from bench.report import Figure, Report, Row, Table, markdown
from verbatim_desktop.domain.plain import from_plain, to_plain

pytestmark = pytest.mark.once

PAGES = {
    "refunds.md": "# Refunds\n\nRefunds take 14 days.\n\n## Cards\n\nCards are refunded first.\n",
    "shipping.md": "# Shipping\n\nParcels leave at noon.\n\n## Abroad\n\nCustoms take a week.\n",
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "shop"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text + "\n" + "Filler for the size. " * 60, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    place = tmp_path_factory.mktemp("library") / "home"
    ingest_into(place, [corpus])
    return place


def test_no_changed_passage_of_the_samples_is_called_verified():
    chance = random.Random(3)
    pages = check_passages.pages_of(SAMPLES / "docs", 12, chance)
    tally = check_passages.check(pages, 100, 280, chance)
    assert tally.wrong == []
    assert tally.true.total() == 100
    assert set(tally.kinds) == {kind.__name__ for kind in KINDS}


def test_what_stands_is_read_word_by_word():
    [page] = check_passages.pages_of(SAMPLES / "kb", 1, random.Random(1))
    text = next(page.text_of(s) for s in page.sentences if len(page.text_of(s).split()) > 6)
    assert standing(text, page) == 1
    assert standing(" ".join(text.split()[::-1]), page) == 0


def goals(report: Report) -> list[float]:
    return [figure.goal for figure in report.figures if figure.goal is not None]


@pytest.mark.counterpart
def test_every_engine_indexes_all_sections_of_a_library(
    library: Path, tmp_path: Path, require: Callable[[str, bool], None]
):
    for package in ("tantivy", "bm25s"):
        require(f"{package} (dev.py bench --help)", find_spec(package) is not None)
    texts = section_texts(library)
    questions = ["customs abroad", "cards refunded"]
    for name, (engine, opener) in memory.PEERS.items():
        folder = tmp_path / name
        folder.mkdir()
        index_build.ENGINES[engine](texts, folder)
        answer = opener(folder)
        assert all(answer(question) for question in questions)
    with opened(library) as (_, index):
        assert index.reader().section_count == len(texts) == 4


def test_the_index_build_is_compared_with_peers(library: Path, monkeypatch: pytest.MonkeyPatch):
    engines = {name: index_build.ENGINES[name] for name in ("Verbatim Desktop", "SQLite FTS5")}
    monkeypatch.setattr(index_build, "ENGINES", engines)
    [ratio], table = index_build.compare(library, 4, repeats=1)
    assert [row.what for row in table.rows] == list(engines)
    assert all(min(row.numbers) > 0 for row in table.rows)
    ours, theirs = (row.numbers[0] for row in table.rows)
    assert ratio.measured == pytest.approx(ours / theirs)


def test_memory_is_that_of_an_index_that_answered(library: Path):
    texts = section_texts(library)
    questions = pick(Path("no such folder"), texts, 200)
    found = in_fresh_process(memory.our_memory, library, questions)
    assert questions
    assert 0 <= found < memory.GOAL_MB


def test_the_runner_reports_an_ingest_in_figures_and_leaves_the_pages_alone(
    corpus: Path, capfd: pytest.CaptureFixture[str]
):
    assert run.main([str(corpus), "--only", "ingest", "--repeats", "1", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert "cores" in found["machine"]
    [report] = (from_plain(Report, item) for item in found["reports"])
    assert goals(report) == [ingest.GOAL_WHOLE, ingest.GOAL_UNCHANGED, ingest.GOAL_EDIT_MS]
    assert "shop: 2 pages, 4 sections" in report.figures[0].what
    [edit] = [table for table in report.tables if "edit" in table.title]
    assert all(min(row.numbers) > 0 for row in edit.rows)
    assert "zyxglorb" not in (corpus / "refunds.md").read_text(encoding="utf-8")


def test_a_question_and_an_empty_python_are_started(library: Path, tmp_path: Path):
    cost = cold_start.started(
        tmp_path, "verbatim", "--home", library, "ask", "How long do refunds take?"
    )
    assert cost.cpu > 0
    assert cold_start.empty_python().wall > 0


def test_the_window_takes_its_turns_while_a_folder_is_ingested(corpus: Path, tmp_path: Path):
    found = in_fresh_process(event_loop.watch_window, tmp_path / "home", corpus)
    assert tuple(found) == event_loop.PHASES
    assert all(len(gaps.wall) == len(gaps.cpu) > 100 for gaps in found.values())
    busy = found["ingest"]
    assert busy.row("ingest").numbers[-1] == max(busy.cpu)
    assert section_texts(tmp_path / "home")


def test_programs_that_were_waited_for_count():
    busy = run_program(["python3", "-c", "sum(range(3_000_000))"])
    assert busy.cpu > 0.01
    with measured() as watch:
        sum(range(1_000_000))
    assert watch.cost.cpu > 0.001


def test_jobs_take_turns():
    seen: list[str] = []

    def job(name: str) -> Cost:
        seen.append(name)
        return Cost(len(seen), 0)

    first, second = in_turns(2, lambda: job("a"), lambda: job("b"))
    assert seen == ["a", "b", "a", "b"]
    assert [cost.cpu for cost in first + second] == [1, 3, 2, 4]


def test_a_scaled_library_has_as_many_sections_words_and_lengths(library: Path, tmp_path: Path):
    texts = section_texts(library)
    larger = scaled(texts, 10)
    assert len(larger) == 10
    assert larger[:4] == texts
    assert [len(text.body.split()) for text in larger[4:8]] == [
        len(text.body.split()) for text in texts
    ]
    assert len({text.ref.path for text in larger}) == 5
    assert [text.ref.path for text in scaled(texts, 2)] == ["refunds.md", "shipping.md"]
    write_library(tmp_path, larger)
    stored = section_texts(tmp_path)
    assert sorted(text.body for text in stored) == sorted(text.body for text in larger)
    assert sorted(text.aliases for text in stored) == sorted(text.aliases for text in larger)
    with opened(tmp_path) as (_, index):
        assert index.reader().section_count == 10


def test_a_copy_says_other_words_of_the_same_frequency():
    words = turned([["one", "two", "three"]], 1)
    assert words == {"one": "two", "two": "three", "three": "one"}
    assert sorted(words) == sorted(words.values())


REPORT = Report(
    "some",
    "Some bench",
    (Figure("a ratio", 1.5, "x", 2.0), Figure("a share", 0.8, "", 0.9, at_least=True)),
    (Table("All", ("what", "s"), (Row("one | two", (0.25,)),)),),
)


def test_a_report_says_which_goal_was_missed_and_survives_json():
    assert [figure.reached for figure in REPORT.figures] == [True, False]
    page = markdown(REPORT, "python3 dev.py bench shop", "2026-01-01")
    assert "| a ratio | 1.50x | <= 2x: reached |" in page
    assert "| a share | 0.800 | >= 0.900: **missed** |" in page
    assert "| one \\| two | 0.250 |" in page
    assert from_plain(Report, json.loads(json.dumps(to_plain(REPORT)))) == REPORT


def test_a_page_of_results_names_no_place_of_this_machine(corpus: Path):
    page = markdown(REPORT, run.typed("ingest", Options((corpus,))))
    assert str(corpus.parent) not in page
    assert "dev.py bench shop --only ingest" in page


def test_a_figure_without_a_goal_is_neither_reached_nor_missed():
    assert replace(REPORT.figures[0], goal=None).reached is None


def test_keys_are_timed_in_a_long_reply_and_in_a_question(library: Path):
    found = in_fresh_process(typing_speed.measure, library, ["How long do refunds take?"], "hi.")
    assert len(found) == 2
    for typed in found.values():
        assert len(typed.wall) == len(typed.cpu) == 3
        assert typed.gaps.wall


def test_each_key_is_timed_until_its_ranking_is_painted(library: Path):
    typed = in_fresh_process(keystroke.measure, library, ["refunds take", "keys"])
    assert len(typed.wall) == len(typed.cpu)
    assert 4 <= len(typed.wall) <= len("refunds takekeys")  # of those that find something
    assert min(typed.wall) > 0
    assert typed.gaps.wall
