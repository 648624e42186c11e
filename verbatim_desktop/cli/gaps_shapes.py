"""The JSON of `gaps`: open questions by topic."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict


class OpenQuestionShape(TypedDict):
    text: str
    asked: Annotated[list[str], "When, ISO 8601 in UTC, the first time first."]
    why: list[Literal["low", "wrong", "missing"]]
    answer: Annotated[str, "The id of its newest answer, empty where none is kept."]
    notes: list[str]
    missing: Annotated[list[str], "Telling words that stand nowhere in the library."]


class NearSectionShape(TypedDict):
    name: Annotated[str, "SOURCE/ROUTE-OR-PATH#anchor."]
    heading_path: list[str]
    questions: Annotated[int, "How many of the questions come near to it."]


class ProposedSynonymShape(TypedDict):
    line: Annotated[str, "The line for the synonym file."]
    missing: str
    known: str
    together: Annotated[int, "Questions that hold both words."]
    of: Annotated[int, "Questions that hold the missing one."]


class GapShape(TypedDict):
    topic: str
    times: Annotated[int, "How often its questions were asked."]
    first: str
    last: str
    questions: list[OpenQuestionShape]
    nearest: list[NearSectionShape]
    synonyms: list[ProposedSynonymShape]


class GapsShape(TypedDict):
    """What the documentation lacks, what is asked most first."""

    gaps: list[GapShape]
    open: Annotated[int, "Different questions that are open."]
    looked_at: Annotated[int, "Different questions that were asked."]
    settled: Annotated[int, "Once low, and answered by the library as it is now."]
    dismissed: Annotated[int, "Left out: called no gap."]
    strange: Annotated[int, "Left out: the library knows no word of them."]
