"""Choices beside each other where there is room, behind a button where there is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets.reply_tools import ReplyTools

WIDE, NARROW = 1400, 560


@pytest.fixture
def tools(qtbot, theme) -> ReplyTools:
    tools = ReplyTools(theme)
    qtbot.addWidget(tools)
    tools.resize(NARROW, 48)
    tools.show()
    return tools


def test_tones_and_lengths_are_spread_out_where_all_still_stands_in_one_line(tools):
    assert not tools.tone.is_spread
    tools.resize(WIDE, 48)
    assert tools.tone.is_spread
    assert tools.length.is_spread
    tools.resize(NARROW, 48)
    assert not tools.tone.is_spread


def test_at_twice_the_size_they_need_twice_the_room(tools, theme):
    tools.resize(WIDE, 48)
    theme.set_look(Mode.LIGHT, 200)
    assert not tools.tone.is_spread


def test_what_is_chosen_is_the_same_either_way(qtbot, tools):
    tools.resize(WIDE, 48)
    with qtbot.waitSignal(tools.tone.chosen) as chosen:
        QTest.mouseClick(tools.tone.segments.button(1), Qt.MouseButton.LeftButton)
    assert chosen.args == ["friendly"]
    assert tools.tone.text() == "Friendly"
    tools.tone.show_choice("formal")
    assert tools.tone.segments.current() == 3


def test_the_focus_goes_along(qtbot, tools):
    tools.tone.button.setFocus()
    qtbot.waitUntil(tools.tone.button.hasFocus)
    tools.resize(WIDE, 48)
    assert tools.tone.segments.button(0).hasFocus()
    tools.resize(NARROW, 48)
    assert tools.tone.button.hasFocus()
