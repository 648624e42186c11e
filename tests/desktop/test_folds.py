"""Parts that are folded on a page are closed, and opened before anything in them is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl

from tests.desktop.fakes import PAGE
from verbatim_desktop.desktop.widgets.folds import fold_at, folds_of, folds_with
from verbatim_desktop.desktop.widgets.source_view import Place, SourceView
from verbatim_desktop.domain.documents import Block, BlockKind

HIDDEN = "Only shown in the other tab."
AT = next(at for at, block in enumerate(PAGE.blocks) if block.text == HIDDEN)


@pytest.fixture
def view(qtbot, theme) -> SourceView:
    view = SourceView(theme)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    return view


def show(qtbot, view: SourceView, *target) -> None:
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, *target)


def test_a_folded_part_is_closed_and_opens_with_its_link(qtbot, view):
    show(qtbot, view)
    assert HIDDEN not in view.toPlainText()
    assert "Self-hosted folded on the page  Show" in view.toPlainText()
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    with qtbot.assertNotEmitted(view.followed), qtbot.waitSignal(view.built):
        view.anchorClicked.emit(QUrl(f"fold:{AT}"))
    assert HIDDEN in view.toPlainText()
    assert bar.value() == before
    with qtbot.waitSignal(view.built):
        view.anchorClicked.emit(QUrl(f"fold:{AT}"))
    assert HIDDEN not in view.toPlainText()


def test_a_folded_part_is_opened_before_a_sentence_in_it_is_shown(qtbot, view):
    place = Place(AT, 0, len(HIDDEN), 1)
    show(qtbot, view, place)
    assert view.highlighted_text() == HIDDEN
    assert view.cited_in_sight()
    show(qtbot, view, Place(1, 0, 10, 2))
    show(qtbot, view, place)
    assert view.highlighted_text() == HIDDEN


def test_on_a_page_that_is_shown_the_part_is_opened_too(qtbot, view):
    show(qtbot, view)
    show(qtbot, view, Place(AT, 0, len(HIDDEN), 1))
    assert view.highlighted_text() == HIDDEN


def test_what_stands_in_a_folded_part_is_found(qtbot, view):
    show(qtbot, view)
    with qtbot.waitSignal(view.searched):
        assert view.find_text("the other tab")
    assert view.search.in_words() == "1 of 1"
    assert not view.find_text("nowhere on it")


@pytest.mark.parametrize("address", ["fold:", "fold:x", "fold:-1", "file:///etc/passwd"])
def test_any_other_address_is_reported_as_before(qtbot, view, address):
    show(qtbot, view)
    with qtbot.waitSignal(view.followed):
        view.anchorClicked.emit(QUrl(address))


def test_a_number_that_folds_nothing_changes_nothing(qtbot, view):
    show(qtbot, view)
    before = view.toPlainText()
    with qtbot.waitSignal(view.built):
        view.anchorClicked.emit(QUrl("fold:0"))
    assert view.toPlainText() == before


def test_parts_that_touch_are_told_apart_by_what_encloses_them():
    def block(text: str, *context: str) -> Block:
        return Block(BlockKind.PARAGRAPH, text, context=context, collapsed=bool(context))

    page = replace(
        PAGE,
        blocks=(
            block("open"),
            block("one", "B"),
            block("two", "B", "Note"),
            block("three", "C"),
            block("open"),
            block("Four", "C"),
        ),
        sentences=(),
        sections=(),
    )
    folds = folds_of(page)

    assert folds == (range(1, 3), range(3, 4), range(5, 6))
    assert [fold_at(folds, at) for at in range(6)] == [None, 1, 1, 3, None, 5]
    assert folds_with(page, folds, "four") == {5}
