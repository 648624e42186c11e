"""Every file of every shared corpus is read, but for those of a list that is checked in.

python -m tests.ingest.test_failed_files SHARED    writes the list anew
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.domain.documents import ParseMode, SourceInfo, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.discover import IgnoreRules
from verbatim_desktop.ingest.document import guess_source, is_page, route_table
from verbatim_desktop.ingest.source_files import SourceFiles
from verbatim_desktop.workflows.read_source import PageReader

LIST = Path(__file__).with_name("failed_files.json")


def read_corpus(folder: Path) -> dict[str, object]:
    """How many pages a corpus has, how many sentences, and which of its files fail and why."""
    tree = FolderTree(str(folder))
    listing = tree.list(IgnoreRules.from_globs(()), lambda _count: None)
    files = SourceFiles(listing.paths, tree.read)
    kind, mode, _ = guess_source(files)
    info = SourceInfo(folder.name, SourceKind(kind), ParseMode(mode), str(folder))
    routes, _ = route_table(info, files)
    reader = PageReader(info, files, routes, frozenset())
    failed = {note.path: note.reason for note in (*listing.failed, *listing.skipped)}
    pages = [path for path in listing.paths if is_page(path)]
    for path in pages:
        try:
            reader.parse(path)
        except UnreadableFile as error:
            failed[path] = str(error)
    return {"kind": info.kind, "mode": info.mode, "pages": len(pages), "failed": failed}


def read_corpora(shared: Path) -> dict[str, object]:
    corpora = sorted(path for path in (shared / "corpora").iterdir() if path.is_dir())
    return {folder.name: read_corpus(folder) for folder in corpora}


@pytest.mark.once
def test_the_files_that_fail_are_those_of_the_list(shared: Path):
    assert read_corpora(shared) == json.loads(LIST.read_text(encoding="utf-8"))


if __name__ == "__main__":
    found = read_corpora(Path(sys.argv[1]))
    LIST.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
