"""Which sections a workspace writes from: what it chose holds for answers and for the Inspector."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.retrieval import EVERYTHING, EvidenceLimits
from verbatim_desktop.workflows.evidence_limits import limits_of, save_limits
from verbatim_desktop.workflows.find_evidence import Found, find_evidence
from verbatim_desktop.workflows.why_not import floor_of

QUESTION = "How do I rotate a signing key?"


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "docs")
    bench.write("keys.md", "# Rotate a signing key\n\nRun `rotate` to rotate a signing key.\n")
    bench.write("later.md", "# After you rotate\n\nThe signing key before stays valid for a day.\n")
    bench.write("plans.md", "# Plans\n\nEvery plan has a key of its own.\n")
    bench.ingest(name="shop")
    yield bench
    bench.close()


def found(bench: Workbench) -> Found:
    return find_evidence(QUESTION, bench.library, bench.index, SystemClock(), filters=EVERYTHING)


def test_as_it_comes_what_was_measured_holds(bench: Workbench):
    assert limits_of(bench.library) == EvidenceLimits() == EvidenceLimits(0.4, 6)


def test_no_more_sections_count_than_were_allowed(bench: Workbench):
    save_limits(EvidenceLimits(0.0, 6), bench.library)
    assert len(found(bench).evidence) > 1
    save_limits(EvidenceLimits(0.0, 1), bench.library)
    assert len(found(bench).evidence) == 1


def test_a_higher_floor_leaves_less_and_is_the_one_that_is_shown(bench: Workbench):
    save_limits(EvidenceLimits(0.0, 6), bench.library)
    loose = found(bench)
    assert floor_of(loose.ranking, bench.library) == 0
    save_limits(EvidenceLimits(0.9, 6), bench.library)
    strict = found(bench)
    assert len(strict.evidence) < len(loose.evidence)
    floor = floor_of(strict.ranking, bench.library)
    assert floor == round(0.9 * strict.ranking.results[0].score)
    assert all(item.ranked.score >= floor for item in strict.evidence)


@pytest.mark.parametrize(
    "limits", [EvidenceLimits(-0.1), EvidenceLimits(1.0), EvidenceLimits(0.4, 0)]
)
def test_limits_that_cannot_be_are_refused(bench: Workbench, limits: EvidenceLimits):
    with pytest.raises(UsageError):
        save_limits(limits, bench.library)
    assert limits_of(bench.library) == EvidenceLimits()
