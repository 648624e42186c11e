"""Sources being read: asked for, again, on every save, stopped, gone on with, removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from verbatim_desktop.app.readings import Readings
from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.source_work import Beside
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.watching import Watching
from verbatim_desktop.domain.documents import (
    IngestReport,
    IngestRequest,
    ParseMode,
    SourceInfo,
    SourceKind,
    SourceStatus,
    UnfinishedReading,
)
from verbatim_desktop.domain.locations import SourcePlace, called, place_of
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.text.counting import counted

MOST_NAMED = 3  # sources that were not read


class ReadingControl(QObject):
    """said: a notice and its actions, None where the last one no longer holds. chosen: a source
    whose report is to be seen. asking_wanted: the person would ask now. change_wanted: give the
    address of a repository anew. changed: the library is not what it was. broke: an error of ours.
    """

    said = Signal(object, object)
    chosen = Signal(str)
    moved = Signal()  # another source is read, or none
    done = Signal()  # nothing is read any more; the library as it is now is on its way
    changed = Signal()
    broke = Signal(object)
    asking_wanted = Signal()
    change_wanted = Signal(str)

    def __init__(self, run: IngestRun, lane: Lane, library: OpenLibrary, parent: QObject) -> None:
        super().__init__(parent)
        self._run, self._lane, self._library = run, lane, library
        self._statuses: tuple[SourceStatus, ...] = ()
        self._was_empty = False  # before the reading at hand
        self._read = 0  # pages, in the reading at hand
        self._by_itself: set[str] = set()  # read again because of a save
        self._trouble: dict[str, tuple[IngestRequest, Notice]] = {}  # what could not be read
        self._missed: set[str] = set()  # saved while they were read: perhaps too late for it
        self._opened = False  # unfinished readings were spoken of
        self._awaited = False  # the library changed, and is not shown yet as it is
        self.watched: frozenset[str] = frozenset()
        self.watching = Watching(self._changes, self)
        self.watching.began.connect(self._watch_began)
        self.watching.changed.connect(self._saved)
        self.watching.failed.connect(self._watch_failed)
        run.started.connect(self._started)
        run.reported.connect(self._reported)
        run.failed.connect(self._failed)
        run.finished.connect(self._finished)

    def set_statuses(self, statuses: tuple[SourceStatus, ...]) -> None:
        self._statuses, self._awaited = statuses, False

    def status(self, name: str) -> SourceStatus | None:
        return next((one for one in self._statuses if one.info.name == name), None)

    def source_at_hand(self) -> SourceInfo | None:
        """The source being read, as the library knows it or as it was asked for."""
        request = self._run.current
        if request is None:
            return None
        status = self.status(request.name)
        if status is not None:
            return status.info
        return SourceInfo(
            name=request.name or called(request.location),
            kind=request.kind or SourceKind.DOCS,
            mode=request.mode or ParseMode.MARKDOWN,
            root=request.location,
        )

    # --- reading -----------------------------------------------------------------------------

    def read(self, requests: Sequence[IngestRequest]) -> None:
        if not self._run.is_running:
            self._trouble.clear()
        self._say_trouble()  # what was said before it is done with
        if requests:
            self.chosen.emit(requests[0].name)
        self._start(requests)

    def _start(self, requests: Sequence[IngestRequest]) -> None:
        if not self._run.is_running:
            self._was_empty, self._read = not self._statuses, 0
        self._run.start(requests)

    def read_again(self, name: str) -> None:
        status = self.status(name)
        if status is not None:
            self.read([request_of(status.info)])

    def read_all_again(self) -> None:
        if self._statuses and not self._run.is_running:
            self.read([request_of(status.info) for status in self._statuses])

    def _started(self, _request: IngestRequest) -> None:
        self.moved.emit()

    def _reported(self, report: IngestReport) -> None:
        by_itself = report.source in self._by_itself
        self._by_itself.discard(report.source)
        self._read += report.documents
        if self._trouble.pop(report.source, None):
            self._say_trouble()
        if not by_itself:
            self.chosen.emit(report.source)
        if report.cancelled:
            self._missed.discard(report.source)
            request = self._run.current or IngestRequest("", name=report.source)
            reading = UnfinishedReading(request, report.pages_read, report.pages_found)
            self.say_stopped(reading, report.source, self._run.dropped)
        elif self._run.dropped:
            self._say_dropped(self._run.dropped)
        self._awaited = True
        self.changed.emit()

    def _failed(self, request: IngestRequest, error: Exception) -> None:
        self._by_itself.discard(request.name)
        if self.status(request.name) is None:
            self.chosen.emit("")  # its row goes
        name = request.name or called(request.location)
        tell(error, lambda notice: self._keep_trouble(name, request, notice), self.broke.emit)

    def _keep_trouble(self, name: str, request: IngestRequest, notice: Notice) -> None:
        self._trouble[name] = (request, notice)
        self._say_trouble()

    def _say_trouble(self) -> None:
        """Everything that could not be read, not the last of it alone."""
        requests = [request for request, _notice in self._trouble.values()]
        if not requests:
            self.said.emit(None, ())
            return
        actions: list[tuple[str, Callable[[], object]]] = [
            ("Try again", partial(self.read, requests))
        ]
        if len(requests) == 1 and self._is_new_repository(requests[0]):
            address = requests[0].location
            actions.append(("Change it", partial(self.change_wanted.emit, address)))
        self.said.emit(notice_of_all(self._trouble), tuple(actions))

    def _is_new_repository(self, request: IngestRequest) -> bool:
        """Its address was typed, perhaps wrongly, and there is no row yet to change it in."""
        return place_of(request.location) is SourcePlace.GIT and self.status(request.name) is None

    def _finished(self) -> None:
        """The first sources are read: there is something to ask now."""
        (self.done if self._awaited else self.moved).emit()
        if self._missed:
            QTimer.singleShot(0, self, self._read_missed)
        if self._was_empty and self._read:
            self._was_empty = False
            fact = f"{counted(self._read, 'page')} can be asked now."
            asking = (("Ask a question", self.asking_wanted.emit),)
            self.said.emit(Notice("ok", fact, ""), asking)

    # --- going on ----------------------------------------------------------------------------

    def show_beside(self, beside: Beside) -> None:
        """Offer to go on with what was stopped before, and look at what is watched."""
        self.watched = beside.watched
        places = {one.info.name: one.info.root for one in self._statuses}
        self.watching.watch_only({n: places[n] for n in beside.watched if n in places})
        stopped = [one for one in beside.unfinished if not self._run.has(one.request.name)]
        if stopped and not self._opened:
            self.say_stopped(stopped[0], stopped[0].request.name)
        self._opened = True

    def say_stopped(
        self, reading: UnfinishedReading, name: str = "", dropped: Sequence[IngestRequest] = ()
    ) -> None:
        """How far a reading came, and the offer to go on with it and with what waited behind it."""
        name = name or reading.request.name
        at = f" at {reading.done:,} of {reading.total:,}" if reading.total else ""
        kept = f"What was read is kept. {_not_read(dropped)}".strip()
        notice = Notice("info", f"Reading {name} was stopped{at}.", kept)
        actions: list[tuple[str, Callable[[], object]]] = []
        if reading.request.location:
            actions.append(("Go on", partial(self.read, [reading.request, *dropped])))
        actions.append(("Leave it", partial(self._forget, name)))
        self.said.emit(notice, tuple(actions))

    def _say_dropped(self, dropped: Sequence[IngestRequest]) -> None:
        """The one at hand was done before it could be stopped; the others never began."""
        notice = Notice("info", "Reading was stopped.", _not_read(dropped))
        self.said.emit(notice, (("Go on", partial(self.read, list(dropped))),))

    def _forget(self, name: str) -> None:
        self.said.emit(None, ())
        self._lane.ask(lambda verbatim: verbatim.readings.forget(name), lambda _nothing: None)

    # --- watching ----------------------------------------------------------------------------

    def watch(self, name: str, on: bool) -> None:
        """Read a source again on every save, or no longer."""
        self._lane.ask(
            lambda verbatim: verbatim.readings.watch(name, on), lambda _nothing: self.changed.emit()
        )

    @property
    def looked_at(self) -> frozenset[str]:
        """The watched sources whose saves are seen by now."""
        return self.watched & self.watching.begun

    @Slot(str)
    def _watch_began(self, _name: str) -> None:
        self.moved.emit()

    def _changes(self, place: str, stop: Cancellation) -> Iterator[None]:
        """On the thread that watches: nothing of the database is touched here."""
        readings: Readings = self._library().readings
        return readings.changes([place], stop)

    def _saved(self, name: str) -> None:
        status = self.status(name)
        if status is None or name not in self.watched:
            return
        current = self._run.current
        if current is not None and current.name == name:
            self._missed.add(name)
        elif not self._run.has(name):
            self._by_itself.add(name)
            self._start([request_of(status.info)])

    def _read_missed(self) -> None:
        """What was saved while it was read is read once more."""
        missed, self._missed = self._missed, set()
        for name in sorted(missed):
            self._saved(name)

    def close(self) -> None:
        """Look at nothing any more; a save that was seen just now is left for the next time."""
        self.watched = frozenset()
        self.watching.close()

    def _watch_failed(self, name: str, error: Exception) -> None:
        def say(notice: Notice) -> None:
            self.said.emit(Notice(notice.kind, f"{name} is not watched.", notice.sentence), ())

        tell(error, say, self.broke.emit)

    # --- removing ----------------------------------------------------------------------------

    def remove(self, name: str) -> None:
        status = self.status(name)
        if status is not None:
            self._lane.ask(
                lambda verbatim: verbatim.remove_source(name), partial(self._removed, status)
            )

    def _removed(self, status: SourceStatus, _nothing: object) -> None:
        self._trouble.pop(status.info.name, None)
        undo = ("Undo", partial(self.read, [request_of(status.info)]))
        is_git = place_of(status.info.root) is SourcePlace.GIT
        left = "what was fetched is gone" if is_git else "its files stay"
        notice = Notice(
            "neutral",
            f"{status.info.name} was removed.",
            f"{counted(status.documents, 'page')} left the library; {left}.",
        )
        self.said.emit(notice, (undo,))
        self.changed.emit()


def _not_read(dropped: Sequence[IngestRequest]) -> str:
    names = [one.name or called(one.location) for one in dropped]
    return f"Not read: {_listed(names)}." if names else ""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


def notice_of_all(trouble: Mapping[str, tuple[IngestRequest, Notice]]) -> Notice:
    """The one notice, or the last one with the names of all that were not read."""
    last = list(trouble.values())[-1][1]
    if len(trouble) == 1:
        return last
    sentence = f"{_listed(list(trouble))}. The last one: {last.sentence}"
    return Notice(last.kind, f"{counted(len(trouble), 'source')} cannot be read.", sentence)


def request_of(info: SourceInfo) -> IngestRequest:
    """Read a source again as it was read before."""
    return IngestRequest(
        location=info.root,
        kind=info.kind,
        mode=info.mode,
        name=info.name,
        base_url=info.base_url,
        ignore=info.ignore,
        version=info.version,
        internal=info.internal,
    )
