"""The strip at the foot of the window: what is asked, what runs, and that nothing leaves."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.spoken import Role, announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import IconLabel, row
from verbatim_desktop.desktop.widgets.text import ElidedText, FactsText, Text

SAID_FOR_MS = 4000


class StatusBar(QWidget):
    spoken_role = Role.StatusBar

    keys_wanted = Signal()
    palette_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Status")
        self._theme = theme
        self._facts = FactsText(theme, least=80)
        self._said = Text(theme, size=11, color="accent", weight=500)
        self._run_icon = IconLabel(theme, "refresh", 14, "accent")
        self._run = Text(theme, size=11, color="accent")
        self._provider_icon = IconLabel(theme, "offline", 14)
        self._provider = ElidedText(theme, size=11, color="text2", least=80)
        self._keys = Button(theme, "Keys", kind=Kind.LINK, tip="All keys (?)", weight=400, size=11)
        self._keys.set_tone("text2")
        self._commands = Button(
            theme, "Commands", kind=Kind.LINK, tip="Commands (Ctrl+K)", weight=400, size=11
        )
        self._commands.set_tone("text2")
        self._commands.clicked.connect(self.palette_wanted)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAID_FOR_MS)
        self._timer.timeout.connect(lambda: self._said.setText(""))
        self._keys.clicked.connect(self.keys_wanted)
        self._lay_out()
        self.show_run("")
        theme.changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        layout = row(self, (12, 0, 12, 0), 8)
        layout.addWidget(self._facts, 1)
        layout.addWidget(self._said)
        layout.addSpacing(8)
        layout.addWidget(self._run_icon)
        layout.addWidget(self._run)
        layout.addSpacing(8)
        layout.addWidget(self._provider_icon)
        layout.addWidget(self._provider)
        layout.addSpacing(12)
        layout.addWidget(KeyCap(self._theme, "Ctrl K"))
        layout.addWidget(self._commands)
        layout.addSpacing(4)
        layout.addWidget(KeyCap(self._theme, "?"))
        layout.addWidget(self._keys)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(24))

    def show_facts(self, *facts: str) -> None:
        self._facts.show_facts([fact for fact in facts if fact])

    def facts(self) -> str:
        return self._facts.text()

    def show_provider(self, words: str, *, offline: bool) -> None:
        """Who writes and where; offline: no socket is open."""
        self._provider.setText(words)
        set_plain_tip(self._provider, words)
        self._provider_icon.set_icon("offline" if offline else "plug", "text2")

    def provider(self) -> str:
        return self._provider.text()

    def say(self, words: str) -> None:
        """Something that just happened; it goes by itself."""
        self._said.setText(words)
        announce(self, words)
        self._timer.start()

    def said(self) -> str:
        return self._said.text()

    def show_run(self, words: str) -> None:
        """What is being read now; "" for nothing."""
        if words and self._run.isHidden():
            announce(self, f"Reading {words}")
        self._run.setText(words)
        self._run.setVisible(bool(words))
        self._run_icon.setVisible(bool(words))
