"""Sentences of real documentation, changed so that they still hold, or no longer do.

Each kind of change is one function from a sentence and its page to another sentence, or to nothing
where it does not apply. The words that stand for one another here are a list of this module's own,
not the one that the gate reads.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verbatim_desktop.domain.documents import BlockKind, Document, MarkKind
from verbatim_desktop.text.languages import stop_words

SHORTEST, LONGEST = 8, 40  # words of a sentence that is changed


@dataclass(frozen=True)
class Told:
    """One sentence of a page. codes: its inline code. section: the text around it."""

    text: str
    codes: tuple[str, ...]
    section: str
    section_number: int


@dataclass(frozen=True)
class Shelf:
    """What a change may draw on. ranked: words of all pages, the most frequent first."""

    page: Sequence[Told]
    ranked: Sequence[str]
    rank: dict[str, int]
    chance: random.Random


@dataclass(frozen=True)
class Example:
    """A changed sentence and the text it is held against."""

    kind: str
    right: bool
    sentence: str
    told: Told


Change = Callable[[Told, Shelf], str]


def told_of(document: Document) -> list[Told]:
    """The prose sentences of a page that are long enough to change."""
    found: list[Told] = []
    for number, section in enumerate(document.sections):
        text = document.section_text(section)
        for _, sentence in document.section_sentences(section):
            block = document.blocks[sentence.block]
            quote = document.text_of(sentence)
            prose = block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
            if prose and block.citable and _fits(quote):
                codes = tuple(
                    block.text[mark.start : mark.end]
                    for mark in block.marks
                    if mark.kind is MarkKind.CODE
                    and sentence.start <= mark.start < mark.end <= sentence.end
                )
                found.append(Told(quote, tuple(filter(str.strip, codes)), text, number))
    return found


def _fits(quote: str) -> bool:
    return SHORTEST <= len(quote.split()) <= LONGEST and quote[-1] in ".!" and "\n" not in quote


def ranked_words(pages: Sequence[Sequence[Told]]) -> list[str]:
    """Plain words of all sentences by frequency."""
    stops = stop_words("en")
    counts = Counter(
        word
        for page in pages
        for told in page
        for word in re.findall(r"(?<![\w./-])[a-z]{4,}(?![\w./-])", told.text)
        if word not in stops
    )
    kept = [word for word, count in counts.items() if count >= 5]
    return sorted(kept, key=lambda word: (-counts[word], word))


# --- Changes that leave a sentence true ----------------------------------------------------------

SYNONYMS = (
    (r"\bin order to\b", "to"), (r"\bFor example, ", ""), (r"\bHowever, ", ""),
    (r"\bAdditionally, ", ""), (r"\bNote that ", ""), (r"\bsuch as\b", "like"),
    (r"\ballows you to\b", "lets you"), (r"\bprovides\b", "offers"), (r"\bcreate\b", "make"),
    (r"\bretrieve\b", "get"), (r"\bspecify\b", "define"), (r"\bensure\b", "make sure"),
    (r"\brequires\b", "needs"), (r"\bmultiple\b", "several"), (r"\bAfter\b", "Once"),
    (r"\bbecause\b", "since"), (r"\bvia\b", "through"), (r"\bdelete\b", "remove"),
    (r"\bdisplay(s?)\b", r"show\1"), (r"\bmodify\b", "change"), (r"\butilize\b", "use"),
    (r"\bchoose\b", "select"), (r"\bselect\b", "choose"), (r"\bbegin(s?)\b", r"start\1"),
    (r"\bstart(s?)\b", r"begin\1"), (r"\bentire\b", "whole"), (r"\bpermission(s?)\b", r"right\1"),
    (r"\bfolder(s?)\b", r"directory\1"), (r"\bquickly\b", "fast"), (r"\bprevious\b", "earlier"),
    (r"\bprevent(s?)\b", r"stop\1"), (r"\boccur(s?)\b", r"happen\1"), (r"\bobtain\b", "get"),
    (r"\bcontain(s?)\b", r"include\1"), (r"\bverify\b", "check"), (r"\bnavigate\b", "go"),
    (r"\binvoked\b", "called"), (r"\bexecute(s?)\b", r"run\1"), (r"\bwhen\b", "if"),
)  # fmt: skip
CONTRACTIONS = (
    (r"\bdo not\b", "don't"), (r"\bdoes not\b", "doesn't"), (r"\bis not\b", "isn't"),
    (r"\bare not\b", "aren't"), (r"\bcannot\b", "can't"), (r"\bwill not\b", "won't"),
    (r"\bdon't\b", "do not"), (r"\bdoesn't\b", "does not"), (r"\bisn't\b", "is not"),
    (r"\baren't\b", "are not"), (r"\bcan't\b", "cannot"), (r"\bwon't\b", "will not"),
    (r"\byou're\b", "you are"), (r"\byou'll\b", "you will"), (r"\bit's\b", "it is"),
)  # fmt: skip
MODIFIERS = re.compile(
    r"\b(?:also|simply|easily|currently|automatically|typically|generally|usually|just|very|"
    r"really|then|now|directly|fully|specific|particular|following|existing|additional) "
)


def verbatim(told: Told, shelf: Shelf) -> str:
    return told.text


def other_number(told: Told, shelf: Shelf) -> str:
    """Singular for plural, or the other way round, of one noun-like word."""
    match = re.search(r"\b(?:the|a|your|each) ([a-z]{4,}[^s\W])(?= )", told.text)
    if not match or f"{match[1]}s" not in shelf.rank:
        return ""
    return f"{told.text[: match.end(1)]}s{told.text[match.end(1) :]}"


def light_paraphrase(told: Told, shelf: Shelf) -> str:
    text, changed = told.text, 0
    for pattern, other in SYNONYMS:
        after = re.sub(pattern, other, text, count=1)
        changed += after != text
        text = after
        if changed == 2:
            break
    return _capital(text) if changed else ""


def contraction(told: Told, shelf: Shelf) -> str:
    for pattern, other in CONTRACTIONS:
        if re.search(pattern, told.text):
            return re.sub(pattern, other, told.text, count=1)
    return ""


def dropped_modifier(told: Told, shelf: Shelf) -> str:
    return _if_changed(told, MODIFIERS.sub("", told.text, count=1))


def dropped_parenthesis(told: Told, shelf: Shelf) -> str:
    return _if_changed(told, re.sub(r"\s*\([^()]*\)", "", told.text))


def first_clause(told: Told, shelf: Shelf) -> str:
    match = re.match(r"(.{30,}?), (?:which|where|so|and then|but|as)\b", told.text)
    return f"{match[1]}." if match else ""


def clauses_turned(told: Told, shelf: Shelf) -> str:
    match = re.match(r"((?:If|When|To|After|Before|For|In) [^,]{8,60}), (.{25,})[.!]$", told.text)
    return f"{_capital(match[2])} {match[1][0].lower()}{match[1][1:]}." if match else ""


def said_by_the_docs(told: Told, shelf: Shelf) -> str:
    first = told.text.split()[0]
    plain = first[1:].islower() or first in ("A", "I")
    return f"According to the docs, {told.text[0].lower()}{told.text[1:]}" if plain else ""


# --- Changes that make it false ------------------------------------------------------------------

OPPOSITES = (
    ("enable", "disable"), ("enabled", "disabled"), ("enables", "disables"), ("before", "after"),
    ("true", "false"), ("always", "never"), ("required", "optional"), ("increase", "decrease"),
    ("first", "last"), ("allow", "prevent"), ("allows", "prevents"), ("add", "remove"),
    ("added", "removed"), ("public", "private"), ("static", "dynamic"), ("more", "fewer"),
    ("minimum", "maximum"), ("open", "close"), ("install", "uninstall"), ("parent", "child"),
    ("read", "write"), ("upload", "download"), ("production", "development"),
    ("server", "client"), ("include", "exclude"), ("visible", "hidden"), ("show", "hide"),
    ("start", "stop"), ("create", "delete"), ("import", "export"), ("above", "below"),
    ("higher", "lower"), ("longer", "shorter"), ("subscribe", "unsubscribe"), ("new", "old"),
    ("same", "different"), ("global", "local"), ("manually", "automatically"),
)  # fmt: skip
UNITS = {
    "second": "minute", "seconds": "minutes", "minute": "hour", "minutes": "hours", "hour": "day",
    "hours": "days", "day": "week", "days": "weeks", "MB": "GB", "KB": "MB", "GB": "TB",
    "ms": "s", "months": "years", "%": " MB",
}  # fmt: skip
CONDITIONS = (
    (r"^If\b", "Unless"), (r"\bif\b", "unless"), (r"\bunless\b", "if"), (r"\bonly if\b", "unless"),
    (r"^When\b", "Unless"), (r"\bat least\b", "at most"), (r"\bat most\b", "at least"),
    (r"\bup to\b", "at least"), (r"\bmore than\b", "less than"), (r"\bless than\b", "more than"),
    (r"^After\b", "Before"), (r"^Before\b", "After"), (r"\bexcept\b", "including"),
)  # fmt: skip
STRENGTHS = (
    ("all", "some"), ("some", "all"), ("must", "can"), ("can", "must"), ("may", "must"),
    ("should", "must"), ("most", "all"), ("sometimes", "always"), ("every", "some"),
    ("usually", "always"), ("many", "all"), ("optional", "required"),
)  # fmt: skip
EXTRAS = (
    " and this is available on every plan.", " and needs no restart.", " and works offline.",
    ", which also improves performance.", " for up to 30 days.", " in all browsers.",
)  # fmt: skip
AUXILIARY = re.compile(r"\b(is|are|can|will|does|do|should|must|has|have)\b(?! not\b|n't)")
NEGATED = re.compile(
    r"\b(is|are|can|will|does|do|should|must|was|were)( not\b|n't\b)|\bcannot\b|\bno longer "
)


def number(told: Told, shelf: Shelf) -> str:
    found = list(re.finditer(r"(?<![\w.])\d+(?:[.,]\d+)*", told.text))
    if not found:
        return ""
    match = shelf.chance.choice(found)
    step = shelf.chance.randint(1, 8)
    other = re.sub(r"\d", lambda digit: str((int(digit[0]) + step) % 10), match[0], count=1)
    return told.text[: match.start()] + other + told.text[match.end() :]


def unit(told: Told, shelf: Shelf) -> str:
    match = re.search(r"(?<=\d)( ?)(" + "|".join(UNITS) + r")(?!\w)", told.text)
    if not match:
        return ""
    return told.text[: match.start(2)] + UNITS[match[2]] + told.text[match.end(2) :]


def negation_added(told: Told, shelf: Shelf) -> str:
    match = AUXILIARY.search(told.text)
    if not match or NEGATED.search(told.text):
        return ""
    return f"{told.text[: match.end()]} not{told.text[match.end() :]}"


def negation_removed(told: Told, shelf: Shelf) -> str:
    match = NEGATED.search(told.text)
    if not match:
        return ""
    kept = "can" if match[0] == "cannot" else match[1] or ""
    return f"{told.text[: match.start()]}{kept}{told.text[match.end() :]}"


def opposite(told: Told, shelf: Shelf) -> str:
    pairs = [*OPPOSITES, *((b, a) for a, b in OPPOSITES)]
    return _exchanged(told, shelf, pairs, r"(?<![\w./-]){}(?![\w./-])")


def _exchanged(told: Told, shelf: Shelf, pairs: Sequence[tuple[str, str]], around: str) -> str:
    """One of the pairs that the claim holds the first of, exchanged; "" where it holds none.

    around: what a word stands in, as a pattern with {} for the word.
    """
    found = [(a, b) for a, b in pairs if re.search(around.format(a), told.text)]
    if not found:
        return ""
    one, other = shelf.chance.choice(found)
    return re.sub(around.format(one), other, told.text, count=1)


def identifier(told: Told, shelf: Shelf) -> str:
    others = sorted({code for t in shelf.page for code in t.codes if code not in told.text})
    if not told.codes or not others:
        return ""
    return told.text.replace(shelf.chance.choice(told.codes), shelf.chance.choice(others), 1)


def places_changed(told: Told, shelf: Shelf) -> str:
    """Two pieces of code, or two names, in each other's place."""
    codes = list(dict.fromkeys(told.codes))
    names = re.findall(r"(?<=[a-z,] )[A-Z][a-zA-Z]+(?:\.[a-z]+)?", told.text)
    one_other = codes[:2] if len(codes) > 1 else list(dict.fromkeys(names))[:2]
    if len(one_other) < 2 or one_other[0] in one_other[1] or one_other[1] in one_other[0]:
        return ""
    one, other = one_other
    between = told.text[told.text.find(one) + len(one) : told.text.find(other)]
    if re.fullmatch(r"(?:[\s,/]|and|or)*", between):  # a mere list: either order is true
        return ""
    return told.text.replace(one, "\0").replace(other, one).replace("\0", other)


