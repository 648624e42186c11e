"""The lexicon of a segment says of each word what `index_terms` says of it, in arrays."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.adapters.search.lexicon import Word, analyse
from verbatim_desktop.text.terms import index_terms

TEXT = st.text(st.sampled_from("aZé9_-./:@&+='’(,東京かx"), min_size=1, max_size=12)
WORDS = st.lists(st.one_of(TEXT, st.tuples(TEXT, st.sampled_from(["de", "fr"]))), unique=True)


@given(WORDS)
def test_every_word_has_the_terms_positions_and_width_of_the_analyser(words: list[Word]):
    lexicon = analyse(words)
    assert lexicon.terms == sorted(set(lexicon.terms))
    for number, word in enumerate(words):
        text, language = (word, "en") if isinstance(word, str) else word
        entries = lexicon.entries(np.array([number])).tolist()
        found = [
            (lexicon.terms[lexicon.entry_term[at]], int(lexicon.entry_offset[at])) for at in entries
        ]
        expected, width = index_terms(text, language)
        assert sorted(found) == sorted(expected)
        assert int(lexicon.width[number]) == width
