"""What only the front matter draws on is part of the page as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.domain.documents import ParseMode, SourceKind

PAGE = """---
title: Pay
intro: '{% data variables.product.name %} takes cards.'
---

Nothing of the product here.
"""


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Iterator[Workbench]:
    made = Workbench(home, tmp_path / "docs")
    made.write("content/pay.md", PAGE)
    made.write("data/variables/product.yml", "name: Shop\n")
    made.ingest(kind=SourceKind.KB, mode=ParseMode.MARKDOWN)
    yield made
    made.close()


def test_a_variable_of_the_intro_is_a_file_of_the_page(bench: Workbench):
    page = bench.page("content/pay.md")
    assert page.description == "Shop takes cards."
    assert "data/variables/product.yml" in page.files
    assert len(page.files) == len(page.file_hashes)


def test_editing_that_variable_changes_the_page(bench: Workbench):
    bench.write("data/variables/product.yml", "name: Stall\n")
    assert bench.ingest().changed == 1
    assert bench.page("content/pay.md").description == "Stall takes cards."
