"""Decide whether a question is clear enough to be searched as it is, by rules alone. Pure.

Under four words, or a pronoun that stands for nothing that was said, is ambiguous; five or more
with a word that carries something is clear. What is ambiguous takes the full path: its intent, and
other words for it. Where no rewriting can help, a question goes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from verbatim_desktop.answer.follow_up import MOST_OWN, points_back
from verbatim_desktop.text.languages import aside_words, stop_words
from verbatim_desktop.text.terms import Token, analyse

CLEAR_FROM = 5  # words
SHORT_BELOW = 4
MOST_QUERIES = 3
LONGEST_QUERY = 120  # characters
MOST_OFFERED = 3  # headings a question back names
MANY = 3  # headings from which a single word is too general

_GREETINGS = frozenset(
    {
        *("hello", "hi", "hey", "hallo", "bonjour", "hola", "ciao", "thanks", "thank", "thx"),
        *("cheers", "bye", "goodbye", "welcome", "morning", "evening", "afternoon", "greetings"),
    }
)
_COMPANY = frozenset({"there", "all", "team", "everyone", "good", "much", "lot", "very"})
_TROUBLE = re.compile(
    r"\b(?:error|fail(?:s|ed|ing|ure)?|crash(?:es|ed)?|broken|stuck|denied|refused|exception|"
    r"not work(?:ing)?|(?:does|do|is|are|can|could|did|was|will|wo)n?['’]?t)\b",
    re.IGNORECASE,
)
_HOW = re.compile(r"^\s*how (?:do|can|to|should|would|does one)\b|\bsteps? to\b", re.IGNORECASE)


class Route(StrEnum):
    """Straight to the search, or by way of intent and other words."""

    DIRECT = "direct"
    FULL = "full"


class Intent(StrEnum):
    """What a question wants."""

    HOW_TO = "how_to"
    REFERENCE = "reference"
    TROUBLESHOOTING = "troubleshooting"
    GREETING = "greeting"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Routed:
    """Where a question goes. carrying: its words that carry something; pointing: whether it speaks
    of something that was not said.
    """

    route: Route
    intent: Intent
    carrying: tuple[str, ...]
    pointing: bool = False


def route_of(question: str, language: str = "en", *, has_subject: bool = False) -> Routed:
    """has_subject: what a pronoun stands for is known from the answer before."""
    words = [token for token in analyse(question, language) if token.whole]
    carrying = tuple(token.text for token in _carrying(words, language))
    # In a longer text a pronoun stands for something that the text itself names.
    pointing = not has_subject and len(carrying) <= MOST_OWN and points_back(question, language)
    few = len(words) < SHORT_BELOW or (len(words) < CLEAR_FROM and len(carrying) < 2)
    route = Route.FULL if few or pointing or not carrying else Route.DIRECT
    return Routed(route, intent_of(question, words), carrying, pointing)


def intent_of(question: str, words: Sequence[Token]) -> Intent:
    said = {word.text for word in words}
    if said & _GREETINGS and said <= _GREETINGS | stop_words("en") | _COMPANY:
        return Intent.GREETING
    if _HOW.search(question):
        return Intent.HOW_TO
    return Intent.TROUBLESHOOTING if _TROUBLE.search(question) else Intent.REFERENCE


def _carrying(words: Iterable[Token], language: str) -> list[Token]:
    light = stop_words(language) | aside_words(language) | _GREETINGS
    return [word for word in words if word.text not in light]


def heading_queries(
    question: str, headings: Sequence[Sequence[str]], language: str = "en"
) -> tuple[str, ...]:
    """Headings of what was found that hold every word of the question and say more than it."""
    asked = {word.stem for word in _carrying(_words(question, language), language)}
    found: dict[str, None] = {}
    for path in headings:
        name = path[-1] if path else ""
        said = {word.stem for word in _words(name, language)}
        if asked and asked < said and len(name) <= LONGEST_QUERY:
            found.setdefault(name)
    return tuple(found)[:MOST_QUERIES]


def _words(text: str, language: str) -> list[Token]:
    return [token for token in analyse(text, language) if token.whole]


def clarifying(routed: Routed, headings: Sequence[Sequence[str]], *, answered: bool) -> str:
    """The question to put back, "" where the words that were used are enough.

    headings: those of what was found. answered: whether the evidence carries an answer.
    """
    if routed.route is Route.DIRECT:
        return ""
    if routed.intent is Intent.GREETING:
        return "What would you like to know?"
    if routed.pointing:
        return "What is meant by “it” or “this”? Name the thing, the setting or the page."
    names = [path[-1] for path in headings if path]
    offered = [name for name in dict.fromkeys(names) if len(name) <= LONGEST_QUERY]
    if len(routed.carrying) > 1 or answered or len(offered) < MANY:
        return ""
    first = ", ".join(f"“{name}”" for name in offered[: MOST_OFFERED - 1])
    return (
        f"What about it do you want to know? For example {first} or “{offered[MOST_OFFERED - 1]}”."
    )
