"""Turn what went wrong into a notice: what happened, what still works, what to do.

A VerbatimError is the world's fault and becomes a banner; anything else is our bug.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from verbatim_desktop.domain.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryTooNew,
    NotFound,
    QuestionUnusable,
    SourceUnavailable,
    StorageFull,
    VerbatimError,
)


@dataclass(frozen=True, slots=True)
class Notice:
    """A banner's words. kind: info, neutral, ok, warn or bad."""

    kind: str
    fact: str
    sentence: str


ADVICE: tuple[tuple[type[VerbatimError], str, str, str], ...] = (
    (QuestionUnusable, "info", "Nothing to search for.", ""),
    (SourceUnavailable, "warn", "The source cannot be read.", ""),
    (LibraryBusy, "warn", "The library is being written.", "Asking still works. Try again soon."),
    (LibraryTooNew, "bad", "The library is from a newer release.", "It was left as it is."),
    (LibraryDamaged, "bad", "The library is damaged.", "Your own files are untouched."),
    (StorageFull, "bad", "The disk is full.", "Free some space, then try again."),
    (NotFound, "warn", "Not found.", ""),
)


def notice_of(error: BaseException) -> Notice:
    """The banner for an error of the world."""
    for kind_of_error, kind, fact, advice in ADVICE:
        if isinstance(error, kind_of_error):
            return Notice(kind, fact, f"{error} {advice}".strip())
    if isinstance(error, VerbatimError):
        return Notice("bad", "That did not work.", str(error))
    return Notice(
        "bad",
        "Something broke in the program.",
        f"{type(error).__name__}. Your library is safe; the log has the details.",
    )


def tell(
    error: BaseException,
    say: Callable[[Notice], object],
    report: Callable[[BaseException], object],
) -> None:
    """Say what the world did. A defect of ours is only handed on: the window tells it, once."""
    if is_bug(error):
        report(error)
    else:
        say(notice_of(error))


def is_bug(error: BaseException) -> bool:
    return not isinstance(error, VerbatimError)


def defect_text(error: BaseException) -> str:
    """What to send us: the kind of error and the way through our code, no text of a document."""
    steps = [
        f"  {Path(step.filename).name}:{step.lineno} {step.name}"
        for step in traceback.extract_tb(error.__traceback__)
    ]
    return "\n".join([type(error).__name__, *steps])


class Defects:
    """How often each defect came about. A cause is a kind of error at one place of our code."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def times(self, error: BaseException) -> int:
        """One more time for its cause; how often that is by now."""
        kind, *way = defect_text(error).splitlines()
        cause = "".join([kind, *way[-1:]])
        self._times[cause] += 1
        return self._times[cause]
