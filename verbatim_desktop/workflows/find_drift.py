"""Find kept citations whose sentence moved, changed or vanished.

A page is read only where its fingerprint is another than when the citation was made, or was last
seen to hold; what held is noted, so that each edit is paid for once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache

from verbatim_desktop.cite.verify import under
from verbatim_desktop.domain.answers import OpenedCitation, Verdict, Verification, holds
from verbatim_desktop.domain.documents import Document, DocumentSummary
from verbatim_desktop.domain.drift import Drift, DriftList, DriftOrigin, KeptCitation
from verbatim_desktop.domain.errors import LibraryError, NotFound
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.passages import places
from verbatim_desktop.workflows.kept_citations import kept_citations
from verbatim_desktop.workflows.open_citation import open_citation
from verbatim_desktop.workflows.rebind_citation import near_heading, propose, propose_link

SEEN = "drift"
SEEN_AS = "held"
#: Citations that a person keeps although they drifted, by id: the page as it was then.
KEPT_AS_IS = "drift_kept"
AT_HAND = 4  # pages, the last ones that were read
#: What a citation was said to be that stands, or once stood, as it is cited.
STOOD = frozenset({Verdict.VERIFIED, Verdict.AMBIGUOUS, Verdict.STALE})


def find_drift(library: Library, index: SearchIndex, clock: Clock) -> tuple[Drift, ...]:
    """Every drifted citation with its old text, its new text, and what it could be bound to.

    By the page they cite, the newest answers first.
    """
    return list_drift(library, index, clock).drifted


def list_drift(library: Library, index: SearchIndex, clock: Clock) -> DriftList:
    """The same, and how many kept citations stand as they are cited."""
    well: list[str] = []
    found = tuple(
        _golden(kept, opened, library)
        if kept.origin is DriftOrigin.GOLDEN
        else _drift(kept, opened, library, index, clock)
        for kept, opened in _drifted(library, index, well)
    )
    return DriftList(found, len(well))


def count_drift(library: Library, index: SearchIndex) -> int:
    """How many citations have drifted; quicker than finding what they could be bound to."""
    return sum(1 for _ in _drifted(library, index, []))


def _drifted(
    library: Library, index: SearchIndex, well: list[str]
) -> Iterator[tuple[KeptCitation, OpenedCitation]]:
    """well: takes the ids of those that stand as they are cited."""
    pages = _Pages(library)
    held = _read_held(library)
    as_is = {one.name: one.value for one in library.kept(KEPT_AS_IS)}
    now: dict[str, str] = {}
    # Page by page, so that each is read once.
    for kept in sorted(kept_citations(library), key=lambda kept: kept.citation.identity):
        fingerprint = pages.fingerprint(kept)
        known = fingerprint and fingerprint in (kept.citation.fingerprint, held.get(kept.id))
        if known:
            stands = holds(kept.citation.status)
        elif not (stands := pages.still_hold(kept)):
            opened = pages.open(kept, index)
            stands = holds(opened.verification.verdict, kept.citation.status)
            if not _as_kept(opened.verification.verdict, kept.citation.status):
                if as_is.get(kept.id) != fingerprint:
                    yield kept, opened
                continue
        well += [kept.id] if stands else []
        if fingerprint and fingerprint != kept.citation.fingerprint:
            now[kept.id] = fingerprint
    if now != held:
        with suppress(LibraryError):  # a note to be quicker next time; nothing rests on it
            library.keep(SEEN, SEEN_AS, now)


def keep_as_is(ids: Collection[str], library: Library) -> None:
    """List these no more, until the page they cite changes again. Raises NotFound."""
    pages = _Pages(library)
    found = {kept.id: kept for kept in kept_citations(library) if kept.id in ids}
    if missing := sorted(set(ids) - set(found)):
        raise NotFound(f"No citation is kept as {missing[0]}.")
    for kept in found.values():
        library.keep(KEPT_AS_IS, kept.id, pages.fingerprint(kept))


def list_again(ids: Collection[str], library: Library) -> None:
    """List again what was kept as it is."""
    for one in ids:
        library.drop(KEPT_AS_IS, one)


def _read_held(library: Library) -> dict[str, str]:
    stored = library.kept_as(SEEN, SEEN_AS)
    return dict(stored.value) if stored else {}


def _as_kept(now: Verdict, then: Verdict) -> bool:
    """A macro's link that failed its check never stood, so it has not drifted either, whatever its
    page says now; one that was stale when it was checked again goes on being drifted.
    """
    return then not in STOOD or holds(now, then)


class _Pages:
    """The pages of the library by every name that a kept citation may use."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._document = lru_cache(AT_HAND)(self._read)

    @cached_property
    def _now(self) -> tuple[DocumentSummary, ...]:
        """Read when the first kept citation asks: where none is kept, nothing is read."""
        return self._library.documents()

    @cached_property
    def _named(self) -> dict[str, str]:
        return {page.identity: page.fingerprint for page in self._now}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {page.identity: page.id for page in self._now}

    @cached_property
    def _by_row(self) -> dict[int, str]:
        return {page.id: page.fingerprint for page in self._now}

    @cached_property
    def _by_path(self) -> dict[str, list[DocumentSummary]]:
        found: dict[str, list[DocumentSummary]] = {}
        for page in self._now:
            for name in (page.path, f"{page.source}/{page.path}"):
                found.setdefault(name, []).append(page)
        return found

    def fingerprint(self, kept: KeptCitation) -> str:
        """The fingerprint of the cited page as it is now; "" where it is gone."""
        name = kept.citation.identity
        if kept.origin is DriftOrigin.GOLDEN:
            return "+".join(page.fingerprint for page in self._by_path.get(name, ()))
        if name not in self._named:
            try:
                self._named[name] = self._by_row[self._library.document_named(name)]
            except NotFound:
                self._named[name] = ""
        return self._named[name]

    def still_hold(self, kept: KeptCitation) -> bool:
        """Whether the page plainly says what was cited, as often as it did; else it is to be read
        back. Most pages that changed do, so this is what an edit costs.
        """
        cited = kept.citation
        if kept.origin is DriftOrigin.GOLDEN or not self.fingerprint(kept):
            return False
        document = self._document(cited.identity)
        found = places(document.blocks, cited.quote)
        if len(found) != 1:
            return len(found) > 1 and holds(Verdict.AMBIGUOUS, cited.status)
        [place] = found
        return document.blocks[place.block].citable and under(document, cited.anchor, place.block)

    def _read(self, identity: str) -> Document:
        row = self._rows.get(identity) or self._library.document_named(identity)
        return self._library.document(row)

    def open(self, kept: KeptCitation, index: SearchIndex) -> OpenedCitation:
        """Read a kept citation back."""
        if kept.origin is DriftOrigin.GOLDEN:
            return self._open_golden(kept)
        return open_citation(kept.citation, self._library, index)

    def _open_golden(self, kept: KeptCitation) -> OpenedCitation:
        """Whether one of the pages that a golden question names has its heading."""
        citation = kept.citation
        pages = [
            self._library.document(page.id) for page in self._by_path.get(citation.identity, ())
        ]
        for page in pages:
            if not citation.anchor or any(b.anchor == citation.anchor for b in page.blocks):
                found = Verification(Verdict.VERIFIED, "The page has this heading.")
                return OpenedCitation(citation, found, page)
        if not pages:
            gone = Verification(Verdict.ABSENT, "The page is not in this library.")
            return OpenedCitation(citation, gone, None)
        gone = Verification(Verdict.ABSENT, f"The page has no heading #{citation.anchor}.")
        return OpenedCitation(citation, gone, pages[0])


