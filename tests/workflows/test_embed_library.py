"""Vectors of a library: made once, kept, taken up where they were left, used in a search."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.embedder.leg import Meanings
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.domain.meaning import EmbeddingModel, MeaningSettings
from verbatim_desktop.ports import Vectors
from verbatim_desktop.workflows.embed_library import (
    embed_library,
    embedded,
    save_settings,
    settings_of,
)
from verbatim_desktop.workflows.search_sections import search_sections

PAGES = {
    f"page-{number}.md": f"# Page {number}\n\nA refund of kind {number} takes {number} days.\n"
    for number in range(40)
}


class Counting:
    """Embeds by counting characters, and remembers what it was asked for."""

    model = EmbeddingModel("counting", "identity", 32)

    def __init__(self, likes: str = "") -> None:
        self.asked: list[str] = []
        self.likes = likes

    def document(self, text: str) -> Vectors:
        self.asked.append(text)
        if self.likes and self.likes in text:
            return np.full(32, 100, np.int8)
        digest = hashlib.sha256(text.encode()).digest()
        return (np.frombuffer(digest, np.uint8) % 60).astype(np.int8) - 30

    def query(self, text: str) -> Vectors:
        return np.full(32, 100, np.int8)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "help"
    folder.mkdir()
    workbench = Workbench(tmp_path / "home", folder)
    for name, text in PAGES.items():
        workbench.write(name, text)
    workbench.ingest()
    yield workbench
    workbench.close()


def test_every_section_is_embedded_once(bench: Workbench):
    embedder, store = Counting(), bench.store.vectors()
    assert embed_library(bench.library, embedder, store) == 40
    assert embedded("identity", bench.library, store) == 40
    assert embed_library(bench.library, embedder, store) == 40
    assert len(embedder.asked) == 40


def test_an_edit_embeds_what_it_changed_and_drops_what_went(bench: Workbench):
    embedder, store = Counting(), bench.store.vectors()
    embed_library(bench.library, embedder, store)
    bench.write("page-0.md", PAGES["page-0.md"] + "\n## New\n\nA new section.\n")
    (bench.folder / "page-1.md").unlink()
    bench.ingest()
    assert embedded("identity", bench.library, store) == 38
    embedder.asked.clear()
    assert embed_library(bench.library, embedder, store) == 40
    assert len(embedder.asked) == 1
    gone = hashlib.sha256(b"Page 1\nPage 1\nA refund of kind 1 takes 1 days.").hexdigest()
    assert store.known("identity", [gone]) == {}


def test_what_was_made_before_a_stop_is_kept(bench: Workbench):
    embedder, store = Counting(), bench.store.vectors()

    def stop(step: IngestProgress) -> None:
        if step.done:
            raise Cancelled

    with pytest.raises(Cancelled):
        embed_library(bench.library, embedder, store, stop)
    made = embedded("identity", bench.library, store)
    assert 0 < made < 40
    embed_library(bench.library, embedder, store)
    assert len(embedder.asked) == 40


def test_a_stop_after_the_last_vector_is_too_late(bench: Workbench):
    def stop(step: IngestProgress) -> None:
        if step.done == step.total:
            raise Cancelled

    assert embed_library(bench.library, Counting(), bench.store.vectors(), stop) == 40


def test_vectors_of_another_model_are_dropped(bench: Workbench):
    store = bench.store.vectors()
    embed_library(bench.library, Counting(), store)

    class Other(Counting):
        model = EmbeddingModel("other", "another", 32)

    embed_library(bench.library, Other(), store)
    assert store.placed("identity") is None
    assert embedded("another", bench.library, store) == 40


def test_files_that_are_damaged_are_made_again(bench: Workbench, tmp_path: Path):
    embedder, store = Counting(), bench.store.vectors()
    embed_library(bench.library, embedder, store)
    [keys] = (tmp_path / "home" / "vectors").glob("*/*/keys.npy")
    keys.write_bytes(b"damaged")
    assert embedded("identity", bench.library, store) == 0
    assert embed_library(bench.library, embedder, store) == 40
    assert len(embedder.asked) == 40


def test_a_search_uses_the_second_leg_only_where_it_is_on(bench: Workbench):
    embedder, store = Counting(likes="kind 7 "), bench.store.vectors()
    embed_library(bench.library, embedder, store)
    meanings = Meanings(
        bench.library, store, lambda: settings_of(bench.library), lambda _model: embedder
    )
    index = WhooshIndex(bench.library, bench.home.indexes, meanings)

    def first(question: str) -> tuple[str, str]:
        found = search_sections(question, bench.library, index, SystemClock())
        return found.results[0].section.path, found.backend

    plain = first("refund kind")
    assert plain[1] == "lexical"
    save_settings(MeaningSettings(True), bench.library)
    assert first("refund kind") == ("page-7.md", "lexical+counting")
    save_settings(MeaningSettings(False), bench.library)
    assert first("refund kind") == plain
    index.close()


def test_a_new_page_is_found_by_its_words_before_it_has_a_vector(bench: Workbench):
    embedder, store = Counting(likes="kind 7 "), bench.store.vectors()
    embed_library(bench.library, embedder, store)
    save_settings(MeaningSettings(True), bench.library)
    bench.write("fresh.md", "# Fresh\n\nA lighthouse keeper.\n")
    bench.ingest()
    meanings = Meanings(
        bench.library, store, lambda: settings_of(bench.library), lambda _model: embedder
    )
    index = WhooshIndex(bench.library, bench.home.indexes, meanings)
    found = search_sections("lighthouse", bench.library, index, SystemClock())
    assert [one.section.path for one in found.results] == ["fresh.md"]
    assert [leg.name for leg in found.results[0].legs] == ["words"]
    index.close()


def test_the_setting_is_off_until_it_is_turned_on(bench: Workbench):
    assert settings_of(bench.library) == MeaningSettings()
    save_settings(MeaningSettings(True, "/models/mine"), bench.library)
    assert settings_of(bench.library) == MeaningSettings(True, "/models/mine")
