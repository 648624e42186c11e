"""Look for a product's name as the library writes it: "NextJs", "nextjs" and "Next.js" are one.

Only names of products, and only where the library writes them more often with or without the dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verbatim_desktop.domain.retrieval import Term, TermGroup, TermOrigin
from verbatim_desktop.ports import Postings
from verbatim_desktop.text.products import Name, name_of

#: What stands behind the dot of a product's name.
ENDINGS = ("js", "io", "ai", "net")


def spelled(group: TermGroup, postings: Postings) -> TermGroup:
    """A group with the name as the library writes it; the group itself where that is as typed."""
    typed = group.terms[0]
    if group.stop or typed.origin is not TermOrigin.TYPED or name_of(typed.text) is Name.NONE:
        return group
    others = list(_spellings(typed.text))
    often = {other: postings.holding("body", other) for other in others}
    other = max(others, key=lambda spelling: often[spelling], default="")
    if not other or often[other] <= postings.holding("body", typed.text):
        return group
    return replace(group, terms=(*group.terms, Term(other, TermOrigin.TYPO)))


def _spellings(name: str) -> Iterator[str]:
    stem, _, ending = name.partition(".")
    if stem and ending in ENDINGS:
        yield stem + ending
    for ending in ENDINGS:
        stem = name.removesuffix(ending)
        if stem and stem != name and "." not in name:
            yield f"{stem}.{ending}"
