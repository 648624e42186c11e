"""The composer: from a customer's message to a reply that can be sent.

Only `write` and `rewrite` ask a model, and only where one is set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from verbatim_desktop.domain.replies import Agent, ReplyOptions

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.answers import Citation
    from verbatim_desktop.domain.messages import Message, Question
    from verbatim_desktop.domain.redaction import Redacted, Redaction, Restored
    from verbatim_desktop.domain.replies import DraftSummary, Length, ReplyDraft, Tone
    from verbatim_desktop.domain.reply_checks import DraftCheck
    from verbatim_desktop.domain.rewrites import Altered, DiffPart, Rewrite, RewriteStyle
    from verbatim_desktop.domain.templates import Filled, Template
    from verbatim_desktop.ports import Cancellation
    from verbatim_desktop.workflows.compose_reply import Desk

STANDARD = ReplyOptions()


class Composer:
    """Read messages, draft replies, check and render them. Safe to call from any thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    # --- Messages --------------------------------------------------------------------------------

    def read_message(self, text: str) -> Message:
        """A pasted message, or a whole e-mail with its header. Raises MessageUnreadable."""
        from verbatim_desktop.compose.message import message_of

        return message_of(text)

    def read_file(self, path: Path) -> Message:
        """A message from a .txt, .md or .eml file. Raises MessageUnreadable."""
        from verbatim_desktop.workflows.read_message import read_message_file

        return read_message_file(path)

    def read_bytes(self, data: bytes, name: str = "") -> Message:
        """A message as it came over a pipe or was dropped. Raises MessageUnreadable."""
        from verbatim_desktop.compose.message import read_message

        return read_message(data, name)

    def questions(self, message: Message) -> tuple[Question, ...]:
        """What the message asks, as spans of its text."""
        from verbatim_desktop.compose.questions import find_questions

        return find_questions(message)

    # --- Drafting --------------------------------------------------------------------------------

    def draft(self, message: Message, options: ReplyOptions = STANDARD) -> ReplyDraft:
        """One reply to all that a message asks, which counts in the usage; `save` keeps it.

        Raises NotFound for an unknown template or source.
        """
        draft, took = self.sketch(message, options)
        missing = self.count(draft, took)
        return replace(draft, notes=(*draft.notes, missing)) if missing else draft

    def sketch(
        self, message: Message, options: ReplyOptions = STANDARD
    ) -> tuple[ReplyDraft, float]:
        """The same, of which nothing is left anywhere, and how many milliseconds it took: for who
        may still give it up. `count` puts it down in the usage. Raises as `draft` does.
        """
        from verbatim_desktop.app.rewriting import took_since
        from verbatim_desktop.workflows.compose_reply import compose_reply

        for name in options.filters.sources:
            self._rooms.library().source(name)
        text = self.template(options.template).text if options.template else ""
        started = self._rooms.clock.seconds()
        draft = compose_reply(message, options, self._desk(), self._rooms.new_id(), text)
        return draft, took_since(self._rooms, started)

    def count(self, draft: ReplyDraft, took: float) -> str:
        """Put a sketched draft down in the usage; why that could not be, "" where it was."""
        from verbatim_desktop.app.rewriting import count

        return count(draft, took, self._rooms)

    def redraft(
        self, draft: ReplyDraft, number: int, search: str = "", *, start: int = -1, end: int = -1
    ) -> ReplyDraft:
        """One question (counted from 0) answered anew; the rest of the draft stays.

        search: what to look for now. start, end: another span of the message as the question.
        Raises NotFound where there is no such question.
        """
        from verbatim_desktop.workflows.edit_reply import question_of, redraft

        question = question_of(draft, number, search, start, end)
        return redraft(draft, number, question, self._desk())

    def add_question(
        self, draft: ReplyDraft, text: str, start: int = 0, end: int = 0
    ) -> ReplyDraft:
        """One more question, of the message (start, end) or the agent's own; answered at once."""
        from verbatim_desktop.domain.messages import Question
        from verbatim_desktop.workflows.edit_reply import add_question

        asked = " ".join(text.split())
        return add_question(draft, Question(text, start, end, asked), self._desk())

    def drop_question(self, draft: ReplyDraft, number: int) -> ReplyDraft:
        """The draft without one question and its answer. Raises NotFound."""
        from verbatim_desktop.workflows.edit_reply import drop_question

        return drop_question(draft, number, self._desk())

    def restyle(self, draft: ReplyDraft, tone: Tone, language: str = "") -> ReplyDraft:
        """Another tone or language for the frame; quotes and typed text stay as they are."""
        from verbatim_desktop.workflows.edit_reply import restyle

        return restyle(draft, tone, language or draft.language, self._desk())

    def resize(self, draft: ReplyDraft, length: Length) -> ReplyDraft:
        """Longer or shorter answers; what a person edited stays as it is."""
        from verbatim_desktop.workflows.edit_reply import resized

        return resized(draft, length, self._desk())

    def alternatives(self, draft: ReplyDraft, number: int) -> tuple[Citation, ...]:
        """Further sentences on one question, for `insert`. Raises NotFound."""
        from verbatim_desktop.workflows.edit_reply import alternatives

        return alternatives(draft, number, self._desk())

    def edit(self, draft: ReplyDraft, text: str) -> ReplyDraft:
        """The draft with the text a person made of it, each paragraph with its state."""
        from verbatim_desktop.workflows.edit_reply import edited

        return edited(draft, text)

    def insert(self, draft: ReplyDraft, at: int, citation: Citation) -> ReplyDraft:
        """A sentence of the evidence with its marker put into the text."""
        from verbatim_desktop.workflows.edit_reply import insert_citation

        return insert_citation(draft, at, citation, self._desk())

    def bind(self, draft: ReplyDraft, start: int, end: int, citation: Citation) -> ReplyDraft:
        """The sentence text[start:end] cites this sentence, in the place of what it cited."""
        from verbatim_desktop.workflows.edit_reply import bind_sentence

        return bind_sentence(draft, start, end, citation, self._desk())

    # --- Before sending --------------------------------------------------------------------------

    def check(self, draft: ReplyDraft) -> DraftCheck:
        """Open placeholders, loose markers, what sources do not bear out, changed or internal."""
        from verbatim_desktop.workflows.check_reply import check_reply

        return check_reply(
            draft.text,
            draft.citations,
            self._rooms.library(),
            self._rooms.index(),
            draft.paragraphs,
        )

    def render(self, draft: ReplyDraft, format: str = "html", sources: bool = True) -> str:
        """The reply as "html", "text" or "markdown", with or without markers and sources."""
        from verbatim_desktop.compose.render import render
        from verbatim_desktop.workflows.compose_reply import internal_sources

        return render(
            draft.text,
            format,
            draft.citations,
            sources=sources,
            internal_sources=internal_sources(self._rooms.library()),
            language=draft.language,
        )

    def diff(self, before: str, after: str) -> tuple[DiffPart, ...]:
        """What a rewrite changed, word by word."""
        from verbatim_desktop.compose.diff import diff

        return diff(before, after)

    def altered(self, before: str, after: str) -> tuple[Altered, ...]:
        """Links, code, numbers, placeholders and markers that a rewrite lost or brought in."""
        from verbatim_desktop.compose.diff import altered

        return altered(before, after)

    def misspelled(self, draft: ReplyDraft) -> tuple[tuple[int, int], ...]:
        """Words of the draft that its language's dictionary does not know; none without one."""
        from verbatim_desktop.compose.spelling import checkable

        quotes = (citation.quote for citation in draft.citations)
        message = draft.message
        known = " ".join([*quotes, message.text, message.sender_name, *self.values(draft).values()])
        spans = tuple(checkable(draft.text, known))
        words = {draft.text[start:end] for start, end in spans}
        unknown = self._rooms.spelling().misspelled(words, draft.language)
        return tuple(span for span in spans if draft.text[slice(*span)] in unknown)

    def spellings(self, word: str, language: str) -> tuple[str, ...]:
        """What a word was probably meant to be."""
        return self._rooms.spelling().suggestions(word, language)

    def rewrite(
        self,
        draft: ReplyDraft,
        style: RewriteStyle,
        *,
        language: str = "",
        start: int = 0,
        end: int = -1,
        provider: str = "",
        model: str = "",
        deliver: Callable[[str], None] | None = None,
        cancellation: Cancellation | None = None,
    ) -> Rewrite:
        """The draft, or text[start:end] of it, in another style or language, by a model.

        language: a code such as "de"; needed for RewriteStyle.LANGUAGE. deliver: hears the text as
        it arrives, personal data still as placeholders. Where no model writes, the text is as it
        was and `fallback` says why. `edit(draft, rewrite.text)` takes it over. Raises UsageError
        where there is nothing to rewrite, NotFound for an unknown provider.
        """
        from verbatim_desktop.app.rewriting import Rewriting
        from verbatim_desktop.workflows.rewrite_text import task_of

        task = task_of(draft, style, language, start, end)
        return Rewriting(self._rooms, provider, model, deliver, cancellation).rewrite(task)

    def write(
        self,
        draft: ReplyDraft,
        *,
        provider: str = "",
        model: str = "",
        deliver: Callable[[str], None] | None = None,
        cancellation: Cancellation | None = None,
    ) -> Rewrite:
        """The answers of a draft in a model's words, each from the sentences found for it.

        All its calls together keep within the deadline that is set for the provider. Where no
        model writes, the draft is as it was and `fallback` says why; else `draft` of what comes
        back is what to take over. deliver: as for `rewrite`. Raises NotFound for an unknown
        provider.
        """
        from verbatim_desktop.app.rewriting import Rewriting

        writing = Rewriting(self._rooms, provider, model, deliver, cancellation)
        return writing.write(draft, self._desk())

    def redact(
        self, text: str, unmarked: Collection[str] = (), marked: Collection[str] = ()
    ) -> Redacted:
        """The text without personal data. unmarked: values to leave; marked: more to take out."""
        from verbatim_desktop.compose.redact import redact

        return redact(text, unmarked, marked)

    def restore(self, text: str, redactions: Sequence[Redaction]) -> Restored:
        """Text with the values back, and which placeholders a model mangled or lost."""
        from verbatim_desktop.compose.redact import restore

        return restore(text, redactions)

    # --- Templates -------------------------------------------------------------------------------

    def templates(self) -> tuple[Template, ...]:
        """Kept and built-in templates, by name."""
        from verbatim_desktop.workflows.keep_replies import templates

        return templates(self._rooms.library())

    def template(self, name: str) -> Template:
        """Raises NotFound."""
        from verbatim_desktop.compose.templates import named

        return named(name, self.templates())

    def save_template(self, name: str, text: str, description: str = "") -> Template:
        """Keep a template in the place of one of its name. Raises UsageError."""
        from verbatim_desktop.workflows.keep_replies import save_template

        return save_template(name, text, description, self._rooms.library())

    def rename_template(self, name: str, new_name: str) -> Template:
        """Raises NotFound for an unknown name, UsageError for a taken one or a built-in one."""
        from verbatim_desktop.workflows.keep_replies import rename_template

        return rename_template(name, new_name, self._rooms.library())

    def delete_template(self, name: str) -> Template:
        """The template that was kept; `save_template` brings it back. Raises as rename does."""
        from verbatim_desktop.workflows.keep_replies import delete_template

        return delete_template(name, self._rooms.library())

    def fill(self, text: str, draft: ReplyDraft | None = None) -> Filled:
        """A template's text with what is known filled in; what is not is listed with its place.

        A draft has its answers already, so {{answers}} stands for nothing there.
        """
        from verbatim_desktop.compose.placeholders import fill, without_paragraph

        if draft is None:
            return fill(text, self.values())
        return fill(without_paragraph(text, "answers"), self.values(draft), {"answers": ""})

    def values(self, draft: ReplyDraft | None = None) -> dict[str, str]:
        """What placeholders stand for, by name; "" where it is not known."""
        from verbatim_desktop.compose.reply import values_of
        from verbatim_desktop.domain.messages import Message

        agent = self.agent()
        message = draft.message if draft else Message("")
        return values_of(message, draft.ticket if draft else "", agent.name, agent.team)

    def agent(self) -> Agent:
        """Who signs replies in this workspace."""
        from verbatim_desktop.workflows.keep_replies import agent

        return agent(self._rooms.library())

    def save_agent(self, agent: Agent) -> None:
        from verbatim_desktop.workflows.keep_replies import save_agent

        save_agent(agent, self._rooms.library())

    # --- Drafts ----------------------------------------------------------------------------------

    def save(self, draft: ReplyDraft) -> ReplyDraft:
        """Keep a draft, one a ticket; as it was kept, with the time."""
        from verbatim_desktop.workflows.keep_replies import save_draft

        touched = replace(draft, touched=self._rooms.clock.now())
        return save_draft(touched, self._rooms.library())

    def drafts(self) -> tuple[DraftSummary, ...]:
        """Kept drafts, the last touched first."""
        from verbatim_desktop.workflows.keep_replies import drafts

        return drafts(self._rooms.library())

    def draft_of(self, message: Message) -> str:
        """The key of the draft kept for the same message, the last touched; "" for none."""
        from verbatim_desktop.workflows.keep_replies import draft_of

        return draft_of(message, self._rooms.library())

    def open(self, key: str) -> ReplyDraft:
        """A kept draft, its citations verified again. Raises NotFound."""
        from verbatim_desktop.workflows.check_reply import verified
        from verbatim_desktop.workflows.keep_replies import kept_draft

        library = self._rooms.library()
        return verified(kept_draft(key, library), library, self._rooms.index())

    def delete(self, key: str) -> ReplyDraft:
        """The draft that was kept; `save` brings it back. Raises NotFound."""
        from verbatim_desktop.workflows.keep_replies import delete_draft

        return delete_draft(key, self._rooms.library())

    def _desk(self) -> Desk:
        from verbatim_desktop.workflows.compose_reply import Desk

        rooms = self._rooms
        return Desk(rooms.library(), rooms.index(), rooms.clock, self.agent())
