"""Everything kept that cites: answers, replies, checked macros, golden questions; read and rebound.

One list over all of them, so that what changed is looked for once and in one way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from verbatim_desktop.domain.answers import Citation, TicketDraft, Verdict
from verbatim_desktop.domain.drift import DriftOrigin, KeptCitation
from verbatim_desktop.domain.errors import LibraryDamaged, NotFound
from verbatim_desktop.domain.evaluation import Target
from verbatim_desktop.domain.inspection import GoldenEntry, GoldenSet
from verbatim_desktop.domain.plain import Plain, from_plain, to_plain
from verbatim_desktop.domain.replies import AnsweredQuestion, ReplyDraft
from verbatim_desktop.ports import Kept, Library
from verbatim_desktop.workflows.golden_sets import SETS
from verbatim_desktop.workflows.keep_replies import DRAFTS
from verbatim_desktop.workflows.rewrite_link import rewrite_link

MACROS = "macros"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MacroCitation:
    """One link of a checked file, as `verify` keeps it."""

    line: int
    target: str
    quote: str
    verdict: Verdict = Verdict.VERIFIED
    fingerprint: str = ""
    anchor: str | None = None  # None in older lists

    @property
    def place(self) -> tuple[str, str]:
        """The page and the anchor of the target."""
        if self.anchor is None:
            page, _, anchor = self.target.partition("#")
            return page, anchor
        return self.target.removesuffix(f"#{self.anchor}"), self.anchor


@dataclass(frozen=True, slots=True)
class Macro:
    file: str
    citations: tuple[MacroCitation, ...] = ()


def kept_citations(library: Library) -> Iterator[KeptCitation]:
    """Every kept citation. Raises LibraryDamaged where a kept value cannot be read."""
    for answer, question, citations in library.cited_answers():
        for citation in citations:
            yield _kept(DriftOrigin.ANSWER, answer, str(citation.marker), question, citation)
    for name, draft in _read_all(library, DRAFTS, ReplyDraft):
        for citation in draft.citations:
            yield _kept(DriftOrigin.REPLY, name, str(citation.marker), draft.subject, citation)
    for name, macro in _read_all(library, MACROS, Macro):
        for number, item in enumerate(macro.citations):
            yield _kept(DriftOrigin.MACRO, name, str(number), _at(macro, item), _cited(item))
    for name, golden in _read_all(library, SETS, GoldenSet):
        for key, question, target in _targets(golden):
            title = f"{golden.name}: {question.question}"
            yield _kept(DriftOrigin.GOLDEN, name, key, title, _place(target.doc, target.anchor))


def bind(library: Library, kept: KeptCitation, citation: Citation) -> None:
    """Put a citation in the place of a kept one; of a macro, in its file as well.

    Raises NotFound where its owner is gone, UsageError where its file cannot be changed.
    """
    match kept.origin:
        case DriftOrigin.ANSWER:
            answer = library.answer(kept.owner)
            changed = _each(answer.citations, kept.key, citation)
            ticket = _ticket(answer.ticket, kept.key, citation)
            library.keep_answer(replace(answer, citations=changed, ticket=ticket))
        case DriftOrigin.REPLY:
            draft = _read(DRAFTS, _require(library, DRAFTS, kept), ReplyDraft)
            library.keep(DRAFTS, kept.owner, to_plain(_in_reply(draft, kept.key, citation)))
        case DriftOrigin.MACRO:
            value = _require(library, MACROS, kept).value
            _rewrite(value, int(kept.key), citation)
            library.keep(MACROS, kept.owner, _in_macro(value, int(kept.key), citation))
        case DriftOrigin.GOLDEN:
            value = _require(library, SETS, kept).value
            library.keep(SETS, kept.owner, _in_golden(value, kept.key, citation))


# --- Reading -------------------------------------------------------------------------------------


def _kept(
    origin: DriftOrigin, owner: str, key: str, title: str, citation: Citation
) -> KeptCitation:
    return KeptCitation(_id(origin, owner, key), origin, owner, key, title, citation)


def _id(origin: DriftOrigin, owner: str, key: str) -> str:
    """Short, and the same as long as the citation is kept in its place."""
    return hashlib.sha256(f"{origin}\0{owner}\0{key}".encode()).hexdigest()[:10]


def _read_all(library: Library, kind: str, shape: type[T]) -> Iterator[tuple[str, T]]:
    for kept in library.kept(kind):
        yield kept.name, _read(kind, kept, shape)


def _read(kind: str, kept: Kept, shape: type[T]) -> T:
    try:
        return from_plain(shape, kept.value)
    except ValueError as error:
        raise LibraryDamaged(f"What is kept as {kind} “{kept.name}” cannot be read.") from error


def _require(library: Library, kind: str, kept: KeptCitation) -> Kept:
    found = library.kept_as(kind, kept.owner)
    if found is None:
        raise NotFound(f"“{kept.owner}” is not kept any more.")
    return found


def _at(macro: Macro, item: MacroCitation) -> str:
    return f"{macro.file}, line {item.line}"


def _cited(item: MacroCitation) -> Citation:
    return replace(
        _place(*item.place),
        quote=item.quote,
        fingerprint=item.fingerprint,
        status=item.verdict,
    )


def _place(identity: str, anchor: str) -> Citation:
    """A citation of a page, or of a heading of it, with no quote."""
    return Citation(0, "", "", "", identity, "", anchor, (), "", ())


def _targets(golden: GoldenSet) -> Iterator[tuple[str, GoldenEntry, Target]]:
    for question in golden.questions:
        for number, target in enumerate(question.relevant):
            yield f"{question.id}/{number}", question, target


# --- Writing back --------------------------------------------------------------------------------


def _each(citations: tuple[Citation, ...], marker: str, new: Citation) -> tuple[Citation, ...]:
    return tuple(new if str(old.marker) == marker else old for old in citations)


def _ticket(ticket: TicketDraft | None, marker: str, new: Citation) -> TicketDraft | None:
    return ticket and replace(ticket, citations=_each(ticket.citations, marker, new))


def _in_reply(draft: ReplyDraft, marker: str, new: Citation) -> ReplyDraft:
    def changed(question: AnsweredQuestion) -> AnsweredQuestion:
        ticket = _ticket(question.ticket, marker, new)
        return replace(question, citations=_each(question.citations, marker, new), ticket=ticket)

    return replace(
        draft,
        citations=_each(draft.citations, marker, new),
        questions=tuple(map(changed, draft.questions)),
    )


def _in_macro(value: Plain, number: int, new: Citation) -> Plain:
    """The list of a checked file with one link changed, and all else that it holds as it was."""
    old = value["citations"][number]
    item = old | {
        "target": new.target,
        "anchor": new.anchor,
        "written": new.target,
        "quote": new.quote,
        "verdict": new.status.value,
        "fingerprint": new.fingerprint,
    }
    return value | {"citations": _with(value["citations"], number, item)}


def _rewrite(value: Plain, number: int, new: Citation) -> None:
    """Change the link in the file itself: a list that says otherwise than its file is no use."""
    old = value["citations"][number]
    written = (old.get("written") or old["target"], old["quote"])
    rewrite_link(Path(value["file"]), old["line"], written, (new.target, new.quote))


def _in_golden(value: Plain, key: str, new: Citation) -> Plain:
    wanted, _, place = key.rpartition("/")
    target = {"doc": new.identity, "anchor": new.anchor}

    def changed(question: Plain) -> Plain:
        if str(question["id"]) != wanted:
            return question
        relevant = question["relevant"]
        number = int(place)
        return question | {"relevant": _with(relevant, number, relevant[number] | target)}

    return value | {"questions": [changed(question) for question in value["questions"]]}


def _with(items: list[Plain], number: int, item: Plain) -> list[Plain]:
    return [*items[:number], item, *items[number + 1 :]]
