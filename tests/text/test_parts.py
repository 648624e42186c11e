"""A question is split into what it asks, and in doubt it is one."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.parts import part_spans, parts_of


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How do I upgrade from 14 to 15 and what happens with caching of fetch?",
            ("How do I upgrade from 14 to 15?", "What happens with caching of fetch?"),
        ),
        (
            "Can I deploy on GitHub Pages, and does image optimization still work then?",
            ("Can I deploy on GitHub Pages?", "Does image optimization still work then?"),
        ),
        (
            "How do I mute a topic, how do I unmute it later, and can I mute a user?",
            ("How do I mute a topic, how do I unmute it later?", "Can I mute a user?"),
        ),
        (
            "How do I import our history? And how do I rotate the API token?",
            ("How do I import our history?", "How do I rotate the API token?"),
        ),
        (
            "Wie setze ich Variablen für den Browser und wie aktiviere ich Caching?",
            ("Wie setze ich Variablen für den Browser?", "Wie aktiviere ich Caching?"),
        ),
    ],
)
def test_a_question_that_asks_several_things_has_parts(question: str, parts: tuple[str, ...]):
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "How do I define a zone?",
        "What are success metrics, and how do they relate to latency?",
        "How can I see who can read and who can post in a stream?",
        "How do I know what the limit is and what happens after?",
        "Which service resizes and does image optimization?",
        "What is the difference between getStaticProps and getServerSideProps?",
        "How do I avoid subscribing to everything? Is there a way not to subscribe to every repo?",
        "Does it run on Linux and is it free?",
        "It fails. How do I rotate a key and what happens with the old token?",
        "Why does the build of images fail and how?",
        "",
        "?",
    ],
)
def test_a_question_that_asks_one_thing_stays_as_it_is(question: str):
    assert parts_of(question) == (question,)


def test_single_golden_questions_are_not_split(shared: Path):
    files = sorted((shared / "golden" / "dev").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    questions = [json.loads(line)["question"] for line in lines]
    assert len(questions) > 500
    assert [question for question in questions if len(parts_of(question)) > 1] == []


@given(
    st.lists(
        st.sampled_from(["how do I ", "pay bills", ", and ", "can I ", "mute a user", "? ", "it"]),
        max_size=9,
    )
)
def test_parts_stand_in_order_in_the_question(pieces: list[str]):
    text = "".join(pieces)
    spans = part_spans(text)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(text[start:end].strip() for start, end in spans) or not text.strip()
