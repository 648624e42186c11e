"""What must hold of every window in every state: nothing clipped, everything named and reached."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from verbatim_desktop.desktop.widgets.elided_link import ElidedLink
from verbatim_desktop.desktop.widgets.text import ElidedText, FactsText, RouteText

CONTROLS = (
    QAbstractButton,
    QLineEdit,
    QComboBox,
    QAbstractSpinBox,
    QAbstractScrollArea,
    QAbstractSlider,
)
TAB = Qt.FocusPolicy.TabFocus


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def described(widget: QWidget) -> str:
    """Enough of a widget to find it in the code."""
    words = getattr(widget, "text", str)()
    around = [type(one).__name__ for one in (widget, *ancestors(widget))][:5]
    return f"{words!r} {name_of(widget)!r} {widget.geometry().getRect()} {' < '.join(around)}"


def ancestors(widget: QWidget) -> Iterator[QWidget]:
    """Up to and without the window."""
    around = widget.parentWidget()
    while around is not None and not around.isWindow():
        yield around
        around = around.parentWidget()


# --- nothing is clipped --------------------------------------------------------------------------


def clipped(window: QWidget) -> list[str]:
    """Labels and buttons that have less room than their text needs, or stick out of what holds
    them. What is scrolled out of sight is not clipped.
    """
    shown = [
        one
        for kind in (QLabel, QAbstractButton)
        for one in window.findChildren(kind)
        if one.isVisible() and one.text()
    ]
    return [described(one) for one in shown if not has_room(one) or sticks_out(one, window)]


def cut_off(window: QWidget) -> list[str]:
    """What is wider than the area it scrolls in, and cannot be scrolled sideways."""
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return [
        described(held)
        for area in window.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBarPolicy() is off
        if (held := area.widget()) and held.width() > area.viewport().width()
    ]


def sideways(window: QWidget) -> list[str]:
    """Pages that go sideways as a whole; a table may, inside its own box."""
    return [
        described(area)
        for area in window.findChildren(QScrollArea)
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0
    ]


def left_small(window: QWidget) -> list[str]:
    """Empty fields whose hint did not grow with their text."""
    return [
        described(one)
        for kind in (QPlainTextEdit, QTextEdit)
        for one in window.findChildren(kind)
        if one.isVisible()
        and one.placeholderText()
        and one.viewport().font().pixelSize() != one.font().pixelSize()
    ]


def has_room(widget: QLabel | QAbstractButton) -> bool:
    hint, size = widget.sizeHint(), widget.size()
    if isinstance(widget, (ElidedText, ElidedLink, FactsText, RouteText)):
        return size.height() >= hint.height() - 1
    if isinstance(widget, QLabel) and widget.wordWrap():
        return size.height() >= widget.heightForWidth(size.width()) - 1
    return size.width() >= hint.width() - 1 and size.height() >= hint.height() - 1


def sticks_out(widget: QWidget, window: QWidget) -> bool:
    for around in (*ancestors(widget), window):
        place = QRect(widget.mapTo(around, QPoint()), widget.size())
        if around.parentWidget() is not None and isinstance(
            around.parentWidget(), QAbstractScrollArea
        ):
            return False
        if not around.rect().adjusted(-1, -1, 1, 1).contains(place):
            return True
    return False


# --- everything is named and reached -------------------------------------------------------------


def controls(window: QWidget) -> list[QWidget]:
    """What a person can act on with the keyboard, as it stands in the window now."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & TAB
        and widget.window() is window
        and widget.focusProxy() is None
    ]


def unnamed(window: QWidget) -> list[str]:
    """Controls that a screen reader would have no name for."""
    found = set(controls(window))
    found |= {
        one
        for kind in CONTROLS[:4]
        for one in window.findChildren(kind)
        if one.isVisible() and one.window() is window and not is_inner(one)
    }
    return [described(one) for one in found if not name_of(one)]


def is_inner(widget: QWidget) -> bool:
    """A part that Qt itself puts into a control, such as the clear button of a field."""
    return any(
        isinstance(one, (QComboBox, QAbstractSpinBox, QLineEdit)) for one in ancestors(widget)
    )


def unreached(window: QWidget) -> list[str]:
    """Controls that Tab does not come to, going once round the window."""
    chain, at, last = set[QWidget](), window, window.previousInFocusChain()
    while at is not last:
        at = at.nextInFocusChain()
        assert at is not None
        chain.add(at)
    for one in chain:
        one.parentWidget()  # PySide made it a child of the one before: gone with that, else
    return [described(one) for one in controls(window) if one not in chain]


def pointer_only(window: QWidget) -> list[str]:
    """Buttons that only a pointer can press: no focus by Tab, and no group with arrow keys."""
    return [
        described(one)
        for one in window.findChildren(QAbstractButton)
        if one.isVisible()
        and one.window() is window
        and not one.focusPolicy() & TAB
        and not one.group()
        and not is_inner(one)
    ]
