"""Files and folders as people really have them: what cannot be read is named, the rest goes on."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import StorageFull
from verbatim_desktop.workflows import read_source

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs names and links of POSIX")


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "help"
    folder.mkdir()
    bench = Workbench(home, folder)
    bench.write("good.md", "# Good\n\nThis page is fine.\n")
    yield bench
    bench.close()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"# Title\0 and more\n", "Not text: a NUL byte at byte 8"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "Not text: a NUL byte at byte 9"),
        (b"x" * 1206 + b"\xff" + "é".encode(), "Bytes that fit no known encoding, from byte 1,207"),
        (b"\xff\xfe#\0\x00\xdc", "Marked as UTF-16-LE, but broken from byte 5"),
    ],
)
def test_a_page_that_is_no_text_is_named_with_the_place(bench: Workbench, data: bytes, reason: str):
    bench.write("bad.md", data)
    report = bench.ingest()
    assert report.failed == (FileNote("bad.md", reason),)
    assert report.failed[0].size == (bench.folder / "bad.md").stat().st_size
    assert (report.documents, report.added) == (1, 1)
    assert bench.found("fine") == ["good.md"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        b"---\n",
        b"---\ntitle: [unclosed\n---\n\n# Still a page\n",
        b"---\n!!python/object/apply:os.system ['true']\n---\n# Page\n",
        b"<div" * 2000,
        b"> " * 3000 + b"deep\n",
        b"- " * 3000 + b"deep\n",
        b"[" * 20000,
        b"*" * 20000,
        b"`" * 20000,
        b"{" * 20000,
        b"<A>" * 3000,
        b"| a " * 3000 + b"|\n" + b"|-" * 3000 + b"|\n",
        b"# \xc3\xa9\r\rmac\rline ends\r\n\r\nand others\n",
        b"&#0; &#xD800; &#x110000; &unknown;\n",
        b'---\ntitle: "\\uD800"\n---\n# Half a pair\n',
    ],
    ids=lambda data: data[:24].decode(errors="replace"),
)
def test_odd_pages_are_documents_like_any_other(bench: Workbench, data: bytes):
    bench.write("odd.md", data)
    report = bench.ingest()
    assert report.failed == ()
    assert bench.paths() == ["good.md", "odd.md"]
    assert bench.page("odd.md") == bench.page("odd.md")
    assert bench.ingest().unchanged == 2


def test_every_encoding_and_line_end_is_one_document(bench: Workbench):
    text = "# Größe\n\nDie Größe der Anpassung überrascht.\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"):
        bench.write(f"{encoding}.md", text.encode(encoding))
    bench.write("crlf.md", text.replace("\n", "\r\n"))
    bench.write("cr.md", text.replace("\n", "\r"))
    report = bench.ingest()
    assert report.failed == ()
    assert [note.path for note in report.warnings] == ["cp1252.md"]
    assert "read as Windows-1252 (Western European), a guess" in report.warnings[0].reason
    assert len(bench.found("anpassung")) == 7
    for path in bench.paths():
        if path != "good.md":
            assert bench.page(path).title == "Größe"


@posix
def test_odd_file_names_are_ingested_and_addressed(bench: Workbench):
    names = ["a b.md", "c#d.md", "100%.md", "🚀.md", "n" * 252 + ".md", "back\\slash.md"]
    for name in names:
        bench.write(name, f"# Page\n\nZebra number {len(name)}.\n")
    assert bench.ingest().failed == ()
    assert bench.found("zebra") == sorted(names)
    for name in names:
        assert bench.page(name).path == name
        assert bench.page(f"help/{name}").path == name


@posix
def test_a_name_that_is_no_utf8_is_ingested_under_an_escaped_one(bench: Workbench):
    try:
        with open(os.fsencode(bench.folder) + b"/caf\xe9.md", "wb") as file:
            file.write(b"# Coffee\n\nEspresso.\n")
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    assert bench.ingest().failed == ()
    assert bench.found("espresso") == ["caf\\xe9.md"]
    assert bench.ingest().unchanged == 2


@posix
def test_links_and_pipes_never_stop_or_leave(bench: Workbench, tmp_path: Path):
    (tmp_path / "secret.md").write_text("# Secret\n\nxyzzy\n")
    (bench.folder / "out.md").symlink_to(tmp_path / "secret.md")
    (bench.folder / "up").symlink_to(tmp_path)
    (bench.folder / "loop").symlink_to(bench.folder)
    (bench.folder / "gone.md").symlink_to("nowhere")
    os.mkfifo(bench.folder / "pipe.md")
    bench.write("tricky.mdx", "import Up from '../secret.md'\n\n# Tricky\n\n<Up />\n")
    report = bench.ingest()
    assert [note.path for note in report.failed] == ["gone.md", "pipe.md"]
    assert [note.path for note in report.skipped] == ["loop/", "out.md", "up/"]
    assert bench.found("xyzzy") == []
    assert bench.paths() == ["good.md", "tricky.mdx"]


def test_images_and_other_files_are_counted_not_listed(bench: Workbench):
    for number in range(30):
        bench.write(f"img/{number}.png", b"\x89PNG")
    bench.write("LICENSE", "MIT")
    bench.write("notes.txt", "Notes")
    report = bench.ingest()
    assert report.skipped == (
        FileNote(
            ".",
            "32 files are not Markdown: 30 .png, 1 without an ending, 1 .txt; "
            "the first are LICENSE, img/0.png, img/1.png",
        ),
    )


def test_a_page_over_the_cap_is_skipped_with_its_size(bench: Workbench):
    bench.write("big.md", "# Big\n" + "word " * 500_000)
    assert bench.ingest().skipped == (FileNote("big.md", "2.5 MB; files over 2 MB are not read"),)


def test_what_may_not_be_opened_is_named(bench: Workbench, monkeypatch: pytest.MonkeyPatch):
    bench.write("closed.md", "# Closed\n")
    really = os.open

    def refuse(path: str, flags: int, *more: int) -> int:
        if str(path).endswith("closed.md"):
            raise PermissionError(13, "Permission denied")
        return really(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    assert bench.ingest().failed == (FileNote("closed.md", "Permission denied"),)


# --- What was stored before ----------------------------------------------------------------------


def test_the_last_good_version_of_a_page_that_broke_stays(bench: Workbench):
    bench.write("page.md", "# Page\n\nZebra.\n")
    bench.ingest()
    bench.write("page.md", b"# Page\0\n")
    report = bench.ingest()
    assert (report.documents, report.removed, report.changed) == (2, 0, 0)
    assert report.failed == (
        FileNote(
            "page.md",
            "Not text: a NUL byte at byte 7. Its last good version stays searchable",
        ),
    )
    assert bench.found("zebra") == ["page.md"]
    bench.write("page.md", "# Page\n\nOkapi.\n")
    report = bench.ingest()
    assert (report.changed, report.failed) == (1, ())
    assert bench.found("zebra") == []


def test_pages_of_a_folder_that_cannot_be_listed_any_more_stay(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
):
    bench.write("deep/page.md", "# Page\n\nZebra.\n")
    bench.ingest()
    really = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("deep"):
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(os, "scandir", refuse)
    report = bench.ingest()
    assert report.removed == 0
    assert report.failed == (FileNote("deep/", "Cannot be listed: Permission denied"),)
    assert bench.found("zebra") == ["deep/page.md"]


def test_a_fault_of_the_parser_costs_one_page(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    bench.write("bad.md", "# Bad\n")
    really = read_source.parse_document

    def fail(info, tree, path, routes):  # type: ignore[no-untyped-def]
        if path == "bad.md":
            raise IndexError("out of range")
        return really(info, tree, path, routes)

    monkeypatch.setattr(read_source, "parse_document", fail)
    report = bench.ingest()
    assert report.failed == (
        FileNote("bad.md", "The parser failed on it (IndexError): a fault of ours"),
    )
    assert report.documents == 1
    assert "out of range" in caplog.text


# --- A full disk ---------------------------------------------------------------------------------


def test_a_disk_that_fills_up_loses_nothing_and_the_next_run_goes_on(bench: Workbench, home: Path):
    bench.ingest()
    words = random.Random(7)
    for number in range(300):
        noise = " ".join(words.randbytes(4).hex() for _ in range(300))
        bench.write(f"new/{number}.md", f"# New {number}\n\nfiller{number} {noise}\n")

    limit = bench.home.database.stat().st_size // 4096 + 60

    def no_room(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count={limit}")

    full = Workbench(home, bench.folder, no_room)
    with pytest.raises(StorageFull, match="free some space"):
        full.ingest()
    full.close()
    assert bench.paths() == ["good.md"]
    assert bench.found("fine") == ["good.md"]
    assert bench.ingest().documents == 301
    assert bench.found("filler299") == ["new/299.md"]
