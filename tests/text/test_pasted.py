"""What a person wrote is told from what was pasted into it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.pasted import errors_in, pasted, pasted_spans, told

QUESTION = "How can we show the new price without a new deploy?"
PASTED = {
    "log": "2026-11-30T10:00:11Z error Failed to fetch https://a.test/1\n"
    "2026-11-30T10:01:11Z info Cannot find the page, is it there?",
    "bracketed levels": "[error] boom\n[info] starting the worker",
    "python": 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    foo()\n'
    "ValueError: bad value for x",
    "javascript": "TypeError: Cannot read properties of undefined (reading 'map')\n"
    "    at Page (app/page.js:10:21)\n    at async Promise.all (index 0)",
    "npm": "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1",
    "settings": "module.exports = {\n  images: {\n    domains: ['a.com'],\n  },\n}",
    "yaml": "services:\n  web:\n    image: node:18\n    ports: ['80:80']",
    "container": "FROM node:18\nRUN npm ci\nCOPY . .",
    "alike": "worker 1 did not answer to the health check in 10 seconds\n"
    "worker 2 did not answer to the health check in 12 seconds\n"
    "worker 3 did not answer to the health check in 9 seconds",
}


@pytest.mark.parametrize("printed", PASTED.values(), ids=PASTED)
def test_what_a_program_printed_is_no_part_of_what_was_written(printed: str):
    text = f"Hello,\n\n{QUESTION} Here is what we see:\n{printed}\n\nThanks"
    assert told(text).split() == f"Hello, {QUESTION} Here is what we see: Thanks".split()
    assert pasted(text).split() == printed.split()


@pytest.mark.parametrize(
    "text",
    [
        QUESTION,
        "I have these questions:\n- How do I add one?\n- Is C=3 supported?\n- Does `a=b` work?",
        "Error: I cannot log in to my account, can you please help me?",
        "Plan: Pro\nBrowser: Chrome\nCity: Rome",
        "At 10:30 we saw that the page is gone. What can we do?",
        "ERROR: can you help me with the login?\nThanks",
        "Thanks\nThanks\nThanks",
    ],
)
def test_what_a_person_wrote_stays(text: str):
    assert told(text) == text
    assert not pasted(text)


def test_a_text_that_is_nothing_but_a_log_was_pasted_into_nothing():
    assert told(PASTED["log"]) == PASTED["log"]


def test_an_error_is_named_once_without_its_time_and_its_numbers():
    lines = [
        f"2026-11-30T10:0{n}:11Z error Error: Failed to fetch /products/{n}. at get (a.js:{n}:2)"
        for n in range(5)
    ]
    assert errors_in("\n".join(lines)) == ("Error: Failed to fetch /products/0.",)


def test_an_error_above_its_stack_was_printed_however_much_prose_it_is():
    error = "Error: the host is not configured under images in your settings"
    frame = "    at load (lib/loader.js:42:11)"
    assert told(f"We see:\n{error}\n{frame}\nPlease advise.") == "We see:\n\nPlease advise."
    assert told(f"We see:\n{error}\nPlease advise.") != "We see:\n\nPlease advise."


@given(st.text(alphabet="ab: =[]{}\n\t0159-Terror?", max_size=200))
def test_written_and_pasted_are_the_whole_text(text: str):
    spans = pasted_spans(text)
    assert all(a < b for a, b in spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    kept = "".join((told(text) + pasted(text)).split())
    assert sorted(kept) == sorted("".join(text.split()))
