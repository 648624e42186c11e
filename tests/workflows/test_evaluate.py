"""What counts as the page and the heading that a label names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.documents import ParseMode, SourceKind
from verbatim_desktop.domain.evaluation import EvalReport
from verbatim_desktop.workflows.evaluate import evaluate

SHARED = "01-app/headers.mdx"
STUB = "02-pages/headers.mdx"
FILES = {
    SHARED: (
        "---\ntitle: Headers\n---\n\n## Cookies\n\nCookies are set by the server.\n\n"
        "<PagesOnly>\n\n## Lanterns\n\nLanterns are lit at dusk.\n\n</PagesOnly>\n"
    ),
    STUB: "---\ntitle: Headers\nsource: app/headers\n---\n",
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "docs")
    for path, text in FILES.items():
        bench.write(path, text)
    bench.ingest(kind=SourceKind.DOCS, mode=ParseMode.MDX)
    yield bench
    bench.close()


def measured(bench: Workbench, folder: Path, doc: str) -> EvalReport:
    label = {"doc": doc, "anchor": "lanterns"}
    row = {"id": "1", "question": "When are lanterns lit?", "kind": "answerable"}
    golden = folder / "golden.jsonl"
    golden.write_text(json.dumps({**row, "relevant": [label]}), "utf-8")
    return evaluate(golden, bench.library, bench.index, SystemClock())


@pytest.mark.parametrize("doc", [SHARED, STUB, f"docs/{SHARED}", f"docs/{STUB}"])
def test_a_page_that_shows_another_counts_as_its_file_and_as_itself(
    bench: Workbench, tmp_path: Path, doc: str
):
    found = measured(bench, tmp_path, doc)
    assert (found.document["ndcg@10"], found.section["ndcg@10"]) == (1.0, 1.0)
    [best, *_] = found.results[0].ranked
    assert (best.path, best.page, best.anchor) == (SHARED, STUB, "lanterns")


def test_another_page_does_not_count(bench: Workbench, tmp_path: Path):
    assert measured(bench, tmp_path, "01-app/other.mdx").document["ndcg@10"] == 0.0
