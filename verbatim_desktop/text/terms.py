"""Cut text into index terms: one analyser for the index and for questions.

A word gives one term, and its stem where that differs. An identifier (`next.config.js`,
`getServerSideProps`, `--flag`, `NEXT_PUBLIC_X`, a path) gives a term as a whole and one for each of
its parts. Scripts written without spaces give overlapping pairs of characters.

Positions count words: the parts of an identifier stand at successive positions, the whole at the
first of them, so that a phrase is found however an identifier in it was written.
"""



from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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
_POSSESSIVE = re.compile(r"['’][sS]$")
_APOSTROPHE = re.compile(r"['’]")
_HUMP = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+")
_SEGMENT = re.compile(r"[^/:@&+=]+")
_HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Token:
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
    parts = [span for word in _WORD.finditer(chunk) for span in _humps(word.group(), word.start())]
    if parts == [(0, len(chunk))]:
        return [_word(chunk, language, 0, parts[0], whole=True)]
    found = [_word(chunk, language, at, span, whole=False) for at, span in enumerate(parts)]
    found += _wholes(chunk, parts)
    return sorted(found, key=lambda token: (token.position, not token.whole, -token.end))


def _humps(word: str, start: int) -> list[Span]:
    """The parts of a camelCase word.

    Names such as GitHub stay in one piece: two humps of which the first is a capital are no
    identifier.
    """
    humps = [hump.span() for hump in _HUMP.finditer(word)] if word.isascii() else []
    many = len(humps) > 2 or (len(humps) == 2 and word[0].islower())
    mixed = any(word[at].isupper() for at, _ in humps[1:]) and not word.isupper()
    if not (many and mixed) or sum(end - at for at, end in humps) != len(word):
        return [(start, start + len(word))]
    return [(start + at, start + end) for at, end in humps]


def _word(chunk: str, language: str, position: int, span: Span, whole: bool) -> Token:
    raw = _POSSESSIVE.sub("", chunk[span[0] : span[1]])
    text = _APOSTROPHE.sub("", fold(raw))[:MAX_TERM]
    return Token(text, stem(text, language), position, span[0], span[1], whole)


def _wholes(chunk: str, parts: list[Span]) -> list[Token]:
    """The identifier itself, and the segments of a path that are identifiers too."""
    spans = {(0, len(chunk))}
    spans |= {segment.span() for segment in _SEGMENT.finditer(chunk)}
    found: list[Token] = []
    for start, end in spans:
        inner = [at for at, part in enumerate(parts) if start <= part[0] and part[1] <= end]
        if inner and (len(inner) > 1 or parts[inner[0]] != (start, end)):
            text = whole_term(chunk[start:end])
            found.append(Token(text, text, inner[0], start, end, True, True))
    return found


def whole_term(identifier: str) -> str:
    """The one term of an identifier: folded, and without hyphens where it is plain words."""
    folded = fold(_POSSESSIVE.sub("", identifier))
    if _HYPHENATED.fullmatch(folded):
        folded = folded.replace("-", "")
    return folded[:MAX_TERM]


Entries = tuple[tuple[tuple[str, int], ...], int]


def index_terms(word: str, language: str = "en") -> Entries:
    """(term, position) of everything a white-space delimited word is indexed under, and its width.

    Chunks never span white space, so a text's terms are those of its words, one after the other.
    """
    if word.isalpha() and word.isascii() and word.islower():
        return _plain_entries(word[:MAX_TERM], language)
    entries: dict[tuple[str, int], None] = {}
    position = 0
    for chunk in CHUNK.findall(word):
        tokens, width = analyse_chunk.__wrapped__(chunk, language)
        for token in tokens:
            entries[token.text, position + token.position] = None
            entries[token.stem, position + token.position] = None
        position += width
    return tuple(entries), position


def _plain_entries(word: str, language: str) -> Entries:
    root = stem(word, language)
    return (((word, 0),) if root == word else ((word, 0), (root, 0))), 1
