"""Bytes of a page as text, and what to tell the reader about the guess.

UTF-8 and what carries a byte-order mark are certain. Anything else is a legacy code page,
guessed and said so, or it is not read at all: wrong text is worse than a missing page.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from verbatim_desktop.domain.errors import UnreadableFile

# The longer marks first: that of UTF-32-LE starts like that of UTF-16-LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")

# What people's old pages are written in; Windows-1252 is preferred where several read alike.
_CODE_PAGES = {
    "cp1252": "Windows-1252 (Western European)",
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "iso8859_2": "ISO 8859-2 (Central European)",
    "koi8_r": "KOI8-R (Cyrillic)",
    "mac_roman": "Mac Roman",
    "cp932": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "euc_kr": "EUC-KR (Korean)",
}
_COMMONEST = "cp1252"
_TYPOGRAPHIC = frozenset("’‘“”„‚–—…€£©®°«»§·•™¿¡\u00a0")
_UTF8_LETTER = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text without its byte-order mark; note says which code page was guessed, or is ""."""

    text: str
    note: str = ""


def decode(data: bytes) -> Decoded:
    """The text of a file. Raises UnreadableFile with the reason."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(_decode_marked(data, mark, encoding))
    if b"\0" in data:
        return _decode_wide(data)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _decode_legacy(data, error.start)


def _decode_marked(data: bytes, mark: bytes, encoding: str) -> str:
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        where = error.start + len(mark) + 1
        raise UnreadableFile(
            f"Marked as {encoding.upper()}, but broken from byte {where:,}"
        ) from error
    if "\0" in text:
        raise UnreadableFile("Not text: it holds NUL characters")
    return text


def _decode_wide(data: bytes) -> Decoded:
    """UTF-16 or UTF-32 without a mark: text in it has no control characters, in others it does."""
    for encoding in _WIDE:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _CONTROLS.search(text) and _mostly_latin(text):
            return Decoded(text, f"Read as {encoding.upper()}, which it does not say")
    raise UnreadableFile(f"Not text: a NUL byte at byte {data.index(0) + 1:,}")


def _mostly_latin(text: str) -> bool:
    """Markdown of any language has spaces, line ends and marks; misread bytes rarely do."""
    return sum(character < "\u0250" for character in text) * 4 > len(text)


def _decode_legacy(data: bytes, first_bad: int) -> Decoded:
    guesses = [] if _is_broken_utf8(data) else _guess_code_pages(data)
    if not guesses:
        raise UnreadableFile(f"Bytes that fit no known encoding, from byte {first_bad + 1:,}")
    name = min(guesses, key=lambda guess: _oddities(data.decode(guess)))
    note = f"Not UTF-8; read as {_CODE_PAGES[name]}, a guess: check its special characters"
    return Decoded(data.decode(name), note)


def _is_broken_utf8(data: bytes) -> bool:
    """Whether at least as many letters are good UTF-8 as bytes are not: a damaged file."""
    good = len(_UTF8_LETTER.findall(data))
    bad = sum(byte >= 0x80 for byte in _UTF8_LETTER.sub(b"", data))
    return good >= bad


def _guess_code_pages(data: bytes) -> list[str]:
    """Code pages the bytes make sense in, the likeliest first."""
    from charset_normalizer import from_bytes

    matches = from_bytes(data, cp_isolation=list(_CODE_PAGES))
    names = [name for match in matches for name in match.could_be_from_charset]
    sound = [n for n in names if n in _CODE_PAGES and not _CONTROLS.search(data.decode(n))]
    return sorted(sound, key=_COMMONEST.__ne__)


def _oddities(text: str) -> int:
    """Characters that are neither letters nor what typesetters use."""
    return sum(
        character >= "\x80" and not character.isalpha() and character not in _TYPOGRAPHIC
        for character in text
    )
