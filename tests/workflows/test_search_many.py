"""Several ways of asking at once, more like a section, and what narrows a search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.retrieval import Filters, Ranking
from verbatim_desktop.workflows.search_many import find_section, more_like, search_many
from verbatim_desktop.workflows.search_sections import search_sections

PAGES = {
    "refunds.md": "# Refunds\n\nA refund takes 14 days to reach the card.\n\n"
    "## Bank transfers\n\nA transfer back to the bank takes 21 days.\n",
    "keys.md": "# Signing keys\n\nRotate the signing key every ninety days.\n",
    "secrets.md": "---\nupdated: 2024-05-02\n---\n\n# Secrets\n\nRenew a secret before it lapses. "
    "A signing key is a secret as well.\n",
    "plans.md": "# Storage\n\n{{< details >}}\n\n- Tier: Premium, Ultimate\n\n{{< /details >}}\n\n"
    "Each plan has a storage limit.\n",
}
CLOCK = SystemClock()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "docs")
    for path, text in PAGES.items():
        bench.write(path, text)
    bench.ingest()
    yield bench
    bench.close()


def many(bench: Workbench, *texts: str) -> Ranking:
    return search_many(texts, bench.library, bench.index, CLOCK)


def one(bench: Workbench, text: str, filters: Filters) -> list[str]:
    found = search_sections(text, bench.library, bench.index, CLOCK, filters=filters)
    return [result.section.path for result in found.results]


def paths(ranking: Ranking) -> list[str]:
    return [result.section.path for result in ranking.results]


def test_a_section_says_which_questions_found_it(bench: Workbench):
    found = many(bench, "rotate a signing key", "renew a secret")
    legs = {r.section.path: [(leg.name, leg.rank) for leg in r.legs] for r in found.results}
    assert legs["secrets.md"] == [("rotate a signing key", 2), ("renew a secret", 1)]
    assert paths(found)[0] == "secrets.md"
    assert found.backend == "lexical, reciprocal rank fusion"


def test_the_parts_of_a_joined_result_are_those_of_a_search_that_found_it(bench: Workbench):
    for result in many(bench, "rotate a signing key", "renew a secret").results:
        assert result.score in {leg.score for leg in result.legs}


def test_one_question_twice_is_one_question(bench: Workbench):
    single = search_sections("signing key", bench.library, bench.index, CLOCK)
    assert many(bench, "signing key", "signing key").results == single.results


def test_no_question_is_said_plainly(bench: Workbench):
    with pytest.raises(QuestionUnusable):
        many(bench)


def test_more_like_a_section_leaves_the_section_out(bench: Workbench):
    section = find_section("docs/keys.md", bench.library)
    found = more_like(section.document_id, section.ordinal, bench.library, bench.index, CLOCK)
    assert paths(found)[0] == "secrets.md"
    assert "keys.md" not in paths(found)


def test_a_section_is_found_by_its_heading(bench: Workbench):
    assert find_section("docs/refunds.md#bank-transfers", bench.library).anchor == "bank-transfers"
    assert find_section("refunds.md", bench.library).ordinal == 0
    with pytest.raises(NotFound, match="no section"):
        find_section("refunds.md#nowhere", bench.library)


def test_a_section_that_is_gone_has_nothing_like_it(bench: Workbench):
    with pytest.raises(NotFound):
        more_like(999, 0, bench.library, bench.index, CLOCK)


def test_pages_without_a_later_date_are_left_out(bench: Workbench):
    assert one(bench, "signing key", Filters(since="2024-05-02")) == ["secrets.md"]
    assert one(bench, "signing key", Filters(since="2024")) == ["secrets.md"]


def test_pages_of_other_plans_are_left_out(bench: Workbench):
    assert one(bench, "storage limit", Filters(tier="premium")) == ["plans.md"]
    assert "plans.md" not in one(bench, "storage limit days", Filters(tier="Free"))


def test_limits_that_no_page_meets_are_not_taken_for_no_answer(bench: Workbench):
    with pytest.raises(NotFound, match="No page matches “nowhere/\\*\\*” and updated since 2030"):
        one(bench, "signing key", Filters(globs=("nowhere/**",), since="2030"))
