"""A composer that drafts by heart: real rules where they are pure, canned answers where not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from verbatim_desktop.app.composer import Composer
from verbatim_desktop.app.rooms import Rooms
from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.compose.questions import find_questions
from verbatim_desktop.domain.answers import Citation, Confidence, Level, TicketDraft
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.plain import Plain
from verbatim_desktop.domain.replies import (
    AnsweredQuestion,
    Length,
    Paragraph,
    ParagraphState,
    ReplyDraft,
    ReplyOptions,
)
from verbatim_desktop.domain.reply_checks import (
    ChangedCitation,
    CheckedSentence,
    DraftCheck,
    InternalCitation,
)
from verbatim_desktop.ports import Kept

NOW = "2026-11-30T09:12:00+00:00"
G, U, T = ParagraphState.GROUNDED, ParagraphState.UNCERTAIN, ParagraphState.TEMPLATE


class Clock:
    def __init__(self) -> None:
        self.ticks = 0

    def now(self) -> str:
        self.ticks += 1
        return f"2026-11-30T09:{self.ticks % 60:02d}:00+00:00"


class KeptLibrary:
    """What the composer keeps, and nothing to search."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], Kept] = {}
        self.settings: dict[str, str] = {}
        self._order = 0

    def keep(self, kind: str, name: str, value: Plain) -> None:
        self._order += 1
        before = self.values.pop((kind, name), None)
        touched = f"2026-11-30T10:{self._order % 60:02d}:00+00:00"
        made = before.made if before else touched
        self.values[kind, name] = Kept(name=name, value=value, made=made, touched=touched)

    def kept(self, kind: str) -> tuple[Kept, ...]:
        found = [kept for (of, _name), kept in self.values.items() if of == kind]
        return tuple(reversed(found))

    def kept_as(self, kind: str, name: str) -> Kept | None:
        return self.values.get((kind, name))

    def drop(self, kind: str, name: str) -> None:
        self.values.pop((kind, name), None)

    def setting(self, name: str) -> str:
        return self.settings.get(name, "")

    def save_setting(self, name: str, value: str) -> None:
        self.settings[name] = value

    def sources(self) -> tuple[()]:
        return ()


class NoDictionary:
    """Knows one mistake."""

    state = "Spelling is checked."

    def misspelled(self, words, language: str) -> frozenset[str]:
        return frozenset(word for word in words if word == "teh")

    def suggestions(self, word: str, language: str) -> tuple[str, ...]:
        return ("the", "tech") if word == "teh" else ()


class ComposerRooms:
    workspace = "default"

    def __init__(self) -> None:
        self.shelf = KeptLibrary()
        self.clock = Clock()
        self.made = 0

    def new_id(self) -> str:
        self.made += 1
        return f"draft-{self.made}"

    def library(self) -> KeptLibrary:
        return self.shelf

    def index(self) -> None:
        return None

    def spelling(self) -> NoDictionary:
        return NoDictionary()


class FakeComposer(Composer):
    """error: raised by whatever drafts. changed, internal, sentences: what a check says."""

    def __init__(self, citations: tuple[Citation, ...]) -> None:
        self.rooms = ComposerRooms()
        super().__init__(cast("Rooms", self.rooms))
        self.cites = citations
        self.error: Exception | None = None
        self.check_as: Callable[[str], tuple[CheckedSentence, ...]] | None = None
        self.counted: list[str] = []  # drafts that stand in the usage
        self.changed: tuple[ChangedCitation, ...] = ()
        self.internal: tuple[InternalCitation, ...] = ()
        self.sentences: tuple[CheckedSentence, ...] = ()
        self.unsaved: Exception | None = None

    def count(self, draft: ReplyDraft, took: float) -> str:
        self.counted.append(draft.id)
        return ""

    def sketch(
        self,
        message: Message,
        options: ReplyOptions = ReplyOptions(),  # noqa: B008
    ) -> tuple[ReplyDraft, float]:
        return self._draft(message, options), 12.0

    def _draft(self, message: Message, options: ReplyOptions) -> ReplyDraft:
        if self.error is not None:
            raise self.error
        said = tuple(self._said(n, q) for n, q in enumerate(find_questions(message)))
        parts: list[tuple[str, ParagraphState, int]] = [
            (f"Hello {message.sender_name or '{{customer.name}}'},", T, -1),
            ("Thank you for your message.", T, -1),
        ]
        for number, one in enumerate(said):
            state = G if one.level is Level.HIGH else U
            state = ParagraphState.UNANSWERED if one.ticket else state
            parts.append((one.text, state, number))
        parts.append(("Kind regards,\nHarbor Support", T, -1))
        text, paragraphs = "", list[Paragraph]()
        for shown, state, number in parts:
            start = len(text) + 2 if text else 0
            text = f"{text}\n\n{shown}" if text else shown
            paragraphs.append(Paragraph(start, len(text), state, number))
        used = {c.marker: c for one in said for c in one.citations}
        return ReplyDraft(
            id=self.rooms.new_id(), message=message, subject=message.subject, questions=said,
            text=text, paragraphs=tuple(paragraphs), citations=tuple(used.values()),
            tone=options.tone, length=options.length, made=NOW, touched=NOW,
        )  # fmt: skip

    def _said(self, number: int, question) -> AnsweredQuestion:
        levels = (Level.HIGH, Level.MEDIUM, Level.LOW)
        level = levels[min(number, 2)]
        confidence = Confidence(level, 0.5, ("All key words are covered.",))
        if level is Level.LOW:
            ticket = TicketDraft(question.text, "Nobody knows.", (), (), (), confidence)
            text = "I do not have a reliable answer to this yet."
            return AnsweredQuestion(question, confidence, text, ticket=ticket)
        cited = self.cites[number]
        text = f"{cited.quote} [{cited.marker}]"
        return AnsweredQuestion(question, confidence, text, citations=(cited,))

    def redraft(self, draft, number, search="", *, start=-1, end=-1) -> ReplyDraft:
        return draft

    def resize(self, draft: ReplyDraft, length: Length) -> ReplyDraft:
        return replace(draft, length=length)

    def add_question(self, draft, text, start=0, end=0) -> ReplyDraft:
        from verbatim_desktop.domain.messages import Question

        said = self._said(1, Question(text, start, end, text))
        shown = f"{draft.text}\n\n{said.text}"
        state = Paragraph(len(draft.text) + 2, len(shown), U, len(draft.questions))
        return replace(
            draft, text=shown, questions=(*draft.questions, said),
            paragraphs=(*draft.paragraphs, state),
            citations=tuple({c.marker: c for c in (*draft.citations, *said.citations)}.values()),
        )  # fmt: skip

    def alternatives(self, draft: ReplyDraft, number: int) -> tuple[Citation, ...]:
        return tuple(replace(one, marker=0) for one in self.cites[3:5])

    def check(self, draft: ReplyDraft) -> DraftCheck:
        return DraftCheck(
            unresolved=unresolved_in(draft.text),
            sentences=self.check_as(draft.text) if self.check_as else self.sentences,
            changed=self.changed,
            internal=self.internal,
        )

    def save(self, draft: ReplyDraft) -> ReplyDraft:
        if self.unsaved is not None:
            raise self.unsaved
        return super().save(draft)

    def open(self, key: str) -> ReplyDraft:
        from verbatim_desktop.workflows.keep_replies import kept_draft

        return kept_draft(key, cast("object", self.rooms.shelf))  # type: ignore[arg-type]
