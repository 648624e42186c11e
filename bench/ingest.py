"""What an ingest costs: all of it beside parsing alone, again with nothing changed, and one edit.

Parsing alone is listing, reading and hashing the files and making documents of them, in memory.
Start-up is the same command on a source of one page. Everything runs the program as it is shipped,
but for parsing alone and the edit, which a script cannot take apart from start-up.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.libraries import ingest, scratch
from bench.measure import (
    Cost,
    Options,
    cpu,
    in_fresh_process,
    in_turns,
    main,
    measured,
    wall,
)
from bench.report import Figure, Report, Row, Table
from verbatim_desktop.domain.documents import IngestRequest

NAME = "ingest"
GOAL_WHOLE = 2.0
GOAL_UNCHANGED = 10.0
GOAL_EDIT_MS = 300.0
REPEATS = 3
QUICK_REPEATS = 5
SETTLED_PAGE = "# One page\n\nIt is here so that a library has something to be opened for.\n"


@dataclass(frozen=True, slots=True)
class Parsing:
    """What parsing a folder alone came to."""

    cost: Cost
    pages: int
    sections: int


def parse_alone(folder: Path) -> Parsing:
    """Parse every page of a folder and keep none; to be called in a fresh process."""
    from verbatim_desktop.adapters.files import FolderTree
    from verbatim_desktop.ingest.discover import IgnoreRules
    from verbatim_desktop.ingest.document import is_page, parse_document, route_table
    from verbatim_desktop.ingest.source_files import SourceFiles
    from verbatim_desktop.workflows.ingest_source import guess_source

    info = guess_source(str(folder), FolderTree)
    pages = sections = 0
    with measured() as watch:
        tree = FolderTree(str(folder))
        listing = tree.list(IgnoreRules.from_globs(()), lambda _count: None)
        files = SourceFiles(listing.paths, tree.read)
        routes, _ = route_table(info, files)
        for path in listing.paths:
            if is_page(path):
                pages += 1
                sections += len(parse_document(info, files, path, routes).document.sections)
    return Parsing(watch.cost, pages, sections)


def read_and_hash(folder: Path) -> Cost:
    """Read every file of a folder and take its SHA-256."""
    with measured() as watch:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                hashlib.sha256(path.read_bytes()).hexdigest()
    return watch.cost


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit in a program that is running: what it costs until the new words are found."""

    unchanged: Cost  # an ingest that finds nothing to do
    edited: Cost  # an ingest that finds the edited page
    found: Cost  # the search after it, which opens the new index


def edit_and_find(home: Path, folder: Path, page: str, word: str) -> Edit:
    """Edit a page of a library's folder and search for what was added; in a fresh process."""
    from verbatim_desktop.bootstrap import open_verbatim

    program = open_verbatim(str(home))
    request = [IngestRequest(str(folder))]
    program.search("page")
    program.ingest(request)
    with measured() as unchanged:
        program.ingest(request)
    with (folder / page).open("a", encoding="utf-8") as file:
        file.write(f"\n\nThe {word} is added by an edit.\n")
    with measured() as edited:
        [report] = program.ingest(request)
    with measured() as found:
        first = program.search(word).results[0]
    program.close()
    if report.changed_paths != (page,) or first.section.path != page:
        raise AssertionError(f"the edit of {page} was not found")
    return Edit(unchanged.cost, edited.cost, found.cost)


# --- The three figures ---------------------------------------------------------------------------


def whole_ingest(folder: Path, repeats: int) -> tuple[Figure, Table]:
    parsed: list[Parsing] = []

    def parse() -> Cost:
        parsed.append(in_fresh_process(parse_alone, folder))
        return parsed[-1].cost

    def everything() -> Cost:
        with scratch() as home:
            return ingest(home, [folder])

    def start_up() -> Cost:
        with scratch() as place:
            return ingest(place / "home", [_one_page(place)])

    alone, whole, start = in_turns(repeats, parse, everything, start_up)
    pages, sections = parsed[0].pages, parsed[0].sections
    ratio = (cpu(whole) - cpu(start)) / cpu(alone)
    title = f"{folder.name}: {pages:,} pages, {sections:,} sections"
    rows = (
        Row("parsing alone", (cpu(alone), wall(alone))),
        Row("verbatim ingest", (cpu(whole), wall(whole))),
        Row("verbatim ingest of one page (start-up)", (cpu(start), wall(start))),
    )
    figure = Figure(f"ingest / parsing alone, {title}, CPU", ratio, "x", GOAL_WHOLE)
    return figure, Table(f"Ingest, {title}", ("what", "CPU s", "wall s"), rows)


