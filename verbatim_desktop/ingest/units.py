"""From drafts to what a document holds: anchored blocks and citable units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    MarkKind,
    Sentence,
)
from verbatim_desktop.ingest.loose_lines import cut_at_lines, lines_are_paragraphs
from verbatim_desktop.ingest.parse.drafts import Draft, unique
from verbatim_desktop.ingest.parse.front_matter import FrontMatter
from verbatim_desktop.text.sentences import split_sentences
from verbatim_desktop.text.slug import Slugger

_NO_PROSE = (BlockKind.HEADING, BlockKind.RULE, BlockKind.CODE, BlockKind.TABLE_ROW)
_LINE = re.compile(r"[^\n]+")


def finish_blocks(
    drafts: Sequence[Draft],
) -> tuple[tuple[Block, ...], tuple[tuple[str, ...], ...]]:
    """Blocks with their anchors given out, and the further anchors that stand in each."""
    slugger = Slugger()
    for draft in drafts:
        if draft.anchor:
            slugger.reserve(draft.anchor)
    for draft in drafts:
        if draft.kind is BlockKind.HEADING and not draft.anchor:
            draft.anchor = slugger.unique(draft.rendered.text)
    blocks = tuple(draft.block(_complete(draft)) for draft in drafts)
    return blocks, tuple(unique(draft.ids) for draft in drafts)


def _complete(draft: Draft) -> bool:
    """Whether anything of a block can be cited: nothing can where all of it has gaps."""
    return not draft.rendered.holes or any(_units(draft))


def citable_units(drafts: Sequence[Draft], blocks: Sequence[Block]) -> tuple[Sentence, ...]:
    """The sentences, list items, table rows and code lines of a page, in order."""
    loose = lines_are_paragraphs(d.rendered for d in drafts if d.kind not in _NO_PROSE)
    return tuple(
        Sentence(index, start, end)
        for index, (draft, _block) in enumerate(zip(drafts, blocks, strict=True))
        for start, end in _units(draft, loose)
    )


def _units(draft: Draft, loose: bool = False) -> Iterator[tuple[int, int]]:
    """loose: whether the lines of the page are paragraphs."""
    for start, end in _stretches(draft, loose):
        if not any(a < end and b > start for a, b in draft.rendered.holes):
            yield start, end


def _stretches(draft: Draft, loose: bool) -> Iterator[tuple[int, int]]:
    text = draft.rendered.text
    if draft.kind in (BlockKind.HEADING, BlockKind.RULE):
        return
    if draft.kind is BlockKind.CODE:
        yield from _lines(text)
    elif draft.kind is BlockKind.TABLE_ROW:
        if not draft.header and text.strip(" |"):
            yield 0, len(text)
    else:
        code = [(m.start, m.end) for m in draft.rendered.marks if m.kind is MarkKind.CODE]
        sentences = split_sentences(text, code)
        yield from cut_at_lines(draft.rendered, sentences, code) if loose else sentences


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for match in _LINE.finditer(text):
        line = match.group()
        if line.strip():
            lead = len(line) - len(line.lstrip())
            yield match.start() + lead, match.start() + len(line.rstrip())


def document_aliases(
    front: FrontMatter, described: str, shown: Callable[[str], str]
) -> tuple[str, ...]:
    """Index words of the whole page from its front matter."""
    words = [described, front.text("nav_title", "sidebar_label")]
    words += [front.text("shortTitle", "sidebarTitle"), *front.texts("keywords")]
    words += [*front.texts("tags"), *front.texts("topics")]
    return unique(shown(word) for word in words if word)
