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
    """The library under a state: none yet, the samples, the samples with a page edited, or beside
    them the edition before, which says one number differently.
    """

    NOTHING = "nothing"
    SAMPLES = "samples"
    EDITED = "edited"
    VERSIONS = "versions"
