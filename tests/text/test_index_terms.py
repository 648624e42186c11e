"""The index and a question see the same terms: `index_terms` is `analyse` without the offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.terms import analyse, index_terms

WORDS = st.text(st.sampled_from("aZé9_-./:@&+='’#$東京かกx "), max_size=24)


def terms_of(text: str) -> set[tuple[str, int]]:
    """What the index holds of a text: the terms of its words, one after the other."""
    found: set[tuple[str, int]] = set()
    position = 0
    for word in text.split():
        entries, width = index_terms(word)
        found |= {(term, position + at) for term, at in entries}
        position += width
    return found


@given(WORDS)
def test_the_index_holds_every_term_of_a_text_at_the_position_that_a_question_sees(text: str):
    tokens = analyse(text)
    expected = {(term, token.position) for token in tokens for term in (token.text, token.stem)}
    assert terms_of(text) == expected


@pytest.mark.parametrize(
    ("word", "terms", "width"),
    [
        ("Running,", {("running", 0), ("run", 0)}, 1),
        ("API", {("api", 0)}, 1),
        ("(user's)", {("user", 0)}, 1),
        (
            "getServerSideProps",
            {
                ("getserversideprops", 0),
                ("get", 0),
                ("server", 1),
                ("side", 2),
                ("props", 3),
                ("prop", 3),
            },
            4,
        ),
        ("next.config.js", {("next.config.js", 0), ("next", 0), ("config", 1), ("js", 2)}, 3),
        (
            "docs/next.config.js",
            {
                ("docs/next.config.js", 0),
                ("next.config.js", 1),
                ("docs", 0),
                ("doc", 0),
                ("next", 1),
                ("config", 2),
                ("js", 3),
            },
            4,
        ),
        ("—", set(), 0),
    ],
)
def test_a_word_is_indexed_whole_in_parts_and_by_its_stem(
    word: str, terms: set[tuple[str, int]], width: int
):
    entries, taken = index_terms(word)
    assert (set(entries), taken) == (terms, width)
