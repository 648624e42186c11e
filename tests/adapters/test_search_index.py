"""The index folder: built, taken over, verified before it is read, rebuilt when it is not ours."""

from __future__ import annotations

import pickle
import shutil
import threading
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex
from whoosh.query.compound import And, Or
from whoosh.query.positional import Phrase
from whoosh.query.terms import Term
from whoosh.scoring import BM25F
from whoosh.searching import Searcher

from tests.shelf import Shelf, closing
from verbatim_desktop.adapters.search import index as index_module
from verbatim_desktop.adapters.search import manifest as manifests
from verbatim_desktop.adapters.search.index import INDEX_NAME, WhooshIndex
from verbatim_desktop.domain.errors import StorageFull

__all__ = ["closing"]  # a fixture
pytestmark = pytest.mark.usefixtures("closing")


@pytest.fixture
def shelf() -> Shelf:
    shelf = Shelf()
    shelf.put("refunds.md", {"": "Refunds take 14 days.", "Cards": "Cards are refunded first."})
    shelf.put("shipping.md", "Parcels leave at noon; refunds do not.")
    return shelf


def folder_of(shelf: Shelf, root: Path) -> Path:
    assert shelf.manifest is not None
    [workspace] = root.iterdir()
    return workspace / shelf.manifest.folder


def texts_with(index: WhooshIndex, term: str, field: str = "body") -> int:
    found = index.reader().frequencies(field, term)
    return 0 if found is None else len(found[0])


