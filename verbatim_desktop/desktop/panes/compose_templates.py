"""Templates in the Compose pane: / at the start of a line, the menu, and the sheet to edit them.

What is inserted takes the place of the / and what was typed to find it, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.agent_sheet import AgentSheet
from verbatim_desktop.desktop.widgets.reply_tools import ReplyTools
from verbatim_desktop.desktop.widgets.template_popup import TemplatePopup
from verbatim_desktop.desktop.widgets.templates_sheet import TemplatesSheet
from verbatim_desktop.domain.replies import Agent
from verbatim_desktop.domain.templates import Filled, Template

if TYPE_CHECKING:
    from verbatim_desktop.app.composer import Composer

Work = Callable[["Composer"], Template | None]


class ComposeTemplates(QObject):
    def __init__(
        self,
        pane: Pane,
        theme: Theme,
        desk: ComposeDesk,
        tools: ReplyTools,
        jobs: Jobs,
        library: OpenLibrary,
    ) -> None:
        super().__init__(pane)
        self._pane, self._theme, self._desk, self._tools = pane, theme, desk, tools
        self._editor = desk.editor
        self._lane = Lane(jobs, library, self._fail)
        self._sheet: TemplatesSheet | None = None
        self.templates: tuple[Template, ...] = ()
        self.agent: AgentSheet | None = None
        self.popup = TemplatePopup(theme, desk.editor, pane)
        desk.editor.slash.connect(self._offer)
        self.popup.taken.connect(self._take)
        tools.template_chosen.connect(self.insert)
        tools.templates_wanted.connect(self.manage)

    def load(self) -> None:
        self._lane.ask(lambda verbatim: verbatim.composer.templates(), self._show, "templates")

    def _show(self, templates: tuple[Template, ...]) -> None:
        self.templates = templates
        self._tools.set_templates(templates)
        if self._sheet is not None:
            self._sheet.show_templates(templates, self._sheet.name.text())

    # --- inserting ---------------------------------------------------------------------------

    def _offer(self, words: object) -> None:
        if isinstance(words, str) and self._desk.draft is not None:
            self.popup.offer_templates(self.templates, words)
        else:
            self.popup.put_away()

    def _take(self, name: str) -> None:
        start, end = self._editor.slash_stretch()
        self._insert(name, start, end)

    def insert(self, name: str) -> None:
        """At the cursor."""
        at = self._editor.selected()[1]
        self._insert(name, at, at)

    def _insert(self, name: str, start: int, end: int) -> None:
        draft = self._desk.current()
        template = next((one for one in self.templates if one.name == name), None)
        if draft is None or template is None:
            return
        place = QTextCursor(self._editor.document())  # goes along with what is typed meanwhile
        reading = self._editor.reading()
        place.setPosition(reading.place(start))
        place.setPosition(reading.place(end), QTextCursor.MoveMode.KeepAnchor)
        self._lane.ask(
            lambda verbatim: verbatim.composer.fill(template.text, draft),
            partial(self._put, place),
        )

    def _put(self, place: QTextCursor, filled: Filled) -> None:
        reading = self._editor.reading()
        start, end = reading.at(place.selectionStart()), reading.at(place.selectionEnd())
        before = self._desk.current()
        lead = "\n" if own_line(reading.text, start) else ""
        start_there = start + len(lead)
        self._editor.insert_text(lead + filled.text, start, end)
        if before is not None:
            self._desk.take_template(before, start_there, start_there + len(filled.text))
        if filled.unresolved:
            first = filled.unresolved[0]
            self._editor.go_to(start_there + first.start, start_there + first.end)
        self._editor.setFocus()

    # --- who signs -----------------------------------------------------------------------------

    def show_agent(self) -> None:
        """Who signs; what is open of it in the reply is filled in then."""
        if self.agent is None:
            self.agent = AgentSheet(self._theme, self._pane.window())
            self.agent.saved.connect(self._save_agent)
        self._lane.ask(lambda verbatim: verbatim.composer.agent(), self.agent.show_agent)

    def _save_agent(self, agent: Agent) -> None:
        self._lane.ask(lambda verbatim: verbatim.composer.save_agent(agent), self._signed)

    def _signed(self, _nothing: object) -> None:
        self._pane.said.emit("Saved")
        self._desk.fill()

    # --- editing -----------------------------------------------------------------------------

    def sheet(self) -> TemplatesSheet:
        if self._sheet is None:
            self._sheet = TemplatesSheet(self._theme, self._pane.window())
            self._sheet.save_wanted.connect(self._save)
            self._sheet.delete_wanted.connect(self._delete)
        return self._sheet

    def manage(self) -> None:
        self.sheet().open_list()
        self.sheet().show_templates(self.templates)

    def _save(self, was: str, now: Template) -> None:
        def save(composer: Composer) -> Template:
            renamed = was and was.casefold() != now.name.strip().casefold()
            builtin = renamed and composer.template(was).builtin
            if renamed and not builtin:
                composer.rename_template(was, now.name)
            return composer.save_template(now.name, now.text, now.description)

        self._change(save, lambda kept: self._said(f"“{kept.name}” is saved.", kept.name))

    def _delete(self, name: str) -> None:
        self._change(lambda composer: composer.delete_template(name), self._deleted)

    def _deleted(self, gone: Template) -> None:
        undo = ("Undo", partial(self._bring_back, gone))
        self.sheet().say(Notice("neutral", "Deleted.", f"“{gone.name}”"), (undo,))

    def _bring_back(self, gone: Template) -> None:
        self._change(
            lambda composer: composer.save_template(gone.name, gone.text, gone.description),
            lambda kept: self._said(f"“{kept.name}” is back.", kept.name),
        )

    def _said(self, words: str, name: str) -> None:
        self.sheet().name.setText(name)
        self.sheet().say(Notice("ok", words, ""))

    def _change(
        self, work: Callable[[Composer], Template], then: Callable[[Template], object]
    ) -> None:
        def done(result: Template) -> None:
            then(result)
            self.load()

        self._lane.ask(lambda verbatim: work(verbatim.composer), done)

    def _fail(self, error: Exception) -> None:
        """Where the sheet is open its own banner says so."""
        if self._sheet is not None and self._sheet.isVisible():
            tell(error, self._sheet.say, self._pane.broke.emit)
        else:
            self._pane.fail(error)


def own_line(text: str, at: int) -> bool:
    """Whether a line begins here right below another one: a paragraph of its own needs a blank."""
    return (
        text[:at].endswith("\n")
        and bool(text[:at].rstrip(" ")[:-1].strip(" "))
        and (not text[:at].endswith("\n\n"))
    )
