"""Let a model write the reply's answers, or rewrite it or the selected part of it.

Nothing changes before a person keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from verbatim_desktop.desktop.errands import ShowSetting
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.long_call import LongCall, Work
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_queue import Begin, Stop
from verbatim_desktop.desktop.provider_words import NAMES
from verbatim_desktop.desktop.remedies import Remedy, as_actions, for_error, for_fault
from verbatim_desktop.desktop.reply_work import relocated
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.diff_view import DiffView
from verbatim_desktop.desktop.widgets.reply_tools import ReplyTools
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.rewrites import Rewrite, RewriteStyle

NO_MODEL = "No model is set: choose one under Settings"


class ComposeRewrite(QObject):
    """shown: the changes stand in the place of the editor (True), or no longer do."""

    shown = Signal(bool)

    def __init__(
        self,
        pane: Pane,
        view: DiffView,
        desk: ComposeDesk,
        tools: ReplyTools,
        jobs: Jobs,
        library: OpenLibrary,
    ) -> None:
        super().__init__(pane)
        self._pane, self._view, self._desk, self._tools = pane, view, desk, tools
        self._lane = Lane(jobs, library, pane.fail)
        self._call = LongCall(library, self)
        self._asked: ReplyDraft | None = None
        self._result: Rewrite | None = None
        self._writer = ProviderName.NONE
        self._again: Callable[[], object] = lambda: None  # what was asked for last
        tools.write_wanted.connect(self.write)
        tools.rewrite_chosen.connect(self.rewrite)
        view.kept.connect(self.keep)
        view.discarded.connect(self.stop)
        self._call.progressed.connect(view.append)
        self._call.succeeded.connect(self._show)
        self._call.failed.connect(self._fail)

    def load(self) -> None:
        """See who writes."""
        self._lane.ask(lambda verbatim: verbatim.models.chosen(), self._know, "models")

    def _know(self, settings: ProviderSettings) -> None:
        self._writer = settings.name
        self._tools.set_writer(NAMES.get(settings.name, ""), NO_MODEL)

    @property
    def is_open(self) -> bool:
        """Whether a model writes, or its changes are shown."""
        return self._asked is not None

    def write(self) -> None:
        """The answers anew, each from the evidence of its question."""
        self._put("Writing the answers", self._write)

    def _write(self) -> Stop | None:
        draft = self._desk.current()
        if draft is None:
            return None
        return self._begin(
            draft,
            "is writing",
            lambda verbatim, watch, wish: verbatim.composer.write(
                draft, deliver=partial(_told, watch), cancellation=wish
            ),
        )

    def rewrite(self, style: str, language: str) -> None:
        """The part that is selected now, else the whole reply."""
        self._put("Rewriting", partial(self._rewrite, style, language, self._desk.editor.stretch()))

    def _rewrite(self, style: str, language: str, part: QTextCursor) -> Stop | None:
        draft, reading = self._desk.current(), self._desk.editor.reading()
        if draft is None:
            return None
        start, end = 0, -1
        if part.hasSelection():
            start, end = reading.at(part.selectionStart()), reading.at(part.selectionEnd())
        return self._begin(
            draft,
            "is rewriting",
            lambda verbatim, watch, wish: verbatim.composer.rewrite(
                draft,
                RewriteStyle(style),
                language=language,
                start=start,
                end=end,
                deliver=partial(_told, watch),
                cancellation=wish,
            ),
        )

    def _put(self, words: str, begin: Begin) -> None:
        """In turn with the other changes of the draft, which wait until this one is decided."""
        if self._desk.draft is None:
            return
        if self._writer is ProviderName.NONE:
            self._pane.said.emit(NO_MODEL)
            return
        if self.is_open:
            self._pane.said.emit(f"Not done, as one is under way: {words.lower()}")
            return
        self._again = partial(self._put, words, begin)
        self._desk.queue.put(words, begin, quiet=True)

    def _begin(self, draft: ReplyDraft, does: str, work: Work) -> Stop:
        self._asked, self._result = draft, None
        known = frozenset(one.marker for one in draft.citations)
        self._view.begin(f"{NAMES[self._writer]} {does}", known)
        self.shown.emit(True)
        self._call.start(work)
        return self.stop

    def _show(self, result: Rewrite) -> None:
        if result.fallback:
            self._end()
            notice = Notice("warn", "The reply is as it was.", result.fallback)
            self._pane.say(notice, self._remedies(for_fault(result.fault)))
            return
        self._result = result
        self._view.show_rewrite(result)

    def keep(self) -> None:
        """Take the changes over, as one step that can be taken back."""
        asked, result, now = self._asked, self._result, self._desk.current()
        if asked is not None and result is not None and now is not None:
            self._asked = self._result = None
            after = result.draft or relocated(asked, result.text)
            # What a model may see may have been marked while it wrote.
            after = replace(after, unmarked=now.unmarked, marked=now.marked)
            self._desk.apply(now, after)
            self._end()

    def stop(self) -> bool:
        """Let go of the changes, or stop the model; False where there is neither."""
        was_open = self.is_open
        self._call.cancel()
        if was_open:
            self._end()
        return was_open

    def close(self) -> None:
        """The window closes: stop the model and wait for the end of the call."""
        self._call.close()

    def _fail(self, error: Exception) -> None:
        self._end()
        self._pane.fail_with(error, self._remedies(for_error(error)))

    def _remedies(self, remedies: Sequence[Remedy]) -> Actions:
        settings = self._pane.place_wanted.emit
        return as_actions(
            remedies,
            {
                Remedy.AGAIN: self._again,
                Remedy.SETTINGS: partial(settings, "settings", ShowSetting("providers")),
                Remedy.BUDGET: partial(settings, "settings", ShowSetting("budget")),
            },
        )

    def _end(self) -> None:
        self._asked = self._result = None
        self.shown.emit(False)
        self._desk.queue.done()


def _told(watch: object, text: str) -> None:
    """What a model wrote so far is heard where progress is."""
    assert callable(watch)
    watch(text)
