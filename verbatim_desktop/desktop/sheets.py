"""What is laid over the window now and then: workspaces, the log, a crash; made when shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.logs import read_log
from verbatim_desktop.desktop.messages import Notice, defect_text
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.text_sheet import TextSheet
from verbatim_desktop.desktop.widgets.workspaces_sheet import WorkspacesSheet
from verbatim_desktop.desktop.workspaces_control import WorkspacesControl

NO_LOG = "Nothing was logged yet. Only defects of the program are, without text of documents."
CRASHED = "Something broke in the program."


class Needs(Protocol):
    """What the sheets need from beyond the window."""

    @property
    def library(self) -> OpenLibrary: ...

    @property
    def workspace(self) -> str: ...

    @property
    def folder(self) -> Path | None: ...

    @property
    def switch(self) -> Callable[[str], None]: ...


class Sheets(QObject):
    broke = Signal(object)

    def __init__(self, theme: Theme, window: QWidget, jobs: Jobs, needs: Needs) -> None:
        super().__init__(window)
        self._theme, self._window, self._jobs, self._needs = theme, window, jobs, needs

    @cached_property
    def workspaces(self) -> WorkspacesControl:
        sheet = WorkspacesSheet(self._theme, self._window)
        needs = self._needs
        control = WorkspacesControl(sheet, self._jobs, needs.library, needs.workspace)
        control.switch_wanted.connect(needs.switch)
        control.broke.connect(self.broke)
        return control

    @cached_property
    def log(self) -> TextSheet:
        return TextSheet(self._theme, self._window, "Log")

    @cached_property
    def crash(self) -> TextSheet:
        return TextSheet(self._theme, self._window, CRASHED, "Copy details")

    def show_log(self) -> None:
        job = self._jobs.start(lambda: read_log(self._needs.folder), channel="log")
        job.succeeded.connect(self._show_log)
        job.failed.connect(self.broke)

    def _show_log(self, text: str) -> None:
        folder = self._needs.folder
        where = str(folder / "logs") if folder is not None and text else ""
        self.log.show_text(where or NO_LOG, text, at_end=True)

    def show_crash(self, error: BaseException, where: str, times: int = 1) -> None:
        """What happened and what to send us: no text of a document, no key."""
        told = crash_notice(where).sentence
        often = f" This happened {times:,} times." if times > 1 else ""
        self.crash.show_text(f"{told} You can go on working.{often}", defect_text(error))


def crash_notice(where: str, times: int = 1) -> Notice:
    """times: how often by now, in this window."""
    sentence = "Your library is whole." + (f" Details are in {where}." if where else "")
    fact = CRASHED if times == 1 else f"{CRASHED.rstrip('.')} {times:,} times."
    return Notice("bad", fact, sentence)
