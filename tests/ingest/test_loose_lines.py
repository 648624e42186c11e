"""Where the lines of a page are paragraphs, and where they are only broken by hand."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.ingest.trees import page, sentences
from verbatim_desktop.domain.documents import BlockKind

FROM_THE_WEB = """# Limits

About our limits
Limits hold for a whole organization. You see them in the console.
Requests per minute
Free plans may send five requests
Team plans may send fifty requests
Hours per week
Free plans may run one hour
Team plans may run ten hours
Larger plans
Ask sales for more of
Acme Cloud
Next page
"""
BROKEN_BY_HAND = """# Limits

Limits hold for a whole organization and are shown in the console of the
Acme cloud, where an owner may ask for more. They are counted by the minute
and reset when the next one begins, so that a short burst of requests
may be refused although fewer were sent in all than the plan allows. The
Team plan may send fifty of them, the
Free plan five.
"""


def test_each_line_of_a_page_from_the_web_is_read_alone():
    assert sentences(page(FROM_THE_WEB)) == [
        "About our limits",
        "Limits hold for a whole organization.",
        "You see them in the console.",
        "Requests per minute",
        "Free plans may send five requests",
        "Team plans may send fifty requests",
        "Hours per week",
        "Free plans may run one hour",
        "Team plans may run ten hours",
        "Larger plans",
        "Ask sales for more of Acme Cloud",
        "Next page",
    ]


def test_lines_broken_by_hand_go_on():
    assert sentences(page(BROKEN_BY_HAND))[0].endswith(
        "Acme cloud, where an owner may ask for more."
    )
    assert sentences(page(BROKEN_BY_HAND))[-1] == (
        "The Team plan may send fifty of them, the Free plan five."
    )


def test_the_text_of_a_block_is_the_same_either_way():
    [paragraph] = [
        block for block in page(FROM_THE_WEB).blocks if block.kind is BlockKind.PARAGRAPH
    ]
    assert paragraph.text == " ".join(FROM_THE_WEB.split("\n")[2:]).strip()


def test_no_sentence_ends_inside_code():
    text = FROM_THE_WEB + "Write `one\nTwo` to begin\n"
    assert sentences(page(text))[-1] == "Write one Two to begin"


@given(st.lists(st.text("aB. \"'(`", min_size=1, max_size=9), min_size=6, max_size=12))
def test_sentences_hold_every_word_once_and_in_order(lines: list[str]):
    document = page("# Page\n\n" + "\n".join(lines))
    for block, text in enumerate(b.text for b in document.blocks):
        own = [s for s in document.sentences if s.block == block]
        assert all(a.end <= b.start for a, b in pairwise(own))
        if own:
            left = "".join(
                text[a:b]
                for a, b in zip(
                    [0, *(s.end for s in own)], [*(s.start for s in own), len(text)], strict=True
                )
            )
            assert not left.strip()