def _one_page(place: Path) -> Path:
    folder = place / "one"
    folder.mkdir()
    (folder / "page.md").write_text(SETTLED_PAGE, encoding="utf-8")
    return folder


def unchanged_ingest(home: Path, folder: Path, one: Path, repeats: int) -> tuple[Figure, Table]:
    """home: a library that holds both folders."""
    again, start, reading = in_turns(
        repeats,
        partial(ingest, home, [folder]),
        partial(ingest, home, [one]),
        lambda: in_fresh_process(read_and_hash, folder),
    )
    files = sum(1 for path in folder.rglob("*") if path.is_file())
    ratio = (cpu(again) - cpu(start)) / cpu(reading)
    figure = Figure(
        f"re-ingest, nothing changed, {files:,} files / reading and hashing them, CPU",
        ratio,
        "x",
        GOAL_UNCHANGED,
    )
    rows = (
        Row("reading and hashing", (cpu(reading), wall(reading))),
        Row("verbatim ingest, nothing changed", (cpu(again), wall(again))),
        Row("verbatim ingest of one page, nothing changed (start-up)", (cpu(start), wall(start))),
    )
    return figure, Table(f"Again, {files:,} files", ("what", "CPU s", "wall s"), rows)


def one_edit(home: Path, folder: Path, repeats: int) -> tuple[tuple[Figure, ...], Table]:
    """home: a library that holds the folder, which is edited."""
    pages = sorted(path for path in folder.rglob("*.md*") if path.stat().st_size > 1_000)
    chosen = [pages[len(pages) * (at + 1) // (repeats + 1)] for at in range(repeats)]
    edits: list[Edit] = []
    for number, page in enumerate(chosen):
        name = page.relative_to(folder).as_posix()
        word = f"zyxglorb{'abcdefghij'[number % 10]}{number}"
        edits.append(in_fresh_process(edit_and_find, home, folder, name, word))
    reading = [in_fresh_process(read_and_hash, folder) for _ in range(repeats)]
    return _edit_figures(edits, reading)


def _edit_figures(
    edits: Sequence[Edit], reading: Sequence[Cost]
) -> tuple[tuple[Figure, ...], Table]:
    rows = tuple(
        Row(what, (1000 * cpu(costs), 1000 * wall(costs)))
        for what, costs in (
            ("reading and hashing the files", reading),
            ("ingest, nothing changed", [edit.unchanged for edit in edits]),
            ("ingest, one page edited", [edit.edited for edit in edits]),
            ("search that finds it", [edit.found for edit in edits]),
        )
    )
    read, again, edited, found = (row.numbers[0] for row in rows)
    return (
        Figure(
            "one edited page until found, beyond reading and hashing the files, CPU",
            edited + found - read,
            "ms",
            GOAL_EDIT_MS,
        ),
        Figure(
            "one edited page until found, beyond an ingest that finds nothing, CPU",
            edited + found - again,
            "ms",
        ),
    ), Table("One edit in a running program", ("what", "CPU ms", "wall ms"), rows)


def bench(options: Options) -> Report:
    figures: list[Figure] = []
    tables: list[Table] = []
    repeats, quick = options.times(REPEATS), options.times(QUICK_REPEATS)
    for corpus in options.corpora:
        figure, table = whole_ingest(corpus, repeats)
        figures.append(figure)
        tables.append(table)
        with scratch() as place:
            folder = Path(shutil.copytree(corpus, place / corpus.name))
            home, one = place / "home", _one_page(place)
            ingest(home, [folder, one])
            figure, table = unchanged_ingest(home, folder, one, quick)
            edit_figures, edit_table = one_edit(home, folder, quick)
        figures += [figure, *edit_figures]
        tables += [table, edit_table]
    note = f"Medians of {repeats} ingests, and of {quick} of the quick ones, taking turns."
    return Report(NAME, "Ingest", tuple(figures), tuple(tables), (note,))


if __name__ == "__main__":
    main(bench)
