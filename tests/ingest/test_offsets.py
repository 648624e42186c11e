"""Every character knows where it came from, and cited spans read back from the raw file."""

from __future__ import annotations

import logging
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.ingest.trees import MD, MDX, Corpus, block, corpus, info, page, parse_files
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    ParseMode,
    Run,
    Sentence,
    SourceKind,
    Span,
)
from verbatim_desktop.text.spans import read_back, spans_of

#: What was counted: pytest --log-cli-level=INFO shows it.
_log = logging.getLogger(__name__)


CORPORA = ["nextjs-docs", "gitlab-docs", "base-ui-docs", "zulip-help"]


def mapped_wrongly(shown: Block, files: list[str]) -> list[tuple[str, str]]:
    """Runs of equal length whose characters differ other than by white space."""
    wrong: list[tuple[str, str]] = []
    for run in shown.runs:
        source = files[run.file][run.source_start : run.source_end]
        text = shown.text[run.start : run.end]
        same = source == text or (not source.strip(" \t\r\n>") and not text.strip())
        if len(source) == len(text) and not same and not replaced(source, text):
            wrong.append((source, text))
    return wrong


def replaced(source: str, text: str) -> bool:
    return text == re.sub(r"[\x00\ud800-\udfff]", "\ufffd", source.replace("\r", "\n"))


def in_order(runs: tuple[Run, ...]) -> bool:
    ends = [end for run in runs for end in (run.start, run.end)]
    return ends == sorted(ends) and all(run.start < run.end for run in runs)


@pytest.mark.parametrize("name", CORPORA)
def test_every_mapped_character_is_the_character_of_its_file(shared: Path, name: str):
    found = corpus(shared / "corpora" / name)
    characters = 0
    for document in found.documents.values():
        files = [found.tree.files.get(path, "") for path in document.files]
        for shown in document.blocks:
            assert in_order(shown.runs)
            assert mapped_wrongly(shown, files) == []
            characters += sum(run.end - run.start for run in shown.runs)
    assert characters > 300_000


@pytest.mark.parametrize("name", CORPORA)
def test_every_sentence_is_rendered_again_from_its_runs(shared: Path, name: str):
    found = corpus(shared / "corpora" / name)
    for document in found.documents.values():
        for unit in document.sentences:
            back = read_back(
                found.tree.files.__getitem__, document, unit.block, unit.start, unit.end
            )
            assert back.split() == document.text_of(unit).split()


# An independent reader: markdown-it as it comes, given nothing but the slices of the file.

PLAIN = MarkdownIt("gfm-like2", {"linkify": False}).disable("linkify")


def rendered(raw: str, mode: ParseMode, references: dict[str, Any]) -> str:
    text = re.sub(r"\r\n?", "\n", raw)
    if mode is MDX:
        text = re.sub(r"\{/\*.*?\*/\}", "", text, flags=re.DOTALL)
        text = re.sub(r"\{(['\"])(.*?)\1\}", r"\2", text)
    children = PLAIN.parseInline(text, {"references": references})[0].children or []
    shown = {"text", "text_special", "code_inline"}
    parts = [token.content if token.type in shown else spacing(token) for token in children]
    return " ".join("".join(parts).split())


def spacing(token: Any) -> str:
    breaks = token.type in ("softbreak", "hardbreak") or token.content.lower().startswith("<br")
    return " " if breaks else ""


def references_of(found: Corpus, document: Document) -> dict[str, Any]:
    env: dict[str, Any] = {}
    for path in document.files:
        PLAIN.parse(re.sub(r"\r\n?", "\n", found.tree.files.get(path, "")), env)
    return env.get("references", {})


@pytest.mark.parametrize("name", ["nextjs-docs", "gitlab-docs", "base-ui-docs"])
def test_the_slice_of_a_prose_sentence_renders_to_it(shared: Path, name: str):
    found = corpus(shared / "corpora" / name)
    count: Counter[str] = Counter()
    different: list[tuple[str, str]] = []
    for document in found.documents.values():
        references = references_of(found, document)
        for unit in document.sentences:
            if document.blocks[unit.block].kind in (BlockKind.CODE, BlockKind.TABLE_ROW):
                continue
            spans = spans_of(document, unit)
            quote = " ".join(document.text_of(unit).split())
            raw = "".join(found.tree.files[s.path][s.start : s.end] for s in spans)
            count["one span" if len(spans) == 1 else "more spans"] += 1
            if rendered(raw, found.info.mode, references) != quote:
                different.append((document.path, quote))
    _log.info("%s", f"{name}: {dict(count)}, {len(different)} differ: {different[:20]}")
    assert len(different) <= 0.01 * sum(count.values())
    assert count["one span"] > 0.85 * sum(count.values())


