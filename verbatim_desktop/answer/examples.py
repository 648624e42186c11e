"""Questions to start with, made from a library's own headings. Pure.

They are but guesses: `workflows/try_examples.py` asks each before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

A_PAGE = 2  # questions made of one page
LONGEST = 64
VERBS = frozenset(
    """
    add allow arm block build call cancel change check choose configure connect copy create
    customize debug define delete deploy disable edit enable enrol enroll export find fix
    get handle import install invite join leave lock make manage migrate move open pass
    pause pick plan protect publish read remove rename replace request reset restart restore
    return revert roll rotate run save schedule see send set share show start stop store
    switch test track turn undo update upgrade use validate verify write
    """.split()
)
#: What may follow "What" in a question that is one as it stands, and how others are turned round.
ASKS = frozenset("is are was were does do did can should will happens changes counts".split())
TURNED = {"does": "What does {} do?", "means": "What does {} mean?", "is": "What is {}?"}
LITTLE = frozenset("a an and as at by for from in into of on or the to with".split())


@dataclass(frozen=True, slots=True)
class Example:
    """A question that a page's own heading suggests. page: the identity of that page."""

    question: str
    page: str


def examples(pages: Iterable[tuple[str, Iterable[Sequence[str]]]]) -> tuple[Example, ...]:
    """Questions by page, those of how to do a thing first; a question stands once.

    pages: identities, each with the heading paths of its sections.
    """
    made: list[Example] = []
    ready: list[Example] = []
    for page, paths in pages:
        asked = [found for path in paths if (found := _asked(path))]
        made += [Example(text, page) for text, own in asked if not own][:A_PAGE]
        ready += [Example(text, page) for text, own in asked if own][:1]
    return tuple({each.question: each for each in reversed([*made, *ready])}.values())[::-1]


def _asked(path: Sequence[str]) -> tuple[str, bool] | None:
    """The question of a heading, and whether the heading is one itself."""
    heading = " ".join(path[-1].split()) if len(path) > 1 else ""
    if not heading or len(heading) > LONGEST:
        return None
    if heading.endswith("?"):
        return heading, True
    question = question_of(heading)
    return (question, False) if question else None


def question_of(heading: str) -> str:
    """A heading turned into a question; "" where that would not read well."""
    words = heading.rstrip(".:!").split()
    if not words or not all(word.isascii() and word[0].isalpha() for word in words):
        return ""
    first, rest = words[0].lower(), words[1:]
    if first == "how" and rest[:1] == ["to"] and len(rest) > 1:
        return f"How do I {' '.join(rest[1:])}?"
    if first == "what" and rest:
        return _what(rest)
    if first in VERBS and rest and rest[0].lower() not in LITTLE - {"a", "an", "the"}:
        return f"How do I {' '.join([first, *rest])}?"
    if first.endswith("ing") and first != "working" and rest:
        return f"How does {' '.join([first, *rest])} work?"
    return ""


def _what(words: Sequence[str]) -> str:
    """ "What Draft Mode does" is no question as it stands, "What happens to drafts" is one."""
    if words[0].lower() in ASKS:
        return f"What {' '.join([words[0].lower(), *words[1:]])}?"
    form = TURNED.get(words[-1].lower(), "") if len(words) > 1 else ""
    return form.format(" ".join(words[:-1]))
