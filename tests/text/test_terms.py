"""Words and identifiers, whole and in parts, at positions that a phrase can follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.fold import fold
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.text.terms import MAX_TERM, Token, analyse, whole_term


def texts(text: str) -> list[str]:
    return [token.text for token in analyse(text)]


def test_words_are_folded_and_carry_the_stem_that_their_forms_share():
    tokens = analyse("Refunds CAFÉ Straße naïve")
    assert [token.text for token in tokens] == ["refunds", "cafe", "strasse", "naive"]
    assert tokens[0].stem == analyse("refunding")[0].stem == "refund"


def test_an_identifier_stands_whole_and_in_parts():
    assert texts("getServerSideProps") == ["getserversideprops", "get", "server", "side", "props"]
    assert texts("NEXT_PUBLIC_X") == ["next_public_x", "next", "public", "x"]
    assert texts("next.config.js") == ["next.config.js", "next", "config", "js"]
    assert texts("--flag") == ["--flag", "flag"]
    assert texts("C++ and C#") == ["c++", "c", "and", "c#", "c"]


def test_parts_take_successive_positions_and_the_whole_the_first_of_them():
    positions = [(token.text, token.position) for token in analyse("edit next.config.js now")]
    assert positions == [
        ("edit", 0),
        ("next.config.js", 1),
        ("next", 1),
        ("config", 2),
        ("js", 3),
        ("now", 4),
    ]


def test_segments_of_a_path_are_identifiers_of_their_own():
    assert "route.ts" in texts("app/api/route.ts")
    assert "app/api/route.ts" in texts("app/api/route.ts")


@pytest.mark.parametrize("name", ["GitHub", "GitLab", "OAuth2", "IPv4", "ECONNREFUSED", "E0425"])
def test_names_of_two_humps_and_codes_stay_in_one_piece(name: str):
    assert texts(name) == [name.lower()]


def test_hyphens_join_words_that_are_also_written_as_one():
    assert texts("e-mail")[0] == texts("email")[0] == "email"
    assert texts("set-up") == ["setup", "set", "up"]


def test_possessives_and_contractions_are_words():
    assert texts("the user's don’t") == ["the", "user", "dont"]


def test_scripts_without_spaces_give_pairs_of_characters():
    assert texts("設定方法") == ["設定", "定方", "方法"]
    assert texts("猫") == ["猫"]
    assert {"設定", "next.js", "next"} <= set(texts("Next.jsの設定"))


def test_voicing_marks_and_vowel_signs_make_other_words():
    assert fold("が") != fold("か")
    assert fold("हिंदी") != fold("हद")


def test_emoji_and_punctuation_give_nothing():
    assert analyse("🎉 ... !? — 👍🏽") == ()


def test_long_runs_are_cut():
    assert all(len(token.text) <= MAX_TERM for token in analyse("x" * 500))


def test_whole_term_is_what_the_index_holds_of_an_identifier():
    assert whole_term("Next.Config.JS") == texts("next.config.js")[0]


@given(st.text(max_size=80))
def test_tokens_point_into_the_text_and_ascend(text: str):
    tokens = analyse(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert [token.position for token in tokens] == sorted(token.position for token in tokens)


@given(st.text(max_size=40), st.text(max_size=40))
def test_white_space_parts_texts_for_good(left: str, right: str):
    first, both = analyse(left), analyse(f"{left} {right}")
    assert both[: len(first)] == first
    width = 1 + first[-1].position if first else 0
    rest = [(token.text, token.position - width) for token in both[len(first) :]]
    assert rest == [(token.text, token.position) for token in analyse(right)]


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str):
    assert fold(fold(text)) == fold(text)


def test_a_language_is_told_by_its_function_words():
    assert language_of("How do I set the variables for my client?") == "en"
    assert language_of("Wie kann ich die Rechnung nicht mehr sehen und was ist das?") == "de"
    assert (
        language_of("Comment est-ce que je peux changer le mot de passe dans les pages ?") == "fr"
    )
    assert language_of("Как мне изменить пароль?") == "ru"
    assert language_of("kubectl apply") == "en"


def test_german_words_are_stemmed_as_german():
    token: Token = analyse("Rechnungen", "de")[0]
    assert token.stem == analyse("Rechnung", "de")[0].stem
