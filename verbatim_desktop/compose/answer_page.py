"""An answer as a document that can be audited without the program: what was asked, what was found
and how it was ranked, what was answered, and what each sentence rests on, then and now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from verbatim_desktop.domain.answers import NO_PROVIDER, Answer, Claim, Contrast, Verdict, holds
from verbatim_desktop.domain.audit import AnswerRecord, CitationCheck
from verbatim_desktop.domain.pages import Facts, Heading, Lines, Page, Part, Prose, Quote, Table
from verbatim_desktop.domain.retrieval import SCORE_UNIT, Filters, ScoredSection
from verbatim_desktop.domain.support import Support
from verbatim_desktop.text import inline

SCORE_PARTS = ("frequency", "rarity", "phrase", "proximity", "heading", "length")
FOOTER = (
    "Called verified is what was found exactly once, inside one block, in the text of its source "
    "as it is rendered. Scores and confidence are computed from retrieval alone."
)
_SUPPORT = {
    Support.VERBATIM: "quoted word for word",
    Support.SUPPORTED: "supported by what it cites",
    Support.NOT_SUPPORTED: "not supported by what it cites",
    Support.UNCITED: "cites nothing",
}


def answer_page(record: AnswerRecord) -> Page:
    """The document of one kept answer."""
    return Page(record.answer.question, tuple(_parts(record)), FOOTER)


def verdict_word(verdict: Verdict) -> str:
    return verdict.value.replace("_", " ")


def _parts(record: AnswerRecord) -> Iterator[Part]:
    answer = record.answer
    yield Heading("Ticket draft" if answer.ticket else "Answer")
    yield Prose(answer.text or "No answer was given.")
    flagged = map(_flag, answer.claims)
    if notes := tuple(note for note in (*flagged, *answer.notes, answer.fallback) if note):
        yield Lines(notes)
    yield Heading("Confidence")
    level = answer.confidence
    yield Facts((("Level", f"{level.level.value} ({level.score:.2f} of 1)"),))
    if level.reasons:
        yield Lines(level.reasons)
    if answer.claims:
        yield Heading("Claims")
        yield _claims(answer.claims)
    yield Heading("Citations")
    yield from map(_citation, record.checks)
    if not record.checks:
        yield Prose("Nothing is cited.")
    yield from _contrasts(answer.contrasts)
    yield from _rebindings(record)
    yield Heading("Ranked sections")
    yield _ranking(answer.ranked)
    yield Heading("How it was made")
    yield Facts(tuple(_made(record)))


def _flag(claim: Claim) -> str:
    """What is to be read right below an answer that holds a sentence nothing bears out."""
    said = f"“{inline.plain(claim.text)}”"
    match claim.support:
        case Support.NOT_SUPPORTED:
            return " ".join(["Not supported:", said, *(lack.detail for lack in claim.lacking)])
        case Support.UNCITED:
            return f"Without a source: {said}"
        case _:
            return ""


def _claims(claims: Iterable[Claim]) -> Table:
    rows = tuple(
        (
            inline.plain(claim.text),
            " ".join(f"[{marker}]" for marker in claim.markers),
            _check(claim),
        )
        for claim in claims
    )
    return Table(("Sentence", "Cites", "Check"), rows)


def _check(claim: Claim) -> str:
    lacking = " ".join(lack.detail for lack in claim.lacking)
    return f"{_SUPPORT[claim.support]}: {lacking}" if lacking else _SUPPORT[claim.support]


def _citation(check: CitationCheck) -> Quote:
    cited = check.citation
    place = cited.target
    title = " \u203a ".join(cited.heading_path) or place
    spans = "; ".join(f"{span.path}, characters {span.start} to {span.end}" for span in cited.spans)
    facts = (
        ("Place", place),
        ("Address", cited.url),
        ("In the source", spans),
        ("Stands once as part of", cited.within),
        ("Hash of the page when cited", cited.fingerprint),
        ("Chosen by", "the model" if cited.origin.value == "model" else "the program"),
        ("Verdict when asked", verdict_word(cited.status)),
        ("Verdict now", f"{verdict_word(check.now.verdict)}. {check.now.detail}"),
        ("Quoted before it was bound anew", cited.rebound),
    )
    return Quote(
        title=f"[{cited.marker}] {title}",
        text=cited.quote,
        facts=tuple((name, value) for name, value in facts if value),
        verdict=verdict_word(check.now.verdict),
        good=holds(check.now.verdict, cited.status),
    )


def _contrasts(contrasts: Iterable[Contrast]) -> Iterator[Part]:
    lines = tuple(
        f"Another {contrast.kind}: "
        + "; ".join(f"{side.label} [{side.marker}]" for side in contrast.sides)
        for contrast in contrasts
    )
    if lines:
        yield Heading("Said differently")
        yield Lines(lines)


def _rebindings(record: AnswerRecord) -> Iterator[Part]:
    if record.rebindings:
        yield Heading("Bound anew by hand")
    for done in record.rebindings:
        yield Quote(
            title=f"[{done.before.marker}] before {done.at}",
            text=done.before.quote,
            facts=(
                ("Place", done.before.identity),
                ("Hash of the page when cited", done.before.fingerprint),
            ),
        )


def _ranking(ranked: Iterable[ScoredSection]) -> Table:
    rows = tuple(_row(rank, scored) for rank, scored in enumerate(ranked, 1))
    heads = ("Rank", "Section", "Score", *(name.capitalize() for name in SCORE_PARTS))
    return Table(heads, rows, numbers=(0, *range(2, 3 + len(SCORE_PARTS))))


def _row(rank: int, scored: ScoredSection) -> tuple[str, ...]:
    section = scored.section
    place = f"{section.source}/{section.route or section.path}"
    place += f"#{section.anchor}" if section.anchor else ""
    parts = (_points(getattr(scored.breakdown, name)) for name in SCORE_PARTS)
    return str(rank), place, _points(scored.score), *parts


def _points(score: int) -> str:
    return f"{score / SCORE_UNIT:.2f}"


def _made(record: AnswerRecord) -> Iterator[tuple[str, str]]:
    answer = record.answer
    facts = (
        ("Answer", answer.id),
        ("Asked", answer.asked_at),
        ("Workspace", record.workspace),
        ("Library", f"generation {answer.generation}, now {record.generation}"),
        ("Searched for", ", ".join(dict.fromkeys(term.text for term in answer.terms))),
        ("Also searched for", "; ".join(answer.rewritten)),
        ("Narrowed to", _narrowed(answer.filters)),
        ("Ranked by", answer.backend),
        ("Route", answer.route),
        ("Written by", _writer(answer)),
        ("Prompt hash", answer.prompt_hash),
        ("Markers that pointed at nothing", ", ".join(answer.dropped)),
        ("Methods then", _methods(answer.methods)),
        ("Methods now", _methods(record.methods)),
        ("Exported", record.at),
    )
    return ((name, value) for name, value in facts if value)


def _writer(answer: Answer) -> str:
    if answer.provider == NO_PROVIDER:
        return "no model: quoted passages"
    return f"{answer.provider}, {answer.model}" if answer.model else answer.provider


def _narrowed(filters: Filters) -> str:
    parts = [*filters.sources, *filters.globs, filters.kind, filters.version, filters.tier]
    parts += [f"since {filters.since}"] if filters.since else []
    return ", ".join(part for part in parts if part)


def _methods(methods: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in methods.items())
