"""Split one question that asks several things into what each of its parts asks.

"How do I upgrade, and what happens with caching?" has two parts: both have the form of a question,
and words of their own. A part that leans on the one before ("and how does it work?") stays with it,
and so does what only looks like a question inside of another one ("see who can read and who can
post"). In doubt a question is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verbatim_desktop.text.languages import aside_words, stop_words
from verbatim_desktop.text.terms import analyse

LONGEST = 400  # characters; a longer text tells a story, in which one thing is asked
MOST_PARTS = 4
FEWEST_WORDS = 2  # that carry something, in each part

_AUX = r"(?:is|are|was|were|do|does|did|can|could|should|would|will|may|must|has|have)"
_SUBJECT = (
    r"(?:i|we|you|one|the|a|an|my|our|your|their|this|that|these|those|there|it|they|"
    r"someone|anyone|everyone|users?|admins?|guests?|members?|people)"
)
_WH = (
    rf"(?:how (?:do|does|did|can|could|should|would|will|to|is|are|long|many|much|often|far)|"
    rf"(?:what|which|where|when|why|who) (?:\w+ ){{0,2}}?{_AUX}|what happens|"
    r"who (?:pays|owns|gets)|what(?:'s| about))\b"
)
_OTHERS = (
    r"(?:wie|was|wo|warum|wann|welche[rsnm]?|kann (?:ich|man)|können wir|gibt es|muss (?:ich|man)|"
    r"comment|pourquoi|quand|où|puis-je|peut-on|est-ce que|combien|cómo|qué|dónde|cuándo|por qué|"
    r"puedo|¿|come|cosa|dove|posso|como|onde|quando|hoe|wat|waar|waarom|wanneer|kan ik)\b"
)
_BEGINS = re.compile(
    rf"^\W*(?:(?:and|but|also|so|und|aber|et|y|e|en)\s+)*(?:{_WH}|{_AUX} |{_OTHERS})", re.IGNORECASE
)
#: Where a part may end and the next begin. A bare "and" before "does" needs a subject after it.
_JOINS = re.compile(
    rf"(?:[,;]\s*(?:(?:and|but|or)\s+)?(?:also\s+|then\s+)?(?={_WH}|{_AUX}\s+{_SUBJECT}\b)|"
    rf"[,;]\s*(?:and|but)\s+(?:also\s+)?(?={_AUX}\s+\w)|"
    rf"\s+(?:and|but)\s+(?:also\s+)?(?={_WH}|{_AUX}\s+{_SUBJECT}\b)|"
    rf"[,;]?\s+(?:und|et|y|e|en)\s+(?:auch\s+|aussi\s+|también\s+)?(?={_OTHERS})|"
    r"(?<=[?？])\s+)",
    re.IGNORECASE,
)
#: What a part speaks of stands in the part before: it is no question of its own.
_LEANS = re.compile(
    r"\b(?:it|its|they|them|their|he|she|this|these|those|that(?! \w+ (?:is|are|was|has))|same|"
    r"both|either|each|one|ones|so|es|sie|das|diese[rsnm]?|dies|ihn|dafür|damit|dabei|cela|ça|ceux|"
    r"celui|celle|eso|esto|ellos|isso|isto|questo|dit|deze|het)\b",
    re.IGNORECASE,
)
#: Inside of a question another one is spoken of: "know which one is used and which is not".
_INSIDE = re.compile(
    r"\w\s+(?:how|what|which|who|whose|whether|if|when|where|why|that)\s", re.IGNORECASE
)
_GOES_ON = re.compile(r"\W*(?:and|but|also|und|aber|et|y|e|en)\b", re.IGNORECASE)
_MARK = re.compile(r"[?？]")
_ENDS = re.compile(r"[?？]\W*$")


def part_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of each part, in order; one span where a question asks one thing."""
    whole = [(0, len(text))]
    if len(text) > LONGEST or not _BEGINS.match(text):
        return whole
    parts = list(_merged(text, _cuts(text)))
    return parts if 1 < len(parts) <= MOST_PARTS else whole


def parts_of(question: str) -> tuple[str, ...]:
    """Each part as a question that stands by itself; the question as it is where it has one."""
    if not all(_ENDS.search(line) for line in question.strip().splitlines() if line.strip()):
        return (question,)
    spans = part_spans(question)
    return tuple(_alone(question[a:b]) for a, b in spans) if len(spans) > 1 else (question,)


def _cuts(text: str) -> list[tuple[int, int]]:
    """Candidates, from one place where a part may begin to the next."""
    found: list[tuple[int, int]] = []
    start = 0
    for joint in _JOINS.finditer(text):
        found.append((start, joint.start()))
        start = joint.end()
    return [*found, (start, len(text))]


def _merged(text: str, cuts: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Parts that ask something of their own; what does not goes with the part before."""
    held = cuts[0]
    for start, end in cuts[1:]:
        before, part = text[slice(*held)], text[start:end]
        if _stands_alone(part) and not _is_one_with(before, part) and _carry(before, part):
            yield held
            held = (start, end)
        else:
            held = (held[0], end)
    yield held


def _stands_alone(part: str) -> bool:
    return _BEGINS.match(part) is not None and _LEANS.search(part) is None


def _is_one_with(before: str, part: str) -> bool:
    """Whether a part belongs to a clause inside of the one before, or says it in other words."""
    if not _ENDS.search(before) and _INSIDE.search(before):
        return True
    if not _MARK.search(before):
        return False
    said_again = bool(_carrying(before) & _carrying(part))
    return said_again and _GOES_ON.match(part) is None


def _carry(before: str, part: str) -> bool:
    """Whether both have words that carry something, and the second some of its own."""
    one, other = _carrying(before), _carrying(part)
    return len(one) >= FEWEST_WORDS and len(other) >= FEWEST_WORDS and bool(other - one)


def _carrying(text: str) -> set[str]:
    plain = stop_words("en") | aside_words("en")
    return {t.stem for t in analyse(text) if t.whole and t.text not in plain}


def _alone(part: str) -> str:
    said = part.strip().rstrip(",;")
    said = said if _ENDS.search(said) else f"{said}?"
    return said[:1].upper() + said[1:]
