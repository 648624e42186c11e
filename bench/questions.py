"""Questions to measure with: those of the golden sets, or the library's own headings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from verbatim_desktop.ports import SectionText


def golden_questions(golden: Path) -> list[str]:
    """Every question of a folder of golden sets, set after set; none where there is no folder."""
    return [
        json.loads(line)["question"]
        for path in sorted(golden.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def pick(golden: Path, texts: Sequence[SectionText], count: int) -> list[str]:
    """So many questions, taken evenly; headings where the golden sets have too few."""
    found = golden_questions(golden)
    if len(found) < count:
        found += [text.heading.replace("\n", " ") for text in texts]
    return [found[len(found) * at // count] for at in range(min(count, len(found)))]
