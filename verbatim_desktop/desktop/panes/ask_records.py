"""What is taken away from an answer or said of it: copies, exports, feedback."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QSaveFile, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.copying import answer_as
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.rich_copy import answer_as_html
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.domain.feedback import Feedback, Judgement

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: Format, ending of the file, words of the dialog.
FILES = {
    "markdown": ("md", "Markdown (*.md)"),
    "html": ("html", "Web page (*.html)"),
    "pdf": ("pdf", "PDF (*.pdf)"),
}
SAID = {
    Judgement.RIGHT: ("ok", "Marked as right."),
    Judgement.WRONG: ("neutral", "Marked as wrong."),
    Judgement.MISSING: ("neutral", "Marked as missing from the documentation."),
}


class AskRecords(QObject):
    """Works on the answer that a view shows, for the pane around it."""

    def __init__(self, pane: Pane, view: AnswerView, jobs: Jobs, library: OpenLibrary) -> None:
        super().__init__(pane)
        self._pane, self._view, self._jobs, self._library = pane, view, jobs, library
        view.copy_wanted.connect(self.copy)
        view.export_wanted.connect(self.choose_file)
        view.feedback.given.connect(self.give)

    # --- copying -----------------------------------------------------------------------------

    def copy(self, form: str = "rich") -> None:
        """To the clipboard; a ticket as Markdown wherever no payload was asked for."""
        answer = self._view.answer
        if not self._view.isVisibleTo(self._pane):
            return
        ticket = self._view.ticket.draft() if self._view.shows_ticket else None
        if ticket is not None:
            format = "markdown" if form in ("rich", "rich-bare", "text", "bare") else form
            job = self._jobs.start(
                lambda: self._library().render_ticket(ticket, format), channel="copy"
            )
            job.succeeded.connect(self._put)
            job.failed.connect(self._pane.fail)
        elif answer is not None and form.startswith("rich"):
            bare = form == "rich-bare"
            plain = answer_as(answer, "bare" if bare else "text")
            self._put(plain, answer_as_html(answer, sources=not bare))
        elif answer is not None:
            self._put(answer_as(answer, form))

    def _put(self, text: str, html: str = "") -> None:
        data = QMimeData()
        data.setText(text)
        if html:
            data.setHtml(html)
        QGuiApplication.clipboard().setMimeData(data)
        self._pane.said.emit("Copied")

    # --- exporting ---------------------------------------------------------------------------

    def choose_file(self, format: str = "pdf") -> None:
        """Ask for a file with the system's own dialog."""
        answer = self._view.answer
        if answer is None or not answer.id:
            return
        ending, kind = FILES[format]
        name = file_name(answer.question)
        dialog = QFileDialog(self._pane.window(), "Export the answer", f"{name}.{ending}", kind)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.export_to, answer.id, format))
        dialog.open()

    def export_to(self, answer_id: str, format: str, path: str) -> None:
        """Write a kept answer with its sources to a file, whole or not at all."""
        job = self._jobs.start(lambda: exported(self._library(), answer_id, format))
        job.succeeded.connect(partial(self._write, path))
        job.failed.connect(self._pane.fail)

    def _write(self, path: str, data: bytes) -> None:
        file = QSaveFile(path)
        written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
        if written and file.commit():
            self._pane.say(Notice("ok", "Answer exported.", path))
        else:
            self._pane.say(Notice("bad", "The answer was not written.", file.errorString()))

    # --- feedback ----------------------------------------------------------------------------

    def give(self, judgement: Judgement, note: str) -> None:
        answer = self._view.answer
        if answer is not None and answer.id:
            self._keep(answer.id, judgement, note)

    def recall(self, answer: Answer) -> None:
        """Show what was said of a kept answer when it was read before."""
        job = self._jobs.start(lambda: self._library().feedback_on(answer.id), channel="said")
        job.succeeded.connect(self._recalled)
        job.failed.connect(self._pane.fail)

    def _recalled(self, feedback: Feedback | None) -> None:
        if feedback is not None:
            self._show_said(feedback.answer, feedback.judgement)

    def _keep(self, answer_id: str, judgement: Judgement, note: str) -> None:
        job = self._jobs.start(lambda: self._library().feedback(answer_id, judgement, note))
        job.succeeded.connect(self._kept)
        job.failed.connect(self._pane.fail)

    def _kept(self, feedback: Feedback) -> None:
        self._show_said(feedback.answer, feedback.judgement)
        kind, fact = SAID[feedback.judgement]
        sentence = "The writer sees it under Gaps." if kind == "neutral" else ""
        undo = ("Undo", partial(self.withdraw, feedback.answer))
        self._pane.say(Notice(kind, fact, sentence), (undo,))

    def withdraw(self, answer_id: str) -> None:
        job = self._jobs.start(lambda: self._library().withdraw_feedback(answer_id))
        job.succeeded.connect(partial(self._withdrawn, answer_id))
        job.failed.connect(self._pane.fail)

    def _withdrawn(self, answer_id: str, _nothing: object) -> None:
        self._show_said(answer_id, None)
        self._pane.say(Notice("neutral", "Taken back.", "Nothing is said of this answer."))

    def _show_said(self, answer_id: str, judgement: Judgement | None) -> None:
        if self._view.answer is not None and self._view.answer.id == answer_id:
            self._view.feedback.show_said(judgement)


def exported(verbatim: Verbatim, answer_id: str, format: str) -> bytes:
    """Runs on the background lane."""
    return verbatim.audit.export(verbatim.audit.record(answer_id), format)


def file_name(question: str, most: int = 48) -> str:
    """A question as a file may be called anywhere."""
    plain = "".join(letter if letter.isalnum() else " " for letter in question)
    return "-".join(plain.lower().split())[:most].strip("-") or "answer"
