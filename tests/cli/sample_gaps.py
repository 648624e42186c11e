"""A sample of what the documentation lacks."""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.app.gaps import Gaps
from verbatim_desktop.domain.gaps import (
    Gap,
    GapReport,
    NearSection,
    OpenQuestion,
    SynonymProposal,
    Why,
)
from verbatim_desktop.ports import Progress, no_progress

REPORT = GapReport(
    (
        Gap(
            ("crypto", "refund"),
            (
                OpenQuestion(
                    "Can I get a refund in crypto?",
                    ("2026-11-03T10:00:00+00:00", "2026-11-21T10:00:00+00:00"),
                    (Why.MISSING, Why.LOW),
                    "0123456789abcdef",
                    ("Three customers asked.",),
                    ("crypto",),
                ),
                OpenQuestion(
                    "=crypto payout",
                    ("2026-11-20T10:00:00+00:00",),
                    (Why.LOW,),
                    "",
                    (),
                    ("crypto",),
                ),
            ),
            (NearSection("shop/money/refunds#how-long", ("Refunds", "How long"), 2),),
            (SynonymProposal("crypto", "card", 2, 2),),
        ),
    ),
    looked_at=12,
    settled=1,
)


class SampleGaps(Gaps):
    def dismiss(self, questions: Sequence[str]) -> None:
        pass

    def bring_back(self, questions: Sequence[str]) -> None:
        pass

    def find(self, progress: Progress = no_progress) -> GapReport:
        return REPORT
