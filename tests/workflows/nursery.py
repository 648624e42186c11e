"""Starts workers that can be killed, quickly: everything is imported once, each worker is a fork.

    python -m tests.workflows.nursery HOME FOLDER

Each line on stdin is the seconds after which a worker is killed; each line on stdout says whether
it was, and how many seconds it ran.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time

from verbatim_desktop import bootstrap
from verbatim_desktop.adapters import clock, files, store, worker
from verbatim_desktop.adapters.search import index
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.workflows import ingest_source

IMPORTED = (clock, files, store, index, ingest_source)


def be_worker(home: str, requests: bytes) -> None:
    """What the fork does: the real worker, its stdin a pipe that stays open."""
    read_end, write_end = os.pipe()
    os.write(write_end, requests)
    os.dup2(read_end, 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os._exit(worker.main(["ingest", "--home", home], bootstrap.open_verbatim))


def run(home: str, requests: bytes, seconds: float) -> tuple[bool, float]:
    """Start a worker and kill it after some seconds; whether it was alive then."""
    gone, alive = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(gone)
        be_worker(home, requests)  # and holds its end of the pipe as long as it lives
    os.close(alive)
    ended, _, _ = select.select([gone], [], [], seconds)  # readable once the child is no more
    if not ended:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(gone)
    if ended and status:
        raise SystemExit(f"the worker failed with {status}")
    return not ended, time.monotonic() - started


def main(home: str, folder: str) -> None:
    requests = json.dumps(to_plain((IngestRequest(folder),))).encode() + b"\n"
    for line in sys.stdin:
        sys.stdout.write(json.dumps(run(home, requests, float(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
