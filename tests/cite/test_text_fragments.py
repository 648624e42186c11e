"""Deep links in a real Chromium: exactly the wanted text is highlighted, and the page scrolls."""

from __future__ import annotations

import json
import logging
import random
import re
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import MARKED, PROGRAM, Chromium, named, page_file, running
from tests.cite.rendered import Wanted, page_html
from tests.ingest.trees import corpus
from verbatim_desktop.cite.browser import Terms
from verbatim_desktop.cite.fragment import Refusal, directive, fragment_for, link_terms
from verbatim_desktop.domain.documents import BlockKind, Document

#: What was counted: pytest --log-cli-level=INFO shows it.
_log = logging.getLogger(__name__)

SENTENCES = 300
CODE_LINES = 40  # half of them stand on their page more than once
SEED = 11
Case = dict[str, Any]
Unit = tuple[Document, Wanted]


@pytest.fixture(scope="module")
def chromium(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool], None]
) -> Generator[Chromium]:
    require("chromium", PROGRAM is not None)
    with running(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, list[Case]]:
    return json.loads((shared / "cases" / "text-fragments.json").read_text("utf-8"))


def wanted_text(case: Case) -> str:
    return case.get("page_target", case["target"])


def case_terms(case: Case) -> Terms | Refusal:
    """What our generator makes of a case's blocks."""
    texts, block = case["blocks"], case["block"]
    earlier = sum(text.count(wanted_text(case)) for text in texts[:block])
    start, end = place_of(texts[block], wanted_text(case), case.get("nth", 1) - earlier)
    return link_terms((texts, ((block, start), (block, end))))


def place_of(text: str, target: str, nth: int) -> tuple[int, int]:
    """Where a target stands in a block's text; a line break or an object may stand in it."""
    between = "[\ufffc\\s]*"
    pattern = between.join(re.escape(letter) for letter in target if not letter.isspace())
    places = [found.span() for found in re.finditer(pattern, text)]
    return places[min(nth, len(places)) - 1]


def test_every_generated_case_highlights_its_target(
    chromium: Chromium, cases: dict[str, list[Case]], tmp_path: Path
):
    wrong: list[str] = []
    for number, case in enumerate(cases["generated"]):
        terms = case_terms(case)
        assert isinstance(terms, Terms), case["name"]
        page = page_file(tmp_path, number, case["html"])
        target = named(wanted_text(case), case.get("nth", 1))
        seen = chromium.follow(f"{page.as_uri()}#{directive(terms)}", target)
        if not (seen.exact and seen.scrolled):
            wrong.append(f"{case['name']}: {directive(terms)} {seen}")
    assert len(cases["generated"]) == 39
    assert wrong == []


#: Where the shared record and the browser here part: this Chromium highlights across the image.
ACROSS_AN_IMAGE = "img mid exact"


def test_every_observed_verdict_is_observed_again(
    chromium: Chromium, cases: dict[str, list[Case]], tmp_path: Path
):
    differing: list[str] = []
    for number, case in enumerate(cases["observed"]):
        page = page_file(tmp_path, number, case["html"])
        target = named(wanted_text(case), case.get("nth", 1))
        seen = chromium.follow(f"{page.as_uri()}#{case['fragment']}", target)
        if not case["chromium156"].startswith(seen.verdict):
            differing.append(case["name"])
    assert len(cases["observed"]) == 49
    assert set(differing) <= {ACROSS_AN_IMAGE}


def random_units(documents: list[Document], count: int, *, code: bool) -> list[Unit]:
    """Citable units of some pages: lines of code, or sentences, items and rows."""
    units = [
        (document, (unit.block, unit.start, unit.end))
        for document in documents
        for unit in document.sentences
        if (document.blocks[unit.block].kind is BlockKind.CODE) is code
        and document.blocks[unit.block].kind is not BlockKind.HEADING
    ]
    return random.Random(SEED).sample(units, count)


@pytest.mark.parametrize(
    ("count", "code", "refused_at_most"), [(SENTENCES, False, 0.04), (CODE_LINES, True, 0.5)]
)
def test_random_sentences_of_real_pages_are_highlighted(
    chromium: Chromium,
    shared: Path,
    tmp_path: Path,
    count: int,
    code: bool,
    refused_at_most: float,
):
    documents = list(corpus(shared / "corpora" / "nextjs-docs").documents.values())
    wrong: list[str] = []
    refused: Counter[str] = Counter()
    for number, (document, wanted) in enumerate(random_units(documents, count, code=code)):
        terms = fragment_for(document, *wanted)
        if isinstance(terms, Refusal):
            refused[terms.reason] += 1
            continue
        body = page_html(document, wanted, icons=number % 2 == 0)
        page = page_file(tmp_path, number, body)
        seen = chromium.follow(f"{page.as_uri()}#{directive(terms)}", MARKED)
        if not (seen.exact and seen.scrolled):
            wrong.append(f"{document.path} {wanted}: {directive(terms)} {seen}")
    _log.info("%s", f"{count} tried, {refused.total()} refused: {dict(refused)}")
    assert wrong == []
    assert refused.total() <= refused_at_most * count
