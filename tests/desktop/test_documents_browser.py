"""Documents and sections as a person looks through them."""

from __future__ import annotations

from time import thread_time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.fakes import OTHER, PAGE
from verbatim_desktop.desktop.models.documents import DocumentsModel, matching, rows_of
from verbatim_desktop.desktop.models.passages import PassagesModel, passages_of
from verbatim_desktop.desktop.widgets.documents_browser import facts_of
from verbatim_desktop.domain.documents import DocumentSummary, SourceKind


def summary(number: int, source: str = "harbor") -> DocumentSummary:
    path = f"deep/page-{number}.md"
    return DocumentSummary(
        number, f"{source}/{path}", source, SourceKind.KB, path, "", f"Page {number}", 2, "f"
    )


@pytest.fixture
def browser(qtbot, window):
    window.commands.go("sources")
    with qtbot.waitSignal(window.sources.documents.document_wanted):
        window.sources.show_documents()
    qtbot.waitUntil(lambda: window.sources.documents.passages.rowCount() > 0)
    return window.sources.documents


def titles(browser) -> list[str]:
    rows = range(browser.model.rowCount())
    return [browser.model.index(row, 0).data() for row in rows]


def test_the_documents_model_keeps_qts_rules(qtmodeltester):
    model = DocumentsModel()
    qtmodeltester.check(model)
    model.show_rows([summary(1), summary(2)])
    qtmodeltester.check(model)


def test_the_passages_model_keeps_qts_rules(qtmodeltester):
    model = PassagesModel()
    qtmodeltester.check(model)
    model.show_rows(passages_of(PAGE))
    qtmodeltester.check(model)


def test_typing_narrows_the_list_by_every_word(qtbot, browser):
    assert titles(browser) == ["Rollbacks", "Release states"]
    QTest.keyClicks(browser.field, "STATES rel")
    assert titles(browser) == ["Release states"]
    assert browser.count.text() == "1 of 2"
    qtbot.waitUntil(lambda: browser.passages.rowCount() == 2)
    QTest.keyClicks(browser.field, "x")
    assert titles(browser) == []
    assert "No document is called that" in browser.nothing.text()
    assert browser.details.isHidden()


def test_a_document_shows_its_sections_sentences_anchors_and_facts(browser):
    shown = [browser.passages.row(row) for row in range(browser.passages.rowCount())]
    assert [one.text for one in shown if one.is_section] == [
        "Rollbacks",
        "Rollbacks › Undo a release",
        "Rollbacks › What a rollback does not undo",
    ]
    assert [one.text for one in shown if not one.is_section] == [
        PAGE.text_of(one) for one in PAGE.sentences
    ]
    assert {one.anchor for one in shown} == {"", "rollbacks", "undo-a-release", "not-undone"}
    assert "hash f1" in facts_of(PAGE)


def test_the_stored_text_of_the_chosen_sentence_is_shown_whole(browser):
    browser.sentences.setCurrentIndex(browser.passages.index(1, 0))
    assert browser.stored.text() == PAGE.text_of(PAGE.sentences[0])


def test_enter_opens_the_page_beside_at_the_chosen_anchor(qtbot, window, browser):
    with qtbot.waitSignal(browser.page_wanted) as wanted:
        QTest.keyClick(browser.field, Qt.Key.Key_Down)
        assert browser.list.hasFocus()
        browser.sentences.setCurrentIndex(browser.passages.index(3, 0))
        QTest.keyClick(browser.sentences, Qt.Key.Key_Return)
    assert wanted.args == [PAGE.identity, "undo-a-release"]
    qtbot.waitUntil(lambda: window.source.isVisible())
    assert window.source.head.title.text() == "Rollbacks"


def test_a_sources_menu_leads_to_its_documents(qtbot, window):
    window.commands.go("sources")
    actions = {one.text(): one for one in window.sources.table.menu_of(0).actions()}
    actions["Show its documents"].trigger()
    browser = window.sources.documents
    qtbot.waitUntil(lambda: browser.source.currentText() == "harbor")
    assert len(titles(browser)) == 2


def test_what_the_library_no_longer_holds_goes_from_the_list(qtbot, window, browser, fake):
    del fake.pages[1]
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    qtbot.waitUntil(lambda: titles(browser) == ["Release states"])
    assert browser.current.identity == OTHER.identity


def test_ten_thousand_documents_are_narrowed_in_a_few_milliseconds():
    rows = rows_of(summary(number) for number in range(10_000))
    started = thread_time()  # of the processor: neighbours do not count
    found = matching(rows, "page 9 99", "")
    assert thread_time() - started < 0.25  # 5 ms on a quiet machine
    assert len(found) == 280


def test_a_library_without_documents_says_what_to_do(qtbot, open_window, fake):
    fake.pages = {}
    window = open_window()
    window.commands.go("sources")
    window.sources.show_documents()
    browser = window.sources.documents
    qtbot.waitUntil(lambda: "Add a source" in browser.nothing.text())
