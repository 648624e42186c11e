"""The bars of the source pane: head, breadcrumbs with the outline, find, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from verbatim_desktop.desktop.spoken import SettledWords
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.verdicts import VerdictWords
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import IconLabel, row
from verbatim_desktop.desktop.widgets.text import ElidedText, RouteText, Text
from verbatim_desktop.domain.documents import Document, target_of

LONGEST_CRUMB = 36
#: What is left of the path and the route where a heading is long; padding and arrow of its button.
LEAST_PATH, LEAST_ROUTE, BUTTON_SIDES = 24, 60, 36


#: Of the foot; and the room beside the verdict in which the number of a citation has its word.
FOOT_SIDES, FOOT_GAP, WORDY_ROOM = 28, 8, 130


class _Bar(QWidget):
    """A strip of fixed height."""

    def __init__(self, theme: Theme, height: int) -> None:
        super().__init__()
        self._theme = theme
        self._step = height
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(self._step))


def _tool(theme: Theme, icon: str, tip: str) -> Button:
    return Button(theme, icon=icon, kind=Kind.QUIET, tip=tip)


class SourceHead(_Bar):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, 48)
        self.title = ElidedText(theme, size=13, weight=600)
        self.back = _tool(theme, "left", "Back (Alt+Left)")
        self.forward = _tool(theme, "right", "Forward (Alt+Right)")
        self.find_button = _tool(theme, "search", "Find on this page (Ctrl+F)")
        self.copy_link = _tool(theme, "link", "Copy link (Ctrl+Shift+L)")
        self.open_file = _tool(theme, "open", "Open the file (Ctrl+Shift+P)")
        self.close_pane = _tool(theme, "x", "Close (F6 brings it back)")
        layout = row(self, (16, 0, 12, 0), 2)
        layout.addWidget(IconLabel(theme, "doc", 16))
        layout.addSpacing(8)
        layout.addWidget(self.title, 1)
        for button in (
            self.back,
            self.forward,
            self.find_button,
            self.copy_link,
            self.open_file,
            self.close_pane,
        ):
            layout.addWidget(button)

    def set_usable(self, *, page: bool, link: bool, back: bool, forward: bool) -> None:
        for button, usable in (
            (self.back, back),
            (self.forward, forward),
            (self.find_button, page),
            (self.copy_link, link),
            (self.open_file, page),
        ):
            button.setEnabled(usable)


class Breadcrumbs(_Bar):
    """heading_wanted carries the anchor of a heading chosen in the outline."""

    heading_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, 32)
        self._path = ElidedText(theme, mode=Qt.TextElideMode.ElideLeft, size=12, color="text2")
        self._heading = ""
        self._last = Button(theme, "", kind=Kind.QUIET, compact=True, weight=600)
        self.outline = QMenu(self)
        self.outline.setAccessibleName("Headings of this page")
        self._last.give_menu(self.outline)
        self._route = RouteText(theme, least=LEAST_ROUTE)
        self._route.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = row(self, (16, 0, 16, 0), 2)
        layout.addWidget(self._path)
        layout.addWidget(self._last)
        layout.addSpacing(8)
        layout.addWidget(self._route, 1)
        theme.changed.connect(self._fit)  # the text grows, and the pane may stay as wide

    def show_words(self, words: str, route: str = "") -> None:
        """Something other than a place."""
        self._path.setText(words)
        self._last.hide()
        self._route.setText(route)

    def show_place(self, document: Document, headings: Sequence[str], anchor: str) -> None:
        parts = [" ".join(part.split()) for part in (document.source, *headings)]
        self._heading = parts[-1]
        self._path.setText("  ›  ".join(parts[:-1]) + "  ›")
        self._fit()
        self._last.show()
        self._route.setText(target_of(document.route or document.path, anchor))
        self._fill_outline(document)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As much of the heading as fits beside the path and the route."""
        px, heading = self._theme.px, self._heading
        around = 32 + px(LEAST_PATH + LEAST_ROUTE + BUTTON_SIDES)
        metrics = QFontMetricsF(self._theme.font(12, 600))
        room = max(self.width() - around, px(60))
        short = heading if len(heading) < LONGEST_CRUMB else f"{heading[: LONGEST_CRUMB - 1]}…"
        self._last.set_words(metrics.elidedText(short, Qt.TextElideMode.ElideRight, room))
        self._last.setAccessibleName(f"Headings of this page, now at {heading}")

    def open_outline(self) -> None:
        self.outline.popup(self._last.mapToGlobal(self._last.rect().bottomLeft()))

    def _fill_outline(self, document: Document) -> None:
        self.outline.clear()
        for block in document.blocks:
            if block.anchor:
                words = "    " * max(block.level - 2, 0) + " ".join(block.text.split())
                action = self.outline.addAction(words.replace("&", "&&"))
                action.triggered.connect(
                    lambda _on=False, anchor=block.anchor: self.heading_wanted.emit(anchor)
                )


