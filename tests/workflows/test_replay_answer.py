"""The same library gives the same evidence; another one is told apart, section by section."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.domain.answers import Answer, Verdict
from verbatim_desktop.domain.audit import Replay, SectionChange
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.export_answer import answer_record
from verbatim_desktop.workflows.replay_answer import replay_answer
from verbatim_desktop.workflows.search_sections import save_synonyms

QUESTION = "How many days until a refund reaches my card?"
CARD = "A refund reaches your card within 14 days."
REFUNDS = f"# Refunds\n\n## How long it takes\n\n{CARD}\n\n## Limits\n\nA refund has a limit.\n"
clock = SystemClock()


@pytest.fixture
def bench(tmp_path: Path) -> Generator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "shop")
    bench.write("refunds.md", REFUNDS)
    bench.write("cards.md", "# Cards\n\n## Lost cards\n\nA lost card is blocked at once.\n")
    bench.ingest()
    yield bench
    bench.close()


def ask(bench: Workbench, **options: Filters) -> Answer:
    filters = options.get("filters", Filters())
    return ask_question(QUESTION, bench.library, bench.index, clock, "one", filters=filters)


def replay(bench: Workbench) -> Replay:
    return replay_answer("one", bench.library, bench.index, clock)


def changes(found: Replay) -> dict[str, SectionChange]:
    return {f"{c.section.path}#{c.section.anchor}": c.change for c in found.sections}


def test_the_same_library_gives_the_same_evidence(bench: Workbench):
    ask(bench)
    found = replay(bench)
    assert (found.same, found.differences, found.because, found.sections) == (True, (), (), ())
    assert [check.now.verdict for check in found.checks] == [Verdict.VERIFIED]


def test_a_rebuilt_index_gives_the_same_evidence(bench: Workbench):
    ask(bench)
    bench.index.close()
    for file in bench.home.indexes.rglob("*"):
        if file.is_file():
            file.unlink()
    bench.index = WhooshIndex(bench.library, bench.home.indexes)
    assert replay(bench).same


def test_the_search_is_narrowed_as_it_was(bench: Workbench):
    answer = ask(bench, filters=Filters(globs=("cards.md",)))
    assert {scored.section.path for scored in answer.ranked} == {"cards.md"}
    assert replay(bench).same


def test_a_question_that_asks_on_is_searched_as_it_was(bench: Workbench):
    ask(bench)
    on = ask_question("And for lost ones?", bench.library, bench.index, clock, "two", follows="one")
    assert on.rewritten
    assert replay_answer("two", bench.library, bench.index, clock).same


def test_a_page_that_came_in_between_is_named_with_what_it_displaced(bench: Workbench):
    ask(bench)
    bench.write("fast.md", f"# Fast refunds\n\n## How many days\n\nDays: {QUESTION} {CARD}\n")
    bench.ingest()
    found = replay(bench)
    assert not found.same
    assert "The library changed from generation 1 to 2." in found.because
    assert changes(found)["fast.md#how-many-days"] is SectionChange.APPEARED
    assert SectionChange.FELL in changes(found).values()
    assert "appeared" in found.differences[0]


def test_an_edit_is_told_by_the_section_and_the_citation(bench: Workbench):
    ask(bench)
    bench.write("refunds.md", REFUNDS.replace("14 days", "30 days"))
    bench.ingest()
    found = replay(bench)
    assert changes(found) == {"refunds.md#how-long-it-takes": SectionChange.EDITED}
    assert any("[1] was verified and is stale" in line for line in found.differences)


def test_an_edit_that_touches_no_ranked_section_is_the_same_evidence(bench: Workbench):
    ask(bench)
    bench.write("other.md", "# Zebras\n\nStripes.\n")
    bench.ingest()
    found = replay(bench)
    scored = [
        line for line in found.differences if "score" not in line and "confidence" not in line
    ]
    # Rarity counts sections, so scores may move; nothing else does.
    assert all(change is SectionChange.RESCORED for change in changes(found).values())
    assert all("read back" not in line for line in scored)


def test_a_removed_page_leaves_the_ranking(bench: Workbench):
    ask(bench)
    (bench.folder / "refunds.md").unlink()
    bench.ingest()
    found = replay(bench)
    assert changes(found)["refunds.md#how-long-it-takes"] is SectionChange.LEFT
    assert any("absent" in line for line in found.differences)


def test_other_synonyms_are_named_with_the_terms_they_add(bench: Workbench):
    ask(bench)
    save_synonyms("refund, money back, reimbursement\n", bench.library)
    found = replay(bench)
    assert not found.same
    assert any(line.startswith("The synonym file changed from") for line in found.because)
    assert any("searched for: " in line and "reimburs" in line for line in found.differences)


def test_another_analyser_or_calibration_is_named(bench: Workbench):
    answer = ask(bench)
    older = dict(answer.methods) | {"analyser": "0", "calibration": "older"}
    bench.library.keep_answer(replace(answer, methods=older))
    because = replay(bench).because
    assert [line.split(" changed")[0] for line in because] == [
        "The analyser",
        "The calibration of the confidence",
    ]
    assert replay(bench).same


def test_an_answer_of_a_release_without_methods_says_so(bench: Workbench):
    bench.library.keep_answer(replace(ask(bench), methods={}))
    found = replay(bench)
    assert found.same
    assert found.because == ("The answer is from a release that did not keep its methods.",)


def test_a_question_that_cannot_be_searched_any_more_is_a_difference(bench: Workbench):
    bench.library.keep_answer(replace(ask(bench), question="?!"))
    found = replay(bench)
    assert not found.same
    assert found.confidence is None


def test_an_unknown_answer_is_not_found(bench: Workbench):
    with pytest.raises(NotFound, match="no answer"):
        replay(bench)
    with pytest.raises(NotFound, match="no answer"):
        answer_record("one", bench.library, bench.index, clock)


def test_a_record_has_the_verdicts_of_then_and_now(bench: Workbench):
    ask(bench)
    bench.write(
        "refunds.md", REFUNDS.replace(CARD, "").replace("# Refunds", f"# Refunds\n\n{CARD}")
    )
    bench.ingest()
    record = answer_record("one", bench.library, bench.index, clock)
    [check] = record.checks
    assert (check.citation.status, check.now.verdict) == (Verdict.VERIFIED, Verdict.MOVED)
    assert (record.answer.generation, record.generation) == (1, 2)
    assert record.methods == record.answer.methods
