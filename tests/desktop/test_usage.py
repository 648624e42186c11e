"""The Usage pane as a person uses it: totals, charts, the table, forgetting, gaps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from tests.desktop.seeing import banners, button
from tests.desktop.usage_fakes import GAP, NOW, PROPOSAL, RECORDS, REPORT, asked, called
from tests.desktop.walking import clipped, sideways
from verbatim_desktop.desktop.bars import Bar
from verbatim_desktop.desktop.models.usage import Column, UsageModel
from verbatim_desktop.desktop.usage_figures import (
    Period,
    at_rank,
    begin_of,
    figures_of,
    histogram,
    since,
)
from verbatim_desktop.desktop.widgets.chart import Chart, Cut, Level, nice_step
from verbatim_desktop.desktop.widgets.usage_overview import place_in
from verbatim_desktop.desktop.widgets.usage_totals import budget_words
from verbatim_desktop.domain.errors import LibraryDamaged
from verbatim_desktop.domain.feedback import Judgement
from verbatim_desktop.domain.gaps import GapReport
from verbatim_desktop.domain.usage import Budget, UsageSettings


@pytest.fixture
def pane(qtbot, window, fake):
    """The pane over a few records."""
    fake.usage.all = RECORDS
    fake.usage.spent = 0.0468
    window.commands.go("usage")
    pane = window.current_pane
    qtbot.waitUntil(lambda: pane.table.model.rowCount() == len(RECORDS))
    return pane


def texts(pane, column: Column) -> list[str]:
    model = pane.table.model
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


# --- figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("period", "now", "first"),
    [
        (Period.WEEK, NOW, date(2026, 11, 24)),
        (Period.MONTH, NOW, date(2026, 11, 1)),
        (Period.YEAR, NOW, date(2025, 12, 1)),
        (Period.YEAR, datetime(2026, 12, 5, tzinfo=UTC), date(2026, 1, 1)),
    ],
)
def test_a_period_begins_where_people_say_it_does(period, now, first):
    assert begin_of(period, now) == first
    assert since(period, now).startswith(first.isoformat())


def test_figures_say_what_was_answered_paid_and_read_from_cache():
    figures = figures_of(RECORDS, Period.MONTH, NOW)
    assert figures.records == 7
    assert figures.without_model == 2
    assert figures.answered == 5 / 6
    assert figures.low == 1
    assert figures.cached == 0.5
    assert round(figures.cost, 4) == 0.0468
    assert figures.unknown_costs == 1
    assert [one.name for one in figures.series] == ["gpt-mini", "haiku"]
    assert round(sum(bar.total for bar in figures.stacks), 4) == 0.0468


def test_the_least_of_many_models_stand_together():
    records = [called(number, f"m{number}", 1.0 + number) for number in range(7)]
    figures = figures_of(records, Period.WEEK, NOW)
    assert [one.name for one in figures.series] == ["m6", "m5", "m4", "m3", "others"]
    assert figures.series[-1].total == 1.0 + 2.0 + 3.0
    assert sum(bar.total for bar in figures.stacks) == sum(1.0 + n for n in range(7))


@pytest.mark.parametrize(
    ("period", "bars"), [(Period.WEEK, 7), (Period.MONTH, 30), (Period.YEAR, 12)]
)
def test_a_period_has_a_bar_for_each_day_or_month(period, bars):
    stacks = figures_of((), period, NOW).stacks
    assert len(stacks) == bars
    assert stacks[0].mark
    assert stacks[-1].mark


def test_a_histogram_holds_every_time_once():
    times = [0.0, 1.0, 12.0, 15.0, 100.0, 90_000_000.0]
    found = histogram(times)
    assert sum(found.counts) == 5
    assert len(found.edges) == len(found.counts) + 1
    assert (found.p50, found.p95) == (15.0, 90_000_000.0)
    assert 0 <= place_in(found, found.p50) < place_in(found, found.p95) == len(found.counts)
    assert histogram([]).counts == ()


def test_a_rank_is_a_time_that_was_measured():
    assert at_rank([1.0, 2.0, 3.0, 4.0], 0.5) == 2.0
    assert at_rank([1.0], 0.95) == 1.0


@pytest.mark.parametrize(
    ("budget", "offline", "words"),
    [
        (Budget("", 0.0, 0.0), True, "No provider set: nothing was sent, nothing was paid"),
        (Budget("", 0.0, 40.0), False, "No model was called"),
        (Budget("", 10.0, 40.0), False, "of $40.00, about $20.00 by month end"),
        (Budget("", 1.0, 0.0, unknown=2), False,
         "about $2.00 by month end, 2 calls of unknown cost not counted"),
    ],
)  # fmt: skip
def test_what_was_spent_is_said_in_words(budget, offline, words):
    assert budget_words(budget, date(2026, 11, 15), offline=offline) == words


# --- charts and the model ------------------------------------------------------------------------


def test_an_axis_that_counts_has_no_line_twice(qtbot, theme):
    chart = Chart(theme, "Times", lambda count: f"{count:,.0f}", least_step=1)
    qtbot.addWidget(chart)
    for most in (1, 2, 3, 7, 168):
        chart.show_bars([Bar("x", "x", (float(most),))])
        lines = chart.axis()
        assert len(set(lines)) == len(lines)
    chart.show_bars([Bar("x", "x", (1.0,))])
    assert chart.axis() == ["0", "1"]


@pytest.mark.parametrize(("most", "step"), [(1.6, 0.4), (230, 100), (0.9, 0.25), (0, 1.0)])
def test_the_lines_of_an_axis_are_round(most, step):
    assert nice_step(most) == pytest.approx(step)


def test_a_chart_says_what_it_draws_and_is_walked_with_the_arrows(qtbot, theme):
    chart = Chart(theme, "Cost by day", lambda value: f"${value:.2f}")
    qtbot.addWidget(chart)
    chart.resize(400, 200)
    chart.show_bars(
        [Bar("Monday", "Mon", (1.0, 0.5)), Bar("Tuesday", "", (0.0, 0.0)), Bar("Friday", "", (2,))],
        ["mini", "haiku"],
        level=Level(1.5, "Budget per day $1.50"),
        cuts=[Cut(1.2, "p50 33 ms")],
    )
    assert chart.accessibleDescription() == (
        "Monday: $1.50 (mini $1.00, haiku $0.50); Friday: $2.00; p50 33 ms; Budget per day $1.50"
    )
    chart.show()
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription().startswith("Monday")
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.accessibleDescription() == "Friday: $2.00"
    assert not chart.grab().isNull()


def test_a_chart_of_nothing_says_why(qtbot, theme):
    chart = Chart(theme, "Cost by day", str)
    qtbot.addWidget(chart)
    chart.show_bars([Bar("Monday", "", (0.0,))], empty="No model was called")
    assert chart.accessibleDescription() == "No model was called"


def test_the_model_keeps_its_promises_and_its_order(qtbot):
    model = UsageModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_rows(RECORDS)
    for column in Column:
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            model.sort(column, order)
            assert {one.id for one in model.rows()} == {one.id for one in RECORDS}
    model.sort(Column.COST, Qt.SortOrder.DescendingOrder)
    assert model.rows()[0].cost_usd == 0.02
    model.show_rows(())
    assert model.index(0, 0).data() is None


# --- the pane ------------------------------------------------------------------------------------


def test_without_a_model_nothing_was_sent_and_nothing_paid(qtbot, window, fake):
    window.commands.go("usage")
    pane = window.current_pane
    qtbot.waitUntil(lambda: "Nothing was asked yet" in pane.overview.nothing.text())
    assert "nothing was sent, nothing was paid" in pane.overview.nothing.text()
    fake.usage.all = (asked(1),)
    with qtbot.waitSignal(pane.shown):
        pane.read_again()
    assert pane.overview.totals.spent.detail.text() == (
        "No provider set: nothing was sent, nothing was paid"
    )
    assert pane.overview.cost.accessibleDescription().startswith("No provider set")


def test_totals_and_records_are_shown(pane):
    totals = pane.overview.totals
    assert totals.questions.figure.text() == "7"
    assert totals.answered.figure.text() == "83.3%"
    assert totals.cached.figure.text() == "50%"
    assert "1 call of unknown cost not counted" in totals.spent.detail.text()
    assert texts(pane, Column.COST) == [
        "none", "$0.0168", "$0.0200", "$0.0100", "unknown", "none", "none",
    ]  # fmt: skip
    assert texts(pane, Column.QUESTION)[5] == "Can we pin an IP in Osaka?"
    assert texts(pane, Column.QUESTION)[1] == "000000…0001"


def test_the_table_is_ordered_by_keyboard_and_by_its_head(pane):
    table = pane.table
    table.sorting.setCurrentIndex(Column.COST)
    table.sorting.activated.emit(Column.COST)
    assert texts(pane, Column.COST)[0] == "$0.0200"
    table.turn.click()
    assert texts(pane, Column.COST)[-1] == "$0.0200"
    header = table.table.horizontalHeader()
    at = header.sectionViewportPosition(Column.MODEL) + 8
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 8))
    assert table.sorting.currentIndex() == Column.MODEL
    assert texts(pane, Column.MODEL) == sorted(texts(pane, Column.MODEL))


def test_words_narrow_the_table_and_none_is_said_so(qtbot, pane):
    pane.filter_table()
    assert pane.table.field.hasFocus()
    QTest.keyClicks(pane.table.field, "osaka")
    assert pane.table.model.rowCount() == 1
    assert pane.table.count.text() == "1 of 7 records"
    line = pane.table.field.mapTo(pane.table, QPoint()).y()
    QTest.keyClicks(pane.table.field, " nowhere")
    qtbot.waitUntil(pane.table.nothing.isVisible)
    qtbot.waitExposed(pane.table.nothing)
    assert pane.table.field.mapTo(pane.table, QPoint()).y() == line  # it is still typed in


def test_provider_model_kind_and_period_narrow_what_is_shown(qtbot, pane, fake):
    box = pane.overview.boxes["provider"]
    box.setCurrentIndex(box.findData("openai"))
    with qtbot.waitSignal(pane.shown):
        box.activated.emit(box.currentIndex())
    assert set(texts(pane, Column.MODEL)) == {"gpt-mini", "openai"}
    assert box.currentData() == "openai"
    month = fake.usage.since
    with qtbot.waitSignal(pane.shown):
        pane.overview.period.button(Period.YEAR).click()
    assert fake.usage.since < month
    assert pane.overview.cost_title.text() == "Cost by month"
    assert pane.table.model.rowCount() == 3


def test_the_time_of_the_model_has_a_histogram_too(pane):
    pane.overview.which.button(1).click()
    assert "1.9 s" in pane.overview.times.accessibleDescription()


def test_a_row_opens_its_answer(qtbot, window, pane):
    pane.table.table.setFocus()
    pane.table.table.selectRow(0)
    QTest.keyClick(pane.table.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.place == "ask")


def test_texts_are_forgotten_once_it_was_confirmed_and_counted(qtbot, pane, fake):
    pane.table.forget.click()
    assert fake.usage.all[5].question
    [banner] = banners(pane)
    assert "cannot be undone" in banner.notice.sentence
    qtbot.waitUntil(button(pane, "Forget them").hasFocus)
    button(pane, "Forget them").click()
    qtbot.waitUntil(lambda: [b.notice.fact for b in banners(pane)] == ["1 text forgotten."])
    assert not fake.usage.all[5].question


def test_forgetting_can_be_thought_better_of(pane, fake):
    pane.table.forget.click()
    button(pane, "Keep them").click()
    assert banners(pane) == []
    assert fake.usage.all[5].question


def test_a_budget_that_is_spent_is_said_above(qtbot, pane, fake):
    fake.usage.set = UsageSettings(monthly_budget_usd=0.04)
    fake.usage.notice = "This month's budget is spent."
    pane.read_again()
    qtbot.waitUntil(lambda: bool(banners(pane)))
    assert banners(pane)[0].notice.kind == "bad"
    assert pane.overview.totals.spent.limits.text() == "Warns at 80%, stops at 100%"


def test_a_ledger_that_cannot_be_read_is_said_and_tried_again(qtbot, pane, fake):
    fake.usage.error = LibraryDamaged("The ledger cannot be read.")
    pane.read_again()
    qtbot.waitUntil(lambda: bool(banners(pane)))
    fake.usage.error = None
    with qtbot.waitSignal(pane.shown):
        button(pane, "Try again").click()


def test_what_is_shown_is_written_in_its_order(qtbot, pane, tmp_path):
    QTest.keyClicks(pane.table.field, "mini")
    pane.write_usage(str(tmp_path / "usage.csv"))
    qtbot.waitUntil(lambda: bool(banners(pane)))
    assert (tmp_path / "usage.csv").read_text() == "r1\nr2\n"


# --- gaps ----------------------------------------------------------------------------------------


@pytest.fixture
def gaps(qtbot, window, fake):
    fake.gaps.report = REPORT
    window.commands.run("usage.show_gaps")
    pane = window.current_pane
    qtbot.waitUntil(lambda: bool(pane.gaps.cards))
    return pane


def test_gaps_are_shown_by_topic(gaps):
    assert gaps.gaps.summary.text() == (
        "2 open questions on 1 topic, of 12 different ones. 1 more is answered by now."
        " Their words are those of kept answers."
    )
    [card] = gaps.gaps.cards
    assert card.accessibleName() == "Gap: osaka"
    assert [link.text() for link in card.links] == [
        "Can we pin a project to an IP in Osaka?", "Is Osaka a region?", "Rollbacks › Not undone",
    ]  # fmt: skip


def test_a_long_question_or_heading_gives_way(qtbot, window, fake):
    heading = ("Configure autoscaling of the runners", "Cutting down what instances cost " * 9)
    near = replace(GAP.near[0], heading_path=heading)
    question = replace(GAP.questions[0], text="How do I cut down what they cost " * 9)
    gap = replace(GAP, near=(near,), questions=(question,))
    fake.gaps.report = replace(REPORT, gaps=(gap,))
    window.commands.run("usage.show_gaps")
    pane = window.current_pane
    qtbot.waitUntil(lambda: bool(pane.gaps.cards))
    [card] = pane.gaps.cards
    qtbot.waitUntil(lambda: 0 < card.links[0].width() <= card.width())
    assert sideways(pane) == []
    assert clipped(window) == []
    assert card.dismiss.mapTo(pane, card.dismiss.rect().bottomRight()).x() <= pane.width()
    for link in card.links:
        assert link.text() in link.toolTip()


def test_a_synonym_is_taken_up_and_given_back(qtbot, gaps, fake):
    gaps.gaps.cards[0].synonyms[0].click()
    qtbot.waitUntil(lambda: bool(banners(gaps)))
    assert fake.gaps.accepted == [PROPOSAL]
    qtbot.waitUntil(lambda: bool(gaps.gaps.cards))
    button(gaps, "Undo").click()
    qtbot.waitUntil(lambda: fake.gaps.accepted == [])


def test_a_synonym_that_was_taken_up_stands_in_the_editor_that_was_open(qtbot, window, fake):
    window.commands.run("sources.show_synonyms")
    editor = window.sources.synonyms
    qtbot.waitUntil(lambda: editor.whose.text() == "The program’s own synonyms")
    fake.gaps.report = REPORT
    window.commands.run("usage.show_gaps")
    gaps = window.current_pane
    qtbot.waitUntil(lambda: bool(gaps.gaps.cards))
    fake.own_synonyms = "osaka, region\n"
    gaps.gaps.cards[0].synonyms[0].click()
    qtbot.waitUntil(lambda: editor.text() == "osaka, region\n")
    assert not editor.is_changed


def test_what_was_said_of_an_answer_since_is_among_the_gaps(qtbot, window, gaps, fake):
    window.commands.go("ask")
    fake.gaps.report = replace(REPORT, gaps=REPORT.gaps * 2)
    fake.feedback("1204", Judgement.MISSING)
    window.commands.go("usage")
    qtbot.waitUntil(lambda: len(gaps.gaps.cards) == 2)


def test_a_topic_is_called_no_gap_and_brought_back(qtbot, gaps, fake):
    gaps.gaps.cards[0].dismiss.click()
    qtbot.waitUntil(lambda: bool(banners(gaps)))
    assert fake.gaps.dismissed == [one.text for one in REPORT.gaps[0].questions]
    qtbot.waitUntil(lambda: bool(gaps.gaps.cards))
    button(gaps, "Undo").click()
    qtbot.waitUntil(lambda: fake.gaps.dismissed == [])


def test_columns_in_which_nothing_stands_are_hidden(qtbot, pane, fake):
    table = pane.table.table
    assert not any(table.isColumnHidden(one) for one in (Column.COST, Column.CACHED, Column.MODEL))
    fake.usage.all = (asked(1), asked(2))
    with qtbot.waitSignal(pane.shown):
        pane.read_again()
    hidden = {column for column in Column if table.isColumnHidden(column)}
    assert {Column.INPUT, Column.CACHED, Column.OUTPUT, Column.MODEL_TIME, Column.COST} <= hidden
    assert not hidden & {Column.TIME, Column.QUESTION, Column.KIND, Column.RETRIEVAL}


def test_a_question_opens_its_answer(qtbot, window, gaps):
    gaps.gaps.cards[0].links[0].click()
    qtbot.waitUntil(lambda: window.place == "ask")


def test_gaps_are_written_for_a_writer(qtbot, gaps, tmp_path):
    gaps.write_gaps(REPORT, "csv", str(tmp_path / "gaps.csv"))
    qtbot.waitUntil(lambda: (tmp_path / "gaps.csv").exists())
    assert (tmp_path / "gaps.csv").read_text() == "csv: 2"


@pytest.mark.parametrize(
    ("report", "words"),
    [(GapReport(()), "Nothing was asked yet"), (GapReport((), 12, 2), "No gaps")],
)
def test_no_gaps_are_said_in_words(qtbot, window, fake, report, words):
    fake.gaps.report = report
    window.commands.run("usage.show_gaps")
    pane = window.current_pane
    qtbot.waitUntil(lambda: words in pane.gaps.nothing.text())


def test_gaps_that_cannot_be_found_are_said(qtbot, window, fake):
    fake.gaps.error = LibraryDamaged("The library is damaged.")
    window.commands.run("usage.show_gaps")
    pane = window.current_pane
    qtbot.waitUntil(lambda: bool(banners(pane)))
    fake.gaps.error, fake.gaps.report = None, REPORT
    button(pane, "Try again").click()
    qtbot.waitUntil(lambda: bool(pane.gaps.cards))


@pytest.mark.parametrize("cuts", [(), (Cut(1.5, "p50 5 ms"), Cut(2.5, "p95 70 ms"))])
@pytest.mark.parametrize("level", [None, Level(1.0, "Budget $1.00")])
def test_no_label_covers_a_bar(qtbot, theme, cuts, level):
    chart = Chart(theme, "Times", str)
    qtbot.addWidget(chart)
    chart.resize(320, 190)
    bars = [Bar(f"bar {number}", "", (4.0,)) for number in range(6)]
    chart.show_bars(bars, ("All",), level=level, cuts=cuts)
    chart.grab()
    assert len(chart.labels) == len(cuts) + (level is not None)
    top = chart.plot_top()
    assert all(label.bottom() <= top + 0.5 for label in chart.labels)