class _FindField(QLineEdit):
    """entered: Enter was pressed; True with Shift, for the place before."""

    entered = Signal(bool)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """typed: what is looked for changed. wanted: the next place (False) or the one before (True).
    left: enough of finding.
    """

    typed = Signal(str)
    wanted = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = _FindField()
        self.field.setPlaceholderText("Find on this page")
        self.field.setAccessibleName("Find on this page")
        self.result = Text(theme, size=12, color="text2")
        self._spoken = SettledWords(self)
        self.previous = _tool(theme, "up", "Previous place (Shift+F3)")
        self.following = _tool(theme, "down", "Next place (F3)")
        self.close_bar = _tool(theme, "x", "Close (Esc)")
        layout = row(self, (16, 6, 12, 6), 2)
        layout.addWidget(self.field, 1)
        layout.addSpacing(6)
        for part in (self.result, self.previous, self.following, self.close_bar):
            layout.addWidget(part)
        self.field.entered.connect(self.wanted)
        self.field.textChanged.connect(self.typed)
        self.field.left.connect(self.left)
        self.previous.clicked.connect(lambda: self.wanted.emit(True))
        self.following.clicked.connect(lambda: self.wanted.emit(False))
        self.close_bar.clicked.connect(self.left)
        self.hide()

    def open_bar(self) -> None:
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def show_result(self, words: str, *, several: bool) -> None:
        self.result.setText(words)
        self._spoken.say(words)
        for button in (self.previous, self.following):
            button.setEnabled(several)


class SourceFoot(_Bar):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, 40)
        self._icon = IconLabel(theme, "ok", 16, "ok")
        self._verdict = Text(theme, weight=600)
        self._detail = ElidedText(theme, size=12, color="text2")
        self._number, self._of = 0, 0
        self._count = Text(theme, size=12, color="text2")
        self.previous = _tool(theme, "up", "Previous citation ([)")
        self.following = _tool(theme, "down", "Next citation (])")
        layout = row(self, (16, 0, 12, 0), FOOT_GAP)
        layout.addWidget(self._icon)
        layout.addWidget(self._verdict)
        layout.addWidget(self._detail, 1)
        for widget in (self._count, self.previous, self.following):
            layout.addWidget(widget)
        theme.changed.connect(self._fit)

    def show_verdict(self, words: VerdictWords, number: int, of: int) -> None:
        self._icon.set_icon(words.icon, words.color)
        self._verdict.setText(words.word)
        self._verdict.set_color(words.color)
        self._detail.setText(words.detail)
        self._number, self._of = number, of
        self._fit()
        self.previous.setEnabled(of > 1)
        self.following.setEnabled(of > 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where it is narrow the number stands without its word, or not at all."""
        held = (self._icon, self._verdict, self.previous, self.following)
        room = self.width() - FOOT_SIDES - sum(one.sizeHint().width() + FOOT_GAP for one in held)
        number = f"{self._number} of {self._of}"
        self._count.setText(number if room < self._theme.px(WORDY_ROOM) else f"Citation {number}")
        self._count.setAccessibleName(f"Citation {number}")
        for part in (self._count, self._detail):
            room -= part.minimumSizeHint().width() + FOOT_GAP
            part.setVisible(room >= 0)
