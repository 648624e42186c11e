"""The Inspector as a person uses it, over fakes."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QStyle, QStyleOptionComboBox

from tests.desktop.fakes import NOW
from tests.desktop.inspector_fakes import BEST, SECOND, THIRD, many
from tests.desktop.seeing import banner_texts, banners, texts
from tests.desktop.test_window import controls, name_of
from verbatim_desktop.desktop.golden_text import cells_as_csv
from verbatim_desktop.desktop.models.moves import (
    QUESTION_HEADS,
    QUESTION_NUMBERS,
    SECTION_HEADS,
    SECTION_NUMBERS,
    MovesModel,
    counts_of,
    moved_rows,
    question_rows,
    targets_of,
    targets_text,
)
from verbatim_desktop.desktop.models.ranked import (
    RankedModel,
    RowKind,
    parts_words,
    rows_of,
    spoken,
)
from verbatim_desktop.desktop.models.words import WordsModel
from verbatim_desktop.desktop.term_faces import faces_of
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.moves_table import LEAST
from verbatim_desktop.desktop.widgets.score_bar import stretches
from verbatim_desktop.domain.answers import Level, Outcome
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.errors import LibraryBusy, NotFound, UnreadableFile
from verbatim_desktop.domain.evaluation import (
    EvalReport,
    MeasuredConfidence,
    MissingLabel,
    QuestionResult,
    Target,
)
from verbatim_desktop.domain.inspection import GoldenEntry, GoldenRun, GoldenSet, Move, WordFall
from verbatim_desktop.domain.retrieval import Filters, Leg, ScoreBreakdown

QUESTION = "undo release database"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def core(fake):
    return fake.inspector


@pytest.fixture
def inspector(window, core):
    window.commands.go("inspector")
    return window.pane("inspector")


@pytest.fixture
def type_in(qtbot, inspector):
    """Types a question and waits until all that is known of its ranking is shown."""

    def type_it(text: str = QUESTION) -> None:
        inspector.query.bar.field.clear()
        with qtbot.waitSignal(inspector.settled):
            QTest.keyClicks(inspector.query.bar.field, text)

    return type_it


def cells(model, row: int) -> list[str]:
    return [model.index(row, column).data() for column in range(model.columnCount())]


def fact(qtbot, inspector) -> str:
    """What the banner says, once it is on the screen."""
    qtbot.waitUntil(lambda: bool(banners(inspector)))
    return banners(inspector)[-1].notice.fact


def press(qtbot, inspector, words: str) -> None:
    qtbot.waitUntil(lambda: bool(banners(inspector)))
    found = [one for banner in banners(inspector) for one in banner.findChildren(Button)]
    next(one for one in found if one.text() == words).click()


# --- the models ----------------------------------------------------------------------------------


def test_every_model_keeps_to_qt_s_rules(qtmodeltester, inspector, type_in):
    type_in()
    ranked = inspector.query.list.ranked
    ranked.choose(2)
    words = WordsModel()
    words.show_rows([WordFall("undo", ("revert",), 1, 38, 4210)])
    sections = MovesModel(SECTION_HEADS, SECTION_NUMBERS)
    questions = MovesModel(QUESTION_HEADS, QUESTION_NUMBERS)
    for model in (ranked, words, sections, questions):
        qtmodeltester.check(model, force_py=True)


def test_the_floor_stands_before_the_first_section_below_it(core):
    rows = rows_of(core.rank(QUESTION), 7500)
    kinds = [row.kind for row in rows]
    assert kinds == [RowKind.SECTION, RowKind.SECTION, RowKind.FLOOR, RowKind.SECTION]
    assert spoken(rows[2]) == "Relevance floor 7.50: nothing below is used in an answer"


def test_a_row_says_its_parts_and_their_total(core):
    row = rows_of(core.rank(QUESTION), 0)[0]
    assert parts_words(BEST.breakdown) == (
        "Term frequency 4.10, Rarity 3.72, Phrase 2.80, Proximity 1.30, Heading 2.72, "
        "Length -0.62, total 14.02"
    )
    assert parts_words(BEST.breakdown) in spoken(row)
    assert "missing database" in spoken(row)


def test_a_row_says_which_searches_found_it(core):
    joined = replace(BEST, legs=(Leg("words", 3, 9), Leg("minilm", 1, 8)))
    core.results = (joined,)
    assert spoken(rows_of(core.rank(QUESTION), 0)[0]).endswith("found by words 3, minilm 1")


def test_one_section_is_open_at_a_time(core):
    model = RankedModel()
    model.show_rows(rows_of(core.rank(QUESTION), 7500), 1)
    assert [model.row_at(at).kind for at in (0, 1, 2)] == [
        RowKind.SECTION, RowKind.DETAIL, RowKind.SECTION,
    ]  # fmt: skip
    model.choose(3)
    assert model.rowCount() == 5
    assert model.row_at(4).kind is RowKind.DETAIL
    looked = core.look_into(core.rank(QUESTION), BEST)
    model.show_looked(looked)  # of another section than the one that is open by now
    assert model.row_at(4).looked is None


@pytest.mark.parametrize(
    ("breakdown", "parts"),
    [
        (BEST.breakdown, ["frequency", "rarity", "phrase", "proximity", "heading"]),
        (ScoreBreakdown(frequency=900, rarity=-300), ["frequency"]),
        (ScoreBreakdown(), []),
    ],
)
def test_a_bar_shows_what_adds_something(breakdown, parts):
    shown = list(stretches(breakdown, 0.01))
    assert [part for part, _left, _width in shown] == parts
    gained = sum(max(getattr(breakdown, part), 0) for part in parts)
    assert sum(width for _part, _left, width in shown) == pytest.approx(gained * 0.01)


def test_what_was_added_is_told_from_what_was_typed(core):
    ranking = core.rank("undo osaka")
    undo, osaka, revert = faces_of(ranking.query, ranking.statistics, frozenset({"undo"}))
    assert (undo.off, undo.added, undo.term) == (True, False, "undo")
    assert (osaka.absent, osaka.weight) == (True, 0)
    assert (revert.added, revert.origin, revert.weight) == (True, "synonym of undo", 0.4)
    assert osaka.said == "osaka, word, weight 0.00, not in the library"


def test_right_sections_are_written_as_they_are_read():
    targets = (Target("deploy/rollbacks", "undo"), Target("guide.md"))
    assert targets_text(targets) == "deploy/rollbacks#undo, guide.md"
    assert targets_of(" deploy/rollbacks#undo , guide.md,, ") == targets


def test_moves_are_counted_in_words():
    assert counts_of([Move.ROSE, Move.ROSE, Move.NEW, Move.SAME]) == "2 rose, 1 new"
    assert counts_of([Move.SAME]) == "Nothing moved"


# --- ranking as one types ------------------------------------------------------------------------


def test_alt_4_goes_to_the_field_and_says_what_is_done_here(window, inspector):
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.AltModifier)
    assert inspector.query.bar.field.hasFocus()
    assert "Type a question" in texts(inspector)


def test_sections_are_ranked_while_one_types(inspector, type_in):
    type_in()
    ranked = inspector.query.list.ranked
    assert (ranked.sections, ranked.chosen, ranked.best) == (3, 1, 14020)
    assert "214 of 4,806 sections match" in texts(inspector)
    assert inspector.query.badge.text() == "High confidence"
    assert "All 2 key words are covered.  Nothing is missing." in texts(inspector)
    assert [face.words for face in inspector.query.chips.faces()] == [
        "undo", "release", "database", "revert",
    ]  # fmt: skip
    assert ranked.row_at(1).looked.excerpt.startswith("Open Releases")
    assert cells(inspector.words.words, 0) == ["undo", "1", "38", "2.10"]


def test_the_newest_question_wins_and_nothing_stale_is_shown(qtbot, window, inspector, core):
    """The lane is held while keys come in: only the last question is ranked at all."""
    go = threading.Event()
    held = window.jobs.start(go.wait)
    seen: list[str] = []
    inspector.ranked.connect(lambda: seen.append(inspector.query.shown.wanted.text))
    QTest.keyClicks(inspector.query.bar.field, "undo re")
    go.set()
    with qtbot.waitSignal(inspector.settled):
        pass
    assert held is not None
    assert seen == ["undo re"]
    assert [text for text, limit, *_rest in core.asked if limit == 20] == ["undo re"]


def test_what_is_ranked_is_ranked_anew_with_other_synonyms(qtbot, window, inspector, core, type_in):
    type_in()
    window.commands.run("sources.show_synonyms")
    editor = window.sources.synonyms
    qtbot.waitUntil(lambda: not editor.editor.isReadOnly())
    QTest.keyClicks(editor.editor, "undo, revert, ")
    qtbot.waitUntil(editor.save.isEnabled)
    with qtbot.waitSignal(inspector.settled):
        window.sources.save_synonyms()


def test_what_is_ranked_is_ranked_anew_where_meaning_is_turned_on(
    qtbot, window, inspector, core, type_in
):
    type_in()
    window.commands.go("settings")
    settings = window.current_pane
    settings.show_page("retrieval")
    qtbot.waitUntil(settings.page.meaning.isEnabled)
    with qtbot.waitSignal(inspector.settled):
        settings.page.meaning.click()


def test_an_emptied_field_shows_nothing_however_late_the_ranking(qtbot, window, inspector):
    go = threading.Event()
    window.jobs.start(go.wait)
    QTest.keyClicks(inspector.query.bar.field, "undo")
    inspector.query.bar.field.clear()
    after = window.jobs.start(lambda: None)
    with qtbot.waitSignal(after.succeeded):
        go.set()
    assert inspector.query.shown is None
    assert "Type a question" in texts(inspector)


def test_a_chip_leaves_its_term_out_and_takes_it_in_again(qtbot, inspector, type_in, core):
    type_in()
    for out in (frozenset({"revert"}), frozenset()):
        with qtbot.waitSignal(inspector.settled):
            inspector.query.chips.chip(3).click()
        assert core.asked[-1][3] == out
        assert inspector.query.chips.faces()[3].off == bool(out)


def test_where_every_term_is_off_the_chips_stay(qtbot, inspector, type_in):
    type_in("release")
    with qtbot.waitSignal(inspector.settled):
        inspector.query.chips.chip(0).click()
    assert "Every word of this question is switched off." in texts(inspector)
    assert inspector.query.chips.faces()[0].off
    with qtbot.waitSignal(inspector.settled):
        inspector.query.clear_button.click()
    assert inspector.query.list.ranked.sections == 3


def test_words_that_no_section_holds_are_said(inspector, type_in):
    type_in("osaka")
    assert "No section holds any of these words" in texts(inspector)
    assert inspector.query.chips.faces()[0].absent


def test_filters_narrow_the_ranking(qtbot, window, inspector, type_in, core):
    core.results = many(12)
    type_in()
    QTest.keyClick(window, Qt.Key.Key_F, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert inspector.query.filters.glob.hasFocus()
    inspector.query.bar.scope.set_sources(["harbor", "runbooks"])
    with qtbot.waitSignal(inspector.settled):
        QTest.keyClicks(inspector.query.filters.glob, "deploy/*")
        QTest.keyClicks(inspector.query.filters.version, "4")
        QTest.keyClicks(inspector.query.filters.tier, "Pro")
        QTest.keyClicks(inspector.query.filters.since, "2026")
        inspector.query.filters.kind.setCurrentIndex(1)
        inspector.query.filters.limit.setCurrentText("10")
    _text, limit, filters, _off = core.asked[-1]
    assert limit == 10
    assert (filters.globs, filters.version, filters.tier) == (("deploy/*",), "4", "Pro")
    assert (filters.since, filters.kind) == ("2026", "docs")
    assert inspector.query.bar.filters_button.accessibleName() == "Filters, 5 set"
    assert inspector.query.list.ranked.sections == 10


@pytest.mark.parametrize("zoom", [100, 200])
def test_how_many_sections_are_shown_can_be_read(inspector, theme, zoom):
    theme.set_look(Mode.LIGHT, zoom)
    inspector.show_filters()
    limit = inspector.query.filters.limit
    limit.setCurrentIndex(limit.findText("200"))
    option = QStyleOptionComboBox()
    limit.initStyleOption(option)
    control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    inside = limit.style().subControlRect(control, option, part, limit)
    assert inside.width() >= limit.fontMetrics().horizontalAdvance("200")


def test_a_filter_that_nothing_passes_is_said_in_the_place_of_the_list(qtbot, inspector, core):
    core.error = NotFound("No page matches “x”. Nothing was searched.")
    inspector.query.filters.glob.setText("x")
    with qtbot.waitSignal(inspector.settled):
        QTest.keyClicks(inspector.query.bar.field, "undo")
    assert "No page matches “x”. Nothing was searched." in texts(inspector)
    core.error = None
    with qtbot.waitSignal(inspector.settled):
        inspector.query.clear_button.click()
    assert inspector.query.list.ranked.sections == 3


def test_trouble_is_a_banner(qtbot, inspector, core):
    core.error = LibraryBusy("Another program is writing the library.")
    QTest.keyClicks(inspector.query.bar.field, "undo")
    qtbot.waitUntil(lambda: bool(banners(inspector)))
    assert banners(inspector)[0].notice.fact == "The library is being written."


# --- the list ------------------------------------------------------------------------------------


def test_down_and_up_go_through_the_sections_and_past_the_floor(qtbot, inspector, type_in):
    type_in()
    QTest.keyClick(inspector.query.bar.field, Qt.Key.Key_Down)
    view = inspector.query.list
    assert view.hasFocus()
    for key, rank in ((Qt.Key.Key_Down, 2), (Qt.Key.Key_Down, 3), (Qt.Key.Key_Down, 3),
                      (Qt.Key.Key_Home, 1), (Qt.Key.Key_End, 3)):  # fmt: skip
        QTest.keyClick(view, key)
        assert view.ranked.chosen == rank
    assert view.ranked.row_at(view.currentIndex().row()).rank == 3


def test_enter_opens_the_page_with_its_words_marked(qtbot, window, inspector, type_in):
    type_in()
    inspector.query.list.setFocus()
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.keyClick(inspector.query.list, Qt.Key.Key_Return)
    assert window.source.isVisible()
    assert abs(window.source.width() - 480) <= 2
    marks = window.source.view.extraSelections()
    assert [one.cursor.selectedText() for one in marks] == ["release"]
    assert window.source.isAncestorOf(inspector.words)
    assert inspector.words.isVisible()
    window.commands.go("ask")
    assert not inspector.words.isVisible()


def test_a_click_opens_the_section_below_itself(qtbot, window, inspector, type_in):
    type_in()
    view = inspector.query.list
    rect = view.visualRect(view.ranked.index(view.ranked.row_of(2)))
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert view.ranked.chosen == 2


def test_only_what_is_in_sight_is_drawn(qtbot, inspector, type_in, core, monkeypatch):
    core.results = many(200)
    inspector.query.filters.limit.setCurrentText("200")
    type_in()
    drawn: list[int] = []
    delegate = inspector.query.list.itemDelegate()
    draw = type(delegate)._draw_section  # noqa: SLF001

    def count(self, painter, rect, row):
        drawn.append(row.rank)
        draw(self, painter, rect, row)

    monkeypatch.setattr(type(delegate), "_draw_section", count)
    with qtbot.waitSignal(inspector.query.list.painted):
        inspector.query.list.viewport().update()
    assert inspector.query.list.ranked.sections == 200
    assert 0 < len(set(drawn)) < 20


def test_more_like_a_section_is_ranked_in_its_place(qtbot, inspector, type_in, fake):
    type_in()
    with qtbot.waitSignal(inspector.settled):
        inspector.more_like()
    assert fake.liked == [(1, BEST.section.ordinal)]
    assert "Like Rollbacks › Undo a release" in texts(inspector)


def test_the_menu_of_a_row_names_what_can_be_done_with_it(qtbot, inspector, type_in):
    type_in()
    menu = inspector.row_menu()
    words = [action.text() for action in menu.actions()]
    assert words == [
        "Open the page", "Why not the first?", "More like this", "This is the right one",
    ]  # fmt: skip
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: inspector.query.why.place.text() == "Rank 1 of 214, 14.02")


# --- why not -------------------------------------------------------------------------------------


def test_why_a_section_is_not_the_first_is_said_in_words(qtbot, window, inspector, type_in):
    type_in()
    QTest.keyClick(window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.ShiftModifier)
    why = inspector.query.why
    assert why.field.hasFocus()
    after = window.jobs.start(lambda: None)
    with qtbot.waitSignal(after.succeeded):
        pass
    QTest.keyClicks(why.field, "harbor/x#release-states")
    QTest.keyClick(why.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: why.place.text() == "Rank 3 of 214, 5.70")
    assert "It lacks “undo”. It is under the floor." in texts(why)
    assert why.own.accessibleName() == parts_words(THIRD.breakdown)
    assert why.best.accessibleName() == parts_words(BEST.breakdown)


def test_headings_are_offered_above_the_field(qtbot, window, inspector, type_in):
    type_in()
    inspector.ask_why()
    after = window.jobs.start(lambda: None)
    with qtbot.waitSignal(after.succeeded):
        pass
    why = inspector.query.why
    QTest.keyClicks(why.field, "undo rel")
    assert why.suggestions.isVisible()
    above = why.field.mapTo(inspector, QPoint(0, 0)).y()
    assert why.suggestions.geometry().bottom() < above
    QTest.keyClick(why.field, Qt.Key.Key_Down)
    QTest.keyClick(why.field, Qt.Key.Key_Return)
    assert why.name == "harbor/docs/deploy/rollbacks#undo-a-release"
    qtbot.waitUntil(lambda: why.place.text().startswith("Rank 1"))


def test_a_section_that_is_not_there_is_said(qtbot, inspector, type_in, defects):
    type_in()
    inspector.query.why.ask("harbor/nowhere#x")
    qtbot.waitUntil(lambda: inspector.query.why.place.text() == "There is no such section")
    assert defects == []


# --- comparing -----------------------------------------------------------------------------------


def test_an_edit_is_held_against_the_state_before_it(qtbot, window, inspector, type_in, core, fake):
    type_in()
    assert banners(inspector) == []
    core.results, core.generation = (SECOND, BEST), 48
    fake.generation = 48
    with qtbot.waitSignal(inspector.settled):
        window.refresh()
    assert fact(qtbot, inspector) == "1 rose, 1 fell, 1 gone."
    press(qtbot, inspector, "Compare")
    table = inspector.query.compare.model
    qtbot.waitUntil(lambda: table.rowCount() == 3)
    assert cells(table, 0)[1:4] == ["2", "1", "Rose 1"]
    assert cells(table, 1)[1:4] == ["1", "2", "Fell 1"]
    assert cells(table, 2)[1:4] == ["3", "–", "Gone"]
    inspector.query.compare.start_button.click()
    qtbot.waitUntil(lambda: inspector.query.compare.comparison is None)
    assert core.kept[QUESTION].generation == 48


def test_states_are_compared_by_the_question_itself(qtbot, inspector, type_in, core):
    compare = inspector.query.compare
    type_in()
    with qtbot.waitSignal(inspector.settled):
        inspector.query.chips.chip(0).click()
    core.results, core.generation = (SECOND, BEST), 48
    inspector.compare()
    qtbot.waitUntil(lambda: compare.model.rowCount() == 3)
    assert core.asked[-1][3] == frozenset()  # no term is left out
    assert any("words left out do not count" in words for words in texts(compare))
    compare.start_button.click()
    qtbot.waitUntil(lambda: core.kept[QUESTION].generation == 48)
    assert core.asked[-1][2:] == (Filters(), frozenset())


def test_two_questions_stand_side_by_side(qtbot, window, inspector, type_in, core):
    type_in()
    QTest.keyClick(window, Qt.Key.Key_Backslash, CTRL)
    compare = inspector.query.compare
    assert compare.isVisible()
    assert "Nothing to compare yet." in " ".join(texts(compare))
    compare.choices.button(1).click()
    assert compare.second.field.hasFocus()
    QTest.keyClicks(compare.second.field, "revert")
    qtbot.waitUntil(lambda: compare.model.rowCount() == 3)
    assert "Nothing moved with the second question" in texts(compare)
    assert compare.model.heads()[1:3] == ("First", "Second")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not compare.isVisible()
    assert inspector.query.list.isVisible()


def test_nothing_is_kept_while_the_library_is_written(qtbot, inspector, type_in, core, run, fake):
    run.start([IngestRequest("/srv/a", name="a")])
    type_in()
    assert core.kept == {}


def test_a_section_that_moved_is_opened_as_it_was(qtbot, window, inspector, type_in, core):
    type_in()
    core.results = (SECOND,)
    inspector.compare()
    compare = inspector.query.compare
    qtbot.waitUntil(lambda: compare.model.rowCount() == 3)
    gone = next(at for at, row in enumerate(compare.model.rows()) if row.move is Move.GONE)
    compare.table.setCurrentIndex(compare.model.index(gone, 0))
    assert not compare.now_button.isEnabled()
    with qtbot.waitSignal(window.source.view.shown_target):
        compare.before_button.click()


# --- golden sets ---------------------------------------------------------------------------------

GOLDEN = GoldenSet(
    "support",
    (
        GoldenEntry("q1", "undo release", (Target("docs/deploy/rollbacks", "undo-a-release"),)),
        GoldenEntry("q2", "database", (Target("docs/deploy/rollbacks"),)),
        GoldenEntry("q3", "osaka", (), "far"),
    ),
)


@pytest.fixture
def golden(qtbot, inspector, core):
    """The golden part with a set, once it was read."""
    core.sets = {"support": GOLDEN}
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.show_golden()
    return inspector.golden


def run_it(qtbot, inspector) -> None:
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.run_golden()


def test_without_a_set_the_pane_says_what_one_is(qtbot, inspector):
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.show_golden()
    assert "No golden sets yet" in texts(inspector)
    assert inspector.golden.first_button.hasFocus()


def test_a_set_is_loaded_from_a_file(qtbot, inspector, tmp_path):
    inspector.show_golden()
    with qtbot.waitSignal(inspector.sets.said):
        inspector.sets.load(str(tmp_path / "support.jsonl"))
    qtbot.waitUntil(lambda: inspector.golden.name() == "support")
    assert fact(qtbot, inspector) == "support is loaded."


def test_a_set_that_cannot_be_loaded_is_said_where_it_was_asked_for(
    qtbot, inspector, core, monkeypatch, defects
):
    def refuse(path, name=""):
        raise UnreadableFile("support.jsonl, line 2, is not JSON.")

    monkeypatch.setattr(core, "load_golden", refuse)
    inspector.show_golden()
    inspector.sets.load("support.jsonl")
    qtbot.waitUntil(lambda: bool(banners(inspector)))
    assert banners(inspector)[-1].notice.sentence == "support.jsonl, line 2, is not JSON."
    assert defects == []


def test_a_set_in_the_place_of_another_one_can_be_taken_back(qtbot, inspector, golden, core):
    with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
        inspector.sets.load("support.jsonl")
    said = "support is loaded. 1 question, in the place of the 3 that were kept."
    qtbot.waitUntil(lambda: said in banner_texts(inspector))
    with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
        press(qtbot, inspector, "Undo")
    assert core.sets["support"] == GOLDEN


def test_the_keyboard_stays_among_the_golden_questions(qtbot, inspector, golden, core):
    go = threading.Event()
    core.during_run = lambda: go.wait(90)
    golden.run_button.setFocus()
    QTest.keyClick(golden.run_button, Qt.Key.Key_Space)
    assert golden.is_running
    assert golden.table.hasFocus()
    golden.cancel_button.setFocus()
    QTest.keyClick(golden.cancel_button, Qt.Key.Key_Space)
    go.set()
    qtbot.waitUntil(lambda: not golden.is_running)
    assert golden.table.hasFocus()
    assert fact(qtbot, inspector) == "The run was stopped."
    core.during_run = lambda: None
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.run_golden()
    qtbot.waitUntil(lambda: banners(inspector) == [])


def test_a_run_shows_what_moved_since_the_one_before(qtbot, inspector, golden, core):
    core.ranks = {"q1": 1, "q2": 4}
    run_it(qtbot, inspector)
    qtbot.waitUntil(lambda: not golden.is_running)
    assert cells(golden.model, 0)[2:] == ["", "1", "", "Answered"]
    core.ranks = {"q1": 3, "q2": None}
    run_it(qtbot, inspector)
    assert cells(golden.model, 0)[2:] == ["1", "3", "Fell 2", "Answered"]
    assert cells(golden.model, 1)[2:] == ["4", "–", "Lost", "Answered"]
    assert cells(golden.model, 2)[1:] == ["None, far", "–", "–", "Same", "Ticket"]
    qtbot.waitUntil(lambda: "nDCG@10 .78 (.71 to .84)" in texts(golden))
    assert "One question is worth .015" in texts(golden)


def test_what_moved_and_what_is_answered_otherwise_stands_first(golden):
    def run(name: str, *results: QuestionResult) -> GoldenRun:
        report = EvalReport("support", 3, 0.3, "lexical", {}, {}, {}, {}, {}, results)
        return GoldenRun(name, "support", NOW, 1, report)

    def one(name: str, rank: int | None, outcome: Outcome) -> QuestionResult:
        confidence = MeasuredConfidence(Level.HIGH, 0.9)
        return QuestionResult(name, 1.0, (), confidence, outcome, rank)

    answer, ticket = Outcome.ANSWER, Outcome.TICKET
    before = run("1", one("q1", 1, answer), one("q2", 4, answer), one("q3", None, ticket))
    now = run("2", one("q1", 1, answer), one("q2", 6, answer), one("q3", None, answer))
    rows = question_rows(GOLDEN, now, before)
    assert [row.cells[0] for row in rows] == ["database", "osaka", "undo release"]
    assert [row.cells[-1] for row in rows] == ["Answered", "Answered now", "Answered"]


def test_the_first_question_says_that_it_is_being_ranked(qtbot, window, inspector):
    go = threading.Event()
    window.jobs.start(go.wait)
    QTest.keyClicks(inspector.query.bar.field, "undo")
    assert "Ranking…" in texts(inspector)
    assert "Type a question" not in texts(inspector)
    with qtbot.waitSignal(inspector.settled, timeout=90_000):
        go.set()
    assert "Ranking…" not in texts(inspector)


def test_a_ranking_that_fails_is_no_longer_waited_for(qtbot, inspector, core):
    core.error = LibraryBusy("Another program is writing the library.")
    QTest.keyClicks(inspector.query.bar.field, "undo")
    qtbot.waitUntil(lambda: bool(banners(inspector)), timeout=90_000)
    assert "Type a question" in texts(inspector)


def test_parts_of_one_heading_are_told_apart_by_their_order_on_the_page(core):
    later, first = (
        replace(BEST, section=replace(BEST.section, ordinal=ordinal)) for ordinal in (7, 3)
    )
    core.results = (later, first, SECOND)
    headings = [row.heading for row in rows_of(core.rank(QUESTION), 0)]
    assert headings[0] == f"{headings[1]} (part 2)"
    assert not headings[1].endswith(")")


def test_labels_that_point_at_nothing_are_named_in_the_figures_and_their_row(
    qtbot, inspector, golden, core, monkeypatch
):
    lost = MissingLabel("q1", "gone.md", "fees", "The page is not in this library.")
    whole = core.report
    monkeypatch.setattr(core, "report", lambda of: replace(whole(of), missing=(lost,)))
    run_it(qtbot, inspector)
    qtbot.waitUntil(lambda: "1 label points at nothing: gone.md#fees" in texts(golden))
    assert cells(golden.model, 0)[1].startswith("Not there: ")
    assert not cells(golden.model, 1)[1].startswith("Not there: ")


def test_a_question_stays_legible_in_a_narrow_table(qtbot, window, inspector, golden):
    inspector.show_golden()
    golden.table.resize(400, 300)
    least = window.theme.px(LEAST)
    qtbot.waitUntil(lambda: golden.table.columnWidth(0) >= least)


def test_a_run_is_cancelled_by_esc_and_nothing_of_it_is_kept(
    qtbot, window, inspector, golden, core
):
    reached, go = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        go.wait(90)

    core.during_run = wait
    inspector.run_golden()
    qtbot.waitUntil(reached.is_set)
    assert golden.is_running
    QTest.keyClick(window, Qt.Key.Key_Escape)
    go.set()
    qtbot.waitUntil(lambda: not golden.is_running)
    assert core.kept_runs == []
    assert fact(qtbot, inspector) == "The run was stopped."


def test_a_run_that_is_stopped_after_its_last_step_leaves_nothing_either(
    qtbot, window, inspector, golden, core
):
    reached, go = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        go.wait(90)

    core.after_run = wait
    inspector.run_golden()
    qtbot.waitUntil(reached.is_set)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    go.set()
    qtbot.waitUntil(lambda: not golden.is_running)
    core.after_run = lambda: None
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.run_golden()
    assert [run.name for run in core.kept_runs] == ["run 0"]


def test_ranking_goes_on_while_a_set_runs(qtbot, inspector, golden, core, type_in):
    go = threading.Event()
    core.during_run = lambda: go.wait(90)
    inspector.run_golden()
    inspector.inspect("undo")
    with qtbot.waitSignal(inspector.settled):
        pass
    assert inspector.query.list.ranked.sections == 3
    assert golden.run_button.isEnabled() is False
    go.set()
    qtbot.waitUntil(lambda: golden.run_button.isEnabled())


def test_closing_the_window_in_a_run_leaves_no_thread(qtbot, window, inspector, golden, core):
    reached, go = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        go.wait(90)

    core.during_run = wait
    inspector.run_golden()
    stop = inspector.sets._job._stop  # noqa: SLF001
    qtbot.waitUntil(reached.is_set)
    go_on = threading.Thread(target=lambda: (stop.wait(), go.set()))  # once the close has said so
    go_on.start()
    window.close()
    go_on.join()
    assert core.kept_runs == []


def test_the_chosen_section_is_kept_as_the_right_one_and_that_is_undone(
    qtbot, window, inspector, type_in, core
):
    type_in()
    with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
        QTest.keyClick(window, Qt.Key.Key_M, CTRL)
    [entry] = core.sets["questions"].questions
    assert entry.question == QUESTION
    assert entry.relevant == (Target("harbor/deploy/rollbacks.mdx", "undo-a-release"),)
    with qtbot.waitSignal(inspector.sets.said):
        press(qtbot, inspector, "Undo")
    assert core.sets["questions"].questions == ()


@pytest.mark.parametrize("scope", ["near", "far"])
def test_a_question_is_kept_as_one_that_nothing_answers(qtbot, inspector, type_in, core, scope):
    type_in("undo")
    with qtbot.waitSignal(inspector.sets.said):
        getattr(inspector, f"mark_{scope}")()
    [entry] = core.sets["questions"].questions
    assert (entry.relevant, entry.scope) == ((), scope)


def test_a_question_is_edited_and_what_is_lacking_is_said(qtbot, inspector, golden, core):
    golden.table.setCurrentIndex(golden.model.index(0, 0))
    editor = golden.editor
    assert editor.question.text() == "undo release"
    editor.right.clear()
    editor.save()
    assert "Name the section that answers it" in editor.problem.text()
    editor.question.clear()
    QTest.keyClicks(editor.question, "How do I roll back?")
    QTest.keyClicks(editor.right, "docs/a#b, docs/c")
    with qtbot.waitSignal(inspector.sets.said):
        QTest.keyClick(editor.right, Qt.Key.Key_Return)
    entry = core.sets["support"].questions[0]
    assert entry.question == "How do I roll back?"
    assert entry.relevant == (Target("docs/a", "b"), Target("docs/c"))


def test_what_is_typed_into_a_question_outlives_a_run_and_not_its_set(qtbot, inspector, golden):
    golden.table.setCurrentIndex(golden.model.index(0, 0))
    editor = golden.editor
    QTest.keyClicks(editor.question, " now")
    typed = editor.question.text()
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.run_golden()
    assert (editor.isVisible(), editor.question.text()) == (True, typed)

    # A question that is begun has no row yet.
    golden.add_question()
    QTest.keyClicks(editor.question, "How do I begin?")
    with qtbot.waitSignal(inspector.sets.shown):
        inspector.sets.read()
    assert editor.question.text() == "How do I begin?"

    with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
        golden.delete_action.trigger()
    assert not editor.isVisible()


def test_deleting_a_question_or_a_set_is_undone(qtbot, inspector, golden, core):
    golden.table.setCurrentIndex(golden.model.index(1, 0))
    for delete in (golden.editor.delete_button.click, golden.delete_action.trigger):
        with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
            delete()
        assert core.sets.get("support") != GOLDEN
        with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
            press(qtbot, inspector, "Undo")
        assert core.sets["support"] == GOLDEN


# --- export and access ---------------------------------------------------------------------------


def exported(qtbot, inspector, path) -> str:
    with qtbot.waitSignal(inspector._export.written):  # noqa: SLF001
        inspector.write_export(str(path))
    return path.read_text(encoding="utf-8")


def test_a_ranking_is_exported_with_its_parts(qtbot, inspector, type_in, tmp_path):
    type_in()
    rows = exported(qtbot, inspector, tmp_path / "a.csv").splitlines()
    assert rows[0].startswith("rank,section,source,path,anchor,frequency")
    assert ",-0.62,14.02," in rows[1]  # numbers, and no text that a spreadsheet cannot add up
    assert "| 1 | Rollbacks  ›  Undo a release |" in exported(qtbot, inspector, tmp_path / "a.md")
    assert '"took_ms": 12.0' in exported(qtbot, inspector, tmp_path / "a.json")


def test_the_form_that_is_chosen_in_the_dialog_is_written(qtbot, window, inspector, type_in):
    type_in()
    QTest.keyClick(window, Qt.Key.Key_E, CTRL)
    [dialog] = [one for one in window.findChildren(QFileDialog) if one.isVisible()]
    assert [name.endswith("csv") for name in dialog.selectedFiles()] == [True]
    dialog.filterSelected.emit("Markdown (*.md)")
    assert dialog.defaultSuffix() == "md"
    assert [name.rpartition(".")[2] for name in dialog.selectedFiles()] == ["md"]
    dialog.reject()


def test_no_cell_of_an_export_begins_a_formula():
    cells = ["-0.62", "=cmd|x", "-1+2", "@x", "-0.62=1"]
    assert cells_as_csv(("a",), [cells]).splitlines()[1] == "-0.62,'=cmd|x,'-1+2,'@x,'-0.62=1"


def test_a_set_and_its_run_are_exported(qtbot, inspector, golden, core, tmp_path):
    core.ranks = {"q1": 1}
    run_it(qtbot, inspector)
    assert exported(qtbot, inspector, tmp_path / "a.jsonl") == "undo release\ndatabase\nosaka\n"
    assert "undo release,docs/deploy" in exported(qtbot, inspector, tmp_path / "a.csv")
    page = exported(qtbot, inspector, tmp_path / "a.md")
    assert "- nDCG@10 .78 (.71 to .84)" in page
    assert "| undo release |" in page


def test_what_moved_is_exported(qtbot, inspector, type_in, core, tmp_path):
    type_in()
    core.results = (SECOND, BEST)
    inspector.compare()
    qtbot.waitUntil(lambda: inspector.query.compare.model.rowCount() == 3)
    assert ",2,1,Rose 1," in exported(qtbot, inspector, tmp_path / "a.csv")


def test_nothing_to_export_is_said(qtbot, inspector):
    inspector.export()
    assert fact(qtbot, inspector) == "Nothing to export yet."


@pytest.mark.parametrize("state", ["empty", "ranked", "compare", "golden"])
def test_every_control_of_the_inspector_has_a_name(qtbot, window, inspector, type_in, core, state):
    if state != "empty":
        core.sets = {"support": GOLDEN}
        type_in()
        inspector.show_filters()
    if state == "compare":
        inspector.compare()
        inspector.query.compare.choices.button(1).click()
    if state == "golden":
        with qtbot.waitSignal(inspector.sets.shown):
            inspector.show_golden()
        inspector.golden.table.setCurrentIndex(inspector.golden.model.index(0, 0))
    assert [one for one in controls(window) if not name_of(one)] == []


def test_a_first_run_leads_to_sources(qtbot, open_window, fake):
    fake.pages = {}
    window = open_window()
    window.commands.go("inspector")
    pane = window.pane("inspector")
    assert "Add a source, and its sections are ranked here." in texts(pane)
    pane.query.sources_button.click()
    assert window.place == "sources"


def test_the_pane_fits_a_narrow_window_and_twice_the_size(qtbot, open_window, theme):
    window = open_window(1024, 700)
    window.commands.go("inspector")
    pane = window.pane("inspector")
    for zoom in (100, 200):
        theme.set_zoom(zoom)
        with qtbot.waitSignal(pane.settled):
            pane.query.bar.set_text(f"undo release {zoom}")
        assert pane.minimumSizeHint().width() <= pane.width()


@pytest.mark.parametrize("zoom", [100, 200])
def test_no_part_covers_another_where_room_is_short(qtbot, window, inspector, type_in, theme, zoom):
    window.resize(1024, 700)
    theme.set_look(Mode.LIGHT, zoom)
    type_in("how do releases of the database come undone where nobody is there")
    inspector.show_filters()
    query = inspector.query
    parts = (query.bar, query.filters, query.chips, query.badge, query.legend, query.list)

    def stand_apart() -> bool:
        tops = [one.mapTo(inspector, QPoint()).y() for one in parts]
        ends = [top + one.height() for top, one in zip(tops, parts, strict=True)]
        return all(end <= top for end, top in zip(ends, tops[1:], strict=False))

    qtbot.waitUntil(stand_apart)
    rows = range(query.list.ranked.rowCount())
    first = query.list.visualRect(query.list.ranked.index(rows[0], 0))
    assert query.list.viewport().height() >= first.height()
    assert query.filters.height() >= query.filters.heightForWidth(query.filters.width())
    QTest.keyClick(query.bar.field, Qt.Key.Key_Down)
    assert query.list.hasFocus()
    view = query.list.visibleRegion().boundingRect()
    assert view.height() >= first.height()  # scrolled to


def test_how_sure_an_answer_would_be_is_not_said_before_it_is_known(qtbot, inspector, fake):
    with qtbot.waitSignal(inspector.ranked):
        QTest.keyClicks(inspector.query.bar.field, "undo")
    assert not inspector.query.badge.isVisible()
    qtbot.waitUntil(inspector.query.badge.isVisible)


def test_rows_of_what_moved_name_parts_and_pages(core):
    before = core.snapshot(core.rank("a"))
    odd = replace(before.places[0], part=1, heading_path=())
    now = replace(before, places=(odd,))
    first = moved_rows(core.compare(before, now))[0]
    assert first.cells[0] == "deploy/rollbacks.mdx (part 2)"
