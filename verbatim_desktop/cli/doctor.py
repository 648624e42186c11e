"""`doctor`: is everything as it should be, and what to do where it is not."""

from __future__ import annotations

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import emit_json, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.health import Check, CheckState

STYLES = {CheckState.OK: "green", CheckState.WARN: "yellow", CheckState.BAD: "red"}


@click.command("doctor")
@shared_options
@click.pass_obj
def doctor_command(session: Session) -> int:
    """Look at the installation, the data folder and the library. Nothing is changed.

    The exit status is 1 where something does not work.

    \b
    verbatim doctor
    verbatim doctor --json
    """
    checks = session.verbatim.doctor()
    report = as_json.doctor(checks)
    if session.json:
        emit_json(report)
    else:
        _print(checks)
    return 0 if report["ok"] else 1


def _print(checks: tuple[Check, ...]) -> None:
    from verbatim_desktop.cli.reading import say

    console = stdout()
    for check in checks:
        said = f"{check.name}: {check.detail}"
        say(console, said, style=STYLES[check.state], mark=f"{check.state.value:<5}")
        if check.advice:
            say(console, check.advice, indent=5)
