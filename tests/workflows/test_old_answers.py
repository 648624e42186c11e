"""Answers from before an upgrade or an edit reopen with the right verdict on each citation.

libraries/0001.sql is a library that the first release wrote, tables and answers as they were then.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store.migrate import REVISIONS
from verbatim_desktop.domain.answers import Answer, Verdict
from verbatim_desktop.ingest import document
from verbatim_desktop.workflows.export_answer import answer_record
from verbatim_desktop.workflows.find_drift import find_drift
from verbatim_desktop.workflows.replay_answer import replay_answer
from verbatim_desktop.workflows.verify_citations import verify_answer

FIRST = Path(__file__).parent / "libraries" / "0001.sql"
DAYS = "A refund reaches your card within 14 days."
PRESS = "Press Rotate key and copy the new one."
ROW = "Team | 5,000 EUR"
PAID = "A refund cannot be larger than what was paid for the order."
REFUNDS = f"""# Refunds

## How long it takes

{DAYS} A refund to a bank account takes 3 days more.

## Limits

| Plan | Largest refund |
| --- | --- |
| Free | 50 EUR |
| Team | 5,000 EUR |

{PAID}
"""
KEYS = """# API keys

## Rotate a key

1. Open the security page.
2. Press **Rotate key** and copy the new one.
"""
clock = SystemClock()


@pytest.fixture
def bench(tmp_path: Path) -> Generator[Workbench]:
    """The library of the first release, opened by this one; its folder with the same pages."""
    home = Home(tmp_path / "home").make()
    with closing(sqlite3.connect(home.database)) as connection:
        folder = json.dumps(str(tmp_path / "shop"))[1:-1]
        connection.executescript(
            FIRST.read_text(encoding="utf-8").replace("/srv/shop", folder.replace("'", "''"))
        )
    bench = Workbench(home.root, tmp_path / "shop")
    bench.write("refunds.md", REFUNDS)
    bench.write("guides/keys.md", KEYS)
    yield bench
    bench.close()


def answers(bench: Workbench) -> dict[str, Answer]:
    """Every kept answer by what it was asked, verified again."""
    return {
        answer.question: verify_answer(answer, bench.library, bench.index)
        for answer in bench.library.answers()
    }


def verdicts(bench: Workbench) -> dict[str, Verdict]:
    """Quote -> what reading it back says."""
    return {
        citation.quote: citation.status
        for answer in answers(bench).values()
        for citation in answer.citations
    }


def all_verified(bench: Workbench) -> bool:
    found = verdicts(bench)
    return len(found) == 5 and set(found.values()) == {Verdict.VERIFIED}


def test_a_library_of_the_first_release_is_migrated_and_its_answers_stand(bench: Workbench):
    assert len(answers(bench)) == 3
    assert all_verified(bench)
    with closing(sqlite3.connect(bench.home.database)) as connection:
        [(revision,)] = connection.execute("SELECT version_num FROM alembic_version")
    assert revision == REVISIONS[-1]
    assert (bench.home.root / "library-before-0001-was-migrated.db").is_file()


def test_fields_the_first_release_did_not_know_have_their_defaults(bench: Workbench):
    for answer in answers(bench).values():
        assert (answer.prompt_hash, answer.rewritten, answer.dropped) == ("", (), ())
        assert (answer.methods, answer.backend) == ({}, "lexical")


def test_a_new_parser_that_reads_the_same_changes_no_verdict(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    before = bench.page("shop/refunds.md").fingerprint
    monkeypatch.setattr(document, "PARSER_VERSION", document.PARSER_VERSION + 1)
    assert bench.ingest().changed == 2
    assert bench.page("shop/refunds.md").fingerprint != before
    assert all_verified(bench)
    assert find_drift(bench.library, bench.index, clock) == ()


def edit(bench: Workbench) -> None:
    bench.write("refunds.md", REFUNDS.replace("14 days", "30 days"))


def move_on_page(bench: Workbench) -> None:
    text = REFUNDS.replace(f"{DAYS} ", "").replace("## Limits\n", f"## Limits\n\n{DAYS}\n")
    bench.write("refunds.md", text)


def move_to_another_page(bench: Workbench) -> None:
    bench.write("refunds.md", REFUNDS.replace(f"{DAYS} ", ""))
    bench.write("cards.md", f"# Cards\n\n{DAYS}\n")


def duplicate(bench: Workbench) -> None:
    bench.write("refunds.md", REFUNDS + f"\n## Again\n\n{DAYS}\n")


def remove_sentence(bench: Workbench) -> None:
    bench.write("refunds.md", REFUNDS.replace(f"{DAYS} ", ""))


def remove_page(bench: Workbench) -> None:
    (bench.folder / "refunds.md").unlink()


def break_apart(bench: Workbench) -> None:
    bench.write("refunds.md", REFUNDS.replace("card within 14", "card\n\nwithin 14"))


def rename_page(bench: Workbench) -> None:
    (bench.folder / "refunds.md").rename(bench.folder / "money-back.md")


@pytest.mark.parametrize(
    ("change", "days", "row"),
    [
        (edit, Verdict.STALE, Verdict.VERIFIED),
        (move_on_page, Verdict.MOVED, Verdict.VERIFIED),
        (move_to_another_page, Verdict.MOVED, Verdict.VERIFIED),
        (duplicate, Verdict.AMBIGUOUS, Verdict.VERIFIED),
        (remove_sentence, Verdict.ABSENT, Verdict.VERIFIED),
        (remove_page, Verdict.ABSENT, Verdict.ABSENT),
        (break_apart, Verdict.CROSSES_BLOCKS, Verdict.VERIFIED),
        (rename_page, Verdict.MOVED, Verdict.MOVED),
    ],
)
def test_after_an_edit_each_citation_is_called_by_its_name(
    bench: Workbench, change: Callable[[Workbench], None], days: Verdict, row: Verdict
):
    change(bench)
    bench.ingest()
    found = verdicts(bench)
    assert (found[DAYS], found[ROW], found[PRESS]) == (days, row, Verdict.VERIFIED)
    drifted = {
        drift.old_text: drift.verdict for drift in find_drift(bench.library, bench.index, clock)
    }
    assert drifted == {
        quote: verdict for quote, verdict in found.items() if verdict is not Verdict.VERIFIED
    }


def test_an_answer_of_the_first_release_is_exported_and_replayed(bench: Workbench):
    for answer in bench.library.answers():
        record = answer_record(answer.id, bench.library, bench.index, clock)
        assert {check.now.verdict for check in record.checks} == {Verdict.VERIFIED}
        replay = replay_answer(answer.id, bench.library, bench.index, clock)
        assert replay.because == ("The answer is from a release that did not keep its methods.",)
