"""Which links of an authored file are checked, on which line, and how they are replaced."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.ruler import Ruler

from verbatim_desktop.cite import authored
from verbatim_desktop.cite.authored import authored_links, with_addresses
from verbatim_desktop.cite.unread import IMAGE, IN_HTML, NO_LINK
from verbatim_desktop.domain.documents import ParseMode
from verbatim_desktop.ingest.parse import dialect


def read(text: str) -> list[tuple[int, str, str]]:
    return [(link.line, link.target, link.quote) for link in authored_links(text)]


@pytest.mark.parametrize(
    "written",
    [
        '[a](verbatim:help/x#y "Takes 14 days.")',
        "[a](verbatim:help/x#y 'Takes 14 days.')",
        "[a](verbatim:help/x#y (Takes 14 days.))",
        '[a](<verbatim:help/x#y> "Takes 14 days.")',
        '[a]( verbatim:help/x#y\n"Takes 14 days." )',
        '[a][r]\n\n[r]: verbatim:help/x#y "Takes 14 days."',
        "[a]\n\n[a]: <verbatim:help/x#y> 'Takes 14 days.'",
        '[a][]\n\n[a]: verbatim:help/x#y\n  "Takes 14 days."',
        '[a](verbatim:help/x#y "Takes &#49;4 days\\.")',
        '[a](VERBATIM:help/x#y "Takes 14 days.")',
    ],
)
def test_every_way_to_write_a_title_is_read(written: str):
    assert read(written) == [(1, "help/x#y", "Takes 14 days.")]


def test_quotes_and_brackets_can_be_escaped():
    written = r'[a \] b](verbatim:help/a\_b "Say \"yes\" to it.")'
    assert read(written) == [(1, "help/a_b", 'Say "yes" to it.')]


def test_a_target_may_have_spaces_and_brackets_of_its_own():
    assert read('[a](<verbatim:docs/app/[slug] x> "Q.")') == [(1, "docs/app/[slug] x", "Q.")]


@pytest.mark.parametrize(
    "written",
    [
        '`[a](verbatim:x "q")`',
        '    [a](verbatim:x "q")',
        '```\n[a](verbatim:x "q")\n```',
        '<!-- [a](verbatim:x "q") -->',
        r'\[a](verbatim:x "q")',
        '[a](https://x.example "q")',
        '---\ntitle: [a](verbatim:x "q")\n---\n',
    ],
)
def test_what_no_reader_sees_as_a_link_is_none(written: str):
    assert read(written) == []


def test_links_without_a_passage_are_read_too():
    assert read("[a](verbatim:x) and <verbatim:y>") == [(1, "x", ""), (1, "y", "")]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ('[a](verbatim:x "He said "hi" to me.")', NO_LINK),
        ("[a](verbatim:x “Takes 14 days.”)", NO_LINK),
        ("1] \\[a](verbatim:z) [a](verbatim:x “Takes 14 days.”)", NO_LINK),
        ('[a](verbatim:my page.md "Takes 14 days.")', NO_LINK),
        ('[a][r]\n\n[r]: verbatim:x "one" "two"', NO_LINK),
        ('| h |\n|---|\n| [a](verbatim:x "one" "two") |', NO_LINK),
        ('![a](verbatim:x "Takes 14 days.")', IMAGE),
        ('Text <a class="b" href="verbatim:x" title="Takes 14 days.">a</a>', IN_HTML),
        ("<div>\n<a href=verbatim:x>a</a>\n</div>", IN_HTML),
        ('Text <Link className="b" href="verbatim:x">a</Link>', IN_HTML),
        ('Text <Link href={"verbatim:x"}>a</Link>', IN_HTML),
        ("<Link to={'verbatim:x'}\n>a</Link>", IN_HTML),
        ('Text <Link\n  to="b"\n>a</Link> [a](verbatim:x "one" "two")', NO_LINK),
    ],
)
def test_what_was_meant_as_a_link_and_is_none_is_told(written: str, why: str):
    text = f"First.\n\n{written}\n"
    [link] = authored_links(text)
    line = 1 + text[: text.index(f"verbatim:{link.target}")].count("\n")
    assert (link.unread, link.line) == (why, line)
    assert link.target in ("x", "my")
    assert with_addresses(text, [(link, "https://x.example/")]) == text


def test_what_is_escaped_or_code_is_not_meant_as_a_link():
    text = r'\[a](verbatim:x "one" "two") `[a](verbatim:x “q”)` and [verbatim:](y) verbatim: text'
    assert authored_links(text) == []
    assert authored_links(r'\<a href="verbatim:x"> and `<a href="verbatim:x">`') == []


@pytest.mark.parametrize(
    "written",
    [
        '<Note>\n[a](verbatim:x "Q.")\n</Note>',
        '<Note title="b">\n  <Card>\n    See [a](verbatim:x "Q.").\n  </Card>\n</Note>',
        '<div>\n<!-- [c](verbatim:y "C.") -->\n[a](verbatim:x "Q.")</div>',
    ],
)
def test_links_inside_a_component_are_read(written: str):
    text = f"# Head\n\n{written}\n"
    [link] = authored_links(text)
    line = 1 + text[: text.index("verbatim:x")].count("\n")
    assert (link.line, link.target, link.quote) == (line, "x", "Q.")
    replaced = with_addresses(text, [(link, "https://x.example/")])
    assert replaced == text.replace('verbatim:x "Q."', "https://x.example/")


@pytest.mark.parametrize(
    "written",
    [
        '<!--\n[a](verbatim:x "Q.")\n-->',
        '<pre>\n[a](verbatim:x "Q.")\n</pre>',
        '<div><pre><code>\n[a](verbatim:x "Q.")\n</code></pre></div>',
        "<script>\nconst a = '<a href=\"verbatim:x\">'\n</script>",
    ],
)
def test_comments_and_code_of_html_hold_no_links(written: str):
    assert authored_links(f"# Head\n\n{written}\n") == []


PAGE = """---
title: Macro
---

