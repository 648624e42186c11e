"""Routes, paths, titles and addresses of pages."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MD, MDX, MemoryTree, corpus, info, page, parse_files, routes_of
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.ingest.document import is_page, route_table
from verbatim_desktop.ingest.identity import route_of_path


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("01-app/02-guides/03-forms.mdx", "app/guides/forms"),
        ("app/(docs)/react/@modal/page.mdx", "app/react"),
        ("index.mdx", ""),
        ("01-app/index.mdx", "app"),
        ("a/_index.md", "a"),
        ("2024-01-02.md", "2024-01-02"),
        ("404.mdx", "404"),
        ("a/[slug]/page.mdx", "a/[slug]"),
    ],
)
def test_routes_leave_out_what_only_orders_files(path: str, route: str):
    assert route_of_path(path) == route


def test_a_page_named_page_beside_an_index_keeps_its_name():
    files = {"conventions/index.mdx": "a", "conventions/page.mdx": "b", "other/page.mdx": "c"}
    assert set(routes_of(files).by_route) == {"conventions", "conventions/page", "other"}


@pytest.mark.parametrize(
    ("front", "route", "url"),
    [
        ("slug: /start", "start", "https://docs.test/start"),
        ("slug: begin", "guides/begin", "https://docs.test/guides/begin"),
        ("url: https://other.test/x?y", "guides/a", "https://other.test/x?y"),
        ("title: A", "guides/a", "https://docs.test/guides/a"),
    ],
)
def test_front_matter_wins_and_an_absolute_url_is_the_address(front: str, route: str, url: str):
    files = {"guides/01-a.mdx": f"---\n{front}\n---\n\nText.\n"}
    source = info(MDX, base_url="https://docs.test/")
    document = parse_files(files, "guides/01-a.mdx", source).document
    assert (document.route, document.url) == (route, url)
    assert document.identity == f"handbook/{route}"


@pytest.mark.parametrize(
    "front",
    [
        'url: "javascript://x%0aalert(1)"',
        'url: "file:///etc/passwd"',
        'url: "https://other.test/a b"',
        'url: "https://other.test/a\\n[b](https://evil.test)"',
        'url: "https://other.test/\\"onclick=1"',
        'url: "https://"',
    ],
)
def test_what_is_no_address_for_readers_is_not_taken_for_one(front: str):
    files = {"a.mdx": f"---\n{front}\n---\n\nText.\n"}
    document = parse_files(files, "a.mdx", info(MDX, base_url="https://docs.test/")).document
    assert document.url == "https://docs.test/a"


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("c#/50% off?.md", "https://docs.test/c%23/50%25%20off%3F"),
        ("app/[slug] (x)/über.md", "https://docs.test/app/[slug]%20(x)/über"),
    ],
)
def test_an_address_leads_to_the_page_whatever_its_name(path: str, url: str):
    source = info(MD, SourceKind.KB, base_url="https://docs.test/")
    assert parse_files({path: "Text."}, path, source).document.url == url


def test_articles_go_by_their_path():
    source = info(MD, SourceKind.KB)
    document = parse_files({"01-a/index.md": "Text."}, "01-a/index.md", source).document
    assert (document.route, document.identity) == ("", "handbook/01-a/index.md")


def test_a_second_page_of_a_route_is_told_of_and_goes_by_its_path():
    files = {"01-a.mdx": "One.", "02-a.mdx": "Two.", "A.mdx": "Three."}
    routes, notes = route_table(info(), MemoryTree(files))
    identities = [parse_files(files, path).document.identity for path in files]
    assert identities == ["handbook/a", "handbook/02-a.mdx", "handbook/A"]
    assert [note.path for note in notes] == ["02-a.mdx", "A.mdx"]
    assert "only in case" in notes[1].reason
    assert routes.shadowed == {"02-a.mdx"}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.mdx", True),
        ("a/_index.md", True),
        ("_a.mdx", False),
        ("a/_parts/b.mdx", False),
        ("include/b.md", False),
        ("data/reusables/a/b.md", False),
        ("a.txt", False),
    ],
)
def test_partials_and_data_are_not_pages(path: str, expected: bool):
    assert is_page(path) is expected


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\ntitle: Own\n---\n\n# Other\n", "a.mdx", "Own"),
        ("# From *heading*\n", "a.mdx", "From heading"),
        ("export const metadata = {\n  title: `${n} Own`,\n}\n\n# {m.t}\n", "a.mdx", "Own"),
        ("Text.\n", "03-getting_started.mdx", "Getting started"),
        ("Text.\n", "billing/index.mdx", "Billing"),
    ],
)
def test_titles_come_from_front_matter_heading_or_name(text: str, path: str, title: str):
    assert page(text, path=path).title == title


def test_every_route_of_the_next_documentation_is_its_own(shared):
    found = corpus(shared / "corpora" / "nextjs-docs")
    assert (len(found.routes.routes), len(found.routes.by_route), found.notes) == (475, 475, ())
