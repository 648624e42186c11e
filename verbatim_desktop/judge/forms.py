"""What a sentence that answers a question looks like, from the question's own words.

"When did" asks for a date, "when do" for a condition, "how many" for a number; "what is a runner",
or the bare topic "runners", for a sentence whose subject is what was asked about. Few sentences of
a page hold a condition or the number of things asked for, many a name or some number: the first
tell more.
"""

from __future__ import annotations

import re
from functools import lru_cache

from verbatim_desktop.domain.retrieval import Query
from verbatim_desktop.text.matching import Matcher

#: Words of a question that may be a topic alone, and the share of a subject it must hold.
TOPIC_WORDS = 3
OWN_SUBJECT = 0.6
#: What a form is worth that few sentences have, beside 1 for others.
TELLING = 2.0
COUNTED = 3.0

_NUMBER = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|"
    r"billion|half|percent)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b\d{3,4}\b|\b(January|February|March|April|May|June|July|August|September|October|"
    r"November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z]\w+ [A-Z]\w+")
_PLACE = re.compile(r"\b(in|at|near|from|on|between|to|under) (the )?[`“\"]?[A-Z/]")
_CAUSE = re.compile(
    r"\b(because|due to|since|reasons?|caused?s?|so that|results?|in order to|owing)\b",
    re.IGNORECASE,
)
#: What happens again and again, or under a condition, is told without a date.
_CONDITION = re.compile(
    r"\b(every|when|whenever|if|once|until|after|before|as soon as|[ap]\.m)\b", re.IGNORECASE
)
_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
#: What a question asks for, and the patterns of an answer with what each is worth.
_ASKED: tuple[tuple[re.Pattern[str], tuple[tuple[re.Pattern[str], float], ...]], ...] = (
    (
        re.compile(r"\bwhen (do|does|is|are|should|can|to|will|would)\b"),
        ((_CONDITION, TELLING), (_DATE, 1.0)),
    ),
    (
        re.compile(r"\bwhen\b(?! (i|we|you|the|using|running|it)\b)|\bwhat (year|date|day)\b"),
        ((_DATE, 1.0),),
    ),
    (re.compile(r"\bpercent"), ((_PERCENT, TELLING), (_NUMBER, 1.0))),
    (
        re.compile(
            r"\bhow (many|much|old|far|big|large|long|often|tall)\b|"
            r"\b(number of|amount of|maximum|minimum|max|min|limits?|size|timeout)\b"
        ),
        ((_NUMBER, 1.0),),
    ),
    (re.compile(r"\bwho(se)?\b"), ((_NAME, 1.0),)),
    (re.compile(r"\bwhere\b"), ((_PLACE, 1.0),)),
    (re.compile(r"\bwhy\b|\bcauses?\b|\breasons?\b"), ((_CAUSE, 1.0),)),
)
#: "What are the two required fields": the sentence that names so many is the answer.
_SO_MANY = re.compile(
    r"\b(?:what|which)(?: (?:are|were|of|is|the|main)){0,3} (?P<count>\w+) (?:[\w-]+ ){0,3}\w+s\b"
)
_COUNTS = {
    word: re.compile(rf"\b(?:{word}|{digit})\b", re.IGNORECASE)
    for digit, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2
    )
}
#: "Where do they live": the sentence in which they live somewhere.
_STANDS = re.compile(
    r"\bwhere\b.{0,120}?\b(?P<verb>lives?|located|found|filmed|held|used|stored|saved|kept|born|"
    r"buried|written|set|made|defined)\b"
)
_ASKS_WHAT = re.compile(r"\bwhat(?:'s|’s| is| are| was| were| does)\b|\bmeaning\b|\bdefinition\b")
_QUESTION_WORD = re.compile(r"\b(how|what|when|where|which|who|why|can|does|do|is|are)\b")
_SUBJECT = re.compile(
    r"^\W*(?:(?:an?|the)\s+)?(?P<subject>.{2,80}?)(?:\s+\((?P<short>[^)]*)\))?\s*,?\s+"
    r"(?:is|are|was|were|refers|means|describes|lets|allows|enables|provides)\b",
    re.IGNORECASE,
)


class Form:
    """What a question asks for."""

    def __init__(self, query: Query) -> None:
        lowered = query.text.lower()
        self._forms = next((forms for asks, forms in _ASKED if asks.search(lowered)), ())
        self._defines = not self._forms and _asks_what(lowered)
        self._count = _count_asked_for(lowered)
        self._stands = _place_asked_for(lowered)

    def share(self, quote: str, matcher: Matcher) -> float:
        """How far a sentence has the form of an answer: 1 for most, more for a telling form."""
        own = COUNTED if self._count and self._count.search(quote) else 0.0
        own += 1.0 if self._stands and self._stands.search(quote) else 0.0
        if self._forms:
            held = (worth for form, worth in self._forms if form.search(quote))
            return own + max(held, default=0.0)
        return own + (_own_subject(quote, matcher) if self._defines else 0.0)


def _count_asked_for(lowered: str) -> re.Pattern[str] | None:
    """The number of things that a question asks for."""
    found = _SO_MANY.search(lowered)
    word = found["count"] if found else ""
    digits = {str(at): name for at, name in enumerate(_COUNTS, 2)}
    return _COUNTS.get(digits.get(word, word))


def _place_asked_for(lowered: str) -> re.Pattern[str] | None:
    """What is asked for with "where", before a word of place: "live in", "stored under"."""
    found = _STANDS.search(lowered)
    return _standing(found["verb"][:4]) if found else None


@lru_cache(maxsize=64)
def _standing(verb: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b{verb}\w*\W+(?:\w+\W+)?"
        r"(?:in|at|on|near|within|between|inside|from|to|under|along|by)\b",
        re.IGNORECASE,
    )


def _asks_what(lowered: str) -> bool:
    topic = len(lowered.split()) <= TOPIC_WORDS and not _QUESTION_WORD.search(lowered)
    return topic or _ASKS_WHAT.search(lowered) is not None


def _own_subject(quote: str, matcher: Matcher) -> float:
    """The share of a sentence's subject that was asked for, where it is most of it."""
    found = _SUBJECT.match(quote)
    names = [name for name in found.group("subject", "short") if name] if found else []
    share = max(map(matcher.asked_share, names), default=0.0)
    return share if share >= OWN_SUBJECT else 0.0
