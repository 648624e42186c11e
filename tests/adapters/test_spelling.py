"""Spelling with the dictionaries that are there, and without any."""

from __future__ import annotations

import pytest

from verbatim_desktop.adapters import spelling
from verbatim_desktop.adapters.spelling import SystemSpelling
from verbatim_desktop.compose.spelling import checkable


def words(text: str, known: str = "") -> list[str]:
    return [text[start:end] for start, end in checkable(text, known)]


def test_words_are_looked_up_and_code_markers_and_names_of_things_are_not():
    text = (
        "Restrat `teh_box` at https://teh.example/x, {{teh.name}} [1], node_id or NASA or iPhone."
    )

    assert words(text) == ["Restrat", "at", "or", "or"]


def test_what_sources_and_customer_write_is_right_as_it_is():
    assert words("The Lanterm box blinks.", "our lanterm") == ["The", "box", "blinks"]


def test_a_misspelled_word_is_found_and_the_right_one_offered():
    system = SystemSpelling()
    if "en_US" not in system.state:
        pytest.skip("no English dictionary is installed")

    assert system.misspelled(["helo", "hello", "don’t"], "en") == {"helo"}
    assert "hello" in system.suggestions("helo", "en")
    assert "en_US" in system.state


def test_a_language_without_a_dictionary_marks_nothing():
    assert SystemSpelling().misspelled(["zzgl"], "xx") == frozenset()
    assert SystemSpelling().suggestions("zzgl", "xx") == ()


def test_without_the_package_nothing_is_marked_and_the_reason_is_said(monkeypatch):
    monkeypatch.setattr(spelling, "package", lambda: None)
    spelling.tags.cache_clear()
    spelling.dictionary_of.cache_clear()
    try:
        assert SystemSpelling().misspelled(["helo"], "en") == frozenset()
        assert "not installed" in SystemSpelling().state
    finally:
        spelling.tags.cache_clear()
        spelling.dictionary_of.cache_clear()
