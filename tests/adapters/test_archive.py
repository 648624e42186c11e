"""Archives are read in place; a hostile one is refused or named, and never followed."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.adapters import packed
from verbatim_desktop.adapters.archive import LEADS_OUT, TWICE, ArchiveTree, inner_path
from verbatim_desktop.adapters.packed import ENCRYPTED, LINK, ODD_NAME
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import Cancelled, SourceUnavailable, UnreadableFile
from verbatim_desktop.ingest.discover import MAX_BYTES, IgnoreRules, Listing

PAGES = {"export/refunds.md": b"# Refunds\n", "export/deep/shipping.md": b"# Shipping\n"}
TARS = ("tar", "tar.gz", "tar.bz2", "tar.xz")


def make_zip(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


def make_tar(path: Path, files: dict[str, bytes]) -> Path:
    packing = path.name.partition(".tar")[2].lstrip(".")
    with tarfile.open(path, f"w:{packing}") as made:  # pyright: ignore
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return path


def listed(path: Path, *globs: str) -> tuple[ArchiveTree, Listing]:
    tree = ArchiveTree(str(path))
    tree.require()
    tree.prepare(lambda _part: None)
    return tree, tree.list(IgnoreRules.from_globs(globs), lambda _count: None)


@pytest.mark.parametrize("ending", ["zip", *TARS])
def test_pages_stand_below_the_one_top_folder(tmp_path: Path, ending: str):
    make = make_zip if ending == "zip" else make_tar
    tree, listing = listed(make(tmp_path / f"export.{ending}", PAGES))
    assert listing.paths == ["deep/shipping.md", "refunds.md"]
    assert tree.read("refunds.md") == b"# Refunds\n"
    assert tree.read("deep/shipping.md") == b"# Shipping\n"
    assert tree.read("refunds.md") == b"# Refunds\n"
    tree.close()


def test_loose_pages_keep_their_paths_and_what_packers_add_is_passed_by(tmp_path: Path):
    files = {"a.md": b"a", "docs/b.md": b"b", "__MACOSX/._a.md": b"x", ".DS_Store": b"x"}
    tree, listing = listed(make_zip(tmp_path / "a.zip", files))
    assert listing.paths == ["a.md", "docs/b.md"]
    assert listing.notes() == ()
    tree.close()


@pytest.mark.parametrize("name", ["../../etc/cron.md", "/etc/x.md", "C:/x.md", "a/../../x.md"])
@pytest.mark.parametrize("ending", ["zip", "tar"])
def test_a_name_that_leads_out_is_named_and_not_read(tmp_path: Path, name: str, ending: str):
    make = make_zip if ending == "zip" else make_tar
    tree, listing = listed(make(tmp_path / f"a.{ending}", {name: b"evil", "docs/a.md": b"a"}))
    assert listing.paths == ["a.md"]
    assert listing.skipped == [FileNote(name, LEADS_OUT)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a.{ending}"]
    tree.close()


@given(st.text(st.sampled_from("ab./\\:C"), max_size=12))
def test_an_inner_path_never_leads_out(name: str):
    parts = inner_path(name.replace("\\", "/")).split("/")
    assert ".." not in parts
    assert parts == [""] or "" not in parts


def test_a_backslash_parts_folders_as_a_slash_does(tmp_path: Path):
    tree, listing = listed(make_zip(tmp_path / "a.zip", {"docs\\a.md": b"a", "b.md": b"b"}))
    assert listing.paths == ["b.md", "docs/a.md"]
    tree.close()


def test_links_are_not_followed(tmp_path: Path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.md", b"a")
        link = zipfile.ZipInfo("passwd.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    tree, listing = listed(path)
    assert (listing.paths, listing.skipped) == (["a.md"], [FileNote("passwd.md", LINK)])
    with pytest.raises(UnreadableFile, match="link"):
        tree.read("passwd.md")
    tree.close()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_what_is_no_file_of_a_tar_is_not_read(tmp_path: Path, kind: bytes):
    path = make_tar(tmp_path / "a.tar", {"b.md": b"b"})
    with tarfile.open(path, "a") as made:
        odd = tarfile.TarInfo("odd.md")
        odd.type, odd.linkname = kind, "/etc/passwd"
        made.addfile(odd)
    tree, listing = listed(path)
    assert listing.paths == ["b.md"]
    assert [note.path for note in listing.skipped] == ["odd.md"]
    tree.close()


def test_an_encrypted_page_fails_with_its_reason(tmp_path: Path):
    path = make_zip(tmp_path / "a.zip", {"a.md": b"a", "b.md": b"b"})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(data)
    tree, listing = listed(path)
    assert listing.failed == [FileNote("a.md", ENCRYPTED)]
    assert listing.paths == ["b.md"]
    tree.close()


def test_old_names_are_read_as_they_were_meant(tmp_path: Path):
    path = make_zip(tmp_path / "a.zip", {"Uber.md": b"a", "Aber.md": b"b", "x.md": b"x"})
    data = path.read_bytes().replace(b"Uber.md", "Ü".encode() + b"er.md")
    path.write_bytes(data.replace(b"Aber.md", b"\x81ber.md"))
    tree, listing = listed(path)
    assert listing.paths == ["x.md", "Üer.md", "über.md"]
    assert listing.warnings == [FileNote("über.md", ODD_NAME)]
    tree.close()


def test_the_last_of_two_with_one_name_is_read_and_said(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("a.md", "old")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("a.md", "new")
    tree, listing = listed(tmp_path / "a.zip")
    assert tree.read("a.md") == b"new"
    assert listing.warnings == [FileNote("a.md", TWICE)]
    tree.close()


def test_ignore_rules_hold_as_in_a_folder(tmp_path: Path):
    files = {
        ".gitignore": b"drafts/\n",
        "a.md": b"a",
        "drafts/b.md": b"b",
        "old/c.md": b"c",
        "old/.gitignore": b"c.md\n",
    }
    tree, listing = listed(make_zip(tmp_path / "a.zip", files), "never.md")
    assert listing.paths == ["a.md"]
    assert listing.skipped == [
        FileNote("drafts/", "Ignored by .gitignore"),
        FileNote("old/c.md", "Ignored by old/.gitignore"),
    ]
    tree.close()


def test_a_page_over_the_cap_is_skipped(tmp_path: Path):
    for make, name in ((make_zip, "a.zip"), (make_tar, "a.tar.gz")):
        big = b"x " * (MAX_BYTES // 2 + 1)
        tree, listing = listed(make(tmp_path / name, {"a.md": b"a", "big.md": big}))
        assert listing.paths == ["a.md"]
        assert [note.path for note in listing.skipped] == ["big.md"]
        tree.close()


def test_a_file_that_grows_without_measure_is_not_read(tmp_path: Path):
    bomb = b"\0" * (MAX_BYTES - 1)
    tree, listing = listed(make_zip(tmp_path / "a.zip", {"bomb.md": bomb, "a.md": b"a"}))
    assert listing.paths == ["a.md"]
    assert "200 times" in listing.skipped[0].reason
    tree.close()


def test_an_archive_that_would_fill_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(packed, "MOST_UNPACKED", 1000)
    for path in (
        make_zip(tmp_path / "a.zip", {"a.md": b"word " * 500}),
        make_tar(tmp_path / "a.tar.gz", {"a.md": b"word " * 500}),
    ):
        with pytest.raises(SourceUnavailable, match="was not read: it"):
            listed(path)


def test_an_archive_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packed, "MOST_ENTRIES", 1)
    for path in (make_zip(tmp_path / "a.zip", PAGES), make_tar(tmp_path / "a.tar", PAGES)):
        with pytest.raises(SourceUnavailable, match="files"):
            listed(path)


def test_a_head_that_claims_gigabytes_does_not_fill_the_memory(tmp_path: Path):
    head = tarfile.TarInfo("x")
    head.type, head.size = tarfile.XHDTYPE, 7_000_000_000
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(head.tobuf(tarfile.GNU_FORMAT) + bytes(1024)))
    with pytest.raises(SourceUnavailable, match="damaged"):
        listed(path)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz"])
def test_what_is_no_archive_is_said_to_be_none(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(b"not an archive at all, just words" * 40)
    with pytest.raises(SourceUnavailable, match="damaged, or no zip or tar"):
        listed(tmp_path / name)
    with pytest.raises(SourceUnavailable, match="does not exist"):
        ArchiveTree(str(tmp_path / "gone.zip")).require()


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar"])
def test_an_archive_cut_short_is_refused_whole(tmp_path: Path, name: str):
    make = make_zip if name.endswith("zip") else make_tar
    path = make(tmp_path / name, {"a.md": bytes(range(256)) * 40, "b.md": b"b"})
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(SourceUnavailable, match="damaged"):
        listed(path)


def test_zstandard_is_said_to_be_unreadable(tmp_path: Path):
    (tmp_path / "a.tar").write_bytes(b"\x28\xb5\x2f\xfd....")
    with pytest.raises(SourceUnavailable, match="Zstandard"):
        listed(tmp_path / "a.tar")


def test_a_damaged_page_fails_alone(tmp_path: Path):
    path = make_zip(tmp_path / "a.zip", {"a.md": b"words of a page " * 9, "b.md": b"b"})
    data = bytearray(path.read_bytes())
    data[40] ^= 0xFF
    path.write_bytes(data)
    tree, _listing = listed(path)
    with pytest.raises(UnreadableFile, match="cannot be unpacked"):
        tree.read("a.md")
    assert tree.read("b.md") == b"b"
    tree.close()


def test_looking_through_a_tar_can_be_cancelled(tmp_path: Path):
    def stop(_part: int) -> None:
        raise Cancelled

    tree = ArchiveTree(str(make_tar(tmp_path / "a.tar.gz", PAGES)))
    with pytest.raises(Cancelled):
        tree.prepare(stop)
    tree.close()
