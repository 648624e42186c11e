"""Cut text into index terms: one analyser for the index and for questions.

A word gives one term, and its stem where that differs. An identifier (`next.config.js`,
`getServerSideProps`, `--flag`, `NEXT_PUBLIC_X`, a path) gives a term as a whole and one for each of
its parts. Scripts written without spaces give overlapping pairs of characters.

Positions count words: the parts of an identifier stand at successive positions, the whole at the
first of them, so that a phrase is found however an identifier in it was written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from verbatim_desktop.text.fold import fold
from verbatim_desktop.text.stem import stem

#: Changing anything that alters terms or positions means raising this: indexes are rebuilt.
ANALYSER_VERSION = 1
MAX_TERM = 64  # characters; longer ones (keys, encoded data) are cut

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0dff\u3099\u309a"
)
#: Scripts without spaces between words: Thai to Lao, Myanmar, Hangul, Khmer, kana, Han.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff"
    "\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003134f"
)
_W = rf"[\w{_MARKS}{_UNSPACED}]"
#: A run without white space that may be a word or an identifier.
CHUNK = re.compile(rf"(?:(?<!{_W})(?:--?|[.@$]))?{_W}+(?:(?:::|[.\-/:@&+='’]){_W}+)*(?:\+\+|#)?")
_RUN = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_ENDING = r"['’](?:[sStTmMdD]|re|RE|ve|VE|ll|LL)(?![\w'’])"
_WORD = re.compile(rf"(?:[^\W_]|[{_MARKS}])+(?:{_ENDING})?")
_ASCII_WORD = re.compile(rf"[0-9A-Za-z]+(?:{_ENDING})?")  # the same, several times faster
_POSSESSIVE = re.compile(r"['’][sS]$")
_APOSTROPHE = re.compile(r"['’]")
_HUMP = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+")
_SEGMENT = re.compile(r"[^/:@&+=]+")
_SEPARATOR = re.compile(r"[/:@&+=]")
_HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")

Span = tuple[int, int]


class Token(NamedTuple):
    """One term and where it stands. start and end are characters of the analysed text.

    stem is the term that all forms of a word share, the text itself where there is none.
    whole is False for a part of an identifier; parts is True for an identifier that has some.
    """

    text: str
    stem: str
    position: int
    start: int
    end: int
    whole: bool = True
    parts: bool = False

    def moved(self, position: int, characters: int) -> Token:
        return Token(
            self.text,
            self.stem,
            self.position + position,
            self.start + characters,
            self.end + characters,
            self.whole,
            self.parts,
        )


def analyse(text: str, language: str = "en") -> tuple[Token, ...]:
    """The terms of a text in order of position, wholes before their parts."""
    found: list[Token] = []
    position = 0
    for chunk in CHUNK.finditer(text):
        tokens, width = analyse_chunk(chunk.group(), language)
        found.extend(token.moved(position, chunk.start()) for token in tokens)
        position += width
    return tuple(found)


@lru_cache(maxsize=16384)
def analyse_chunk(chunk: str, language: str) -> tuple[tuple[Token, ...], int]:
    """The tokens of one CHUNK, counted from its start, and how many positions it takes."""
    if not _UNSPACED_CHARACTER.search(chunk):
        tokens = _spaced(chunk, language)
        return tuple(tokens), _width(tokens)
    found: list[Token] = []
    for run in _RUN.finditer(chunk):
        pairs = _UNSPACED_CHARACTER.match(run.group())
        tokens = _pairs(run.group()) if pairs else _spaced(run.group(), language)
        width = _width(found)
        found += [token.moved(width, run.start()) for token in tokens]
    return tuple(found), _width(found)


def _width(tokens: list[Token]) -> int:
    return 1 + tokens[-1].position if tokens else 0


def _pairs(run: str) -> list[Token]:
    """Overlapping pairs of characters; a single character stays one."""
    folded = fold(run)
    aligned = len(folded) == len(run)
    found: list[Token] = []
    for at in range(max(1, len(folded) - 1)):
        start, end = (at, min(at + 2, len(run))) if aligned else (0, len(run))
        pair = folded[at : at + 2]
        found.append(Token(pair, pair, at, start, end))
    return found


def _spaced(chunk: str, language: str) -> list[Token]:
    """A word, or an identifier whole and in parts."""
    parts = _parts(chunk)
    if parts == [(0, len(chunk))]:
        return [_word(chunk, language, 0, parts[0], whole=True)]
    found = [_word(chunk, language, at, span, whole=False) for at, span in enumerate(parts)]
    for position, (start, end) in _wholes(chunk, parts):
        text = whole_term(chunk[start:end])
        found.append(Token(text, text, position, start, end, True, True))
    return sorted(found, key=lambda token: (token.position, not token.whole, -token.end))


def _parts(chunk: str) -> list[Span]:
    words = (_ASCII_WORD if chunk.isascii() else _WORD).finditer(chunk)
    parts: list[Span] = []
    for word in words:
        if _is_one_piece(word[0]):
            parts.append(word.span())
        else:
            parts += _humps(word[0], word.start())
    return parts


def _humps(word: str, start: int) -> list[Span]:
    """The parts of a camelCase word, which has a capital inside.

    Names such as GitHub stay in one piece: two humps of which the first is a capital are no
    identifier.
    """
    humps = [hump.span() for hump in _HUMP.finditer(word)] if word.isascii() else []
    many = len(humps) > 2 or (len(humps) == 2 and word[0].islower())
    mixed = any(word[at].isupper() for at, _ in humps[1:])
    if not (many and mixed) or sum(end - at for at, end in humps) != len(word):
        return [(start, start + len(word))]
    return [(start + at, start + end) for at, end in humps]


def _is_one_piece(word: str) -> bool:
    """Whether a word has no capital inside, or nothing but capitals."""
    rest = word[1:]
    return rest == rest.lower() or word.isupper()


def _word(chunk: str, language: str, position: int, span: Span, whole: bool) -> Token:
    start, end = span
    text, root = _word_terms(chunk[start:end], language)
    return Token(text, root, position, start, end, whole)


@lru_cache(maxsize=16384)
def _word_terms(word: str, language: str) -> tuple[str, str]:
    """A word as a term, and its stem."""
    text = _APOSTROPHE.sub("", fold(_POSSESSIVE.sub("", word)))[:MAX_TERM]
    return text, stem(text, language)


def _wholes(chunk: str, parts: list[Span]) -> list[tuple[int, Span]]:
    """An identifier itself, and the segments of a path that are identifiers too.

    Each with its position. parts are not just the identifier over again.
    """
    if not parts:
        return []
    found = [(0, (0, len(chunk)))]
    if not _SEPARATOR.search(chunk):
        return found
    for segment in _SEGMENT.finditer(chunk):
        start, end = span = segment.span()
        inner = [at for at, part in enumerate(parts) if start <= part[0] and part[1] <= end]
        if inner and (len(inner) > 1 or parts[inner[0]] != span) and span != found[0][1]:
            found.append((inner[0], span))
    return found


def whole_term(identifier: str) -> str:
    """The one term of an identifier: folded, and without hyphens where it is plain words."""
    folded = fold(_POSSESSIVE.sub("", identifier))
    if "-" in folded and _HYPHENATED.fullmatch(folded):
        folded = folded.replace("-", "")
    return folded[:MAX_TERM]


Entries = tuple[tuple[tuple[str, int], ...], int]


def index_terms(word: str, language: str = "en") -> Entries:
    """(term, position) of everything a white-space delimited word is indexed under, and its width.

    Chunks never span white space, so a text's terms are those of its words, one after the other.
    """
    entries: list[tuple[str, int]] = []
    position = 0
    for chunk in chunks_of(word):
        its_entries, width = chunk_terms(chunk, language)
        entries += [(term, position + at) for term, at in its_entries]
        position += width
    return tuple(entries), position


def chunks_of(word: str) -> list[str]:
    """The chunks of a white-space delimited word; each is indexed by itself."""
    return [word] if _is_plain(word) else CHUNK.findall(word)


def _is_plain(word: str) -> bool:
    """Whether a word is one chunk and one term, whatever the analyser would find out."""
    return word.isascii() and word.isalnum() and _is_one_piece(word)


def chunk_terms(chunk: str, language: str) -> Entries:
    """(term, position) of everything a chunk is indexed under, and how many positions it takes."""
    if _is_plain(chunk):
        term, root = _word_terms(chunk, language)
        return (((term, 0),) if root == term else ((term, 0), (root, 0))), 1
    if not _UNSPACED_CHARACTER.search(chunk):
        return _spaced_entries(chunk, language)
    tokens, width = analyse_chunk.__wrapped__(chunk, language)
    pairs = ((text, token.position) for token in tokens for text in (token.text, token.stem))
    return tuple(dict.fromkeys(pairs)), width


def _spaced_entries(chunk: str, language: str) -> Entries:
    """The terms of `_spaced`, without where they stand in the text."""
    parts = _parts(chunk)
    entries: dict[tuple[str, int], None] = {}
    if parts != [(0, len(chunk))]:
        for position, (start, end) in _wholes(chunk, parts):
            entries[whole_term(chunk[start:end]), position] = None
    for position, (start, end) in enumerate(parts):
        for text in _word_terms(chunk[start:end], language):
            entries[text, position] = None
    return tuple(entries), len(parts)
