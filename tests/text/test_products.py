"""Names of products, told from other words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.products import Name, name_of, plain


@pytest.mark.parametrize("word", ["gatsby", "Jenkins", "PostgreSQL", "i18next", "shadcn/ui"])
def test_a_product_is_known_however_it_is_written(word):
    assert name_of(word) is Name.PRODUCT


def test_an_ordinary_word_is_a_product_where_it_is_written_as_a_name():
    assert name_of("drone") is Name.PERHAPS
    assert name_of("Drone") is Name.PRODUCT


@pytest.mark.parametrize("word", ["refund", "task", "Line", "", "…", "12"])
def test_other_words_are_none(word):
    assert name_of(word) is Name.NONE


@given(st.text(max_size=30))
def test_marks_and_case_tell_no_names_apart(text: str):
    assert plain(plain(text)) == plain(text)
    assert plain(text.replace(".", "")) == plain(text)
