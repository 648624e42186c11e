"""`evidence`: the sentences of the library that bear a claim out, or a plain no."""

from __future__ import annotations

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.filters import filter_options
from verbatim_desktop.cli.one_text import OneText
from verbatim_desktop.cli.output import emit_json, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.domain.support import ClaimSupport

NO = 1


@click.command("evidence", cls=OneText)
@click.argument("claim")
@filter_options
@shared_options
@click.pass_obj
def evidence_command(session: Session, claim: str, filters: Filters) -> int:
    """Find the sentences that support a claim. No model takes part.

    A sentence supports a claim when it has its numbers, names and limits, denies what it denies and
    says enough of the rest, in the same words or in others. The exit status is 1 where none does;
    what is missing is then named, with the closest sentence.

    \b
    verbatim evidence "Refunds reach the card within 14 days."
    verbatim evidence "Keys can be rotated without downtime." --in "guides/**" --json
    """
    found = session.verbatim.audit.evidence(claim, filters)
    if session.json:
        emit_json(audit_json.evidence(found))
    else:
        _print(found)
    return 0 if found.supported else NO


def _print(found: ClaimSupport) -> None:
    from verbatim_desktop.cli.reading import PLACE, place, say, say_whole

    console = stdout()
    verdict = "Supported" if found.supported else "Not supported"
    say(console, f"{verdict}. {found.reason}", style="green" if found.supported else "red")
    if found.missing:
        say(console, f"Missing: {', '.join(found.missing)}")
    if found.sentences and not found.supported:
        console.print("\nClosest")
    for sentence in found.sentences:
        console.print()
        say(console, f"“{sentence.quote}”", indent=2)
        at = place(sentence.source, sentence.route, sentence.path, sentence.anchor)
        say_whole(console, f"{at}  ({sentence.score:.2f})", indent=2, style=PLACE)
