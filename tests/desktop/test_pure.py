"""What the window decides without Qt: links, examples, copies, reports, notices, verdicts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.desktop.fakes import ANSWER, CITATIONS, OTHER, PAGE, REPORT, FakeVerbatim
from verbatim_desktop.answer.examples import Example, examples, question_of
from verbatim_desktop.desktop.copying import answer_as
from verbatim_desktop.desktop.links import LinkKind, find_page, read_link
from verbatim_desktop.desktop.messages import defect_text, is_bug, notice_of
from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.report_text import report_as_markdown
from verbatim_desktop.desktop.samples import sample_requests
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.domain.errors import LibraryTooNew, VerbatimError


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("#paused", LinkKind.HERE),
        ("./a.md", LinkKind.PAGE),
        ("/docs/a#b", LinkKind.PAGE),
        ("a%20b.md", LinkKind.PAGE),
        ("https://a.example/x", LinkKind.WEB),
        ("HTTP://a.example", LinkKind.WEB),
        ("https:///etc/passwd", LinkKind.REFUSED),
        ("javascript:alert(1)", LinkKind.REFUSED),
        ("java\nscript:alert(1)", LinkKind.REFUSED),
        (" javascript:x", LinkKind.REFUSED),
        ("file:///etc/passwd", LinkKind.REFUSED),
        ("ms-msdt:/id", LinkKind.REFUSED),
        ("\\\\host\\share", LinkKind.REFUSED),
        ("//host/share", LinkKind.REFUSED),
        ("C:\\x", LinkKind.REFUSED),
        ("c:/x", LinkKind.REFUSED),
        ("https://[bad", LinkKind.REFUSED),
    ],
)
def test_an_address_is_one_of_four_kinds(address, kind):
    assert read_link(address).kind is kind


@pytest.mark.parametrize(
    "address",
    [
        "./release-states.mdx",
        "release-states",
        "/docs/deploy/release-states",
        "../deploy/release-states.mdx#paused",
        "/deploy/release-states.mdx",
        "release-states/",
        "./release-states.mdx/",
        "release-states.html",
        "/docs/deploy/release-states/",
        "/docs/deploy/release-states.mdx#paused",
        "/docs/deploy/release-states/index.html",
        "/en/docs/deploy/release-states",
        "release%2Dstates.mdx?tab=cli",
        "https-is-not-here/../release-states",
    ],
)
def test_a_link_between_pages_is_found_in_the_library(address):
    found = find_page(read_link(address), PAGE, FakeVerbatim().docs())

    assert found is not None
    assert found.title == OTHER.title


@pytest.mark.parametrize("address", ["../../../etc/passwd", "nowhere", "/", "../.."])
def test_a_link_that_leads_nowhere_finds_nothing(address):
    assert find_page(read_link(address), PAGE, FakeVerbatim().docs()) is None


def test_a_route_is_not_found_by_half_of_its_name():
    pages = [replace(page, route="/states") for page in FakeVerbatim().docs()]

    assert find_page(read_link("/docs/prostates"), PAGE, pages) is None
    assert find_page(read_link("prostates"), PAGE, pages) is None


def test_the_file_that_a_link_names_goes_before_a_route_of_that_name():
    first, second = FakeVerbatim().docs()
    pages = [replace(first, path="deploy/a.mdx", route="/b"), replace(second, path="deploy/b.mdx")]

    assert find_page(read_link("b.mdx"), PAGE, pages) == pages[1]


def test_a_folder_stands_for_its_own_file():
    pages = [replace(FakeVerbatim().docs()[0], path="deploy/states/README.md", route="")]

    assert find_page(read_link("states/"), PAGE, pages) == pages[0]
    assert find_page(read_link("./states/README.md"), PAGE, pages) == pages[0]


def test_a_page_of_another_source_is_not_taken_for_one_of_this():
    pages = [replace(page, source="other") for page in FakeVerbatim().docs()]

    assert find_page(read_link("./release-states.mdx"), PAGE, pages) is None


def test_a_knowledge_base_is_linked_by_path():
    page = replace(PAGE, kind=SourceKind.KB, route="", path="kb/a.md")
    pages = [replace(one, route="", path="kb/b.md") for one in FakeVerbatim().docs()][:1]

    assert find_page(read_link("b.md"), page, pages) == pages[0]


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("How to roll back", "How do I roll back?"),
        ("Undo a release", "How do I undo a release?"),
        ("Creating a segment", "How does creating a segment work?"),
        ("What Draft Mode does", "What does Draft Mode do?"),
        ("What happens to drafts", "What happens to drafts?"),
        ("What a rollback does not undo", ""),
        ("Create with the CLI", ""),
        ("Limits", ""),
        ("`next.config.js`", ""),
    ],
)
def test_a_heading_becomes_a_question_only_where_it_reads_well(heading, question):
    assert question_of(heading) == question


def test_examples_are_few_a_page_and_none_twice():
    pages = [
        (f"shop/{number}", [("Page", f"Undo step {'abcdefghij'[number // 2]}"), ("Page", "Is it?")])
        for number in range(20)
    ]

    made = examples(pages)
    assert [one.question for one in made] == [
        *(f"How do I undo step {one}?" for one in "abcdefghij"),
        "Is it?",
    ]
    assert made[0] == Example("How do I undo step a?", "shop/0")
    many = [("shop/a", [("Page", f"Undo step {one}") for one in "abcd"])]
    assert len(examples(many)) == 2


def test_an_answer_is_copied_with_its_sources():
    text = answer_as(ANSWER, "text")

    assert text.startswith("Open Releases")
    assert text.count("\n[") == len(CITATIONS)


def test_markdown_holds_quotes_and_escaped_headings():
    odd = replace(CITATIONS[0], heading_path=("[x](y)", "*b*"), url="", quote="a\nb")
    text = answer_as(replace(ANSWER, citations=(odd,)), "markdown")

    assert (
        "1. [\\[x\\](y) › \\*b\\*](<verbatim:harbor/docs/deploy/rollbacks#undo-a-release>)" in text
    )
    assert "   > a\n   > b" in text


def test_bare_text_has_no_markers():
    assert "[" not in answer_as(ANSWER, "bare")


def test_an_error_of_the_world_says_what_still_holds():
    notice = notice_of(LibraryTooNew("This library was written by version 9."))

    assert notice.fact == "The library is from a newer release."
    assert notice.sentence.startswith("This library was written by version 9.")


def test_what_is_not_an_error_of_the_world_is_a_bug_and_its_text_is_kept_back():
    assert is_bug(KeyError("secret"))
    assert not is_bug(VerbatimError("x"))
    assert "secret" not in notice_of(KeyError("secret")).sentence


def test_details_of_a_defect_hold_the_way_and_not_the_text():
    try:
        raise KeyError("secret")
    except KeyError as error:
        details = defect_text(error)

    assert "test_pure.py" in details
    assert "secret" not in details


def test_a_time_is_said_as_a_person_would():
    now = datetime(2026, 11, 30, 12, tzinfo=UTC).astimezone()
    local = datetime(2026, 11, 30, 9, 12, tzinfo=UTC).astimezone()

    assert when("2026-11-30T09:12:00+00:00", now) == f"{local:%H:%M}"
    assert when("2026-11-01T09:12:00+00:00", now) == "2026-11-01"
    assert when("") == ""


def test_a_report_as_markdown_counts_first():
    assert "- Documents: 2\n- Added: 2" in report_as_markdown(REPORT)


def test_the_samples_are_read_as_docs_and_as_a_knowledge_base(tmp_path):
    kinds = [request.kind for request in sample_requests()]

    assert kinds == [SourceKind.DOCS, SourceKind.KB]
    assert sample_requests(tmp_path) == ()
