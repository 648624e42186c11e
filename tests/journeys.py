"""A day at the real window, as code for a process of its own.

The program's own door is used, so that starting, the one instance and closing are part of it. A
journey is a generator over `main`, the window: what it yields is waited for, step by step.
"""

from __future__ import annotations

import textwrap

RUN = """
from verbatim_desktop.__main__ import {door}
sys.argv = {arguments!r}
try:
    status = {door}()
except SystemExit as done:
    status = done.code
sys.excepthook = sys.__excepthook__  # the window took it
assert not status, status
"""

DRIVER = """
import os, sys
from PySide6.QtCore import QTimer
from verbatim_desktop.desktop import run

def journey(main):
{journey}

def whole_journey(application):
    tops = application.topLevelWidgets
    def main():
        return next((one for one in tops() if type(one).__name__ == "MainWindow"), None)
    yield main
    yield lambda: hasattr(main(), "sources")
    yield from journey(main())
    main().close()

class Driver(QTimer):
    def __init__(self, application):
        super().__init__(application)
        self.steps = whole_journey(application)
        self.waits_for = next(self.steps)
        self.timeout.connect(self.go_on)
        self.start(20)
        QTimer.singleShot({patience}, self.give_up)

    def go_on(self):
        if self.waits_for():
            self.waits_for = next(self.steps, None)
        if self.waits_for is None:
            self.stop()

    def give_up(self):
        line = self.steps.gi_yieldfrom.gi_frame.f_lineno if self.steps.gi_yieldfrom else 0
        sys.stderr.write(f"the journey stands still at its line {{line}}\\n")
        os._exit(3)

made = run.make_application
def make_application():
    application = made()
    application.driver = Driver(application)
    return application
run.make_application = make_application
"""


def command(*arguments: str) -> str:
    """A command of the command line."""
    return RUN.format(door="cli", arguments=["verbatim", *arguments])


def window(journey: str, *arguments: str, patience_ms: int = 240_000) -> str:
    """The window, opened, led through a journey, and closed."""
    body = textwrap.indent(textwrap.dedent(journey), "    ")
    driver = DRIVER.format(journey=body, patience=patience_ms)
    return driver + RUN.format(door="desktop", arguments=["verbatim-desktop", *arguments])
