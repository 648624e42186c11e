"""Decide what a question wants: steps, several things, a quantity, or what a version changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

TASK_WORDS = 5  # "mute a topic"

_HOW_TO = re.compile(
    r"\bhow (do|can|could|should|would|to|did|does)\b|\b(steps?|way|ways|possible|instructions|"
    r"guide|tutorial|command|script|example)\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"\b(configure|set ?up|setting up|install|enable|disable|reset|change|create|add|remove|"
    r"delete|upgrade|migrate|use)\b",
    re.IGNORECASE,
)
#: A question of who, when or why asks for no steps, whatever task it names.
_FACT = re.compile(
    r"^\W*(and |but |so )?"
    r"(who|whose|when|why|what (is|are|was|happens)|how (many|much|long|often))\b",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(r"\b(what|when|where|which|who|why|is|are|does|do)\b|\?", re.IGNORECASE)
#: "Which options": a whole list is the answer, not its best line.
_SEVERAL = re.compile(
    r"\b(which|what)( (are|of|the|all|other|different|supported|available|built-in|two|three|"
    r"four|five|six|possible|main))* (?:(?:kinds?|types?|sorts?) of )?"
    r"(?!(this|is|was|has|does|its|always|perhaps|happens|access|address|process|class|status)\b)"
    r"(?P<things>\w{3,}s)\b",
    re.IGNORECASE,
)
#: Two words may stand before the things: "which query string parameters".
_SEVERAL_NAMED = re.compile(
    r"\b(which|what)( (are|of|the|all|other|different|supported|available))* "
    r"(?!(does|is|was|has|did)\b)[\w.-]{2,} (?:[\w-]{2,} )?(?P<things>(?!does\b|is\b)\w{3,}[^s\W]s)"
    r"(?= (?:are|can|do|does|is|exist|have|should|must|will|in|of|for|could|may|need|support)\b|"
    r"\?|$)",
    re.IGNORECASE,
)
#: "Types of tracking" asks for what is tracked, whatever it is called there.
_KINDS_OF = re.compile(
    r"\b(?:types?|kinds?|sorts?|ways|forms|methods) of (?:[\w-]+ ){0,2}?(?P<things>[\w-]{3,})"
    r"(?= (?:that|can|could|are|is|do|does|in|on|for|when|which|I|you|we|exist|there)\b|\W*$|\?)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|long|often|big|large|old|far|fast|high|deep|wide|frequently|soon)\b|"
    r"\b(?:which|what)(?: (?:is|the|are))* (?:[\w.-]+ ){0,2}"
    r"(?:ports?|limits?|size|timeout|maximum|minimum|interval|duration|quota|version)\b|"
    r"\b(?:maximum|minimum|max|min) (?:size|length|number|amount|time|age)\b",
    re.IGNORECASE,
)
#: A version that is only named asks for no history: "in version 13 the font is not used".
_CHANGES = re.compile(
    r"\b(?:(?:which|what) (?:[\w.-]+ )?(?:versions?|releases?)|since|introduced|added in|"
    r"chang(?:ed|es)|changelog|(?:version|release) history|release notes|released|new in|latest|"
    r"deprecat\w*|removed|renamed|no longer|anymore|when (?:was|were|did))\b",
    re.IGNORECASE,
)
#: What tells how much, how long or how often.
_AMOUNT = re.compile(
    r"(?<![\w.-])\$?~?\d[\d.,]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"once|twice|half|double|hundred|thousand|million|billion|zero|unlimited|indefinitely|forever|"
    r"no limit|daily|hourly|weekly|monthly|yearly|every (?:day|hour|minute|week|month|year)|"
    r"an? (?:day|hour|minute|week|month|year))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """how: steps belong in the answer. several: a list is the answer, whole. things: what it
    lists, "" where the question does not say. quantity: how much, how long, which port. changes:
    what a version changed, so that a row of its history may answer.
    """

    how: bool = False
    several: bool = False
    things: str = ""
    quantity: bool = False
    changes: bool = False


def asked_for(question: str) -> Asked:
    """What a question wants, by its words alone."""
    several = _SEVERAL.search(question) or _SEVERAL_NAMED.search(question)
    return Asked(
        asks_how(question),
        several is not None,
        (_KINDS_OF.search(question) or several)["things"].casefold() if several else "",
        _QUANTITY.search(question) is not None,
        _CHANGES.search(question) is not None,
    )


def asks_how(question: str) -> bool:
    """Whether steps belong in the answer: a question of how, or a few words that name a task."""
    if _HOW_TO.search(question):
        return True
    if _TASK.search(question):
        return not _FACT.match(question)
    return len(question.split()) <= TASK_WORDS and not _QUESTION_WORD.search(question)


def tells_amount(text: str, code: Iterable[tuple[int, int]] = ()) -> bool:
    """Whether a sentence holds a number or another word for how much, how long, how often.

    code: stretches of it that are code. A number in code is none where a name stands with it.
    """
    for start, end in code:
        if re.search(r"[A-Za-z]{2}", text[start:end]):
            text = text[:start] + " " * (end - start) + text[end:]
    return _AMOUNT.search(text) is not None