def _drift(
    kept: KeptCitation,
    opened: OpenedCitation,
    library: Library,
    index: SearchIndex,
    clock: Clock,
) -> Drift:
    proposing = propose_link if kept.origin is DriftOrigin.MACRO else propose
    proposed = proposing(opened, library, index, clock)
    return Drift(
        kept=kept,
        verdict=opened.verification.verdict,
        detail=opened.verification.detail,
        target=kept.citation.target,
        old_text=kept.citation.quote,
        new_text=proposed.quote if proposed else "",
        new_target=proposed.target if proposed else "",
        proposed=proposed,
    )


def _golden(kept: KeptCitation, opened: OpenedCitation, library: Library) -> Drift:
    """A golden question's page or heading that is gone: the heading or file most like it."""
    citation, page = kept.citation, opened.document
    proposed = None
    if page:
        anchor = near_heading(page, citation.anchor)
        proposed = replace(citation, anchor=anchor) if anchor else None
    else:
        name = citation.identity.rpartition("/")[2]
        moved = [page for page in library.documents() if page.path.rpartition("/")[2] == name]
        if len(moved) == 1:
            proposed = replace(citation, identity=f"{moved[0].source}/{moved[0].path}")
    return Drift(
        kept=kept,
        verdict=opened.verification.verdict,
        detail=opened.verification.detail,
        target=citation.target,
        old_text=citation.target,
        new_text=proposed.target if proposed else "",
        new_target=proposed.target if proposed else "",
        proposed=proposed,
    )
