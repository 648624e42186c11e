"""Sentence boundaries, above all those that splitters dispute."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.sentences import split_sentences


def split(text: str, *code: str) -> list[str]:
    opaque = [(text.index(part), text.index(part) + len(part)) for part in code]
    return [text[start:end] for start, end in split_sentences(text, opaque)]


def test_hand_labelled_boundaries_are_met(shared: Path):
    cases = json.loads((shared / "cases" / "sentence-boundaries.json").read_text("utf-8"))
    wrong = [case["text"] for case in cases if is_cut(case) != case["boundary"]]
    assert len(cases) == 140
    assert len(wrong) <= 3, wrong


def is_cut(case: dict[str, Any]) -> bool:
    code = [tuple(stretch) for stretch in case["code"]]
    return case["pos"] in {start for start, _ in split_sentences(str(case["text"]), code)}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Since v1.2. It works.", 2),
        ("Use e.g. Node.js or i.e. this. Then go.", 2),
        ("Wait… then go on. Done.", 2),
        ("Set US East (N. Virginia) first.", 1),
        ("See https://a.b/c.d. Then stop.", 2),
        ("Is it? Yes! Fine.", 3),
        ('He said "Stop." Then left.', 2),
        ("1. Open it.", 1),
        ("これは文です。次の文。", 2),
        ("Line one\nLine two", 2),
        ("no end", 1),
        ("   ", 0),
        ("At 11 a.m., the gates open. They close at 5 p.m.", 2),
        ("Jonas (c. 1600) went to St. Jude. Maj. Gen. Lee came.", 2),
        ("It is Latin (lit. parent). It is old.", 2),
        ("(It was ignored .) Then it went on.", 2),
        ("(It was ignored . ) Then it went on.", 2),
        ("It costs 5 st. The rest is free.", 2),
    ],
)
def test_boundaries(text: str, parts: int):
    assert len(split(text)) == parts


def test_code_is_opaque():
    assert split("Call a.b(). C then runs.", "a.b(). C") == ["Call a.b(). C then runs."]


def test_prose_between_two_quotations_in_grave_accents_is_no_code():
    text = "He sang so ''. They clapped for so '' at noon. Then he left."
    assert len(split(text, "so ''. They clapped for so ''")) == 3


@given(st.text(alphabet="aA.!?。 \n`1", max_size=80))
def test_sentences_are_the_text_without_the_space_between(text: str):
    found = split_sentences(text)
    ends = [0, *(end for pair in found for end in pair), len(text)]
    assert ends == sorted(ends)
    assert "".join("".join(text[a:b].split()) for a, b in found) == "".join(text.split())
