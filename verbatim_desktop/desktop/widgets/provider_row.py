"""One provider: whether it writes, its key, its model, a test, and how it is reached.

A key goes in and never comes out: its field shows dots, and is emptied for good once it is taken.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QRadioButton, QSizePolicy, QWidget

from verbatim_desktop.desktop.provider_words import HERE, host_of
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.usage_figures import milliseconds
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.kept_field import KeptField
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column
from verbatim_desktop.desktop.widgets.painting import box, focus_ring
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.models import (
    KeyPlace,
    KeyState,
    ProviderName,
    ProviderSettings,
    Trial,
)

TITLES = {
    ProviderName.NONE: "None",
    ProviderName.OPENAI: "OpenAI",
    ProviderName.ANTHROPIC: "Anthropic",
    ProviderName.GEMINI: "Gemini",
    ProviderName.COMPATIBLE: "Compatible endpoint",
}
HOSTS = {
    ProviderName.NONE: "Sentences from your pages",
    ProviderName.OPENAI: "api.openai.com",
    ProviderName.ANTHROPIC: "api.anthropic.com",
    ProviderName.GEMINI: "generativelanguage.googleapis.com",
    ProviderName.COMPATIBLE: "Local server or gateway",
}
KEY_WORDS = {
    KeyPlace.KEYRING: "Key in the system keyring",
    KeyPlace.MEMORY: "Key until the program ends",
    KeyPlace.ENVIRONMENT: "Key from the environment",
}
DEADLINES = (10.0, 20.0, 30.0, 60.0, 120.0, 300.0)
LOOKING = "Looking for the keyring…"
TICK_MS = 1000
#: Below these widths the key stands under the name, and then the controls under both.
NARROW, NARROWEST = 740, 560
#: Where key and controls stand (row, column, and how many of each), and how columns grow.
SHAPES = (
    ((0, 2, 1, 1), (0, 3, 1, 1), (0, 4, 3, 7)),
    ((1, 1, 1, 1), (0, 2, 2, 1), (0, 3, 5, 0)),
    ((1, 1, 1, 1), (2, 1, 1, 1), (0, 1, 0, 0)),
)
#: So that the fields of every provider stand in line.
FIELD, MODEL = 300, 220


class Radio(QRadioButton):
    """A radio button without words that grows with the text."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        side = self._theme.px(20)
        return QSize(side, side)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        on = self.isChecked()
        whole = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        edge = theme.color("accent" if on or self.hasFocus() else "text3")
        box(painter, whole, whole.width() / 2, theme.color("base"), edge, 2 if on else 1.5)
        if on:
            inner = whole.adjusted(*(sign * whole.width() * 0.27 for sign in (1, 1, -1, -1)))
            box(painter, inner, inner.width() / 2, theme.color("accent"))
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), self.width() / 2, theme)


