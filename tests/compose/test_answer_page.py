"""An exported answer: complete, and with nothing in it that a document could have put there."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.cli import samples
from verbatim_desktop.compose.answer_page import answer_page
from verbatim_desktop.compose.draw_page import to_html, to_markdown
from verbatim_desktop.domain.answers import Claim
from verbatim_desktop.domain.audit import AnswerRecord
from verbatim_desktop.domain.pages import Heading, Page, Prose, Quote, Table
from verbatim_desktop.domain.support import Lack, Support, SupportRule
from verbatim_desktop.text import inline

HOSTILE = (
    '<script>alert(1)</script><img src="https://evil.example/x.png" onerror="x()">\n'
    "![x](https://evil.example/y.png) [link](javascript:alert(1)) </style>"
    '<a href="javascript:x">a</a>'
)
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "ul", "li"),
    *("dl", "dt", "dd", "section", "blockquote", "span", "div", "table", "thead", "tbody", "tr"),
    *("th", "td", "a", "footer"),
}
#: What the light markup of prose becomes.
MARKUP = {"code", "strong"}


class Tags(HTMLParser):
    """Every tag, attribute and piece of text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def hostile_record() -> AnswerRecord:
    cited = replace(
        samples.CITATION, quote=HOSTILE, heading_path=(HOSTILE,), url="javascript:alert(1)"
    )
    answer = replace(
        samples.ANSWER, question=HOSTILE, text=HOSTILE, notes=(HOSTILE,), citations=(cited,)
    )
    check = replace(samples.RECORD.checks[0], citation=cited)
    return replace(samples.RECORD, answer=answer, checks=(check,))


def test_everything_an_answer_rests_on_is_in_it():
    html = Tags(to_html(answer_page(samples.RECORD))).text
    markdown = to_markdown(answer_page(samples.RECORD))
    for said in (
        *(samples.ANSWER.question, samples.QUOTE, samples.CITATION.fingerprint, "9.05", "4.20"),
        *("generation 2, now 3", "no model: quoted passages", "verified", "moved", "lexical"),
        *("02-money/refunds.mdx, characters 40 to 82", "Verdict when asked", "Verdict now"),
    ):
        assert said in html
        assert said in markdown


def test_what_a_claim_lacks_is_said():
    lack = Lack(SupportRule.NUMBER, "30", "30 is not in the cited text.")
    claim = Claim("Within 30 days.", (1,), Support.NOT_SUPPORTED, (lack,))
    record = replace(samples.RECORD, answer=replace(samples.ANSWER, claims=(claim,)))
    text = to_markdown(answer_page(record))
    assert "not supported by what it cites: 30 is not in the cited text." in text


def test_what_nothing_bears_out_is_flagged_right_below_the_answer():
    lack = Lack(SupportRule.NUMBER, "30", "30 is not in the cited text.")
    claims = (
        Claim("Within `30` days.", (1,), Support.NOT_SUPPORTED, (lack,)),
        Claim("Ask us.", (), Support.UNCITED),
        Claim("It is free.", (1,), Support.SUPPORTED),
    )
    record = replace(samples.RECORD, answer=replace(samples.ANSWER, claims=claims))
    answer, _, _ = Tags(to_html(answer_page(record))).text.partition("Confidence")
    assert "Not supported: “Within 30 days.” 30 is not in the cited text." in answer
    assert "Without a source: “Ask us.”" in answer
    assert "It is free." not in answer


def test_a_model_and_its_prompt_are_named():
    answer = replace(
        samples.ANSWER, provider="openai", model="m-1", prompt_hash="abc", dropped=("[9]",)
    )
    text = Tags(to_html(answer_page(replace(samples.RECORD, answer=answer)))).text
    for said in ("openai, m-1", "abc", "[9]"):
        assert said in text


def test_the_html_is_text_and_structure_and_loads_nothing():
    html = to_html(answer_page(hostile_record()))
    page = Tags(html)
    assert page.tags <= ALLOWED
    assert {name for name, _ in page.attributes} <= {
        *("lang", "charset", "http-equiv", "content", "name", "class", "href", "rel"),
    }
    assert all(value.startswith("http") for name, value in page.attributes if name == "href")
    assert "default-src 'none'" in html.replace("&#x27;", "'")
    assert HOSTILE.split("\n")[0] in page.text
    assert "url(" not in html
    assert "@import" not in html


def test_the_markdown_renders_as_text():
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table")
    tags = Tags(rendered.render(to_markdown(answer_page(hostile_record()))))
    assert not tags.tags & {"script", "img", "a", "style"}
    assert "alert(1)" in tags.text


@pytest.mark.parametrize("url", ["https://shop.example/a?b=1&c=2", "http://shop.example"])
def test_addresses_of_the_web_are_links(url: str):
    record = samples.RECORD
    cited = replace(samples.CITATION, url=url)
    page = Tags(
        to_html(answer_page(replace(record, checks=(replace(record.checks[0], citation=cited),))))
    )
    assert ("href", url) in page.attributes


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
@example("`0`")
@example("0\n\n0\n\n\n")
@example("a\x0b\x1cb\n- ")
@example("**a `b`** \r\n *c*")
def test_any_text_comes_out_of_the_html_as_it_went_in(text: str):
    assume(not re.search(r"^(?:-|[0-9]{1,3}\.)\s", text, re.MULTILINE))  # a list is shown as one
    page = Page(text, (Heading(text), Prose(text), Quote(text, text), Table((text,), ((text,),))))
    found = Tags(to_html(page))
    assert found.tags <= ALLOWED | MARKUP
    assert lines(found.text).count(lines(text)) >= 5 - (inline.plain(text) != text)
    assert lines(inline.plain(text)) in lines(found.text)


def lines(text: str) -> str:
    """The text with line ends as HTML has them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


STEPS = "It has two ways: [1]\n1. Open `a.md`. [2]\n2. Save. [3]\n\n- One. [4]\n- Two. [5]\n\nEnd."


def test_the_lists_of_an_answer_are_lists_in_every_format():
    page = Page("Q", (Prose(STEPS),))
    html = to_html(page)
    assert '<ol start="1"><li>Open <code>a.md</code>. [2]</li><li>Save. [3]</li></ol>' in html
    assert "<ul><li>One. [4]</li><li>Two. [5]</li></ul>" in html
    rendered = MarkdownIt("commonmark").render(to_markdown(page))
    assert rendered.count("<li>") == 4
    assert "<code>a.md</code>" in rendered


def test_nothing_is_listed_where_there_is_nothing_to_list():
    assert "<ul></ul>" not in to_html(answer_page(samples.RECORD))
