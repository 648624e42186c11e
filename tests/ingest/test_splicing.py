"""Text spliced into a page belongs to it: to its blocks, its files and its fingerprint."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MD, MemoryTree, info, parse_files, routes_of, sentences, texts
from verbatim_desktop.domain.documents import Document, SourceKind, Span
from verbatim_desktop.ingest.document import fingerprint, parse_document
from verbatim_desktop.text.spans import read_back, spans_of

PARTIAL = {
    "guides/start.mdx": "import Intro from './_intro.mdx'\n\nHello.\n\n<Intro />\n\nBye.\n",
    "guides/_intro.mdx": "---\ntitle: x\n---\n\nShared **words**.\n",
}
SHARED = (
    "## One\n\n<AppOnly>\n\nOnly in app.\n\n</AppOnly>\n\n"
    "<PagesOnly>\n\nOnly in pages.\n\n</PagesOnly>\n"
)
SOURCE = {
    "01-app/03-api/image.mdx": f"---\ntitle: Image\n---\n\n{SHARED}",
    "02-pages/04-api/image.mdx": (
        "---\ntitle: Image (pages)\nsource: app/api/image\n---\n\n{/* no */}\n"
    ),
}


def test_an_imported_partial_stands_where_it_is_used():
    document = parse_files(PARTIAL, "guides/start.mdx").document
    assert texts(document) == ["Hello.", "Shared words.", "Bye."]
    assert document.files == ("guides/start.mdx", "guides/_intro.mdx")
    assert spans_of(document, document.sentences[1]) == (Span("guides/_intro.mdx", 18, 35),)
    assert not routes_of(PARTIAL).routes.keys() & {"guides/_intro.mdx"}


def test_a_source_page_is_spliced_in_and_then_filtered():
    parsed = parse_files(SOURCE, "02-pages/04-api/image.mdx")
    assert texts(parsed.document) == ["One", "Only in pages."]
    assert (parsed.document.title, parsed.warnings) == ("Image (pages)", ())
    assert parsed.document.shows == "01-app/03-api/image.mdx"
    assert parse_files(SOURCE, "01-app/03-api/image.mdx").document.shows == ""


def test_editing_what_is_spliced_in_changes_the_page():
    before = parse_files(PARTIAL, "guides/start.mdx").document
    edited = {**PARTIAL, "guides/_intro.mdx": "Other words.\n"}
    after = parse_files(edited, "guides/start.mdx").document
    assert before.fingerprint != after.fingerprint


@pytest.mark.parametrize(
    ("files", "path", "missing"),
    [
        (PARTIAL, "guides/start.mdx", "guides/_intro.mdx"),
        (SOURCE, "02-pages/04-api/image.mdx", "app/api/image.mdx"),
    ],
)
def test_a_missing_file_is_named_and_waited_for(files: dict[str, str], path: str, missing: str):
    parsed = parse_files({path: files[path]}, path)
    assert missing in parsed.warnings[0].reason
    index = parsed.document.files.index(missing)
    assert parsed.document.file_hashes[index] == ""
    assert parsed.document.fingerprint == fingerprint(info(), parsed.document.file_hashes)


def test_a_page_that_includes_itself_is_read_once():
    files = {"a.mdx": "import A from './a.mdx'\n\nOnce.\n\n<A />\n"}
    parsed = parse_files(files, "a.mdx")
    assert texts(parsed.document) == ["Once."]
    assert "itself" in parsed.warnings[0].reason


INCLUDE = {
    "steps.md": "Begin.\n\n1. Open it.\n\n    {!save.md!}\n\n```\n{!save.md!}\n```\n",
    "include/save.md": "Press **Save**.\n",
}


def test_an_included_line_is_woven_in_with_its_own_places():
    document = parse_files(INCLUDE, "steps.md", info(MD, SourceKind.KB)).document
    assert texts(document) == ["Begin.", "Open it.", "Press Save.", "{!save.md!}"]
    assert spans_of(document, document.sentences[2]) == (Span("include/save.md", 0, 15),)


GITHUB = {
    "content/billing.md": (
        "---\ntitle: 'About {% data variables.product.name %}'\n"
        "versions:\n  free-pro-team: '*'\n  enterprise-server: '*'\n---\n"
        "Open {% data variables.product.name %} first. Then wait.\n\n"
        '{% if currentVersion == "free-pro-team@latest" %}Pay online.'
        "{% else %}Ask sales.{% endif %}\n\n"
        "{% data reusables.billing.cards %}\n\n"
        "{% note %}\n\n**Note:** Mind {{ currentVersion }}.\n\n{% endnote %}\n\n"
        "```yaml\nrun: {% data variables.product.name %} ${{ secrets.KEY }}\n```\n\n"
        "![{% data variables.product.name %} logo](a.png)\n"
    ),
    "data/variables/product.yml": "name: 'Hub'\nlong: >-\n  One\n  two\n",
    "data/reusables/billing/cards.md": (
        "{% ifversion ghes > 3.0 %}New{% else %}All{% endif %} cards.\n"
    ),
}


def github(path: str = "content/billing.md", version: str = "", **changes: str) -> Document:
    files = {**GITHUB, **{name.replace("__", "/"): text for name, text in changes.items()}}
    return parse_files(files, path, info(MD, SourceKind.KB, version=version)).document


def test_liquid_shows_one_version_with_its_variables_and_reusables():
    document = github()
    assert document.title == "About Hub"
    assert texts(document) == [
        "Open Hub first. Then wait.",
        "Pay online.",
        "All cards.",
        "Note: Mind free-pro-team@latest.",
        "run: Hub ${{ secrets.KEY }}",
    ]
    assert document.blocks[3].context == ("Note",)
    assert document.blocks[4].aliases == ("Hub logo",)


def test_another_version_shows_other_text():
    shown = texts(github(version="enterprise-server@3.1"))
    assert shown[1:3] == ["Ask sales.", "New cards."]


def test_a_sentence_with_a_variable_has_spans_in_both_files():
    document = github()
    first = document.sentences[0]
    paths = [span.path for span in spans_of(document, first)]
    assert paths == ["content/billing.md", "data/variables/product.yml", "content/billing.md"]
    read = GITHUB.__getitem__
    assert read_back(read, document, 0, first.start, first.end) == "Open Hub first."


def test_what_cannot_be_resolved_is_not_cited():
    files = {"content/a.md": "Buy {% data variables.shop.name %} now. Then wait.\n"}
    parsed = parse_files(files, "content/a.md", info(MD, SourceKind.KB))
    assert sentences(parsed.document) == ["Then wait."]
    assert "variables.shop.name" in parsed.warnings[0].reason
    assert "data/variables/shop.yml" in parsed.document.files


def test_a_block_that_is_all_gaps_is_not_citable():
    files = {"content/a.md": "Buy {% data variables.shop.name %} now.\n"}
    document = parse_files(files, "content/a.md", info(MD, SourceKind.KB)).document
    assert [block.citable for block in document.blocks] == [False]


def test_pages_about_liquid_keep_their_examples():
    text = "Write this:\n\n```liquid\n{% if user %}Hi{% endif %} {{ user.name }}\n```\n"
    document = parse_files({"a.md": text}, "a.md", info(MD, SourceKind.KB)).document
    assert texts(document)[1] == "{% if user %}Hi{% endif %} {{ user.name }}"


def test_the_same_files_give_the_same_document():
    tree = MemoryTree(GITHUB)
    source = info(MD, SourceKind.KB)
    routes = routes_of(GITHUB, source)
    one, two = (parse_document(source, tree, "content/billing.md", routes) for _ in range(2))
    assert one == two
