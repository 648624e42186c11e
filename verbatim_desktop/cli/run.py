"""Run one command line and turn what happened into an exit status.

    0    done
    1    a gate or a verdict said no
    2    wrong usage
    3    the world's fault, in one line on stderr
    70   a defect of ours: a short line on stderr, the details in the log
    130  stopped with Ctrl-C

VERBATIM_DEBUG=1 shows the traceback of what would be one line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from enum import IntEnum

import click

from verbatim_desktop.app import OpenVerbatim
from verbatim_desktop.cli.commands import verbatim_group
from verbatim_desktop.cli.output import note
from verbatim_desktop.cli.session import ServeAgents, Session, serve_nobody
from verbatim_desktop.domain.errors import Cancelled, UsageError, VerbatimError

DEBUG = "VERBATIM_DEBUG"

#: Writes a defect's details to the log of a data folder and says where, "" where it cannot.
ReportDefect = Callable[[str, BaseException], str]


class Status(IntEnum):
    """The exit statuses scripts rely on."""

    DONE = 0
    NO = 1
    USAGE = 2
    WORLD = 3
    DEFECT = 70
    STOPPED = 130


def main(
    arguments: Sequence[str],
    open_verbatim: OpenVerbatim,
    report_defect: ReportDefect,
    serve_agents: ServeAgents = serve_nobody,
) -> int:
    """Run `verbatim ARGUMENTS...`; returns the exit status."""
    session = Session(open_verbatim, serve_agents)
    _never_fail_to_print()
    try:
        with closing(session):
            return _run(arguments, session)
    except BrokenPipeError:
        _give_up_stdout()
        return Status.DONE  # `verbatim ... | head` is no failure
    except OSError as error:
        _give_up_stdout()
        note(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}.")
        return Status.WORLD
    except Exception as error:
        if os.environ.get(DEBUG) == "1":
            raise
        where = report_defect(session.home, error)
        details = f" Details are in {where}." if where else ""
        note(f"This is a defect of the program ({type(error).__name__}).{details}")
        return Status.DEFECT


def _run(arguments: Sequence[str], session: Session) -> int:
    """Run the command; what is not our fault becomes a line and a status."""
    try:
        status = verbatim_group.main(
            list(arguments), prog_name="verbatim", standalone_mode=False, obj=session
        )
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit:  # what click makes of a pipe that nobody reads any more
        raise BrokenPipeError from None
    except (click.Abort, KeyboardInterrupt):
        note("Stopped.")
        return Status.STOPPED
    except VerbatimError as error:
        if os.environ.get(DEBUG) == "1":
            raise
        note(str(error))
        return _status_of(error)
    # click hands back the status of --help and --version; commands hand back None or a status
    return status if isinstance(status, int) else Status.DONE


def _status_of(error: VerbatimError) -> Status:
    if isinstance(error, Cancelled):
        return Status.STOPPED
    return Status.USAGE if isinstance(error, UsageError) else Status.WORLD


def _never_fail_to_print() -> None:
    """A terminal that cannot show a character gets a question mark, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _give_up_stdout() -> None:
    """Nothing more can be written there; Python must not try again at its end."""
    with suppress(OSError, ValueError):  # no file behind it, as in a test
        sys.stdout.flush()
        return
    with suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
