"""How the support gate reads a sentence: as words of a kind, each with what it is compared by.

Words compare by stem, and by a root that all words of one family share ("configure",
"configuration"). Identifiers compare as written, numbers by value and unit. Nothing here judges.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.numbers import Quantity, quantities_of
from verbatim_desktop.text.fold import fold
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.passages import DOUBLE_QUOTES, INVISIBLE, SINGLE_QUOTES, is_identifier
from verbatim_desktop.text.stem import stem
from verbatim_desktop.text.terms import CHUNK, analyse_chunk


class Kind(IntEnum):
    """What a word is good for as evidence."""

    FUNCTION = 0  # grammar: says nothing by itself
    LIGHT = 1  # frames a statement: "typically", "important"
    CONTENT = 2
    NAME = 3  # a capitalised word inside a sentence
    IDENTIFIER = 4  # a name in some code; its case matters
    NUMBER = 5


#: How many first letters tell that two words have one origin, the fewest first.
BEGINNING = (5, 6, 7)
_NAME_PARTS = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}(?![a-z])")


class Word(NamedTuple):
    """One word. key: its stem, or an identifier as written. phrase: a set phrase it is part of."""

    text: str
    lower: str
    key: str
    root: str
    kind: Kind
    phrase: str = ""
    first: bool = False


@dataclass(frozen=True)
class Reading:
    """A sentence as the gate sees it."""

    text: str
    words: tuple[Word, ...]
    quantities: tuple[Quantity, ...]

    @cached_property
    def lowers(self) -> tuple[str, ...]:
        return tuple(word.lower for word in self.words)

    @cached_property
    def spaced(self) -> str:
        """The words with single spaces, one at each end, to look phrases up in."""
        return f" {' '.join(self.lowers)} "

    @cached_property
    def telling(self) -> tuple[int, ...]:
        """Positions of the words that say something."""
        return tuple(i for i, word in enumerate(self.words) if word.kind is not Kind.FUNCTION)

    @cached_property
    def keys(self) -> frozenset[str]:
        """Everything a word may be compared by, set phrases and joined pairs included."""
        found = {word.key for word in self.words} | {word.phrase for word in self.words}
        found |= {a.key + b.key for a, b in zip(self.words, self.words[1:], strict=False)}
        return frozenset(found - {""})

    @cached_property
    def roots(self) -> frozenset[str]:
        return frozenset(word.root for word in self.words if word.kind is not Kind.FUNCTION)

    @cached_property
    def written(self) -> frozenset[str]:
        return frozenset(word.text for word in self.words)

    @cached_property
    def all_lowers(self) -> frozenset[str]:
        return frozenset(self.lowers)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first letters of each longer key, as far as words of one origin share them."""
        long = [key for key in self.keys if len(key) >= BEGINNING[0]]
        return frozenset(key[:length] for key in long for length in BEGINNING)

    @cached_property
    def name_parts(self) -> frozenset[str]:
        """The words that its identifiers are made of: dialog and root in Dialog.Root."""
        names = [word.text for word in self.words if word.kind is Kind.IDENTIFIER]
        parts = (part for name in names for part in _NAME_PARTS.findall(name))
        return frozenset(stem(part.lower(), "en") for part in parts)

    @cached_property
    def initials(self) -> str:
        """First letters of the words, to know an acronym by."""
        return "".join(word.lower[0] for word in self.words if word.lower)


