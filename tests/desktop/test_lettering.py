"""What is painted at every key: laid out once, dropped with the theme, nothing beside it moved."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from verbatim_desktop.desktop.models.ranked import RankedModel, RankedRow, RowKind
from verbatim_desktop.desktop.term_faces import TermFace
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets import lettering, ranked_list
from verbatim_desktop.desktop.widgets.lettering import Lettering, Room, Run, draw
from verbatim_desktop.desktop.widgets.ranked_list import EDGE, NAMES, RankedDelegate, RankedList
from verbatim_desktop.desktop.widgets.term_chips import BETWEEN, TermChips
from verbatim_desktop.desktop.widgets.text import SteadyText
from verbatim_desktop.domain.retrieval import ScoreBreakdown, ScoredSection, SectionRef

STEP = (13, 400, False)
ROOM = Room(0, 400, 0, 20)


def rows(count: int, points: int = 1000) -> tuple[RankedRow, ...]:
    return tuple(
        RankedRow(
            RowKind.SECTION,
            rank,
            ScoredSection(
                SectionRef(rank, 0, "docs", f"{rank}.md", "", "", (), ("Cache",), 0, 1),
                ScoreBreakdown(frequency=points - rank),
            ),
            f"Cache {rank}",
            f"{rank}.md",
            "cache",
            "wifi",
        )
        for rank in range(1, count + 1)
    )


def drawn(letters: Lettering, words: str) -> QImage:
    picture = QImage(400, 20, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFF)
    painter = QPainter(picture)
    draw(painter, [letters.run(ROOM, words, STEP, "text")])
    painter.end()
    return picture


def test_words_are_laid_out_once(theme):
    letters = Lettering(theme)
    first = letters.line("Cache", STEP)
    assert letters.line("Cache", STEP) is first
    assert letters.fitting("Cache", STEP, first.width) is first
    short = letters.fitting("Cache of pages", STEP, first.width)
    assert short.text.text().endswith("…")
    assert short.width <= first.width
    assert letters.fitting("Cache of pages", STEP, first.width) is short


def test_words_of_several_lines_stand_on_one(theme):
    assert Lettering(theme).line("one\ntwo", STEP).text.text() == "one two"


@pytest.mark.parametrize("look", [(Mode.DARK, 100), (Mode.LIGHT, 200)])
def test_nothing_that_was_laid_out_outlives_the_theme_or_the_zoom(theme, look):
    letters = Lettering(theme)
    before = drawn(letters, "Cache")
    assert letters.kept
    theme.set_look(*look)
    assert not letters.kept
    assert drawn(letters, "Cache") != before
    theme.set_look(Mode.LIGHT, 100)
    assert drawn(letters, "Cache") == before


def test_no_more_is_kept_than_a_limit(theme, monkeypatch):
    monkeypatch.setattr(lettering, "MOST", 8)
    letters = Lettering(theme)
    for number in range(50):
        letters.line(f"{number}", STEP)
        letters.fitting(f"{number} and more", STEP, 20)
        letters.runs(number, lambda number=number: [letters.run(ROOM, f"{number}", STEP, "text")])
    assert letters.kept <= 3 * 8


def test_rows_look_as_if_they_were_laid_out_anew(qtbot, theme):
    view = RankedList(theme)
    qtbot.addWidget(view)
    view.resize(600, 400)
    for points in (5000, 3000, 1000):
        view.ranked.show_rows(rows(9, points), 1)
        view.grab()
    delegate = view.itemDelegate()
    assert isinstance(delegate, RankedDelegate)
    letters = delegate.letters
    light = view.grab().toImage()
    letters.forget()
    assert view.grab().toImage() == light
    theme.set_look(Mode.DARK, 125)
    dark = view.grab().toImage()
    letters.forget()
    assert view.grab().toImage() == dark
    assert dark != light


def test_the_chosen_row_names_each_part_of_its_score_and_the_total_at_its_end(
    qtbot, theme, monkeypatch
):
    painted: list[Run] = []

    def note(painter: QPainter, runs: Iterable[Run]) -> None:
        kept = list(runs)
        painted.extend(kept)
        draw(painter, kept)

    monkeypatch.setattr(ranked_list, "draw", note)
    view = RankedList(theme)
    qtbot.addWidget(view)
    view.resize(900, 400)
    view.ranked.show_rows(rows(2))
    view.grab()
    names = {*NAMES.values(), "Total"}
    assert not names & {run.text.text() for run in painted}

    view.ranked.choose(2)
    painted.clear()
    view.grab()

    assert names <= {run.text.text() for run in painted}
    [total] = [run for run in painted if run.text.text() == "Total"]
    assert round(total.at.x() + total.width) == view.viewport().width() - theme.px(EDGE)


def test_the_ranked_model_keeps_qts_rules(qtmodeltester):
    model = RankedModel()
    qtmodeltester.check(model)
    model.show_rows(rows(3), 2)
    qtmodeltester.check(model)
    model.choose(3)
    qtmodeltester.check(model)


class Counting(QVBoxLayout):
    """Counts how often it was told to lay out anew."""

    invalidated = 0

    def invalidate(self) -> None:
        self.invalidated += 1
        super().invalidate()


@pytest.fixture
def beside(qtbot):
    """A layout in a window, and what says whether it is laid out anew."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 300)
    layout = Counting(window)
    window.show()
    yield layout
    window.close()


def shown(layout, widget: QWidget, qtbot) -> None:
    layout.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: widget.isVisible() and widget.height() > 0)
    widget.window().grab()
    layout.invalidated = 0


def test_words_that_change_with_every_key_lay_nothing_out_anew(qtbot, theme, beside):
    text = SteadyText(theme, size=12, color="text2")
    text.say("1 of 25,000", "25,000 of 25,000")
    shown(beside, text, qtbot)
    for words in ("7 of 25,000", "12,345 of 25,000", ""):
        text.say(words, "25,000 of 25,000")
        assert text.text() == words
    assert beside.invalidated == 0
    width = text.width()
    theme.set_zoom(200)
    assert text.width() > width


def faces(*words: str) -> list[TermFace]:
    return [TermFace(one, "word", 1.0, one) for one in words]


def test_chips_lay_out_what_is_beside_them_only_where_their_lines_change(qtbot, theme, beside):
    chips = TermChips(theme)
    chips.show_faces(faces("cache"))
    shown(beside, chips, qtbot)
    chips.show_faces(faces("cached", "pages"))
    assert beside.invalidated == 0
    assert chips.height() == theme.px(24)
    chips.show_faces(faces(*(f"word{number}" for number in range(12))))
    assert beside.invalidated > 0
    lines = {chips.chip(number).y() for number in range(12)}
    assert len(lines) > 1
    assert chips.height() == len(lines) * theme.px(24) + (len(lines) - 1) * BETWEEN
    assert all(chips.chip(number).geometry().right() < chips.width() for number in range(12))
    theme.set_zoom(200)
    assert chips.chip(0).height() == theme.px(24)
