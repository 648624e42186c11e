"""The menus of the Compose pane: of the pane, of the message's words, of the reply's words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.widgets.message_view import MessageView
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor
from verbatim_desktop.desktop.widgets.reply_tools import as_menu_words

Act = Callable[[], object]


class Menued(Protocol):
    """As much of the pane as its menus ask for."""

    editor: ReplyEditor
    desk: ComposeDesk

    def new_message(self) -> object: ...
    def open_message(self) -> object: ...
    def show_drafts(self) -> object: ...
    def ticket(self) -> object: ...
    def export(self) -> object: ...
    def edit_templates(self) -> object: ...
    def sign(self) -> object: ...
    def settle(self) -> object: ...
    def undo(self) -> object: ...
    def redo(self) -> object: ...


def add(menu: QMenu, words: str, act: Act, *, on: bool = True) -> QAction:
    action = menu.addAction(words)
    action.setEnabled(on)
    action.triggered.connect(lambda: act())
    return action


def more_menu(parent: QWidget, pane: Menued) -> QMenu:
    menu = QMenu(parent)
    for words, act in (
        ("New message\tCtrl+Shift+N", lambda: pane.new_message()),
        ("Open a message…\tCtrl+Alt+O", lambda: pane.open_message()),
        ("Drafts\tCtrl+Alt+D", lambda: pane.show_drafts()),
        ("Ticket from this question\tCtrl+T", lambda: pane.ticket()),
        ("Export the reply…\tCtrl+E", lambda: pane.export()),
        ("Edit templates…\tCtrl+Alt+T", lambda: pane.edit_templates()),
        ("Who signs replies…\tCtrl+Alt+S", lambda: pane.sign()),
    ):
        add(menu, words, act)
    return menu


def message_menu(view: MessageView, answer: Act, hide: Act) -> QMenu:
    menu = QMenu(view)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chosen = view.textCursor().hasSelection()
    add(menu, "Answer these words\tCtrl+Shift+Q", answer, on=chosen)
    add(menu, "Hide from any model\tCtrl+Shift+H", hide, on=chosen)
    menu.addSeparator()
    add(menu, "Copy", view.copy, on=chosen)
    add(menu, "Select all", view.selectAll)
    return menu


def editor_menu(pane: Menued, lane: Lane) -> QMenu:
    """Spelling first, as it is what is mostly looked for."""
    menu = QMenu(pane.editor)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    editor = pane.editor
    _add_spelling(menu, pane, lane)
    chosen, history = editor.textCursor().hasSelection(), editor.document()
    add(menu, "Mark the paragraph checked\tCtrl+M", pane.settle)
    menu.addSeparator()
    add(menu, "Undo\tCtrl+Z", pane.undo, on=history.isUndoAvailable())
    add(menu, "Redo\tCtrl+Shift+Z", pane.redo, on=history.isRedoAvailable())
    menu.addSeparator()
    add(menu, "Cut\tCtrl+X", editor.cut, on=chosen)
    add(menu, "Copy\tCtrl+C", editor.copy, on=chosen)
    add(menu, "Paste\tCtrl+V", editor.paste, on=editor.canPaste())
    add(menu, "Select all\tCtrl+A", editor.selectAll)
    return menu


def _add_spelling(menu: QMenu, pane: Menued, lane: Lane) -> None:
    editor, draft = pane.editor, pane.desk.draft
    place = editor.textCursor().position()
    span = editor.note_span(place, "spelling")
    if span is None or draft is None:
        return
    word = editor.text()[slice(*span)]
    waiting = menu.addAction("Looking up…")
    waiting.setEnabled(False)
    menu.addSeparator()

    def offer(found: tuple[str, ...]) -> None:
        waiting.setText("No suggestions")
        for one in found:
            action = QAction(as_menu_words(one), menu)
            action.triggered.connect(partial(_correct, pane, span, word, one))
            menu.insertAction(waiting, action)
        waiting.setVisible(not found)

    language = draft.language
    job = lane.ask(lambda verbatim: verbatim.composer.spellings(word, language), offer, "spelling")
    menu.destroyed.connect(job.cancel)


def _correct(pane: Menued, span: tuple[int, int], word: str, right: str, _on: bool = False) -> None:
    if pane.editor.text()[slice(*span)] == word:
        pane.editor.insert_text(right, *span)
