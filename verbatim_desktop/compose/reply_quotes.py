"""What a reply quotes: as Markdown, and under which marker.

Markers are numbered through the whole reply; a passage that is quoted again keeps its marker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.compose.markup import code, escaped
from verbatim_desktop.domain.answers import Citation, Confidence, TicketDraft
from verbatim_desktop.domain.documents import Mark
from verbatim_desktop.domain.messages import Question
from verbatim_desktop.text.inline import Stretch, spaced_as, stretches


@dataclass(frozen=True, slots=True)
class Quoted:
    """One passage to quote. text is Markdown; section tells passages of one section from others.

    opens: a list marker such as "-" or "2.", "" for prose.
    """

    text: str
    citation: Citation
    section: int
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """What the library says on one question. ticket: nothing is quoted, this is handed on."""

    question: Question
    confidence: Confidence
    passages: tuple[Quoted, ...] = ()
    ticket: TicketDraft | None = None
    notes: tuple[str, ...] = ()


class Numbering:
    """Gives citations the markers of one reply. shown: markers whose passage it quotes already."""

    def __init__(self, citations: Sequence[Citation] = (), shown: Iterable[int] = ()) -> None:
        self.citations = list(citations)
        self._shown = set(shown)

    def number(self, citation: Citation) -> tuple[Citation, bool]:
        """The citation with its marker, and whether the reply does not quote it yet."""
        known = self._known(citation)
        if known is None:
            marker = max((other.marker for other in self.citations), default=0) + 1
            known = replace(citation, marker=marker)
            self.citations.append(known)
        is_new = known.marker not in self._shown
        self._shown.add(known.marker)
        return known, is_new

    def shows(self, citation: Citation) -> bool:
        """Whether the reply quotes its passage already."""
        known = self._known(citation)
        return known is not None and known.marker in self._shown

    def _known(self, citation: Citation) -> Citation | None:
        return next((other for other in self.citations if _same_place(other, citation)), None)


def _same_place(one: Citation, other: Citation) -> bool:
    return (one.identity, one.quote, one.spans) == (other.identity, other.quote, other.spans)


def quoted_markdown(quote: str, marks: Sequence[Mark] = ()) -> str:
    """Markdown that shows a quote word for word. marks: its code and bold."""
    return " ".join("".join(map(_styled, stretches(quote, marks))).split())


def _styled(stretch: Stretch) -> str:
    """A stretch as Markdown; bold only where its edges are words, as Markdown wants it."""
    words = " ".join(stretch.text.split())
    if not words or not (stretch.code or stretch.strong):
        return escaped_within(stretch.text)
    shown = code(words) if stretch.code else f"**{escaped(words)}**"
    return spaced_as(stretch.text, shown)


def escaped_within(text: str) -> str:
    """Escaped, the white space at both ends kept."""
    return spaced_as(text, escaped(text))
