"""Anchors as the documentation's own links use them."""

from __future__ import annotations

import logging
import posixpath
from pathlib import Path

import pytest

from tests.ingest.trees import Corpus, corpus
from verbatim_desktop.domain.documents import BlockKind, Document, MarkKind

#: What was counted: pytest --log-cli-level=INFO shows it.
_log = logging.getLogger(__name__)


def anchors(document: Document) -> set[str]:
    listed = {anchor for section in document.sections for anchor in section.anchors}
    return listed | {b.anchor for b in document.blocks if b.kind is BlockKind.HEADING}


def linked(found: Corpus, document: Document, address: str) -> Document | None:
    """The page of the corpus that a link's address names."""
    if not address:
        return document
    if address.startswith("/"):
        route = address.removeprefix("/docs").strip("/")
        return found.documents.get(found.routes.by_route.get(route, ""))
    place = posixpath.normpath(posixpath.join(posixpath.dirname(document.path), address))
    places = (place, f"{place}.md", f"{place}/_index.md", f"{place}/index.md")
    return next((found.documents[path] for path in places if path in found.documents), None)


def links(found: Corpus) -> list[tuple[str, str, bool]]:
    """(page, target, whether it resolves) of every link to an anchor of the corpus's pages."""
    seen: list[tuple[str, str, bool]] = []
    for document in found.documents.values():
        targets = [m.target for b in document.blocks for m in b.marks if m.kind is MarkKind.LINK]
        for target in targets:
            address, _, anchor = target.partition("#")
            page = linked(found, document, address) if anchor and "://" not in target else None
            if page is not None:
                seen.append((document.path, target, anchor in anchors(page)))
    return seen


@pytest.mark.parametrize(
    ("name", "least"),
    [("nextjs-docs", 1_900), ("gitlab-docs/runner", 400), ("gitlab-docs/omnibus", 130)],
)
def test_links_to_anchors_resolve(shared: Path, name: str, least: int):
    seen = links(corpus(shared / "corpora" / name))
    broken = [link[:2] for link in seen if not link[2]]
    _log.info("%s", f"{name}: {len(seen) - len(broken)} of {len(seen)} resolve; broken: {broken}")
    assert len(seen) >= least
    assert len(broken) <= 0.01 * len(seen)


def test_links_that_break_in_the_old_gitlab_pages_name_no_heading(shared: Path):
    """The copy of 2017 links to headings it no longer has, or as another site slugs them."""
    found = corpus(shared / "corpora" / "gitlab-docs" / "gitlab")
    seen = links(found)
    letters = {
        "".join(filter(str.isalnum, b.text.lower()))
        for document in found.documents.values()
        for b in document.blocks
        if b.kind is BlockKind.HEADING
    }
    broken = [target for _, target, resolves in seen if not resolves]
    other_slugs = [
        t for t in broken if "".join(filter(str.isalnum, t.partition("#")[2])) in letters
    ]
    _log.info(
        "%s", f"{len(broken)} of {len(seen)} break, {len(other_slugs)} of them by another slug"
    )
    assert len(broken) <= 0.11 * len(seen)
