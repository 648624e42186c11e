"""Drifted citations as a person mends them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.fakes import citation
from tests.desktop.seeing import banners, button
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.drift_panel import differences, now_words, well_words
from verbatim_desktop.desktop.widgets.marked_text import MarkedText
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.drift import Drift, DriftOrigin, KeptCitation

OLD = "Snapshots are kept for 14 days."
NEW = "Snapshots are kept for 30 days 😀."


def drifted(key: str, verdict: Verdict = Verdict.STALE, **changes) -> Drift:
    kept = KeptCitation(key, DriftOrigin.ANSWER, "1204", "1", f"Question {key}?", citation(1, 1))
    made = Drift(
        kept, verdict, "The page changed.", "harbor/docs#a", OLD, NEW,
        "harbor/docs/deploy/rollbacks#undo-a-release", citation(1, 2),
    )  # fmt: skip
    return replace(made, **changes)


ABSENT = drifted("c", Verdict.ABSENT, new_text="", new_target="", proposed=None)


@pytest.fixture
def pane(qtbot, open_window, fake):
    fake.audit.drifts = [drifted("a"), drifted("b", Verdict.MOVED, new_text=OLD), ABSENT]
    window = open_window()
    window.commands.go("sources")
    with qtbot.waitSignal(window.sources.beside_shown):
        window.refresh()
    return window.sources


def open_drift(qtbot, pane) -> None:
    pane.show_drift()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 3)


def test_drifted_citations_are_said_and_shown_on_ctrl_d(qtbot, pane):
    qtbot.waitUntil(lambda: bool(banners(pane)))
    assert banners(pane)[0].notice.fact == "3 citations drifted."
    QTest.keyClick(pane, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 3)
    assert banners(pane) == []
    assert [card.accessibleName() for card in pane.drift.cards] == [
        "Question a?: Stale",
        "Question b?: Moved",
        "Question c?: Absent",
    ]
    assert pane.drift.cards[0].hasFocus()


def test_old_and_new_stand_side_by_side_with_what_differs_marked(qtbot, pane):
    open_drift(qtbot, pane)
    old, new = pane.drift.cards[0].findChildren(MarkedText)
    assert (old.text(), new.text()) == (OLD, NEW)
    assert [old.text()[mark.start : mark.end] for mark in old.marks] == ["14"]
    assert [new.text()[mark.start : mark.end].strip() for mark in new.marks] == ["30", "😀"]
    assert now_words(ABSENT) == "The page changed."
    assert "now under harbor" in pane.drift.cards[1].accessibleDescription()


def test_one_click_binds_a_citation_anew_and_one_more_undoes_it(qtbot, pane, fake):
    open_drift(qtbot, pane)
    button(pane.drift.cards[0], "Use new sentence").click()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 2)
    assert [one.id for one in fake.audit.bound] == ["a"]
    [banner] = banners(pane)
    assert banner.notice.fact == "1 citation bound anew."
    button(pane, "Undo").click()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 3)


def test_a_citation_is_kept_as_it_is_and_listed_again_by_undo(qtbot, pane):
    open_drift(qtbot, pane)
    button(pane.drift.cards[2], "Keep as is").click()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 2)
    [banner] = banners(pane)
    assert banner.notice.fact == "1 citation kept as is."
    button(pane, "Undo").click()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 3)


def test_all_that_can_be_are_bound_at_once(qtbot, pane, fake):
    open_drift(qtbot, pane)
    pane.drift.bind_all.click()
    qtbot.waitUntil(lambda: len(pane.drift.cards) == 1)
    assert {one.id for one in fake.audit.bound} == {"a", "b"}
    assert pane.drift.bind_all.isHidden()


def test_arrows_walk_and_escape_closes(qtbot, pane):
    open_drift(qtbot, pane)
    QTest.keyClick(pane.drift.cards[0], Qt.Key.Key_Down)
    assert pane.drift.cards[1].hasFocus()
    QTest.keyClick(pane.drift.cards[1], Qt.Key.Key_Up)
    assert pane.drift.cards[0].hasFocus()
    QTest.keyClick(pane.drift.cards[0], Qt.Key.Key_Escape)
    assert pane.drift.isHidden()
    qtbot.waitUntil(lambda: bool(banners(pane)))
    assert banners(pane)[0].notice.fact == "3 citations drifted."


def test_what_is_gone_is_asked_again_and_the_rest_opens_its_page(qtbot, pane, fake):
    open_drift(qtbot, pane)
    assert not any(
        one.text() == "Use new sentence" for one in pane.drift.cards[2].findChildren(Button)
    )
    with qtbot.waitSignal(pane.page_wanted) as wanted:
        button(pane.drift.cards[0], "Open the page").click()
    assert wanted.args == ["harbor/docs/deploy/rollbacks", "undo-a-release"]
    button(pane.drift.cards[2], "Ask again").click()
    qtbot.waitUntil(lambda: bool(fake.asked))
    assert fake.asked[0][0] == "Question c?"


def test_in_a_narrow_window_the_list_takes_the_panes_place(qtbot, pane):
    window = pane.window()
    open_drift(qtbot, pane)
    window.resize(800, 600)
    qtbot.waitUntil(lambda: not pane.parts.isVisible())
    pane.close_drift()
    assert pane.parts.isVisible()


def test_nothing_drifted_is_said_as_well(qtbot, open_window):
    window = open_window()
    window.commands.go("sources")
    window.sources.show_drift()
    foot = window.sources.drift.foot
    qtbot.waitUntil(lambda: foot.text().startswith("No kept citation has drifted."))
    assert foot.text() == "No kept citation has drifted. 1,046 kept citations verified."


def test_how_many_citations_are_well_is_said(qtbot, pane):
    open_drift(qtbot, pane)
    assert pane.drift.foot.text() == "1,046 other kept citations still verified."
    assert well_words(1, 2) == "1 other kept citation still verified."
    assert well_words(0, 2) == ""
    assert well_words(0, 0) == "No kept citation has drifted."


def test_what_else_says_what_an_absent_citation_quoted_is_looked_for(qtbot, pane, fake):
    open_drift(qtbot, pane)
    stale, _moved, absent = pane.drift.cards
    assert "Find evidence" not in [one.text() for one in stale.findChildren(Button)]
    button(absent, "Find evidence").setFocus()
    QTest.keyClick(pane.window().focusWidget(), Qt.Key.Key_Space)
    qtbot.waitUntil(absent.found.isVisible)
    assert fake.audit.claims == [OLD]
    assert "Nothing in the library bears this out." in absent.found.in_words()
    view = pane.window().source.view
    with qtbot.waitSignal(view.shown_target):
        QTest.keyClick(absent.found.focusWidget(), Qt.Key.Key_Space)


@given(st.text(max_size=40), st.text(max_size=40))
def test_what_differs_takes_the_old_text_to_the_new_one(old: str, new: str):
    """What is not marked in the one is what is not marked in the other."""
    gone, fresh = differences(old, new)

    def unmarked(text: str, stretches) -> str:
        marked = {at for start, end in stretches for at in range(start, end)}
        return "".join(letter for at, letter in enumerate(text) if at not in marked)

    assert unmarked(old, gone) == unmarked(new, fresh)