def condition_dropped(told: Told, shelf: Shelf) -> str:
    match = re.match(r"(?:If|When|Unless) [^,]{8,60}, (.{25,})$", told.text)
    if match:
        return _capital(match[1])
    match = re.match(r"(.{25,}?),? (?:if|unless|only if|only when) [^,.]{8,80}\.$", told.text)
    return f"{match[1]}." if match else ""


def condition_changed(told: Told, shelf: Shelf) -> str:
    found = [(a, b) for a, b in CONDITIONS if re.search(a, told.text)]
    return re.sub(*shelf.chance.choice(found), told.text, count=1) if found else ""


def only_dropped(told: Told, shelf: Shelf) -> str:
    return _if_changed(told, re.sub(r"\bonly ", "", told.text, count=1))


def strength(told: Told, shelf: Shelf) -> str:
    return _exchanged(told, shelf, STRENGTHS, r"\b{}\b")


def another_word(told: Told, shelf: Shelf) -> str:
    """One word replaced by another that is about as frequent."""
    words = re.findall(r"(?<![\w./-])[a-z]{4,}(?![\w./-])", told.text)
    known = [word for word in words if word in shelf.rank]
    if not known:
        return ""
    word = shelf.chance.choice(known)
    rank = shelf.rank[word]
    near = shelf.ranked[max(0, rank - 15) : rank + 15]
    others = [other for other in near if other[:4] != word[:4] and other not in told.text]
    if not others:
        return ""
    return re.sub(rf"\b{word}\b", shelf.chance.choice(others), told.text, count=1)


