"""A reply as it is sent: nothing loads or runs, nothing typed is lost, code is code."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.samples import CITATION
from verbatim_desktop.compose.markup import escaped
from verbatim_desktop.compose.render import FORMATS, render
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.documents import Flag, FlagKind
from verbatim_desktop.domain.errors import UsageError

SECOND = replace(CITATION, marker=2, quote="Another sentence.")
ALLOWED = {
    *("a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li"),
    *("ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul", "del"),
}


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def html(text: str, *citations: Citation) -> str:
    return render(text, "html", citations)


QUOTED = [
    "a",
    "b",
    "_",
    "__",
    "*",
    "**",
    "`",
    "~~",
    " ",
    "https://a.example/",
    "\\",
    "[1]",
    "{{x}}",
    ".",
]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(QUOTED), max_size=8).map("".join))
def test_what_is_quoted_is_sent_as_it_was(quoted: str):
    sent = render(f"x {escaped(quoted)} x", "text").strip()

    assert sent == " ".join(f"x {quoted} x".split())


def test_an_address_with_marks_in_it_leads_where_it_says():
    sent = html(f"From {escaped('https://cdn.example/**')} and https://a.example/x[1].", CITATION)

    addresses = [dict(attributes)["href"] for tag, attributes in Tags(sent).found if tag == "a"]
    assert addresses[:2] == ["https://cdn.example/**", "https://a.example/x"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://evil.example/p.png)",
        "[a](javascript:alert(1))",
        "[a](data:text/html,x)",
        "[a]: javascript:alert(1)\n[a]",
        '<https://evil.example/"onmouseover=x>',
        "`<img src=x>`",
        "```html\n<script>x</script>\n```",
        "<a href='vbscript:x'>b</a>",
        "&lt;script&gt;x",
    ],
)
def test_nothing_loads_or_runs(hostile: str):
    for tag, attributes in Tags(html(f"Hi {hostile} there\n\n{hostile}")).found:
        assert tag in ALLOWED
        assert set(attributes) <= {"href", "rel", "style", "start"}
        assert re.match(r"https?://|mailto:", attributes.get("href") or "https://")


def test_typed_html_is_shown_as_text():
    assert "&lt;b&gt;bold&lt;/b&gt;" in html("<b>bold</b>")
    assert render("<b>bold</b> & co", "text") == "<b>bold</b> & co\n"


@pytest.mark.parametrize(
    "typed", ["#123 is open", "a_b_c", "2 * 3 * 4", "[x] done", "a\nb", "---x"]
)
def test_what_is_typed_stays(typed: str):
    assert render(typed, "text") == typed + "\n"


def test_code_is_untouched():
    code = '\tmake <all> && echo "[1] {{x}} *a* https://a.example"'
    for format in FORMATS:
        shown = render(f"```sh\n{code}\n```", format, (CITATION,), sources=False)
        plain = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        assert code in plain.replace("&quot;", '"')


def test_a_marker_leads_to_its_source_and_only_there():
    shown = html("Takes 14 days. [1] [3]\n\n[1]: https://evil.example", CITATION)
    links = [a["href"] for tag, a in Tags(shown).found if tag == "a"]
    assert links.count(CITATION.url) >= 1
    assert "[3]" in shown


def test_sources_are_listed_once_a_place():
    text = render("A. [1] B. [2] C. [1]", "text", (CITATION, SECOND))
    assert text.endswith(f"Sources\n[1][2] Refunds › How long it takes – {CITATION.url}\n")


def test_without_sources_no_marker_is_left():
    assert render("A. [1] B [2].", "markdown", (CITATION, SECOND), sources=False) == "A. B.\n"


def test_an_internal_source_is_never_named():
    flagged = replace(SECOND, flags=(Flag(FlagKind.INTERNAL),))
    for format in FORMATS:
        shown = render(
            "A. [1] B. [2]", format, (CITATION, flagged), internal_sources=frozenset({"shop"})
        )
        assert "shop.example" not in shown
        assert "Refunds" not in shown
        assert "Internal documentation" in shown


def test_steps_keep_their_numbers():
    assert render("Do:\n3. x\n4. y", "text") == "Do:\n3. x\n4. y\n"
    assert "1. x\n2. y" in render("Do:\n1. x\n2. y", "text")


def test_styles_stand_in_the_line_and_are_only_ours():
    shown = html("`a`\n\n<p style='position:fixed'>x</p>")
    assert [a["style"] for _tag, a in Tags(shown).found if "style" in a] == [
        "font-family:Consolas,Menlo,monospace"
    ]


def test_an_unknown_format_is_refused():
    with pytest.raises(UsageError, match="html, text, markdown"):
        render("x", "docx")


PIECES = st.lists(
    st.text(max_size=12)
    | st.sampled_from(
        [
            "[1]",
            "`",
            "```\n",
            "\n\n",
            "- a",
            "1. b",
            "**",
            "<a",
            "](",
            "![",
            "|a|b|\n|-|-|",
            "> ",
            "&",
        ]
    ),
    max_size=12,
)


@settings(max_examples=150)
@given(PIECES)
def test_any_text_renders_to_allowed_markup(pieces: list[str]):
    text = "".join(pieces)
    for tag, attributes in Tags(html(text, CITATION)).found:
        assert tag in ALLOWED
        assert set(attributes) <= {"href", "rel", "style", "start"}
    assert render(text, "text", (CITATION,)).endswith("\n")
