"""Every MDX construct of the guide's table, one by one."""

from __future__ import annotations

import pytest

from tests.ingest.trees import MDX, block, info, page, parse_files, sentences, texts
from verbatim_desktop.domain.documents import BlockKind, MarkKind, SourceKind


def test_imports_and_exports_are_dropped():
    document = page('import A from "a"\nexport const b = {\n\n  c: 1\n}\n\nShown.\n')
    assert texts(document) == ["Shown."]


def test_prose_that_starts_like_an_import_stays():
    assert texts(page("Import duties are high.\n\nexport taxes too.\n")) == [
        "Import duties are high.",
        "export taxes too.",
    ]


def test_comments_are_dropped_and_literals_kept():
    document = page("Hello{/* no */} {'you'} and {props.name}.\n\n{/* a\n\nb */}\n\n{'alone'}\n")
    assert texts(document) == ["Hello you and .", "alone"]


def test_a_comment_after_a_heading_is_its_anchor():
    heading = block(page("## How to use it {/*usage*/}\n"), "How")
    assert (heading.text, heading.anchor) == ("How to use it", "usage")


@pytest.mark.parametrize("mark", ["{#own-id}", "[#own-id]"])
def test_an_explicit_id_is_the_anchor_and_not_shown(mark: str):
    heading = block(page(f"## Set it up {mark}\n"), "Set")
    assert (heading.text, heading.anchor) == ("Set it up", "own-id")


def test_repeated_headings_are_numbered_after_explicit_ids():
    document = page("## Use\n\n## Use\n\n## Other {/*use*/}\n")
    assert [b.anchor for b in document.blocks] == ["use-1", "use-2", "use"]


ROUTED = (
    "<AppOnly>\n\n## In app\n\n</AppOnly>\n\n<PagesOnly>\n\n## In pages\n\n</PagesOnly>\n\nBoth.\n"
)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("01-app/a.mdx", ["In app", "Both."]),
        ("02-pages/a.mdx", ["In pages", "Both."]),
        ("other/a.mdx", ["In app", "In pages", "Both."]),
    ],
)
def test_only_the_text_of_the_pages_router_is_shown(path: str, shown: list[str]):
    assert texts(parse_files({path: ROUTED}, path).document) == shown


def test_inline_text_of_another_router_is_left_out():
    text = "Edit <AppOnly>`app/a`</AppOnly><PagesOnly>`pages/a`</PagesOnly> now.\n"
    assert texts(parse_files({"app/a.mdx": text}, "app/a.mdx").document) == ["Edit app/a now."]


def test_headings_in_components_are_ordinary_headings():
    document = page("<Steps>\n\n### First\n\nDo it.\n\n</Steps>\n")
    assert block(document, "First").level == 3
    assert document.anchor_above(1) == "first"


def test_image_text_is_for_the_index_only():
    document = page('Look.\n\n<Image alt="A red door" src="/a.png" />\n\n![Blue](b.png)\n')
    assert texts(document) == ["Look."]
    assert document.blocks[0].aliases == ("A red door", "Blue")


def test_check_and_cross_are_yes_and_no_for_the_index_only():
    document = page("| a | b |\n| - | - |\n| <Check size={18} /> | <Cross /> |\n")
    row = document.blocks[1]
    assert (row.text.strip(" |"), row.aliases) == ("", ("yes", "no"))
    assert sentences(document) == []


def test_code_components_are_code():
    document = page("<CodeBlock code={`a = 1\nb = 2`} />\n\n<LiveCode>\n{`c()`}\n</LiveCode>\n")
    assert [(b.kind, b.text) for b in document.blocks] == [
        (BlockKind.CODE, "a = 1\nb = 2"),
        (BlockKind.CODE, "c()"),
    ]


def test_fence_info_gives_language_and_caption():
    document = page('```tsx filename="app/page.tsx" highlight={1,3} switcher\n<A />\n```\n')
    code = document.blocks[0]
    assert (code.language, code.caption, code.text) == ("tsx", "app/page.tsx", "<A />")
    assert code.aliases == ("app/page.tsx",)


def test_details_keep_their_inside_collapsed_under_their_summary():
    document = page("<details>\n<summary>More</summary>\n\nHidden.\n\n</details>\n\nAfter.\n")
    hidden = block(document, "Hidden")
    assert (hidden.collapsed, hidden.context) == (True, ("More",))
    assert not block(document, "After").collapsed


def test_notes_and_tabs_give_context_and_later_tabs_are_collapsed():
    document = page(
        '<Note title="Mind">\n\nA.\n\n</Note>\n\n<Tabs>\n<Tab title="npm">\n\nB.\n\n</Tab>\n'
        '<Tab title="yarn">\n\nC.\n\n</Tab>\n</Tabs>\n\nD.\n'
    )
    said = {b.text: (b.context, b.collapsed) for b in document.blocks}
    assert said == {
        "A.": (("Mind",), False),
        "B.": (("npm",), False),
        "C.": (("yarn",), True),
        "D.": ((), False),
    }


def test_tables_written_as_elements_are_rows():
    document = page(
        "<Table>\n<Table.Header>\n<Table.Row>\n<Table.HeaderCell>Name</Table.HeaderCell>\n"
        "</Table.Row>\n</Table.Header>\n<Table.Body>\n<Table.Row>\n<Table.Cell>\n\n`id`\n\n"
        "</Table.Cell>\n<Table.Cell>\n\nThe key.\n\n</Table.Cell>\n</Table.Row>\n</Table.Body>\n"
        "</Table>\n"
    )
    row = block(document, "id")
    assert (row.kind, row.text) == (BlockKind.TABLE_ROW, "id | The key.")
    assert [row.text[a:b] for a, b in row.cells] == ["id", "The key."]


def test_a_line_break_parts_lines():
    assert texts(page("One<br />two\n")) == ["One\ntwo"]


def test_inline_elements_become_marks():
    marks = page('Press <kbd>Esc</kbd> or <a href="/x">leave</a>.\n').blocks[0].marks
    assert [(m.kind, m.target) for m in marks] == [(MarkKind.CODE, ""), (MarkKind.LINK, "/x")]


def test_there_is_no_indented_code_and_no_html():
    assert texts(page("    deep text\n\n<div>\ninside\n</div>\n")) == ["deep text", "inside"]


def test_an_unclosed_component_costs_a_warning_and_not_the_page():
    parsed = parse_files({"a.mdx": "<AppOnly>\n\nKept.\n\n## Also kept\n"}, "a.mdx", info(MDX))
    assert texts(parsed.document) == ["Kept.", "Also kept"]
    assert "AppOnly" in parsed.warnings[0].reason


def test_front_matter_is_not_shown():
    front = '---\ntitle: "A: b"\ndescription: About it\nkeywords: [x, y]\n---\n\nText.\n'
    document = parse_files({"a.mdx": front}, "a.mdx", info(MDX, SourceKind.DOCS)).document
    assert texts(document) == ["Text."]
    assert (document.title, document.description) == ("A: b", "About it")
    assert document.aliases == ("About it", "x", "y")
