"""A source's folder on disk: odd names, links, pipes, and what may not be read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import SourceUnavailable, UnreadableFile
from verbatim_desktop.ingest.discover import IgnoreRules, Listing

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs names and links of POSIX")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


def write(root: Path, path: str, text: str = "# Page\n") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def listed(root: Path, *globs: str) -> Listing:
    return FolderTree(str(root)).list(IgnoreRules.from_globs(globs), lambda _count: None)


def test_files_are_listed_in_one_order_wherever_they_stand(root: Path):
    for path in ("b.md", "a/z.md", "a/deep/er/x.md", "a.md"):
        write(root, path)
    assert listed(root).paths == ["a.md", "a/deep/er/x.md", "a/z.md", "b.md"]


@posix
def test_names_with_spaces_signs_and_emoji_are_read(root: Path):
    names = [
        "a b.md",
        "c#d.md",
        "100%.md",
        "🚀.md",
        "n" * 252 + ".md",
        "back\\slash.md",
        "a'\"?.md",
    ]
    for name in names:
        write(root, name, name)
    tree = FolderTree(str(root))
    found = tree.list(IgnoreRules.from_globs(()), lambda _count: None)
    assert found.paths == sorted(names)
    assert [tree.read(path).decode() for path in found.paths] == found.paths


@posix
def test_a_name_that_is_no_utf8_is_shown_escaped_and_read(root: Path):
    folder = os.fsencode(root) + b"/caf\xe9"
    try:
        os.mkdir(folder)
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    with open(folder + b"/r\xe9sum\xe9.md", "wb") as file:
        file.write(b"read")
    tree = FolderTree(str(root))
    [path] = tree.list(IgnoreRules.from_globs(()), lambda _count: None).paths
    assert path == "caf\\xe9/r\\xe9sum\\xe9.md"
    assert tree.read(path) == b"read"


@posix
def test_links_never_leave_the_folder(root: Path, tmp_path: Path):
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "page.md").write_text("secret")
    write(root, "real.md", "real")
    (root / "link.md").symlink_to("real.md")
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    (root / "folder").symlink_to(tmp_path / "elsewhere")
    (root / "gone.md").symlink_to("nowhere.md")
    found = listed(root)
    assert found.paths == ["link.md", "real.md"]
    assert found.skipped == [
        FileNote("folder/", "A link that leads out of the source's folder"),
        FileNote("out.md", "A link that leads out of the source's folder"),
    ]
    assert found.failed == [FileNote("gone.md", "It is gone, or a link that leads nowhere")]
    tree = FolderTree(str(root))
    assert tree.read("link.md") == b"real"
    for path in ("out.md", "folder/page.md", "../secret.md", "x/../../secret.md"):
        with pytest.raises(UnreadableFile, match="outside of the source's folder"):
            tree.read(path)


@posix
def test_links_in_a_circle_end(root: Path):
    write(root, "a/page.md")
    (root / "a" / "loop").symlink_to(root)
    (root / "self").symlink_to("self")
    found = listed(root)
    assert found.paths == ["a/page.md"]
    assert found.skipped == [
        FileNote("a/loop/", "A link to a folder, which is read where it stands")
    ]


@posix
def test_a_pipe_that_is_called_a_page_is_not_waited_for(root: Path):
    os.mkfifo(root / "pipe.md")
    with pytest.raises(UnreadableFile, match="Not a regular file"):
        FolderTree(str(root)).read("pipe.md")


def test_a_nested_gitignore_is_honoured(root: Path):
    write(root, "keep.md")
    write(root, "x/drop.md")
    write(root, "x/build/page.md")
    write(root, "x/.gitignore", "drop.md\nbuild/\n")
    write(root, "node_modules/lib/README.md")
    write(root, ".hidden/page.md")
    found = listed(root)
    assert found.paths == ["keep.md"]
    assert found.skipped == [
        FileNote("x/build/", "Ignored by x/.gitignore"),
        FileNote("x/drop.md", "Ignored by x/.gitignore"),
    ]


def test_a_file_over_the_cap_is_neither_listed_nor_read(root: Path):
    write(root, "big.md", "x" * 2_000_001)
    found = listed(root)
    assert found.skipped == [FileNote("big.md", "2.0 MB; files over 2 MB are not read")]
    assert found.skipped[0].size > 2_000_000
    with pytest.raises(UnreadableFile, match="over 2 MB"):
        FolderTree(str(root)).read("big.md")


def test_what_may_not_be_read_is_named_and_the_rest_goes_on(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    write(root, "a/page.md")
    write(root, "b.md")
    really = os.scandir

    def scandir(path: Any) -> Any:
        if os.path.basename(path) == "a":
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = listed(root)
    assert found.paths == ["b.md"]
    assert found.failed == [FileNote("a/", "Cannot be listed: Permission denied")]


def test_a_missing_folder_says_so_and_that_nothing_is_lost(root: Path):
    with pytest.raises(SourceUnavailable, match="gone does not exist"):
        listed(root / "gone")
    write(root, "file.md")
    with pytest.raises(SourceUnavailable, match="is not a folder"):
        listed(root / "file.md")
