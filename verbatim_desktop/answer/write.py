"""Set quoted passages as an answer: paragraphs, lists, rows and code, each with its marker.

The text is marked as text/inline.py says: code and bold stand as they do on their page. The claims
are the quotes themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from verbatim_desktop.answer.extract import Form, Passage
from verbatim_desktop.domain.answers import Claim, Support
from verbatim_desktop.domain.documents import Mark
from verbatim_desktop.text import inline

CELL = " | "  # how cells are joined in a row's text

Show = Callable[[str, Sequence[Mark]], str]

_CUT = re.compile(r"\s*:$")

_BOXES = frozenset(
    {"note", "tip", "warning", "important", "caution", "danger", "info", "good to know", "hint"}
)


def write(passages: Sequence[Passage]) -> tuple[str, tuple[Claim, ...]]:
    """The answer's text and its claims; passage n carries marker n, counted from 1."""
    text = ""
    for number, passage in enumerate(passages, 1):
        before = passages[number - 2] if number > 1 else None
        text += _gap(before, passage) + _label(before, passage) + f"{_shown(passage)} [{number}]"
    claims = tuple(
        Claim(passage.sentence.quote, (number,), Support.VERBATIM)
        for number, passage in enumerate(passages, 1)
    )
    return text, claims


def _gap(before: Passage | None, passage: Passage) -> str:
    if before is None:
        return ""
    if before.evidence != passage.evidence or passage.label:
        return "\n\n"
    listed = (Form.ITEM, Form.STEP, Form.ROW, Form.CODE)
    if passage.form in listed or before.form in (Form.ROW, Form.CODE):
        return "\n"
    ends = before.form in listed and before.sentence.block != passage.sentence.block
    return "\n" if ends else " "


def _label(before: Passage | None, passage: Passage) -> str:
    """What introduces a passage: its own label, or the tab of a step or item, as "mobile:"."""
    if passage.label:
        return f"{passage.label} "
    if passage.form not in (Form.STEP, Form.ITEM):
        return ""
    tab = _tab(passage)
    same = before is not None and before.evidence == passage.evidence and _tab(before) == tab
    return f"{tab}:\n" if tab and not same else ""


def _tab(passage: Passage) -> str:
    """What a part of a page is for; a box such as "Tip" is no part of its own."""
    names = [name for name in passage.sentence.context if name.casefold() not in _BOXES]
    return ", ".join(names)


def _shown(passage: Passage) -> str:
    if passage.form is Form.CODE:
        text = " ".join(passage.sentence.quote.split())
        return f"`{text}`" if "`" not in text else text
    if passage.form is Form.ROW:
        return f"- {row_text(passage, inline.marked)}"
    text = set_text(passage, inline.marked)
    if passage.form is Form.STEP:
        return f"{passage.number} {text}"
    return f"- {text}" if passage.form is Form.ITEM else text


def set_text(passage: Passage, show: Show) -> str:
    """A sentence as show sets it; a colon that nothing follows becomes a full stop, and empty
    parentheses, where its page has an icon without words, are left out.
    """
    quote, marks = passage.sentence.quote, passage.sentence.marks
    if passage.cut:
        quote = _CUT.sub(".", quote.rstrip())
    return inline.without_empty(show(quote, marks))


def _unmarked(text: str, _marks: Sequence[Mark]) -> str:
    return text.strip()


def row_text(passage: Passage, show: Show = _unmarked) -> str:
    """A row's cells, each behind the head of its column. show: how a cell's text is set."""
    cells = [show(text, marks) for text, marks in _cells(passage)]
    heads = [show(head, ()) for head in passage.heads]
    if len(heads) != len(cells):
        return "; ".join(cell for cell in cells if any(map(str.isalnum, cell)))
    return "; ".join(
        f"{head}: {cell}" if head else cell for head, cell in zip(heads, cells, strict=True) if cell
    )


def _cells(passage: Passage) -> list[tuple[str, tuple[Mark, ...]]]:
    """The text of each cell with its own marks."""
    found: list[tuple[str, tuple[Mark, ...]]] = []
    at = 0
    for cell in passage.sentence.quote.split(CELL):
        found.append((cell, inline.shifted(passage.sentence.marks, at, at + len(cell))))
        at += len(cell) + len(CELL)
    return found
