"""The rendered page: what is highlighted, in sight, and never loaded, opened or run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtTest import QTest

from tests.desktop.fakes import CITATIONS, OTHER, PAGE, FakeVerbatim
from tests.desktop.seeing import banners, button, texts
from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.tips import plain_tip
from verbatim_desktop.desktop.widgets.citation_text import CitationText
from verbatim_desktop.desktop.widgets.safe_browser import SafeBrowser
from verbatim_desktop.desktop.widgets.source_view import Place, SourceView
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.documents import Block, BlockKind, Mark, MarkKind

HOSTILE = (
    "file:///etc/passwd",
    "javascript:alert(1)",
    "ms-msdt:/id PCWDiagnostic",
    "\\\\evil.example\\share\\x",
    "//evil.example/share/x",
    "data:text/html,<script>",
    "vbscript:x",
    "smb://evil.example/x",
    "mailto:a@b.example",
)


@pytest.fixture
def view(qtbot, theme) -> SourceView:
    view = SourceView(theme)
    qtbot.addWidget(view)
    view.resize(592, 500)
    view.show()
    return view


@pytest.fixture
def pane(qtbot, theme) -> SourcePane:
    pane = SourcePane(theme)
    qtbot.addWidget(pane)
    pane.resize(592, 800)
    pane.show()
    return pane


@pytest.fixture
def opened_urls(monkeypatch) -> list[str]:
    """What the desktop was asked to open."""
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toString()))
    return urls


def long_page(paragraphs: int):
    blocks = tuple(
        Block(BlockKind.PARAGRAPH, f"Sentence number {number} 😀 stands here, and is a long one.")
        for number in range(paragraphs)
    )
    return replace(PAGE, blocks=blocks)


def whole(block: int, page=PAGE, marker: int = 1) -> Place:
    return Place(block, 0, len(page.blocks[block].text), marker)


def test_a_page_is_let_go_of_once_another_is_shown(qtbot, view):
    for number in range(5):
        view.show_document(replace(PAGE, path=f"page-{number}.md"))
        qtbot.waitUntil(lambda: view.is_built)

    qtbot.waitUntil(lambda: view.findChildren(QTextDocument) == [view.document()])
    view.clear_page()
    qtbot.waitUntil(lambda: view.findChildren(QTextDocument) == [view.document()])


# --- the cited sentence --------------------------------------------------------------------------


@pytest.mark.parametrize("block", [0, 1, 700, 1400, 1999])
def test_the_cited_sentence_of_a_long_page_is_highlighted_and_in_sight(qtbot, view, block):
    page = long_page(2000)
    with qtbot.waitSignal(view.shown_target):
        view.show_document(page, whole(block, page))

    assert view.highlighted_text() == page.blocks[block].text
    assert view.cited_in_sight()


def test_the_highlight_has_the_ground_of_a_cited_sentence(qtbot, view, theme):
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, Place(5, 0, 108, 2), [Place(10, 0, 80, 4)])
    picture = view.viewport().grab().toImage()
    cursor = QTextCursor(view.document())
    cursor.setPosition(view.cited_ranges()[0][0])
    rect = view.cursorRect(cursor)
    row = [picture.pixelColor(x, rect.center().y()).name() for x in range(60, 400)]

    assert theme.color("cite").name() in row


def test_a_cited_table_row_is_highlighted_cell_by_cell(qtbot, view):
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, whole(13))

    assert view.highlighted_text() == "Database schema and rows | No"
    assert len(view.cited_ranges()) == 2


def test_the_page_is_the_same_after_a_change_of_theme(qtbot, view, theme):
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, whole(10))
    before = view.toPlainText()
    theme.set_mode(Mode.DARK)
    qtbot.waitUntil(lambda: view.is_built)

    assert view.toPlainText() == before
    assert view.highlighted_text() == PAGE.blocks[10].text


def test_another_place_on_the_same_page_is_shown_without_building_it_again(qtbot, view):
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, whole(1))
    page = view.page
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE, whole(13))

    assert view.page is page
    assert view.cited_in_sight()


def test_find_goes_on_from_place_to_place_and_starts_over(qtbot, view):
    with qtbot.waitSignal(view.shown_target):
        view.show_document(PAGE)
    places = []
    for _ in range(3):
        assert view.find_text("release")
        places.append(view.textCursor().position())

    assert places == sorted(set(places))
    assert not view.find_text("nowhere to be found")


# --- nothing is loaded, opened or run ------------------------------------------------------------


def test_a_document_loads_no_image_and_no_style_sheet(qtbot, tmp_path):
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    path = tmp_path / "red.png"
    assert picture.save(str(path))
    browser = SafeBrowser()
    qtbot.addWidget(browser)
    for kind in QTextDocument.ResourceType:
        resource = browser.document().resource(kind.value, QUrl.fromLocalFile(str(path)))
        loaded = browser.loadResource(kind.value, QUrl.fromLocalFile(str(path)))
        for one in (resource, loaded):
            assert one in ("", None) or (isinstance(one, QImage) and one.size() == QSize(1, 1))


def test_no_address_replaces_what_is_shown(qtbot, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    browser = SafeBrowser()
    qtbot.addWidget(browser)
    browser.setPlainText("shown")
    browser.setSource(QUrl.fromLocalFile(str(secret)))

    assert browser.toPlainText() == "shown"


def test_markup_in_a_document_is_shown_as_it_is_written(qtbot, view):
    text = '<img src="file:///etc/passwd"> <script>x</script> &amp; ![](file:///x) **b**'
    page = replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, text),), title="<b>T</b>")
    with qtbot.waitSignal(view.shown_target):
        view.show_document(page)

    assert view.toPlainText() == f"<b>T</b>\n{text}"


def test_markup_in_an_answer_is_shown_as_it_is_written(qtbot, theme):
    text = CitationText(theme)
    qtbot.addWidget(text)
    hostile = '<a href="cite:1">x</a> [x](javascript:1) ![](file:///etc/passwd) arr[1] [2023] [9]'
    text.show_answer(hostile, (), CITATIONS[1:2])

    assert text.toPlainText() == hostile


def test_only_chips_of_known_citations_can_be_followed(qtbot, theme):
    text = CitationText(theme)
    qtbot.addWidget(text)
    text.show_answer("One. [1]", (), CITATIONS[:1])
    opened: list[int] = []
    text.opened.connect(opened.append)
    for address in (*HOSTILE, "cite:2", "cite:1x", "cite:01 ", "xcite:1"):
        text.followed.emit(address)
    assert opened == []
    text.followed.emit("cite:1")
    assert opened == [1]


@pytest.mark.parametrize("address", HOSTILE)
def test_a_hostile_link_is_named_and_never_followed(pane, qtbot, opened_urls, address):
    pane.show_document(PAGE)
    wanted = []
    pane.page_wanted.connect(lambda *what: wanted.append(what))
    pane.view.followed.emit(address)
    qtbot.waitUntil(lambda: bool(banners(pane)))

    assert banners(pane)[0].notice.fact == "This link is not followed."
    assert wanted == []
    assert opened_urls == []


def test_a_web_link_is_shown_first_and_opened_only_on_a_second_click(pane, qtbot, opened_urls):
    pane.show_document(PAGE)
    pane.view.followed.emit("https://harbor.example/x?q=1")
    qtbot.waitUntil(lambda: bool(banners(pane)))

    assert opened_urls == []
    assert banners(pane)[0].notice.sentence == "https://harbor.example/x?q=1"
    button(pane, "Open in browser").click()
    assert opened_urls == ["https://harbor.example/x?q=1"]


def test_a_tool_tip_shows_markup_as_characters():
    assert "<img" not in plain_tip('<img src="file:///etc/passwd">')
    assert plain_tip("") == ""


def test_clicking_a_link_of_the_page_asks_for_that_page(pane, qtbot):
    with qtbot.waitSignal(pane.view.shown_target):
        pane.show_document(PAGE)
    cursor = pane.view.document().find("states")
    rect = pane.view.cursorRect(cursor)
    with qtbot.waitSignal(pane.page_wanted) as wanted:
        QTest.mouseClick(
            pane.view.viewport(),
            Qt.MouseButton.LeftButton,
            pos=QPoint(rect.x() - 10, rect.center().y()),
        )
    link, document = wanted.args

    assert (link.path, link.anchor) == ("./release-states.mdx", "paused")
    assert document is PAGE


# --- the pane ------------------------------------------------------------------------------------


def test_the_footer_says_the_verdict_in_words_and_which_citation_it_is(pane):
    pane.show_citation(FakeVerbatim().open_citation(CITATIONS[0]), 2, 5)

    assert "Verified" in texts(pane)
    assert "found once, inside one list item, word for word" in texts(pane)
    assert "Citation 2 of 5" in texts(pane)


@pytest.mark.parametrize("verdict", [one for one in Verdict if one is not Verdict.VERIFIED])
def test_every_other_verdict_is_spelt_out(pane, verdict):
    opened = FakeVerbatim().open_citation(replace(CITATIONS[0], status=verdict))
    pane.show_citation(opened, 1, 1)

    word = "Repeated" if verdict is Verdict.AMBIGUOUS else verdict.value.replace("_", " ")
    assert word.capitalize() in texts(pane)


def test_what_its_page_repeats_is_verified_with_the_words_around_it(pane):
    opened = FakeVerbatim().open_citation(CITATIONS[0])
    settled = replace(opened.verification, settling="Open the page and undo a release.")
    pane.show_citation(replace(opened, verification=settled), 1, 1)

    assert "Verified" in texts(pane)
    assert any("found once with the words around it" in words for words in texts(pane))


def test_a_page_that_is_gone_is_said_with_the_sentence_it_held(pane, qtbot):
    opened = replace(
        FakeVerbatim().open_citation(CITATIONS[0]), document=None, block=None, start=None, end=None
    )
    pane.show_citation(opened, 1, 5)
    qtbot.waitUntil(lambda: bool(banners(pane)))

    assert banners(pane)[0].notice.fact == "The page is gone."
    assert CITATIONS[0].quote in banners(pane)[0].notice.sentence


def test_back_and_forward_walk_through_what_was_opened(pane, qtbot):
    pane.show_citation(FakeVerbatim().open_citation(CITATIONS[0]), 1, 5)
    pane.show_document(OTHER, "paused")
    assert pane.head.back.isEnabled()
    assert not pane.head.forward.isEnabled()
    with qtbot.waitSignal(pane.returned_to) as came:
        pane.head.back.click()
    assert came.args == [CITATIONS[0]]

    assert pane.current.document is PAGE
    qtbot.waitUntil(lambda: pane.view.highlighted_text() == CITATIONS[0].quote)
    pane.head.forward.click()
    assert pane.current.document is OTHER


def test_only_a_text_file_inside_its_source_is_opened(pane, tmp_path, opened_urls):
    root = tmp_path / "docs"
    (root / "deploy").mkdir(parents=True)
    (root / "deploy" / "rollbacks.mdx").write_text("x")
    (root / "run.sh").write_text("x")
    (tmp_path / "outside.md").write_text("x")
    (root / "out.md").symlink_to(tmp_path / "outside.md")
    pane.set_roots({"harbor": str(root)})

    assert pane.file_of(PAGE) == root / "deploy" / "rollbacks.mdx"
    for path in ("run.sh", "../outside.md", "out.md", "missing.md", "/etc/passwd"):
        assert pane.file_of(replace(PAGE, path=path)) is None
    assert pane.file_of(replace(PAGE, source="other")) is None


def test_find_tells_where_nothing_is_found_and_esc_closes_it(pane, qtbot):
    pane.show_document(PAGE)
    pane.open_find()
    QTest.keyClicks(pane.find_bar.field, "zebra")
    assert "Not on this page" in texts(pane)
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Escape)

    assert not pane.find_bar.field.isVisible()


def test_find_marks_every_place_while_it_is_typed_and_counts_them(pane, qtbot, theme):
    with qtbot.waitSignal(pane.view.shown_target):
        pane.show_document(PAGE)
    pane.open_find()
    field = pane.find_bar.field
    QTest.keyClicks(field, "release")
    count = len(pane.view.search.places)
    assert count > 2
    assert pane.find_bar.result.text() == f"1 of {count}"
    grounds = [one.format.background().color() for one in pane.view.extraSelections()]
    assert grounds.count(theme.color("softline")) == count - 1
    assert grounds.count(theme.color("accent")) == 1
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert pane.find_bar.result.text() == f"2 of {count}"
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    pane.find_bar.previous.click()
    assert pane.find_bar.result.text() == f"{count} of {count}"
    pane.close_find()
    assert theme.color("softline") not in [
        one.format.background().color() for one in pane.view.extraSelections()
    ]


def test_what_was_found_on_another_page_is_looked_for_on_this_one(pane, qtbot):
    with qtbot.waitSignal(pane.view.shown_target):
        pane.show_document(PAGE)
    pane.open_find()
    QTest.keyClicks(pane.find_bar.field, "paused")
    short = replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, "It is paused."),), title="")
    with qtbot.waitSignal(pane.view.shown_target):
        pane.show_document(short)
    assert pane.find_bar.result.text() == "1 of 1"


def test_places_are_found_behind_letters_that_qt_counts_twice(qtbot, view):
    page = replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, "😀😀 a box."),), title="")
    with qtbot.waitSignal(view.shown_target):
        view.show_document(page)
    view.find_as_typed("box")
    assert [one.cursor.selectedText() for one in view.extraSelections()] == ["box"]


def test_what_was_found_stays_marked_in_another_theme(pane, qtbot, theme):
    with qtbot.waitSignal(pane.view.shown_target):
        pane.show_document(PAGE)
    pane.open_find()
    QTest.keyClicks(pane.find_bar.field, "release")
    with qtbot.waitSignal(pane.view.built):
        theme.set_look(Mode.DARK, 100)
    grounds = [one.format.background().color() for one in pane.view.extraSelections()]
    assert theme.color("accent") in grounds


def test_a_position_in_a_browser_counts_utf16(qtbot, view):
    page = replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, "😀😀 a sentence."),), title="")
    with qtbot.waitSignal(view.shown_target):
        view.show_document(page, Place(0, 3, 14, 1))

    assert view.highlighted_text() == "a sentence."
    assert view.cited_ranges()[0][0] == 5
    assert isinstance(view.textCursor(), QTextCursor)


def test_a_link_mark_keeps_its_target_as_written(qtbot, view):
    mark = Mark(MarkKind.LINK, 0, 3, "../a%20b.md#c d")
    page = replace(PAGE, blocks=(Block(BlockKind.PARAGRAPH, "see", marks=(mark,)),), title="")
    with qtbot.waitSignal(view.shown_target):
        view.show_document(page)
    cursor = QTextCursor(view.document())
    cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)

    assert cursor.charFormat().anchorHref() == "../a%20b.md#c d"
