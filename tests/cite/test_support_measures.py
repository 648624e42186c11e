"""What the support gate measures, and the rules for copies, openers, numbers and contrasts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.cite.support import assess, assess_answer, gate
from verbatim_desktop.cite.support.measures import Measured, combined, is_mostly_faulted, score
from verbatim_desktop.cite.support.talk import claims_nothing, without_opener
from verbatim_desktop.domain.support import Support, SupportRule

SHARES = st.floats(0, 1)
MEASURED = st.builds(
    Measured,
    words=st.integers(1, 60),
    telling=SHARES,
    followed=SHARES,
    talks=st.booleans(),
    source=st.integers(0, 5000),
    faulted=st.booleans(),
)
INDEX = "PostgreSQL supports hash indexes besides the regular tree indexes of a column."


@pytest.mark.parametrize(
    "clause", [" and works offline", ", which also improves performance", " on every plan"]
)
def test_a_clause_joined_on_to_a_copy_is_named(clause: str):
    said = assess(f"{INDEX[:-1]}{clause}.", [INDEX])
    assert said.support is Support.NOT_SUPPORTED
    assert SupportRule.WORD in {lack.rule for lack in said.lacking}
    assert any(clause.split()[-1] in lack.text for lack in said.lacking)


@pytest.mark.parametrize("opener", ["No, ", "Right, ", "Not really, ", "Not sure, but ", "Great! "])
def test_an_opener_is_left_out_of_what_follows(opener: str):
    assert without_opener(f"{opener}files are kept for a week.") == "files are kept for a week."


@pytest.mark.parametrize(
    "sentence",
    ["No files are kept for a week.", "Right click the file.", "So many files are kept."],
)
def test_a_word_that_says_something_is_no_opener(sentence: str):
    assert without_opener(sentence) == sentence


@pytest.mark.parametrize(
    "opener", ["For example, ", "Passage 3 notes that ", "The context provided suggests that "]
)
def test_what_only_names_the_source_is_left_out(opener: str):
    assert without_opener(f"{opener}files are kept for a week.") == "files are kept for a week."


@pytest.mark.parametrize("marks", ["[1]", " [1][2]", " [1, 2]"])
def test_citation_markers_are_no_words_of_a_claim(marks: str):
    assert without_opener(f"Files are kept for a week{marks}.") == "Files are kept for a week."
    assert assess(f"{INDEX[:-1]}{marks}.", [INDEX]).support is Support.VERBATIM


def test_an_index_in_code_is_no_marker():
    said = "The first row is `rows[0]`."
    assert without_opener(said) == said


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("It is a series of fantasy novels written by the author J.K Rowling.",
         "The series of fantasy novels is written by the author J. K. Rowling."),
        ("About five - sixths of the island seceded in the same year.",
         "About five-sixths of the island seceded in the same year as the others."),
        ("Each team has chosen its own server in the first week.",
         "Each team chose its own server in the first week."),
    ],
)  # fmt: skip
def test_the_same_said_in_another_form_lacks_nothing(said: str, source: str):
    assert not gate.examine(said, [source]).faults


def test_the_number_of_a_list_counts_nothing():
    source = "To set up a namespace, follow these steps in the console of the registry."
    said = assess("To set up a namespace, follow these steps in the console: 1.", [source])
    assert SupportRule.NUMBER not in {lack.rule for lack in said.lacking}
    assert claims_nothing("1[3].")


@pytest.mark.parametrize(("one", "other"), [("number one", "number 1")])
def test_one_as_a_word_and_as_a_digit_are_the_same(one: str, other: str):
    told, said = (f"The song was the {text} hit of that year." for text in (one, other))
    assert not any(lack.rule is SupportRule.NUMBER for lack in assess(said, [told]).lacking)


def test_a_contrast_is_no_condition():
    source = "Green was the color of the merchants, while red was reserved for the nobility."
    said = assess("Green was the color of the merchants.", [source])
    assert said.support in (Support.SUPPORTED, Support.VERBATIM)


def test_while_sets_a_condition_where_it_is_not_a_contrast():
    source = "The file can be deleted by its owner while the server is running."
    assert assess("The file can be deleted by its owner.", [source]).lacking


@pytest.mark.parametrize("said", ["Yes, it is kept.", "You keep it.", "I keep it.", "It is kept!"])
def test_talk_is_told_from_a_plain_statement(said: str):
    source = "A copy of the page is kept by the server for a day."
    assert gate.examine(said, [source]).measured.talks
    assert not gate.examine("It is kept by the server.", [source]).measured.talks


def test_size_is_what_lets_a_summary_count_by_its_telling_words():
    one = Measured(30, 0.8, 0.3, False, 20)
    short, passage, long = (combined([replace(one, source=size)] * 3) for size in (20, 90, 900))
    assert (short["quiet"], short["long"]) == (0.0, 0.0)
    assert 0 < passage["quiet"] < 1
    assert passage["long"] == 0.0
    assert long["quiet"] == long["long"] == 1.0
    assert long["telling_long"] == pytest.approx(0.8)
    assert combined([replace(one, source=900, talks=True)])["quiet"] == 0.0


@given(st.lists(MEASURED, min_size=1, max_size=6))
def test_every_number_of_an_answer_is_between_none_and_all(sentences: list[Measured]):
    values = combined(sentences)
    assert all(0 <= value <= 1 + 1e-9 for value in values.values())
    assert 0 <= score(values) <= 1


@given(st.lists(MEASURED, min_size=1, max_size=6), st.randoms())
def test_the_order_of_the_sentences_does_not_matter(sentences: list[Measured], chance):
    turned = list(sentences)
    chance.shuffle(turned)
    # They are all held against the same source.
    source = sentences[0].source
    one, other = (
        combined([replace(each, source=source) for each in some]) for some in (sentences, turned)
    )
    assert one == pytest.approx(other)
    assert is_mostly_faulted(sentences) == is_mostly_faulted(turned)


@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=3))
def test_no_answer_makes_it_fail(answer: str, cited: list[str]):
    first = assess_answer(answer, cited)
    assert 0 <= first.score <= 1
    assert first == assess_answer(answer, cited)
    if not any(one.claims for _, one in first.sentences):
        assert not first.supported
