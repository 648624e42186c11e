"""Give the sections of a library vectors, as far as they have none, and keep what was made.

What one run did is kept even where it is stopped; the next goes on from there. An ingest makes no
vectors by itself: sections without one are found by their words alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.domain.meaning import MeaningSettings
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.ports import (
    Embedder,
    Library,
    Progress,
    SectionText,
    SectionVectors,
    Vectors,
    VectorStore,
    no_progress,
)

SETTING = "meaning"
AT_ONCE = 32  # sections between two commits and two words of progress

Made = dict[tuple[int, int], Vectors]


def settings_of(library: Library) -> MeaningSettings:
    """What the workspace has chosen; off where nothing was."""
    kept = library.setting(SETTING)
    return from_plain(MeaningSettings, json.loads(kept)) if kept else MeaningSettings()


def save_settings(settings: MeaningSettings, library: Library) -> None:
    library.save_setting(SETTING, json.dumps(to_plain(settings)))


def embed_library(
    library: Library, embedder: Embedder, store: VectorStore, progress: Progress = no_progress
) -> int:
    """Embed what has no vector yet; how many sections have one afterwards.

    Raises Cancelled from progress; what was made till then is kept.
    """
    model = embedder.model.identity
    live = library.live_documents(library.generation())
    made = _held(store.placed(model), live)
    missing = sorted(live - {document for document, _ in made})
    try:
        _make(library, missing, embedder, store, made, progress)
    finally:
        _place(model, made, store)
    store.prune(model, {content_of(one) for one in library.section_texts(live)})
    return len(made)


def embedded(model: str, library: Library, store: VectorStore) -> int:
    """How many sections of the published generation have a vector."""
    return len(_held(store.placed(model), library.live_documents(library.generation())))


def _held(placed: SectionVectors | None, live: frozenset[int]) -> Made:
    if placed is None:
        return {}
    return {
        (int(document), int(ordinal)): vector
        for (document, ordinal), vector in zip(placed.keys, placed.vectors, strict=True)
        if int(document) in live
    }


def _make(
    library: Library,
    missing: Sequence[int],
    embedder: Embedder,
    store: VectorStore,
    made: Made,
    progress: Progress,
) -> None:
    texts = list(library.section_texts(missing))
    for start, some in _batches(texts):
        progress(IngestProgress("embedding", start, len(texts), some[0].ref.path))
        hashes = {_key(one): content_of(one) for one in some}
        known = dict(store.known(embedder.model.identity, sorted(set(hashes.values()))))
        fresh: dict[str, Vectors] = {}
        for one in some:
            content = hashes[_key(one)]
            if content not in known:
                known[content] = fresh[content] = embedder.document(text_of(one))
            made[_key(one)] = known[content]
        store.keep(embedder.model.identity, fresh)
    with suppress(Cancelled):  # too late: all of it is made
        progress(IngestProgress("embedding", len(texts), len(texts)))


def _batches(texts: Sequence[SectionText]) -> Iterator[tuple[int, Sequence[SectionText]]]:
    for start in range(0, len(texts), AT_ONCE):
        yield start, texts[start : start + AT_ONCE]


def _key(one: SectionText) -> tuple[int, int]:
    return one.ref.document_id, one.ref.ordinal


def text_of(one: SectionText) -> str:
    """What is embedded of a section: its headings and its text."""
    return f"{one.heading}\n{one.body}"


def content_of(one: SectionText) -> str:
    return hashlib.sha256(text_of(one).encode("utf-8", "surrogatepass")).hexdigest()


def _place(model: str, made: Made, store: VectorStore) -> None:
    if not made:
        return
    ordered = sorted(made)
    store.place(
        model,
        SectionVectors(
            np.array(ordered, np.int64).reshape(-1, 2), np.stack([made[key] for key in ordered])
        ),
    )
