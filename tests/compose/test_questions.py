"""What a message asks, found in place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compose.reading import figures, read_set
from verbatim_desktop.compose.asking import to_the_point
from verbatim_desktop.compose.message import message_of
from verbatim_desktop.compose.questions import (
    MOST_QUESTIONS,
    errands,
    find_questions,
    only_thanks,
)
from verbatim_desktop.compose.reply_answers import headline
from verbatim_desktop.compose.said import statements
from verbatim_desktop.domain.errors import MessageUnreadable
from verbatim_desktop.domain.messages import Question, QuestionKind


def asked(text: str, subject: str = "") -> tuple[Question, ...]:
    return find_questions(replace(message_of(text), subject=subject))


def texts(text: str) -> list[str]:
    return [question.text for question in asked(text)]


@pytest.mark.parametrize(
    ("name", "least"), [("dev", (0.97, 0.97)), ("held", (0.97, 0.97)), ("fresh", (0.92, 0.80))]
)
def test_hand_written_messages_are_read_as_people_read_them(name: str, least: tuple[float, float]):
    """Figures and how they were come by: docs/benchmarks.md."""
    readings = read_set(name)
    precision, recall, _count = figures(readings)
    missed = [r for r in readings if r.hits < max(len(r.wanted), len(r.found))]
    assert precision >= least[0], missed
    assert recall >= least[1], missed


def test_there_are_messages_enough_to_say_something():
    assert len(read_set("dev")) + len(read_set("held")) >= 40


def test_a_question_that_leans_is_searched_with_what_it_leans_on():
    [question] = asked("When I upload a CSV the import fails. Why?")
    assert question.text == "Why?"
    assert question.search == "When I upload a CSV the import fails. Why?"


def test_a_question_that_stands_by_itself_is_searched_alone():
    [question] = asked("We have used you for years. How do I export all invoices as PDF?")
    assert question.search == "How do I export all invoices as PDF?"


def test_a_problem_that_a_question_takes_up_is_no_question_of_its_own():
    assert texts("My card was charged twice. What should I do?") == ["What should I do?"]


def test_a_problem_nobody_asks_about_is_one():
    [question] = asked("Hello,\n\nI can't get webhooks to work. Every delivery fails.\n\nBye")
    assert question.kind is QuestionKind.PROBLEM
    assert question.text == "I can't get webhooks to work. Every delivery fails."


@pytest.mark.parametrize(
    "text",
    [
        "Can you help?",
        "Could you please help me with this?",
        "Hi Sarah, how are you?",
        "Let me know if you need anything else.",
        "Können Sie mir bitte helfen?",
        "¿Me pueden ayudar?",
        "Any help would be appreciated!",
    ],
)
def test_courtesy_asks_nothing(text: str):
    assert texts(text) == []


def test_a_problem_in_a_list_stands_by_itself():
    found = texts("- The app crashes when I attach files\n- How do I pay?\n- It is slow. Why?")
    assert found == ["The app crashes when I attach files", "How do I pay?", "Why?"]


def test_a_short_question_right_behind_a_problem_is_searched_with_it():
    [question] = asked("Hello,\n\nThe app crashes when I attach a file. Is there a size limit?")
    assert question.search == "The app crashes when I attach a file. Is there a size limit?"


def test_a_question_that_goes_on_is_searched_with_what_was_asked_before():
    found = asked("How do I import our history? And will private channels be included?")
    assert found[1].search == "How do I import our history? Will private channels be included?"


@pytest.mark.parametrize(
    "text", ["Is there a way to schedule a message?", "Do I need `use client`?"]
)
def test_a_question_that_names_its_subject_is_searched_alone(text: str):
    found = asked(f"I turned them on in settings but nothing arrives.\n\n{text}")
    assert found[-1].search == text


@pytest.mark.parametrize(
    "text",
    [
        "And how do I rotate the API token?",
        "And how do I delete a channel?",
        "And can guests create channels?",
        "But where can I download last month's invoices?",
        "Also how many seats? Or can we invite external guests?",
        "Und wie kann ich den Zugang sperren lassen?",
        "Und wie setze ich ein Kennwort?",
    ],
)
def test_a_question_that_goes_on_but_says_what_it_wants_is_searched_alone(text: str):
    found = asked(f"How do I import our history? {text}")
    assert found[-1].search == to_the_point(text.split("? ")[-1])


@pytest.mark.parametrize(
    "text",
    [
        "And how do I export it to CSV?",
        "And on mobile?",
        "But where can I see that?",
        "And will deleted messages be included?",
        "And can deleted messages be included?",
        "And do guests count?",
    ],
)
def test_a_question_that_goes_on_and_leaves_out_what_is_meant_leans(text: str):
    assert asked(f"How do I import our history? {text}")[-1].search.startswith("How do I import")


def test_a_problem_in_a_paragraph_of_its_own_is_searched_alone():
    found = asked("How do I pay invoices?\n\nAlso, I can't get notifications to work.")
    assert found[-1].search == "I can't get notifications to work."


def test_a_greeting_is_no_context():
    assert asked("Hello,\n\nHow do I pay?")[0].search == "How do I pay?"


def test_items_below_an_announcement_ask():
    found = texts("We have some questions:\n- discount for nonprofits\n- data residency")
    assert found == ["discount for nonprofits", "data residency"]


def test_code_asks_nothing():
    assert texts("It prints this:\n```\nContinue?\nWhat now?\n```\nThanks for looking.") == []


@pytest.mark.parametrize("mark", ["?", "？", "⁇", "؟"])
def test_every_question_mark_counts(mark: str):
    assert len(asked(f"Password reset link expired{mark}")) == 1


def test_a_subject_that_asks_stands_in_for_a_text_that_does_not():
    [question] = asked("See subject.", subject="RE: How do I rotate an API key?")
    assert (question.start, question.end) == (0, 0)
    assert question.text == "How do I rotate an API key?"


def test_the_same_question_twice_is_one():
    assert len(asked("How do I rotate an API key?\n\nHow do I rotate an API key?")) == 1


MESSAGES = st.lists(
    st.text(max_size=50)
    | st.sampled_from(
        [
            "How do I log in?",
            "Why?",
            "- how to pay",
            "It fails.",
            "I can't log in.",
            "Our questions:",
            "",
            "```",
            "教えてください。",
            "Thanks",
        ]
    ),
    max_size=12,
)


@given(MESSAGES)
def test_every_span_reads_back_in_order_without_overlap(lines: list[str]):
    try:
        message = message_of("\n".join(lines))
    except MessageUnreadable:
        return
    questions = find_questions(message)
    assert len(questions) <= MOST_QUESTIONS
    end = 0
    for question in questions:
        assert question.start >= end
        assert message.text[question.start : question.end] == question.text
        assert " ".join(question.text.split())[:100] in question.search
        end = question.end
    assert find_questions(message) == questions


LOG = "\n".join(
    f"2026-11-30T10:0{n}:11Z error Error: Failed to fetch RSC payload for /products/{n}. Why?"
    for n in range(9)
)


def test_lines_of_a_log_are_no_questions():
    text = f"Hello,\nHow can we show the new price without a new deploy? Our log:\n{LOG}\nThanks"
    [question] = asked(text)
    assert question.search == "How can we show the new price without a new deploy?"


def test_what_went_wrong_in_a_log_is_searched_for_with_a_question_about_it():
    [question] = asked(f"Hello,\n\nWhat does this error mean?\n\n{LOG}")
    assert question.text == "What does this error mean?"
    assert question.search.startswith("Error: Failed to fetch RSC payload for /products/0. ")


def test_a_message_that_is_nothing_but_an_error_is_a_problem():
    [question] = asked("TypeError: cannot read the price of undefined")
    assert question.kind is QuestionKind.PROBLEM


def test_a_stack_trace_below_a_problem_is_not_another_one():
    trace = "ValueError: the key is missing\n    at load (a.js:1:2)\n    at run (b.js:3:4)"
    [question] = asked(f"Our build fails:\n{trace}")
    assert question.text == "Our build fails:"
    assert "the key is missing" in question.search


def test_what_is_to_be_done_is_no_question_and_is_not_dropped():
    message = message_of("Hello,\n\nHow do I rotate a key? And please call me back.\n\nBo")
    assert [question.text for question in find_questions(message)] == ["How do I rotate a key?"]
    assert errands(message) == ("And please call me back.",)


def test_what_is_asked_is_no_errand():
    assert errands(message_of("Can you tell me how to cancel? How do I reset my password?")) == ()


@pytest.mark.parametrize("text", ["Thanks, all good!", "Vielen Dank, das war es.", "Merci !"])
def test_a_message_may_say_nothing_but_thanks(text: str):
    assert only_thanks(message_of(text))


@pytest.mark.parametrize(
    "text", ["Thanks! How do I rotate a key?", "Thanks, please call me back.", "It is broken."]
)
def test_a_message_that_wants_something_says_more_than_thanks(text: str):
    assert not only_thanks(message_of(text))


def test_a_question_that_asks_several_things_is_several_questions():
    text = "Hi,\n\nHow do I upgrade from 14 to 15 and what happens with caching of fetch?"
    assert [(q.text, q.search) for q in asked(text)] == [
        ("How do I upgrade from 14 to 15", "How do I upgrade from 14 to 15"),
        ("what happens with caching of fetch?", "what happens with caching of fetch?"),
    ]
    assert [headline(q) for q in asked(text)] == [
        "How do I upgrade from 14 to 15?",
        "What happens with caching of fetch?",
    ]


# --- Messages written in a hurry -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("is there a way to limit posting? my account is jo", ["is there a way to limit posting?"]),
        ("oh and also how can i move messages", ["oh and also how can i move messages"]),
        ("ps: can guests see private channels", ["ps: can guests see private channels"]),
        ("does zulip keep deleted messages", ["does zulip keep deleted messages"]),
        ("One more thing: do tokens expire", ["One more thing: do tokens expire"]),
        ("Does nothing useful", []),
        ("Can access the page, thanks.", []),
        ("Would love a sticker.", []),
    ],
)
def test_a_question_needs_neither_a_mark_nor_a_capital(text: str, found: list[str]):
    assert texts(f"hey there!!\n\n{text}") == found


@pytest.mark.parametrize(
    "text",
    [
        "Also I would like to know 1) how to enable drafts 2) how to opt out, and 3) the limits.",
        "Please tell me a) how to enable drafts b) how to opt out and c) the limits.",
    ],
)
def test_what_is_counted_within_a_sentence_is_asked_one_by_one(text: str):
    assert texts(text) == ["how to enable drafts", "how to opt out", "the limits."]


@pytest.mark.parametrize("text", ["Is version 1) or 2) right?", "Does plan a) cost more?"])
def test_a_number_in_passing_counts_nothing(text: str):
    assert len(texts(text)) == 1


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("And lastly, can we get a refund?", "Can we get a refund?"),
        ("oh and also how can i move it", "How can i move it"),
        ("PS: can guests read?", "Can guests read?"),
        ("Second thing: is there a prefix?", "Is there a prefix?"),
        ("Next auth fails. Why?", "Next auth fails. Why?"),
        ("How do I pay?", "How do I pay?"),
        ("Also, next.config.js is ignored", "next.config.js is ignored"),
        ("And", "And"),
    ],
)
def test_what_is_said_on_the_way_to_a_question_is_no_part_of_it(said: str, asks: str):
    assert to_the_point(said) == asks


@given(st.text(max_size=80))
def test_statements_lie_in_order_within_the_text(text: str):
    spans = list(statements(text, ()))
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= len(text) for start, end in spans)
