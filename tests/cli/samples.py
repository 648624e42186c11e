"""A Verbatim that knows four sentences by heart, so that what is printed never moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from tests.cli.sample_gaps import SampleGaps
from tests.cli.sample_inspector import SampleInspector
from tests.cli.sample_models import SampleModels
from tests.cli.sample_semantic import SampleSemantic
from tests.cli.sample_usage import SampleUsage
from verbatim_desktop.app import Verbatim
from verbatim_desktop.app.audit import Audit
from verbatim_desktop.app.backups import Backups
from verbatim_desktop.app.composer import Composer
from verbatim_desktop.app.workspaces import Workspaces
from verbatim_desktop.compose.ticket import render
from verbatim_desktop.domain.answers import (
    Answer,
    Citation,
    CitationOrigin,
    Claim,
    Confidence,
    Level,
    Outcome,
    Suggestion,
    Support,
    TicketDraft,
    Timing,
    Verdict,
    Verification,
)
from verbatim_desktop.domain.audit import (
    AnswerRecord,
    ChangedSection,
    CitationCheck,
    Replay,
    SectionChange,
)
from verbatim_desktop.domain.authored import Checked
from verbatim_desktop.domain.backups import Backup, BackupManifest, Restored
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    DocumentSummary,
    FileNote,
    IngestProgress,
    IngestReport,
    IngestRequest,
    ParseMode,
    Run,
    Section,
    Sentence,
    SourceInfo,
    SourceKind,
    SourceStatus,
    Span,
)
from verbatim_desktop.domain.drift import Drift, DriftOrigin, KeptCitation, Rebinding
from verbatim_desktop.domain.errors import (
    LibraryDamaged,
    NotFound,
    QuestionUnusable,
    SourceUnavailable,
)
from verbatim_desktop.domain.evaluation import (
    EvalReport,
    MeasuredConfidence,
    MissingLabel,
    QuestionResult,
    RankedPlace,
)
from verbatim_desktop.domain.events import AskEvent
from verbatim_desktop.domain.health import Check, CheckState
from verbatim_desktop.domain.retrieval import (
    Filters,
    Leg,
    Query,
    Ranking,
    ScoreBreakdown,
    ScoredSection,
    SectionRef,
    Term,
    TermGroup,
    TermOrigin,
)
from verbatim_desktop.domain.support import ClaimSupport, SupportingSentence
from verbatim_desktop.domain.workspaces import DeletedWorkspace, WorkspaceInfo, WorkspaceManifest
from verbatim_desktop.ports import Cancellation, Progress, no_progress
from verbatim_desktop.workflows.verify_files import freeze, frozen_text

QUOTE = "A refund reaches your card within 14 days."
ASK_AGAIN = "Refunds to a closed card go to the bank that issued it."

STRONG = Confidence(
    Level.HIGH, 0.91, ("Every rare word of the question is in the first section.",), {"cover": 1.0}
)
WEAK = Confidence(Level.LOW, 0.12, ("“crypto” is nowhere in the documentation.",), {"cover": 0.4})

CITATION = Citation(
    marker=1,
    source="shop",
    path="02-money/refunds.mdx",
    route="money/refunds",
    identity="shop/money/refunds",
    fingerprint="f" * 64,
    anchor="how-long-it-takes",
    heading_path=("Refunds", "How long it takes"),
    quote=QUOTE,
    spans=(Span("02-money/refunds.mdx", 40, 82),),
    url="https://shop.example/money/refunds#how-long-it-takes",
    origin=CitationOrigin.EXTRACTIVE,
)
MOVED = Citation(
    marker=2,
    source="handbook",
    path="cards.md",
    route="",
    identity="handbook/cards.md",
    fingerprint="e" * 64,
    anchor="",
    heading_path=("Cards",),
    quote=ASK_AGAIN,
    spans=(Span("cards.md", 9, 66),),
    status=Verdict.MOVED,
)
SECTION = SectionRef(
    document_id=7,
    ordinal=1,
    source="shop",
    path="02-money/refunds.mdx",
    route="money/refunds",
    anchor="how-long-it-takes",
    anchors=("how-long-it-takes", "weekends"),
    heading_path=("Refunds", "How long it takes"),
    first_block=2,
    last_block=5,
    url="https://shop.example/money/refunds",
    tokens=60,
)
SCORED = ScoredSection(
    SECTION, ScoreBreakdown(4200, 3100, 0, 900, 1200, -350), ("refund", "days"), ("crypto",)
)
QUERY = Query(
    "refund days crypto",
    (
        TermGroup(
            "refund",
            (
                Term("refund", TermOrigin.TYPED),
                Term("repayment", TermOrigin.SYNONYM, 0.6),
            ),
        ),
        TermGroup("days", (Term("days", TermOrigin.TYPED), Term("day", TermOrigin.STEM, 0.9))),
        TermGroup("crypto", (Term("crypto", TermOrigin.TYPED),)),
    ),
)
RANKING = Ranking(
    QUERY, (SCORED,), attainable=12000, matching=3, total_sections=41, generation=2, took_ms=1.25
)
TICKET = TicketDraft(
    title="Refund in crypto",
    summary="The customer asks: “Can I get a refund in crypto?”",
    searched=("refund: 3 sections", "crypto: nowhere"),
    next_information=("Which version or plan is in use?",),
    citations=(CITATION,),
    confidence=WEAK,
)
ANSWER = Answer(
    id="0123456789abcdef",
    question="How long do refunds take?",
    outcome=Outcome.ANSWER,
    route="direct",
    confidence=STRONG,
    text=f"{QUOTE} [1] {ASK_AGAIN} [2]",
    claims=(Claim(QUOTE, (1,)), Claim(ASK_AGAIN, (2,), Support.SUPPORTED)),
    citations=(CITATION, MOVED),
    ranked=(SCORED,),
    terms=(Term("refund", TermOrigin.TYPED),),
    suggested=(
        Suggestion("Weekends", "shop", "02-money/refunds.mdx", "money/refunds", "weekends"),
    ),
    timing=Timing(2.5, 0.0, 4.75),
    notes=("This passage holds for version 2.",),
    generation=2,
)
NO_ANSWER = Answer(
    id="fedcba9876543210",
    question="Can I get a refund in crypto?",
    outcome=Outcome.TICKET,
    route="full",
    confidence=WEAK,
    text="",
    claims=(),
    citations=(),
    ranked=(SCORED,),
    terms=(Term("refund", TermOrigin.TYPED),),
    ticket=TICKET,
    timing=Timing(2.5, 0.0, 4.75),
    generation=2,
)
REPORT = IngestReport(
    source="shop",
    documents=12,
    added=3,
    changed=1,
    unchanged=8,
    removed=2,
    sections=41,
    sentences=230,
    seconds=0.42,
    skipped=(FileNote("logo.png", "not a document"),),
    failed=(FileNote("broken.mdx", "neither UTF-8 nor a known code page"),),
    warnings=(FileNote("a.mdx", "has the route of b.mdx"),),
)
SOURCE = SourceStatus(
    SourceInfo("shop", SourceKind.DOCS, ParseMode.MDX, "/srv/shop"),
    documents=12,
    sections=41,
    failed=1,
    updated="2026-01-02T03:04:05Z",
)
TEXT = "# Refunds\n\n## How long it takes\n\n" + QUOTE
DOCUMENT = Document(
    source="shop",
    kind=SourceKind.DOCS,
    path="02-money/refunds.mdx",
    route="money/refunds",
    identity="shop/money/refunds",
    title="Refunds",
    fingerprint="f" * 64,
    mode=ParseMode.MDX,
    files=("02-money/refunds.mdx",),
    url="https://shop.example/money/refunds",
    blocks=(
        Block(BlockKind.HEADING, "Refunds", (Run(0, 7, 0, 2, 9),), level=1, anchor="refunds"),
        Block(
            BlockKind.HEADING,
            "How long it takes",
            (Run(0, 17, 0, 14, 31),),
            level=2,
            anchor="how-long-it-takes",
        ),
        Block(BlockKind.PARAGRAPH, QUOTE, (Run(0, len(QUOTE), 0, 33, 33 + len(QUOTE)),)),
    ),
    sentences=(Sentence(2, 0, len(QUOTE)),),
    sections=(
        Section(0, "", ("refunds",), ("Refunds",), 0, 1),
        Section(
            1,
            "how-long-it-takes",
            ("how-long-it-takes",),
            ("Refunds", "How long it takes"),
            1,
            3,
        ),
    ),
)
SUMMARY = DocumentSummary(
    id=7,
    identity="shop/money/refunds",
    source="shop",
    kind=SourceKind.DOCS,
    path="02-money/refunds.mdx",
    route="money/refunds",
    title="Refunds",
    sections=2,
    fingerprint="f" * 64,
)
EVALUATION = EvalReport(
    set="golden",
    questions=3,
    one_question_is_worth=0.5,
    backend="lexical",
    document={"recall@5": 1.0, "recall@10": 1.0, "mrr@10": 0.75, "ndcg@10": 0.8155},
    section={"recall@5": None, "recall@10": None, "mrr@10": None, "ndcg@10": None},
    refusal={
        "auroc_near": None,
        "auroc_far": 0.9,
        "answered_near": None,
        "answered_far": 0.25,
        "refused_answerable": 0.0,
    },
    intervals={"document.ndcg@10": (0.63, 1.0)},
    took_ms={"p50": 1.5, "p95": 2.25},
    results=(
        QuestionResult(
            "q1",
            1.5,
            (RankedPlace("shop", "02-money/refunds.mdx", "weekends", ("weekends",), 9.05),),
            MeasuredConfidence(Level.HIGH, 0.91),
            Outcome.ANSWER,
        ),
    ),
    missing=(MissingLabel("q2", "02-money/fees.mdx", "card-fees", "The page is not here."),),
)
CHECKS = (
    Check("Python", CheckState.OK, "3.12.1."),
    Check("Window", CheckState.WARN, "PySide6 is missing.", "Install it: pip install PySide6."),
)


BACKUP = BackupManifest(
    1,
    "0002",
    "a" * 64,
    4096,
    "2026-11-30T09:12:00Z",
    "1.0.0",
    (WorkspaceInfo("default", 2, 59, "2026-11-30T09:12:00Z"), WorkspaceInfo("shop", 0, 0)),
)


class SampleBackups(Backups):
    """Always goes well."""

    def __init__(self) -> None:
        """Built without any adapter."""

    def backup(self, path: Path) -> Backup:
        return Backup(str(path), 5_300_000, BACKUP)

    def restore(self, path: Path, progress: Progress = no_progress) -> Restored:
        return Restored(BACKUP, aside="backups/before-restore-20261130T091500Z.zip")


class SampleWorkspaces(Workspaces):
    """Two workspaces, and one in the trash."""

    def __init__(self) -> None:
        """Built without any adapter."""

    def list(self) -> tuple[WorkspaceInfo, ...]:
        return (
            WorkspaceInfo("default", 2, 59, "2026-11-30T09:12:00Z"),
            WorkspaceInfo("shop", 0, 0),
        )

    def create(self, name: str) -> None:
        pass

    def rename(self, name: str, new_name: str) -> None:
        pass

    def delete(self, name: str) -> DeletedWorkspace:
        return DeletedWorkspace("5f0c", name, 12)

    def deleted(self) -> tuple[DeletedWorkspace, ...]:
        return (DeletedWorkspace("5f0c", "old shop", 12),)

    def restore(self, token: str, name: str = "") -> str:
        return name or "old shop"

    def require(self, name: str) -> None:
        pass

    def purge(self) -> tuple[str, ...]:
        return ("old shop",)

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        return WorkspaceManifest(1, name, "0002", "a" * 64, 4096, 1, 12, "2026-11-30T09:12:00Z")

    def import_from(self, source: Path, name: str = "", progress: Progress = no_progress) -> str:
        return name or "shop"


DRIFT = Drift(
    kept=KeptCitation("5f0c2a91be", DriftOrigin.ANSWER, ANSWER.id, "1", ANSWER.question, CITATION),
    verdict=Verdict.STALE,
    detail="The page changed since it was cited.",
    target="shop/money/refunds#how-long-it-takes",
    old_text=QUOTE,
    new_text=QUOTE.replace("14", "30"),
    new_target="shop/money/refunds#how-long-it-takes",
    proposed=replace(CITATION, quote=QUOTE.replace("14", "30"), rebound=QUOTE),
)
REBINDING = Rebinding(
    id="5f0c2a91be",
    origin=DriftOrigin.ANSWER,
    owner=ANSWER.id,
    key="1",
    before=CITATION,
    after=replace(CITATION, quote=QUOTE.replace("14", "30"), rebound=QUOTE),
    at="2026-01-03T00:00:00Z",
)
FOUND_ONCE = Verification(
    Verdict.VERIFIED,
    "Found once, inside one block, word for word.",
    ("shop/money/refunds#how-long-it-takes",),
)
FOUND_ELSEWHERE = Verification(
    Verdict.MOVED, "Not on this page. Found once, in handbook/banks.md.", ("handbook/banks.md",)
)
RECORD = AnswerRecord(
    answer=ANSWER,
    checks=(CitationCheck(CITATION, FOUND_ONCE), CitationCheck(MOVED, FOUND_ELSEWHERE)),
    rebindings=(REBINDING,),
    workspace="default",
    generation=3,
    methods={"program": "0.1.0", "analyser": "1"},
    at="2026-01-04T00:00:00Z",
)
REPLAY = Replay(
    answer=ANSWER,
    generation=3,
    because=("The library changed from generation 2 to 3.",),
    differences=("Of the ranked sections 1 fell.",),
    sections=(ChangedSection(SectionChange.FELL, SECTION, 1, 2, 9050, 8000, edited=True),),
    checks=RECORD.checks,
    confidence=WEAK,
    outcome=Outcome.TICKET,
)


SUPPORTED = ClaimSupport(
    claim="Refunds take at most 14 days.",
    supported=True,
    sentences=(
        SupportingSentence(
            QUOTE,
            "shop",
            "02-money/refunds.mdx",
            "money/refunds",
            "how-long-it-takes",
            ("Refunds", "How long it takes"),
            0.91,
        ),
    ),
    missing=(),
    reason="One sentence says this.",
)
NOT_SUPPORTED = replace(
    SUPPORTED,
    claim="Refunds take 30 days.",
    supported=False,
    missing=("30 days",),
    reason="No sentence found says 30 days of this.",
)


class SampleAudit(Audit):
    """Knows one drifted citation and one replay, made without any adapter."""

    def drift(self) -> tuple[Drift, ...]:
        return (DRIFT,)

    def drift_count(self) -> int:
        return 1

    def rebind(self, ids: Sequence[str]) -> tuple[Rebinding, ...]:
        return (REBINDING,)

    def undo_rebind(self, ids: Sequence[str]) -> tuple[Rebinding, ...]:
        return (REBINDING,)

    def evidence(self, claim: str, filters: Filters = Filters()) -> ClaimSupport:  # noqa: B008
        return NOT_SUPPORTED if "30" in claim else SUPPORTED

    def record(self, answer_id: str) -> AnswerRecord:
        return RECORD

    def replay(self, answer_id: str) -> Replay:
        return REPLAY

    def verify_files(
        self, paths: Sequence[Path], *, frozen: Path | None = None, addresses: bool = False
    ) -> Checked:
        """The demo's file in the place of those named."""
        [file] = self.verify_demo().files
        notes = ("The list was changed.",) if frozen else ()
        return Checked(tuple(replace(file, path=path.as_posix()) for path in paths), notes)

    def freeze(self, checked: Checked, path: Path) -> None:
        path.write_text(frozen_text(freeze(checked.files, "2026-11-30T08:00:00Z")), "utf-8")


