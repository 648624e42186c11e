"""A mistyped word finds what the right one finds; a right one is left as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shelf import Shelf, named
from verbatim_desktop.adapters.search.codec import Vocabulary
from verbatim_desktop.adapters.search.reader import PackedPostings
from verbatim_desktop.domain.retrieval import Query, TermOrigin
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.text.edits import is_one_slip

PAGES = {
    "refunds.md": "A refund of the deposit takes fourteen days after cancellation.",
    "props.md": "Call getServerSideProps when the deployment begins. Next builds follow.",
    "works.md": "This does not seem to work; the build keeps failing after each deployment.",
}


@pytest.fixture
def shelf() -> Shelf:
    shelf = Shelf()
    for path, text in PAGES.items():
        shelf.put(path, text)
    return shelf


def opened(shelf: Shelf, folder: Path) -> PackedPostings:
    index = shelf.index(folder)
    shelf.publish(index)
    return index.reader()


def added(query: Query) -> dict[str, str]:
    """What was added for mistyped words."""
    return {
        group.typed: term.text
        for group in query.groups
        for term in group.terms
        if term.origin is TermOrigin.TYPO
    }


@pytest.mark.parametrize("wrong", ["depsoit", "deposti", "deoposit", "depositt"])
def test_a_mistyped_word_finds_the_page_of_the_right_one(tmp_path: Path, shelf: Shelf, wrong: str):
    postings = opened(shelf, tmp_path)
    query = correct(parse_query(f"my {wrong}"), postings)
    assert added(query) == {wrong: "deposit"}
    assert [path for path, _, _ in named(shelf, postings, rank(query, postings))] == ["refunds.md"]


def test_a_part_of_an_identifier_is_mended_by_itself(tmp_path: Path, shelf: Shelf):
    query = correct(parse_query("getServerSideDepolyment"), opened(shelf, tmp_path))
    assert added(query) == {"Depolyment": "deploy"}


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("deposit", "it is there"),
        ("nuxt builds", "Nuxt is another product"),
        ("works", "its stem is there"),
        ("rat", "it is too short"),
        ("bofund", "two letters are wrong"),
        ("ceposit", "a first letter is seldom wrong"),
        ("2efund", "it is no word"),
    ],
)
def test_other_words_are_left_as_they_are(tmp_path: Path, shelf: Shelf, question: str, why: str):
    query = parse_query(question)
    assert correct(query, opened(shelf, tmp_path)) is query, why


def test_a_long_word_may_have_a_wrong_first_letter(tmp_path: Path, shelf: Shelf):
    query = correct(parse_query("xancellation"), opened(shelf, tmp_path))
    assert list(added(query)) == ["xancellation"]


def test_a_mistyped_word_of_complaint_weighs_as_little_as_the_right_one(
    tmp_path: Path, shelf: Shelf
):
    postings = opened(shelf, tmp_path)
    [right] = parse_query("failing").groups
    [mended] = correct(parse_query("failling"), postings).groups
    assert mended.weight == right.weight


def test_the_same_with_the_words_in_another_order_of_the_index(tmp_path: Path, shelf: Shelf):
    other = Shelf()
    for path in reversed(PAGES):
        other.put(path, PAGES[path])
    question = parse_query("depsoit foruteen deploymnt")
    one = correct(question, opened(shelf, tmp_path / "one"))
    assert correct(question, opened(other, tmp_path / "other")) == one
    assert len(added(one)) == 3


WORDS = st.lists(st.text("abcdz", min_size=1, max_size=6), min_size=1, max_size=30, unique=True)


@given(WORDS, st.text("abcdz", min_size=1, max_size=6))
def test_no_word_one_slip_away_is_overlooked(words: list[str], wrong: str):
    terms = [word.encode() for word in sorted(words)]
    offsets = np.cumsum([0, *map(len, terms)]).astype(np.uint32)
    near = {word.decode() for word in Vocabulary(b"".join(terms), offsets).near(wrong.encode())}
    assert {word for word in words if is_one_slip(word, wrong)} <= near
