"""What in a reply's text is still to be settled before it is sent. Pure.

Positions count characters of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.compose.markup import markers_behind
from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.domain.replies import Paragraph, ParagraphState
from verbatim_desktop.domain.reply_checks import DraftCheck


@dataclass(frozen=True, slots=True)
class ToSettle:
    """One thing to look at before sending. select: what is typed next takes its place."""

    start: int
    end: int
    words: str
    select: bool = False


def runs(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Paragraphs of one state and one question that follow each other, as one."""
    found: list[Paragraph] = []
    for one in paragraphs:
        last = found[-1] if found else None
        if last and (last.state, last.question) == (one.state, one.question):
            found[-1] = replace(last, end=one.end)
        else:
            found.append(one)
    return found


def marked_runs(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """The same for marks: what is not answered stands together, whichever question it is."""
    open_alike = (
        replace(one, question=-1) if one.state is ParagraphState.UNANSWERED else one
        for one in paragraphs
    )
    return runs(list(open_alike))


UNCERTAIN = "Uncertain: compare it with its source."
UNANSWERED = "Not answered by the library."


def to_settle(
    text: str, paragraphs: Sequence[Paragraph], check: DraftCheck | None
) -> list[ToSettle]:
    """Placeholders, uncertain paragraphs, unsupported sentences and loose markers, in order."""
    found = [
        ToSettle(item.start, item.end, f"{{{{{item.name}}}}} has no value.", select=True)
        for item in unresolved_in(text)
    ]
    words = {ParagraphState.UNCERTAIN: UNCERTAIN, ParagraphState.UNANSWERED: UNANSWERED}
    found += [
        ToSettle(item.start, item.end, words[item.state])
        for item in runs(paragraphs)
        if item.state in words and not _introduces(item)
    ]
    if check is not None:
        found += [
            ToSettle(one.start, one.end, why_not(one.assessment.lacking))
            for one in check.unsupported
        ]
        found += [ToSettle(m.start, m.end, f"{m.text} cites nothing.") for m in check.loose]
    return sorted(found, key=lambda one: (one.start, one.end))


def _introduces(item: Paragraph) -> bool:
    """Whether a paragraph only says that what stands below it is not answered."""
    return item.state is ParagraphState.UNANSWERED and item.question < 0


def why_not(lacking: Sequence[object]) -> str:
    details = " ".join(getattr(one, "detail", "") for one in lacking)
    return f"Not supported by what it cites. {details}".strip()


def words_in(text: str) -> int:
    """How many words a person would count."""
    return len(re.findall(r"\w[\w'’.-]*", re.sub(r"\[\d{1,3}\]", "", text)))


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without some stretches and their markers, and without the blank lines they leave."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start].rstrip(" ") + text[markers_behind(text, end) :]
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def marked_stretches(paragraphs: Sequence[Paragraph], check: DraftCheck) -> list[tuple[int, int]]:
    """Paragraphs and sentences that are marked as uncertain or not supported."""
    unsure = [(p.start, p.end) for p in paragraphs if p.state is ParagraphState.UNCERTAIN]
    others = [
        (one.start, one.end)
        for one in check.unsupported
        if not any(start <= one.start < end for start, end in unsure)
    ]
    return [*unsure, *others]


_ITEM = re.compile(r"[ \t]*(?:[-*]|\d+\.)[ \t]+")


def left_out(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch to take out so that nothing of a sentence is left: no marker, no second space,
    no empty item, no blank line more than stood there.
    """
    end = markers_behind(text, end)
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    before, after = text[first:start], text[end:last]
    begins = not before.strip() or bool(_ITEM.fullmatch(before))
    if after.strip() or not begins:
        spaces = len(after) - len(after.lstrip(" "))
        return (start, end + spaces) if begins else (len(text[:start].rstrip(" ")), end)
    above = first - len(text[:first].rstrip("\n"))
    below = len(text) - last - len(text[last:].lstrip("\n"))
    if above == first:
        return 0, last + below
    if last + below == len(text):
        return first - above, len(text)
    return first, last + min(above, below)
