"""Sentences that say that something was removed, deprecated or renamed, and whom they concern."""

from __future__ import annotations

import pytest

from tests.pages import heading, page, paragraph
from verbatim_desktop.answer.limits import Statement, concerns, statements, still_described
from verbatim_desktop.domain.documents import Block, BlockKind, Mark, MarkKind


def prose(text: str) -> Block:
    """A paragraph whose `names` are inline code."""
    plain, marks, at = "", list[Mark](), 0
    for number, part in enumerate(text.split("`")):
        if number % 2:
            marks.append(Mark(MarkKind.CODE, at, at + len(part)))
        plain += part
        at += len(part)
    return Block(BlockKind.PARAGRAPH, plain, marks=tuple(marks))


def said(text: str, title: str = "Upgrading") -> tuple[Statement, ...]:
    return statements(page("up.md", heading(title, 1), prose(text)))


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (
            "The `beam export` command has been removed in favor of `beam build`.",
            ("beam", "export"),
        ),
        ("Starting with Lantern 4, `lampMode` is deprecated.", ("lamp", "mode")),
        ("Starting with Lantern 4, we have deprecated `lampMode`.", ("lamp", "mode")),
        ("Paper lamps are no longer supported.", ("paper", "lamp")),
        ("It was removed in 4.0.", ("upgrad",)),
    ],
)
def test_a_statement_names_its_subject(text: str, subject: tuple[str, ...]):
    [statement] = said(text)
    assert statement.subjects == (subject,)


@pytest.mark.parametrize(
    "text",
    [
        "The lamp can be removed with two screws.",
        "Call this once the `lamp` has been removed.",
        "The token must be replaced by your own.",
        "Lamps were not removed.",
        "Remove the lamp before you renew the key.",
    ],
)
def test_what_may_be_removed_by_somebody_was_not_taken_out_of_the_product(text: str):
    assert said(text) == ()


@pytest.mark.parametrize(
    ("question", "concerned"),
    [
        ("How do I use beam export?", True),
        ("Which command writes HTML, beam export?", True),
        ("How do I export a beam?", False),
        ("How do I export my invoices?", False),
        ("How do I use a lamp?", False),
    ],
)
def test_a_statement_concerns_whoever_asks_about_its_subject(question: str, concerned: bool):
    [statement] = said("The `beam export` command has been removed.")
    assert concerns(statement, question) is concerned


def test_a_thing_with_a_page_of_its_own_is_still_described():
    [statement] = said("`lampMode` has been removed from `useLamp`.")
    own = page("lamp-mode.md", heading("lampMode", 1), paragraph("Sets how bright a lamp is."))
    assert still_described(statement, own, "lampMode")
    assert not still_described(statement, page("a.md", heading("Lamps", 1)), "Lamps")


def test_a_page_that_says_so_itself_does_not_count_as_describing():
    [statement] = said("`lampMode` has been removed.")
    own = page("lamp-mode.md", heading("lampMode", 1), prose("`lampMode` is deprecated."))
    assert not still_described(statement, own, "lampMode")
