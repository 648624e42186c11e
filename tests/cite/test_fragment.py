"""Which words a deep link names, and when there is none: the browser itself is asked elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import code, heading, item, page, paragraph, rows
from verbatim_desktop.cite import fragment
from verbatim_desktop.cite.browser import SearchedPage, Terms, folded, offsets
from verbatim_desktop.cite.fragment import Refusal, deep_link, directive, fragment_for
from verbatim_desktop.domain.documents import Block, Document, Run

TEXT = st.text(
    st.sampled_from("abcXYZ  \n\t\u00a0\ufffc’“-.,:_123éÉe\u0301ß\u00ad\u200bİ中カガｶ🎉ﬁ¨"),
    max_size=40,
)


def guide(*blocks: Block) -> Document:
    return replace(page("guide.md", *blocks), url="https://docs.example/guide")


def terms_of(document: Document, block: int, quote: str) -> Terms | Refusal:
    start = document.blocks[block].text.index(quote)
    return fragment_for(document, block, start, start + len(quote))


@given(TEXT)
def test_every_folded_character_knows_where_it_stood(text: str):
    places = offsets(text)
    assert len(places) == len(folded(text))
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


def test_a_short_sentence_that_stands_once_is_named_whole():
    document = guide(paragraph("Refunds take 14 days. Ask support."))
    assert terms_of(document, 0, "Ask support.") == Terms("Ask support.")


def test_a_long_sentence_is_named_by_its_ends():
    long = (
        "A refund of an order goes back to the card that was used, "
        + "and so on, " * 9
        + "in days."
    )
    terms = terms_of(guide(paragraph(f"Short. {long} More.")), 0, long)
    assert terms == Terms("A refund of", "on, in days.")


def test_a_sentence_that_stands_twice_is_told_apart_by_what_stands_beside_it():
    document = guide(paragraph("It is fast. Cards: Ask us."), paragraph("Wires: Ask us. Now."))
    assert terms_of(document, 1, "Ask us.") == Terms("Ask us.", prefix="Wires:")


def test_words_of_the_block_before_can_tell_places_apart():
    document = guide(heading("Cards"), paragraph("Ask us."), heading("Wires"), item("Ask us."))
    assert terms_of(document, 3, "Ask us.") == Terms("Ask us.", prefix="Wires")


def test_a_row_is_named_from_its_first_cell_to_its_last():
    document = guide(*rows(["Plan", "Days"], ["Basic", "14 days"], ["Business", "2 days"]))
    assert terms_of(document, 1, "Basic | 14 days") == Terms("Basic", "14 days")


def test_no_term_goes_across_a_line_of_code_or_its_columns():
    document = guide(code("import a\n\nconst  limit  =  2  // the cap"))
    terms = terms_of(document, 0, "const  limit  =  2  // the cap")
    assert terms == Terms("const", "cap")


def test_a_line_break_parts_terms():
    document = guide(paragraph("Write to us\nat once please. Thanks."))
    assert terms_of(document, 0, "Write to us\nat once please.") == Terms(
        "Write to us", "at once please."
    )


@pytest.mark.parametrize("gap", ["\u00a0\u00a0", " \u00a0 ", "\u00a0 ", "\u2003\u2003", "\t\u2003"])
def test_spaces_that_stay_as_many_as_they_are_part_terms(gap: str):
    text = f"Press it{gap}twice now."
    assert terms_of(guide(paragraph(text)), 0, text) == Terms("Press it", "twice now.")


@pytest.mark.parametrize("gap", ["\u00a0", "\u2003", "  ", " \t"])
def test_a_space_of_any_width_is_one(gap: str):
    text = f"Press it{gap}twice now."
    assert terms_of(guide(paragraph(text)), 0, text) == Terms(" ".join(text.split()))


def test_what_the_file_holds_between_two_words_parts_terms():
    text = "Click then choose Save now."
    pieces = (Run(0, 6, 0, 0, 6), Run(6, len(text), 0, 30, 24 + len(text)))
    document = guide(paragraph("Before."))
    shown = (document.blocks[0], replace(paragraph(text), runs=pieces))
    terms = terms_of(replace(document, blocks=shown), 1, text)
    assert terms == Terms("Click", "now.")


def test_a_name_inside_a_longer_name_is_no_rival():
    document = guide(paragraph("Fixed in 14.2.10 only."), paragraph("Fixed in 14.2.1 only."))
    assert terms_of(document, 1, "Fixed in 14.2.1 only.") == Terms("Fixed in 14.2.1 only.")


@pytest.mark.parametrize(
    ("blocks", "place", "reason"),
    [
        ((heading("Refunds"),), (0, 0, 7), fragment.HEADING),
        ((paragraph("Ask us."), paragraph("Ask us.")), (0, 0, 7), None),
        ((replace(paragraph("Ask us."), unselected=True),), (0, 0, 7), fragment.IN_TAB),
        ((code("}\n}\n}"),), (0, 0, 1), fragment.NOT_UNIQUE),
        ((paragraph("A \u200b b"),), (0, 1, 3), fragment.NO_TEXT),
    ],
)
def test_where_no_link_can_be_exact_the_reason_is_said(blocks, place, reason):
    found = fragment_for(guide(*blocks), *place)
    assert found == reason if reason else isinstance(found, Terms)


def test_a_passage_inside_a_word_needs_the_rest_of_the_word_beside_it():
    document = guide(paragraph("Reconfigure it."))
    assert fragment_for(document, 0, 2, 15) == Terms("configure it.", prefix="Re")


def test_a_sentence_that_another_tab_repeats_is_linked_only_where_it_is_sure():
    tabs = (paragraph("Install it."), replace(paragraph("Install it."), unselected=True))
    assert isinstance(terms_of(guide(*tabs), 0, "Install it."), Refusal)
    after = (replace(paragraph("Install it."), unselected=True), paragraph("Then: Install it."))
    assert terms_of(guide(*after), 1, "Install it.") == Terms("Install it.", prefix="Then:")


def test_hyphens_and_commas_of_a_term_are_encoded():
    terms = Terms("re-used, or", prefix="well-known")
    assert directive(terms) == ":~:text=well%2Dknown-,re%2Dused%2C%20or"


def test_the_anchor_stands_before_the_directive():
    document = guide(heading("Cards"), paragraph("Ask us."))
    link = deep_link(document, 1, 0, 7)
    assert link.url == "https://docs.example/guide#cards:~:text=Ask%20us."
    assert link.exact


def test_where_the_sentence_has_no_link_its_heading_has():
    document = guide(heading("Code"), code("}\n}\n}\n}"))
    link = deep_link(document, 1, 4, 5)
    assert link.url == "https://docs.example/guide#code"
    assert not link.exact
    assert link.reason == fragment.NOT_UNIQUE.reason


def test_a_page_without_an_address_has_no_link_and_says_why():
    link = deep_link(page("guide.md", paragraph("Ask us.")), 0, 0, 7)
    assert (link.url, link.exact) == ("", False)
    assert "--base-url" in link.reason


WORDS = st.sampled_from("Ask us the a page next next.config.js 14 2.5 re-use é".split())
PAGE = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=6).map(
    lambda texts: guide(*(paragraph(text) for text in texts))
)


@given(PAGE, st.data())
def test_what_is_offered_means_the_passage_and_nothing_after_it(document: Document, data):
    block = data.draw(st.integers(0, len(document.blocks) - 1))
    words = document.blocks[block].text.split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    start = len(" ".join(words[:first])) + (first > 0)
    terms = fragment_for(document, block, start, start + len(quote))
    if isinstance(terms, Terms):
        searched = SearchedPage([b.text for b in document.blocks])
        wanted = ((block, start), (block, start + len(quote)))
        assert searched.resolve(terms) == wanted
        assert searched.resolve(terms, (block, start + 1)) is None
