"""Which questions go straight to the search, and which go round by other words or back."""

from __future__ import annotations

import pytest

from verbatim_desktop.answer.route_query import (
    Intent,
    Route,
    clarifying,
    heading_queries,
    route_of,
)


@pytest.mark.parametrize(
    "question",
    [
        "How do I rotate a key?",
        "How long do refunds take?",
        "is it possible to export?",
        "error 403 on the login page today",
        "Rotate the signing keys",
    ],
)
def test_a_clear_question_is_searched_as_it_is(question: str):
    assert route_of(question).route is Route.DIRECT


@pytest.mark.parametrize(
    "question", ["refunds", "refund card", "k8s auth", "does it expire?", "What about it?", "hi"]
)
def test_a_short_question_or_one_that_points_at_nothing_goes_round(question: str):
    assert route_of(question).route is Route.FULL


def test_a_pronoun_is_clear_where_its_subject_is_known():
    question = "how many days does it take to expire?"
    assert route_of("when was it that this was removed again?").pointing
    assert not route_of("when was it that this was removed again?", has_subject=True).pointing
    assert route_of(question, has_subject=True).route is Route.DIRECT


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("How do I rotate a key?", Intent.HOW_TO),
        ("The upload fails with an error", Intent.TROUBLESHOOTING),
        ("The export doesn't start", Intent.TROUBLESHOOTING),
        ("Hello there", Intent.GREETING),
        ("thanks!", Intent.GREETING),
        ("What is the upload limit?", Intent.REFERENCE),
    ],
)
def test_the_intent_is_read_off_the_words(question: str, intent: Intent):
    assert route_of(question).intent is intent


HEADINGS = (("Money", "Refunds to a card"), ("Money", "Refunds"), ("Money", "Transfers"))


def test_headings_that_say_more_than_the_question_are_other_words_for_it():
    assert heading_queries("refunds", HEADINGS) == ("Refunds to a card",)
    assert heading_queries("hello", HEADINGS) == ()
    assert heading_queries("", HEADINGS) == ()


def test_what_no_rewriting_helps_is_asked_back():
    assert "“it”" in clarifying(route_of("does it expire?"), HEADINGS, answered=False)
    assert clarifying(route_of("hello"), (), answered=False) == "What would you like to know?"
    back = clarifying(route_of("refunds"), HEADINGS, answered=False)
    assert "“Refunds to a card”" in back
    assert clarifying(route_of("refunds"), HEADINGS, answered=True) == ""
    assert clarifying(route_of("How long do refunds take?"), HEADINGS, answered=False) == ""
