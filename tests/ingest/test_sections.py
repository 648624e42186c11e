"""Sections: from H2 to H2, cut where they are long, each block in exactly one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.ingest.trees import page
from verbatim_desktop.domain.documents import Block, BlockKind
from verbatim_desktop.ingest.sections import split_sections


def test_the_text_before_the_first_h2_is_a_section_of_its_own():
    sections = page("# T\n\nIntro.\n\n## A\n\n### B\n\nText.\n\n## C\n").sections
    assert [(s.anchor, s.anchors, s.heading_path) for s in sections] == [
        ("", (), ("T",)),
        ("a", ("a", "b"), ("T", "A")),
        ("c", ("c",), ("T", "C")),
    ]


def test_a_later_h1_parts_sections_too():
    sections = page("# T\n\nIntro.\n\n# U\n\nMore.\n\n## A\n").sections
    assert [s.heading_path for s in sections] == [("T",), ("T", "U"), ("T", "U", "A")]


def test_a_long_section_is_cut_before_a_heading_that_goes_by_its_name():
    words = "word " * 150
    document = page(f"## A\n\n{words}\n\n{words}\n\n### B\n\n{words}\n\n{words}\n\n{words}\n")
    said = [(s.anchor, s.part, s.anchors, s.heading_path[1:]) for s in document.sections]
    assert said == [
        ("a", 0, ("a",), ("A",)),
        ("b", 1, ("a", "b"), ("A", "B")),
        ("b", 2, ("a", "b"), ("A", "B")),
    ]


def test_a_part_lists_the_headings_it_stands_under_and_none_beside_them():
    words = "word " * 300
    text = f"# T\n\n## A\n\n{words}\n\n### B\n\n{words}\n\n#### C\n\n{words}\n\n### D\n\n{words}\n"
    document = page(f"{text}\n{words}\n\n## E\n\nEnd.\n")
    assert [s.anchors for s in document.sections] == [
        (),
        ("a",),
        ("a", "b"),
        ("a", "b", "c"),
        ("a", "d"),
        ("a", "d"),
        ("e",),
    ]


BLOCKS = st.lists(
    st.builds(
        lambda level, words: Block(
            BlockKind.HEADING if level else BlockKind.PARAGRAPH,
            "w " * words,
            level=level,
            anchor=f"a{words}" if level else "",
        ),
        st.sampled_from([0, 0, 0, 1, 2, 3, 4]),
        st.integers(0, 30),
    ),
    max_size=40,
)


@given(BLOCKS, st.integers(5, 60))
def test_sections_hold_every_block_once_and_stay_near_the_cap(blocks: list[Block], cap: int):
    sections = split_sections(blocks, "T", cap=cap)
    held = [index for s in sections for index in range(s.first_block, s.last_block)]
    assert held == list(range(len(blocks)))
    for section in sections:
        held_blocks = blocks[section.first_block : section.last_block]
        prose = [block for block in held_blocks if block.kind is not BlockKind.HEADING]
        words = [count for block in prose if (count := len(block.text.split()))]
        assert sum(words) <= cap or len(words) <= 1 or sum(words[:-1]) <= cap
    assert [s.ordinal for s in sections] == list(range(len(sections)))
