"""A field whose text holds once it is left, and how a person thinks better of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from verbatim_desktop.desktop.widgets.kept_field import KeptField


class Place(QWidget):
    """A window with a use of its own for Esc."""

    def __init__(self) -> None:
        super().__init__()
        self.escapes = 0
        self.field = KeptField("first")
        QVBoxLayout(self).addWidget(self.field)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self._escape)

    def _escape(self) -> None:
        self.escapes += 1


@pytest.fixture
def place(qtbot) -> Place:
    place = Place()
    qtbot.addWidget(place)
    place.show()
    place.activateWindow()
    qtbot.waitUntil(place.isActiveWindow)
    place.field.setFocus()
    place.field.selectAll()
    return place


def escape(place: Place) -> tuple[str, int]:
    """What stands in the field after Esc, and how often the window heard it."""
    QTest.keyClick(place.field, Qt.Key.Key_Escape)
    return place.field.text(), place.escapes


def test_esc_puts_back_what_stood_there_and_then_is_the_windows(place):
    QTest.keyClicks(place.field, "second")
    assert escape(place) == ("first", 0)
    assert escape(place) == ("first", 1)


def test_what_was_taken_is_not_put_back(place):
    QTest.keyClicks(place.field, "second")
    QTest.keyClick(place.field, Qt.Key.Key_Return)
    assert escape(place) == ("second", 1)
    QTest.keyClicks(place.field, " third")
    assert escape(place) == ("second", 1)


def test_what_the_program_sets_is_what_is_put_back(place):
    place.field.setText("set")
    assert escape(place) == ("set", 1)
    QTest.keyClicks(place.field, " more")
    assert escape(place) == ("set", 1)
