"""Questions to start with, made from a library's own headings. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST = 4
LONGEST = 64
VERBS = frozenset(
    """
    add allow arm block build call cancel change check choose configure connect copy create
    customize debug define delete deploy disable edit enable enrol enroll export find fix
    get handle import install invite join leave lock make manage migrate move open pass
    pause pick plan protect publish read remove rename replace request reset restart restore
    return revert roll rotate run save schedule see send set share show start stop store
    switch test track turn undo update upgrade use validate verify write
    """.split()  # noqa: SIM905
)
LITTLE = frozenset("a an and as at by for from in into of on or the to with".split())  # noqa: SIM905


def example_questions(heading_paths: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """At most four questions, one a page, questions of how to do a thing first."""
    ready: dict[str, str] = {}
    made: dict[str, str] = {}
    for path in heading_paths:
        title, heading = path[0], " ".join(path[-1].split())
        if len(path) < 2 or not heading or len(heading) > LONGEST:
            continue
        if heading.endswith("?"):
            ready.setdefault(title, heading)
        elif question := question_of(heading):
            made.setdefault(title, question)
    merged = made | {title: text for title, text in ready.items() if title not in made}
    return tuple(dict.fromkeys(merged.values()))[:MOST]


def question_of(heading: str) -> str:
    """A heading turned into a question; "" where that would not read well."""
    words = heading.rstrip(".:!").split()
    if not words or not all(word.isascii() and word[0].isalpha() for word in words):
        return ""
    first, rest = words[0].lower(), words[1:]
    if first == "how" and rest[:1] == ["to"] and len(rest) > 1:
        return f"How do I {' '.join(rest[1:])}?"
    if first == "what" and rest:
        return f"What {' '.join(rest)}?"
    if first in VERBS and rest and rest[0].lower() not in LITTLE - {"a", "an", "the"}:
        return f"How do I {' '.join([first, *rest])}?"
    if first.endswith("ing") and first != "working" and rest:
        return f"How does {' '.join([first, *rest])} work?"
    return ""
