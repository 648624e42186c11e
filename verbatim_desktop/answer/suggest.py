"""Suggest sections worth opening beside the quoted ones: close runners-up, and the neighbours."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from verbatim_desktop.domain.answers import Evidence, Suggestion
from verbatim_desktop.domain.documents import Document, Section
from verbatim_desktop.domain.retrieval import ScoredSection, SectionRef

MOST = 4
MOST_RANKED = 2

#: What such a section holds is links to others, and nothing to read.
_LINKS = re.compile(
    r"\W*(?:related (?:articles?|topics?|pages?|links?|content|resources)|see also|next steps?|"
    r"what(?:['’]s| is) next|further reading|learn more|read more|more information|"
    r"additional resources|useful links|siehe auch|voir aussi|véase también|veja também|"
    r"vedi anche|zie ook|関連項目)\W*",
    re.IGNORECASE,
)

Key = tuple[int, int]


def suggest(
    ranked: Sequence[ScoredSection],
    best: Evidence | None,
    document: Document | None,
    quoted: Collection[Key],
) -> tuple[Suggestion, ...]:
    """Runners-up of other pages first, then what stands before and after the best section.

    quoted: (document_id, ordinal) of the sections that the answer quotes already.
    """
    found = [_of_ref(ref) for ref in _runners_up(ranked, quoted)]
    if best is not None and document is not None:
        home = best.ranked.section
        found += [
            _of_section(home, section)
            for section in _neighbours(document, home.ordinal)
            if (home.document_id, section.ordinal) not in quoted
        ]
    return tuple(dict.fromkeys(found))[:MOST]


def _runners_up(ranked: Sequence[ScoredSection], quoted: Collection[Key]) -> list[SectionRef]:
    """The best section of each page that is not quoted."""
    pages = {document for document, _ in quoted}
    found: list[SectionRef] = []
    for result in ranked:
        if len(found) == MOST_RANKED:
            break
        if result.section.document_id not in pages and _is_read(result.section):
            pages.add(result.section.document_id)
            found.append(result.section)
    return found


def _is_read(section: Section | SectionRef) -> bool:
    """Whether a section says something, by its heading."""
    return not (section.heading_path and _LINKS.fullmatch(section.heading_path[-1]))


def _neighbours(document: Document, ordinal: int) -> list[Section]:
    """The sections after and before one, other parts of the same one left out."""
    home = next(section for section in document.sections if section.ordinal == ordinal)
    others = [s for s in document.sections if s.anchor != home.anchor and _is_read(s)]
    after = [s for s in others if s.ordinal > ordinal]
    before = [s for s in others if s.ordinal < ordinal]
    return [*after[:1], *before[-1:]]


def _of_ref(ref: SectionRef) -> Suggestion:
    return Suggestion(_title(ref.heading_path), ref.source, ref.path, ref.route, ref.anchor)


def _of_section(home: SectionRef, section: Section) -> Suggestion:
    title = _title(section.heading_path)
    return Suggestion(title, home.source, home.path, home.route, section.anchor)


def _title(path: Sequence[str]) -> str:
    """Page and heading: a heading such as "Options" says nothing alone."""
    ends = [path[0], path[-1]] if len(path) > 1 and path[0] != path[-1] else list(path[:1])
    return " \u203a ".join(ends)
