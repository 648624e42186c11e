"""Sources read in a process of its own, so that the window never waits.

The worker speaks one JSON object a line on its output. Cancel asks it to stop on its input, so
that it can publish what is done; only a worker that does not listen is ended.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QObject, QProcess, QTimer

from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.domain.documents import IngestRequest


class IngestProcess(IngestRun):
    def __init__(self, home: str, workspace: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home, self._workspace = home, workspace
        self._process: QProcess | None = None

    def _begin(self, request: IngestRequest) -> None:
        raise NotImplementedError
