"""What a ticket is called: its question in a few words, without greeting, courtesy or shouting."""

from __future__ import annotations

import re

from verbatim_desktop.domain.messages import Message, QuestionKind
from verbatim_desktop.text.pasted import errors_in, told

LONGEST_TITLE = 80

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n")
_LEADS = re.compile(
    r"^(?:(?:hi|hello|hey|dear|hallo|guten tag|bonjour|hola|ciao)\b(?: (?:there|all|team|support|"
    r"everyone|guys|folks|zusammen))*[\s,!.:-]*|(?:also|and|so|but|ok(?:ay)?|btw|by the way|"
    r"urgent(?:ly)?|asap|important|please help(?: me| us)?|question)\b[\s,!.:-]*|help\s*[!,.:]+\s*|"
    r"(?:please|kindly|pls|plz)\b[\s,]*|"
    r"(?:can|could|would|will) (?:you|someone|anyone)(?: please)? (?:tell|explain to|show|let) "
    r"(?:me|us)(?: know)?\s+(?:if|whether)?\s*|"
    r"(?:tell|let) (?:me|us)(?: know)?\s+(?:if|whether)?\s*|"
    r"(?:i|we)(?:'d| would)? (?:like|want|need) to know\s+(?:if|whether)?\s*|"
    r"(?:i am|i'm|we are) wondering\s+(?:if|whether)?\s*)",
    re.IGNORECASE,
)
_TAILS = re.compile(
    r"[\s,;-]*(?:please help(?: me| us)?|please|pls|asap|urgent(?:ly)?|thanks?(?: you)?)[\s!.]*$",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[!?]{2,}|!+$")
_LOUD = re.compile(r"\b[A-ZÄÖÜÀ-Þ]{2,}\b")
_WORD = re.compile(r"[^\W\d_]{2,}")


def title_of(question: str) -> str:
    """The question, else the sentence that says most, cut at a word where it is too long."""
    wrote = told(question)
    errors = errors_in(wrote) if wrote == question else ()
    title = _calmed(_bare(next(iter(errors), "") or _asked(wrote) or _telling(wrote)))
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
    return title[:1].upper() + title[1:]


def _asked(text: str) -> str:
    """The first question or request of a text, else its first problem; "" where it has none."""
    from verbatim_desktop.compose.questions import find_questions  # only a ticket waits for it

    found = find_questions(Message(text))
    asked = [each for each in found if each.kind is not QuestionKind.PROBLEM] or found
    return asked[0].text if asked else ""


def _telling(text: str) -> str:
    """The sentence with most words that carry something; the first of those."""
    from verbatim_desktop.compose.questions import own_words

    parts = [part for part in _SENTENCE_END.split(text.strip()) if part.strip()]
    return max(parts, key=lambda part: own_words(_bare(part), "en"), default="")


def _bare(sentence: str) -> str:
    """Without what greets, pleads and announces; as it was where nothing else is in it."""
    text = " ".join(sentence.split())
    rest = text
    while (found := _LEADS.match(rest)) and found.end():
        rest = rest[found.end() :]
    rest = _TAILS.sub("", rest) if not rest.endswith("?") else rest
    return rest or text


def _calmed(text: str) -> str:
    """One mark in the place of several, and words that are shouted in lower case."""
    text = _MARKS.sub(lambda marks: "?" if "?" in marks[0] else "!", text).rstrip("!")
    words = _WORD.findall(text)
    loud = [word for word in words if _LOUD.fullmatch(word)]
    return text.lower() if len(words) > 1 and 2 * len(loud) > len(words) else text
