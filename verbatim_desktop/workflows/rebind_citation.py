"""Bind a drifted citation anew: to the same sentence elsewhere, or to the nearest that is left.

What it was bound to before is kept beside it, so that binding can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches

from verbatim_desktop.cite.fragment import deep_link
from verbatim_desktop.cite.resolve import read_at
from verbatim_desktop.cite.verify import nearest
from verbatim_desktop.domain.answers import Citation, OpenedCitation
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.drift import Drift, KeptCitation, Rebinding
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable, UsageError
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.ports import Clock, Kept, Library, SearchIndex
from verbatim_desktop.text.nearest import by_beginning
from verbatim_desktop.text.passages import Place, places
from verbatim_desktop.text.spans import spans_between
from verbatim_desktop.workflows.find_passage import pages_with
from verbatim_desktop.workflows.kept_citations import bind, kept_citations
from verbatim_desktop.workflows.search_sections import search_sections

REBOUND = "rebound"
LOOKED_AT = 5  # sections that may hold the sentence after an edit and a move


def propose(
    opened: OpenedCitation, library: Library, index: SearchIndex, clock: Clock
) -> Citation | None:
    """What a citation that does not stand any more would be bound to; None where nothing fits.

    The same sentence first, on its page and then on others; then the nearest one, likewise.
    """
    found = _to_bind_to(opened, library, index, clock)
    return bound(opened.citation, *found) if found else None


def propose_link(
    opened: OpenedCitation, library: Library, index: SearchIndex, clock: Clock
) -> Citation | None:
    """The same for a link of a file, which has its passage and nothing else: where a page repeats
    that, the longer passage which stands once. None where that would change nothing.
    """
    found = _to_bind_to(opened, library, index, clock)
    if not found:
        return None
    document, place = found
    after = bound(opened.citation, document, place)
    if after.within:
        [place] = places(document.blocks, after.within)
        after = bound(opened.citation, document, place)
    before = opened.citation
    return None if (after.target, after.quote) == (before.target, before.quote) else after


def _to_bind_to(
    opened: OpenedCitation, library: Library, index: SearchIndex, clock: Clock
) -> tuple[Document, Place] | None:
    citation, document = opened.citation, opened.document
    if document and (place := _same(document, citation)):
        return document, place
    others = pages_with(citation.quote, library, index, opened.document_id)
    for other in others:
        if place := _same(other, citation):
            return other, place
    if document and (place := _nearest(document, citation)):
        return document, place
    for other in _likely(citation, library, index, clock):
        if place := _nearest(other, citation):
            return other, place
    return None


def bound(citation: Citation, document: Document, place: Place) -> Citation:
    """The citation of another place, which remembers what it quoted first."""
    anchor = document.anchor_above(place.block)
    quote = document.blocks[place.block].text[place.start : place.end]
    status, within = read_at(document, quote, place)
    return replace(
        citation,
        source=document.source,
        path=document.path,
        route=document.route,
        identity=document.identity,
        fingerprint=document.fingerprint,
        anchor=anchor,
        heading_path=document.section_of_block(place.block).heading_path,
        quote=quote,
        spans=spans_between(document, place.block, place.start, place.end),
        url=deep_link(document, place.block, place.start, place.end).url,
        status=status,
        rebound=citation.rebound or citation.quote,
        within=within,
    )


def _same(document: Document, citation: Citation) -> Place | None:
    """The very passage; under its old heading where it stands several times."""
    found = [
        place
        for place in places(document.blocks, citation.quote)
        if document.blocks[place.block].citable
    ]
    under = [place for place in found if document.anchor_above(place.block) == citation.anchor]
    return next(iter(under or found), None)


def _nearest(document: Document, citation: Citation) -> Place | None:
    number = nearest(document, citation.quote)
    if number is None:
        return None
    sentence = document.sentences[number]
    return Place(sentence.block, sentence.start, sentence.end)


def _likely(
    citation: Citation, library: Library, index: SearchIndex, clock: Clock
) -> Iterator[Document]:
    """Other pages whose sections share most with the sentence, best first."""
    try:
        ranking = search_sections(citation.quote, library, index, clock, limit=LOOKED_AT)
    except QuestionUnusable:
        return
    for row in dict.fromkeys(scored.section.document_id for scored in ranking.results):
        yield library.document(row)


def near_heading(document: Document, anchor: str) -> str | None:
    """The heading of a page whose anchor reads most like one that is gone."""
    anchors = [block.anchor for block in document.blocks if block.anchor]
    return next(iter(get_close_matches(anchor, anchors, n=1)), None)


# --- Binding and undoing -------------------------------------------------------------------------


def rebind(
    drifts: Sequence[Drift], ids: Sequence[str], library: Library, clock: Clock
) -> tuple[Rebinding, ...]:
    """Bind these citations to what is proposed for them; all of them or none.

    Raises NotFound for an id that has not drifted, UsageError where nothing is proposed.
    """
    by_id = {drift.id: drift for drift in drifts}
    named = (by_beginning(id_, by_id, "citations") for id_ in ids)
    chosen = [_chosen(by_id, id_) for id_ in dict.fromkeys(named)]
    bound: list[tuple[KeptCitation, Kept | None]] = []  # with what was noted of it before
    done: list[Rebinding] = []
    try:
        for drift, after in chosen:
            earlier = library.kept_as(REBOUND, drift.id)
            done.append(_rebind(drift.kept, after, library, clock))
            bound.append((drift.kept, earlier))
    except UsageError:  # a file that was edited since, say
        for kept, earlier in reversed(bound):
            _take_back(kept, earlier, library)
        raise
    return tuple(done)


def _take_back(kept: KeptCitation, earlier: Kept | None, library: Library) -> None:
    bind(library, kept, kept.citation)
    if earlier:
        library.keep(REBOUND, kept.id, earlier.value)
    else:
        library.drop(REBOUND, kept.id)


def _chosen(by_id: dict[str, Drift], id_: str) -> tuple[Drift, Citation]:
    if id_ not in by_id:
        raise NotFound(f"No citation {id_} has drifted. `verbatim drift` lists those that have.")
    drift = by_id[id_]
    if drift.proposed is None:
        raise UsageError(f"There is nothing in the library that {id_} could be bound to.")
    return drift, drift.proposed


def _rebind(kept: KeptCitation, after: Citation, library: Library, clock: Clock) -> Rebinding:
    earlier = library.kept_as(REBOUND, kept.id)
    first = from_plain(Rebinding, earlier.value).before if earlier else kept.citation
    done = Rebinding(kept.id, kept.origin, kept.owner, kept.key, first, after, clock.now())
    library.keep(REBOUND, kept.id, to_plain(done))  # first: what is bound can always be undone
    try:
        bind(library, kept, after)
    except UsageError:
        if not earlier:
            library.drop(REBOUND, kept.id)
        raise
    return done


def undo(ids: Sequence[str], library: Library) -> tuple[Rebinding, ...]:
    """Put citations back as they were first. Raises NotFound, and then nothing is changed."""
    kept = {item.id: item for item in kept_citations(library)}
    bound = [record.id for record in rebindings(library)]
    named = (by_beginning(id_, bound, "citations") for id_ in ids)
    chosen = [_undoable(id_, kept, library) for id_ in dict.fromkeys(named)]
    for record, item in chosen:
        bind(library, item, record.before)
        library.drop(REBOUND, record.id)
    return tuple(record for record, _ in chosen)


def _undoable(
    id_: str, kept: dict[str, KeptCitation], library: Library
) -> tuple[Rebinding, KeptCitation]:
    stored = library.kept_as(REBOUND, id_)
    if stored is None:
        raise NotFound(f"No citation {id_} was bound anew.")
    record = from_plain(Rebinding, stored.value)
    item = kept.get(id_)
    if item is None or _said(item.citation) != _said(record.after):
        raise NotFound(f"What was bound anew as {id_} has been changed or dropped since.")
    return record, item


def _said(citation: Citation) -> tuple[str, str]:
    return citation.target, citation.quote


def rebindings(library: Library) -> tuple[Rebinding, ...]:
    """Every citation that was bound anew, the last first."""
    return tuple(from_plain(Rebinding, kept.value) for kept in library.kept(REBOUND))
