"""A line of Markdown as characters with styles, and back: nothing is lost on either way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verbatim_desktop.compose.markup import escaped
from verbatim_desktop.desktop.reply_markup import (
    CODE,
    EMPHASIS,
    ESCAPED,
    LOOK,
    STRONG,
    Line,
    parse,
    runs,
    write,
)

MARKS = ["*", "**", "***", "_", "__", "`", "``", "\\", " ", "a", "b.", "[x](u_v)", "{{n|*q*}}", "1"]
MARKDOWN = st.lists(st.sampled_from(MARKS), max_size=14).map("".join)
STYLES = st.sampled_from([0, STRONG, EMPHASIS, STRONG | EMPHASIS, CODE])
LINES = st.lists(st.tuples(st.sampled_from("ab *_`\\.1😀"), STYLES), max_size=14).map(
    lambda pairs: Line("".join(one for one, _style in pairs), tuple(style for _one, style in pairs))
)
MANY = settings(deadline=None, max_examples=400)


@MANY
@given(MARKDOWN | st.text(max_size=40))
def test_markdown_that_is_read_is_written_exactly(markdown):
    markdown = markdown.replace("\n", " ")

    assert write(parse(markdown)).text == markdown


@MANY
@given(st.lists(st.sampled_from([*MARKS, "https://a.example/"]), max_size=8).map("".join))
def test_what_is_quoted_shows_no_backslash_of_ours(quoted):
    assert parse(escaped(quoted)).shown == " ".join(quoted.split())


@MANY
@given(LINES)
def test_characters_survive_whatever_their_styles(line):
    written = write(line)

    assert parse(written.text).shown == line.shown
    assert write(parse(written.text)).text == written.text
    assert len(written.at) == len(written.text)
    assert list(written.at) == sorted(written.at)


@MANY
@given(st.text("abc.,!?()", min_size=1, max_size=8), st.text("xyz -", max_size=8), STYLES)
def test_a_styled_stretch_is_read_as_it_was(inside, beside, style):
    shown = beside + inside + beside
    styles = (0,) * len(beside) + (style,) * len(inside) + (0,) * len(beside)

    read = parse(write(Line(shown, styles)).text)

    assert read.shown == shown
    assert tuple(one & LOOK for one in read.styles) == styles


@pytest.mark.parametrize(
    ("markdown", "shown", "styles"),
    [
        ("a **b** c", "a b c", [(0, 2, 0), (2, 3, STRONG), (3, 5, 0)]),
        ("*a **b***", "a b", [(0, 2, EMPHASIS), (2, 3, STRONG | EMPHASIS)]),
        (r"\*a\*", "*a*", [(0, 1, ESCAPED), (1, 2, 0), (2, 3, ESCAPED)]),
        ("`**x**`", "**x**", [(0, 5, CODE)]),
        ("a_b_c", "a_b_c", [(0, 5, 0)]),
        ("[a](http://x/_b_)", "[a](http://x/_b_)", [(0, 17, 0)]),
        ("**a *b** c*", "**a *b** c*", [(0, 11, 0)]),
    ],
)
def test_what_marks_mean(markdown, shown, styles):
    line = parse(markdown)

    assert line.shown == shown
    assert list(runs(line.styles)) == styles


def test_a_blank_at_the_edge_of_a_style_is_left_outside():
    assert write(Line("bold text", (STRONG,) * 5 + (0,) * 4)).text == "**bold** text"


def test_characters_that_would_be_taken_for_marks_stand_behind_a_backslash():
    assert write(Line("2*3*4", (0,) * 5)).text == r"2\*3\*4"
    assert write(Line("2 * 3 * 4", (0,) * 9)).text == "2 * 3 * 4"


def test_code_with_backticks_stands_between_more_of_them():
    assert write(Line("a`b", (CODE,) * 3)).text == "``a`b``"
    assert parse("`` `x` ``").shown == "`x`"
