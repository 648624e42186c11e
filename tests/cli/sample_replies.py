"""A composer that knows one message and one reply, made without any adapter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.cli.samples import CITATION, QUOTE, STRONG, TICKET, WEAK
from verbatim_desktop.app.composer import STANDARD, Composer
from verbatim_desktop.compose.message import read_message
from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.compose.questions import find_questions
from verbatim_desktop.compose.render import render
from verbatim_desktop.compose.reply import frame_pieces, subject_of, values_of
from verbatim_desktop.compose.reply_answers import answer_pieces
from verbatim_desktop.compose.reply_paragraphs import joined
from verbatim_desktop.compose.reply_quotes import Material, Numbering, Quoted
from verbatim_desktop.compose.templates import together
from verbatim_desktop.compose.tone import frame_of
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import Agent, ReplyDraft, ReplyOptions
from verbatim_desktop.domain.reply_checks import DraftCheck
from verbatim_desktop.domain.rewrites import Rewrite
from verbatim_desktop.domain.templates import Template

LETTER = b"""From: Maria Lopez <maria@acme.example>
Subject: Refund

Hello,

How long do refunds take? Can I get one in crypto?

Call me on +49 30 901820.

Best regards,
Maria
"""


class SampleComposer(Composer):
    """Answers what the sample library knows: how long refunds take."""

    def __init__(self) -> None:
        self.signs = Agent()
        self.options = STANDARD

    def read_file(self, path: Path) -> Message:
        return read_message(LETTER)

    def draft(self, message: Message, options: ReplyOptions = STANDARD) -> ReplyDraft:
        self.options = options
        frame = frame_of(options.language or "en", options.tone)
        numbering = Numbering()
        pieces, said = [], []
        for number, question in enumerate(find_questions(message)):
            known = "crypto" not in question.text
            passages = (Quoted(QUOTE, replace(CITATION, marker=0), 0),) if known else ()
            item = Material(
                question, STRONG if known else WEAK, passages, None if known else TICKET
            )
            own, answered = answer_pieces(item, number, frame, numbering, headed=True)
            pieces += own
            said.append(answered)
        whole = frame_pieces(frame, message, pieces, "", "en", full=True)
        values = values_of(message, options.ticket, self.signs.name, "")
        text, paragraphs = joined(whole, values)
        return ReplyDraft(
            "0123456789abcdef",
            message,
            subject_of(message),
            tuple(said),
            text,
            paragraphs,
            tuple(numbering.citations),
            tone=options.tone,
            generation=2,
        )

    def write(self, draft: ReplyDraft, *, provider: str = "", **_more: object) -> Rewrite:
        """A model that quotes as well as the sample does."""
        written = replace(draft, provider=provider, model="sample-1")
        return Rewrite(
            draft.text,
            0,
            len(draft.text),
            draft.text,
            provider=provider,
            model="sample-1",
            usage=Tokens(120, 20, 30, 0.001),
            draft=written,
        )

    def check(self, draft: ReplyDraft) -> DraftCheck:
        return DraftCheck(unresolved=unresolved_in(draft.text))

    def render(self, draft: ReplyDraft, format: str = "html", sources: bool = True) -> str:
        return render(draft.text, format, draft.citations, sources=sources)

    def templates(self) -> tuple[Template, ...]:
        return together([])

    def agent(self) -> Agent:
        return self.signs

    def save_agent(self, agent: Agent) -> None:
        self.signs = agent
