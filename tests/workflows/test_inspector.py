"""Why a section is not the first, what an edit moved, and golden sets over a real library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.app.inspector import Inspector
from verbatim_desktop.domain.errors import NotFound, UnreadableFile
from verbatim_desktop.domain.evaluation import MissingLabel, Target
from verbatim_desktop.domain.inspection import GoldenEntry, GoldenRun, GoldenSet, Move, move_of
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.workflows.find_evidence import find_evidence
from verbatim_desktop.workflows.golden_labels import NO_HEADING, NO_PAGE
from verbatim_desktop.workflows.why_not import RANKED_ELSEWHERE

REFUNDS = """# Refunds

## How long a refund takes

A refund takes 14 days to reach the customer's card.

## Start a refund

Open the order and choose Refund.
"""
KEYS = """# Signing keys

## Rotate a key

Rotate the signing key every ninety days. A refund needs no key.
"""
QUESTION = "How long does a refund take?"
RENAMED = MissingLabel("long", "refunds.md", "how-long-a-refund-takes", NO_HEADING)


class Rooms:
    """As much of the rooms as the inspector asks for."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self.clock = SystemClock()

    def library(self) -> Any:
        return self._bench.library

    def index(self) -> Any:
        return self._bench.index


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "help"
    folder.mkdir()
    workbench = Workbench(tmp_path / "home", folder)
    workbench.write("refunds.md", REFUNDS)
    workbench.write("keys.md", KEYS)
    workbench.ingest()
    yield workbench
    workbench.close()


@pytest.fixture
def inspector(bench: Workbench) -> Inspector:
    return Inspector(cast("Any", Rooms(bench)))


def golden_file(folder: Path) -> Path:
    rows = [
        {
            "id": "long",
            "question": QUESTION,
            "kind": "answerable",
            "relevant": [{"doc": "refunds.md", "anchor": "how-long-a-refund-takes"}],
        },
        {"id": "far", "question": "Who won the world cup?", "kind": "unanswerable", "scope": "far"},
    ]
    path = folder / "golden.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_section_that_is_not_the_first_says_where_it_stands_and_what_it_lacks(
    inspector: Inspector,
):
    found = inspector.why_not(QUESTION, inspector.section("help/keys.md#rotate-a-key"))
    assert found.rank > 1
    assert found.matching >= found.rank
    assert found.best is not None
    assert found.best.section.anchor == "how-long-a-refund-takes"
    assert "long" in found.missing
    assert "It lacks" in found.reasons[0]


def test_every_rank_is_that_of_the_whole_ranking(inspector: Inspector):
    ranking = inspector.rank(QUESTION)
    for place, scored in enumerate(ranking.results, 1):
        found = inspector.why_not(QUESTION, scored.section)
        assert (found.rank, found.scored) == (place, scored)


def test_the_best_section_is_said_to_be_it(inspector: Inspector):
    best = inspector.rank(QUESTION).results[0].section
    assert inspector.why_not(QUESTION, best).reasons == ("It is the best section.",)


def test_a_section_without_any_of_the_words_has_no_rank(inspector: Inspector):
    found = inspector.why_not("rotate signing", inspector.section("help/refunds.md#start-a-refund"))
    assert (found.rank, found.scored) == (0, None)
    assert found.reasons == ("It holds none of the words that were searched for.",)


def test_a_copy_is_said_to_be_ranked_as_another_page(bench: Workbench, inspector: Inspector):
    bench.write("second/refunds.md", REFUNDS)
    bench.ingest()
    found = inspector.why_not(QUESTION, inspector.section("help/second/refunds.md#start-a-refund"))
    assert (found.rank, found.reasons) == (0, (RANKED_ELSEWHERE,))


def test_a_filter_that_leaves_a_section_out_is_named(inspector: Inspector):
    section = inspector.section("help/keys.md#rotate-a-key")
    found = inspector.why_not(QUESTION, section, Filters(globs=("refunds*",)))
    assert found.kept_out == ("path or route refunds*",)
    assert "The filter leaves it out" in found.reasons[0]


def test_an_edit_shows_what_rose_and_fell(bench: Workbench, inspector: Inspector):
    before = inspector.snapshot(inspector.rank("refund"))
    inspector.remember(before)
    bench.write("refunds.md", REFUNDS.replace("## Start a refund", "## Start one"))
    bench.write("keys.md", KEYS.replace("## Rotate a key", "## Refund: no key, no refund"))
    bench.ingest()
    kept = inspector.remembered("refund")
    assert kept == before
    compared = inspector.compare(before, inspector.snapshot(inspector.rank("refund")))
    moves = {(one.place.path, one.place.anchor): one.move for one in compared.moved}
    assert moves["keys.md", "refund-no-key-no-refund"] is Move.NEW
    assert moves["keys.md", "rotate-a-key"] is Move.GONE
    assert moves["refunds.md", "how-long-a-refund-takes"] in (Move.ROSE, Move.FELL)


