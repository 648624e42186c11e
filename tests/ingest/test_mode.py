"""The dialect and the kind of a source are guessed as a whole, with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ingest.trees import FolderTree, MemoryTree
from verbatim_desktop.ingest.document import guess_source


@pytest.mark.parametrize(
    ("corpus", "kind", "mode"),
    [
        ("nextjs-docs", "docs", "mdx"),
        ("medusa-docs", "docs", "mdx"),
        ("base-ui-docs", "docs", "mdx"),
        ("nextjs-docs-13.5", "docs", "mdx"),
        ("nextra-docs", "docs", "mdx"),
        ("iroh-docs", "docs", "mdx"),
        ("gitlab-docs", "kb", "md"),
        ("github-docs", "kb", "md"),
        ("aws-docs", "kb", "md"),
        ("zulip-help", "kb", "md"),
        ("anthropic-docs", "kb", "md"),
        ("clapnq", "kb", "md"),
    ],
)
def test_corpora_are_read_for_what_they_are(shared, corpus: str, kind: str, mode: str):
    found = guess_source(FolderTree(shared / "corpora" / corpus))
    assert (found[0].value, found[1].value) == (kind, mode)


def test_mdx_is_seen_behind_a_markdown_suffix(shared):
    files = FolderTree(shared / "corpora" / "nextjs-docs").files
    renamed = {path.replace(".mdx", ".md"): text for path, text in files.items()}
    assert guess_source(MemoryTree(renamed))[1].value == "mdx"


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        ("Text.\n\n{{< tab >}}\n", "md", "Hugo"),
        ("Text {/* c */}.\n", "mdx", "components or comments"),
        ("<Note>\n\nText.\n\n</Note>\n", "mdx", "components or comments"),
        ("```mdx\n<Note />\n```\n\n`<Note />` is a tag.\n", "md", "no page holds MDX"),
        ("<YourName>\n", "md", "no page holds MDX"),
    ],
)
def test_the_reason_says_what_was_seen(text: str, mode: str, said: str):
    _, found, reason = guess_source(MemoryTree({"a.md": text}))
    assert found.value == mode
    assert said in reason


@pytest.mark.parametrize(("folder", "kind"), [("kb", "kb"), ("docs", "docs")])
def test_samples_are_read_for_what_they_are(folder: str, kind: str):
    samples = Path(__file__).parents[2] / "corpus_samples"
    assert guess_source(FolderTree(samples / folder))[0].value == kind


def test_numbers_of_articles_are_not_an_order_of_pages():
    kind, _, reason = guess_source(MemoryTree({"1001-refunds.md": "Text.", "1002-cards.md": "A."}))
    assert kind.value == "kb"
    assert reason.endswith("few of them are numbered or grouped.")


def test_numbered_pages_are_named_by_route():
    found = guess_source(MemoryTree({"01-start.md": "Text.", "02-money/03-cards.md": "Text."}))
    assert found[0].value == "docs"


@pytest.mark.parametrize(
    "front", ["id: 12\nupdated: 2026-01-01", "id: 12\nurl: https://h.example/12"]
)
def test_the_front_matter_of_an_export_speaks_for_a_knowledge_base(front: str):
    export = {f"{n:02}-article.md": f"---\n{front}\n---\n\nText.\n" for n in range(3)}
    kind, _, reason = guess_source(MemoryTree(export))
    assert kind.value == "kb"
    assert "helpdesk export" in reason


def test_an_empty_source_is_a_knowledge_base():
    assert guess_source(MemoryTree({}))[0].value == "kb"
