"""The templates: what each says, new ones, other names, deleting and bringing back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QLineEdit, QTextEdit, QWidget

from verbatim_desktop.desktop.models.palette import PaletteEntry
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.list_sheet import ListSheet
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.templates import Template

HELP = "{{customer.name|there}} is the name, or “there” where it is not known."
UNSAVED = "Changed, not saved yet."
BUILT_IN = "It comes with the program; what you save stands in its place."


class TemplatesSheet(ListSheet):
    """save_wanted: the name it had ("" for a new one) and the template as it is now."""

    save_wanted = Signal(str, object)
    delete_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Templates", "No templates.", 860)
        self._templates: dict[str, Template] = {}
        self._shown: Template | None = None
        self._typed: dict[str, Template] = {}  # and not saved, by the name it has; "" for a new one
        self.name = self._line("Name")
        self.description = self._line("What it is for")
        self.text = QTextEdit()
        self.text.setObjectName("field")
        self.text.setAcceptRichText(False)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("Text of the template")
        self.told = Text(theme, HELP, size=12, color="text2", wrap=True)
        self.new = Button(theme, "New", icon="plus")
        self.delete = Button(theme, "Delete", icon="trash")
        self.drop = Button(theme, "Take back the changes", kind=Kind.QUIET)
        self.drop.hide()
        self.save = Button(theme, "Save", kind=Kind.PRIMARY)
        self._lay_out()
        self.new.clicked.connect(self.begin)
        self.drop.clicked.connect(self._take_back)
        self.save.clicked.connect(self._save)
        self.delete.clicked.connect(self._delete)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.taken.connect(self._begin_text)
        self.list.removed.connect(self._delete)

    def _line(self, words: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setMaxLength(160)
        return field

    def _lay_out(self) -> None:
        both = row(spacing=16)
        left, right = column(spacing=8), column(spacing=8)
        for one in (self.field, self.nothing, self.list):
            left.addWidget(one)
        left.addStretch(1)
        for one in (self.name, self.description, self.text, self.told):
            right.addWidget(one)
        both.addLayout(left, 2)
        both.addLayout(right, 3)
        self.body.addLayout(both)
        foot = row()
        foot.addWidget(self.new)
        foot.addWidget(self.delete)
        foot.addStretch(1)
        foot.addWidget(self.drop)
        foot.addWidget(self.save)
        self.body.addLayout(foot)

    def show_templates(self, templates: Sequence[Template], chosen: str = "") -> None:
        self._templates = {one.name: one for one in templates}
        entries = [
            PaletteEntry(one.name, "template", lambda: None, detail="built in" * one.builtin)
            for one in templates
        ]
        self.show_entries(entries)
        names = self.entries()
        if chosen in names:
            self.list.setCurrentIndex(self.list.entries.index(names.index(chosen)))

    def _chosen(self, now: QModelIndex, _before: QModelIndex) -> None:
        entry = self.list.entries.entry(now)
        if entry is not None:
            self._show(self._templates[entry.title])

    def _show(self, template: Template) -> None:
        """With what was typed into it and not saved; the same holds of the one shown before."""
        self._keep_typed()
        self._shown = template if template.name else None
        typed = self._typed.get(template.name, template)
        self._fill(typed)
        self.name.setReadOnly(template.builtin)
        self.drop.setVisible(typed is not template)
        told = BUILT_IN if template.builtin else HELP
        self.told.setText(told if typed is template else f"{UNSAVED} {told}")
        self.delete.setEnabled(not template.builtin)
        self.delete.setToolTip("It comes with the program" if template.builtin else "")

    def _now(self) -> Template:
        return Template(self.name.text(), self.text.toPlainText(), self.description.text())

    def _keep_typed(self) -> None:
        """What stands in the fields, unless it is saved, or its template is gone."""
        name, now = self._shown.name if self._shown else "", self._now()
        kept = self._templates.get(name or now.name.strip(), Template("", ""))
        is_gone = bool(name) and name not in self._templates
        if is_gone or said_by(now) == said_by(kept):
            self._typed.pop(name, None)
        else:
            self._typed[name] = now

    def _fill(self, template: Template) -> None:
        self.name.setText(template.name)
        self.description.setText(template.description)
        self.text.setPlainText(template.text)

    def _take_back(self) -> None:
        """As it is saved; a new one is empty again."""
        template = self._shown or Template("", "")
        self._fill(template)
        self._show(template)
        self.name.setFocus()

    def begin(self) -> None:
        """A new template, or the one that was begun."""
        self._show(Template("", ""))
        self.delete.setEnabled(False)
        self.name.setFocus()

    def _save(self) -> None:
        was = self._shown.name if self._shown is not None else ""
        self.save_wanted.emit(was, self._now())

    def _begin_text(self, _entry: object = None) -> None:
        self.text.setFocus()

    def _delete(self, _entry: object = None) -> None:
        if self._shown is not None and not self._shown.builtin:
            self.delete_wanted.emit(self._shown.name)


def said_by(template: Template) -> tuple[str, str, str]:
    return template.name.strip(), template.text.strip(), template.description.strip()
