"""{{placeholders}}: filled in, fallen back from, or named as open; typed text is never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.compose import templates
from verbatim_desktop.compose.markup import plain
from verbatim_desktop.compose.placeholders import (
    fill,
    placeholders_in,
    unresolved_in,
    without_paragraph,
)
from verbatim_desktop.domain.errors import NotFound, UsageError
from verbatim_desktop.domain.templates import Template

KNOWN = {"customer.name": "Maria", "ticket.id": "", "agent.name": "Bo"}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("Hi {{customer.name}},", "Hi Maria,"),
        ("Hi {{ customer.name }},", "Hi Maria,"),
        ("{{ticket.id|none}}", "none"),
        ("{{ticket.id|}}", ""),
        ("{{ticket.id|{{customer.name|x}}}}", "Maria"),
        ("{{ticket.id|for {{agent.name}} only}}", "for Bo only"),
        ("{{customer.name|a|b}}", "Maria"),
        ("{{ticket.id|a|b}}", "a|b"),
    ],
)
def test_values_and_fallbacks(text: str, filled: str):
    assert fill(text, KNOWN).text == filled


@pytest.mark.parametrize(
    "text",
    [
        r"\{{customer.name}}",
        "`{{customer.name}}`",
        "```\n{{customer.name}}\n```",
        "    {{customer.name}}",
        "${{ secrets.TOKEN }}",
        "{{{customer.name}}}",
        "{{customer name}}",
        "{{customer.name",
        "{{customer.name|\n\n}}",
        "{{}}",
        "{{1}}",
    ],
)
def test_what_is_no_placeholder_stays_as_typed(text: str):
    assert fill(text, KNOWN).text == text
    assert unresolved_in(text) == ()


def test_open_ones_are_listed_where_they_stand_after_filling():
    filled = fill("Hi {{customer.name}}, {{ticket.id}} by {{nobody}}.", KNOWN)
    assert [(item.name, filled.text[item.start : item.end]) for item in filled.unresolved] == [
        ("ticket.id", "{{ticket.id}}"),
        ("nobody", "{{nobody}}"),
    ]


def test_a_fallback_with_an_open_placeholder_is_open():
    assert [item.name for item in unresolved_in("{{a|{{b}}}}")] == ["a"]


@pytest.mark.parametrize("name", ["*Eve*", "[1]", "{{agent.name}}", "<b>", "`x`", "a_b_", "1. x"])
def test_a_value_is_shown_as_it_is_and_is_never_read_again(name: str):
    filled = fill("{{customer.name}}", {**KNOWN, "customer.name": name})
    assert plain(filled.text) == name
    assert unresolved_in(filled.text) == ()


PIECES = st.lists(
    st.text(max_size=10)
    | st.sampled_from(["{{", "}}", "|", "{{a}}", "{{a|b}}", "`", "\\", "$", "\n\n", "{{a|{{b}}}}"]),
    max_size=12,
)


@given(PIECES)
def test_nothing_typed_is_lost(pieces: list[str]):
    text = "".join(pieces)
    kept = [(found.start, found.end) for found in placeholders_in(text)]
    assert kept == sorted(kept)
    filled = fill(text, {})
    outside, at = [], 0
    for start, end in kept:
        outside.append(text[at:start])
        at = end
    for piece in [*outside, text[at:]]:
        assert piece in filled.text
    for item in filled.unresolved:
        assert filled.text[item.start : item.end].startswith("{{")


# --- Templates -----------------------------------------------------------------------------------


def test_the_templates_of_the_program_can_be_used():
    names = [template.name for template in templates.builtin()]
    assert "Standard reply" in names
    assert len(names) == len(set(names)) >= 5
    known = {
        "customer.name",
        "agent.name",
        "agent.team",
        "ticket.id",
        "message.subject",
        "answers",
    }
    for template in templates.builtin():
        assert template.description
        assert {found.name for found in placeholders_in(template.text)} <= known


def test_a_kept_template_stands_in_a_built_in_ones_place():
    own = Template("standard REPLY", "mine")
    found = templates.together([own])
    assert templates.named("Standard reply", found) is own
    assert len(found) == len(templates.builtin())


def test_an_unknown_template_is_named_with_those_there_are():
    with pytest.raises(NotFound, match="Standard reply"):
        templates.named("none", templates.builtin())


@pytest.mark.parametrize(
    ("name", "text"), [("", "x"), ("n" * 81, "x"), ("n", "  "), ("a\x07", "x")]
)
def test_what_cannot_be_kept_is_refused(name: str, text: str):
    with pytest.raises(UsageError):
        templates.usable(name, text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Hello,\n\n{{answers}}\n\nBye", "Hello,\n\nBye"),
        ("{{answers}}\n\nBye", "Bye"),
        ("Hello,\n\n{{answers}}", "Hello,"),
        ("{{answers}}", ""),
        ("Hello {{answers}}\n\nBye", "Hello {{answers}}\n\nBye"),
        ("`{{answers}}`\n\n{{ticket.id}}", "`{{answers}}`\n\n{{ticket.id}}"),
    ],
)
def test_a_paragraph_that_is_only_a_placeholder_can_be_left_out_whole(text: str, left: str):
    assert without_paragraph(text, "answers") == left
