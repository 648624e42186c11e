"""Questions of the start page: only those that the library answers from the page they are of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.answer.examples import Example
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.try_examples import candidates, holds, keep, known

CLOCK = SystemClock()
PAGES = {
    "refunds.md": "# Refunds\n\n## Cancel a refund\n\n"
    "To cancel a refund, open the order and choose *Cancel the refund*.\n",
    "zones.md": "# Zones\n\n## Define a zone\n\nSee the console.\n",
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "help")
    for name, text in PAGES.items():
        bench.write(name, text)
    for number in range(12):  # so that a word can be rare
        bench.write(f"more/{number}.md", f"# Page {number}\n\nThe console shows day {number}.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    yield bench
    bench.close()


def tried(bench: Workbench, example: Example) -> bool:
    return holds(example, bench.library, bench.index, CLOCK)


def test_a_question_holds_where_its_own_page_answers_it(bench: Workbench) -> None:
    made = {one.question: one for one in candidates(bench.library)}
    cancel = made["How do I cancel a refund?"]
    assert cancel.page == "help/refunds.md"
    assert tried(bench, cancel)
    assert not tried(bench, Example(cancel.question, "help/zones.md"))
    assert not tried(bench, made["How do I define a zone?"])
    assert not tried(bench, Example("?!", "help/zones.md"))


def test_trying_keeps_no_answer(bench: Workbench) -> None:
    for example in candidates(bench.library):
        tried(bench, example)
    assert bench.library.answers() == ()


def test_what_holds_is_known_until_the_library_changes(bench: Workbench) -> None:
    assert known(bench.library) is None
    keep(["How do I cancel a refund?"], bench.library)
    assert known(bench.library) == ("How do I cancel a refund?",)
    bench.write("refunds.md", PAGES["refunds.md"] + "\nIt takes a day.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    assert known(bench.library) is None


def test_every_question_that_holds_is_answered_when_it_is_asked(bench: Workbench) -> None:
    for example in candidates(bench.library):
        if tried(bench, example):
            answer = ask_question(example.question, bench.library, bench.index, CLOCK, "a")
            assert answer.citations[0].identity == example.page
