"""Look at a reply before it is sent: does it still say what its sources say?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from verbatim_desktop.answer.write import CELL
from verbatim_desktop.cite.support import assess
from verbatim_desktop.compose.markup import MarkedSentence, Marker, markers_in, plain, sentences_in
from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.compose.reply import is_internal
from verbatim_desktop.compose.tone import pointers
from verbatim_desktop.domain.answers import Citation, OpenedCitation, holds
from verbatim_desktop.domain.replies import Paragraph, ParagraphState, ReplyDraft
from verbatim_desktop.domain.reply_checks import (
    ChangedCitation,
    CheckedSentence,
    DraftCheck,
    InternalCitation,
    LooseMarker,
)
from verbatim_desktop.domain.support import Assessment, Support
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.compose_reply import internal_sources
from verbatim_desktop.workflows.open_citation import open_citation

ENDS = (".", "!", "?", ":", "…", "。", "！", "？")
LONGEST_NAME = 4  # words of a line that ends as no sentence does


def check_reply(
    text: str,
    citations: Sequence[Citation],
    library: Library,
    index: SearchIndex | None = None,
    paragraphs: Sequence[Paragraph] = (),
) -> DraftCheck:
    """What stands between a text and its customer. paragraphs tell frame sentences from others."""
    marks = markers_in(text)
    by_marker = {citation.marker: citation for citation in citations}
    used = sorted({number for mark in marks for number in mark.numbers} & by_marker.keys())
    cited = [by_marker[number] for number in used]
    return DraftCheck(
        unresolved=unresolved_in(text),
        loose=tuple(_loose(text, marks, by_marker)),
        sentences=tuple(_checked(text, by_marker, paragraphs)),
        changed=tuple(_changed(cited, library, index)),
        internal=tuple(_internal(cited, internal_sources(library))),
    )


def _loose(text: str, marks: Sequence[Marker], known: Collection[int]) -> Iterator[LooseMarker]:
    for mark in marks:
        if any(number not in known for number in mark.numbers):
            yield LooseMarker(text[mark.start : mark.end], mark.start, mark.end)


def _checked(
    text: str, by_marker: Mapping[int, Citation], paragraphs: Sequence[Paragraph]
) -> Iterator[CheckedSentence]:
    """Sentences that cite, and those a person wrote that do not."""
    for sentence in sentences_in(text):
        shown = plain(text[sentence.start : sentence.end])
        quotes = [by_marker[n].quote for n in sentence.numbers if n in by_marker]
        if shown in pointers():
            continue
        if shown and (quotes or _is_written(sentence, paragraphs)):
            assessment = _assessed(sentence, shown, quotes, paragraphs)
            yield CheckedSentence(sentence.start, sentence.end, shown, sentence.numbers, assessment)


def _assessed(
    sentence: MarkedSentence, shown: str, quotes: Sequence[str], paragraphs: Sequence[Paragraph]
) -> Assessment:
    """A table's row stands with its column heads; as drafted it says what the row says."""
    edited = not paragraphs or _is_written(sentence, paragraphs)
    if not edited and any(_is_row(shown, quote) for quote in quotes):
        return Assessment(Support.VERBATIM, 1.0)
    if quotes:
        return assess(shown, quotes)
    return Assessment(Support.UNCITED, 0.0, claims=_claims(shown))


def _claims(shown: str) -> bool:
    """Whether a person's line says something: a greeting, a sign-off or a name does not."""
    return shown.rstrip().endswith(ENDS) or len(shown.split()) > LONGEST_NAME


def _is_row(shown: str, quote: str) -> bool:
    """Whether a sentence is a row as the composer sets it: "Plan: Pro; Price: 5"."""
    cells = [" ".join(cell.split()) for cell in quote.split(CELL) if cell.strip()]
    parts = shown.split("; ") if len(cells) > 1 else []
    return len(parts) == len(cells) and all(
        part == cell or part.endswith(f": {cell}") for part, cell in zip(parts, cells, strict=True)
    )


def _is_written(sentence: MarkedSentence, paragraphs: Sequence[Paragraph]) -> bool:
    """Whether a person wrote it; greetings and other frame sentences claim nothing."""
    return any(
        paragraph.state is ParagraphState.EDITED
        and paragraph.start <= sentence.start < paragraph.end
        for paragraph in paragraphs
    )


def _changed(
    citations: Sequence[Citation], library: Library, index: SearchIndex | None
) -> Iterator[ChangedCitation]:
    for citation in citations:
        found = open_citation(citation, library, index).verification
        if not holds(found.verdict, citation.status):
            yield ChangedCitation(citation.marker, found.verdict, found.detail)


def _internal(
    citations: Sequence[Citation], internal: frozenset[str]
) -> Iterator[InternalCitation]:
    for citation in citations:
        if is_internal(citation, internal):
            what = "source" if citation.source in internal else "page"
            name = citation.source if citation.source in internal else citation.identity
            detail = f"The {what} {name} is for internal use."
            yield InternalCitation(citation.marker, citation.source, detail)


def verified(draft: ReplyDraft, library: Library, index: SearchIndex | None = None) -> ReplyDraft:
    """A kept draft with each citation's status as reading it back today says."""
    opened = (open_citation(citation, library, index) for citation in draft.citations)
    now = {item.citation.marker: _read_back(item) for item in opened}
    questions = tuple(
        replace(said, citations=tuple(now.get(c.marker, c) for c in said.citations))
        for said in draft.questions
    )
    return replace(draft, citations=tuple(now.values()), questions=questions)


def _read_back(opened: OpenedCitation) -> Citation:
    return replace(opened.citation, status=opened.verification.verdict)
