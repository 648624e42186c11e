"""An ingest in a process of its own, told and heard in JSON, one object a line.

    python -m verbatim_desktop worker ingest [--home DIR] [--workspace NAME]

In, on stdin: first a list of requests (domain.documents.IngestRequest as plain data). Then
`cancel`, or the end of the stream, or SIGTERM: the worker publishes what is done and ends. So it
never outlives whoever started it.

Out, on stdout: {"progress": IngestProgress}, then {"report": IngestReport} for each source, or
{"error": {"type": NAME, "message": LINE}} for the world's fault. Anything else it has to say goes
to stderr. Exit status: 0 done or cancelled, 2 wrong usage, 3 the world's fault; otherwise a defect.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO

from verbatim_desktop.app import OpenVerbatim
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest
from verbatim_desktop.domain.errors import Cancelled, UsageError, VerbatimError
from verbatim_desktop.domain.plain import from_plain, to_plain

DONE, WRONG_USAGE, WORLDS_FAULT = 0, 2, 3
CANCEL = b"cancel"


def main(arguments: Sequence[str], open_verbatim: OpenVerbatim) -> int:
    """Run one job as asked on the command line and on stdin."""
    options = _options(arguments)
    stop = threading.Event()
    out = _take_stdout()
    lines = _lines(0)
    requests = next(lines, b"")
    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, lambda _number, _frame: stop.set())
    threading.Thread(target=_listen, args=(lines, stop.set), daemon=True).start()
    verbatim = open_verbatim(options.home, options.workspace)
    try:
        return ingest(requests, verbatim.ingest, Teller(out, stop))
    finally:
        verbatim.close()


class Teller:
    """Says how it goes, one JSON object a line, and hears when to stop."""

    def __init__(self, out: BinaryIO, stop: threading.Event) -> None:
        self._out = out
        self._stop = stop

    def __call__(self, step: IngestProgress, /) -> None:
        self.tell("progress", step)
        if self._stop.is_set():
            raise Cancelled

    def tell(self, what: str, value: object) -> None:
        """Write a line; where nobody reads any more, that means stop."""
        line = json.dumps({what: to_plain(value)}) + "\n"
        try:
            self._out.write(line.encode())
            self._out.flush()
        except OSError:
            self._stop.set()


Ingest = Callable[[Sequence[IngestRequest], Teller], Sequence[object]]


def ingest(requests: bytes, run: Ingest, teller: Teller) -> int:
    """Run an ingest and tell how it went."""
    try:
        for report in run(read_requests(requests), teller):
            teller.tell("report", report)
    except VerbatimError as error:
        teller.tell("error", {"type": type(error).__name__, "message": str(error)})
        return WRONG_USAGE if isinstance(error, UsageError) else WORLDS_FAULT
    return DONE


def read_requests(line: bytes) -> tuple[IngestRequest, ...]:
    """The first line of stdin. Raises UsageError."""
    try:
        return from_plain(tuple[IngestRequest, ...], json.loads(line))
    except ValueError as error:
        raise UsageError(f"The first line has to be a list of requests: {error}") from error


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="verbatim_desktop worker")
    parser.add_argument("job", choices=["ingest"])
    parser.add_argument("--home", default="")
    parser.add_argument("--workspace", default="")
    return parser.parse_args(arguments)


def _take_stdout() -> BinaryIO:
    """Stdout for our lines alone; what a library prints goes to stderr."""
    sys.stdout.flush()
    ours = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return ours


def _lines(handle: int) -> Iterator[bytes]:
    """Lines as they come. Reads the bare handle: a daemon thread must not hold a buffer's lock."""
    rest = b""
    while data := os.read(handle, 65536):
        *whole, rest = (rest + data).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _listen(lines: Iterator[bytes], stop: Callable[[], None]) -> None:
    """Wait for `cancel` or the end of the stream."""
    with suppress(OSError):
        for line in lines:
            if line.strip() == CANCEL:
                break
    stop()
