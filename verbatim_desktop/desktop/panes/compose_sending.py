"""Copy a reply, export it, hand on a ticket: nothing leaves before it was looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QMimeData, QObject, QSaveFile, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.reply_text import to_settle
from verbatim_desktop.desktop.reply_work import Rendered, Wanted, rendered
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.reply_bar import ReplyBar
from verbatim_desktop.desktop.widgets.ticket_sheet import TicketSheet
from verbatim_desktop.domain.answers import TicketDraft
from verbatim_desktop.domain.reply_checks import DraftCheck
from verbatim_desktop.text.counting import counted

FILES = {
    "html": ("html", "Web page (*.html)"),
    "text": ("txt", "Text (*.txt)"),
    "markdown": ("md", "Markdown (*.md)"),
}
TICKET_SAYS = "Hand this on where the documentation does not answer."


def warning_of(check: DraftCheck) -> Notice | None:
    """What is asked before a reply is copied; None where nothing is to be asked."""
    facts: list[str] = []
    if check.internal:
        facts.append(" ".join(one.detail for one in check.internal[:2]))
    if check.changed:
        said = (f"Citation {one.marker}: {one.detail}".rstrip(". ") for one in check.changed[:2])
        facts.append(". ".join(said) + ".")
    if not facts:
        return None
    fact = "An internal source is cited." if check.internal else "A cited sentence has changed."
    return Notice("warn", fact, " ".join(facts))


class ComposeSending(QObject):
    def __init__(
        self,
        pane: Pane,
        theme: Theme,
        desk: ComposeDesk,
        bar: ReplyBar,
        jobs: Jobs,
        library: OpenLibrary,
    ) -> None:
        super().__init__(pane)
        self._pane, self._theme, self._desk, self._bar = pane, theme, desk, bar
        self._lane = Lane(jobs, library, pane.fail)
        self._ticket: TicketSheet | None = None
        bar.copy_wanted.connect(self.copy)
        bar.format_chosen.connect(self._format_chosen)
        bar.export_wanted.connect(self.export)

    def wanted(self, format: str = "") -> Wanted:
        bar = self._bar
        return Wanted(format or bar.format, bar.sources.isChecked(), bar.marked.isChecked())

    # --- copying -----------------------------------------------------------------------------

    def copy(self, format: str = "") -> None:
        """To the clipboard, unless a placeholder is open; what is risky is asked first."""
        self._render(self.wanted(format), self._put, "copy")

    def _format_chosen(self, _format: str) -> None:
        if not self.is_blocked():
            self.copy()

    def is_blocked(self) -> bool:
        """Whether a placeholder has no value yet; the pane says which."""
        return bool(unresolved_in(self._desk.editor.text()))

    def _render(
        self, wanted: Wanted, then: Callable[[Rendered], object], channel: str = ""
    ) -> None:
        draft = self._desk.current()
        if draft is None or self.is_blocked():
            self._pane.said.emit("Nothing to copy yet" if draft is None else "Not copied")
            return
        self._lane.ask(
            lambda verbatim: rendered(verbatim.composer, draft, wanted),
            partial(self._ask_first, then),
            channel,
        )

    def _ask_first(self, then: Callable[[Rendered], object], result: Rendered) -> None:
        warning = warning_of(result.check)
        if warning is None:
            then(result)
        else:
            self._pane.say(warning, (("Go on", lambda: self._go_on(then, result)),))

    def _go_on(self, then: Callable[[Rendered], object], result: Rendered) -> None:
        self._pane.say(Notice("neutral", "Taken on your word.", "Look at it before you send it."))
        then(result)

    def _put(self, result: Rendered) -> None:
        data = QMimeData()
        data.setText(result.text)
        if result.html:
            data.setHtml(result.html)
        QGuiApplication.clipboard().setMimeData(data)
        left = len(to_settle(self._desk.editor.text(), self._desk.paragraphs(), result.check))
        still = f", with {counted(left, 'thing')} still to settle (F8)" if left else ""
        self._pane.said.emit(f"Copied{still}")

    # --- exporting ---------------------------------------------------------------------------

    def export(self) -> None:
        """Ask for a file with the system's own dialog, once it is known that it may leave."""
        wanted = self.wanted()
        self._render(wanted, partial(self._choose_file, wanted.format))

    def _choose_file(self, format: str, result: Rendered) -> None:
        ending, kind = FILES[format]
        draft = self._desk.draft
        name = file_name(draft.ticket or draft.subject if draft else "")
        dialog = QFileDialog(self._pane.window(), "Export the reply", f"{name}.{ending}", kind)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.write, result.html or result.text))
        dialog.open()

    def write(self, text: str, path: str) -> None:
        """Whole or not at all."""
        data = text.encode()
        file = QSaveFile(path)
        written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
        if written and file.commit():
            self._pane.say(Notice("ok", "Reply exported.", path))
        else:
            self._pane.say(Notice("bad", "The reply was not written.", file.errorString()))

    # --- tickets -----------------------------------------------------------------------------

    def ticket_of(self, number: int) -> None:
        """A ticket from a question, as it was drafted with it or asked for now."""
        draft = self._desk.draft
        if draft is None or not 0 <= number < len(draft.questions):
            self._pane.said.emit("No question to make a ticket from")
            return
        said = draft.questions[number]
        if said.ticket is not None:
            self._show_ticket(said.ticket)
        else:
            search = said.question.search
            self._lane.ask(lambda verbatim: verbatim.ticket(search), self._show_ticket)

    def _show_ticket(self, ticket: TicketDraft) -> None:
        self.sheet().show_ticket(ticket, TICKET_SAYS)

    def sheet(self) -> TicketSheet:
        if self._ticket is None:
            self._ticket = TicketSheet(self._theme, self._pane.window())
            self._ticket.copy_wanted.connect(self._copy_ticket)
        return self._ticket

    def _copy_ticket(self, format: str) -> None:
        ticket = self.sheet().ticket.draft()
        if ticket is not None:
            self._lane.ask(
                lambda verbatim: verbatim.render_ticket(ticket, format), self._put_ticket
            )

    def _put_ticket(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.sheet().copied.setText("Copied")
        self._pane.said.emit("Copied")


def file_name(text: str, most: int = 48) -> str:
    """Words as a file may be called anywhere."""
    plain = "".join(letter if letter.isalnum() else " " for letter in text)
    return "-".join(plain.lower().split())[:most].strip("-") or "reply"
