"""Gets ready what was not shown yet, so that going there is no wait: first the window, then this.

Modules of the panes are imported between turns of the loop, one a turn. What they stand on beside
Qt, and what their first questions to the library need, is imported on a thread beside the window:
it would otherwise hold the interpreter just while a pane is shown for the first time. Panes are
made a part at a time. Who goes somewhere sooner finds it made at once.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import takewhile

from PySide6.QtCore import QObject, QTimer, Signal

from verbatim_desktop.desktop.afterwards import once_painted
from verbatim_desktop.desktop.imports import import_beside
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.places import PLACES, Place, is_imported, module_name

PACKAGE = __name__.partition(".")[0]
#: After the library was shown, between two parts, and between two modules.
BEFORE_MS, BETWEEN_MS, MODULES_MS = 700, 30, 2


class Warming(QObject):
    """imported: a place whose module is there. finished: all is made. prepare: makes one more part
    of a pane.
    """

    imported = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, prepare: Callable[[str], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._prepare = prepare
        self._jobs = Jobs(self)
        self._to_import = list(PLACES)
        self._to_ask = [f"{PACKAGE}.{name}" for place in PLACES for name in place.asks]
        self._here: list[str] = []  # modules of the place that is being imported
        self._to_make: list[Place] = []
        self._begun = self._closed = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._make_next)

    def begin(self) -> None:
        """Once; later calls change nothing. What is imported already is offered at once."""
        if not self._begun:
            self._begun = True
            for place in takewhile(is_imported, tuple(self._to_import)):
                self._to_import.remove(place)
                self._to_make.append(place)
                self.imported.emit(place)
            once_painted(self, self._import_next)

    def close(self) -> None:
        self._closed = True  # an import under way may still tell that it has ended
        self._soon.stop()
        self._to_import, self._here, self._to_make = [], [], []
        gc.unfreeze()
        self._jobs.close()

    def _import_next(self) -> None:
        if self._closed:
            return
        if not self._to_import:
            self._soon.start(BEFORE_MS)
            self._import_asked()
            return
        place = self._to_import.pop(0)
        self._to_make.append(place)
        job = self._jobs.start(partial(import_beside, module_name(place)), then=self._here.extend)
        job.failed.connect(self.failed)
        job.finished.connect(partial(self._import_here, place))

    def _import_here(self, place: Place) -> None:
        """One module; the next one in another turn."""
        if self._closed:
            return
        try:
            import_module(self._here.pop(0) if self._here else module_name(place))
        except Exception as error:
            self._here.clear()
            self.failed.emit(error)
        if self._here:
            QTimer.singleShot(MODULES_MS, self, partial(self._import_here, place))
        else:
            self._take(place)

    def _import_asked(self) -> None:
        """One job a module: closing waits for the one at hand alone."""
        for name in self._to_ask:
            self._jobs.start(partial(import_module, name)).failed.connect(self.failed)

    def _take(self, place: Place) -> None:
        if is_imported(place) and not self._closed:
            self.imported.emit(place)
        self._import_next()

    def _make_next(self) -> None:
        """One part of one pane; the next after a few turns of the loop."""
        if self._to_make and not self._prepare(self._to_make[0].name):
            self._to_make.pop(0)
        if self._to_make:
            self._soon.start(BETWEEN_MS)
        else:
            gc.freeze()  # all this stays: nobody need look for garbage in it
            self.finished.emit()
