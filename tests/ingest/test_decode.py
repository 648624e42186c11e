"""Encodings: what is certain, what is guessed and said, what is refused with the place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.decode import Decoded, decode

FRENCH = "# Café\r\n\r\nLes règles d’été sont déjà à l’œuvre. Où êtes-vous ? Cela coûte 5 €.\r"
GERMAN = "# Größe\n\nDie Änderungen müssen überprüft werden, bevor größere Straßen öffnen.\n"
POLISH = "# Zwrot\n\nŻądanie zwrotu pieniędzy trwa czternaście dni. Skontaktuj się z obsługą.\n"
RUSSIAN = "# Возврат\n\nВозврат денег занимает четырнадцать дней. Обратитесь в поддержку.\n"
JAPANESE = "# 返金\n\n返金には14日かかります。サポートに連絡してください。\n"
CHINESE = "# 退款\n\n退款需要十四天。请联系客服支持团队。\n"
KOREAN = "# 환불\n\n환불에는 14일이 걸립니다. 지원팀에 문의하십시오.\n"


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_utf8_is_read_as_it_is_and_never_guessed(text: str):
    if not text.startswith("\ufeff"):
        assert decode(text.encode()) == Decoded(text)
        assert decode(b"\xef\xbb\xbf" + text.encode()) == Decoded(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(encoding: str):
    assert decode(JAPANESE.encode(encoding)) == Decoded(JAPANESE)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_without_a_mark_are_recognised(encoding: str):
    decoded = decode(FRENCH.encode(encoding))
    assert decoded.text == FRENCH
    assert encoding.upper() in decoded.note


@pytest.mark.parametrize(
    ("text", "encoding", "said"),
    [
        (FRENCH, "cp1252", "Western European"),
        ("# Café\n", "cp1252", "Western European"),
        (GERMAN, "latin-1", "Western European"),
        (POLISH, "cp1250", "Central European"),
        (RUSSIAN, "cp1251", "Cyrillic"),
        (RUSSIAN, "koi8_r", "Cyrillic"),
        (JAPANESE, "shift_jis", "Japanese"),
        (JAPANESE, "euc_jp", "Japanese"),
        (CHINESE, "gb18030", "Chinese"),
        (KOREAN, "euc_kr", "Korean"),
    ],
)
def test_a_legacy_code_page_is_guessed_and_named(text: str, encoding: str, said: str):
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert said in decoded.note


def test_a_damaged_utf8_file_is_refused_with_the_place():
    data = ("a" * 1206).encode() + b"\xff" + "Größe, Maß".encode()
    with pytest.raises(UnreadableFile, match="Bytes that fit no known encoding, from byte 1,207"):
        decode(data)


def test_bytes_of_no_text_are_refused():
    noise = random.Random(1).randbytes(2000).replace(b"\0", b"x")
    with pytest.raises(UnreadableFile, match="fit no known encoding, from byte"):
        decode(noise)


def test_a_nul_byte_means_it_is_no_text():
    with pytest.raises(UnreadableFile, match="a NUL byte at byte 8"):
        decode(b"# Title\0 and more of it\n")


def test_broken_utf16_is_refused_with_the_place():
    with pytest.raises(UnreadableFile, match="Marked as UTF-16-LE, but broken from byte 7"):
        decode(b"\xff\xfea\0b\0\x00\xdc" + b"c\0")


def test_an_empty_file_is_an_empty_text():
    assert decode(b"") == Decoded("")