@pytest.mark.parametrize(
    ("before", "now", "move"),
    [
        (3, 1, Move.ROSE),
        (1, 3, Move.FELL),
        (None, 2, Move.NEW),
        (2, None, Move.GONE),
        (2, 2, Move.SAME),
        (None, None, Move.SAME),
    ],
)
def test_moves_have_names(before: int | None, now: int | None, move: Move):
    assert move_of(before, now) is move


def kept(inspector: Inspector, golden: GoldenSet, name: str) -> GoldenRun:
    run = inspector.measure_golden(golden, name)
    inspector.keep_run(run)
    return run


def test_a_golden_set_is_kept_run_and_held_against_the_run_before(
    bench: Workbench, inspector: Inspector, tmp_path: Path
):
    golden = inspector.load_golden(golden_file(tmp_path))
    assert inspector.golden_sets() == (golden,)
    first = kept(inspector, golden, "first")
    assert first.report.results[0].best_rank == 1
    bench.write("refunds.md", REFUNDS.replace("## How long a refund takes", "## Duration"))
    bench.ingest()
    second = kept(inspector, golden, "second")
    compared = inspector.compare_runs(first, second)
    [long, far] = compared.moves
    assert (long.id, long.question, long.move) == ("long", QUESTION, Move.GONE)
    assert far.move is Move.SAME
    assert compared.figures["document.recall@5"].questions == 1
    of_sections = compared.figures["section.recall@5"]
    assert (of_sections.before, of_sections.now) == (1.0, 0.0)
    assert (first.report.missing, second.report.missing) == ((), (RENAMED,))
    assert [run.name for run in inspector.runs("golden")] == ["second", "first"]


@pytest.mark.parametrize(
    ("doc", "anchor", "reason"),
    [
        ("refunds.md", "", ""),
        ("help/refunds.md", "start-a-refund", ""),
        ("keys.md", "rotate-a-key", ""),  # of another question than it answers
        ("refund.md", "", NO_PAGE),
        ("other/refunds.md", "", NO_PAGE),
        ("refunds.md", "duration", NO_HEADING),
    ],
)
def test_a_label_that_points_at_nothing_is_named(
    inspector: Inspector, doc: str, anchor: str, reason: str
):
    entry = GoldenEntry("one", QUESTION, (Target(doc, anchor),))
    missing = inspector.measure_golden(GoldenSet("labels", (entry,))).report.missing
    assert missing == ((MissingLabel("one", doc, anchor, reason),) if reason else ())


def test_a_set_is_written_as_it_was_read(inspector: Inspector, tmp_path: Path):
    path = golden_file(tmp_path)
    golden = inspector.load_golden(path)
    again = tmp_path / "again.jsonl"
    again.write_text(inspector.golden_jsonl(golden))
    assert inspector.load_golden(again, "golden").questions == golden.questions


def test_questions_are_added_changed_and_taken_out(inspector: Inspector):
    entry = GoldenEntry("one", QUESTION, (Target("refunds.md", "start-a-refund"),))
    golden = GoldenSet("mine", ()).with_entry(entry)
    changed = replace(entry, question="How long?")
    golden = golden.with_entry(GoldenEntry("two", "Who?", scope="near")).with_entry(changed)
    assert [one.question for one in golden.questions] == ["How long?", "Who?"]
    assert golden.without_entry("one").questions[0].id == "two"
    inspector.save_golden(golden)
    assert inspector.drop_golden("mine") == golden
    with pytest.raises(NotFound):
        inspector.drop_golden("mine")


def test_an_empty_set_cannot_be_run(inspector: Inspector):
    with pytest.raises(UnreadableFile, match="holds no questions"):
        inspector.measure_golden(GoldenSet("empty", ()))


# --- looking into a section ----------------------------------------------------------------------


def test_the_words_of_a_question_are_found_in_a_section_and_say_what_they_add(
    inspector: Inspector,
):
    ranking = inspector.rank(QUESTION)
    best = ranking.results[0]
    seen = inspector.look_into(ranking, best)
    marked = [seen.excerpt[start:end].casefold() for start, end in seen.marks]
    assert any("refund" in one for one in marked)
    adds = {word.typed: word.adds for word in seen.words}
    assert adds["refund"] > 0
    assert sum(adds.values()) >= best.score * 0.5
    assert all(adds[word] == 0 for word in best.missing)
    assert all(word.in_section > 0 for word in seen.words if word.adds > 500)
    assert len(seen.places) >= len(seen.marks)


def test_a_ranking_is_weighed_as_an_answer_would_be(bench: Workbench, inspector: Inspector):
    found = find_evidence(QUESTION, bench.library, bench.index, SystemClock(), filters=Filters())
    assert inspector.weigh(inspector.rank(QUESTION)) == found.confidence


def test_a_question_keeps_its_terms_whatever_is_switched_off(inspector: Inspector):
    whole = inspector.question(QUESTION)
    without = inspector.rank(QUESTION, disabled_terms=frozenset({"refund"})).query
    assert "refund" in {term.text for group in whole.groups for term in group.terms}
    assert "refund" not in {term.text for group in without.groups for term in group.terms}
