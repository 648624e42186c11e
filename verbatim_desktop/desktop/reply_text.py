"""How a reply's Markdown looks while it is edited, and what in it is still to be settled. Pure.

The text stays as it is, character by character; only its look says what is strong, code, a
citation's marker or a placeholder. Positions count characters of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from verbatim_desktop.compose.markup import Outside, code_in, markers_in
from verbatim_desktop.compose.placeholders import placeholders_in, unresolved_in
from verbatim_desktop.domain.replies import DraftCheck, Paragraph, ParagraphState


class Role(StrEnum):
    """SYNTAX is what only Markdown needs; it is hidden where the cursor is not."""

    SYNTAX = "syntax"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    MARKER = "marker"
    LOOSE = "loose"
    PLACEHOLDER = "placeholder"
    FALLBACK = "fallback"  # a placeholder that is filled in by itself


@dataclass(frozen=True, slots=True)
class Styled:
    start: int
    end: int
    role: Role


_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*_\\])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\w*_])")
_ESCAPE = re.compile(r"\\(?=[\\`*_{}\[\]()>#+\-.!|~])")


def styled(text: str, known: Collection[int] = ()) -> list[Styled]:
    """Every stretch with a look of its own, in order. known: the markers that cite something."""
    code = code_in(text)
    outside = Outside(code)
    found = [part for start, end in code for part in _code(text, start, end)]
    for marker in markers_in(text, code):
        loose = any(number not in known for number in marker.numbers)
        found.append(Styled(marker.start, marker.end, Role.LOOSE if loose else Role.MARKER))
    open_places = {(item.start, item.end) for item in unresolved_in(text)}
    for place in placeholders_in(text):
        is_open = (place.start, place.end) in open_places
        role = Role.PLACEHOLDER if is_open else Role.FALLBACK
        found.append(Styled(place.start, place.end, role))
    for pattern, role in ((_STRONG, Role.STRONG), (_EMPHASIS, Role.EMPHASIS)):
        for match in pattern.finditer(text):
            if outside(match.start()) and outside(match.end() - 1) and "\n" not in match.group():
                found += _between(match, role)
    for match in _ESCAPE.finditer(text):
        if outside(match.start()):
            found.append(Styled(match.start(), match.end(), Role.SYNTAX))
    return sorted(found, key=lambda one: (one.start, one.end))


def _code(text: str, start: int, end: int) -> Iterator[Styled]:
    """Inline code without its backticks; a fence is shown with them."""
    written = text[start:end]
    ticks = len(written) - len(written.lstrip("`"))
    if "\n" in written or not ticks:
        yield Styled(start, end, Role.CODE)
        return
    yield Styled(start, start + ticks, Role.SYNTAX)
    yield Styled(start + ticks, end - ticks, Role.CODE)
    yield Styled(end - ticks, end, Role.SYNTAX)


def _between(match: re.Match[str], role: Role) -> Iterator[Styled]:
    width = len(match[1])
    yield Styled(match.start(), match.start() + width, Role.SYNTAX)
    yield Styled(match.start() + width, match.end() - width, role)
    yield Styled(match.end() - width, match.end(), Role.SYNTAX)


# --- What is to be settled -----------------------------------------------------------------------


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
        if item.state in words
    ]
    if check is not None:
        found += [
            ToSettle(one.start, one.end, why_not(one.assessment.lacking))
            for one in check.unsupported
        ]
        found += [ToSettle(m.start, m.end, f"{m.text} cites nothing.") for m in check.loose]
    return sorted(found, key=lambda one: (one.start, one.end))


def why_not(lacking: Sequence[object]) -> str:
    details = " ".join(getattr(one, "detail", "") for one in lacking)
    return f"Not supported by what it cites. {details}".strip()


def words_in(text: str) -> int:
    """How many words a person would count."""
    return len(re.findall(r"\w[\w'’.-]*", re.sub(r"\[\d{1,3}\]", "", text)))


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without some stretches, and without the blank lines they leave."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start].rstrip(" ") + text[end:]
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
