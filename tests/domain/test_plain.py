"""Values as plain JSON data and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verbatim_desktop.domain.answers import (
    Answer,
    Citation,
    Confidence,
    Level,
    Outcome,
    Tokens,
)
from verbatim_desktop.domain.documents import (
    IngestReport,
    IngestRequest,
    SourceKind,
    SourceStatus,
    Span,
)
from verbatim_desktop.domain.plain import from_plain, to_plain

finite = st.floats(allow_nan=False, allow_infinity=False)
st.register_type_strategy(float, finite)


@pytest.mark.parametrize("kind", [Citation, Confidence, IngestReport, SourceStatus])
@settings(max_examples=20)
@given(data=st.data())
def test_what_is_written_reads_back_the_same(kind: type[Any], data: st.DataObject):
    value = data.draw(st.from_type(kind))
    assert from_plain(kind, json.loads(json.dumps(to_plain(value)))) == value


def test_an_enum_is_its_value_and_a_tuple_a_list():
    assert to_plain(IngestRequest("here", kind=SourceKind.KB, ignore=("a", "b"))) == {
        "location": "here",
        "kind": "kb",
        "mode": None,
        "name": "",
        "base_url": "",
        "ignore": ["a", "b"],
        "version": "",
        "internal": False,
        "exact": False,
    }


def test_keys_of_a_later_release_are_ignored_and_missing_ones_are_defaults():
    assert from_plain(IngestRequest, {"location": "here", "mood": 1}) == IngestRequest("here")


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Span, {"path": "a", "start": 0}),
        (Span, {"path": "a", "start": "0", "end": 1}),
        (Span, {"path": "a", "start": True, "end": 1}),
        (Span, ["a", 0, 1]),
        (IngestRequest, {"location": "a", "kind": "novel"}),
        (IngestRequest, {"location": "a", "ignore": "*.md"}),
        (tuple[Span, ...], "text"),
        (tuple[int, int], [1, 2, 3]),
    ],
)
def test_data_that_does_not_fit_is_refused(kind: type[Any], data: object):
    with pytest.raises(ValueError, match="not a "):
        from_plain(kind, data)


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(TypeError, match="no plain form"):
        to_plain(object())


def test_a_whole_number_can_stand_for_a_float():
    assert from_plain(Tokens, {"cost_usd": 1}) == Tokens(cost_usd=1.0)


def test_an_answer_keeps_all_of_its_citations():
    citation = Citation(
        1, "help", "a.md", "", "help/a.md", "f", "x", ("A",), "Yes.", (Span("a.md", 1, 5),)
    )
    sure = Confidence(Level.HIGH, 1.0, (), {"coverage": 1.0})
    answer = Answer("a1", "Why?", Outcome.ANSWER, "direct", sure, "Yes. [1]", (), (), (), ())
    answer = replace(answer, citations=(citation,))
    assert from_plain(Answer, to_plain(answer)) == answer