def neighbour(told: Told, shelf: Shelf) -> str:
    """The sentence of another section of the page that shares most words."""
    own = set(re.findall(r"\w+", told.text.lower()))

    def alike(other: Told) -> float:
        words = set(re.findall(r"\w+", other.text.lower()))
        return len(own & words) / len(own | words)

    others = [t for t in shelf.page if t.section_number != told.section_number]
    others = [t for t in others if t.text not in told.section]
    return max(others, key=alike).text if others else ""


def extra_claim(told: Told, shelf: Shelf) -> str:
    return told.text[:-1] + shelf.chance.choice(EXTRAS)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _if_changed(told: Told, text: str) -> str:
    return _capital(text) if text != told.text else ""


RIGHT: dict[str, Change] = {
    "verbatim": verbatim,
    "singular or plural": other_number,
    "synonyms": light_paraphrase,
    "contraction": contraction,
    "modifier dropped": dropped_modifier,
    "parenthesis dropped": dropped_parenthesis,
    "first clause alone": first_clause,
    "clauses in the other order": clauses_turned,
    "according to the docs": said_by_the_docs,
}
WRONG: dict[str, Change] = {
    "number": number,
    "unit": unit,
    "negation added": negation_added,
    "negation removed": negation_removed,
    "opposite word": opposite,
    "another identifier": identifier,
    "places changed": places_changed,
    "condition dropped": condition_dropped,
    "condition changed": condition_changed,
    "“only” dropped": only_dropped,
    "quantifier or modal": strength,
    "another word as frequent": another_word,
    "sentence of another section": neighbour,
    "claim added": extra_claim,
}


def examples(pages: Sequence[Sequence[Told]], wanted: int, seed: int) -> list[Example]:
    """So many sentences, drawn at random, each with every change that applies to it."""
    chance = random.Random(seed)
    ranked = ranked_words(pages)
    rank = {word: at for at, word in enumerate(ranked)}
    large = [page for page in pages if len(page) >= 4]
    found: list[Example] = []
    for _ in range(wanted):
        page = chance.choice(large)
        told = chance.choice(page)
        shelf = Shelf(page, ranked, rank, chance)
        for right, changes in ((True, RIGHT), (False, WRONG)):
            for kind, change in changes.items():
                sentence = change(told, shelf)
                if sentence and (right or sentence != told.text):
                    found.append(Example(kind, right, sentence, told))
    return found