def test_an_index_holds_what_the_library_holds(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    manifest = shelf.publish(index)
    assert manifest.generation == 1
    assert manifest.digests == manifests.digests(folder_of(shelf, tmp_path))
    reader = index.reader()
    assert (reader.section_count, reader.size, reader.generation) == (3, 3, 1)
    assert texts_with(index, "refund") == 3
    assert texts_with(index, "refunds", "title") == 2
    assert texts_with(index, "card", "heading") == 1
    assert texts_with(index, "shipping", "alias") == 1
    assert texts_with(index, "absent") == 0


def test_positions_and_lengths_are_exact(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    shelf.put("long.md", " ".join(["filler"] * 700 + ["needle"] + ["filler"] * 700))
    shelf.publish(index)
    reader = index.reader()
    ids, counts = reader.frequencies("body", "filler") or (None, None)
    assert ids is not None
    assert counts is not None
    assert counts.tolist() == [1400]
    where, position = reader.positions("body", "needle", np.arange(reader.size))
    assert (where.tolist(), position.tolist()) == (ids.tolist(), [700])
    assert reader.lengths[ids].tolist() == [1401]


def test_terms_are_listed_by_prefix_across_segments(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    shelf.publish(index)
    shelf.put("more.md", "refundable reference")
    shelf.publish(index)
    assert list(index.reader().terms("ref")) == [
        "refer",
        "reference",
        "refund",
        "refundable",
        "refunded",
        "refunds",
    ]


def test_one_edited_page_is_one_small_segment_and_the_rest_is_taken_over(
    shelf: Shelf, tmp_path: Path
):
    index = shelf.index(tmp_path)
    shelf.publish(index)
    before = {path.name: path.stat().st_ino for path in folder_of(shelf, tmp_path).glob("MAIN_*")}
    shelf.put("shipping.md", "Parcels leave at dawn.")
    shelf.publish(index)
    after = {path.name: path.stat().st_ino for path in folder_of(shelf, tmp_path).glob("MAIN_*")}
    assert before.items() <= after.items()
    assert len(after) == 2 * len(before)
    assert (texts_with(index, "dawn"), texts_with(index, "noon")) == (1, 0)
    assert index.reader().holding("body", "noon") == 0


def test_segments_are_joined_before_there_are_many(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    for number in range(40):
        shelf.put(f"page-{number}.md", f"page number {number}")
        shelf.publish(index)
    segments = list(folder_of(shelf, tmp_path).glob("*.vdx"))
    assert len(segments) <= 16
    assert texts_with(index, "number") == 40


def test_nothing_changed_means_the_same_folder(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    first = shelf.publish(index)
    second = shelf.publish(index)
    assert (second.folder, second.generation) == (first.folder, 2)
    assert index.reader().generation == 2


def test_older_folders_are_removed_once_a_newer_one_is_published(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    for word in ("one", "two", "three"):
        shelf.put("page.md", word)
        shelf.publish(index)
    [workspace] = tmp_path.iterdir()
    assert len(list(workspace.iterdir())) == 2  # the published one and the one before


def test_a_reader_keeps_reading_the_generation_it_was_opened_for(shelf: Shelf, tmp_path: Path):
    index, other = shelf.index(tmp_path), shelf.index(tmp_path)
    shelf.publish(index)
    reader = other.reader()
    for word in ("dawn", "dusk"):
        shelf.put("shipping.md", f"Parcels leave at {word}.")
        shelf.publish(index)
    assert reader.frequencies("body", "noon") is not None
    assert texts_with(other, "dusk") == 1


class Planted:
    """Unpickling this would leave a mark."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.mark,))


@pytest.mark.parametrize("what", ["planted", "damaged", "cut", "more", "gone", "linked"])
def test_a_folder_that_is_not_as_it_was_written_is_rebuilt_and_never_read(
    shelf: Shelf, tmp_path: Path, what: str
):
    root, mark = tmp_path / "index", tmp_path / "mark"
    shelf.publish(shelf.index(root))
    folder = folder_of(shelf, root)
    toc, postings = next(folder.glob("*.toc")), next(folder.glob("*.vps"))
    if what == "planted":
        toc.write_bytes(toc.read_bytes()[:-100] + pickle.dumps(Planted(mark)))
    elif what == "damaged":
        data = bytearray(postings.read_bytes())
        data[-9] ^= 1
        postings.write_bytes(bytes(data))
    elif what == "cut":
        postings.write_bytes(postings.read_bytes()[:-8])
    elif what == "more":
        (folder / "_MAIN_9.toc").write_bytes(pickle.dumps(Planted(mark)))
    elif what == "gone":
        shutil.rmtree(folder)
    else:
        postings.rename(tmp_path / "elsewhere")
        postings.symlink_to(tmp_path / "elsewhere")
    index = shelf.index(root)
    assert texts_with(index, "refund") == 3
    assert not mark.exists()
    assert what == "gone" or folder_of(shelf, root) != folder  # published anew
    assert index.agrees()


def test_an_index_of_another_format_is_rebuilt(shelf: Shelf, tmp_path: Path):
    manifest = shelf.publish(shelf.index(tmp_path))
    shelf.manifest = replace(manifest, format=manifest.format - 1)
    index = shelf.index(tmp_path)
    assert not index.agrees()
    assert texts_with(index, "refund") == 3
    assert index.agrees()


def test_a_damaged_index_serves_this_process_while_another_one_writes(shelf: Shelf, tmp_path: Path):
    manifest = shelf.publish(shelf.index(tmp_path))
    shutil.rmtree(folder_of(shelf, tmp_path))
    shelf.busy = True
    assert texts_with(shelf.index(tmp_path), "refund") == 3
    assert shelf.manifest == manifest


def test_a_full_disk_leaves_no_half_folder(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    index = shelf.index(tmp_path)
    shelf.publish(index)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(index_module.SegmentBuilder, "write", full)
    shelf.put("page.md", "new words")
    with pytest.raises(StorageFull, match="No space left"):
        shelf.publish(index)
    [workspace] = tmp_path.iterdir()
    assert [path.name for path in workspace.iterdir()] == [shelf.manifest and shelf.manifest.folder]
    assert texts_with(index, "refund") == 3


def test_workspaces_with_alike_names_have_folders_of_their_own(tmp_path: Path):
    for name in ("Team A", "team a", "team_a", "../team"):
        other = Shelf(name)
        other.put("page.md", f"words of {name}")
        other.publish(other.index(tmp_path))
    assert len({path.name.casefold() for path in tmp_path.iterdir()}) == 4
    assert all(path.parent == tmp_path for path in tmp_path.iterdir())


def test_each_thread_reads_with_a_reader_of_its_own(shelf: Shelf, tmp_path: Path):
    index = shelf.index(tmp_path)
    shelf.publish(index)
    mine = index.reader()
    others: list[Any] = []
    thread = threading.Thread(target=lambda: others.append(index.reader()))
    thread.start()
    thread.join()
    assert mine is index.reader()
    assert others[0] is not mine
    index.close()


def test_words_are_stemmed_in_the_language_of_their_page(tmp_path: Path):
    shelf = Shelf()
    german = "Wir haben die Rechnungen nicht und das ist für die Kunden, wie sie sagen, ein Fehler."
    shelf.put("de.md", german)
    shelf.put("en.md", "We have the invoices and that is what they say to us.")
    index = shelf.index(tmp_path)
    shelf.publish(index)
    assert texts_with(index, "rechnung") == texts_with(index, "rechnungen") == 1
    assert texts_with(index, "invoic") == 1


# --- It stays a genuine Whoosh index -------------------------------------------------------------


@pytest.fixture
def searcher(shelf: Shelf, tmp_path: Path) -> Generator[Searcher]:
    index = shelf.index(tmp_path)
    shelf.publish(index)
    shelf.put("more.md", "Days of refunds, take two: refunds take days.")
    shelf.publish(index)
    storage = FileStorage(str(folder_of(shelf, tmp_path)), supports_mmap=False)
    with FileIndex(storage, indexname=INDEX_NAME).searcher(weighting=BM25F()) as searcher:
        yield searcher


def test_stock_queries_run_on_the_packed_postings(searcher: Searcher):
    either = Or([Term("body", word) for word in ("refund", "noon")])
    hits = searcher.search(either, limit=None)
    assert len(hits) == 4
    assert hits.score(0) > 0
    both = And([Term("body", word) for word in ("refund", "day")])
    assert len(searcher.search(both, limit=None)) == 2


def test_stock_phrase_queries_read_the_positions(searcher: Searcher):
    def count(*words: str) -> int:
        return len(searcher.search(Phrase("body", list(words)), limit=None))

    assert count("refunds", "take") == 2
    assert count("take", "refunds") == 0
    assert count("refunds", "take", "14") == 1


def test_stock_statistics_agree(searcher: Searcher):
    reader = searcher.reader()
    assert reader.doc_count() == 4
    assert reader.doc_frequency("body", "refunds") == 3
    assert reader.frequency("body", "refunds") == 4
    assert list(reader.expand_prefix("body", "noo")) == [b"noon"]
    assert ("title", b"shipping") in list(reader.all_terms())