_LIGHT = tables.wordset("""
    accord accordingly additional additionally advisable aim allow also alternative alternatively
    although amount among another appropriate approach around aspect associated available aware
    based become becomes best better big bit brief broad call called case certain certainly change
    clear common commonly complete completely consider consists contain context contribute couple
    crucial currently depend depending despite detail detailed determine different difficult direct
    directly document documentation due easily easy effective effectively element enable enough
    ensure entire especially essential essentially eventually example excellent feature focus follow
    following form frequent frequently fully further furthermore general generally give given goal
    good great greatly happen help helpful hence high highly however idea important importance
    include included including indeed individual information initially instance involve issue item
    kind known large largely later lead less like likely list little locate located long lot main
    mainly make manage manner many mean means mention mentioned method moreover multiple necessary
    note notable number occur offer often option order overall part particular particularly
    people perhaps person place play point popular possible potential potentially present previously
    primarily primary process proper properly provide provided purpose quick quickly quite range
    rather reason reduce refer regard regarding related relevant remain require result role see
    serve set several show significant significantly similar similarly simple simply situation
    small special specific specifically start state step still such suggest suitable support take
    term therefore thing thus time total true type typical typically ultimately unique useful
    usual usually various variety view want way well whole wide work
    """)
#: Words of grammar and of talk that the list of function words lacks.
_FUNCTION = tables.wordset("""
    against along already although am among around as aside away became become becomes beside
    besides came come comes cannot despite due else eg etc even ever given gave give gives go goes
    going gone got ie indeed instead maybe nor ok okay onto per perhaps plus put quite rather re s
    shall t thus today toward towards unlike upon us versus vs well went whatever whenever wherever
    whoever within yeah yep yup percent
    """)
#: Function words to a search that say something here.
_TELLING = tables.wordset("keep help see same possible looking")

_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys(INVISIBLE),
        **dict.fromkeys(SINGLE_QUOTES, "'"),
        **dict.fromkeys(DOUBLE_QUOTES, '"'),
        "‐": "-",
        "‑": "-",
        "–": " – ",
        "—": " — ",
        "…": " … ",
    }
)
#: What a sentence, a label or a quotation starts after: a capital there makes no name.
_STARTS = re.compile(r"[.:;!?\"“(\[*•|–—-]\s*[*_]*$")
_CODE = re.compile(r"`+([^`\n]+)`+")
_SPLIT_NEGATION = re.compile(r"\b(ca|wo|do|does|did|is|are|was|were|has|have|had|would|could|"
                             r"should|must|need) ?n'?t\b", re.IGNORECASE)  # fmt: skip
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
_INITIALS = re.compile(r"(?<![\w.])([A-Za-z]\.) (?=[A-Za-z]\.)")
_ENDING = re.compile(r"'(?:s|S|re|ve|ll|d|m|t)?$")
_INITIALISM = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?$")
_PLAIN = re.compile(r"[^\W\d_]+(?:[-/'][^\W\d_]+)*$")
#: Scripts without spaces: cut into pairs of characters, as the index has them.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]")
_CASELESS = re.compile(r"[^\W\d_]+$")


def normalise(text: str) -> str:
    """Quotation marks straightened, contracted negations written out, initials joined."""
    plain = text.translate(_STRAIGHT)
    plain = _SPLIT_NEGATION.sub(lambda match: f"{_whole(match[1])} not", plain)
    return joined_initials(_CANNOT.sub("can not", plain))


def joined_initials(text: str) -> str:
    """ "J.K. Rowling" for "J. K. Rowling", which is one name, and no end of a sentence."""
    return _INITIALS.sub(r"\1", text)


def _whole(verb: str) -> str:
    return {"ca": "can", "wo": "will"}.get(verb.lower(), verb)


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """Cut a sentence into words."""
    plain = normalise(text)
    code = frozenset(chunk for match in _CODE.finditer(plain) for chunk in CHUNK.findall(match[1]))
    words: list[Word] = []
    for match in CHUNK.finditer(plain):
        first = not words or _STARTS.search(plain, 0, match.start()) is not None
        words += _words_of(match.group(), match.group() in code, first)
    return Reading(text, _with_phrases(words), quantities_of(plain))


