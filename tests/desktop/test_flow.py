"""The layout that wraps: what it holds stays its own, whatever becomes of other layouts."""

from __future__ import annotations

import shiboken6
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from verbatim_desktop.desktop.widgets.flow import FlowLayout

MANY = 30


def a_row_whose_items_python_knew() -> QWidget:
    """The items are gone, and what stood for them in Python is not."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    for _ in range(MANY):
        layout.addWidget(QPushButton("old"))
    seen = [layout.itemAt(at) for at in range(MANY)]
    assert all(seen)
    for button in holder.findChildren(QPushButton):
        shiboken6.delete(button)
    return holder


def test_items_outlive_another_layout_whose_items_stood_in_their_place(qtbot):
    for _ in range(20):
        old = a_row_whose_items_python_knew()
        new = QWidget()
        qtbot.addWidget(new)
        flow = FlowLayout()
        new.setLayout(flow)
        for _ in range(MANY):
            flow.addWidget(QPushButton("new"))
        shiboken6.delete(old)
        items = [flow.itemAt(at) for at in range(flow.count())]
        assert len(items) == MANY
        assert all(map(shiboken6.isValid, items))
        assert flow.heightForWidth(100) > flow.heightForWidth(10_000)


def test_a_widget_that_goes_leaves_the_layout(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout()
    holder.setLayout(flow)
    for name in "abc":
        flow.addWidget(QPushButton(name))
    shiboken6.delete(holder.findChildren(QPushButton)[1])
    assert flow.count() == 2
    taken = flow.takeAt(0)
    assert taken is not None
    assert taken.widget() is not None
    assert flow.count() == 1
