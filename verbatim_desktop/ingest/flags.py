"""Recognise what limits a passage: deprecated, removed, a version, a tier, internal use.

Only plain statements about the passage itself count: a heading's mark, a notice, a status cell, a
history or tier note. A sentence that merely mentions a deprecation is not flagged; a missed flag
costs less than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verbatim_desktop.domain.documents import BlockKind, Flag, FlagKind, SourceInfo
from verbatim_desktop.ingest.parse.drafts import Draft, unique
from verbatim_desktop.ingest.parse.front_matter import FrontMatter

_HINT = re.compile(
    r"deprecat|remov|introduc|tier|status|offering|only|added in|experimental|beta", re.IGNORECASE
)
_PRODUCT = r"(?:[A-Z][\w.]*(?: [A-Z][\w.]*){0,3} )?(?:[Vv]ersion )?"
_NUMBER = r"v?\d+(?:\.\d+)*(?:\.x)?\+?"

_RELEASE = r"v\d+(?:\.\d+)*|\d+(?:\.\d+)+"
_STATUS_HEAD = re.compile(r"status|state|stage|lifecycle|support|availab|deprecat")
_TEXT_HEAD = re.compile(r"descri|detail|note|comment|change")

_HEADING_MARK = re.compile(
    r"[(\[](?P<mark>deprecated|removed)(?P<more>[^)\]]{0,60})[)\]]\s*\Z"
    r"|\A\s*(?P<first>deprecated|removed):"
    r"|[-–—:]\s*(?P<last>deprecated|removed)\s*\Z",
    re.IGNORECASE,
)
_HEADING_STATE = re.compile(r"[(\[](experimental|beta|alpha|preview)[)\]]\s*\Z", re.IGNORECASE)
_TIER_BADGE = re.compile(
    r"[\[(](?P<tier>starter|premium|ultimate|silver|gold|bronze|enterprise)"
    r"(?: only| edition(?: only)?)?[\])]",
    re.IGNORECASE,
)
_NOTE_LEAD = re.compile(
    r"\A(?:(?:important |deprecation )?(?:note|notes|warning|notice):?\s+)?", re.I
)
_HISTORY = re.compile(
    rf"(?P<verb>introduced|added|deprecated|removed|available)(?: as an? [\w -]{{3,30}})?"
    rf"(?: and \w+)? (?:in|since|from) (?P<where>{_PRODUCT}{_NUMBER})",
    re.IGNORECASE,
)
_NOTICE = re.compile(r"\Adeprecated\b(?:[.:!]|\s*\Z| in favor| since| in )", re.IGNORECASE)
_SELF = (
    r"(?:this|the following) (?:[\w/-]+ ){0,4}"
    r"(?:feature|option|setting|api|endpoint|function|method|class|component|prop|property|"
    r"parameter|field|page|plugin|command|flag|chart|version|release|package|tool|executor|guide|"
    r"suffix)s?"
)
_SELF_DEPRECATED = re.compile(
    rf"\A{_SELF} (?:is|are|was|were|has been|have been) (?:now )?"
    rf"(?P<what>deprecated|removed)(?P<more>(?:[^.;]|\.(?=\w)){{0,60}})",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\A(?:this (?:[\w-]+ ){0,2}\w+ is )?(?:only available|available only)"
    r" (?:in|for|to|on|with) (?:the |an? )?"
    r"(?P<tier>(?:[A-Z][\w.+-]*)(?:[ ,]+(?:and |or )?[A-Z][\w.+-]*)*)",
    re.IGNORECASE,
)
_ONLY_NAMES = re.compile(r"enterprise|premium|ultimate|starter|\bpro\b|business|team|\bEE\b", re.I)
_TIER_FIRST = re.compile(
    r"\A(?:GitLab )?(?P<tier>enterprise|premium|ultimate|starter|business)"
    r"(?: edition| plan)? only\b",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\A(tier|status|offering|add-on)s?:\s*(.+)\Z", re.IGNORECASE | re.DOTALL)


def add_flags(drafts: Sequence[Draft]) -> tuple[Flag, ...]:
    """Flag each draft, and return what holds for the whole page.

    A heading's mark holds for its part of the page; a note right under a heading too. A note
    above the first section holds for the page.
    """
    page: list[Flag] = []
    open_flags: list[tuple[int, list[Flag]]] = []
    level, leading, header = 0, True, ()
    for draft in drafts:
        if draft.kind is BlockKind.HEADING:
            level, leading = draft.level, True
            while open_flags and open_flags[-1][0] >= level:
                open_flags.pop()
            open_flags.append((level, _heading_flags(draft)))
            if level == 1:
                page += open_flags[-1][1]
        elif draft.kind is BlockKind.TABLE_ROW:
            header = _cells(draft) if draft.header else header
            draft.flags += _row_flags(draft, header)
            leading = False
        elif draft.kind is not BlockKind.RULE:
            leading = _flag_note(draft, leading, level, open_flags, page)
        _inherit(draft, open_flags)
    return unique(page)


def _flag_note(
    draft: Draft,
    leading: bool,
    level: int,
    open_flags: list[tuple[int, list[Flag]]],
    page: list[Flag],
) -> bool:
    """Flag a paragraph; as a note that opens its part of the page, let it hold for all of it."""
    flags = _prose_flags(draft)
    note = draft.kind is BlockKind.META or bool(flags and (draft.quote_depth or draft.context))
    draft.flags += flags
    if leading and note and flags:
        if level <= 1:
            page += flags
        elif open_flags:
            open_flags[-1][1].extend(flags)
    return leading and note


def _inherit(draft: Draft, open_flags: Sequence[tuple[int, list[Flag]]]) -> None:
    for level, flags in open_flags:
        if level > 1:
            draft.flags += flags


def _heading_flags(draft: Draft) -> list[Flag]:
    text = draft.rendered.text
    flags: list[Flag] = []
    if match := _HEADING_MARK.search(text):
        word = (match["mark"] or match["first"] or match["last"]).lower()
        flags.append(_state(word, (match["more"] or "").strip(" ,;")))
    elif any(alias.strip().lower() == "deprecated" for alias in draft.aliases):
        flags.append(_state("deprecated", ""))
    if match := _HEADING_STATE.search(text):
        flags.append(Flag(FlagKind.VERSION, match.group(1).lower()))
    if match := _TIER_BADGE.search(text):
        flags.append(Flag(FlagKind.TIER, match["tier"].capitalize()))
    return flags


def _state(word: str, more: str) -> Flag:
    kind = FlagKind.REMOVED if word == "removed" else FlagKind.DEPRECATED
    return Flag(kind, f"{word} {more}".strip())


def _cells(draft: Draft) -> tuple[str, ...]:
    return tuple(draft.rendered.text[start:end].strip() for start, end in draft.cells)


def _row_flags(draft: Draft, header: Sequence[str]) -> list[Flag]:
    """A status cell says "Deprecated"; a history row names its version."""
    cells = _cells(draft)
    if draft.header or not cells:
        return []
    flags: list[Flag] = []
    heads = [head.lower() for head in header] + [""] * len(cells)
    for index, (cell, head) in enumerate(zip(cells, heads, strict=False)):
        if cell.lower() in ("deprecated", "removed") and _STATUS_HEAD.search(head):
            flags.append(_state(cell.lower(), ""))
        elif index == 0 or _TEXT_HEAD.search(head):
            marked = _NOTICE.match(cell) or _HEADING_MARK.search(cell)
            flags += [_state("deprecated", "")] if marked else []
    if heads[0] == "version" and re.fullmatch(_RELEASE, cells[0]):
        flags.append(Flag(FlagKind.VERSION, cells[0]))
    return flags


def _prose_flags(draft: Draft) -> list[Flag]:
    text = draft.rendered.text
    if draft.kind is BlockKind.CODE or not _HINT.search(text, 0, 400):
        return []
    if draft.kind is BlockKind.META and (field := _FIELD.match(text)):
        return _field_flags(field.group(1).lower(), field.group(2).strip())
    lead = _NOTE_LEAD.match(text)
    said = text[lead.end() if lead else 0 :]
    flags = _history_flags(draft, said)
    if not flags and _NOTICE.match(said):
        flags.append(_state("deprecated", ""))
    if match := _SELF_DEPRECATED.match(said):
        flags.append(_state(match["what"].lower(), match["more"].strip(" ,")))
    return [*flags, *_tier_flags(said)]


def _history_flags(draft: Draft, said: str) -> list[Flag]:
    """ "Introduced in 9.0" at the start of a note, or anywhere in a history block."""
    match = _HISTORY.search(said, 0, 300)
    if match is None or (draft.kind is not BlockKind.META and match.start() > 0):
        return []
    verb, where = match["verb"].lower(), match["where"].strip()
    if verb in ("deprecated", "removed"):
        return [_state(verb, f"in {where}")]
    return [Flag(FlagKind.VERSION, f"since {where}")]


def _tier_flags(said: str) -> list[Flag]:
    if match := _TIER_FIRST.match(said):
        return [Flag(FlagKind.TIER, f"{match['tier'].capitalize()} only")]
    match = _ONLY.match(said)
    if match and _ONLY_NAMES.search(match["tier"]):
        return [Flag(FlagKind.TIER, f"{match['tier'].rstrip('.')} only")]
    return []


def _field_flags(name: str, value: str) -> list[Flag]:
    """`Tier: Premium, Ultimate` limits; a list that begins with Free does not."""
    if name == "tier":
        free = any(part.strip().lower() in ("free", "core") for part in value.split(","))
        return [] if free else [Flag(FlagKind.TIER, value)]
    if name == "offering":
        return [Flag(FlagKind.TIER, f"{value} only")] if "," not in value else []
    if name == "status":
        general = value.lower().startswith("general")
        return [] if general else [Flag(FlagKind.VERSION, value)]
    return [Flag(FlagKind.TIER, value)]


def page_flags(info: SourceInfo, front: FrontMatter) -> tuple[Flag, ...]:
    """What front matter and the source say of the whole page."""
    flags: list[Flag] = []
    if info.internal or front.text("internal").lower() in ("true", "yes"):
        flags.append(Flag(FlagKind.INTERNAL))
    deprecated = front.text("deprecated")
    status = front.text("status", "state", "stability").lower()
    if deprecated.lower() not in ("", "false", "no") or status == "deprecated":
        detail = "" if deprecated.lower() in ("", "true", "yes") else deprecated
        flags.append(_state("deprecated", detail))
    if status in ("removed", "experimental", "beta", "alpha", "preview"):
        kind = FlagKind.REMOVED if status == "removed" else FlagKind.VERSION
        flags.append(Flag(kind, status))
    if version := front.text("version", "product_version"):
        flags.append(Flag(FlagKind.VERSION, version))
    if tier := front.text("tier", "plan"):
        flags.append(Flag(FlagKind.TIER, tier))
    return tuple(flags)
