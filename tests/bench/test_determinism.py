"""The same evidence byte for byte, whatever must not matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.determinism import (
    digest,
    digest_elsewhere,
    digests_of_runs,
    evidence_of,
    vector_instructions,
    without_index,
)
from tests.workflows.workbench import Workbench

PAGES = {
    "refunds.md": "# Refunds\n\nA refund takes 14 days. Gift cards are refunded at once.\n",
    "keys.md": "# Keys\n\nRotate the signing key every ninety days.\n\n## Lapse\n\nA key lapses.\n",
    "copy.md": "# Keys\n\nRotate the signing key every ninety days.\n\n## Lapse\n\nA key lapses.\n",
    "plans.md": "# Plans\n\n| Plan | Days |\n|---|---|\n| Small | 14 |\n| Large | 90 |\n",
}
QUESTIONS = ["How long does a refund take?", "rotate signing keys", "refnud days", "kubernetes"]
RUNS = 200  # bench/determinism.py makes a thousand


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "docs"


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "golden.jsonl"
    path.write_text("".join(json.dumps({"question": q}) + "\n" for q in QUESTIONS), "utf-8")
    return path


@pytest.fixture
def bench(tmp_path: Path, folder: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", folder)
    for path, text in PAGES.items():
        bench.write(path, text)
    bench.ingest()
    yield bench
    bench.close()


def test_hundreds_of_runs_give_the_same_evidence(bench: Workbench):
    assert len(digests_of_runs(bench.home.root, QUESTIONS, RUNS)) == 1


def test_another_process_without_vector_instructions_gives_the_same(bench: Workbench, golden: Path):
    here = digest(QUESTIONS, bench.library, bench.index)
    off = vector_instructions()
    there = digest_elsewhere(
        bench.home.root, golden, PYTHONHASHSEED="99", NPY_DISABLE_CPU_FEATURES=off
    )
    assert there == here


def test_a_rebuilt_index_gives_the_same(bench: Workbench):
    here = digest(QUESTIONS, bench.library, bench.index)
    bench.index.close()
    assert digests_of_runs(without_index(bench.home.root), QUESTIONS, 1) == {here}


def test_files_that_came_in_another_order_give_the_same(
    bench: Workbench, tmp_path: Path, folder: Path
):
    here = digest(QUESTIONS, bench.library, bench.index)
    other = Workbench(tmp_path / "other", folder)
    texts = {path: folder.joinpath(path).read_text("utf-8") for path in PAGES}
    for path in PAGES:
        folder.joinpath(path).unlink()
    for path in ("plans.md", "copy.md", "refunds.md", "keys.md"):
        other.write(path, texts[path])
        other.ingest()
    assert digest(QUESTIONS, other.library, other.index) == here
    other.close()


def test_another_text_gives_other_evidence(bench: Workbench):
    before = evidence_of(QUESTIONS[0], bench.library, bench.index)
    bench.write("refunds.md", PAGES["refunds.md"].replace("14", "30"))
    bench.ingest()
    assert evidence_of(QUESTIONS[0], bench.library, bench.index) != before
