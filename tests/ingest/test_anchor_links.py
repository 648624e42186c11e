"""Anchors as the documentation's own links use them."""

from __future__ import annotations

import logging
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.ingest.trees import Corpus, corpus
from verbatim_desktop.domain.documents import BlockKind, Document, MarkKind
from verbatim_desktop.text.anchors import anchor_on

#: What was counted: pytest --log-cli-level=INFO shows it.
_log = logging.getLogger(__name__)


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


@dataclass(frozen=True)
class AnchorLink:
    """A link to an anchor of a page of its corpus, and the place there, None where none is."""

    path: str
    target: str
    page: Document
    anchor: str
    source: str  # of the page's own file

    @property
    def place(self) -> str | None:
        return anchor_on(self.page, self.anchor)

    @property
    def is_dead(self) -> bool:
        """Whether nothing of that name is on the page, however it were written.

        No heading has the letters of the anchor and no element its id, not even in other case;
        a page without headings of its own (one that only points elsewhere) has none either.
        """
        letters = spelled(self.anchor)
        headings = [b for b in self.page.blocks if b.kind is BlockKind.HEADING]
        named = {spelled(name) for b in headings for name in (b.text, b.anchor)}
        ids = {spelled(anchor) for section in self.page.sections for anchor in section.anchors}
        written = {spelled(found[1]) for found in WRITTEN_ID.finditer(self.source)}
        return letters not in named | ids | written


#: Every form in which a file can give something an id: id="x", name='x', {#x}, {: #x}, [#x].
WRITTEN_ID = re.compile(r"""(?:\b(?:id|name)\s*=\s*["'{]*|\{:?\s*#|\[#)([\w.:-]+)""")


def spelled(anchor: str) -> str:
    return "".join(filter(str.isalnum, unquote(anchor).casefold()))


def links(found: Corpus) -> list[AnchorLink]:
    """Every link to an anchor of the corpus's pages."""
    seen: list[AnchorLink] = []
    for document in found.documents.values():
        targets = [m.target for b in document.blocks for m in b.marks if m.kind is MarkKind.LINK]
        for target in targets:
            address, _, anchor = target.partition("#")
            page = linked(found, document, address) if anchor and "://" not in target else None
            if page is not None:
                seen.append(
                    AnchorLink(document.path, target, page, anchor, found.tree.files[page.path])
                )
    return seen


CORPORA = {
    "nextjs-docs": 1_900,
    "gitlab-docs/runner": 400,
    "gitlab-docs/omnibus": 130,
    "gitlab-docs/gitlab": 1_000,
}


@pytest.mark.parametrize(("name", "least"), CORPORA.items())
def test_links_to_anchors_resolve_wherever_the_page_has_the_place(
    shared: Path, name: str, least: int
):
    seen = links(corpus(shared / "corpora" / name))
    broken = [link for link in seen if link.place is None]
    living = [link for link in broken if not link.is_dead]
    _log.info("%s", f"{name}: {len(seen) - len(broken)} of {len(seen)} resolve")
    for link in broken:
        why = "no such heading or id on the page" if link.is_dead else "not told apart"
        _log.info("%s", f"  {link.path}: {link.target} in {link.page.path}: {why}")
    assert len(seen) >= least
    assert len(living) <= 0.01 * len(seen)


def test_of_the_links_that_name_a_place_all_but_one_in_a_thousand_resolve(shared: Path):
    """Over both corpora; a link that names nothing on its page is dead in the docs themselves."""
    every = [link for name in CORPORA for link in links(corpus(shared / "corpora" / name))]
    dead = [link for link in every if link.place is None and link.is_dead]
    resolved = [link for link in every if link.place is not None]
    _log.info("%s", f"{len(resolved)} of {len(every)} resolve, {len(dead)} are dead")
    assert len(resolved) >= 0.999 * (len(every) - len(dead))
    assert len(dead) <= 0.03 * len(every)
