"""What a model would change, word by word: what went is struck, what came is on a ground.

Nothing of it is in the reply until it is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QSizePolicy

from verbatim_desktop.desktop.reply_markup import CHIP, CODE, EMPHASIS, STRONG
from verbatim_desktop.desktop.seen_changes import Seen, seen_changes, seen_text
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import card, column
from verbatim_desktop.desktop.widgets.reply_chips import ReplyChips
from verbatim_desktop.desktop.widgets.reply_document import CHIP as CHIP_OBJECT
from verbatim_desktop.desktop.widgets.reply_document import chip_format
from verbatim_desktop.desktop.widgets.safe_browser import SafeBrowser, as_inserted
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.rewrites import DiffKind, KeptKind, Rewrite

NAMES = {
    KeptKind.LINK: "link",
    KeptKind.CODE: "code",
    KeptKind.NUMBER: "number",
    KeptKind.PLACEHOLDER: "placeholder",
    KeptKind.MARKER: "citation",
    KeptKind.REDACTION: "hidden value",
}
SPOKEN = {DiffKind.REMOVED: "removed", DiffKind.ADDED: "added", DiffKind.SAME: ""}


def told(rewrite: Rewrite) -> str:
    """What a rewrite lost, brought in and says without support, by name."""
    # In a rewrite greeting and sign-off are among them.
    uncited = rewrite.uncited if rewrite.draft else ()
    lines = [
        listed("Lost", [f"{NAMES[one.kind]} {one.text}" for one in rewrite.lost]),
        listed("New", [f"{NAMES[one.kind]} {one.text}" for one in rewrite.added]),
        listed("Left out", rewrite.left_out),
        listed("Not supported by its source", [f"“{one.text}”" for one in rewrite.unsupported]),
        listed("Names no source", [f"“{one.text}”" for one in uncited]),
        *rewrite.notes,
        rewrite.unrecorded,
    ]
    return "\n".join(line for line in lines if line)


def is_doubtful(rewrite: Rewrite) -> bool:
    """Whether keeping it could lose something that is not noticed."""
    return bool(rewrite.lost or rewrite.unsupported or (rewrite.draft and rewrite.uncited))


def listed(head: str, items: Sequence[str]) -> str:
    return f"{head}: {', '.join(items)}" if items else ""


def apart(seen: Sequence[Seen]) -> list[Seen]:
    """What went and what came in its place, held apart: "Thank you Thanks"."""
    shown: list[Seen] = []
    for one in seen:
        before = shown[-1] if shown else one
        replaced = before.kind is DiffKind.REMOVED and one.kind is DiffKind.ADDED
        if replaced and not (before.text[-1:].isspace() or one.text[:1].isspace()):
            shown.append(Seen(" "))
        shown.append(one)
    return shown


class DiffView(QFrame):
    """kept, discarded: what the person decided. While it is written only Stop is offered. Where
    something would be lost the focus is on what loses nothing.
    """

    kept = Signal()
    discarded = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.title = Text(theme, "Rewrite", weight=600)
        self.told = Text(theme, "", size=12, color="warn", wrap=True)
        self.view = SafeBrowser()
        self.view.setAccessibleName("Changes of the rewrite")
        self.view.setMinimumHeight(120)
        self.keep = Button(theme, "Keep", kind=Kind.PRIMARY)
        self.discard = Button(theme, "Discard")
        frame = card()
        frame.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        body = column(frame, (16, 12, 16, 12), 8)
        body.addWidget(self.title)
        body.addWidget(self.view, 1)
        body.addWidget(self.told)
        buttons = FlowLayout(spacing=8)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.discard)
        body.addLayout(buttons)
        column(self, (24, 12, 24, 12)).addWidget(frame)
        self._rewrite: Rewrite | None = None
        self._known: Collection[int] = ()
        self._line, self._line_at = "", 0  # the last line as Markdown, and where it begins
        self._chips = ReplyChips(self.view, theme)
        self.view.document().documentLayout().registerHandler(CHIP_OBJECT, self._chips)
        theme.changed.connect(self._paint)
        self.keep.clicked.connect(self.kept)
        self.discard.clicked.connect(self.discarded)

    def begin(self, words: str, known: Collection[int] = ()) -> None:
        """A model writes. known: the citations that there are."""
        self._rewrite, self._known = None, known
        self._line, self._line_at = "", 0
        self.title.setText(words)
        self.view.clear()
        self.told.hide()
        self.keep.setEnabled(False)
        self.discard.set_words("Stop")
        self.show()

    def append(self, text: str) -> None:
        """More of what is written. Only its last line may still become something else."""
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(self._line_at)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        *lines, last = (self._line + text).split("\n")
        if lines:
            self._put(cursor, seen_text("".join(f"{line}\n" for line in lines), self._known))
        self._line, self._line_at = last, cursor.position()
        self._put(cursor, seen_text(last, self._known))

    def show_rewrite(self, rewrite: Rewrite) -> None:
        """The changes, and what a person should know of them before keeping them."""
        self._rewrite = rewrite
        if rewrite.draft is not None:
            self._known = {*self._known, *(one.marker for one in rewrite.draft.citations)}
        self._paint()
        said = (f"{SPOKEN[p.kind]} {p.text.strip()}" for p in rewrite.diff if SPOKEN[p.kind])
        self.view.setAccessibleDescription("; ".join(said))
        does = "Written" if rewrite.draft else "Rewritten"
        self.title.setText(f"{does} by {rewrite.model or rewrite.provider}")
        self.told.setText(told(rewrite))
        self.told.setVisible(bool(self.told.text()))
        self.keep.setEnabled(True)
        self.discard.set_words("Discard")
        self.show()
        safe = self.discard if is_doubtful(rewrite) else self.keep
        safe.setFocus(Qt.FocusReason.OtherFocusReason)

    def _paint(self) -> None:
        """The changes, in the colours and the size of the theme."""
        if self._rewrite is None:
            return
        self.view.clear()
        cursor = QTextCursor(self.view.document())
        self._put(cursor, apart(seen_changes(self._rewrite.diff, self._known)))

    def _put(self, cursor: QTextCursor, seen: Sequence[Seen]) -> None:
        for one in seen:
            text = CHIP if one.number else as_inserted(one.text)
            cursor.insertText(text, self._ink(one))

    def _ink(self, seen: Seen) -> QTextCharFormat:
        theme, kind = self._theme, seen.kind
        form = chip_format(seen.number) if seen.number else QTextCharFormat()
        is_code = bool(seen.style & CODE)
        form.setFont(theme.font(13, mono=True) if is_code else theme.font(14))
        form.setForeground(QBrush(theme.color("text2" if kind is DiffKind.REMOVED else "text")))
        if is_code:
            form.setBackground(QBrush(theme.color("sunken")))
        if seen.style & STRONG:
            form.setFontWeight(QFont.Weight.DemiBold)
        form.setFontItalic(bool(seen.style & EMPHASIS))
        if kind is DiffKind.REMOVED:
            form.setFontStrikeOut(True)
            form.setBackground(QBrush(theme.color("badbg")))
        elif kind is DiffKind.ADDED:
            form.setBackground(QBrush(theme.color("okbg")))
        return form
