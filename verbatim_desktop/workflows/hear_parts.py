"""Hear the answers to the parts of a question as one answer that is being written.

Each part comes under its question, its markers counted on as `answer_parts.joined` counts them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from verbatim_desktop.compose.markup import markers_in, renumbered
from verbatim_desktop.domain.answers import Answer, Citation
from verbatim_desktop.domain.events import AskEvent, Resolved, Retrieved, SentenceChecked, Text
from verbatim_desktop.workflows.answer_parts import heading, number_of, numbered


@dataclass
class _Part:
    """One part as it is written. citations: those of the whole, this part's among them so far.

    known: the part's own by marker, and numbers: the markers of the whole for those it used. at:
    where its text begins in that of the whole.
    """

    question: str
    citations: list[Citation]
    text: str = ""
    at: int = 0
    is_written: bool = False
    known: dict[int, Citation] = field(default_factory=dict[int, Citation])
    numbers: dict[int, int] = field(default_factory=dict[int, int])


class HearParts:
    """deliver: who hears of the whole. Parts are heard one after the other: begin, hear, end."""

    def __init__(self, deliver: Callable[[AskEvent], None]) -> None:
        self._deliver = deliver
        self._citations: list[Citation] = []  # of the parts that have ended
        self._text = ""  # so far; it is delivered from when a model begins to write
        self._part = _Part("", [])
        self.writes = False

    def begin(self, question: str) -> None:
        """The next part, by its question."""
        self._part = _Part(question, list(self._citations))

    def hear(self, event: AskEvent) -> None:
        """What is heard of the part."""
        if isinstance(event, Retrieved) and event.writes:
            self._begin_writing(event.answer)
        elif isinstance(event, Text):
            self._write(event.text)
        elif isinstance(event, SentenceChecked):
            self._check(event)

    def end(self, answer: Answer) -> None:
        """The part as it stands in the whole."""
        known = len(self._citations)
        item = numbered(answer, self._citations)
        if self._part.text.strip():
            return
        if self.writes and len(self._citations) > known:
            self._deliver(Resolved(tuple(self._citations)))
        self._say(item.text if self._part.is_written else self._under_heading(item.text))

    def _begin_writing(self, answer: Answer) -> None:
        self._part.is_written = True
        self._part.known = {citation.marker: citation for citation in answer.citations}
        if not self.writes:
            self._deliver(Retrieved(replace(answer, citations=()), writes=True))
            self.writes = True
            if self._text:
                self._deliver(Text(self._text))
        self._say(self._under_heading(""))
        self._part.at = len(self._text)

    def _write(self, text: str) -> None:
        part, start = self._part, len(self._part.text)
        part.text += text
        told = [n for m in markers_in(part.text) if m.start >= start for n in m.numbers]
        new = [n for n in dict.fromkeys(told) if n in part.known and n not in part.numbers]
        for number in new:
            part.numbers[number] = number_of(part.known[number], part.citations)
        if new:
            self._deliver(Resolved(tuple(part.citations)))
        self._say(renumbered(part.text, part.numbers, start))

    def _check(self, event: SentenceChecked) -> None:
        part, claim = self._part, event.claim
        text = renumbered(claim.text, part.numbers)
        markers = tuple(part.numbers[n] for n in claim.markers if n in part.numbers)
        start = part.at + len(renumbered(part.text[: event.start], part.numbers))
        counted_on = replace(claim, text=text, markers=markers)
        self._deliver(SentenceChecked(counted_on, start, start + len(text)))

    def _under_heading(self, text: str) -> str:
        gap = "\n\n" if self._text else ""
        return f"{gap}{heading(self._part.question)}\n\n{text}"

    def _say(self, text: str) -> None:
        self._text += text
        if self.writes and text:
            self._deliver(Text(text))
