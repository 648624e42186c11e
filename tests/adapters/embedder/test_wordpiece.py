"""Word pieces as the reference tokenizer cuts them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.adapters.embedder.wordpiece import WordPiece, read_vocabulary, words
from verbatim_desktop.resources import read_text

#: Made once with PyPI tokenizers 0.23 (BertWordPieceTokenizer, lowercase) over texts of ours.
REFERENCE = json.loads(Path(__file__).with_name("pieces.json").read_text("utf-8"))
PIECES = WordPiece(read_vocabulary(read_text("minilm/vocab.txt")))
FIRST, LAST = 101, 102


@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: ascii(row["text"])[:20])
def test_pieces_are_those_of_the_reference(row: dict[str, object]):
    assert PIECES.encode(str(row["text"]), 10_000)[1:-1] == row["numbers"]


def test_a_long_text_is_cut_between_its_marks():
    found = PIECES.encode("word " * 1000, 64)
    assert (len(found), found[0], found[-1]) == (64, FIRST, LAST)


def test_marks_within_a_text_are_text():
    assert FIRST not in PIECES.encode("[CLS] hidden [SEP]", 64)[1:-1]


@given(st.text(max_size=200), st.integers(8, 64))
def test_any_text_gives_pieces_of_the_vocabulary(text: str, most: int):
    found = PIECES.encode(text, most)
    assert 2 <= len(found) <= most
    assert all(0 <= number < 30522 for number in found)
    assert not any(word.isspace() for word in words(text))


def test_a_vocabulary_without_its_marks_is_refused():
    with pytest.raises(ValueError, match=r"\[CLS\]"):
        read_vocabulary("[UNK]\n[SEP]\nword\n")
