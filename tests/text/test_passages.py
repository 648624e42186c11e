"""What counts as the same passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import code, paragraph
from verbatim_desktop.text.passages import Place, as_compared, crossing, fold_passage, places

TEXT = st.text(
    st.sampled_from("abcXYZ  \n\t\u00a0'’\"“.-_/:0123éÉe\u0301ß\u00adİ中文ก\u200b`()"), max_size=40
)


@given(TEXT)
def test_folding_with_offsets_gives_the_same_text_as_folding(text):
    assert fold_passage(text).text == as_compared(text)


@given(TEXT)
def test_every_folded_character_knows_where_it_stood(text):
    folded = fold_passage(text)
    assert all(0 <= start < end <= len(text) for start, end in folded.source)
    starts = [start for start, _ in folded.source]
    assert starts == sorted(starts)


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ("Refunds take 14 days.", "refunds  take\n14 days."),
        ("It’s “done” now", 'It\'s "done" now'),
        ("A soft\u00adhyphen goes", "A softhyphen goes"),
        ("Caf\u00e9 opens", "Cafe\u0301 opens"),
        ("Die Straße ist lang", "DIE STRASSE IST LANG"),
    ],
)
def test_what_no_reader_would_mind_is_folded(written, quoted):
    assert places([paragraph(written)], quoted) == [Place(0, 0, len(written))]


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ("Call `useRouter` here", "Call userouter here"),
        ("Call useRouter here", "Call userouter here"),
        ("Set `timeout` now", "Set Timeout now"),
        ("Set NEXT_PUBLIC_X now", "Set next_public_x now"),
        ("Edit README.md first", "Edit readme.md first"),
        ("Takes 14 days", "Takes 15 days"),
        ("Costs $5 a month", "5 a month"),
        ("Costs 1.5 euros", "Costs 1"),
        ("A non-blocking call", "blocking call"),
        ("Between -5 and 3 degrees", "5 and 3 degrees"),
        ("A refund takes days", "fund takes days"),
        ("Set next.config.js now", "config.js now"),
        ("About 50% of it", "About 50"),
    ],
)
def test_what_changes_the_meaning_is_not(written, quoted):
    assert places([paragraph(written)], quoted) == []


def test_code_blocks_compare_exactly():
    assert places([code("npm run Build")], "npm run build") == []
    assert places([code("npm run build")], "npm run build") == [Place(0, 0, 13)]


def test_the_place_of_a_folded_passage_is_where_it_stands_unfolded():
    block = paragraph("First  the\u00ad “soft”\n one. Then more.")
    [place] = places([block], 'the "soft" one.')
    assert block.text[place.start : place.end] == "the\u00ad “soft”\n one."


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ("It costs 5\u00a0000 € now", "It costs 5"),
        ("It costs 5\u202f000\u202f000 € now", "000 € now"),
        ("It takes 5–10 days", "It takes 5"),
        ("It takes 5–10 days", "10 days"),
        ("Save 5%–10% now", "Save 5%"),
        ("From $5–$10 each", "From $5"),
        ("At 1920×1080 pixels", "1080 pixels"),
        ("At 5°C it stops", "At 5"),
        ("In under <5 ms", "5 ms"),
        ("Needs ≥18.17 to run", "18.17 to run"),
        ("Needs Node 18+ to run", "Needs Node 18"),
        ("It costs 5€ now", "It costs 5"),
        ("See §5 of it", "5 of it"),
        ("A non‑blocking call", "A non"),
        ("A soft\u00adhyphen goes", "A soft"),
        ("Call next.\u200bconfig.js now", "config.js now"),
        ("Call next.\u200bconfig.js now", "Call Next.config.js"),
        ("او می\u200cخواهم رفت", "خواهم رفت"),
        ("The 👩\u200d👩\u200d👧 family", "👧 family"),
        ("Thumbs 👍🏽 up", "Thumbs 👍"),
        ("The 🇩🇪 flag", "🇪 flag"),
    ],
)
def test_no_part_of_a_number_a_word_or_an_emoji_is_a_passage(written, quoted):
    assert places([paragraph(written)], quoted) == []
    assert places([paragraph(written)], written) == [Place(0, 0, len(written))]


@pytest.mark.parametrize(
    ("written", "quoted"),
    [
        ("It takes 5\u00a0days", "It takes 5"),
        ("In 2024\u00a0100 users came", "In 2024"),
        ("Pages 5 – 10 of it", "Pages 5"),
        ("A word–word pair", "word pair"),
        ("The <Link href> tag", "Link href"),
    ],
)
def test_what_only_stands_close_can_be_parted(written, quoted):
    assert len(places([paragraph(written)], quoted)) == 1


def test_scripts_without_spaces_have_no_words_to_cut():
    assert len(places([paragraph("返金には十四日かかります。")], "十四日")) == 1


def test_a_passage_without_a_word_stands_nowhere():
    assert places([paragraph("A – b.")], " – ") == []


def test_a_passage_over_two_blocks_is_found_only_as_crossing():
    blocks = [paragraph("One ends here."), paragraph(""), paragraph("Two starts now.")]
    assert places(blocks, "ends here. Two starts") == []
    assert crossing(blocks, "ends here. Two starts") == (0, 2)
    assert crossing(blocks, "One ends here.") is None
