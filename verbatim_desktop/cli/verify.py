"""`verify`: whether the passages that authored files quote stand in their sources."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.output import emit_json, note, stderr, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.authored import Checked, CheckedFile, CheckedLink
from verbatim_desktop.text.counting import counted

NO = 1
STDIN = Path("-")
FILE = click.Path(exists=True, allow_dash=True, path_type=Path)
LIST = click.Path(dir_okay=False, path_type=Path)


@click.command("verify")
@click.argument("files", nargs=-1, type=FILE, metavar="FILE…")
@click.option("--demo", is_flag=True, help="Show on a small sample what is told apart.")
@click.option("--links", is_flag=True, help="Write the file with public links; see --into.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="With --links, write copies of the files here.",
)
@click.option("--write", type=LIST, metavar="F", help="Freeze the verdicts into a list.")
@click.option("--frozen", type=LIST, metavar="F", help="Trust a list where nothing has changed.")
@shared_options
@click.pass_obj
def verify_command(
    session: Session,
    files: tuple[Path, ...],
    demo: bool,
    links: bool,
    into: Path | None,
    write: Path | None,
    frozen: Path | None,
) -> int:
    """Verify the passages that Markdown files quote.

    A passage is the title of a link: [label](verbatim:SOURCE/PATH#anchor "exact passage"). Each
    failure is said with its file and line; the exit status is 1 unless all are verified. A folder
    stands for its Markdown files, - for stdin.

    \b
    verbatim verify macros/
    verbatim verify --demo
    verbatim verify macros/refund.md --links > refund.md
    verbatim verify macros/ --write checked.json
    verbatim verify macros/ --frozen checked.json --json
    """
    if demo == bool(files):
        raise click.UsageError("Name files to verify, or --demo.")
    if into and not links:
        raise click.UsageError("--into goes with --links.")
    checked = (
        _check(session, files, links, frozen) if files else session.verbatim.audit.verify_demo()
    )
    if links and into is None and len(checked.files) != 1 and not session.json:
        raise click.UsageError("Several files are written with --into DIR.")
    if write:
        session.verbatim.audit.freeze(checked, write)
    if links and into:
        _write_copies(session, checked, into)
    if session.json:
        emit_json(audit_json.verify(checked, links))
    else:
        _print(checked, to_stderr=links and into is None, everything=demo)
        if links and into is None:
            sys.stdout.write(session.verbatim.audit.with_public_links(checked.files[0]))
    return 0 if checked.holds else NO


def _check(session: Session, files: Sequence[Path], links: bool, frozen: Path | None) -> Checked:
    audit = session.verbatim.audit
    named = [path for path in files if path != STDIN]
    checked = audit.verify_files(named, frozen=frozen, addresses=links) if named else Checked(())
    if STDIN not in files:
        return checked
    typed = audit.verify_text("-", sys.stdin.read(), addresses=links)
    return replace(checked, files=(*checked.files, *typed.files))


def _write_copies(session: Session, checked: Checked, folder: Path) -> None:
    """Files of one name are kept apart by the folders above them."""
    for file in checked.files:
        path = folder / Path(*[part for part in Path(file.path).parts if part not in ("/", "..")])
        path.parent.mkdir(parents=True, exist_ok=True)
        text = session.verbatim.audit.with_public_links(file)
        path.write_text(text, encoding="utf-8", newline="")


def _print(checked: Checked, *, to_stderr: bool, everything: bool) -> None:
    from verbatim_desktop.cli.reading import PLACE, say, say_whole

    console = stderr() if to_stderr else stdout()
    for text in checked.notes:
        note(text)
    for file, item in _items(checked):
        if everything or item.verdict is not Verdict.VERIFIED:
            verdict = item.verdict.value.replace("_", " ")
            style = "bold green" if item.verdict is Verdict.VERIFIED else "bold red"
            say_whole(console, f"{file.path}:{item.link.line}: {verdict}", style=style)
            say(console, item.detail, indent=2)
            if item.link.quote.strip():
                say(console, f"“{item.link.quote}”", indent=2, style="dim")
            say_whole(console, f"verbatim:{item.link.target}", indent=2, style=PLACE)
        elif item.address and not item.address.exact:
            say_whole(console, f"{file.path}:{item.link.line}: no link of its own", style="yellow")
            say(console, item.address.reason, indent=2)
    total = [item for _, item in _items(checked)]
    if not total:
        say(console, f"No verbatim: link stands in {counted(len(checked.files), 'file')}.")
        return
    good = sum(item.verdict is Verdict.VERIFIED for item in total)
    held = sum(item.frozen for item in total)
    frozen = f", {held} by the frozen list" if held else ""
    say(console, f"{good} of {counted(len(total), 'passage')} verified{frozen}.")


def _items(checked: Checked) -> Iterator[tuple[CheckedFile, CheckedLink]]:
    return ((file, item) for file in checked.files for item in file.links)
