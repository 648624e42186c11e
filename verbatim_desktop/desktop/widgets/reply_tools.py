"""Above the reply: tone, language, length, templates, rewriting, back and forth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.fitting_choice import ChoiceButton, FittingChoice
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import column, line, row
from verbatim_desktop.domain.replies import Length, ReplyDraft, Tone
from verbatim_desktop.domain.rewrites import RewriteStyle
from verbatim_desktop.domain.templates import Template

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt": "Português",
    "it": "Italiano",
    "nl": "Nederlands",
    "ja": "日本語",
}
EDGE, GAP = 12, 4
LENGTHS = {Length.SHORT: "Short", Length.STANDARD: "Standard", Length.FULL: "Full"}


class ReplyTools(QWidget):
    """template_chosen: a template's name. write_wanted: the answers in a model's words.
    rewrite_chosen: a style, and a language or "".
    """

    template_chosen = Signal(str)
    write_wanted = Signal()
    rewrite_chosen = Signal(str, str)
    templates_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        tones = {tone.value: tone.value.capitalize() for tone in Tone}
        self.tone = FittingChoice(theme, "Tone", tones)
        self.language = ChoiceButton(theme, "Language", LANGUAGES)
        lengths = {length.value: words for length, words in LENGTHS.items()}
        self.length = FittingChoice(theme, "Length", lengths)
        self.template = Button(theme, "Template", icon="template", kind=Kind.QUIET, key="/")
        self.rewrite = Button(theme, "Rewrite", kind=Kind.QUIET)
        self.back = Button(theme, icon="undo", kind=Kind.QUIET, tip="Undo (Ctrl+Z)")
        self._templates = QMenu(self)
        self.template.give_menu(self._templates, arrow=False)
        self._rewrites = QMenu(self)
        self.rewrite.give_menu(self._rewrites, arrow=False)
        holder = QWidget()
        flow = FlowLayout(spacing=GAP)
        row(holder, (EDGE, 8, EDGE, 7)).addLayout(flow)
        self._line = (
            self.tone, self.language, self.length, self.template, self.rewrite, self.back,
        )  # fmt: skip
        for one in self._line:
            flow.addWidget(one)
        outer = column(self, spacing=0)
        outer.addWidget(holder)
        outer.addWidget(line())
        theme.changed.connect(self._fit)
        self.set_templates(())
        self.set_writer("", "No model is set")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Tones, then lengths, beside each other where everything still stands in one line."""
        fixed = (self.language, self.template, self.rewrite, self.back)
        room = self.width() - 2 * EDGE - GAP * (len(self._line) - 1)
        room -= sum(one.sizeHint().width() for one in fixed)
        room -= self.length.wanted(spread=False).width()
        for choice in (self.tone, self.length):
            room += choice.wanted(spread=False).width() if choice is self.length else 0
            wide = choice.wanted(spread=True).width()
            choice.spread(wide <= room)
            room -= choice.wanted(spread=choice.is_spread).width()

    def show_draft(self, draft: ReplyDraft) -> None:
        self.tone.show_choice(draft.tone.value)
        self.language.show_choice(draft.language)
        self.length.show_choice(draft.length.value)

    def set_templates(self, templates: Sequence[Template]) -> None:
        self._templates.clear()
        for template in templates:
            action = self._templates.addAction(as_menu_words(template.name))
            action.triggered.connect(partial(self._chosen, template.name))
        self._templates.addSeparator()
        manage = self._templates.addAction("Edit templates…")
        manage.triggered.connect(lambda: self.templates_wanted.emit())

    def _chosen(self, name: str, _on: bool = False) -> None:
        self.template_chosen.emit(name)

    # --- a model -----------------------------------------------------------------------------

    def set_writer(self, name: str, why_not: str) -> None:
        """Who writes; without one the menu says why nothing in it can be chosen."""
        self._rewrites.clear()
        head = self._rewrites.addAction(as_menu_words(f"By {name}" if name else why_not))
        head.setEnabled(False)
        self._rewrites.addSeparator()
        write = self._rewrites.addAction("Write the answers\tCtrl+Shift+A")
        write.setEnabled(bool(name))
        write.triggered.connect(lambda: self.write_wanted.emit())
        self._rewrites.addSeparator()
        for style in RewriteStyle:
            if style is not RewriteStyle.LANGUAGE:
                self._offer(style.value.capitalize(), style, "", on=bool(name))
        self._rewrites.addSeparator()
        for code, words in LANGUAGES.items():
            self._offer(f"In {words}", RewriteStyle.LANGUAGE, code, on=bool(name))

    def _offer(self, words: str, style: RewriteStyle, language: str, *, on: bool) -> None:
        action = self._rewrites.addAction(words)
        action.setEnabled(on)
        action.triggered.connect(partial(self._rewrite, style.value, language))

    def _rewrite(self, style: str, language: str, _on: bool = False) -> None:
        self.rewrite_chosen.emit(style, language)

    def rewrite_actions(self) -> list[QAction]:
        return self._rewrites.actions()

    def set_steps(self, *, back: bool) -> None:
        self.back.setEnabled(back)


def as_menu_words(text: str) -> str:
    """Words in a menu that shows them as they are: an ampersand is no mnemonic there."""
    return " ".join(text.split()).replace("&", "&&")
