"""Read one source into the generation being written: only what changed is parsed.

A page that cannot be read is reported and the rest goes on; its last good revision stays.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from verbatim_desktop.domain.documents import (
    Document,
    FileNote,
    IngestProgress,
    IngestReport,
    IngestRequest,
    SourceInfo,
    SourceStatus,
)
from verbatim_desktop.domain.errors import Cancelled, UnreadableFile
from verbatim_desktop.ingest.discover import IgnoreRules, Listing
from verbatim_desktop.ingest.document import (
    RouteTable,
    fingerprint,
    is_page,
    parse_document,
    route_table,
)
from verbatim_desktop.ingest.source_files import SourceFiles
from verbatim_desktop.ports import Changes, Clock, LibraryWriter, Progress, StoredDocument
from verbatim_desktop.workflows.describe_source import SourceFolder, describe_source
from verbatim_desktop.workflows.unfinished import ReadingMark

BATCH_PAGES = 100
BATCH_SECONDS = 1.0
STEPS_A_SECOND = 20

NO_PAGES = FileNote(".", "No Markdown or MDX page was found here")

_log = logging.getLogger(__name__)


class Paced:
    """Passes progress on, but not more often than a person can follow; the last step always."""

    def __init__(self, progress: Progress, clock: Clock) -> None:
        self._progress = progress
        self._clock = clock
        self._quiet_until = 0.0

    def __call__(self, step: IngestProgress, /) -> None:
        now = self._clock.seconds()
        if now >= self._quiet_until or step.done == step.total:
            self._quiet_until = now + 1 / STEPS_A_SECOND
            self._progress(step)


class SourceReading:
    """One ingest of one source. before: the source as it is published, if it is."""

    def __init__(
        self,
        request: IngestRequest,
        name: str,
        folder: SourceFolder,
        before: SourceStatus | None,
        writer: LibraryWriter,
        clock: Clock,
        mark: ReadingMark,
    ) -> None:
        self._request = request
        self._name = name
        self._folder = folder
        self._before = before
        self._writer = writer
        self._clock = clock
        self._mark = mark
        self._done = self._total = 0
        self._started = self._committed = clock.seconds()
        self._batch: list[Document] = []
        self._skipped: tuple[FileNote, ...] = ()
        self._failed: dict[str, FileNote] = {}
        self._sizes: Mapping[str, int] = {}
        self._warnings: list[FileNote] = []

    def run(self, progress: Progress) -> IngestReport:
        """Read what changed. Cancelled from progress ends it; what was read by then is kept."""
        cancelled = False
        try:
            self._read(progress)
        except Cancelled:
            cancelled = True
            self._mark.set(self._done, self._total)
        self._commit()
        return self._report(cancelled)

    def _read(self, progress: Progress) -> None:
        self._folder.prepare(lambda part: progress(self._step("fetching", part, 100)))
        listing = self._list(progress)
        files = SourceFiles(listing.paths, self._folder.read)
        before = self._before.info if self._before else None
        info = describe_source(self._request, self._name, self._folder, before, lambda: files)
        self._writer.save_source(info)
        routes, notes = route_table(info, files)
        self._warnings += notes
        pages = [path for path in listing.paths if is_page(path)]
        if not pages:
            self._warnings.append(NO_PAGES)
        stored = self._writer.stored(self._name)
        reader = PageReader(info, files, routes, self._noted())
        self._total = len(pages)
        for number, path in enumerate(pages):
            self._done = number
            progress(self._step("reading", number, len(pages), path, files.bytes_read))
            self._read_page(path, stored.get(path), reader)
        self._done = self._total
        self._warnings += (FileNote(path, note) for path, note in sorted(files.notes.items()))
        self._remove_gone(stored, pages)

    def _list(self, progress: Progress) -> Listing:
        before = self._before.info.ignore if self._before and not self._request.exact else ()
        ignore = self._request.ignore or before

        def seen(count: int) -> None:
            progress(self._step("counting", count, 0))

        listing = self._folder.list(IgnoreRules.from_globs(ignore), seen)
        self._skipped, self._sizes = listing.notes(), listing.sizes
        self._warnings += listing.warnings
        for note in listing.failed:
            self._fail(note)
        return listing

    def _noted(self) -> frozenset[str]:
        """Files that something was said about last time: it has to be found out anew."""
        report = self._before.report if self._before else None
        return frozenset(note.path for note in report.warnings) if report else frozenset()

    def _read_page(self, path: str, stored: StoredDocument | None, reader: PageReader) -> None:
        if stored and reader.is_unchanged(stored):
            return
        try:
            document, warnings = reader.parse(path)
        except UnreadableFile as error:
            self._fail(FileNote(path, str(error), self._sizes.get(path, -1)))
            return
        self._warnings += warnings
        if not stored or stored.fingerprint != document.fingerprint:
            self._batch.append(document)
        full = len(self._batch) >= BATCH_PAGES
        if full or self._clock.seconds() - self._committed >= BATCH_SECONDS:
            self._commit()

    def _commit(self) -> None:
        if self._batch and self._done < self._total:
            self._mark.set(self._done, self._total)
        self._writer.put(self._batch)
        self._batch = []
        self._committed = self._clock.seconds()

    def _fail(self, note: FileNote) -> None:
        self._failed[note.path] = note

    def _remove_gone(self, stored: Mapping[str, StoredDocument], pages: list[str]) -> None:
        """Remove documents whose page is gone; one that merely cannot be read stays as it was."""
        there = set(pages)
        folders = tuple(path for path in self._failed if path.endswith("/"))
        gone: list[int] = []
        for path, document in stored.items():
            if path in self._failed:
                reason = f"{self._failed[path].reason}. Its last good version stays searchable"
                self._fail(replace(self._failed[path], reason=reason))
            elif path not in there and not path.startswith(folders):
                gone.append(document.document_id)
        self._writer.remove(gone)

    def _step(
        self, phase: str, done: int, total: int, path: str = "", bytes_done: int = 0
    ) -> IngestProgress:
        seconds = self._clock.seconds() - self._started
        return IngestProgress(phase, done, total, path, bytes_done, seconds)

    def _report(self, cancelled: bool) -> IngestReport:
        stored = self._writer.stored(self._name).values()
        changes = self._writer.changes().get(self._name, Changes())
        fresh = (*changes.added, *changes.changed)
        return IngestReport(
            source=self._name,
            documents=len(stored),
            added=len(changes.added),
            changed=len(changes.changed),
            unchanged=len(stored) - len(fresh),
            removed=len(changes.removed),
            sections=sum(document.sections for document in stored),
            sentences=sum(document.sentences for document in stored),
            seconds=round(self._clock.seconds() - self._started, 3),
            skipped=self._skipped,
            failed=tuple(self._failed[path] for path in sorted(self._failed)),
            warnings=tuple(dict.fromkeys(self._warnings)),
            changed_paths=tuple(sorted(fresh)),
            removed_paths=changes.removed,
            cancelled=cancelled,
            pages_read=self._done,
            pages_found=self._total,
        )


class PageReader:
    """Tells whether a stored page still is what its files say, and parses it where it is not."""

    def __init__(
        self, info: SourceInfo, files: SourceFiles, routes: RouteTable, noted: frozenset[str]
    ) -> None:
        self._info = info
        self._files = files
        self._routes = routes
        self._noted = noted

    def is_unchanged(self, stored: StoredDocument) -> bool:
        """Whether there is nothing to read: all of its files are as they were.

        A page that lacked a file, or was noted for something, is always looked at again.
        """
        if "" in stored.file_hashes or not self._noted.isdisjoint(stored.files):
            return False
        hashes = [self._files.digest_now(path) for path in stored.files]
        routes, path = self._routes, stored.path
        shadow = routes.identity(self._info, path) if path in routes.shadowed else ""
        return fingerprint(self._info, hashes, shadow) == stored.fingerprint

    def parse(self, path: str) -> tuple[Document, tuple[FileNote, ...]]:
        """Raises UnreadableFile, also where the parser itself fails: the rest must go on."""
        try:
            parsed = parse_document(self._info, self._files, path, self._routes)
        except UnreadableFile:
            raise
        except Exception as error:
            _log.exception("The parser failed on %s", path)
            kind = type(error).__name__
            raise UnreadableFile(f"The parser failed on it ({kind}): a fault of ours") from error
        return parsed.document, parsed.warnings
