"""Gaps as a writer takes them away; hostile questions stay text."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.cli.sample_gaps import REPORT
from verbatim_desktop.compose.cells import as_csv, harmless
from verbatim_desktop.compose.gap_list import as_markdown, gaps_as_csv
from verbatim_desktop.domain.gaps import GapReport, OpenQuestion, Why


def with_question(text: str) -> GapReport:
    gap = REPORT.gaps[0]
    question = OpenQuestion(text, ("2026-11-03T10:00:00+00:00",), (Why.LOW,), notes=(text,))
    return replace(REPORT, gaps=(replace(gap, words=(text,), questions=(question,)),))


def test_markdown_says_how_often_when_why_and_what_is_near():
    text = as_markdown(REPORT)
    assert "2 open questions on 1 topic, of 12 different ones that were asked." in text
    assert "## crypto refund\n\nAsked 3 times, from 2026-11-03 to 2026-11-21." in text
    assert "(twice, marked missing, low confidence; nowhere in the library: crypto)" in text
    assert "- Refunds › How long: `shop/money/refunds#how-long`" in text
    assert "together in 2 of 2 questions" in text


def test_nothing_open_is_said_in_words():
    assert "No open question among the 12" in as_markdown(GapReport((), 12))


@pytest.mark.parametrize(
    "hostile",
    ["<img src=file:///etc/passwd>", "![x](file:///etc/passwd)", "[a](javascript:b)", "# Head"],
)
def test_a_hostile_question_stays_text(hostile):
    html = MarkdownIt("commonmark").render(as_markdown(with_question(hostile)))
    assert not any(tag in html for tag in ("<img", "<a ", "<h1>Head"))


def test_csv_has_a_row_a_question_and_no_formula():
    rows = list(csv.reader(io.StringIO(gaps_as_csv(REPORT))))
    assert len(rows) == 3
    assert rows[2][1] == "'=crypto payout"
    assert rows[1][2] == "2"


@given(st.text(st.sampled_from("=+-@\t\r\n ＝＋－＠a1,\"'"), max_size=8))
def test_no_cell_starts_a_formula(text):
    [row] = list(csv.reader(io.StringIO(as_csv((text,), ()), newline="")))
    [cell] = row or [""]
    guarded = harmless(text)
    assert not guarded.strip().startswith(tuple("=+-@＝＋－＠"))
    [row] = list(csv.reader(io.StringIO(as_csv(("head",), [(text,)]), newline="")))[1:] or [[""]]
    assert (row or [""]) == [guarded]
    assert cell == text


def test_numbers_stay_numbers():
    assert as_csv(("a", "b"), [(-1.5, None)]) == "a,b\r\n-1.5,\r\n"
