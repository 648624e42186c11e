"""Passages and pages are found where they are: behind many pages with the same words, and by every
way to write a name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.workflows.find_drift import find_drift
from verbatim_desktop.workflows.find_passage import MOST_PAGES
from verbatim_desktop.workflows.rebind_citation import rebind
from verbatim_desktop.workflows.verify_citations import LibraryPages, verify_quote
from verbatim_desktop.workflows.verify_files import verify_files

Form = Literal["NFC", "NFD"]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "help")
    bench.write("empty.md", "# Empty\n\nNothing of note.\n")
    yield bench
    bench.close()


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Read the error below to resolve it.", "To resolve the error below:"),
        ("The test has a path.", 'path = "/test"'),
        ("run_as_user is a name.", "run_as_user = 65534"),
    ],
)
def test_a_passage_is_found_behind_many_pages_with_its_words(
    bench: Workbench, text: str, passage: str
) -> None:
    for number in range(MOST_PAGES + 5):
        bench.write(f"a/{number:02}.md", f"# Page {number}\n\n{text}\n")
    bench.write("z/last.md", f"# Last\n\n```\n{passage}\n```\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    found = verify_quote("help/empty.md", passage, bench.library, bench.index)
    assert (found.verdict, found.found) == (Verdict.MOVED, ("help/z/last.md#last",))


def test_a_passage_in_another_language_is_found_whatever_its_stems(bench: Workbench) -> None:
    german = (
        "Die Rückerstattungen werden innerhalb weniger Tage auf die hinterlegten Karten "
        "überwiesen, und alle Bestellungen bleiben währenddessen unverändert einsehbar."
    )
    bench.write("karten.md", f"---\nlang: de\n---\n# Karten\n\n{german}\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    passage = "Rückerstattungen werden innerhalb weniger Tage auf die hinterlegten Karten"
    found = verify_quote("help/empty.md", passage, bench.library, bench.index)
    assert (found.verdict, found.found) == (Verdict.MOVED, ("help/karten.md#karten",))


def test_a_passage_on_too_many_pages_to_name_is_ambiguous(bench: Workbench) -> None:
    for number in range(MOST_PAGES + 5):
        bench.write(f"a/{number:02}.md", f"# Page {number}\n\nAsk support if it takes long.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    found = verify_quote("help/empty.md", "support if it takes", bench.library, bench.index)
    assert found.verdict is Verdict.AMBIGUOUS


@pytest.mark.parametrize(
    "target",
    [
        "help/c%23/50%25 off.md#sale",
        "help/c#/50% off.md#sale",
        "c#/50%25%20off.md#sale",
        "help/c%23/50% off.md#s%61le",
    ],
)
def test_a_page_is_found_by_its_name_encoded_or_not(bench: Workbench, target: str) -> None:
    bench.write("c#/50% off.md", "# Sale\n\nHalf the price today.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    found = verify_quote(target, "Half the price today.", bench.library, bench.index)
    assert (found.verdict, found.found) == (Verdict.VERIFIED, ("help/c#/50% off.md#sale",))
    named = found.found[0]
    again = verify_quote(named, "Half the price today.", bench.library, bench.index)
    assert again.verdict is Verdict.VERIFIED


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_page_is_found_by_its_name_with_accents_joined_or_apart(
    bench: Workbench, form: Form
) -> None:
    bench.write(f"{unicodedata.normalize(form, 'über')}.md", "# About\n\nAll about it.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    for other in get_args(Form):
        target = f"help/{unicodedata.normalize(other, 'über')}.md"
        found = verify_quote(target, "All about it.", bench.library, bench.index)
        assert found.verdict is Verdict.VERIFIED


def test_a_link_to_a_page_with_a_mark_in_its_name_is_bound_anew(
    bench: Workbench, tmp_path: Path
) -> None:
    bench.write("c#.md", "# Sale\n\nHalf the price today.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    faq = tmp_path / "faq.md"
    faq.write_text('[a](verbatim:help/c%23.md "Half the price today.")\n')
    pages = LibraryPages(bench.library, bench.index)
    assert verify_files([faq], bench.library, pages).holds
    bench.write("c#.md", "# Sale\n\nHalf the price tomorrow.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    drifts = find_drift(bench.library, bench.index, SystemClock())
    rebind(drifts, [drift.id for drift in drifts], bench.library, SystemClock())
    assert faq.read_text() == '[a](verbatim:help/c#.md#sale "Half the price tomorrow.")\n'
    assert verify_files([faq], bench.library, LibraryPages(bench.library, bench.index)).holds
    assert not find_drift(bench.library, bench.index, SystemClock())
