"""Every citable unit stands in the text document where the map says it does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor

from tests.desktop.fakes import PAGE
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.page import Page
from verbatim_desktop.desktop.widgets.safe_browser import as_inserted
from verbatim_desktop.domain.documents import Block, BlockKind, Document, Mark, MarkKind

#: Everything a file can hold, with what Qt treats specially made likely.
ODD = "\u2028\u2029\x00\r\n\t\x0b\x0c\x1c\x1d\x1e\x85\ufdd0\ufdd1\ufffc\ufeff\u200d😀👩‍👧🇨🇭é\u0301|"
TEXTS = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(ODD)))
LETTERS = st.text(st.sampled_from("ab 😀\n\u2029"), max_size=12)


def build(document: Document, theme: Theme) -> Page:
    page = Page(document, theme)
    for _step in page.steps():
        pass
    return page


def read_back(page: Page, block: int, start: int, end: int) -> str:
    """What a person would copy from where the map says a stretch stands."""
    texts: list[str] = []
    for first, last in page.ranges(block, start, end):
        cursor = QTextCursor(page.text)
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        texts.append(cursor.selectedText())
    return " | ".join(texts)


def test_every_sentence_of_a_page_is_read_back_exactly(theme):
    page = build(PAGE, theme)

    for sentence in PAGE.sentences:
        read = read_back(page, sentence.block, sentence.start, sentence.end)
        assert read.replace("\u2028", "\n") == PAGE.text_of(sentence)


@given(texts=st.lists(TEXTS, min_size=1, max_size=5), data=st.data())
def test_any_stretch_of_any_text_is_read_back_character_for_character(texts, data):
    kinds = data.draw(
        st.lists(
            st.sampled_from([BlockKind.PARAGRAPH, BlockKind.CODE, BlockKind.HEADING]),
            min_size=len(texts),
            max_size=len(texts),
        )
    )
    blocks = tuple(Block(kind, text) for kind, text in zip(kinds, texts, strict=True))
    page = build(replace(PAGE, title="T", blocks=blocks), THEMES[0])
    block = data.draw(st.integers(0, len(texts) - 1))
    start = data.draw(st.integers(0, len(texts[block])))
    end = data.draw(st.integers(start, len(texts[block])))

    assert read_back(page, block, start, end) == as_inserted(texts[block][start:end])


@given(text=LETTERS, data=st.data())
def test_marks_change_the_look_and_never_the_text(text, data):
    kinds = data.draw(st.lists(st.sampled_from(list(MarkKind)), max_size=4))
    marks: list[Mark] = []
    for kind in kinds:
        first, second = (data.draw(st.integers(0, len(text))) for _ in range(2))
        marks.append(Mark(kind, min(first, second), max(first, second), "x.md"))
    block = Block(BlockKind.PARAGRAPH, text, marks=tuple(marks))
    page = build(replace(PAGE, title="", blocks=(block,)), THEMES[0])

    assert read_back(page, 0, 0, len(text)) == as_inserted(text)


@given(cells=st.lists(LETTERS, min_size=1, max_size=4))
def test_a_table_row_is_read_back_cell_by_cell(cells):
    spans, at = [], 0
    for cell in cells:
        spans.append((at, at + len(cell)))
        at += len(cell) + 3
    row = Block(BlockKind.TABLE_ROW, " | ".join(cells), table=1, cells=tuple(spans))
    page = build(replace(PAGE, blocks=(row,)), THEMES[0])
    filled = [as_inserted(cell) for cell in cells if cell]

    assert read_back(page, 0, 0, len(row.text)) == " | ".join(filled)


def test_code_is_coloured_and_unchanged(theme):
    code = 'def f(x):  # why\n\treturn "ä" + 1\n\n'
    block = Block(BlockKind.CODE, code, language="python", caption="f.py")
    page = build(replace(PAGE, blocks=(block,)), theme)

    assert read_back(page, 0, 0, len(code)).replace("\u2028", "\n") == code


def test_the_title_is_shown_where_the_blocks_have_none(theme):
    page = build(replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, "One."),)), theme)

    assert page.text.toPlainText() == "Rollbacks\nOne."


def test_what_encloses_a_block_is_named_and_says_that_it_is_folded(theme):
    text = build(PAGE, theme).text.toPlainText()

    assert "Self-hosted folded on the page\nOnly shown in the other tab." in text


@pytest.mark.parametrize(
    "anchor", ["not-undone", "What_a_rollback_does_not_undo", "user-content-not-undone"]
)
def test_headings_are_found_by_their_anchors_and_by_those_of_other_sites(theme, anchor):
    page = build(PAGE, theme)
    position = page.position_of(anchor)
    cursor = QTextCursor(page.text)
    cursor.setPosition(-1 if position is None else position)

    assert cursor.block().text() == "What a rollback does not undo"


def test_an_anchor_of_no_heading_leads_nowhere_and_top_to_the_top(theme):
    page = build(PAGE, theme)

    assert page.position_of("nothing-of-the-kind") is None
    assert page.position_of("top") == page.pieces[0][0].position


@pytest.fixture(autouse=True)
def _known_theme(theme: Theme) -> None:
    THEMES[:] = [theme]


#: Hypothesis refuses function-scoped fixtures; the theme is one for the session.
THEMES: list[Theme] = []
