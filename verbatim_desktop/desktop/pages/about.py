"""Settings: versions, what a look at the installation finds, and the log."""

from __future__ import annotations

import platform
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication

from verbatim_desktop import __version__
from verbatim_desktop.desktop.diagnostics import Diagnosis, diagnosis_text, plain
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pages.page import SettingsPage
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import IconLabel
from verbatim_desktop.desktop.widgets.setting_row import Group, SettingRow
from verbatim_desktop.domain.health import Check, CheckState

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

ICONS = {CheckState.OK: "ok", CheckState.WARN: "warn", CheckState.BAD: "bad"}
PACKAGES = ("SQLAlchemy", "Whoosh", "keyring", "openai", "anthropic", "google-genai", "onnxruntime")


class AboutPage(SettingsPage):
    name = "about"
    title = "Diagnostics"
    about = (
        "What to send to whoever helps you. No key, no text of a document and no question is in "
        "it, and your home folder is written as ~."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = self.theme
        self._diagnosis: Diagnosis | None = None
        self.copy_button = Button(theme, "Copy", icon="copy")
        self.copy_row = SettingRow(theme, "Copy the diagnostics", "Looking…", self.copy_button)
        self.log_button = Button(theme, "Open the log", icon="terminal", key="F12")
        self.log_row = SettingRow(
            theme, "Log of the program", "Only defects are in it.", self.log_button
        )
        self.again_button = Button(theme, "Look again", icon="refresh")
        self.again_row = SettingRow(
            theme, "Look at the installation", "Nothing is changed.", self.again_button
        )
        self.group("", self.copy_row, self.log_row, self.again_row)
        self.checks = Group("What was found")
        self.checks.hide()
        self.add(self.checks)
        self.end()
        self._looking = self.long_call(self._look_failed)
        self._looking.succeeded.connect(self._show)
        self.copy_button.clicked.connect(self.copy)
        self.copy_button.setEnabled(False)
        self.log_button.clicked.connect(partial(self.command_wanted.emit, "show_log"))
        self.again_button.clicked.connect(self.read)

    def read(self) -> None:
        """On a lane of its own: the keyring is asked too."""
        self.copy_row.say_hint("Looking at the installation…")
        self._looking.start(lambda verbatim, _progress, _wish: look(verbatim))

    def _show(self, diagnosis: Diagnosis) -> None:
        self._diagnosis = diagnosis
        self.copy_button.setEnabled(True)
        self.copy_row.say_hint(f"Verbatim Desktop {__version__}, with versions and checks.")
        self.checks.clear()
        self.checks.show()
        for check in diagnosis.checks:
            self.checks.add(self._row(check))

    def _row(self, check: Check) -> SettingRow:
        mark = IconLabel(self.theme, ICONS[check.state], 16, check.state.value)
        mark.setAccessibleName(check.state.value)
        words = plain(f"{check.detail} {check.advice}".strip(), str(Path.home()))
        one = SettingRow(self.theme, check.name, words, mark)
        one.hint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return one

    def _look_failed(self, error: Exception) -> None:
        self.copy_row.say_hint("The look at the installation failed.")
        self.fail(error)

    def text(self) -> str:
        """What is copied; "" before anything was looked at."""
        return "" if self._diagnosis is None else diagnosis_text(self._diagnosis, str(Path.home()))

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.say(Notice("ok", "Copied.", "Read it over before you send it."))


def look(verbatim: Verbatim) -> Diagnosis:
    return Diagnosis(versions(), verbatim.doctor(), verbatim.library_summary())


def versions() -> dict[str, str]:
    found = {
        "Verbatim": __version__,
        "Python": platform.python_version(),
        "System": f"{platform.system()} {platform.release()} {platform.machine()}",
        "Qt": qVersion(),
        "Platform": QGuiApplication.platformName(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
