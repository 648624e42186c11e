"""Settings: how sections are found and which are written from. What was measured is marked so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.check_box import CheckBox
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.progress import Bar
from verbatim_desktop.desktop.widgets.setting_row import SettingRow
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.meaning import MeaningStatus
from verbatim_desktop.domain.retrieval import MEASURED, EvidenceLimits
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: What can be chosen, in percent and in sections; what was measured is marked.
FLOORS = ("20", "30", "40", "50", "60", "70", "80")
MOSTS = ("2", "3", "4", "6", "8", "10", "12")


def _choice(value: str, unit: str = "") -> tuple[str, str]:
    measured = f"{MEASURED.floor * 100:.0f}" if unit else str(MEASURED.most)
    return f"{value}{unit}{' (measured)' if value == measured else ''}", value


def choose(box: Combo, value: str, unit: str = "") -> None:
    """Show a value, one that was set elsewhere too."""
    if box.findData(value) < 0:
        box.addItem(f"{value}{unit}", value)
    box.setCurrentIndex(box.findData(value))


@dataclass(frozen=True, slots=True)
class Facts:
    """What retrieval stands on: its limits, and whose synonyms are used."""

    limits: EvidenceLimits
    kept: int
    own_synonyms: bool
    synonym_lines: int


class RetrievalPage(SettingsPage):
    name = "retrieval"
    title = "Retrieval"
    about = "The same library and question find the same sections, whichever model writes."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = self.theme
        self._limits = MEASURED
        self.synonyms = Button(theme, "Edit the synonyms", icon="open")
        self.synonyms_row = SettingRow(theme, "Synonyms", "", self.synonyms)
        self.group("Words", self.synonyms_row)
        self._make_meaning()
        self._make_limits()
        self.end()
        self.synonyms.clicked.connect(partial(self.command_wanted.emit, "sources.show_synonyms"))

    def _make_limits(self) -> None:
        theme = self.theme
        self.floor = Combo(theme, "Relevance floor", [_choice(one, "%") for one in FLOORS])
        self.most = Combo(theme, "Sections at most", [_choice(one) for one in MOSTS])
        self.floor_row = SettingRow(
            theme,
            "Relevance floor",
            "Sections that score less than this part of the best one are not written from.",
            self.floor,
        )
        self.most_row = SettingRow(theme, "Sections at most", "", self.most)
        self.group("Evidence", self.floor_row, self.most_row)
        self.floor.activated.connect(partial(self._limit, self.floor_row))
        self.most.activated.connect(partial(self._limit, self.most_row))

    def _make_meaning(self) -> None:
        theme = self.theme
        self.meaning = CheckBox(theme, "Search by meaning as well")
        self.meaning_row = SettingRow(
            theme,
            "Meaning",
            "A small model on this computer; nothing is downloaded and nothing leaves. Evidence "
            "still needs words of the question.",
            self.meaning,
        )
        controls = QWidget()
        line = row(controls, spacing=8)
        self.bar = Bar(theme)
        self.bar.setFixedWidth(theme.px(120))
        self.build_button = Button(theme, "Build the vectors", icon="play")
        self.stop_button = Button(theme, "Cancel", icon="stop", key="Esc")
        for widget in (self.bar, self.build_button, self.stop_button):
            line.addWidget(widget)
        self.vectors_row = SettingRow(theme, "Vectors", "Looking…", controls)
        self.group("Meaning", self.meaning_row, self.vectors_row)
        self._looking = self.long_call(self._meaning_failed)
        self._looking.succeeded.connect(self._show_meaning)
        self._building = self.long_call(self._meaning_failed, keeps=True)
        self._building.progressed.connect(self._show_step)
        self._building.succeeded.connect(self._built)
        self._building.stopped.connect(self._stopped)
        self.meaning.clicked.connect(self.turn)
        self.build_button.clicked.connect(self.build)
        self.stop_button.clicked.connect(self.escape)
        self._show_running(on=False)

    # --- what is shown -----------------------------------------------------------------------

    def read(self) -> None:
        self.look(read_facts, self._show)
        self._look()

    def _look(self) -> None:
        self._looking.start(lambda verbatim, _progress, _wish: verbatim.semantic.status())

    def _show(self, facts: Facts) -> None:
        self._limits = facts.limits
        choose(self.floor, f"{facts.limits.floor:.0%}".rstrip("%"), "%")
        choose(self.most, str(facts.limits.most))
        self.most_row.say_hint(
            f"How many are read for an answer; {facts.kept} are kept with it. Confidence was "
            "measured with the values marked so."
        )
        whose = "Your own" if facts.own_synonyms else "The program's"
        lines = counted(facts.synonym_lines, "line")
        self.synonyms_row.say_hint(f"{whose}, {lines}: what else a word is looked for as.")

    def _show_meaning(self, status: MeaningStatus) -> None:
        self.meaning.setChecked(status.settings.on)
        self.meaning.setEnabled(not status.problem)
        self.meaning_row.say_error(status.problem)
        if status.model is None:
            self.vectors_row.say_hint("None can be made.")
            self.build_button.setEnabled(False)
            return
        left = status.sections - status.embedded
        self.vectors_row.say_hint(
            f"{status.embedded:,} of {counted(status.sections, 'section')} have one, by "
            f"{status.model.name}."
        )
        self.build_button.setEnabled(left > 0 and not self._building.is_running)
        self.build_button.setToolTip("" if left else "Every section has one")

    def _show_running(self, *, on: bool) -> None:
        self.bar.setVisible(on)
        self.stop_button.setVisible(on)
        self.build_button.setVisible(not on)

    # --- changing ----------------------------------------------------------------------------

    def turn(self, on: bool) -> None:
        """On or off; undone by pressing it again."""
        self.change(
            self.meaning_row,
            lambda verbatim: verbatim.semantic.turn_on() if on else verbatim.semantic.turn_off(),
            lambda _nothing: self._turned(on),
        )

    def _turned(self, on: bool) -> None:
        fact = "Searching by meaning as well." if on else "Searching by words alone."
        told = "Sections without a vector are found by their words." if on else "Vectors stay."
        self.say(Notice("ok", fact, told), (("Undo", partial(self.turn, not on)),))
        self.search_changed.emit()
        self._look()

    def _limit(self, row: SettingRow, _index: int) -> None:
        """What the boxes say from now on; one step takes it back."""
        self._save_limits(
            row, EvidenceLimits(int(self.floor.value()) / 100, int(self.most.value()))
        )

    def _save_limits(self, row: SettingRow, limits: EvidenceLimits) -> None:
        before = self._limits
        if limits == before:
            return
        self.change(
            row,
            lambda verbatim: verbatim.inspector.save_limits(limits),
            lambda _nothing: self._limited(row, limits, before),
        )

    def _limited(self, row: SettingRow, limits: EvidenceLimits, before: EvidenceLimits) -> None:
        fact = (
            f"Written from {counted(limits.most, 'section')} at most, from {limits.floor:.0%} on."
        )
        undo = partial(self._save_limits, row, before)
        self.say(Notice("ok", fact, "Answers that are kept stay as they are."), (("Undo", undo),))
        self._limits = limits
        self.read()
        self.search_changed.emit()

    def build(self) -> None:
        self._show_running(on=True)
        self.bar.set_part(0)
        self._building.start(lambda verbatim, progress, _wish: verbatim.semantic.build(progress))
        self.stop_button.setFocus()

    def _show_step(self, step: IngestProgress) -> None:
        self.bar.set_part(step.done / step.total if step.total else 0)
        self.vectors_row.say_hint(f"{step.done:,} of {step.total:,} made")

    def _built(self, count: int) -> None:
        self._show_running(on=False)
        self.say(Notice("ok", f"{counted(count, 'section')} with a vector.", ""))
        self.search_changed.emit()
        self._look()

    def _stopped(self) -> None:
        self._show_running(on=False)
        self.say(Notice("neutral", "Stopped.", "What was made is kept; it goes on from there."))
        self._look()

    def _meaning_failed(self, error: Exception) -> None:
        self._show_running(on=False)
        self.fail(error)


def read_facts(verbatim: Verbatim) -> Facts:
    from verbatim_desktop.workflows.find_evidence import SHOWN

    text, own = verbatim.synonyms()
    lines = sum(bool(line.partition("#")[0].strip()) for line in text.splitlines())
    return Facts(verbatim.inspector.limits(), SHOWN, own, lines)
