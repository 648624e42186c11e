"""The index folder of a workspace: built beside the published one, verified, opened, replaced.

A folder is never changed once its manifest is published. The next one takes over what is still good
by hard links, so that one edited page costs one small segment.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import log
from pathlib import Path

import numpy as np
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, FileIndex

from verbatim_desktop.adapters.search import manifest as manifests
from verbatim_desktop.adapters.search.codec import (
    CODEC_VERSION,
    DICTIONARY,
    POSTINGS,
    PackedCodec,
    PackedSegment,
    schema,
)
from verbatim_desktop.adapters.search.folders import folder_name
from verbatim_desktop.adapters.search.layout import PackedFile
from verbatim_desktop.adapters.search.reader import PackedPostings
from verbatim_desktop.adapters.search.writer import SEGMENT_WORDS, SegmentBuilder
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import LibraryBusy, StorageFull
from verbatim_desktop.ports import (
    IndexManifest,
    Library,
    Meaning,
    Progress,
    SectionText,
    no_progress,
)
from verbatim_desktop.text.terms import ANALYSER_VERSION

FORMAT = 1000 * CODEC_VERSION + ANALYSER_VERSION
INDEX_NAME = "MAIN"
#: Segments of like size are joined once there are this many of them; each size is this many
#: times the one below.
FANOUT = 8
#: A segment of which less than this share is alive is written anew.
LEAST_ALIVE = 0.5


@dataclass(frozen=True, slots=True)
class _Held:
    """A segment of the published folder and what of it a new generation still shows."""

    segment: PackedSegment
    document_ids: np.ndarray
    alive: frozenset[int]
    sections: int

    @property
    def tier(self) -> int:
        return int(log(max(self.sections, 1), FANOUT))


class WhooshIndex:
    """Implements ports.SearchIndex for one workspace. root holds a folder per workspace.

    meaning: asked for the second leg each time.
    """

    def __init__(
        self, library: Library, root: Path, meaning: Callable[[], Meaning | None] = lambda: None
    ) -> None:
        self._library = library
        self.meaning = meaning
        self._folder = root / folder_name(library.workspace)
        self._mine = threading.local()
        self._opening = threading.Lock()
        self._verified: set[str] = set()
        self._readers: set[PackedPostings] = set()  # of every thread

    # --- Reading ---------------------------------------------------------------------------------

    def reader(self) -> PackedPostings:
        generation = self._library.generation()
        known: PackedPostings | None = getattr(self._mine, "postings", None)
        if known is not None and known.generation == generation:
            return known
        postings = self._open(generation)
        self._mine.postings = postings
        self._readers.add(postings)
        if known is not None:
            self._readers.discard(known)
            known.close()
        return postings

    def close(self) -> None:
        """Close the readers of all threads, none of which may be in use."""
        self._mine = threading.local()
        while self._readers:
            self._readers.pop().close()

    def _open(self, generation: int) -> PackedPostings:
        with self._opening:
            if generation == 0:
                return PackedPostings(None, 0, self._library.documents)
            manifest = self._library.index_manifest()
            if manifest is None or manifest.generation < generation or not self._good(manifest):
                manifest = self._repair(generation)
            try:
                return self._opened(manifest)
            except OSError:  # another process has just replaced the folder
                manifest = self._library.index_manifest()
                if manifest is None or not self._good(manifest):
                    manifest = self._repair(self._library.generation())
                return self._opened(manifest)

    def _opened(self, manifest: IndexManifest) -> PackedPostings:
        reader = _index(self._folder / manifest.folder).reader()
        return PackedPostings(reader, manifest.generation, self._library.documents)

    def _good(self, manifest: IndexManifest) -> bool:
        """Whether the folder can be handed to Whoosh; each is read through once a process."""
        if manifest.format != FORMAT:
            return False
        if manifest.folder not in self._verified:
            if not manifests.matches(self._folder / manifest.folder, manifest.digests):
                return False
            self._verified.add(manifest.folder)
        return (self._folder / manifest.folder).is_dir()

    def agrees(self) -> bool:
        """Whether the published folder is whole and of the library's generation."""
        generation = self._library.generation()
        if generation == 0:
            return True
        manifest = self._library.index_manifest()
        return manifest is not None and manifest.generation >= generation and self._good(manifest)

    def ensure(self, progress: Progress = no_progress) -> None:
        """Build the published generation's index where there is none that is whole, so that the
        next question need not.
        """
        if not self.agrees():
            with self._opening:
                self._repair(self._library.generation(), progress)

    def _repair(self, generation: int, progress: Progress = no_progress) -> IndexManifest:
        """Build the published generation's index anew and say so in the library.

        While another process writes, the new folder serves this process alone.
        """
        manifest = self._build(generation, None, progress)
        with suppress(LibraryBusy), self._library.writer() as writer:
            if writer.generation == generation + 1:
                writer.replace_index(manifest)
        return manifest

    # --- Building --------------------------------------------------------------------------------

    def build(self, writer_generation: int, progress: Progress = no_progress) -> IndexManifest:
        published = self._library.index_manifest()
        if published is not None and not self._good(published):
            published = None
        manifest = self._build(writer_generation, published, progress)
        self._forget({manifest.folder, published.folder if published else ""})
        return manifest

    def _build(
        self, generation: int, published: IndexManifest | None, progress: Progress
    ) -> IndexManifest:
        live = self._library.live_documents(generation)
        held = self._held(published, live) if published else []
        kept = _worth_keeping(held)
        missing = live.difference(*(item.alive for item in kept))
        unchanged = len(kept) == len(held) and all(_intact(item) for item in held)
        if published is not None and not missing and unchanged:
            return replace(published, generation=generation)
        try:
            return self._write(generation, published, kept, missing, progress)
        except OSError as error:
            raise StorageFull(
                f"The search index could not be written ({error.strerror}). The library as it "
                "was still works. Free some space and try again."
            ) from error

    def _held(self, published: IndexManifest, live: frozenset[int]) -> list[_Held]:
        folder = self._folder / published.folder
        alive = np.array(sorted(live), np.int64)
        held: list[_Held] = []
        for segment in _toc(folder).segments:
            with (folder / segment.make_filename(DICTIONARY)).open("rb") as file:
                ids = PackedFile(file).read("document_ids")
            live_rows = np.isin(ids, alive)
            held.append(
                _Held(segment, ids, frozenset(ids[live_rows].tolist()), int(live_rows.sum()))
            )
        return held

    def _write(
        self,
        generation: int,
        published: IndexManifest | None,
        kept: list[_Held],
        missing: frozenset[int],
        progress: Progress,
    ) -> IndexManifest:
        folder = self._new_folder(generation)
        try:
            segments = [_without_the_dead(item) for item in kept]
            known: dict[str, str] = {}
            if published is not None:
                known = _take_over(self._folder / published.folder, folder, segments, published)
            texts = _watched(self._library.section_texts(missing), len(missing), progress)
            segments += _write_segments(folder, generation, texts)
            TOC(schema(), segments, 1).write(FileStorage(str(folder)), INDEX_NAME)
            fresh = {
                path.name: manifests.digest(path)
                for path in folder.iterdir()
                if path.name not in known
            }
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._verified.add(folder.name)
        return IndexManifest(folder.name, generation, {**known, **fresh}, FORMAT)

    def _new_folder(self, generation: int) -> Path:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        attempt = 0
        while True:
            folder = self._folder / f"{generation:08d}-{attempt}"
            try:
                folder.mkdir(mode=0o700)
            except FileExistsError:
                attempt += 1
            else:
                return folder

    def _forget(self, used: set[str]) -> None:
        """Remove older folders; one that another process has open goes next time."""
        for folder in self._folder.iterdir():
            if folder.is_dir() and folder.name not in used:
                shutil.rmtree(folder, ignore_errors=True)


