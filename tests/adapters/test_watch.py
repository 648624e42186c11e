"""Saves are noticed, once each, and only when they have settled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from verbatim_desktop.adapters import watch
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.ports import Cancellation


class Pauses:
    """Time that passes by itself: each pause does the next thing of a script."""

    def __init__(self, *script: Callable[[], object]) -> None:
        self.script = list(script)

    def __call__(self, _seconds: float) -> None:
        assert self.script, "watched longer than anything happened"
        self.script.pop(0)()


def nothing() -> None: ...


def test_the_first_look_counts_as_a_change(tmp_path: Path):
    assert next(watch.changes([str(tmp_path)], Pauses()), "") is None


@pytest.mark.parametrize("what", ["write", "rename", "remove", "new folder"])
def test_a_save_is_noticed(tmp_path: Path, what: str):
    page = tmp_path / "page.md"
    page.write_text("one", encoding="utf-8")
    deeds: dict[str, Callable[[], object]] = {
        "write": lambda: page.write_text("other", encoding="utf-8"),
        "rename": lambda: page.rename(tmp_path / "leaf.md"),
        "remove": page.unlink,
        "new folder": lambda: add_page(tmp_path / "deep" / "down"),
    }
    pauses = Pauses(nothing, nothing, deeds[what], nothing)
    assert len(list(islice(watch.changes([str(tmp_path)], pauses), 2))) == 2
    assert pauses.script == []


def test_several_writes_of_one_save_are_one_change(tmp_path: Path):
    page = tmp_path / "page.md"
    writes = [lambda size=size: page.write_text("x" * size, encoding="utf-8") for size in range(3)]
    pauses = Pauses(*writes, nothing)
    assert len(list(islice(watch.changes([str(tmp_path)], pauses), 2))) == 2
    assert pauses.script == []


def test_what_is_hidden_is_passed_by(tmp_path: Path):
    add_page(tmp_path / ".git")
    (tmp_path / ".page.md.swp").write_text("x", encoding="utf-8")
    assert watch.look([str(tmp_path)]) == {}


def test_a_folder_that_goes_away_is_a_change_and_no_failure(tmp_path: Path):
    folder = tmp_path / "docs"
    add_page(folder)
    pauses = Pauses(lambda: folder.rename(tmp_path / "gone"), nothing)
    assert len(list(islice(watch.changes([str(folder)], pauses), 2))) == 2


def test_an_archive_is_watched_as_the_file_it_is(tmp_path: Path):
    archive = tmp_path / "export.zip"
    archive.write_bytes(b"one")
    pauses = Pauses(lambda: archive.write_bytes(b"other"), nothing)
    assert len(list(islice(watch.changes([str(archive)], pauses), 2))) == 2


def test_a_repository_cannot_be_watched():
    with pytest.raises(UsageError, match="does not tell"):
        next(watch.changes(["https://host.example/a.git"]))


def test_watching_ends_with_the_wish_to_stop(tmp_path: Path):
    stop = Cancellation()
    watching = watch.changes([str(tmp_path)], stop=stop)
    next(watching)
    stop.wish()
    assert list(watching) == []


def add_page(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "page.md").write_text("x", encoding="utf-8")
