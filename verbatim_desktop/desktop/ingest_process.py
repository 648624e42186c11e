"""Sources read in a process of its own, so that the window never waits.

The worker hears requests and `cancel` on its input and speaks one JSON object a line on its
output. Cancelled, it publishes what is done; only a worker that does not listen is ended.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QObject, QProcess, QTimer

from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.domain import errors
from verbatim_desktop.domain.documents import IngestProgress, IngestReport, IngestRequest
from verbatim_desktop.domain.errors import IngestError, VerbatimError
from verbatim_desktop.domain.plain import from_plain, to_plain

#: How long a worker may take to publish what is done, and then to end, in milliseconds.
GRACE_MS = 20_000
LAST_GRACE_MS = 3_000


def worker_command(home: str, workspace: str) -> list[str]:
    """The command line of the worker, frozen or not."""
    start = [sys.executable] if getattr(sys, "frozen", False) else [
        sys.executable, "-m", "verbatim_desktop",
    ]  # fmt: skip
    return [*start, "worker", "ingest", "--home", home, "--workspace", workspace]


class IngestProcess(IngestRun):
    """One worker a source, so that each is published as soon as it is read."""

    def __init__(self, home: str, workspace: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.command = worker_command(home, workspace)
        self._process: QProcess | None = None
        self._report: IngestReport | None = None
        self._error: Exception | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._lose_patience)

    # --- running -----------------------------------------------------------------------------

    def _begin(self, request: IngestRequest) -> None:
        self._report, self._error = None, None
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(lambda: process.readAllStandardError())
        process.errorOccurred.connect(self._process_failed)
        process.finished.connect(self._process_finished)
        self._process = process
        process.start(self.command[0], self.command[1:])
        process.write(json.dumps([to_plain(request)]).encode() + b"\n")

    def _read(self) -> None:
        """Whole lines only: what arrives is cut anywhere."""
        process = self._process
        while process is not None and process.canReadLine():
            self._hear(bytes(process.readLine().data()))

    def _hear(self, line: bytes) -> None:
        said = json.loads(line)
        if "progress" in said:
            self._stepped(from_plain(IngestProgress, said["progress"]))
        elif "report" in said:
            self._report = from_plain(IngestReport, said["report"])
        elif "error" in said:
            self._error = error_named(said["error"]["type"], said["error"]["message"])

    def _process_failed(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._error = IngestError("The reading could not be started.")
            self._process_finished(-1)

    def _process_finished(self, status: int) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._patience.stop()
        while process.canReadLine():
            self._hear(bytes(process.readLine().data()))
        process.deleteLater()
        if self._error is not None:
            self._failed(self._error)
        elif self._report is not None:
            self._done(self._report)
        else:
            self._failed(
                IngestError(
                    f"The reading ended early (status {status}). What was done is kept; "
                    "read the source again to go on."
                )
            )

    # --- stopping ----------------------------------------------------------------------------

    def _stop(self) -> None:
        if self._process is not None:
            self._process.write(b"cancel\n")
            self._patience.start(GRACE_MS)

    def _lose_patience(self) -> None:
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Let the worker publish what is done, and see it end."""
        process = self._process
        if not self.cancel() or process is None:
            return
        for end, patience in ((process.terminate, GRACE_MS), (process.kill, LAST_GRACE_MS)):
            if process.waitForFinished(patience):
                return
            end()
        process.waitForFinished(LAST_GRACE_MS)


def error_named(name: str, message: str) -> VerbatimError:
    """The error of the world that a worker met, as the window knows it."""
    kind = getattr(errors, name, IngestError)
    is_ours = isinstance(kind, type) and issubclass(kind, VerbatimError)
    return kind(message) if is_ours else IngestError(message)
