"""The library: what a reader sees, what a writer changes, and when one sees the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store import Store, open_store
from verbatim_desktop.adapters.store.library import SqlLibrary
from verbatim_desktop.domain.answers import Answer, Confidence, Level, Outcome
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    Flag,
    FlagKind,
    IngestReport,
    Mark,
    MarkKind,
    ParseMode,
    Run,
    Section,
    Sentence,
    SourceInfo,
    SourceKind,
)
from verbatim_desktop.domain.errors import LibraryBusy, NotFound
from verbatim_desktop.ports import Changes, IndexManifest

SOURCE = SourceInfo("help", SourceKind.KB, ParseMode.MARKDOWN, "/somewhere/help")


def page(path: str, text: str = "Refunds take 14 days.", source: str = "help") -> Document:
    blocks = (
        Block(
            BlockKind.HEADING,
            "Refunds",
            runs=(Run(0, 7, 0, 2, 9),),
            level=1,
            anchor="refunds",
            aliases=("money back",),
        ),
        Block(
            BlockKind.TABLE_ROW,
            text,
            runs=(Run(0, len(text), 0, 11, 11 + len(text)),),
            marks=(Mark(MarkKind.LINK, 0, 7, "x.md", 0, 11, 20),),
            cells=((0, 3), (4, 9)),
            align=("left", ""),
            table=1,
            context=("Note",),
            flags=(Flag(FlagKind.VERSION, "since 4.0"),),
            citable=False,
        ),
    )
    return Document(
        source=source,
        kind=SourceKind.KB,
        path=path,
        route="",
        identity=f"{source}/{path}",
        title="Refunds",
        fingerprint=f"sha of {text}",
        description="How to get money back",
        files=(path, "partials/days.md"),
        file_hashes=("a", "b"),
        blocks=blocks,
        sentences=(Sentence(1, 0, len(text)),),
        sections=(Section(0, "", ("refunds",), ("Refunds",), 0, 2),),
        aliases=("payment",),
        flags=(Flag(FlagKind.INTERNAL),),
    )


def publish(library: SqlLibrary, *pages: Document, reports: tuple[IngestReport, ...] = ()) -> int:
    with library.writer() as writer:
        writer.save_source(SOURCE)
        writer.put(pages)
        writer.publish(IndexManifest("folder", writer.generation, {"f": "1:x"}), reports)
        return library.generation()


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    store = open_store(Home(home))
    yield store
    store.close()


@pytest.fixture
def library(store: Store) -> SqlLibrary:
    return store.library()


def test_a_document_comes_back_as_it_was_put(library: SqlLibrary):
    publish(library, page("refunds.md"))
    assert library.document(library.document_named("refunds.md")) == page("refunds.md")


def test_nothing_is_seen_before_it_is_published(library: SqlLibrary):
    with library.writer() as writer:
        writer.save_source(SOURCE)
        writer.put([page("refunds.md")])
        assert library.generation() == 0
        assert library.documents() == ()
        assert library.sources() == ()
        writer.publish(IndexManifest("folder", 1, {}))
    assert [summary.path for summary in library.documents()] == ["refunds.md"]
    assert [status.info for status in library.sources()] == [SOURCE]


def test_reading_an_unknown_workspace_makes_nothing(store: Store):
    library = store.library("typo")
    assert library.generation() == 0
    assert library.sources() == ()
    assert library.index_manifest() is None
    assert library.setting("synonyms") is None
    assert library.answers() == ()
    assert store.workspaces() == ()


def test_a_replaced_document_is_read_by_its_old_number_until_the_next_generation(
    library: SqlLibrary,
):
    publish(library, page("a.md", "One."))
    old = library.document_named("a.md")
    publish(library, page("a.md", "Two."))
    new = library.document_named("a.md")
    assert new != old
    assert library.document(old).blocks[1].text == "One."
    assert library.section_refs([(old, 0), (new, 0)])[1].document_id == new
    publish(library, page("b.md"))
    with pytest.raises(NotFound, match="no longer in the library"):
        library.document(old)


def test_a_number_is_never_used_twice(library: SqlLibrary):
    publish(library, page("a.md"))
    first = library.document_named("a.md")
    for _ in range(3):
        with library.writer() as writer:
            writer.remove(library.live_documents(library.generation()))
            writer.publish(IndexManifest("folder", writer.generation, {}))
    publish(library, page("a.md"))
    assert library.document_named("a.md") > first


def test_an_interrupted_writer_leaves_its_work_to_the_next(library: SqlLibrary):
    publish(library, page("a.md", "One."), page("b.md"))
    with library.writer() as writer:
        writer.put([page("a.md", "Two."), page("c.md")])
        writer.remove([library.document_named("b.md")])
    assert [summary.path for summary in library.documents()] == ["a.md", "b.md"]
    with library.writer() as writer:
        assert set(writer.stored("help")) == {"a.md", "c.md"}
        assert writer.changes() == {"help": Changes(("c.md",), ("a.md",), ("b.md",))}
        assert len(library.live_documents(writer.generation)) == 2
        writer.publish(IndexManifest("folder", writer.generation, {}))
    assert [summary.path for summary in library.documents()] == ["a.md", "c.md"]


def test_a_page_written_twice_before_publishing_stands_once(library: SqlLibrary):
    with library.writer() as writer:
        writer.put([page("a.md", "One.")])
        writer.put([page("a.md", "Two.")])
        writer.publish(IndexManifest("folder", 1, {}))
    [summary] = library.documents()
    assert library.document(summary.id).blocks[1].text == "Two."


def test_nothing_to_publish_is_no_change(library: SqlLibrary):
    publish(library, page("a.md"))
    with library.writer() as writer:
        writer.save_source(SOURCE)
        assert writer.changes() == {}
        writer.keep_report(IngestReport("help", documents=1, unchanged=1))
    status = library.source("help")
    assert status.report == IngestReport("help", documents=1, unchanged=1)
    assert library.generation() == 1


def test_a_removed_source_goes_with_its_documents(library: SqlLibrary):
    publish(library, page("a.md"), page("a.md", source="other"))
    with library.writer() as writer:
        writer.remove_source("help")
        assert [status.info.name for status in library.sources()] == ["help"]
        writer.publish(IndexManifest("folder", writer.generation, {}))
    assert library.sources() == ()
    assert [summary.source for summary in library.documents()] == ["other"]


def test_workspaces_see_nothing_of_each_other(store: Store):
    one, two = store.library("one"), store.library("two")
    publish(one, page("a.md"))
    number = one.document_named("a.md")
    assert two.documents() == ()
    assert two.live_documents(9) == frozenset()
    assert list(two.section_texts([number])) == []
    with pytest.raises(NotFound):
        two.document(number)
    with pytest.raises(NotFound):
        two.section_refs([(number, 0)])
    one.save_setting("synonyms", "a = b")
    assert two.setting("synonyms") is None


def test_a_report_is_kept_with_its_source(library: SqlLibrary):
    report = IngestReport("help", documents=1, added=1, changed_paths=("a.md",))
    publish(library, page("a.md"), reports=(report,))
    status = library.source("help")
    assert status.report == report
    assert status.updated.endswith("Z")
    assert (status.documents, status.sections) == (1, 1)


def test_section_texts_hold_body_headings_and_aliases_in_order(library: SqlLibrary):
    publish(library, page("b.md", "B."), page("a.md", "A."))
    texts = list(library.section_texts(library.live_documents(1)))
    assert [text.ref.path for text in texts] == ["a.md", "b.md"]
    assert texts[0].body == "Refunds\nA."
    assert texts[0].heading == "Refunds"
    assert texts[0].route == "a.md"
    assert texts[0].aliases.split("\n") == ["How to get money back", "payment", "money back"]


def test_a_page_without_sections_is_passed_over(library: SqlLibrary):
    bare = replace(page("a.md"), blocks=(), sentences=(), sections=())
    publish(library, bare, page("b.md"))
    assert [text.ref.path for text in library.section_texts(library.live_documents(1))] == ["b.md"]


def test_a_document_is_named_by_identity_or_without_its_source(library: SqlLibrary):
    publish(library, page("a.md"), page("a.md", source="other"), page("b.md"))
    assert library.document_named("help/a.md") != library.document_named("other/a.md")
    assert library.document_named("b.md") == library.document_named("help/b.md")
    with pytest.raises(NotFound, match=r"help/a\.md, other/a\.md"):
        library.document_named("a.md")
    with pytest.raises(NotFound, match="There is no document"):
        library.document_named("c.md")


def test_text_that_no_encoding_holds_does_not_stop_the_rest(library: SqlLibrary):
    odd = replace(page("a.md", "lone \ud800 half"), title="\ud800")
    publish(library, odd)
    [summary] = library.documents()
    assert summary.title == "?"
    assert library.document(summary.id).blocks[1].text == "lone \ud800 half"


def test_a_second_writer_waits_and_then_says_who_is_writing(
    library: SqlLibrary, store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("verbatim_desktop.adapters.store.library.WAIT_FOR_WRITER_SECONDS", 0.05)
    with (
        library.writer(),
        pytest.raises(LibraryBusy, match="writing to the workspace “default”"),
        store.library().writer(),
    ):
        pass
    with store.library("another").writer():
        pass


def test_kept_answers_come_back_newest_first(library: SqlLibrary):
    for number in range(3):
        library.keep_answer(answer(f"a{number}"))
    library.keep_answer(answer("a0", "edited"))
    assert [kept.id for kept in library.answers(2)] == ["a2", "a1"]
    assert library.answer("a0") == answer("a0", "edited")
    with pytest.raises(NotFound, match="no answer “a9”"):
        library.answer("a9")


def answer(name: str, text: str = "14 days. [1]") -> Answer:
    sure = Confidence(Level.HIGH, 0.9, ("All words were found.",), {"coverage": 1.0})
    return Answer(name, "How long?", Outcome.ANSWER, "direct", sure, text, (), (), (), ())