def spans(text: str, sentence: int = 0, mode: ParseMode = MD) -> list[str]:
    document = page(text, mode, "a.md")
    return [text[s.start : s.end] for s in spans_of(document, document.sentences[sentence])]


@pytest.mark.parametrize(
    ("text", "slices"),
    [
        ("**Bold** start and `end`\n", ["**Bold** start and `end`"]),
        ('[A *link*](/x "t") ends\n', ['[A *link*](/x "t") ends']),
        ("***both***\n", ["***both***"]),
        ("~~gone~~ a\\*b &amp; c\n", ["~~gone~~ a\\*b &amp; c"]),
        ("one\ntwo\n", ["one\ntwo"]),
        ("> one\n> two\n", ["one\n", "two"]),
        ("- one\n  two\n", ["one\n  two"]),
        ("# T\n\n<https://a.b/c>\n", ["<https://a.b/c>"]),
        ("``a ` b``\n", ["``a ` b``"]),
        ("| h |\n| - |\n| `a` \\| b |\n", ["`a` \\| b"]),
        ("| h | i |\n| - | - |\n| **x** | y |\n", ["**x** | y"]),
    ],
)
def test_a_span_takes_in_the_markup_at_its_edges(text: str, slices: list[str]):
    assert spans(text) == slices


def test_markup_over_two_sentences_belongs_to_neither():
    text = "**One. Two.** Three.\n"
    assert [spans(text, n) for n in range(3)] == [["One."], ["Two."], ["Three."]]


def test_positions_count_the_file_as_it_stands():
    text = "---\r\ntitle: x\r\n---\r\n\r\nOne\r\ntwo &lt; b.\rThree.\r\n"
    document = page(text, MD)
    assert document.blocks[0].text == "One two < b. Three."
    [first, last] = [spans_of(document, unit)[0] for unit in document.sentences]
    assert text[first.start : first.end] == "One\r\ntwo &lt; b."
    assert text[last.start : last.end] == "Three."


def test_a_fence_in_a_list_in_a_quote_keeps_its_places():
    text = "> 1. do\n>\n>    ```sh\n>    run me\n>      now\n>    ```\n"
    document = page(text, MD)
    code = block(document, "run me")
    assert code.text == "run me\n  now"
    unit = Sentence(document.blocks.index(code), 7, len(code.text))
    assert [text[s.start : s.end] for s in spans_of(document, unit)] == ["  now"]


MARKED = (
    "word `code_x` **bold** *it* [link](/a) a\\*b &amp; ![alt](b.png) ~~no~~ これ。 Ends. [ref][r]"
)
BREAKS = ["<b>x</b>", "\n", "  \n", "\\\n"]
WORDS = st.sampled_from([*MARKED.split(" "), *BREAKS])
FRAMES = st.sampled_from(["{}", "> {}", "- {}", "1. {}", "> - {}", "## {}", "- a\n\n  {}", "{}\r"])


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Paragraphs of inline markup in all sorts of containers."""
    parts: list[str] = []
    for frame in draw(st.lists(FRAMES, min_size=1, max_size=5)):
        words = draw(st.lists(WORDS, min_size=1, max_size=8))
        one_line = frame.startswith(("##", ">")) and draw(st.booleans())
        line = " ".join(word for word in words if not (one_line and "\n" in word))
        parts.append(frame.format(line))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return ("\n\n".join(parts) + "\n\n[r]: /r\n").replace("\n", newline)


@given(pages(), st.sampled_from([MD, MDX]))
def test_made_up_pages_read_back(text: str, mode: ParseMode):
    document = parse_files({"a.md": text}, "a.md", info(mode, SourceKind.KB)).document
    for index, shown in enumerate(document.blocks):
        assert in_order(shown.runs)
        assert mapped_wrongly(shown, [text]) == []
        back = read_back(lambda _path: text, document, index, 0, len(shown.text))
        assert back.split() == shown.text.split()
    for unit in document.sentences:
        found = spans_of(document, unit)
        assert found
        assert list(found) == sorted(found)
        assert all(isinstance(s, Span) and 0 <= s.start < s.end <= len(text) for s in found)