class SampleVerbatim(Verbatim):
    """Answers with the values above; built without any adapter."""

    def __init__(self, home: str = "", workspace: str = "") -> None:
        self._inspector = SampleInspector()
        self._semantic = SampleSemantic()
        self.home = home
        self.asked_for = workspace
        self.requests: Sequence[IngestRequest] = ()
        self.filters = Filters()
        self.closed = False
        self.own_synonyms: str | None = None
        self._models = SampleModels()
        self.reports: tuple[IngestReport, ...] = (REPORT,)
        self.statuses: tuple[SourceStatus, ...] = (SOURCE,)
        self.checks: tuple[Check, ...] = CHECKS

    @property
    def models(self) -> SampleModels:
        return self._models

    @property
    def composer(self) -> Composer:
        from tests.cli.sample_replies import SampleComposer

        return SampleComposer()

    @property
    def gaps(self) -> SampleGaps:
        return SampleGaps(cast("Any", None))

    @property
    def audit(self) -> SampleAudit:
        return SampleAudit(cast("Any", None))

    def ingest(
        self, requests: Sequence[IngestRequest], progress: Progress = no_progress
    ) -> tuple[IngestReport, ...]:
        self.requests = requests
        if requests[0].location == "missing":
            raise SourceUnavailable("The folder missing does not exist.")
        progress(IngestProgress("reading", 1, 2, "a.mdx"))
        progress(IngestProgress("reading", 2, 2, "b.mdx"))
        return self.reports

    def changes(self, locations: Sequence[str]) -> Iterator[None]:
        yield
        yield

    @property
    def workspace(self) -> str:
        return "default"

    @property
    def usage(self) -> SampleUsage:
        return SampleUsage()

    @property
    def workspaces(self) -> SampleWorkspaces:
        return SampleWorkspaces()

    @property
    def backups(self) -> SampleBackups:
        return SampleBackups()

    def sources(self) -> tuple[SourceStatus, ...]:
        return self.statuses

    def answers(self, limit: int = 50) -> tuple[Answer, ...]:
        return (ANSWER, NO_ANSWER)[:limit]

    def remove_source(self, name: str) -> None:
        if name != "shop":
            raise NotFound(f"There is no source {name}.")

    def synonyms(self) -> tuple[str, bool]:
        return self.own_synonyms or "env, environment\n", bool(self.own_synonyms)

    def save_synonyms(self, text: str | None) -> None:
        self.own_synonyms = text

    def docs(self, source: str = "") -> tuple[DocumentSummary, ...]:
        return (SUMMARY,)

    def doc(self, name: str) -> Document:
        if not name.endswith("money/refunds"):
            raise NotFound(f"There is no document {name}.")
        return DOCUMENT

    def search(self, text: str, limit: int = 10, filters: Filters = Filters()) -> Ranking:  # noqa: B008
        self.filters = filters
        return RANKING

    def search_many(
        self,
        texts: Sequence[str],
        limit: int = 10,
        filters: Filters = Filters(),  # noqa: B008
    ) -> Ranking:
        legs = tuple(Leg(text, rank, 900) for rank, text in enumerate(texts, 1))
        return replace(RANKING, results=(replace(RANKING.results[0], legs=legs, fused=32_000),))

    def more_like(
        self,
        document_id: int,
        ordinal: int,
        limit: int = 10,
        filters: Filters = Filters(),  # noqa: B008
    ) -> Ranking:
        return RANKING

    def section(self, name: str) -> SectionRef:
        return RANKING.results[0].section

    def snippets(self, ranking: Ranking) -> tuple[str, ...]:
        return tuple(QUOTE for _result in ranking.results)

    def ask(
        self,
        question: str,
        filters: Filters = Filters(),  # noqa: B008
        provider: str = "",
        follows: str = "",
        *,
        model: str = "",
        deliver: Callable[[AskEvent], None] | None = None,
        cancellation: Cancellation | None = None,
    ) -> Answer:
        self.filters = filters
        if not question:
            raise QuestionUnusable("The question is empty.")
        if question == "damage":
            raise LibraryDamaged("The library is damaged.")
        if question == "defect":
            raise ValueError("secret document text")
        return NO_ANSWER if "crypto" in question else ANSWER

    def ticket(self, question: str, filters: Filters = Filters()) -> TicketDraft:  # noqa: B008
        self.filters = filters
        return TICKET

    def render_ticket(self, ticket: TicketDraft, format: str) -> str:
        return render(ticket, format)

    @property
    def semantic(self) -> Any:
        return self._semantic

    @property
    def inspector(self) -> Any:
        return self._inspector

    def evaluate(self, golden: Path, progress: Progress = no_progress) -> EvalReport:
        return EVALUATION

    def close(self) -> None:
        self.closed = True

    def doctor(self) -> tuple[Check, ...]:
        return self.checks
