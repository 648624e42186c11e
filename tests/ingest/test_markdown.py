"""Markdown as GitHub, GitLab and helpdesks write it, construct by construct."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MD, page, sentences, texts
from verbatim_desktop.domain.documents import BlockKind, Document, MarkKind


def md(text: str) -> Document:
    return page(text, MD)


def test_soft_breaks_are_spaces_and_hard_breaks_lines():
    assert texts(md("one\ntwo  \nthree\\\nfour\n")) == ["one two\nthree\nfour"]


def test_lists_know_their_depth_and_markers():
    document = md("3. a\n4. b\n   - [x] c\n\n     more\n\n* [ ] d\n")
    said = [(b.text, b.kind, b.list_depth, b.list_marker) for b in document.blocks]
    assert said == [
        ("a", BlockKind.LIST_ITEM, 1, "3."),
        ("b", BlockKind.LIST_ITEM, 1, "4."),
        ("c", BlockKind.LIST_ITEM, 2, "[x]"),
        ("more", BlockKind.PARAGRAPH, 2, ""),
        ("d", BlockKind.LIST_ITEM, 1, "[ ]"),
    ]


def test_quotes_nest():
    document = md("> a\n>\n> > b\n>\n> - c\n")
    assert [(b.text, b.quote_depth, b.list_depth) for b in document.blocks] == [
        ("a", 1, 0),
        ("b", 2, 0),
        ("c", 1, 1),
    ]


def test_a_table_row_is_its_cells_and_a_unit():
    document = md("| Key | Use |\n| :-- | --: |\n| `a` | x \\| y |\n| b |\n")
    head, first, second = document.blocks
    assert (head.header, head.table, head.align) == (True, 1, ("left", "right"))
    assert first.text == "a | x | y"
    assert [first.text[a:b] for a, b in first.cells] == ["a", "x | y"]
    assert second.cells == ((0, 1), (4, 4))
    assert sentences(document) == ["a | x | y", second.text]


def test_setext_headings_and_rules():
    document = md("Title\n=====\n\nSub\n---\n\npara\n\n---\n")
    assert [(b.kind.value, b.level, b.text) for b in document.blocks] == [
        ("heading", 1, "Title"),
        ("heading", 2, "Sub"),
        ("paragraph", 0, "para"),
        ("rule", 0, ""),
    ]


def test_reference_links_keep_their_targets():
    marks = md('See [the page][p] and [p].\n\n[p]: /x/y "t"\n').blocks[0].marks
    assert [(m.kind, m.target) for m in marks] == [(MarkKind.LINK, "/x/y")] * 2


def test_footnotes_are_blocks_of_their_own():
    document = md("A claim[^1].\n\n[^1]: The proof.\n")
    assert texts(document) == ["A claim.", "The proof."]
    assert document.blocks[1].context == ("Footnote",)


@pytest.mark.parametrize(
    ("text", "title", "shown"),
    [
        ("> [!NOTE]\n> Be careful.\n", "Note", "Be careful."),
        ("> [!warning] Be careful.\n", "Warning", "Be careful."),
        (":::tip Hint\n\nBe careful.\n\n:::\n", "Hint", "Be careful."),
        ('!!! warn "Mind"\n\n    Be careful.\n', "Mind", "Be careful."),
        ("{% note %}\n\nBe careful.\n\n{% endnote %}\n", "Note", "Be careful."),
    ],
)
def test_alerts_name_what_they_enclose(text: str, title: str, shown: str):
    document = md(text + "\nAfter.\n")
    assert [(b.text, b.context) for b in document.blocks] == [(shown, (title,)), ("After.", ())]


def test_gitlab_shortcodes_are_dropped_and_typed():
    document = md(
        "{{< details >}}\n\n- Tier: Premium\n\n{{< /details >}}\n\n"
        '{{< tabs >}}\n\n{{< tab title="Linux" >}}\n\nRun it.\n\n{{< /tab >}}\n\n'
        '{{< tab title="Mac" >}}\n\nOpen it.\n\n{{< /tab >}}\n\n{{< /tabs >}}\n\n'
        'Use {{< icon name="pencil" >}} to edit.\n'
    )
    said = [(b.kind.value, b.text, b.context, b.collapsed) for b in document.blocks]
    assert said == [
        ("meta", "Tier: Premium", (), False),
        ("paragraph", "Run it.", ("Linux",), False),
        ("paragraph", "Open it.", ("Mac",), True),
        ("paragraph", "Use to edit.", (), False),
    ]
    assert document.blocks[3].aliases == ("pencil",)


def test_html_blocks_show_their_text_without_tags():
    document = md(
        "<div>\n<h3>Part</h3>\n<p>One &amp; <b>two</b>.</p>\n<ul><li>a</li><li>b</li></ul>\n"
        "<script>alert(1)</script>\n<style>p {}</style>\n</div>\n\n<!-- gone -->\n"
    )
    said = [(b.kind.value, b.text, b.list_marker) for b in document.blocks]
    assert said == [
        ("heading", "Part", ""),
        ("paragraph", "One & two.", ""),
        ("list_item", "a", "•"),
        ("list_item", "b", "•"),
    ]


def test_html_tables_are_rows():
    document = md(
        "<table>\n<tr><th>k</th><th>v</th></tr>\n<tr><td>a</td><td>1</td></tr>\n</table>\n"
    )
    assert [(b.kind.value, b.text, b.header) for b in document.blocks] == [
        ("table_row", "k | v", True),
        ("table_row", "a | 1", False),
    ]


def test_details_in_html_are_collapsed_until_they_close():
    document = md("<details>\n<summary>More</summary>\n\nHidden.\n\n</details>\n\nAfter.\n")
    said = [(b.text, b.context, b.collapsed) for b in document.blocks]
    assert said == [("More", (), False), ("Hidden.", ("More",), True), ("After.", (), False)]


def test_named_anchors_are_listed_by_their_section():
    document = md('# T\n\n## A<a name="old-a"></a>\n\nx <a id="spot"></a> y\n')
    assert [b.anchor for b in document.blocks if b.level == 2] == ["a"]
    assert document.sections[-1].anchors == ("a", "old-a", "spot")


def test_code_is_cut_into_lines_and_keeps_its_indentation():
    document = md("- do\n\n  ```sh\n  a \\\n    b\n\n  c\n  ```\n")
    assert document.blocks[1].text == "a \\\n  b\n\nc"
    assert sentences(document) == ["do", "a \\", "b", "c"]


def test_tabs_in_code_survive():
    assert texts(md("\tone\n\t\ttwo\n")) == ["one\n\ttwo"]


def test_an_unsafe_link_stays_text_with_a_target_nobody_follows():
    [mark] = md("[x](javascript:alert(1))\n").blocks[0].marks
    assert mark.target == ""
