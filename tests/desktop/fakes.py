"""A library that is known by heart, for panes to stand on."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.desktop.compose_fakes import FakeComposer
from tests.desktop.inspector_fakes import FakeInspector
from tests.desktop.settings_fakes import (
    CHECKS,
    FakeBackups,
    FakeDataFolder,
    FakeSemantic,
    FakeSettings,
)
from tests.desktop.usage_fakes import FakeGaps, FakeUsage
from verbatim_desktop.answer.examples import Example
from verbatim_desktop.app.asking import Unkept
from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.domain.answers import (
    Answer,
    BorneOut,
    Citation,
    Claim,
    Confidence,
    DeepLink,
    Level,
    OpenedCitation,
    Outcome,
    SearchedTerm,
    Suggestion,
    TicketDraft,
    Timing,
    Verdict,
    Verification,
)
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    DocumentSummary,
    FileNote,
    IngestReport,
    IngestRequest,
    Mark,
    MarkKind,
    ParseMode,
    Section,
    Sentence,
    SourceInfo,
    SourceKind,
    SourceStatus,
    Span,
    UnfinishedReading,
)
from verbatim_desktop.domain.drift import Drift, DriftList, Rebinding
from verbatim_desktop.domain.errors import NotFound, UsageError
from verbatim_desktop.domain.events import AskEvent
from verbatim_desktop.domain.feedback import Feedback, Judgement
from verbatim_desktop.domain.headings import Heading
from verbatim_desktop.domain.health import Check, LibrarySummary
from verbatim_desktop.domain.models import ModelSettings, ProviderName, ProviderSettings
from verbatim_desktop.domain.retrieval import (
    Filters,
    Ranking,
    ScoreBreakdown,
    ScoredSection,
    SectionRef,
    Term,
    TermOrigin,
)
from verbatim_desktop.domain.support import ClaimSupport
from verbatim_desktop.domain.workspaces import DeletedWorkspace, WorkspaceInfo, WorkspaceManifest
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.retrieve.synonyms import parse_synonyms

HEADING, PARAGRAPH, ITEM = BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM
ROW, CODE = BlockKind.TABLE_ROW, BlockKind.CODE


def table_row(*cells: str, header: bool = False) -> Block:
    text = " | ".join(cells)
    spans, at = [], 0
    for cell in cells:
        spans.append((at, at + len(cell)))
        at += len(cell) + 3
    return Block(ROW, text, table=1, header=header, cells=tuple(spans))


def marked(text: str, *bold: str, code: str = "", link: tuple[str, str] | None = None) -> Block:
    marks = [Mark(MarkKind.STRONG, text.index(one), text.index(one) + len(one)) for one in bold]
    if code:
        marks.append(Mark(MarkKind.CODE, text.index(code), text.index(code) + len(code)))
    if link:
        at = text.index(link[0])
        marks.append(Mark(MarkKind.LINK, at, at + len(link[0]), link[1]))
    return Block(PARAGRAPH, text, marks=tuple(marks))


BLOCKS = (
    Block(HEADING, "Rollbacks", level=1, anchor="rollbacks"),
    marked("A rollback puts an earlier release back in front of your users."),
    Block(HEADING, "Undo a release", level=2, anchor="undo-a-release"),
    replace(
        marked("Open Releases, choose the release and select Roll back.", "Releases", "Roll back"),
        kind=ITEM,
        list_depth=1,
        list_marker="1.",
    ),
    Block(ITEM, "Check the environment, then confirm.", list_depth=1, list_marker="2."),
    marked(
        "Harbor starts the earlier build again and moves traffic to it without rebuilding, "
        "usually in under a minute. The release you leave stays in the list 😀, so you can roll "
        "forward to it later."
    ),
    marked("From a terminal, name the release with --to. See states.", code="--to",
           link=("states", "./release-states.mdx#paused")),
    Block(CODE, "$ harbor rollback --to rel_2041\nrel_2041 is healthy", language="bash"),
    Block(PARAGRAPH, "You need the Deploy role on the environment.", quote_depth=1),
    Block(HEADING, "What a rollback does not undo", level=2, anchor="not-undone"),
    marked("A rollback does not touch the database: migrations that already ran stay applied."),
    table_row("Part of the release", "Goes back?", header=True),
    table_row("Build, start command, routes", "Yes"),
    table_row("Database schema and rows", "No"),
    Block(PARAGRAPH, "Only shown in the other tab.", context=("Self-hosted",), collapsed=True),
    marked("The end. Read the web or run it.", link=("the web", "https://harbor.example/x")),
)  # fmt: skip

SENTENCES = (
    Sentence(1, 0, len(BLOCKS[1].text)),
    Sentence(3, 0, len(BLOCKS[3].text)),
    Sentence(5, 0, 108),
    Sentence(5, 109, len(BLOCKS[5].text)),
    Sentence(10, 0, len(BLOCKS[10].text)),
    Sentence(13, 0, len(BLOCKS[13].text)),
)
SECTIONS = (
    Section(0, "", ("rollbacks",), ("Rollbacks",), 0, 2),
    Section(1, "undo-a-release", ("undo-a-release",), ("Rollbacks", "Undo a release"), 2, 9),
    Section(
        2,
        "not-undone",
        ("not-undone",),
        ("Rollbacks", "What a rollback does not undo"),
        9,
        len(BLOCKS),
    ),
)
PAGE = Document(
    source="harbor",
    kind=SourceKind.DOCS,
    path="deploy/rollbacks.mdx",
    route="/docs/deploy/rollbacks",
    identity="harbor/docs/deploy/rollbacks",
    title="Rollbacks",
    fingerprint="f1",
    mode=ParseMode.MDX,
    url="https://harbor.example/docs/deploy/rollbacks",
    files=("deploy/rollbacks.mdx",),
    blocks=BLOCKS,
    sentences=SENTENCES,
    sections=SECTIONS,
)
OTHER = replace(
    PAGE,
    path="deploy/release-states.mdx",
    route="/docs/deploy/release-states",
    identity="harbor/docs/deploy/release-states",
    title="Release states",
    blocks=(
        Block(HEADING, "Release states", level=1, anchor="release-states"),
        Block(HEADING, "Paused", level=2, anchor="paused"),
        Block(PARAGRAPH, "A paused release serves nobody."),
    ),
    sentences=(Sentence(2, 0, 31),),
    sections=(Section(0, "paused", ("release-states", "paused"), ("Release states",), 0, 3),),
)

INFO = SourceInfo("harbor", SourceKind.DOCS, ParseMode.MDX, "/srv/harbor/docs", reason="MDX pages")
NOW = "2026-11-30T09:12:00+00:00"
REPORT = IngestReport(
    "harbor", documents=2, added=2, sections=4, sentences=7, seconds=1.8,
    changed_paths=("deploy/rollbacks.mdx", "deploy/release-states.mdx"),
)  # fmt: skip


def citation(marker: int, sentence: int, status: Verdict = Verdict.VERIFIED) -> Citation:
    place = SENTENCES[sentence]
    section = PAGE.section_of_block(place.block)
    return Citation(
        marker=marker,
        source="harbor",
        path=PAGE.path,
        route=PAGE.route,
        identity=PAGE.identity,
        fingerprint="f1",
        anchor=PAGE.anchor_above(place.block),
        heading_path=section.heading_path,
        quote=PAGE.text_of(place),
        spans=(Span(PAGE.path, 0, 10),),
        url=f"{PAGE.url}#{section.anchor}",
        status=status,
    )


def ranked(ordinal: int, score: int) -> ScoredSection:
    section = SECTIONS[ordinal]
    ref = SectionRef(
        1, ordinal, "harbor", PAGE.path, PAGE.route, section.anchor, section.anchors,
        section.heading_path, section.first_block, section.last_block,
    )  # fmt: skip
    return ScoredSection(ref, ScoreBreakdown(frequency=score))


CITATIONS = tuple(citation(number + 1, number + 1) for number in range(5))
TEXT = (
    "Open Releases, choose the release and select Roll back. [1] Harbor starts the earlier build "
    "again and moves traffic to it without rebuilding, usually in under a minute. [2] The release "
    "you leave stays in the list 😀, so you can roll forward to it later. [3]\n\nA rollback does "
    "not touch the database: migrations that already ran stay applied. [4] Database schema and "
    "rows | No [5]"
)
HIGH = Confidence(
    Level.HIGH,
    0.91,
    (
        "All 4 key words are covered.",
        "The best section scores 1.6 times the next page.",
        "Nothing important is missing.",
    ),
)
LOW = Confidence(Level.LOW, 0.12, ("“Osaka” is nowhere in the library.",))
ANSWER = Answer(
    id="1204",
    question="How do I undo a release?",
    outcome=Outcome.ANSWER,
    route="direct",
    confidence=HIGH,
    text=TEXT,
    claims=(Claim(CITATIONS[0].quote, (1,)),),
    citations=CITATIONS,
    ranked=(ranked(1, 14020), ranked(2, 11370)),
    terms=(),
    suggested=(Suggestion("Release states", "harbor", OTHER.path, OTHER.route, "paused"),),
    timing=Timing(retrieval=38.0, total=38.0),
    workspace="default",
    generation=47,
    asked_at=NOW,
)
TICKET = TicketDraft(
    title="Dedicated outbound address in Osaka, kept across a plan change",
    summary="A customer wants one fixed address in Osaka. The documentation says nothing on it.",
    searched=("outbound: 14 sections (also: egress)", "osaka: nowhere"),
    next_information=("Which plan is the project on today?", "Who checks the address?"),
    citations=CITATIONS[:3],
    confidence=LOW,
    scores=(5.16, 3.08, 2.41),
    terms=(
        SearchedTerm("outbound", TermOrigin.TYPED, 14, (Term("egress", TermOrigin.SYNONYM, 0.4),)),
        SearchedTerm("osaka", TermOrigin.TYPED, 0),
    ),
)
UNANSWERED = replace(
    ANSWER,
    id="1205",
    question="Can we pin a project to an IP in Osaka?",
    outcome=Outcome.TICKET,
    confidence=LOW,
    text="",
    claims=(),
    citations=(),
    suggested=(),
    ticket=TICKET,
)


class FakeReadings:
    """Remembers what is watched; changes come when the test says so."""

    def __init__(self) -> None:
        self.left: list[UnfinishedReading] = []
        self.names: set[str] = set()
        self.forgotten: list[str] = []
        self.saves: dict[str, queue.Queue[bool]] = {}

    def unfinished(self) -> tuple[UnfinishedReading, ...]:
        return tuple(self.left)

    def forget(self, name: str) -> None:
        self.forgotten.append(name)

    def watched(self) -> frozenset[str]:
        return frozenset(self.names)

    def watch(self, name: str, on: bool) -> None:
        (self.names.add if on else self.names.discard)(name)

    def changes(self, locations: Sequence[str], stop: Cancellation) -> Iterator[None]:
        saves = self.saves.setdefault(locations[0], queue.Queue())
        stop.listen(lambda: saves.put(False))
        while saves.get():
            yield


class FakeAudit:
    """Citations that drifted, what was bound anew, and exports that are a name and a format."""

    def __init__(self) -> None:
        self.drifts: list[Drift] = []
        self.bound: list[Drift] = []
        self.as_is: list[Drift] = []
        self.evidence: dict[str, BorneOut] = {}
        self.claims: list[str] = []

    def borne_out(self, claim: str) -> BorneOut:
        self.claims.append(claim)
        closest = replace(CITATIONS[1], marker=0)
        nothing = ClaimSupport(claim, False, (), ("overnight",), "Nothing says “overnight”.")
        return self.evidence.get(claim, BorneOut(nothing, (closest,)))

    def drift(self) -> tuple[Drift, ...]:
        return tuple(self.drifts)

    def drift_list(self) -> DriftList:
        return DriftList(self.drift(), 1_046)

    def drift_count(self) -> int:
        return len(self.drifts)

    def rebind(self, ids: Sequence[str]) -> tuple[Rebinding, ...]:
        self.bound += [one for one in self.drifts if one.id in ids]
        self.drifts = [one for one in self.drifts if one.id not in ids]
        return tuple(
            Rebinding(
                one.id, one.kept.origin, one.kept.owner, one.kept.key, one.kept.citation,
                one.proposed or one.kept.citation, NOW,
            )
            for one in self.bound
            if one.id in ids
        )  # fmt: skip

    def keep_as_is(self, ids: Sequence[str]) -> None:
        self.as_is = [one for one in self.drifts if one.id in ids]
        self.drifts = [one for one in self.drifts if one.id not in ids]

    def list_again(self, ids: Sequence[str]) -> None:
        self.drifts += [one for one in self.as_is if one.id in ids]

    def undo_rebind(self, ids: Sequence[str]) -> tuple[str, ...]:
        back = [one for one in self.bound if one.id in ids]
        self.drifts += back
        return tuple(one.id for one in back)

    def deep_link(self, citation: Citation) -> DeepLink:
        words = citation.quote.split()[0]
        return DeepLink(f"{citation.url}:~:text={words}", exact=True)

    def record(self, answer_id: str) -> str:
        if answer_id == "lost":
            raise NotFound("There is no answer lost.")
        return answer_id

    def export(self, record: str, format: str) -> bytes:
        return f"{record} as {format}".encode()


class FakeModels(FakeSettings):
    """Nobody writes until a test says who."""

    def __init__(self) -> None:
        super().__init__()
        self.writer = ProviderSettings(ProviderName.NONE)
        self.error: Exception | None = None

    def chosen(self) -> ProviderSettings:
        if self.error is not None:
            raise self.error
        return self.writer

    def settings(self) -> ModelSettings:
        if self.error is not None:
            raise self.error
        if self.writer.name is ProviderName.NONE:
            return super().settings()
        return ModelSettings(self.writer.name, (self.writer,))


class FakeWorkspaces:
    """Workspaces by name; what was done to them is remembered."""

    def __init__(self) -> None:
        self.names = {"default": 2, "shop": 12}
        self.trash: dict[str, tuple[str, int]] = {}
        self.done: list[tuple[str, ...]] = []

    def list(self) -> tuple[WorkspaceInfo, ...]:
        return tuple(WorkspaceInfo(name, 1, pages) for name, pages in sorted(self.names.items()))

    def create(self, name: str) -> None:
        if name in self.names:
            raise UsageError(f"There is a workspace “{name}” already.")
        self.names[name] = 0

    def rename(self, name: str, new_name: str) -> None:
        self.names[new_name] = self.names.pop(name)

    def delete(self, name: str) -> DeletedWorkspace:
        self.trash["t1"] = (name, self.names.pop(name))
        return DeletedWorkspace("t1", *self.trash["t1"])

    def deleted(self) -> tuple[DeletedWorkspace, ...]:
        return tuple(DeletedWorkspace(token, *gone) for token, gone in self.trash.items())

    def purge(self) -> tuple[str, ...]:
        gone = tuple(name for name, _pages in self.trash.values())
        self.trash.clear()
        return gone

    def restore(self, token: str, name: str = "") -> str:
        own, pages = self.trash.pop(token)
        self.names[name or own] = pages
        return name or own

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        self.done.append(("export", name, target.name))
        return WorkspaceManifest(1, name, "0002", "a" * 64, 10, 1, self.names[name], NOW)

    def import_from(self, source: Path, name: str = "") -> str:
        self.done.append(("import", source.name, name))
        taken = name or "handed over"
        self.names[taken] = 5
        return taken


class FakeExamples:
    """Two questions to try; the first one holds."""

    def __init__(self) -> None:
        self.tried: list[str] = []
        self.kept: tuple[str, ...] | None = None

    def known(self) -> tuple[str, ...] | None:
        return self.kept

    def candidates(self) -> tuple[Example, ...]:
        pages = ("lantern-docs/a", "lantern-docs/b")
        questions = ("How do I undo a release?", "How do I define a zone?")
        return tuple(Example(one, page) for one, page in zip(questions, pages, strict=True))

    def holds(self, example: Example) -> bool:
        self.tried.append(example.question)
        return "undo" in example.question

    def keep(self, questions: Sequence[str]) -> None:
        self.kept = tuple(questions)


class FakeVerbatim:
    """Answers as the real one does, from what stands above."""

    workspace = "default"

    def __init__(self, *, empty: bool = False) -> None:
        self.pages: dict[int, Document] = {} if empty else {1: PAGE, 2: OTHER}
        self.error: Exception | None = None
        self.asked: list[tuple[str, Filters]] = []
        self.answers_kept: list[Answer] = []
        self.keeping: dict[str, str] = {}  # what keeping makes of an answer
        self.replies: dict[str, Answer] = {}
        self.kept: dict[str, Answer] = {ANSWER.id: ANSWER}
        self.removed: list[str] = []
        self.readings = FakeReadings()
        self.audit = FakeAudit()
        self.composer = FakeComposer(CITATIONS)
        self.own_synonyms: str | None = None
        self.followed: list[str] = []
        self.workspaces = FakeWorkspaces()
        self.inspector = FakeInspector()
        self.liked: list[tuple[int, int]] = []
        self.generation = 47
        self.models = FakeModels()
        self.writers: list[str] = []
        #: What a model does, where one writes.
        self.script: Callable[[Callable[[AskEvent], None], Cancellation], Answer] | None = None
        self.usage = FakeUsage()
        self.gaps = FakeGaps()
        self.examples = FakeExamples()
        self.semantic = FakeSemantic()
        self.backups = FakeBackups()
        self.data_folder = FakeDataFolder()
        self.said: dict[str, Feedback] = {}

    def _check(self) -> None:
        if self.error is not None:
            raise self.error

    def library_summary(self) -> LibrarySummary:
        self._check()
        if not self.pages:
            return LibrarySummary("default", 0, 0, 0, 0, "")
        return LibrarySummary("default", 1, len(self.pages), 4, self.generation, NOW)

    def sources(self) -> tuple[SourceStatus, ...]:
        if not self.pages:
            return ()
        return (SourceStatus(INFO, len(self.pages), 4, 0, NOW, REPORT),)

    def docs(self, source: str = "") -> tuple[DocumentSummary, ...]:
        return tuple(
            DocumentSummary(
                number, page.identity, page.source, page.kind, page.path, page.route, page.title,
                len(page.sections), page.fingerprint,
            )
            for number, page in self.pages.items()
        )  # fmt: skip

    def document(self, document_id: int) -> Document:
        return self.pages[document_id]

    def doc(self, name: str) -> Document:
        for page in self.pages.values():
            if name in (page.identity, page.route, page.path):
                return page
        raise NotFound(f"No page is named {name}.")

    def guess(self, location: str) -> SourceInfo:
        self._check()
        return replace(INFO, name="guides", root=location, reason="9 of 9 pages are MDX.")

    def more_like(
        self,
        document_id: int,
        ordinal: int,
        limit: int = 10,
        filters: Filters = Filters(),  # noqa: B008
    ) -> Ranking:
        self.liked.append((document_id, ordinal))
        return self.inspector.rank("like this", limit, filters)

    def headings(self) -> tuple[Heading, ...]:
        return tuple(
            Heading(section.heading_path, page.source, page.route.lstrip("/"), section.anchor)
            for page in self.pages.values()
            for section in page.sections
        )

    def feedback(self, answer_id: str, judgement: Judgement, note: str = "") -> Feedback:
        self._check()
        said = Feedback(answer_id, ANSWER.question, judgement, note, NOW, "high")
        self.said[answer_id] = said
        return said

    def feedback_on(self, answer_id: str) -> Feedback | None:
        return self.said.get(answer_id)

    def feedbacks(self) -> tuple[Feedback, ...]:
        return tuple(self.said.values())

    def withdraw_feedback(self, answer_id: str) -> None:
        self.said.pop(answer_id, None)

    def find_answer(
        self,
        question: str,
        filters: Filters,
        provider: str,
        follows: str,
        *,
        deliver: Callable[[AskEvent], None],
        cancellation: Cancellation,
    ) -> Unkept:
        found = self._found(question, filters, provider, follows, deliver, cancellation)
        return Unkept(found, found.provider, "")

    def keep_answer(self, found: Unkept) -> Answer:
        self.answers_kept.append(found.answer)
        return replace(found.answer, **self.keeping)

    def _found(
        self,
        question: str,
        filters: Filters,
        provider: str,
        follows: str,
        deliver: Callable[[AskEvent], None],
        cancellation: Cancellation,
    ) -> Answer:
        self.asked.append((question, filters))
        self.followed.append(follows)
        self.writers.append(provider)
        self._check()
        if self.script is not None:
            return self.script(deliver, cancellation)
        answer = self.replies.get(question, UNANSWERED if "Osaka" in question else ANSWER)
        return replace(answer, question=question)

    def ticket(self, question: str, filters: Filters = Filters()) -> TicketDraft:  # noqa: B008
        return TICKET

    def render_ticket(self, ticket: TicketDraft, format: str) -> str:
        return f"{format}: {ticket.title}; {'; '.join(ticket.next_information)}"

    def open_citation(self, citation: Citation) -> OpenedCitation:
        for block, one in enumerate(PAGE.blocks):
            at = one.text.find(citation.quote)
            if at >= 0:
                found = Verification(citation.status, "found once")
                end = at + len(citation.quote)
                return OpenedCitation(citation, found, PAGE, 1, block, at, end)
        gone = Verification(Verdict.ABSENT, "not found in the library any more")
        return OpenedCitation(citation, gone, PAGE, 1)

    def answers(self, limit: int = 50) -> Sequence[Answer]:
        return tuple(self.kept.values())

    def answer(self, answer_id: str) -> Answer:
        if answer_id not in self.kept:
            raise NotFound(f"There is no answer {answer_id}.")
        return self.kept[answer_id]

    def synonyms(self) -> tuple[str, bool]:
        return self.own_synonyms or "env, environment variable\n", self.own_synonyms is not None

    def check_synonyms(self, text: str) -> tuple[FileNote, ...]:
        return parse_synonyms(text).problems

    def save_synonyms(self, text: str | None) -> None:
        self._check()
        self.own_synonyms = text

    def doctor(self) -> tuple[Check, ...]:
        return CHECKS

    def remove_source(self, name: str) -> None:
        self.removed.append(name)
        self.pages = {}


class FakeRun(IngestRun):
    """Reads nothing until the test says what was read."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[IngestRequest] = []
        self.stops = 0

    def _begin(self, request: IngestRequest) -> None:
        self.begun.append(request)

    def _stop(self) -> None:
        self.stops += 1

    def step(self, step) -> None:
        self._stepped(step)

    def finish(self, report: IngestReport) -> None:
        self._done(report)

    def fail(self, error: Exception) -> None:
        self._failed(error)
