"""Bring sources into the library, and take sources out of it.

Pages are stored in small batches of the next generation, which nobody sees; at the end the index
is brought along and both are published together. A run that is cancelled publishes what it has;
one that is killed leaves it for the next run, which goes on from there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial

from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    IngestReport,
    IngestRequest,
    SourceInfo,
)
from verbatim_desktop.domain.errors import Cancelled, SourceUnavailable
from verbatim_desktop.domain.locations import is_same_repository
from verbatim_desktop.ingest.discover import IgnoreRules
from verbatim_desktop.ingest.source_files import SourceFiles
from verbatim_desktop.ports import Clock, Library, LibraryWriter, Progress, SearchIndex, no_progress
from verbatim_desktop.workflows.describe_source import (
    OpenFolder,
    SourceFolder,
    describe_source,
    name_source,
)
from verbatim_desktop.workflows.read_source import Paced, SourceReading
from verbatim_desktop.workflows.unfinished import (
    ReadingMark,
    forget_finished,
    forget_reading,
)

NOT_SEARCHABLE_YET = FileNote(
    ".", "Stopped before it could be searched. What was read is kept; run it again to finish"
)


def ingest_sources(
    requests: Sequence[IngestRequest],
    library: Library,
    index: SearchIndex,
    clock: Clock,
    open_folder: OpenFolder,
    progress: Progress = no_progress,
) -> tuple[IngestReport, ...]:
    """Read places as sources, in their order; one report each.

    Raises SourceUnavailable or UsageError before anything is read, and LibraryBusy while another
    process writes. Cancelled from progress ends the run; the last report says so.
    """
    with _opened(requests, open_folder) as folders:
        return _ingest(requests, folders, library, index, clock, open_folder, progress)


def _ingest(
    requests: Sequence[IngestRequest],
    folders: Sequence[SourceFolder],
    library: Library,
    index: SearchIndex,
    clock: Clock,
    open_folder: OpenFolder,
    progress: Progress,
) -> tuple[IngestReport, ...]:
    paced = Paced(progress, clock)
    with library.writer() as writer:
        run = _Run(library, index, writer, clock)
        names = _names(requests, folders, library, open_folder)
        try:
            for request, name, folder in zip(requests, names, folders, strict=True):
                if not run.read(request, name, folder, paced):
                    break
        except SourceUnavailable:
            # It was there a moment ago. What the folders before it gave is not thrown away.
            run.publish(paced)
            raise
        reports = run.publish(paced)
    forget_finished(library, reports)
    return reports


def remove_source(name: str, library: Library, index: SearchIndex) -> None:
    """Take a source and its documents out of the library. Raises NotFound."""
    with library.writer() as writer:
        library.source(name)
        writer.remove_source(name)
        writer.publish(index.build(writer.generation))
        writer.forget_earlier()
    forget_reading(library, name)


def guess_source(location: str, open_folder: OpenFolder) -> SourceInfo:
    """What a folder would be read as where nothing is said. Raises SourceUnavailable."""
    request = IngestRequest(location)
    with _opened([request], open_folder) as [folder]:
        folder.prepare(lambda _part: None)
        listing = folder.list(IgnoreRules.from_globs(()), lambda _count: None)
        files = SourceFiles(listing.paths, folder.read)
        name = name_source(request, folder.root, (), lambda _root: False)
        return describe_source(request, name, folder, None, lambda: files)


class _Run:
    """Some sources read one after the other, then published together."""

    def __init__(
        self, library: Library, index: SearchIndex, writer: LibraryWriter, clock: Clock
    ) -> None:
        self._before = {status.info.name: status for status in library.sources()}
        self._library = library
        self._index = index
        self._writer = writer
        self._clock = clock
        self._reports: list[IngestReport] = []
        self._marks: list[ReadingMark] = []

    def read(
        self, request: IngestRequest, name: str, folder: SourceFolder, progress: Progress
    ) -> bool:
        """Read one source; whether to go on with the next."""
        before = self._before.get(name)
        mark = ReadingMark(self._library, request, name, folder.root)
        reading = SourceReading(request, name, folder, before, self._writer, self._clock, mark)
        self._marks.append(mark)
        self._reports.append(reading.run(progress))
        return not self._reports[-1].cancelled

    def publish(self, progress: Progress) -> tuple[IngestReport, ...]:
        """Bring the index along and show both, unless there is nothing new."""
        if not self._writer.changes():
            for report in self._reports:
                self._writer.keep_report(report)
            return tuple(self._reports)
        started = self._clock.seconds()
        stopped = any(report.cancelled for report in self._reports)
        try:
            manifest = self._index.build(
                self._writer.generation, _heedless(progress) if stopped else progress
            )
        except Cancelled:
            self._amend(started, cancelled=True)
            for mark, report in zip(self._marks, self._reports, strict=True):
                mark.set(report.pages_read, report.pages_found)
            return tuple(self._reports)
        self._amend(started, cancelled=False)
        self._writer.publish(manifest, self._reports)
        return tuple(self._reports)

    def _amend(self, started: float, cancelled: bool) -> None:
        """Count the time of indexing in, and say where it was stopped."""
        if not self._reports:
            return
        last = self._reports[-1]
        seconds = round(last.seconds + self._clock.seconds() - started, 3)
        self._reports[-1] = replace(last, seconds=seconds)
        if cancelled:
            self._reports = [
                replace(report, cancelled=True, warnings=(*report.warnings, NOT_SEARCHABLE_YET))
                for report in self._reports
            ]


@contextmanager
def _opened(
    requests: Sequence[IngestRequest], open_folder: OpenFolder
) -> Generator[list[SourceFolder]]:
    """The places of requests that can be met, closed again at the end."""
    with ExitStack() as stack:
        folders: list[SourceFolder] = []
        for request in requests:
            IgnoreRules.from_globs(request.ignore)
            folders.append(open_folder(request.location))
            stack.callback(folders[-1].close)
            folders[-1].require()
        yield folders


def _names(
    requests: Sequence[IngestRequest],
    folders: Sequence[SourceFolder],
    library: Library,
    open_folder: OpenFolder,
) -> list[str]:
    def is_another(new: str, root: str) -> bool:
        """Whether a place is still there, and is not just another branch or folder of the new."""
        if is_same_repository(new, root):
            return False
        try:
            with _opened([IngestRequest(root)], open_folder):
                return True
        except SourceUnavailable:
            return False

    known = [(status.info.name, status.info.root) for status in library.sources()]
    names: list[str] = []
    for request, folder in zip(requests, folders, strict=True):
        names.append(name_source(request, folder.root, known, partial(is_another, folder.root)))
        known.append((names[-1], folder.root))
    return names


def _heedless(progress: Progress) -> Progress:
    """Goes on telling, and takes no more orders: the run was cancelled already."""

    def tell(step: IngestProgress, /) -> None:
        with suppress(Cancelled):
            progress(step)

    return tell
