"""The library of one corpus, ingested once into a folder that may be kept."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bench.golden import DONE
from bench.libraries import ingest, opened
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.ports import Library


@contextmanager
def library_of(shared: Path, corpus: str, homes: Path) -> Generator[tuple[Library, WhooshIndex]]:
    """The open library of a corpus and its index."""
    home = homes / corpus
    if not (home / DONE).exists():
        ingest(home, [shared / "corpora" / corpus])
        (home / DONE).touch()
    with opened(home) as found:
        yield found
