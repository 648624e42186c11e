"""Which place of a page an anchor means, also where another site's renderer made the anchor.

The page's own anchors come first, as they are. Renderers differ in what they do with dots, slashes
and case (`#gitlab-ci-cd` for "GitLab CI/CD"), but they all keep letters and digits in their order:
where exactly one heading has those of the anchor, that heading is meant. Where several have them,
or none, the page has no such place.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from verbatim_desktop.domain.documents import BlockKind, Document

#: What every browser takes for the top of a page, whatever is on it.
TOP = "top"
_PREFIX = "user-content-"
#: Redcarpet slugs a heading's HTML, in which an apostrophe is "&#39;".
_ESCAPED = re.compile(r"-(?:39|quot|amp|lt|gt)-")


def anchor_on(document: Document, anchor: str) -> str | None:
    """The page's own name of the place; "" for its top, None where it has no such place."""
    own = own_anchors(document)
    wanted = unquote(anchor)
    for name in (anchor, wanted, wanted.removeprefix(_PREFIX)):
        if name in own:
            return name
    if not wanted or wanted.lower() == TOP:
        return ""
    return _alike(document, wanted.removeprefix(_PREFIX))


def block_at(document: Document, anchor: str) -> int | None:
    """The index of the block that an anchor leads to; None where the page has no such place.

    An id that no heading has leads to the start of its section.
    """
    own = anchor_on(document, anchor)
    if not own:
        return None if own is None else 0
    for index, block in enumerate(document.blocks):
        if block.kind is BlockKind.HEADING and block.anchor == own:
            return index
    return next(s.first_block for s in document.sections if own in s.anchors)


def own_anchors(document: Document) -> frozenset[str]:
    """The anchors of headings, and the ids that the page's elements have."""
    headings = (b.anchor for b in document.blocks if b.kind is BlockKind.HEADING)
    return frozenset(headings) | {a for section in document.sections for a in section.anchors}


def _alike(document: Document, wanted: str) -> str | None:
    """The anchor of the one heading with the same letters and digits."""
    for spelling in dict.fromkeys((wanted, _ESCAPED.sub("", wanted))):
        letters = _letters(spelling)
        fitting = [
            block.anchor
            for block in document.blocks
            if block.kind is BlockKind.HEADING
            and letters
            and letters in (_letters(block.text), _letters(block.anchor))
        ]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
