"""What shapes evidence beside the library: kept with an answer, so that a replay can say why."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from verbatim_desktop import __version__
from verbatim_desktop.judge import calibration
from verbatim_desktop.ports import Library
from verbatim_desktop.text.terms import ANALYSER_VERSION
from verbatim_desktop.workflows.search_sections import synonyms_text


def methods(library: Library) -> Mapping[str, str]:
    """The release, the analyser, the fitted numbers of the confidence and the synonyms in use."""
    fitted = repr(
        (
            calibration.BIAS,
            sorted(calibration.WEIGHTS.items()),
            calibration.ANSWER_FROM,
            calibration.HIGH_FROM,
        )
    )
    return {
        "program": __version__,
        "analyser": str(ANALYSER_VERSION),
        "calibration": _digest(fitted),
        "synonyms": _digest(synonyms_text(library)),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