# Head [h](verbatim:h "H.")

Text one [a](verbatim:a "A.") and
[b](verbatim:b "B
goes on.") then [c](verbatim:c "C.")

> - item
>   goes on [d](verbatim:d "D
>   and more.")

| x | y |
|---|---|
| [e](verbatim:e "E \\| F") | [f](verbatim:f "G.") |

[g][ref]

[ref]: verbatim:g "Ref."
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_each_link_has_the_line_it_starts_on(newline: str):
    links = read(PAGE.replace("\n", newline))
    assert [(line, target) for line, target, _ in links] == [
        *((5, "h"), (7, "a"), (8, "b"), (9, "c"), (12, "d"), (17, "e"), (17, "f"), (19, "g"))
    ]
    assert [" ".join(quote.split()) for _, _, quote in links] == [
        *("H.", "A.", "B goes on.", "C.", "D and more.", "E | F", "G.", "Ref.")
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_replacing_leaves_everything_else_as_it_was(newline: str):
    text = PAGE.replace("\n", newline)
    links = authored_links(text)
    replaced = with_addresses(text, [(link, f"https://x.example/{link.target}") for link in links])
    assert read(replaced) == []
    expected = (
        PAGE.replace('verbatim:h "H."', "https://x.example/h")
        .replace('verbatim:a "A."', "https://x.example/a")
        .replace('verbatim:b "B\ngoes on."', "https://x.example/b")
        .replace('verbatim:c "C."', "https://x.example/c")
        .replace('verbatim:d "D\n>   and more."', "https://x.example/d")
        .replace('verbatim:e "E \\| F"', "https://x.example/e")
        .replace('verbatim:f "G."', "https://x.example/f")
        .replace("[g][ref]", "[g](https://x.example/g)")
    )
    assert replaced == expected.replace("\n", newline)


def test_a_link_without_an_address_is_left_alone():
    text = '[`a]`](verbatim:a "A.") [b](verbatim:b "B.")'
    one, other = authored_links(text)
    replaced = with_addresses(text, [(one, "https://x.example/(a)"), (other, "")])
    assert replaced == '[`a]`](https://x.example/%28a%29) [b](verbatim:b "B.")'


LINKS = ('[a](verbatim:x "q")', "[b][r]", "[r]: verbatim:y 'z'\n", "[c](verbatim:x (t\n")
LINES = ("\n", "\r\n", "\t", "    ", "> ", "- ", "---\n")
MARKUP = (*LINES, "`", "|", "\\", "\0", "*", "![", "]", "é")
PIECES = st.sampled_from((*LINKS, "<verbatim:z>", *MARKUP))


@given(st.lists(PIECES, max_size=25).map("".join))
def test_whatever_is_written_is_read_and_replaced_within_the_file(text: str):
    links = [link for link in authored_links(text) if not link.unread]
    ends = [0, *(link.end for link in links)]
    for before, link in zip(ends, links, strict=False):
        assert before <= link.start <= link.end <= len(text)
        assert 1 <= link.line <= text.count("\n") + text.count("\r") + 1
    assert with_addresses(text, [(link, "") for link in links]) == text


@pytest.mark.parametrize("mode", [None, *ParseMode])
def test_a_parser_is_made_whole_before_threads_share_it(monkeypatch, mode):
    """Its rules are put together when they are first asked for, and half of them are asked too."""
    make = authored._parser if mode is None else dialect._parser  # noqa: SLF001
    make.cache_clear()
    parser = make(*(() if mode is None else (mode, True)))
    compiled: list[Ruler] = []
    monkeypatch.setattr(Ruler, "__compile__", compiled.append)
    parser.block.parse("# *a*\n\n- [b](c)", parser, {}, tokens := [])
    for token in tokens:
        parser.inline.parse(token.content, parser, {}, [])
    assert compiled == []
