"""The ranking equals scoring every section in full, adds up, and does not depend on chance."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.oracle import Oracle
from tests.shelf import Ranked, Shelf, closing, named, ranked
from verbatim_desktop.adapters.search.reader import PackedPostings
from verbatim_desktop.domain.retrieval import Filters, Query, ScoreBreakdown
from verbatim_desktop.retrieve import formulas, score
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.synonyms import parse_synonyms

__all__ = ["closing"]  # a fixture
pytestmark = pytest.mark.usefixtures("closing")

CHECKOUT = Path(__file__).resolve().parents[2]
SYNONYMS = parse_synonyms("refund, money back\nalpha => beta")
SAID = """
    alpha beta gamma refunds refund card next.config.js config the how Invoice invoices naïve
    money back error delta getServerSideProps 設定方法
"""
WORDS = SAID.split()


def text_of(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(0, most)))


def shelf_of(chance: random.Random, pages: int) -> Shelf:
    """Pages of a few words said over and over, some of them twice."""
    shelf = Shelf()
    for number in range(pages):
        page = {
            heading: text_of(chance, 60)
            for heading in ("", *chance.sample(WORDS, chance.randint(0, 3)))
        }
        path = f"{chance.choice('abc')}/{number:02}-{chance.choice(WORDS)}.md"
        shelf.put(path, page)
        if chance.random() < 0.3:
            shelf.put(f"z/copy-{number:02}.md", page)
        if chance.random() < 0.2:
            other = {heading: text_of(chance, 9) or text for heading, text in page.items()}
            shelf.put(f"{chance.choice('0z')}/shown-{number:02}.md", other, shows=path)
    return shelf


def test_a_passage_that_two_pages_show_is_ranked_once_as_the_fitting_page_has_it(tmp_path: Path):
    shelf = Shelf()
    shelf.put("app/headers.md", {"Cache": "alpha alpha gamma", "Cookies": "delta"})
    other = {"Cache": "alpha gamma getServerSideProps", "Cookies": "delta delta", "Only": "gamma"}
    shelf.put("pages/headers.md", other, shows="app/headers.md")
    shelf.put("pages/others.md", {"Cache": "alpha gamma"})
    postings = opened(shelf, tmp_path)

    def found(question: str) -> list[tuple[str, int]]:
        return [(path, block) for path, block, _ in ranked(shelf, postings, parse_query(question))]

    alike = [("app/headers.md", 0), ("pages/others.md", 0), ("pages/headers.md", 4)]
    assert sorted(found("alpha gamma")) == sorted(alike)
    assert found("getServerSideProps gamma")[0] == ("pages/headers.md", 0)
    assert ("app/headers.md", 0) not in found("getServerSideProps gamma")


def test_of_equal_text_the_page_that_is_shown_is_ranked_not_the_one_that_shows_it(tmp_path: Path):
    shelf = Shelf()
    shelf.put("a/stub.md", {"Cache": "alpha gamma"}, shows="b/page.md")
    shelf.put("b/page.md", {"Cache": "alpha gamma"})
    postings = opened(shelf, tmp_path)
    assert [path for path, _, _ in ranked(shelf, postings, parse_query("alpha"))] == ["b/page.md"]


def question_of(chance: random.Random) -> Query:
    words = chance.choices(WORDS, k=chance.randint(1, 8))
    if chance.random() < 0.4:
        words.append('"' + " ".join(chance.choices(WORDS, k=2)) + '"')
    return parse_query(" ".join(words), SYNONYMS)


def by_oracle(shelf: Shelf, query: Query, limit: int = 10) -> Ranked:
    found = Oracle(shelf.texts).rank(query, limit)
    refs = shelf.section_refs([(item.document_id, item.ordinal) for item in found])
    return [(ref.path, ref.first_block, item.score) for ref, item in zip(refs, found, strict=True)]


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_the_ranking_equals_an_oracle_that_reads_the_stored_text(
    tmp_path_factory: pytest.TempPathFactory, seed: int
):
    chance = random.Random(seed)
    shelf = shelf_of(chance, 12)
    index = shelf.index(tmp_path_factory.mktemp("index"))
    shelf.publish(index)
    for _ in range(5):
        query = question_of(chance)
        assert ranked(shelf, index.reader(), query) == by_oracle(shelf, query)
    index.close()


def opened(shelf: Shelf, folder: Path) -> PackedPostings:
    index = shelf.index(folder)
    shelf.publish(index)
    return index.reader()


def test_bounds_leave_out_nothing_even_where_few_sections_are_looked_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chance = random.Random(5)
    postings = opened(shelf_of(chance, 150), tmp_path)
    monkeypatch.setattr(score, "FIRST_LOOK", 1)
    for _ in range(40):
        query = question_of(chance)
        for limit in (1, 3, 10):
            assert rank(query, postings, limit) == rank(query, postings, limit, exhaustive=True)


def test_ties_across_the_last_place_go_by_source_path_and_block(tmp_path: Path):
    shelf = Shelf()
    for number in reversed(range(300)):
        shelf.put(f"{number:03}.md", f"invoice {number}")
    results = ranked(shelf, opened(shelf, tmp_path), parse_query("invoice"))
    assert [path for path, _, _ in results] == [f"{number:03}.md" for number in range(10)]
    assert len({points for _, _, points in results}) == 1


def test_the_order_of_writing_changes_nothing(tmp_path: Path):
    chance = random.Random(11)
    shelf = shelf_of(chance, 30)
    questions = [question_of(chance) for _ in range(20)]
    first = opened(shelf, tmp_path / "one")
    wanted = [ranked(shelf, first, query) for query in questions]
    other = Shelf()
    sections = shelf.texts
    pages = sorted({section.ref.path for section in sections}, key=lambda path: path[::-1])
    for batch in (pages[:10], pages[10:]):  # two generations, so two segments
        for path in batch:
            page = [section for section in sections if section.ref.path == path]
            said = {section.heading.partition("\n")[2]: section.body for section in page}
            other.put(path, said, shows=page[0].ref.shows)
        index = other.index(tmp_path / "two")
        other.publish(index)
    postings = index.reader()
    assert [ranked(other, postings, query) for query in questions] == wanted


def test_deleted_pages_are_not_counted(tmp_path: Path):
    shelf = Shelf()
    for number in range(20):
        shelf.put(f"{number}.md", "refund card" if number % 2 else "refund money")
    index = shelf.index(tmp_path)
    shelf.publish(index)
    for number in range(1, 9, 2):
        shelf.remove(f"{number}.md")
    shelf.put("0.md", "refund of an edited page")
    shelf.publish(index)
    query = parse_query("refund card")
    postings = index.reader()
    assert postings.size > postings.section_count == len(shelf.texts) == 16
    assert ranked(shelf, postings, query) == by_oracle(shelf, query)
    [refund, card] = rank(query, postings).statistics
    assert (refund.sections, card.sections) == (16, 6)
    assert rank(query, postings).total_sections == 16


def test_parts_add_up_and_length_only_takes(tmp_path: Path):
    chance = random.Random(3)
    postings = opened(shelf_of(chance, 60), tmp_path)
    for _ in range(30):
        for result in rank(question_of(chance), postings).results:
            parts = [getattr(result.breakdown, part.name) for part in fields(ScoreBreakdown)]
            assert all(type(part) is int for part in parts)
            assert sum(parts) == result.breakdown.total > 0
            assert result.breakdown.length <= 0


def test_no_section_beats_what_is_attainable_with_each_word_said_once(tmp_path: Path):
    shelf = Shelf()
    shelf.put("one.md", {"Refund card": "refund card"})
    shelf.put("other.md", "something else")
    query = parse_query("refund card")
    found = rank(query, opened(shelf, tmp_path))
    assert 0 < found.results[0].breakdown.total <= found.attainable


def test_a_quoted_phrase_counts_where_it_stands_word_for_word(tmp_path: Path):
    shelf = Shelf()
    shelf.put("a.md", "variables environment and more environment words variables")
    shelf.put("b.md", "the environment variables")
    found = rank(parse_query('"environment variables"'), opened(shelf, tmp_path))
    phrases = {item.number: item.breakdown.phrase for item in found.results}
    assert sorted(points > 0 for points in phrases.values()) == [False, True]


def test_the_same_word_is_not_close_to_itself(tmp_path: Path):
    shelf = Shelf()
    shelf.put("a.md", "beta only")
    shelf.put("b.md", "alpha beta")
    found = rank(parse_query("alpha beta", SYNONYMS), opened(shelf, tmp_path))
    by_words = {len(item.matched): item.breakdown.proximity for item in found.results}
    assert [item.breakdown.proximity > 0 for item in found.results] == [True, False], by_words


def test_a_text_that_a_source_repeats_is_found_once(tmp_path: Path):
    shelf = Shelf()
    shelf.put("b.md", "refunds take fourteen days")
    shelf.put("a.md", "refunds take fourteen days")
    shelf.put("a.md", "refunds take fourteen days", source="other")
    postings = opened(shelf, tmp_path)
    paths = [path for path, _, _ in ranked(shelf, postings, parse_query("refunds"))]
    assert paths == ["a.md", "a.md"]
    only = rank(parse_query("refunds"), postings, filters=Filters(globs=("b.md",)))
    assert [path for path, _, _ in named(shelf, postings, only)] == ["b.md"]


@pytest.mark.parametrize(
    ("filters", "paths"),
    [
        (Filters(sources=("kb",)), ["kb.md"]),
        (Filters(globs=("guides/*",)), ["guides/a.md"]),
        (Filters(version="2.0"), ["old.md"]),
        (Filters(kind="docs"), []),
        (Filters(), ["guides/a.md", "kb.md", "old.md"]),
    ],
)
def test_filters_narrow_what_is_found(tmp_path: Path, filters: Filters, paths: list[str]):
    shelf = Shelf()
    shelf.put("guides/a.md", "refund one")
    shelf.put("kb.md", "refund two", source="kb")
    shelf.put("old.md", "refund three", version="2.0")
    postings = opened(shelf, tmp_path)
    found = named(shelf, postings, rank(parse_query("refund"), postings, filters=filters))
    assert sorted(path for path, _, _ in found) == paths


def test_nothing_is_found_in_an_empty_library(tmp_path: Path):
    shelf = Shelf()
    found = rank(parse_query("anything"), shelf.index(tmp_path).reader())
    assert (found.results, found.matching, found.total_sections) == ((), 0, 0)


def test_a_long_message_is_scored_by_its_most_telling_words(tmp_path: Path):
    shelf = Shelf()
    for number in range(40):
        shelf.put(f"{number}.md", f"common words everywhere topic{number}")
    query = parse_query(" ".join(f"word{n} common" for n in range(100)) + " topic7")
    found = rank(query, opened(shelf, tmp_path))
    assert shelf.texts[found.results[0].number].body.endswith("topic7")
    assert len(found.statistics) == len(query.groups)


def test_longer_sections_are_damped_more_and_floors_hold():
    damped = formulas.damping(np.array([10, formulas.LENGTH_FLOOR, 400]), 100.0)
    assert damped[0] == damped[1] < damped[2]


#: What NumPy calls them, from 2.0 on; it passes over names that it does not know.
VECTORS = "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL X86_V3 X86_V4"
SCRIPT = """
import random, sys
from pathlib import Path
from tests.retrieve.test_rank import opened, question_of, shelf_of
from tests.shelf import ranked
chance = random.Random(2)
shelf = shelf_of(chance, 60)
postings = opened(shelf, Path(sys.argv[1]))
print([ranked(shelf, postings, question_of(chance)) for _ in range(40)])
postings.close()
"""


def test_vector_instructions_change_no_score(tmp_path: Path):
    def run(name: str, disabled: str) -> str:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", SCRIPT, str(tmp_path / name)],
            cwd=CHECKOUT,
            env={**os.environ, "NPY_DISABLE_CPU_FEATURES": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    plain = run("plain", VECTORS)
    assert run("fast", "") == plain
    assert len(plain) > 1000


def test_a_part_of_an_identifier_is_never_missing(tmp_path: Path):
    shelf = Shelf()
    shelf.put("a.md", "edit the config file")
    query = parse_query("next.config.js file", parse_synonyms("js, javascript"))
    [result] = rank(query, opened(shelf, tmp_path)).results
    assert result.matched == ("config", "file")
    assert result.missing == ("next.config.js",)
