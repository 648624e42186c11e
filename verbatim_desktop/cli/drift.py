"""`drift`: kept citations whose sentence moved, changed or vanished, and binding them anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.output import emit_json, emit_text, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.drift import Drift, DriftOrigin, Rebinding
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from rich.console import Console

NO = 1


@click.command("drift")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--rebind", is_flag=True, help="Bind the citations named to their new text.")
@click.option("--all", "every", is_flag=True, help="With --rebind: all that can be bound anew.")
@click.option("--undo", is_flag=True, help="Put the citations named back as they were first.")
@shared_options
@click.pass_obj
def drift_command(
    session: Session, ids: tuple[str, ...], rebind: bool, every: bool, undo: bool
) -> int:
    """List kept citations that no longer stand as they were cited, old and new side by side.

    Looked at are answers, drafted replies, checked macros and golden questions. The exit status
    is 1 where something has drifted. What is bound anew keeps its old text; of a macro the link
    in its file is changed as well.

    \b
    verbatim drift
    verbatim drift --rebind 5f0c2a91be
    verbatim drift --rebind --all
    verbatim drift --undo 5f0c2a91be
    """
    if rebind and undo:
        raise click.UsageError("--rebind and --undo exclude each other.")
    if every and (ids or not rebind):
        raise click.UsageError("--all goes with --rebind, in the place of names.")
    if bool(ids) != (rebind or undo) and not every:
        raise click.UsageError("Name citations with --rebind or --undo, and only then.")
    audit = session.verbatim.audit
    if every:
        ids = tuple(drift.id for drift in audit.drift() if drift.can_rebind)
    rebound = audit.rebind(ids) if rebind and ids else ()
    undone = audit.undo_rebind(ids) if undo else ()
    drifts = audit.drift()
    if session.json:
        emit_json(audit_json.drift(drifts, rebound, undone))
    else:
        _print(drifts, rebound, undone)
    return NO if drifts else 0


def _print(
    drifts: Sequence[Drift], rebound: Sequence[Rebinding], undone: Sequence[Rebinding]
) -> None:
    from verbatim_desktop.cli.reading import say

    console = stdout()
    for done in rebound:
        say(console, f"{done.id} now quotes: “{done.after.quote or done.after.target}”")
        if done.origin is DriftOrigin.MACRO:
            say(console, f"{done.owner} was changed.", indent=2)
    for done in undone:
        say(console, f"{done.id} quotes again: “{done.before.quote}”")
    for drift in drifts:
        _print_drift(console, drift)
    if drifts:
        say(console, f"{counted(len(drifts), 'citation')} drifted.", style="yellow")
    else:
        emit_text("Every kept citation stands as it was cited.")


def _print_drift(console: Console, drift: Drift) -> None:
    from verbatim_desktop.cli.reading import PLACE, say, say_whole

    verdict = drift.verdict.value.replace("_", " ")
    say(console, f"{drift.id}  {drift.kept.origin.value}: {drift.kept.title}", style="bold")
    say_whole(console, f"{drift.target}  ({verdict})", indent=2, style=PLACE)
    say(console, f"“{drift.old_text}”", indent=2, mark="- ", style="red")
    if drift.can_rebind:
        say(console, f"“{drift.new_text}”", indent=2, mark="+ ", style="green")
        if drift.new_target != drift.target:
            say_whole(console, drift.new_target, indent=4, style=PLACE)
    # The new sentence stands behind the plus already.
    detail = drift.detail.replace(f"It now says: “{drift.new_text}”", "").replace("  ", " ")
    say(console, detail, indent=2, style="dim")
    console.print()
