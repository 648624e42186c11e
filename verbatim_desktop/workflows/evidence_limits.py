"""How many sections a workspace writes from, and how far below the best one they may be.

What comes with the program was measured, and the confidence was fitted on it. A workspace may be
stricter or looser; the same choice finds the same evidence.
"""

from __future__ import annotations

import json

from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.domain.retrieval import MEASURED, EvidenceLimits
from verbatim_desktop.ports import Library

SETTING = "evidence_limits"
HIGHEST, MOST = 0.9, 20


def limits_of(library: Library) -> EvidenceLimits:
    """What the workspace has chosen; what was measured where nothing was."""
    kept = library.setting(SETTING)
    return from_plain(EvidenceLimits, json.loads(kept)) if kept else MEASURED


def save_limits(limits: EvidenceLimits, library: Library) -> None:
    """Raises UsageError for what cannot be."""
    if not (0 <= limits.floor <= HIGHEST and 1 <= limits.most <= MOST):
        raise UsageError(
            f"The floor is a share from 0 to {HIGHEST:.0%}, and 1 to {MOST} sections can count."
        )
    library.save_setting(SETTING, json.dumps(to_plain(limits)))
