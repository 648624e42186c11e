"""What a sentence that answers a question looks like, from the question's own words.

"When" asks for a date, "how many" for a number; "what is a runner", or the bare topic "runners",
for a sentence whose subject is what was asked about.
"""

from __future__ import annotations

import re

from verbatim_desktop.domain.retrieval import Query
from verbatim_desktop.text.matching import Matcher

#: Words of a question that may be a topic alone, and the share of a subject it must hold.
TOPIC_WORDS = 3
OWN_SUBJECT = 0.6

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
_ASKED: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (re.compile(r"\bwhen\b(?! (i|we|you|the|using|running|it)\b)|\bwhat (year|date|day)\b"), _DATE),
    (
        re.compile(
            r"\bhow (many|much|old|far|big|large|long|often|tall)\b|"
            r"\b(number of|amount of|maximum|minimum|max|min|limits?|size|timeout|percent)\b"
        ),
        _NUMBER,
    ),
    (re.compile(r"\bwho(se)?\b"), _NAME),
    (re.compile(r"\bwhere\b"), _PLACE),
    (re.compile(r"\bwhy\b|\bcauses?\b|\breasons?\b"), _CAUSE),
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
        self._pattern = next((form for asks, form in _ASKED if asks.search(lowered)), None)
        self._defines = self._pattern is None and _asks_what(lowered)

    def share(self, quote: str, matcher: Matcher) -> float:
        """How far a sentence has the form of an answer, 0 to 1."""
        if self._pattern is not None:
            return float(self._pattern.search(quote) is not None)
        return _own_subject(quote, matcher) if self._defines else 0.0


def _asks_what(lowered: str) -> bool:
    topic = len(lowered.split()) <= TOPIC_WORDS and not _QUESTION_WORD.search(lowered)
    return topic or _ASKS_WHAT.search(lowered) is not None


def _own_subject(quote: str, matcher: Matcher) -> float:
    """The share of a sentence's subject that was asked for, where it is most of it."""
    found = _SUBJECT.match(quote)
    names = [name for name in found.group("subject", "short") if name] if found else []
    share = max(map(matcher.asked_share, names), default=0.0)
    return share if share >= OWN_SUBJECT else 0.0
