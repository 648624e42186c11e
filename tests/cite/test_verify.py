"""Verdicts over the block model, and that nothing changed is ever called verified."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.pages import code, heading, item, page, paragraph, rows
from verbatim_desktop.cite.verify import verify_passage
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.text.passages import as_compared, is_identifier

REFUNDS = page(
    "refunds.md",
    heading("Refunds", 1),
    paragraph("Refunds take 14 days. Contact support to start one."),
    heading("Cards"),
    paragraph("A refund goes back to the card it was paid with."),
    heading("Limits", 3),
    paragraph("Set `maxRefund` to cap it. The default is 500 euros."),
    heading("Transfers"),
    paragraph("Bank transfers take longer. Contact support to start one."),
    item("Open the order."),
    item("Choose Refund."),
    code("refund --order 12"),
    *rows(["Plan", "Days"], ["Basic", "14"], ["Business", "2"]),
)
OTHER = page("terms.md", heading("Terms", 1), paragraph("Vouchers are never refunded."))

VOUCHERS = page(
    "vouchers.md", heading("Vouchers", 1), paragraph("Vouchers are never refunded. Keep them.")
)


def verdict(passage, anchor="", **options):
    return verify_passage(REFUNDS, passage, anchor=anchor, **options).verdict


def test_a_passage_that_stands_once_is_verified_with_its_place():
    found = verify_passage(REFUNDS, "Refunds take 14 days.")
    assert found.verdict is Verdict.VERIFIED
    assert found.block is not None
    assert REFUNDS.blocks[found.block].text[found.start : found.end] == "Refunds take 14 days."


def test_an_anchor_holds_its_sub_headings():
    assert verdict("The default is 500 euros.", "cards") is Verdict.VERIFIED
    assert verdict("The default is 500 euros.", "limits") is Verdict.VERIFIED


def test_a_passage_under_another_heading_has_moved():
    found = verify_passage(REFUNDS, "Bank transfers take longer.", anchor="cards")
    assert found.verdict is Verdict.MOVED
    assert "#transfers" in found.detail
    assert found.found == ("help/refunds.md#transfers",)


def test_an_anchor_the_page_does_not_have_is_named():
    found = verify_passage(REFUNDS, "Bank transfers take longer.", anchor="wires")
    assert found.verdict is Verdict.MOVED
    assert "no section #wires" in found.detail


def test_a_passage_that_stands_twice_is_ambiguous_even_with_an_anchor():
    found = verify_passage(REFUNDS, "Contact support to start one.", anchor="transfers")
    assert found.verdict is Verdict.AMBIGUOUS
    assert "longer. Contact support to start one." in found.detail


def test_the_longer_passage_that_is_proposed_verifies():
    detail = verify_passage(REFUNDS, "Contact support to start one.").detail
    proposed = detail.partition("“")[2].rpartition("”")[0]
    assert verdict(proposed) is Verdict.VERIFIED


def test_the_longer_passage_is_of_the_section_that_was_named():
    found = verify_passage(REFUNDS, "Contact support to start one.", anchor="transfers")
    assert found.settling == "longer. Contact support to start one."
    assert "under #transfers" in found.detail
    assert verdict(found.settling, "transfers") is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("passage", "differs"),
    [
        ("Refunds take 30 days.", "has “14” for “30”"),
        ("Refunds always take 14 days.", "lacks “always”"),
        ("Refunds take days.", "also has “14”"),
        ("A refund goes back to a card", "has “the” for “a”."),
        ("Set maxrefund to cap it.", "has “maxRefund” for “maxrefund”"),
    ],
)
def test_an_absent_passage_is_told_what_the_nearest_sentence_has_instead(passage, differs):
    found = verify_passage(REFUNDS, passage)
    assert found.verdict is Verdict.ABSENT
    assert differs in found.detail


@pytest.mark.parametrize(
    ("passage", "differs"),
    [
        ("set TIMEOUT Now.", "It has “timeout” for “TIMEOUT”. In code every character counts."),
        ("say «x» twice", 'It has “"x"” for “«x»”. In code every character counts.'),
    ],
)
def test_what_only_code_minds_is_told(passage: str, differs: str):
    document = page("a.md", paragraph("Set `timeout` now."), code('say "x" twice'))
    assert differs in verify_passage(document, passage).detail


def test_an_ambiguous_passage_is_told_whether_its_section_has_it_once():
    found = verify_passage(REFUNDS, "Contact support to start one.", anchor="transfers")
    assert found.detail.startswith("Found 2 times on the page, once under #transfers. ")
    anywhere = verify_passage(REFUNDS, "Contact support to start one.")
    assert anywhere.detail.startswith("Found 2 times on the page. ")


@pytest.mark.parametrize("anchor", ["Limits", "limits-", "user-content-limits", "%6Cimits", "top"])
def test_an_anchor_as_another_site_makes_it_is_the_heading_that_fits(anchor):
    found = verify_passage(REFUNDS, "The default is 500 euros.", anchor=anchor)
    assert found.verdict is Verdict.VERIFIED
    moved = verify_passage(REFUNDS, "Bank transfers take longer.", anchor=anchor).verdict
    assert moved is (Verdict.VERIFIED if anchor == "top" else Verdict.MOVED)


def test_a_passage_on_another_page_has_moved_there():
    found = verify_passage(REFUNDS, "Vouchers are never refunded.", elsewhere=[OTHER])
    assert found.verdict is Verdict.MOVED
    assert found.found == ("help/terms.md#terms",)


def test_a_passage_of_a_page_that_is_gone_is_absent_or_moved():
    passage = "Vouchers are never refunded."
    assert verify_passage(None, passage).verdict is Verdict.ABSENT
    assert verify_passage(None, passage, elsewhere=[OTHER]).verdict is Verdict.MOVED


def test_a_passage_over_two_list_items_crosses_blocks():
    found = verify_passage(REFUNDS, "Open the order. Choose Refund.")
    assert found.verdict is Verdict.CROSSES_BLOCKS
    assert "“Open the order.”" in found.detail


def test_an_edited_sentence_of_a_changed_page_is_stale():
    found = verify_passage(REFUNDS, "Refunds take 30 days.", cited_fingerprint="older")
    assert found.verdict is Verdict.STALE
    assert "Refunds take 14 days." in found.detail


def test_a_page_that_is_not_there_is_told_from_one_that_does_not_say_it():
    passage = "Vouchers are never refunded."
    gone = verify_passage(None, passage, elsewhere=(OTHER,))
    assert gone.detail == "The page is not in this library. Found once, in help/terms.md#terms."
    here = verify_passage(REFUNDS, passage, elsewhere=(OTHER,))
    assert here.detail == "Not on this page. Found once, in help/terms.md#terms."


def test_a_passage_several_other_pages_have_names_them():
    found = verify_passage(None, "Vouchers are never refunded.", elsewhere=(OTHER, VOUCHERS))
    assert found.verdict is Verdict.AMBIGUOUS
    assert "2 times on other pages: help/terms.md#terms, help/vouchers.md#vouchers" in found.detail


@pytest.mark.parametrize("passage", ["funds take 14 days", "A refund goes back to the car"])
def test_a_passage_that_cuts_a_word_is_told_so(passage):
    found = verify_passage(REFUNDS, passage)
    assert found.verdict is Verdict.ABSENT
    assert "starts or ends inside one" in found.detail


def test_the_same_sentence_of_an_unchanged_page_is_absent():
    found = verify_passage(REFUNDS, "Refunds take 30 days.", cited_fingerprint="one")
    assert found.verdict is Verdict.ABSENT
    assert "Refunds take 14 days." in found.detail


@pytest.mark.parametrize("passage", ["", "  ", "…", "Nobody wrote anything of this kind."])
def test_what_is_not_there_is_absent(passage):
    assert verdict(passage, cited_fingerprint="older") is Verdict.ABSENT


def test_rows_and_commands_can_be_cited():
    assert verdict("Business | 2") is Verdict.VERIFIED
    assert verdict("refund --order 12") is Verdict.VERIFIED


def test_text_with_a_missing_insertion_is_never_verified():
    from dataclasses import replace

    incomplete = replace(paragraph("Install version of the tool."), citable=False)
    found = verify_passage(page("a.md", incomplete), "Install version of the tool.")
    assert found.verdict is Verdict.ABSENT


# --- nothing changed is called verified ----------------------------------------------------------

WORDS = "the a set call page value timeout useRouter next.config.js 14 2.5 --flag not API".split()
SENTENCE = st.lists(st.sampled_from(WORDS), min_size=4, max_size=9).map(
    lambda words: f"The {' '.join(words)}."
)
PAGE = st.lists(SENTENCE, min_size=2, max_size=6).map(
    lambda texts: page("p.md", *(paragraph(text) for text in texts))
)


def stands(wanted: list[str], words: list[str]) -> int:
    """How often a run of words stands in another, read word by word."""
    starts = range(len(words) - len(wanted) + 1)
    return sum(all(map(same, wanted, words[start : start + len(wanted)])) for start in starts)


def same(one: str, other: str) -> bool:
    if one == other:
        return True
    exact = is_identifier(one.rstrip(".")) or is_identifier(other.rstrip("."))
    return not exact and one.lower() == other.lower()


@given(PAGE, st.data())
def test_a_passage_is_verified_only_where_one_block_holds_it_once(document, data):
    words = data.draw(st.sampled_from(document.blocks)).text.split()
    start = data.draw(st.integers(0, len(words) - 2))
    wanted = words[start : data.draw(st.integers(start + 1, len(words)))]
    assume(len(wanted) > 1)
    # The final full stop is no part of a word: a passage may end before it.
    bare = [block.text.removesuffix(".").split() for block in document.blocks]
    ends = wanted[-1].endswith(".")
    held = [stands(wanted, block.text.split()) for block in document.blocks]
    found = verify_passage(document, " ".join(wanted)).verdict
    total = sum(held) if ends else sum(stands(wanted, words) for words in bare)
    assert found is (Verdict.VERIFIED if total == 1 else Verdict.AMBIGUOUS)


@given(PAGE, st.data())
def test_a_changed_word_number_or_identifier_is_never_verified(document, data):
    block = data.draw(st.sampled_from(document.blocks))
    words = block.text.split()
    at = data.draw(st.integers(0, len(words) - 1))
    changed = data.draw(
        st.sampled_from(["15", "2.6", "userouter", "flag", "now", "Next.config.js"])
    )
    words[at] = changed + ("." if words[at].endswith(".") else "")
    passage = " ".join(words)
    assume(not any(stands(words, other.text.split()) for other in document.blocks))
    assert verify_passage(document, passage).verdict is not Verdict.VERIFIED


@given(PAGE, st.data())
def test_two_neighbours_joined_are_never_verified(document, data):
    at = data.draw(st.integers(0, len(document.blocks) - 2))
    one, two = document.blocks[at].text, document.blocks[at + 1].text
    passage = data.draw(st.sampled_from([f"{one} {two}", f"{one}\n{two}", f"{one}{two}"]))
    assert verify_passage(document, passage).verdict is not Verdict.VERIFIED


@given(PAGE, st.data())
def test_a_word_taken_out_is_never_verified(document, data):
    block = data.draw(st.sampled_from(document.blocks))
    words = block.text.split()
    at = data.draw(st.integers(1, len(words) - 2))
    passage = " ".join(words[:at] + words[at + 1 :])
    assume(all(as_compared(passage) not in as_compared(other.text) for other in document.blocks))
    assert verify_passage(document, passage).verdict is not Verdict.VERIFIED


@given(PAGE, st.data())
def test_words_in_another_order_are_never_verified(document, data):
    words = data.draw(st.sampled_from(document.blocks)).text.split()
    at = data.draw(st.integers(0, len(words) - 2))
    swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
    assume(not any(stands(swapped, other.text.split()) for other in document.blocks))
    passage = " ".join(swapped)
    assume(all(as_compared(passage) not in as_compared(other.text) for other in document.blocks))
    assert verify_passage(document, passage).verdict is not Verdict.VERIFIED


@given(PAGE, st.data())
def test_a_neighbours_words_after_ones_own_are_never_verified(document, data):
    own = data.draw(st.sampled_from(document.blocks)).text
    other = data.draw(st.sampled_from(document.blocks)).text.split()
    passage = f"{own} {' '.join(other[: data.draw(st.integers(1, len(other)))])}"
    assert verify_passage(document, passage).verdict is not Verdict.VERIFIED