def _index(folder: Path) -> FileIndex:
    return FileIndex(
        FileStorage(str(folder), supports_mmap=False, readonly=True), indexname=INDEX_NAME
    )


def _toc(folder: Path) -> TOC:
    return TOC.read(FileStorage(str(folder), supports_mmap=False, readonly=True), INDEX_NAME)


def _intact(item: _Held) -> bool:
    """Whether a segment shows in the new generation what it shows in the old one."""
    return item.sections == item.segment.doc_count()


def _worth_keeping(held: list[_Held]) -> list[_Held]:
    """Segments to take over; the others are written anew from the library."""
    tiers: dict[int, list[_Held]] = {}
    for item in held:
        if item.sections and item.sections >= LEAST_ALIVE * len(item.document_ids):
            tiers.setdefault(item.tier, []).append(item)
    crowded = {tier for tier, items in tiers.items() if len(items) >= FANOUT}
    return [item for tier, items in tiers.items() if tier not in crowded for item in items]


def _without_the_dead(item: _Held) -> PackedSegment:
    """The same files, with other sections deleted."""
    ids = item.document_ids
    dead = np.flatnonzero(~np.isin(ids, np.array(sorted(item.alive), np.int64)))
    return PackedSegment(
        PackedCodec(),
        INDEX_NAME,
        doccount=len(ids),
        segid=item.segment.segid,
        deleted=set(dead.tolist()) or None,
    )


def _take_over(
    source: Path, target: Path, segments: Iterable[PackedSegment], published: IndexManifest
) -> dict[str, str]:
    """Link the files of segments into the new folder; their digests are known."""
    names = [
        segment.make_filename(ending) for segment in segments for ending in (DICTIONARY, POSTINGS)
    ]
    for name in names:
        manifests.link(source / name, target / name)
    known: Mapping[str, str] = published.digests
    return {name: known[name] for name in names}


def _write_segments(
    folder: Path, generation: int, texts: Iterable[SectionText]
) -> list[PackedSegment]:
    """New segments, each of at most about SEGMENT_WORDS words."""
    segments: list[PackedSegment] = []
    builder = SegmentBuilder()
    document = 0
    for text in texts:
        full = builder.words > SEGMENT_WORDS and text.ref.document_id != document
        document = text.ref.document_id
        if full:
            segments.append(_finish(builder, folder, f"{generation}n{len(segments)}"))
            builder = SegmentBuilder()
        builder.add(text)
    if builder.sections:
        segments.append(_finish(builder, folder, f"{generation}n{len(segments)}"))
    return segments


def _finish(builder: SegmentBuilder, folder: Path, segid: str) -> PackedSegment:
    segment = PackedSegment(PackedCodec(), INDEX_NAME, doccount=builder.sections, segid=segid)
    builder.write(folder, segment.segment_id())
    return segment


def _watched(
    texts: Iterable[SectionText], documents: int, progress: Progress
) -> Iterator[SectionText]:
    """Tell of every hundredth document that passes."""
    done, last = 0, 0
    for text in texts:
        if text.ref.document_id != last:
            last, done = text.ref.document_id, done + 1
            if done % 100 == 1:
                progress(IngestProgress("indexing", done, documents, text.ref.path))
        yield text
