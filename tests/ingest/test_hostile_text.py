"""No text, however absurd, stops the parser, hangs it, or loses what can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ingest.trees import MD, MDX, MemoryTree, info, parse_files, texts
from verbatim_desktop.domain.documents import Document, ParseMode
from verbatim_desktop.ingest.parse.jsx import Budget, scan_braces, scan_tag

N = 5_000

ABSURD = {
    "quotes": ">" * N + " a",
    "lists on a line": "- " * N + "a",
    "lists in lists": "".join("  " * depth + "- a\n" for depth in range(800)),
    "open braces": "{" * N,
    "open tags": "<a b={ " * N,
    "open attributes": '<a b="' * N,
    "never closed": "<A>\n\n" * N,
    "closed only": "</A>\n" * N,
    "templates": "{`${" * N,
    "open comments": "{/*" * N,
    "HTML comments": "<!--" * N,
    "HTML quotes": "<div a='b' \"" * N,
    "open scripts": "<script>" * N,
    "open tables": "<tr><td>" * N,
    "brackets": "[" * N,
    "images": "![" * N,
    "links": "[a](" * N,
    "stars": "*a **b " * N,
    "tildes": "~a" * N,
    "backticks": "".join("`" * (length % 50) + "a" for length in range(N)),
    "entities": "&" * N,
    "pipes": "|" * N + "\n" + "|-" * N + "|\n",
    "unclosed fence": "```\n" + "a\n" * N,
    "unclosed front matter": "---\na: b\n" * 2 + "a: b\n" * N,
    "nested front matter": "---\na: " + "[" * N + "\n---\n",
    "open Liquid": "{% data " * N,
    "nested Liquid": "{% if currentVersion %}" * N + "x",
    "open outputs": "{{ a " * N,
    "open shortcodes": "{{< a " * N,
    "colons": ":::note\n" * N,
    "admonitions": "!!! note\n" * N,
    "alerts": "> [!NOTE]\n" * N,
    "one long line": "word " * 100_000,
    "one long word": "a" * 500_000,
    "addresses": "a.b@" * N,
    "full stops": "a." * N,
    "footnotes": "[^1] " * N + "\n\n[^1]: x",
    "backslashes": "\\" * N,
    "imports": "import {\n" * N,
    "explicit ids": "# " + "{#" * N,
}


@pytest.mark.parametrize("mode", [MDX, MD])
@pytest.mark.parametrize("name", ABSURD)
def test_absurd_text_is_read_in_bounded_work(name: str, mode: ParseMode):
    document = parse_files({"a.md": ABSURD[name]}, "a.md", info(mode)).document
    check(document)


def check(document: Document) -> None:
    """What holds of every document."""
    for sentence in document.sentences:
        assert document.text_of(sentence).strip() == document.text_of(sentence) != ""
    held = [i for s in document.sections for i in range(s.first_block, s.last_block)]
    assert held == list(range(len(document.blocks)))
    for block in document.blocks:
        ends = [0, *(end for run in block.runs for end in (run.start, run.end)), len(block.text)]
        assert ends == sorted(ends)
        assert all(0 <= m.start < m.end <= len(block.text) for m in block.marks)


@pytest.mark.parametrize("opening", ["{", "<a b={", "{`${", '<a b="'])
def test_scanning_ends_with_its_budget(opening: str):
    text = opening * 2_000
    budget = Budget(len(text))
    total = budget.left
    for at in range(len(text)):
        if text[at] == "{":
            scan_braces(text, at, budget)
        elif text[at] == "<":
            scan_tag(text, at, budget)
    assert budget.left > -len(text)
    assert total <= 12 * len(text) + 20_000


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x00b \ud800 c\n", ["a\ufffdb \ufffd c"]),
        ("# a\rb\r\rc\r", ["a", "b", "c"]),
        ("a\r\nb\n\nc\rd", ["a b", "c d"]),
        ("", []),
        ("---\n", [""]),
        ("<details><summary>T</summary>\n\nbody\n\n</details>\n", ["T", "body"]),
        ("<A\n  /* c */\n  b\n/>\n\nx\n", ["<A /* c */ b />", "x"]),
        ("{unclosed\n\nx\n", ["{unclosed", "x"]),
    ],
)
def test_damaged_text_is_kept(text: str, shown: list[str]):
    assert texts(parse_files({"a.mdx": text}, "a.mdx").document) == shown


def test_text_that_embeds_itself_without_end_is_cut():
    data = {f"data/reusables/r{i}.md": f"{{% data reusables.r{(i + 1) % 3} %}} x" for i in range(3)}
    files = {"content/a.md": "{% data reusables.r0 %}\n", **data}
    parsed = parse_files(files, "content/a.md", info(MD))
    assert any("could not be resolved" in note.reason for note in parsed.warnings)


MARKUP = r"""
# |-|1. |> |*|**|`|```|| - ||<A>|</A>|<A b={c} />|{|}|{/* x */}|[|](|)|![|&amp;|\|<br/>|word|Ende.
これ。|{{< tab >}}|{% note %}|<div>|</div>|---|import A from 'a'|export const a = 1|<!-- c -->|~~|_
[^1]|:::|||    |
"""
SPACING = [" ", "\n", "\r\n", "\n\n", "\t", "- ", "> "]
PIECES = st.sampled_from([*SPACING, *MARKUP.replace("\n", "|").split("|"), "|"])


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from([MDX, MD]))
def test_any_mixture_of_markup_is_read(text: str, mode: ParseMode):
    check(parse_files({"a.md": text}, "a.md", info(mode)).document)


@given(st.text(max_size=200), st.sampled_from([MDX, MD]))
def test_any_text_is_read(text: str, mode: ParseMode):
    check(parse_files({"a.md": text}, "a.md", info(mode)).document)


def test_a_file_that_vanishes_meanwhile_is_a_missing_file():
    class Vanishing(MemoryTree):
        def paths(self) -> list[str]:
            return [*self.files, "_gone.mdx"]

    from verbatim_desktop.ingest.document import parse_document, route_table

    tree = Vanishing({"a.mdx": "import G from './_gone.mdx'\n\n<G />\n\nText.\n"})
    parsed = parse_document(info(), tree, "a.mdx", route_table(info(), tree)[0])
    assert "missing" in parsed.warnings[0].reason
