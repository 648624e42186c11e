"""Anchors equal those of github-slugger."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.slug import Slugger, slug


def test_every_fixture_of_github_slugger_is_met(shared: Path):
    cases = json.loads((shared / "cases" / "github-slugger.json").read_text("utf-8"))
    slugger = Slugger()
    wrong = [case["name"] for case in cases if slugger.unique(case["input"]) != case["expected"]]
    assert (len(cases), wrong) == (78, [])


def test_an_explicit_id_is_kept_and_keeps_its_place():
    slugger = Slugger()
    assert [slugger.reserve("a"), slugger.unique("a"), slugger.unique("a")] == ["a", "a-1", "a-2"]


@given(st.lists(st.text(alphabet="ab-1 ", max_size=4)))
def test_no_anchor_is_given_out_twice(headings: list[str]):
    slugger = Slugger()
    anchors = [slugger.unique(heading) for heading in headings]
    assert len(set(anchors)) == len(anchors)


@given(st.text())
def test_an_anchor_is_its_own_anchor(text: str):
    assert slug(slug(text)) == slug(text)
