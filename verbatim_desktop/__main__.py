"""The doors: the window, the command line, the agents' door, and the worker that ingests.

Each imports only what it needs, so that no door waits for another's toolkit.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: New objects between two garbage collections. A start makes many that stay, modules above all:
#: with Python's own 700, a tenth of a question's time goes by in looking for garbage.
FEW_COLLECTIONS = 50_000


def cli(arguments: Sequence[str] | None = None) -> int:
    """`verbatim COMMAND ...`"""
    import gc

    gc.set_threshold(FEW_COLLECTIONS)
    from verbatim_desktop.bootstrap import open_verbatim, report_defect
    from verbatim_desktop.cli.run import main

    given = sys.argv[1:] if arguments is None else arguments
    return main(given, open_verbatim, report_defect, serve_agents)


def serve_agents(verbatim: Verbatim, port: int | None) -> None:
    """`verbatim mcp`: what it needs is imported when it is run."""
    from verbatim_desktop.mcp.run import serve

    serve(verbatim, port)


def desktop(arguments: Sequence[str] | None = None) -> int:
    """`verbatim-desktop [--home DIR] [--workspace NAME] ...`"""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["worker"]:  # before Qt is imported: a frozen program starts itself as worker
        return worker(given[1:])
    import gc

    gc.set_threshold(FEW_COLLECTIONS)
    sys.setswitchinterval(0.001)  # the window waits no longer for a thread beside it
    from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
    from verbatim_desktop.desktop.run import main

    return main(given, open_verbatim, data_folder, report_defect)


def screenshots(arguments: Sequence[str]) -> int:
    """`python -m verbatim_desktop screenshots OUT`"""
    from verbatim_desktop.bootstrap import open_verbatim
    from verbatim_desktop.desktop.screenshots import main

    return main(arguments, open_verbatim)


def worker(arguments: Sequence[str]) -> int:
    """`python -m verbatim_desktop worker ...`: an ingest in a process of its own."""
    from verbatim_desktop.adapters.priority import give_way

    give_way()  # before the imports below, which take longer than most readings
    from verbatim_desktop.adapters.worker import main
    from verbatim_desktop.bootstrap import open_verbatim

    return main(arguments, open_verbatim)


def main() -> int:
    """`python -m verbatim_desktop [worker|desktop|screenshots|COMMAND] ...`"""
    arguments = sys.argv[1:]
    doors = {"worker": worker, "desktop": desktop, "screenshots": screenshots}
    door = doors.get(arguments[0]) if arguments else None
    return door(arguments[1:]) if door else cli(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
