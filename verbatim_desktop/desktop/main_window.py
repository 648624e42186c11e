"""The one window: rail, pane, source pane, status bar, and the keys that work everywhere.

Nothing here touches the library on the GUI thread: state is read, citations are opened and
pages are found on the background lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.keys import bindings, sheet_entries
from verbatim_desktop.desktop.links import Link
from verbatim_desktop.desktop.messages import Notice, defect_text, is_bug, notice_of
from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.opening import Opened, open_among, open_linked, open_suggestion
from verbatim_desktop.desktop.panes.ask import AskPane
from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.panes.sources import SourcesPane
from verbatim_desktop.desktop.samples import sample_requests, samples_in_words
from verbatim_desktop.desktop.state import LibraryState, OpenLibrary, read_state
from verbatim_desktop.desktop.theme import Mode, Theme
from verbatim_desktop.desktop.widgets.answer_view import counted
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.rail import Rail
from verbatim_desktop.desktop.widgets.status_bar import StatusBar
from verbatim_desktop.domain.answers import Citation, Suggestion
from verbatim_desktop.domain.documents import Document, IngestProgress, IngestRequest

PLACES = [("ask", "ask", "Ask", "Alt+1"), ("sources", "sources", "Sources", "Alt+3")]
NARROW = 1100
SOURCE_WIDTH = 592
#: Writes a defect to the log and says where; "" where it cannot.
ReportDefect = Callable[[BaseException], str]


@dataclass(frozen=True, slots=True)
class Outside:
    """What the window needs from beyond it."""

    library: OpenLibrary
    run: IngestRun
    settings: QSettings
    report_defect: ReportDefect
    workspace: str = "default"


class MainWindow(QWidget):
    first_painted = Signal()
    state_shown = Signal()

    def __init__(self, theme: Theme, outside: Outside) -> None:
        super().__init__()
        self.setWindowTitle("Verbatim Desktop")
        self.setAccessibleName("Verbatim Desktop")
        self.setAcceptDrops(True)
        self.setMinimumSize(640, 420)
        self._theme, self._outside = theme, outside
        self._painted = False
        self._alone = False  # narrow, and the source pane shown in place of the pane
        self._source_open = False
        self._place = "ask"
        self._library_line = ""
        self.jobs = Jobs(self)
        self.samples = sample_requests()
        self.ask = AskPane(theme, self.jobs, outside.library)
        self.sources = SourcesPane(theme, self.jobs, outside.library, outside.run)
        self.source = SourcePane(theme)
        self.rail = Rail(theme, outside.workspace, PLACES)
        self.status = StatusBar(theme)
        self._banners: QVBoxLayout = column(margins=(0, 0, 0, 0), spacing=0)
        self._lay_out()
        self.keys = KeySheet(theme, self, sheet_entries())
        self._make_theme_menu()
        self._make_shortcuts()
        self._connect()
        self._restore()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.ask)
        self._stack.addWidget(self.sources)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._stack)
        self._splitter.addWidget(self.source)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self.source.setMinimumWidth(320)
        self._stack.setMinimumWidth(400)
        middle = row(spacing=0)
        middle.addWidget(self.rail)
        middle.addWidget(line(upright=True))
        middle.addWidget(self._splitter, 1)
        outer = column(self, spacing=0)
        outer.addLayout(self._banners)
        outer.addLayout(middle, 1)
        outer.addWidget(self.status)
        self.setObjectName("ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def _make_theme_menu(self) -> None:
        menu = QMenu(self)
        self._modes = QActionGroup(menu)
        for mode, words in (
            (Mode.SYSTEM, "As the system"),
            (Mode.LIGHT, "Light"),
            (Mode.DARK, "Dark"),
        ):
            action = QAction(words, menu)
            action.setCheckable(True)
            action.setChecked(mode is self._theme.mode)
            action.setData(mode.value)
            action.triggered.connect(lambda _on=False, mode=mode: self.set_mode(mode))
            self._modes.addAction(action)
            menu.addAction(action)
        self.rail.give_theme_menu(menu)

    def _make_shortcuts(self) -> None:
        for sequence, action in bindings():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setAutoRepeat(action.startswith(("zoom", "next_c", "previous_c")))
            if action == "open_citation":
                number = int(sequence)
                shortcut.activated.connect(lambda number=number: self.open_number(number))
            else:
                shortcut.activated.connect(getattr(self, action))

    def _connect(self) -> None:
        run = self._outside.run
        self.rail.chosen.connect(self.show_place)
        self.status.keys_wanted.connect(self.show_keys)
        self.ask.citation_wanted.connect(self._open_citation)
        self.ask.suggestion_wanted.connect(self._open_suggestion)
        self.ask.samples_wanted.connect(self.load_samples)
        self.ask.folder_wanted.connect(self.add_source)
        self.sources.samples_wanted.connect(self.load_samples)
        self.sources.changed.connect(self.refresh)
        self.source.stepped.connect(self.ask.step)
        self.source.page_wanted.connect(self._open_page)
        self.source.closed.connect(self.close_source)
        for pane in (self.ask, self.source):
            pane.said.connect(self.status.say)
        for pane in (self.ask, self.sources):
            pane.broke.connect(self._broke)
        run.progressed.connect(self._show_run)
        run.started.connect(lambda _request: self._show_run(None))
        run.finished.connect(lambda: self.status.show_run(""))

    # --- starting, closing, remembering --------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._after_first_paint)

    def _after_first_paint(self) -> None:
        self.first_painted.emit()
        self.refresh()

    def _restore(self) -> None:
        settings = self._outside.settings
        geometry = settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(1440, 900)
        state = settings.value("splitter")
        if not isinstance(state, QByteArray) or not self._splitter.restoreState(state):
            self._splitter.setSizes([10_000, SOURCE_WIDTH])
        self.ask.expect_library(str(settings.value("has_library", "")) == "true")
        self.show_place("ask")
        self._lay_out_source()

    def _remember(self) -> None:
        settings = self._outside.settings
        settings.setValue("geometry", self.saveGeometry())
        settings.setValue("splitter", self._splitter.saveState())
        settings.setValue("theme", self._theme.mode.value)
        settings.setValue("zoom", self._theme.zoom)
        settings.sync()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the reading, wait for the call in flight, remember how the window was."""
        self._remember()
        self._outside.run.close()
        self.jobs.close()
        event.accept()

    # --- the library -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read what the panes show of the library."""
        job = self.jobs.start(lambda: read_state(self._outside.library()), channel="state")
        job.succeeded.connect(self._show_state)
        job.failed.connect(self._state_failed)

    def _show_state(self, state: LibraryState) -> None:
        summary = state.summary
        self.rail.tile.set_name(summary.workspace)
        present = bool(self.samples)
        self.ask.set_samples(samples_in_words(self.samples), present=present)
        self.sources.set_samples(present=present)
        self.ask.set_library(state)
        self.sources.set_library(state)
        self.source.set_roots({one.info.name: one.info.root for one in state.sources})
        self._outside.settings.setValue("has_library", "false" if state.is_empty else "true")
        self._show_facts(state)
        self.state_shown.emit()

    def _show_facts(self, state: LibraryState) -> None:
        summary = state.summary
        name = "Default workspace" if summary.workspace == "default" else summary.workspace
        if state.is_empty:
            self.status.show_facts(name, "No sources yet")
            return
        stamp = when(summary.updated)
        today = "today " if stamp and ":" in stamp and " " not in stamp else ""
        self.status.show_facts(
            name,
            counted(summary.documents, "page"),
            counted(summary.sections, "section"),
            f"Library {summary.generation:,}, {today}{stamp}",
        )

    def _state_failed(self, error: Exception) -> None:
        self.say(notice_of(error), (("Try again", self.refresh),))
        self._broke(error)

    def load_samples(self) -> None:
        self.read_sources(self.samples)

    def read_sources(self, requests: tuple[IngestRequest, ...]) -> None:
        self.show_place("sources")
        self.sources.read(requests)

    def _show_run(self, step: IngestProgress | None) -> None:
        request = self._outside.run.current
        if request is None:
            return
        name = request.name or Path(request.location).name
        part = f" {step.done / step.total:.0%}" if step is not None and step.total else ""
        self.status.show_run(f"{name}{part}")

    # --- the source pane -----------------------------------------------------------------------

    def _open_citation(self, citations: tuple[Citation, ...], at: int) -> None:
        job = self.jobs.start(
            lambda: open_among(self._outside.library(), citations, at), channel="source"
        )
        job.succeeded.connect(self._show_opened)
        job.failed.connect(self._open_failed)

    def _show_opened(self, opened: Opened) -> None:
        self._show_source()
        self.source.show_citation(opened.citation, opened.number, opened.of, opened.others)

    def _open_suggestion(self, suggestion: Suggestion) -> None:
        job = self.jobs.start(
            lambda: open_suggestion(self._outside.library(), suggestion), channel="source"
        )
        job.succeeded.connect(lambda document: self._show_page(document, suggestion.anchor))
        job.failed.connect(self._open_failed)

    def _open_page(self, link: Link, document: Document) -> None:
        job = self.jobs.start(
            lambda: open_linked(self._outside.library(), link, document), channel="source"
        )
        job.succeeded.connect(
            lambda found: (
                self._show_page(found, link.anchor)
                if found is not None
                else self.source.show_link(link)
            )
        )
        job.failed.connect(self._open_failed)

    def _show_page(self, document: Document, anchor: str) -> None:
        self._show_source()
        self.source.show_document(document, anchor)

    def _open_failed(self, error: Exception) -> None:
        self.ask.say(notice_of(error))
        self._broke(error)

    @property
    def is_narrow(self) -> bool:
        return self.width() < self._theme.px(NARROW)

    def _show_source(self) -> None:
        self._source_open = True
        self._alone = self.is_narrow
        self._lay_out_source()

    def close_source(self) -> None:
        if self._alone:
            self._alone = False
        else:
            self._source_open = False
        self._lay_out_source()
        self.ask.take_focus()

    def _lay_out_source(self) -> None:
        here = self._place == "ask" and self._source_open
        self.source.setVisible(here and (self._alone or not self.is_narrow))
        self._stack.setVisible(not (here and self._alone))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.is_narrow:
            self._alone = False
        self._lay_out_source()

    # --- actions, by the names in keys.py --------------------------------------------------------

    def show_place(self, name: str) -> None:
        self._place = name
        self.rail.choose(name)
        pane = self.ask if name == "ask" else self.sources
        self._stack.setCurrentWidget(pane)
        self._alone = False
        self._lay_out_source()

    def show_ask(self) -> None:
        self.show_place("ask")
        self.ask.take_focus()

    def show_sources(self) -> None:
        self.show_place("sources")
        self.sources.take_focus()

    def show_keys(self) -> None:
        self.keys.open_sheet()

    def next_part(self) -> None:
        self._move_part(1)

    def previous_part(self) -> None:
        self._move_part(-1)

    def _move_part(self, steps: int) -> None:
        """Rail, pane, source: F6 goes round, and brings a hidden source pane back."""
        parts = ["rail", "pane"]
        if self._place == "ask" and self.source.current is not None:
            parts.append("source")
        at = parts.index(self._part_in_use()) if self._part_in_use() in parts else 1
        self._enter_part(parts[(at + steps) % len(parts)])

    def _part_in_use(self) -> str:
        focus = QGuiApplication.focusObject()
        if isinstance(focus, QWidget):
            for name, part in (("rail", self.rail), ("source", self.source)):
                if part is focus or part.isAncestorOf(focus):
                    return name
        return "pane"

    def _enter_part(self, name: str) -> None:
        if name == "source":
            self._show_source()
            self.source.view.setFocus()
            return
        if self._alone:
            self._alone = False
            self._lay_out_source()
        if name == "rail":
            self.rail.item(self._place).setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            (self.ask if self._place == "ask" else self.sources).take_focus()

    def escape(self) -> None:
        """Cancel what runs; else close what is open; else back to the question."""
        steps: list[Callable[[], bool]] = [self._close_keys, self.ask.cancel]
        if self._place == "sources":
            steps += [self.sources.cancel, self.sources.dismiss]
        steps += [self.source.close_find, self._leave_source]
        if not any(step() for step in steps) and self._place == "ask":
            self.ask.take_focus()

    def _close_keys(self) -> bool:
        was_open = self.keys.isVisible()
        if was_open:
            self.keys.close_sheet()
        return was_open

    def _leave_source(self) -> bool:
        was_alone = self._alone
        if was_alone:
            self.close_source()
        return was_alone

    def to_question(self) -> None:
        self.show_place("ask")
        self.ask.take_focus()

    def new_question(self) -> None:
        self.show_place("ask")
        self.ask.new_question()

    def ask_for_ticket(self) -> None:
        if self._place == "ask":
            self.ask.ask_for_ticket()

    def copy(self) -> None:
        if self._place == "ask":
            self.ask.copy("text")

    def copy_markdown(self) -> None:
        if self._place == "ask":
            self.ask.copy("markdown")

    def history(self) -> None:
        self.show_place("ask")
        self.ask.show_history()

    def open_number(self, number: int) -> None:
        if self._place == "ask":
            self.ask.open_number(number)

    def previous_citation(self) -> None:
        if self._place == "ask":
            self.ask.step(-1)

    def next_citation(self) -> None:
        if self._place == "ask":
            self.ask.step(1)

    def back(self) -> None:
        self.source.go_back()

    def forward(self) -> None:
        self.source.go_forward()

    def find(self) -> None:
        if self.source.isVisible():
            self.source.open_find()

    def find_next(self) -> None:
        if self.source.isVisible():
            self.source.find_next()

    def add_source(self) -> None:
        self.show_place("sources")
        self.sources.choose_folder()

    def read_all_again(self) -> None:
        self.show_place("sources")
        self.sources.read_all_again()

    def set_mode(self, mode: Mode) -> None:
        self._theme.set_mode(mode)
        for action in self._modes.actions():
            action.setChecked(action.data() == mode.value)

    def next_theme(self) -> None:
        modes = list(Mode)
        mode = modes[(modes.index(self._theme.mode) + 1) % len(modes)]
        self.set_mode(mode)
        self.status.say({"system": "As the system", "light": "Light", "dark": "Dark"}[mode.value])

    def zoom_in(self) -> None:
        self._zoom(1)

    def zoom_out(self) -> None:
        self._zoom(-1)

    def zoom_reset(self) -> None:
        self._theme.set_zoom(100)
        self.status.say("100%")

    def _zoom(self, steps: int) -> None:
        self._theme.step_zoom(steps)
        self.status.say(f"{self._theme.zoom}%")

    # --- dropped folders ---------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_folders(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        folders = dropped_folders(event)
        if folders:
            event.acceptProposedAction()
            self.show_place("sources")
            for folder in folders:
                self.sources.offer(folder)

    # --- trouble -----------------------------------------------------------------------------

    def say(
        self, notice: Notice, actions: tuple[tuple[str, Callable[[], object]], ...] = ()
    ) -> None:
        """A banner over the whole window."""
        empty(self._banners)
        holder = QWidget()
        body = column(holder, (12, 8, 12, 8))
        banner = Banner(self._theme, notice, actions)
        banner.closed.connect(lambda: empty(self._banners))
        body.addWidget(banner)
        self._banners.addWidget(holder)

    def _broke(self, error: Exception) -> None:
        if is_bug(error):
            self.show_defect(error)

    def show_defect(self, error: BaseException) -> None:
        """A bug of ours: log it, say so calmly, and offer what to send us."""
        where = self._outside.report_defect(error)
        details = defect_text(error)
        sentence = (
            f"Your library is whole. Details are in {where}."
            if where
            else ("Your library is whole.")
        )
        copy = ("Copy details", lambda: QGuiApplication.clipboard().setText(details))
        self.say(Notice("bad", "Something broke in the program.", sentence), (copy,))


def dropped_folders(event: QDropEvent) -> list[str]:
    """The folders among what is dragged over the window."""
    paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in paths if Path(path).is_dir()]
