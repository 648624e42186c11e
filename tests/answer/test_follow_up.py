"""A question that asks on keeps its subject; one that stands by itself is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.answer.follow_up import MOST_SUBJECT, asks_on, subject_of
from verbatim_desktop.text.terms import analyse

BEFORE = "How do I undo a release?"


@pytest.mark.parametrize(
    "question",
    [
        "Does that also roll back the database?",
        "How long does it take?",
        "And the database?",
        "What about webhooks?",
        "Who can do this?",
        "Can they roll forward to it later?",
        "How long?",
        "Why?",
        "How do I add one?",
        "Can I use a wildcard there?",
        "Is a webhook allowed in there too?",
    ],
)
def test_what_points_back_or_names_nothing_is_asked_on_the_subject_before(question):
    assert subject_of(question, BEFORE) == ("undo", "release")


@pytest.mark.parametrize(
    "question",
    [
        "What is the price of the enterprise plan?",
        "What does error LN-5001 mean?",
        "Is it possible to pin a project to an address?",
        "Does this plan include single sign-on?",
        "Can one user belong to two teams?",
        "How do I change my password?",
        "Is there a limit on webhooks?",
        "Which roles are there?",
        "Hi there, how do I export the audit log?",
        "It says the certificate of the gateway expired, how do I renew the certificate?",
        "",
        "???",
    ],
)
def test_what_stands_by_itself_is_left_alone(question):
    assert subject_of(question, BEFORE) == ()


def test_words_that_are_asked_again_are_not_added_twice():
    assert subject_of("Can they undo it?", BEFORE) == ("release",)


def test_identifiers_of_the_subject_are_kept_as_they_were_typed():
    assert subject_of("Why?", "What does LN-5001 mean for next.config.js?") == (
        "LN-5001",
        "next.config.js",
    )


@given(st.text(max_size=80), st.text(max_size=200))
def test_a_subject_is_words_of_the_question_before_few_and_new(question: str, before: str):
    words = subject_of(question, before)
    stems = [token.stem for word in words for token in analyse(word) if token.whole]

    assert len(words) <= MOST_SUBJECT
    assert all(word in before for word in words)
    assert len(stems) == len(set(stems))
    if words:
        assert asks_on(question)