class ProviderRow(QWidget):
    """changed carries ProviderSettings; chosen, key_given and the others a ProviderName first."""

    chosen = Signal(object)
    changed = Signal(object)
    key_given = Signal(object, str)
    key_unwanted = Signal(object)
    test_wanted = Signal(object)
    cancel_wanted = Signal()
    file_wanted = Signal(object)

    def __init__(self, theme: Theme, name: ProviderName) -> None:
        super().__init__()
        self._theme, self.name = theme, name
        self._settings = ProviderSettings(name)
        self._seconds = 0
        self._is_found = False
        self._shape = -1
        self._fields: tuple[QWidget, ...] = ()
        self._writes: bool | None = None  # not shown yet
        self.setAccessibleName(TITLES[name])
        self.radio = Radio(theme, f"{TITLES[name]} writes")
        self.host = Text(theme, HOSTS[name], size=12, color="text2")
        self.key_state = Text(theme, "", color="text2", wrap=True)
        self.typed_model = KeptField()
        self.model = self._make_model()
        self.result = Text(theme, "", size=12, color="text2")
        self.result_icon = IconLabel(theme, "ok", 14, "ok")
        self.test = Button(theme, "Test", compact=True)
        self.cancel = Button(theme, "Cancel", icon="stop", compact=True)
        self.more = Button(theme, icon="more", kind=Kind.QUIET, compact=True,
                           tip=f"How {TITLES[name]} is reached")  # fmt: skip
        self.error = Text(theme, "", size=12, color="bad", wrap=True)
        self.details = QWidget()
        self._clock = QTimer(self)
        self._clock.setInterval(TICK_MS)
        self._lay_out()
        self._connect()
        self._end_test()
        theme.changed.connect(self._fit)

    def _make_model(self) -> Combo:
        box = Combo(self._theme, f"Model of {TITLES[self.name]}")
        box.setEditable(True)
        box.setInsertPolicy(Combo.InsertPolicy.NoInsert)
        field = self.typed_model
        field.setPlaceholderText("Choose or type a model")
        field.setAccessibleName(f"Model of {TITLES[self.name]}")
        field.setObjectName("bare")
        box.setLineEdit(field)
        return box

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        outer = column(self, (16, 10, 12, 10), 6)
        self._head = QGridLayout()
        self._head.setHorizontalSpacing(12)
        self._head.setVerticalSpacing(6)
        self._names = QWidget()
        words = column(self._names, spacing=0)
        words.addWidget(Text(self._theme, TITLES[self.name], weight=500, wrap=True))
        words.addWidget(self.host)
        words.addStretch(1)
        self._controls = QWidget()
        flow = FlowLayout(spacing=8)
        self._controls.setLayout(flow)
        writes = self.name is not ProviderName.NONE
        if writes:
            for widget in (
                self.model, self.result_icon, self.result, self.test, self.cancel, self.more,
            ):  # fmt: skip
                flow.addWidget(widget)
        else:
            self.key_state.setText("Nothing to set up")
        outer.addLayout(self._head)
        self._fit()
        outer.addWidget(self.error)
        self.error.hide()
        if writes:
            self._lay_out_details()
            outer.addWidget(self.details)
        self.details.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Names, key and controls beside each other, or under each other where room is short."""
        self.model.setFixedWidth(self._theme.px(MODEL))
        for field in self._fields:
            field.setFixedWidth(self._theme.px(FIELD))
        shape = sum(self.width() < self._theme.px(width) for width in (NARROW, NARROWEST))
        metrics = QFontMetrics(self._theme.font(12))
        widest = max(metrics.horizontalAdvance(host) for host in HOSTS.values())
        self._head.setColumnMinimumWidth(1, 0 if shape else widest)  # keys stand in line as well
        if shape == self._shape:
            return
        self._shape = shape
        for widget in (self.radio, self._names, self.key_state, self._controls):
            self._head.removeWidget(widget)
        self._head.addWidget(self.radio, 0, 0)
        self._head.addWidget(self._names, 0, 1)
        key, controls, stretches = SHAPES[shape]
        self._head.addWidget(self.key_state, *key)
        self._head.addWidget(self._controls, *controls)
        for number, stretch in enumerate(stretches):
            self._head.setColumnStretch(number, stretch)

    def _lay_out_details(self) -> None:
        theme, title = self._theme, TITLES[self.name]
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self.key.setPlaceholderText("Paste a key")
        self.key.setAccessibleName(f"Key of {title}")
        self.keep = Button(theme, "Keep the key", icon="key")
        self.drop = Button(theme, "Remove", icon="trash", kind=Kind.QUIET)
        self.drop.setAccessibleName(f"Remove the key of {title}")
        self.address = KeptField()
        self.address.setAccessibleName(f"Address of {title}")
        needed = self.name is ProviderName.COMPATIBLE
        self.address.setPlaceholderText(
            "http://127.0.0.1:11434/v1" if needed else f"https://{HOSTS[self.name]}"
        )
        self.authority = KeptField()
        self.authority.setAccessibleName(f"Certificate authority of {title}")
        self.authority.setPlaceholderText("System trust store")
        self.choose = Button(theme, "Choose file", icon="folder")
        seconds = [(f"{one:.0f} seconds", str(one)) for one in DEADLINES]
        self.deadline = Combo(theme, f"Total time for one answer of {title}", seconds)
        self._fields = (self.key, self.address, self.authority, self.deadline)
        grid = QGridLayout(self.details)
        grid.setContentsMargins(28, 4, 0, 4)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        proxy = "The system's; never for this computer."
        parts: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            ("Key", (self.key, self.keep, self.drop)),
            ("Address", (self.address,)),
            ("Certificate authority", (self.authority, self.choose)),
            ("Total time", (self.deadline,)),
            ("Proxy", (Text(theme, proxy, color="text2"),)),
        )
        for number, (label, widgets) in enumerate(parts):
            grid.addWidget(Text(theme, label, color="text2"), number, 0)
            holder = QWidget()
            line = FlowLayout(spacing=8)
            holder.setLayout(line)
            for widget in widgets:
                line.addWidget(widget)
            grid.addWidget(holder, number, 1)

    def _connect(self) -> None:
        self.radio.clicked.connect(lambda: self.chosen.emit(self.name))
        self._clock.timeout.connect(self._tick)
        self.test.clicked.connect(lambda: self.test_wanted.emit(self.name))
        self.cancel.clicked.connect(self.cancel_wanted)
        self.more.clicked.connect(lambda: self.open_details(self.details.isHidden()))
        if self.name is ProviderName.NONE:
            return
        self.model.activated.connect(self._change)
        self.typed_model.editingFinished.connect(self._change)
        self.address.editingFinished.connect(self._change)
        self.authority.editingFinished.connect(self._change)
        self.deadline.activated.connect(self._change)
        self.keep.clicked.connect(self._keep)
        self.key.returnPressed.connect(self._keep)
        self.drop.clicked.connect(lambda: self.key_unwanted.emit(self.name))
        self.choose.clicked.connect(lambda: self.file_wanted.emit(self.name))

    # --- what is set -------------------------------------------------------------------------

    @property
    def settings(self) -> ProviderSettings:
        return self._settings

    @property
    def words(self) -> str:
        return f"{TITLES[self.name]} {HOSTS[self.name]} key model address certificate".casefold()

    @property
    def heading(self) -> str:
        return TITLES[self.name].casefold()

    def set_found(self, found: bool) -> None:
        self._is_found = found
        self.update()

    def take_focus(self) -> None:
        self.radio.setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> QWidget:
        return self

    def show_settings(
        self, settings: ProviderSettings, known: tuple[str, ...], *, writes: bool
    ) -> None:
        self._settings = settings
        self.radio.setChecked(writes)
        self.update()
        if self.name is ProviderName.NONE:
            return
        self.model.clear()
        self.model.addItems(list(known))
        self.model.setCurrentText(settings.model)
        self.address.setText(settings.base_url)
        self.authority.setText(settings.ca_file)
        nearest = min(DEADLINES, key=lambda one: abs(one - settings.deadline_seconds))
        self.deadline.setCurrentIndex(DEADLINES.index(nearest))
        host = host_of(settings.base_url)
        here = " · this computer" if host in HERE else ""
        self.host.setText((host + here) or HOSTS[self.name])
        if writes != self._writes:  # the one that is chosen is unfolded, and no other
            self.details.setVisible(writes)
            self._writes = writes

    def show_key(self, state: KeyState | None, looking: str = "") -> None:
        """looking: what is said while nothing is known of the key."""
        if self.name is ProviderName.NONE:
            return
        place = state.place if state is not None else KeyPlace.NOWHERE
        none = "No key" if state is None or state.needed else "No key needed"
        self.key_state.setText(looking or KEY_WORDS.get(place, none))
        has_one = place in (KeyPlace.KEYRING, KeyPlace.MEMORY)
        self.drop.setEnabled(has_one)
        self.keep.set_words("Replace the key" if has_one else "Keep the key", "key")

    def open_details(self, on: bool) -> None:
        self.details.setVisible(on)
        if on:
            self.key.setFocus(Qt.FocusReason.OtherFocusReason)

    def say_error(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def _change(self) -> None:
        """Whatever is set now, where it is another than before."""
        wanted = replace(
            self._settings,
            model=self.model.currentText().strip(),
            base_url=self.address.text().strip(),
            ca_file=self.authority.text().strip(),
            deadline_seconds=DEADLINES[max(self.deadline.currentIndex(), 0)],
        )
        if replace(wanted, deadline_seconds=0) != replace(self._settings, deadline_seconds=0) or (
            self.sender() is self.deadline
        ):
            self.changed.emit(wanted)

    def _keep(self) -> None:
        """Hand the key on and empty the field: setText also empties what could be undone."""
        key = self.key.text()
        self.key.setText("")
        if key.strip():
            self.key_given.emit(self.name, key)

    # --- a test ------------------------------------------------------------------------------

    def begin_test(self) -> None:
        self.say_error("")
        self._seconds = 0
        self.result.setText("Testing, 0 s")
        self.result.set_color("text2")
        self.result_icon.set_icon("refresh", "accent")
        self.result_icon.show()
        self.result.show()
        self.test.hide()
        self.cancel.show()
        self._clock.start()

    def _tick(self) -> None:
        self._seconds += 1
        self.result.setText(f"Testing, {self._seconds} s")

    def _end_test(self) -> None:
        self._clock.stop()
        self.cancel.hide()
        self.test.setVisible(self.name is not ProviderName.NONE)
        self.result.setVisible(False)
        self.result_icon.setVisible(False)

    def stop_test(self) -> None:
        self._end_test()

    def show_trial(self, trial: Trial) -> None:
        self._end_test()
        self.result_icon.set_icon("ok" if trial.ok else "bad", "ok" if trial.ok else "bad")
        self.result.set_color("ok" if trial.ok else "bad")
        answered = milliseconds(trial.total_ms) if trial.total_ms else "Reached"
        self.result.setText(answered if trial.ok else "Failed")
        announce(self, f"{TITLES[self.name]}: {self.result.text()} {trial.message}")
        set_plain_tip(self.result, trial.message)
        self.result.show()
        self.result_icon.show()
        self.say_error("" if trial.ok else trial.message)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.radio.isChecked() or self._is_found:
            box(QPainter(self), QRectF(self.rect()), 0, self._theme.color("soft"))
