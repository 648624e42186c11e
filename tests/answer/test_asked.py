"""What a question wants, by its words."""

from __future__ import annotations

import pytest

from verbatim_desktop.answer.asked import asked_for, tells_amount


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("Which discovery services are there?", "services"),
        ("What are the two required fields?", "fields"),
        ("What kinds of tickets exist?", "tickets"),
        ("What are the built-in algorithms?", "algorithms"),
        ("What are the two types of tracking?", "tracking"),
        ("What types of content deltas are there?", "deltas"),
        ("Which browsers do you support?", "browsers"),
    ],
)
def test_a_question_for_several_things_names_them(question: str, things: str):
    assert asked_for(question).several
    assert asked_for(question).things == things


@pytest.mark.parametrize(
    "question",
    [
        "What does error 529 mean?",
        "What is the address of the server?",
        "Which port does it use?",
        "How do I rotate keys?",
        "What happens when a key lapses?",
    ],
)
def test_a_question_for_one_thing_does_not(question: str):
    assert not asked_for(question).several


@pytest.mark.parametrize(
    "question",
    [
        "How long are logs kept?",
        "How many webhooks can a project have?",
        "Which port does it listen on?",
        "What is the default timeout?",
        "What is the maximum size of a file?",
        "Which Node.js version do I need?",
    ],
)
def test_a_question_of_how_much_asks_for_a_quantity(question: str):
    assert asked_for(question).quantity


def test_a_version_that_is_only_named_asks_for_no_history():
    assert not asked_for("In version 13.0 my font is not used, how do I load it?").changes
    assert asked_for("Since which version can fonts be loaded?").changes


@pytest.mark.parametrize(
    "text",
    ["It defaults to 50 MB.", "Logs are kept for two weeks.", "Messages stay forever.", "$5 each"],
)
def test_a_number_or_a_word_for_one_tells_an_amount(text: str):
    assert tells_amount(text)


def test_a_number_in_the_name_of_something_tells_none():
    text = "Set cacheSize: 0 to turn it off, then read ISO-8601."
    assert not tells_amount(text, [(4, 16)])
    assert tells_amount("It listens on 8080 by itself.", [(14, 18)])
