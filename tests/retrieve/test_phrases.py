"""A synonym of several words stands where they follow each other, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.retrieve.test_typos import opened
from tests.shelf import Shelf, named
from verbatim_desktop.domain.retrieval import TermOrigin
from verbatim_desktop.retrieve.phrases import frequencies, holding
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.synonyms import parse_synonyms
from verbatim_desktop.text.matching import Matcher

PAGES = {
    "both.md": "Sign in to see your plan. You sign in once.",
    "apart.md": "A road sign stands in the yard. In a hurry, sign it.",
    "none.md": "Deposits are paid back.",
}
SYNONYMS = parse_synonyms("login, log in, sign in")


def shelf() -> Shelf:
    filled = Shelf()
    for path, text in PAGES.items():
        filled.put(path, text)
    return filled


def test_a_phrase_stands_where_its_words_follow_each_other(tmp_path: Path):
    postings = opened(shelf(), tmp_path)
    found = frequencies("body", "sign in", postings)
    assert found is not None
    assert found[1].tolist() == [2]
    assert (holding("body", "sign in", postings), holding("body", "sign", postings)) == (1, 2)
    assert frequencies("title", "sign in", postings) is None
    assert frequencies("body", "sign out", postings) is None
    assert holding("body", "in sign", postings) == 0
    assert np.all(np.diff(found[0]) > 0)


def test_a_synonym_of_two_words_is_one_term_and_finds_them_together(tmp_path: Path):
    on = shelf()
    postings = opened(on, tmp_path)
    query = parse_query("login", SYNONYMS)
    added = [term.text for term in query.groups[0].terms if term.origin is TermOrigin.SYNONYM]
    assert added == ["log in", "sign in"]
    assert [path for path, _, _ in named(on, postings, rank(query, postings))] == ["both.md"]


def test_a_sentence_holds_such_a_synonym_where_its_words_follow_each_other(tmp_path: Path):
    postings = opened(shelf(), tmp_path)
    query = parse_query("login", SYNONYMS)
    matcher = Matcher(query, rank(query, postings).statistics)
    assert matcher.match("You sign in once.").groups == {0: 0.4}
    assert matcher.match("Sign it in the yard.").groups == {}
    assert matcher.asked_share("Sign in") == 1.0
    assert matcher.asked_share("Road sign") == 0.0
