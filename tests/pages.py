"""Documents for tests of the rooms above the parser, written block by block.

The file of a page is its blocks' texts, parted by blank lines, so that spans read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    Flag,
    Mark,
    MarkKind,
    Run,
    Section,
    Sentence,
    SourceKind,
    Span,
)
from verbatim_desktop.domain.retrieval import (
    GroupStatistics,
    Query,
    Ranking,
    ScoreBreakdown,
    ScoredSection,
    SectionRef,
    Term,
    TermGroup,
    TermOrigin,
)
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.terms import analyse

BETWEEN = "\n\n"


def heading(text: str, level: int = 2) -> Block:
    slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    return Block(BlockKind.HEADING, text, level=level, anchor=slug)


def paragraph(text: str, *flags: Flag) -> Block:
    """`code` within the text becomes a mark, [link] a link."""
    plain, marks = "", []
    for piece in re.split(r"(`[^`]+`|\[[^\]]+\])", text):
        if piece[:1] in "`[" and len(piece) > 2:
            kind = MarkKind.CODE if piece[0] == "`" else MarkKind.LINK
            marks.append(Mark(kind, len(plain), len(plain) + len(piece) - 2))
            piece = piece[1:-1]
        plain += piece
    return Block(BlockKind.PARAGRAPH, plain, marks=tuple(marks), flags=flags)


def item(text: str, marker: str = "•", depth: int = 1) -> Block:
    return replace(paragraph(text), kind=BlockKind.LIST_ITEM, list_marker=marker, list_depth=depth)


def code(text: str, language: str = "") -> Block:
    return Block(BlockKind.CODE, text, language=language)


def rows(*cells: Sequence[str], table: int = 1) -> list[Block]:
    """A table; the first row is its head."""
    return [
        Block(
            BlockKind.TABLE_ROW,
            " | ".join(row),
            table=table,
            header=number == 0,
            cells=tuple(_cells(row)),
        )
        for number, row in enumerate(cells)
    ]


def _cells(row: Sequence[str]) -> Iterable[tuple[int, int]]:
    at = 0
    for cell in row:
        yield at, at + len(cell)
        at += len(cell) + 3


def page(path: str, *blocks: Block, source: str = "help", fingerprint: str = "one") -> Document:
    """A document whose sections open at its H2 headings."""
    placed, at = list[Block](), 0
    for block in blocks:
        run = Run(0, len(block.text), 0, at, at + len(block.text))
        placed.append(replace(block, runs=(run,)))
        at += len(block.text) + len(BETWEEN)
    title = next((b.text for b in blocks if b.kind is BlockKind.HEADING), path)
    return Document(
        source=source,
        kind=SourceKind.KB,
        path=path,
        route="",
        identity=f"{source}/{path}",
        title=title,
        fingerprint=fingerprint,
        files=(path,),
        file_hashes=(fingerprint,),
        blocks=tuple(placed),
        sentences=tuple(_sentences(blocks)),
        sections=tuple(_sections(title, blocks)),
    )


def spans_of(document: Document, sentence: Sentence) -> tuple[Span, ...]:
    """Of pages built here, whose blocks each have one run."""
    [run] = document.blocks[sentence.block].runs
    start = run.source_start
    return (Span(document.path, start + sentence.start, start + sentence.end),)


def _sentences(blocks: Sequence[Block]) -> Iterable[Sentence]:
    for index, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING:
            continue
        whole = block.kind is BlockKind.TABLE_ROW
        pattern = r".+" if whole or block.kind is BlockKind.CODE else r"\S.*?(?:[.!?:](?=\s)|$)"
        for found in re.finditer(pattern, block.text):
            yield Sentence(index, found.start(), found.end())


def _sections(title: str, blocks: Sequence[Block]) -> Iterable[Section]:
    opens = [i for i, b in enumerate(blocks) if b.kind is BlockKind.HEADING and b.level == 2]
    starts = opens if opens[:1] == [0] else [0, *opens]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(blocks)], strict=True)):
        head = blocks[start] if start in opens else None
        anchors = [b.anchor for b in blocks[start:end] if b.level >= 2 and b.anchor]
        yield Section(
            ordinal=number,
            anchor=head.anchor if head else "",
            anchors=tuple(anchors),
            heading_path=(title, head.text) if head and head.text != title else (title,),
            first_block=start,
            last_block=end,
        )


def ref(document_id: int, document: Document, section: Section) -> SectionRef:
    return SectionRef(
        document_id,
        section.ordinal,
        document.source,
        document.path,
        document.route,
        section.anchor,
        section.anchors,
        section.heading_path,
        section.first_block,
        section.last_block,
        document.url,
    )


def query(text: str) -> Query:
    """One group a word, as the real query has it, without synonyms and identifiers' parts."""
    stops = stop_words("en")
    groups: dict[str, TermGroup] = {}
    for token in analyse(text):
        if token.whole and token.stem not in groups:
            terms = dict.fromkeys((token.text, token.stem))
            typed = text[token.start : token.end]
            groups[token.stem] = TermGroup(
                typed,
                tuple(Term(term, TermOrigin.TYPED) for term in terms),
                stop=token.text in stops,
            )
    return Query(text, tuple(groups.values()))


def ranking(text: str, documents: Sequence[Document], scores: Sequence[int] = ()) -> Ranking:
    """All sections of some documents (rows 1, 2, …), by how many words of a question they hold.

    scores, where given, are those of the sections in document order.
    """
    asked = query(text)
    held: dict[tuple[int, int], set[str]] = {}
    places = [(row, d, s) for row, d in enumerate(documents, 1) for s in d.sections]
    for row, document, section in places:
        words = "\n".join([*section.heading_path, document.section_text(section)])
        held[row, section.ordinal] = {
            t for token in analyse(words) for t in (token.text, token.stem)
        }
    scored: list[ScoredSection] = []
    for number, (row, document, section) in enumerate(places):
        here = held[row, section.ordinal]
        matched = [g.typed for g in asked.groups if here & {t.text for t in g.terms}]
        missing = [g.typed for g in asked.groups if g.typed not in matched]
        score = scores[number] if scores else 1000 * len(matched)
        breakdown = ScoreBreakdown(frequency=score)
        scored.append(
            ScoredSection(ref(row, document, section), breakdown, tuple(matched), tuple(missing))
        )
    scored.sort(key=lambda result: (-result.score, result.section.order))
    counts = [
        sum(1 for words in held.values() if words & {t.text for t in group.terms})
        for group in asked.groups
    ]
    statistics = tuple(
        GroupStatistics(group, count, 0.1 if group.stop else 3.0)
        for group, count in zip(asked.groups, counts, strict=True)
    )
    return Ranking(
        asked,
        tuple(scored),
        statistics,
        attainable=1500 * len(asked.groups),
        matching=len(scored),
        total_sections=max(100, len(scored)),
        generation=1,
    )