@lru_cache(maxsize=65536)
def _words_of(chunk: str, code: bool, first: bool) -> tuple[Word, ...]:
    if not chunk.isascii() and _UNSPACED.search(chunk):
        tokens, _ = analyse_chunk(chunk, "en")
        return tuple(Word(t.text, t.text, t.text, t.text, Kind.CONTENT) for t in tokens)
    if _PLAIN.match(chunk) and not (code and "/" in chunk):
        pieces = [piece for piece in re.split(r"[-/]", chunk) if piece]
        if not code and not (len(pieces) == 1 and is_identifier(chunk)):
            return tuple(_word(piece, first and at == 0) for at, piece in enumerate(pieces))
    if _INITIALISM.match(chunk):
        return (_word(chunk.replace(".", ""), first),)
    if chunk[0].isdigit() or (chunk[0] in "$vV" and chunk[1:2].isdigit()):
        return _counted(chunk, first)
    return (_identifier(chunk),)


def _counted(chunk: str, first: bool) -> tuple[Word, ...]:
    """Words stuck to a number: the year of "30-year". The number itself is a quantity."""
    rest = re.findall(r"[^\W\d_]{3,}", chunk)
    number = Word(chunk, chunk.lower(), chunk.lower(), chunk.lower(), Kind.NUMBER, "", first)
    return (number, *(_word(word, False) for word in rest))


def _identifier(chunk: str) -> Word:
    bare = _ENDING.sub("", chunk)
    lower = fold(bare)
    # A capital at the start may be that of the sentence; one inside is part of the name.
    key = lower if _CASELESS.match(bare) or bare[1:].islower() else bare
    key = stem(lower, "en") if bare.islower() and bare.isalpha() else key
    return Word(bare, lower, key, key, Kind.IDENTIFIER)


@lru_cache(maxsize=65536)
def _word(piece: str, first: bool) -> Word:
    bare = _ENDING.sub("", piece)
    lower = fold(bare).replace("'", "")
    kind = _kind(bare, lower, first)
    key = stem(lower, "en")
    root = root_of(stem(tables.verb_of(lower), "en"))
    return Word(bare, lower, key, root, kind, "", first)


def _kind(bare: str, lower: str, first: bool) -> Kind:
    if not lower or (len(lower) == 1 and lower.isalpha()):
        return Kind.FUNCTION
    if lower in _FUNCTION or (lower in stop_words("en") and lower not in _TELLING):
        return Kind.FUNCTION
    if lower in tables.NUMBER_WORDS:
        return Kind.FUNCTION  # quantities see to them
    if bare[0].isupper() and not first:
        return Kind.NAME
    return Kind.LIGHT if lower in _LIGHT or _is_adverb(lower) else Kind.CONTENT


def _is_adverb(lower: str) -> bool:
    """ "Actually", "officially"; not "daily" or "manually", which say when or how."""
    return len(lower) > 6 and lower.endswith("ly") and not tables.opposites(stem(lower, "en"))


_FAMILY = re.compile(
    r"(?:ational|ations?|ation|ition|itions|ments?|ness|ance|ence|ency|ancy|ability|ibility|able|"
    r"ible|ities|ity|ives?|ive|als?|ally|ors?|ers?|ings?|ized?|ises?|izes?|ize|ise|ions?|ion|"
    r"ious|ous|ful|less|ships?|ies|ied|ic|ly|ed|at|i|y|e)$"
)
_SHORTEST = 4


@lru_cache(maxsize=65536)
def root_of(key: str) -> str:
    """What the words of one family share: "configur" of configure and configuration."""
    root = key
    for _ in range(2):
        cut = _FAMILY.sub("", root)
        if len(cut) < _SHORTEST:
            break
        root = cut
    return root


def _with_phrases(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words, each with the set phrase that it is part of."""
    phrases = tables.phrases()
    marked = list(words)
    at = 0
    while at < len(marked):
        for parts in phrases.get(marked[at].key, ()):
            if tuple(word.key for word in marked[at : at + len(parts)]) == parts:
                for place in range(at, at + len(parts)):
                    marked[place] = marked[place]._replace(phrase=" ".join(parts))
                at += len(parts) - 1
                break
        at += 1
    return tuple(marked)
