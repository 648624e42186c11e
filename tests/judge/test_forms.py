"""What a sentence that answers looks like, by the question."""

from __future__ import annotations

import pytest

from tests.pages import page, paragraph, ranking
from verbatim_desktop.judge.forms import Form
from verbatim_desktop.text.matching import Matcher


def share(question: str, sentence: str) -> float:
    ranked = ranking(question, [page("a.md", paragraph(sentence))])
    return Form(ranked.query).share(sentence, Matcher(ranked.query, ranked.statistics))


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("when was it founded", "It was founded in 1898.", "It was founded early."),
        ("how many exports may I keep", "You may keep ten.", "You may keep some."),
        ("who signs releases", "A key of Ada Lovelace signs releases.", "A key signs releases."),
        ("where are logs", "They are in /var/log.", "They are kept well."),
        ("why did it stop", "It stopped because of a lock.", "It stopped at night."),
        ("what is a tag", "A tag is a label.", "Tags help, and labels are nice."),
        ("what is ISR", "Incremental Regeneration (ISR) lets pages change.", "It lets ISR run."),
        ("webhooks", "A webhook is a request.", "The fix for webhooks is simple."),
    ],
)
def test_the_form_of_an_answer_follows_the_question(question, answer, other):
    assert share(question, answer) > share(question, other) == 0


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("when do tokens expire", "They expire once you log out.", "They were new in May 2020."),
        ("when does the backup run", "It runs every night.", "It was rewritten in 2021."),
        ("percentage of failed jobs", "About 4% of them fail.", "In 2021 they were 12."),
        ("what are the two main kinds", "There are two of them.", "A kind is a label."),
        ("which are the 3 stages", "It has three stages: a, b, c.", "Stages are fine."),
        ("where are logs stored", "Logs are stored in `/var/log`.", "Logs go to `/var/log`."),
        ("where do lamps live", "They live near Amsterdam.", "They were made in Amsterdam."),
    ],
)
def test_what_few_sentences_have_tells_more_than_what_many_have(question, answer, other):
    assert share(question, answer) > share(question, other)


def test_a_question_of_how_asks_for_no_form():
    assert share("how do I add a tag", "A tag is a label.") == 0
