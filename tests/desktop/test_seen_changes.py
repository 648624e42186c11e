"""What is seen of a rewrite: no mark of Markdown, every word once, as it stayed, went or came."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.compose.diff import diff, diff_paragraphs
from verbatim_desktop.desktop.reply_markup import CODE, EMPHASIS, STRONG
from verbatim_desktop.desktop.seen_changes import Seen, seen_changes, seen_text
from verbatim_desktop.desktop.widgets.diff_view import apart
from verbatim_desktop.domain.rewrites import DiffKind

SAME, WENT, CAME = DiffKind.SAME, DiffKind.REMOVED, DiffKind.ADDED
PIECES = ("Choose", " ", "**", "*", "`", "box", "[1]", "[2]", "[9]", ".", "\n", "\n\n", "- ", "\\*")
TEXTS = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)


def changed(before: str, after: str, known: tuple[int, ...] = (1, 2)) -> list[Seen]:
    return seen_changes(diff(before, after), known)


def test_marks_are_styles_and_citations_chips():
    assert seen_text("Choose **Replace box** or `wick *`. *Soon* [1] [9]", (1,)) == [
        Seen("Choose "),
        Seen("Replace box", style=STRONG),
        Seen(" or "),
        Seen("wick *", style=CODE),
        Seen(". "),
        Seen("Soon", style=EMPHASIS),
        Seen(" "),
        Seen("[1]", number=1),
        Seen(" [9]"),
    ]


def test_a_word_that_becomes_bold_stays_and_no_mark_is_shown():
    assert changed("Press Save now", "Press **Save** now") == [
        Seen("Press "),
        Seen("Save", style=STRONG),
        Seen(" now"),
    ]


def test_a_citation_that_is_lost_or_another_one_is_seen_whole():
    assert changed("Done [1].", "Done.") == [
        Seen("Done"),
        Seen(" ", WENT),
        Seen("[1]", WENT, number=1),
        Seen("."),
    ]
    assert changed("Done [1].", "Done [2].") == [
        Seen("Done "),
        Seen("[1]", WENT, number=1),
        Seen("[2]", CAME, number=2),
        Seen("."),
    ]


def test_a_block_of_code_is_code_line_by_line():
    seen = seen_text("Run:\n\n```\na **b**\n```\n", ())
    assert Seen("a **b**", style=CODE) in seen


@given(TEXTS, TEXTS)
def test_what_stayed_and_came_is_the_new_text_as_it_is_seen(before: str, after: str):
    for parts in (diff(before, after), diff_paragraphs(before, after)):
        now = [one for one in seen_changes(parts, (1, 2)) if one.kind is not WENT]
        wanted = "".join(one.text for one in seen_text(after, (1, 2)))
        assert "".join(one.text for one in now) == wanted


@given(TEXTS)
def test_where_nothing_changed_nothing_is_marked(text: str):
    assert seen_changes(diff(text, text), (1, 2)) == seen_text(text, (1, 2))


def test_what_came_in_the_place_of_something_is_held_apart_from_it():
    went, came = Seen("Thank you", DiffKind.REMOVED), Seen("Thanks", DiffKind.ADDED)

    assert "".join(one.text for one in apart([went, came, Seen(" for")])) == "Thank you Thanks for"
    assert apart([came, went]) == [came, went]
