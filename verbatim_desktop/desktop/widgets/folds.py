"""The parts of a page that stand folded on it: closed details, tabs that are not chosen. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from verbatim_desktop.domain.documents import Block, Document


def folds_of(document: Document) -> tuple[range, ...]:
    """The blocks of each part. Two parts that touch are told apart by what encloses them."""
    folds: list[range] = []
    first: Block | None = None
    for at, block in enumerate(document.blocks):
        if not block.collapsed:
            first = None
        elif first is not None and block.context[: len(first.context)] == first.context:
            folds[-1] = range(folds[-1].start, at + 1)
        else:
            first = block
            folds.append(range(at, at + 1))
    return tuple(folds)


def fold_at(folds: Iterable[range], block: int) -> int | None:
    """The first block of the part that holds a block; None where it stands open."""
    return next((fold.start for fold in folds if block in fold), None)


def folds_with(document: Document, folds: Iterable[range], text: str) -> Collection[int]:
    """The parts in which a text stands, upper and lower case alike, by their first blocks."""
    wanted = text.casefold()
    return {
        fold.start
        for fold in folds
        if any(wanted in document.blocks[at].text.casefold() for at in fold)
    }
