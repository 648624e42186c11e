"""What kinds of states there are, and which library is under one."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    EMPTY = "empty"
    LOADING = "loading"
    PARTIAL = "partial"
    ERROR = "error"
    FULL = "full"


class Need(StrEnum):
    """The library under a state: none yet, the samples, or the samples with a page edited."""

    NOTHING = "nothing"
    SAMPLES = "samples"
    EDITED = "edited"
