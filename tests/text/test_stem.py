"""Stems are the same whoever else is stemming at that moment."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from verbatim_desktop.text.stem import LANGUAGES, stem

ENDINGS = ("ation", "ations", "ing", "ization", "ements", "fully", "edly", "ousness", "ical", "es")
WORDS = [f"{first}{second}{end}" for first in "bcdfglmnprst" for second in "aei" for end in ENDINGS]


@pytest.fixture
def switching_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("switching_often")
def test_threads_do_not_stem_into_each_others_words():
    """What Snowball stems with holds a word; shared, it gave another thread's stem, or failed."""
    pure = stem.__wrapped__
    alone = [pure(word, "en") for word in WORDS]
    with ThreadPoolExecutor(4) as pool:
        beside = list(pool.map(lambda _: [pure(word, "en") for word in WORDS], range(8)))
    assert all(stems == alone for stems in beside)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_stemmer(language: str):
    assert stem("information", language)
