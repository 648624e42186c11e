"""Usage: what was asked, how long it took and what it cost. Gaps: what the documentation lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from verbatim_desktop.desktop import usage_work as work
from verbatim_desktop.desktop.errands import ShowAnswer, ShowSetting
from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.long_call import LongCall
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.source_work import write_report
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.gaps_panel import GapsPanel
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.usage_overview import UsageOverview
from verbatim_desktop.domain.gaps import Gap, GapReport, SynonymProposal
from verbatim_desktop.text.counting import counted

KEYS = (
    Key("show_usage_part", "Costs and times", ("Ctrl+Alt+U",), everywhere=True),
    Key("show_gaps", "Gaps of the documentation", ("Ctrl+Shift+G",), everywhere=True),
    Key("export", "Export what is shown", ("Ctrl+E",)),
    Key("filter_table", "Filter the table", ("Ctrl+Shift+F",)),
    Key("read_again", "Read it again", ("F5",)),
)
USAGE, GAPS = range(2)
FILTERS = {"csv": "CSV (*.csv)", "markdown": "Markdown (*.md)"}
ENDINGS = {"csv": "csv", "markdown": "md"}


def make(context: Context) -> UsagePane:
    return UsagePane(context)


class UsagePane(Pane):
    shown = Signal()  # the ledger was read and is on the screen
    gaps_shown = Signal()

    source_width = 448

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Usage")
        self._theme = context.theme
        self._lane = Lane(context.jobs, context.library, self.fail)
        self._finding = LongCall(context.library, self)
        self._stale = True  # the gaps are not those of the library as it is
        self._asked = ""  # what they were found among
        self.steps.begin(self._make(), ahead=context.ahead)

    def _make(self) -> Iterator[None]:
        """Its parts, each a step of its own, then what joins them."""
        self._lay_out()
        yield
        self.overview = UsageOverview(self._theme)
        self.table = self.overview.table
        yield
        self.parts.addWidget(self.overview)
        yield
        self.gaps = GapsPanel(self._theme)
        self.parts.addWidget(self.gaps)
        yield
        self._connect()

    def _lay_out(self) -> None:
        self.tabs = Choices(self._theme, ("Costs and times", "Gaps"), "Parts", tab=True)
        self.export_button = Button(
            self._theme, "Export CSV", icon="download", kind=Kind.QUIET, key="Ctrl E"
        )
        header = PaneHeader(self._theme, "Usage")
        header.add(self.export_button)
        self.parts = QStackedWidget()
        tabs = row(margins=(24, 0, 24, 0))
        tabs.addWidget(self.tabs)
        self._above = QWidget()
        column(self._above, (24, 12, 24, 0), 0).addLayout(self.banners)
        self._above.hide()
        outer = column(self, spacing=0)
        outer.addWidget(header)
        outer.addLayout(tabs)
        outer.addWidget(line())
        outer.addWidget(self._above)
        outer.addWidget(self.parts, 1)

    def _connect(self) -> None:
        overview, gaps, finding = self.overview, self.gaps, self._finding
        self.tabs.chosen.connect(self._show_part)
        self.export_button.clicked.connect(self.export)
        overview.wanted.connect(self.read)
        overview.ask_wanted.connect(partial(self.command_wanted.emit, "show_ask"))
        overview.totals.change_wanted.connect(partial(self._settings, "budget"))
        self.table.privacy_wanted.connect(partial(self._settings, "privacy"))
        self.table.forget_wanted.connect(self.ask_to_forget)
        self.table.answer_wanted.connect(self._open_answer)
        gaps.ask_wanted.connect(partial(self.command_wanted.emit, "show_ask"))
        gaps.again_wanted.connect(self.find_gaps)
        gaps.cancelled.connect(finding.cancel)
        gaps.answer_wanted.connect(self._open_answer)
        gaps.page_wanted.connect(self.page_wanted)
        gaps.synonym_wanted.connect(self.accept)
        gaps.dismissed.connect(self.dismiss)
        gaps.export_wanted.connect(self.export_gaps)
        finding.progressed.connect(gaps.show_step)
        finding.succeeded.connect(self._show_gaps)
        finding.failed.connect(self._gaps_failed)
        finding.stopped.connect(gaps.show_stopped)

    # --- what is shown -----------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        self._stale = True
        if self.isVisible():
            self._read_part()

    def showEvent(self, event: QShowEvent) -> None:
        """Coming here reads the ledger anew: something may have been asked meanwhile."""
        super().showEvent(event)
        self._read_part()

    def _read_part(self) -> None:
        if self.parts.currentIndex() == USAGE:
            self.read()
        elif self._stale:
            self.find_gaps()
        else:
            self._lane.ask(work.asked, self._look_whether_asked, "gaps")

    def _look_whether_asked(self, asked: str) -> None:
        if asked != self._asked and not self._finding.is_running:
            self.find_gaps()

    def take_focus(self) -> None:
        parts = (self.overview, self.gaps)
        parts[self.parts.currentIndex()].take_focus()

    def escape(self) -> bool:
        if self._finding.cancel():
            return True
        return self._put_away()

    def put_banner(self, banner: Banner) -> None:
        super().put_banner(banner)
        self._above.show()

    def _put_away(self) -> bool:
        """Take the banner away; False where there is none."""
        was_there = self.banners.count() > 0
        empty(self.banners)
        self._above.hide()
        return was_there

    def leave(self) -> None:
        self._finding.close()

    def read(self, wanted: work.Wanted | None = None) -> None:
        choice = wanted or self.overview.choice()
        self._lane.ask(lambda verbatim: work.read(verbatim, choice), self._show, "usage")

    def read_again(self) -> None:
        if self.parts.currentIndex() == GAPS:
            self.find_gaps()
        else:
            self.read()

    def _show(self, seen: work.Seen) -> None:
        self.overview.show_seen(seen)
        if seen.budget.notice:
            kind = "bad" if seen.budget.is_spent else "warn"
            notice = Notice(kind, "Budget.", seen.budget.notice)
            self.say(notice, (("Change", partial(self._settings, "budget")),))
        self.shown.emit()

    def fail(self, error: Exception) -> None:
        """What can be tried again is offered so."""
        again = (("Try again", self.read_again),)
        tell(error, lambda notice: self.say(notice, again), self.broke.emit)

    def _settings(self, page: str) -> None:
        self.place_wanted.emit("settings", ShowSetting(page))

    def _open_answer(self, answer_id: str) -> None:
        self.place_wanted.emit("ask", ShowAnswer(answer_id))

    def _show_part(self, number: int) -> None:
        self.tabs.choose(number)
        self.parts.setCurrentIndex(number)
        self.export_button.setVisible(number == USAGE)
        if number == GAPS:
            self._read_part()

    def show_usage_part(self) -> None:
        self._show_part(USAGE)
        self.take_focus()

    def show_gaps(self) -> None:
        self._show_part(GAPS)
        self.gaps.take_focus()

    def filter_table(self) -> None:
        if self.parts.currentIndex() == USAGE:
            self.table.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- forgetting --------------------------------------------------------------------------

    def ask_to_forget(self) -> None:
        """There is no way back from it, so it is asked for twice."""
        notice = Notice(
            "warn",
            "Forget the texts of all questions?",
            "Figures stay, and so do kept answers. This cannot be undone.",
        )
        actions = (("Forget them", self.forget), ("Keep them", self._put_away))
        banner = Banner(self._theme, notice, actions)
        self.put_banner(banner)
        banner.focus_first()

    def forget(self) -> None:
        self._lane.ask(work.forget, self._forgotten)

    def _forgotten(self, count: int) -> None:
        fact = f"{counted(count, 'text')} forgotten." if count else "There was no text to forget."
        self.say(Notice("ok", fact, "Each record keeps a hash of its question."))
        self.read()

    # --- gaps --------------------------------------------------------------------------------

    def find_gaps(self) -> None:
        self._stale = False
        self.gaps.show_loading()
        self._finding.start(lambda verbatim, progress, _wish: work.find_gaps(verbatim, progress))

    def _show_gaps(self, found: tuple[str, GapReport]) -> None:
        self._asked, report = found
        self.gaps.show_report(report)
        self.gaps_shown.emit()

    def _gaps_failed(self, error: Exception) -> None:
        self._stale = True
        self.gaps.show_stopped()
        self.fail(error)

    def accept(self, proposal: SynonymProposal) -> None:
        self._lane.ask(
            lambda verbatim: verbatim.gaps.accept(proposal), partial(self._accepted, proposal)
        )

    def _accepted(self, proposal: SynonymProposal, before: str | None) -> None:
        notice = Notice("ok", "Synonym added.", f"{proposal.line}. Searching uses it from now on.")
        self.say(notice, (("Undo", partial(self._take_back, before)),))
        self.search_changed.emit()
        self.find_gaps()

    def _take_back(self, before: str | None) -> None:
        self._lane.ask(lambda verbatim: verbatim.gaps.undo(before), self._taken_back)

    def _taken_back(self, _nothing: object) -> None:
        self.say(Notice("neutral", "Taken back.", "The synonyms are as they were."))
        self.search_changed.emit()
        self.find_gaps()

    def dismiss(self, gap: Gap) -> None:
        """List its questions no more; they can be brought back at once."""
        texts = tuple(question.text for question in gap.questions)
        self._lane.ask(
            lambda verbatim: verbatim.gaps.dismiss(texts), partial(self._dismissed, gap, texts)
        )

    def _dismissed(self, gap: Gap, texts: tuple[str, ...], _nothing: object) -> None:
        told = f"“{gap.topic}” is not listed any more, nor exported."
        self.say(Notice("ok", "Not a gap.", told), (("Undo", partial(self._bring_back, texts)),))
        self.find_gaps()

    def _bring_back(self, texts: tuple[str, ...]) -> None:
        self._lane.ask(lambda verbatim: verbatim.gaps.bring_back(texts), self._brought_back)

    def _brought_back(self, _nothing: object) -> None:
        self.say(Notice("neutral", "Taken back.", "It is listed again."))
        self.find_gaps()

    # --- exporting ---------------------------------------------------------------------------

    def export(self) -> None:
        if self.parts.currentIndex() == GAPS:
            self.export_gaps("markdown")
        else:
            self._ask_where("usage", "csv", self.write_usage)

    def export_gaps(self, form: str) -> None:
        if self.gaps.report is not None:
            self._ask_where("gaps", form, partial(self.write_gaps, self.gaps.report, form))

    def _ask_where(self, name: str, form: str, write: Callable[[str], None]) -> None:
        dialog = QFileDialog(self.window(), "Export", f"{name}.{ENDINGS[form]}", FILTERS[form])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENDINGS[form])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(write)
        dialog.open()

    def write_usage(self, path: str) -> None:
        """What stands in the table, in its order."""
        records = self.table.shown()
        self._lane.ask(
            lambda verbatim: write_report(path, verbatim.usage.as_csv(records), "table"), self.say
        )

    def write_gaps(self, report: GapReport, form: str, path: str) -> None:
        self._lane.ask(
            lambda verbatim: write_report(path, verbatim.gaps.written(report, form), "list"),
            self.say,
        )
