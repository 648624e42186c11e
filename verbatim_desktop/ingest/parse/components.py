"""What JSX components, HTML elements and shortcodes mean for the text they enclose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from verbatim_desktop.domain.documents import MarkKind
from verbatim_desktop.ingest.parse.jsx import literal

Attributes = Mapping[str, str | None]

#: Elements whose inside is never text.
SILENT = frozenset({"script", "style", "svg", "template", "noscript", "head", "iframe", "object"})

_MARKS = {
    "code": MarkKind.CODE,
    "kbd": MarkKind.CODE,
    "samp": MarkKind.CODE,
    "var": MarkKind.CODE,
    "tt": MarkKind.CODE,
    "inlinecode": MarkKind.CODE,
    "b": MarkKind.STRONG,
    "strong": MarkKind.STRONG,
    "i": MarkKind.EMPHASIS,
    "em": MarkKind.EMPHASIS,
    "del": MarkKind.STRIKE,
    "s": MarkKind.STRIKE,
    "strike": MarkKind.STRIKE,
    "a": MarkKind.LINK,
    "link": MarkKind.LINK,
}

_NOTES = {
    "note": "Note",
    "tip": "Tip",
    "info": "Info",
    "warning": "Warning",
    "warn": "Warning",
    "caution": "Caution",
    "danger": "Danger",
    "important": "Important",
    "error": "Error",
    "callout": "Note",
    "admonition": "Note",
    "deprecated": "Deprecated",
    "pitfall": "Pitfall",
    "alert": "Alert",
    "example": "Example",
    "question": "Question",
    "attention": "Attention",
    "hint": "Hint",
    "success": "Success",
    "flag": "Flag",
    "disclaimer": "Disclaimer",
    "keyboard_tip": "Keyboard tip",
    "prerequisites": "Prerequisites",
    "goodtoknow": "Good to know",
}
_COLLAPSING = frozenset({"details", "accordion", "accordionitem", "collapse", "collapsible"})
_COLLAPSING_SUFFIX = ("details", "spoiler")
_TABS = frozenset({"tabs", "codetabs", "tabgroup", "codegroup"})
_TAB = frozenset({"tab", "tabitem", "codetab", "tabpanel", "tabs.tab", "tabscontent"})
_TITLES = ("title", "label", "summary", "heading", "header", "tab", "value", "name")
_SCHEME = re.compile(r"[\x00-\x20]*([A-Za-z][\w+.\-\x00-\x20]*):")
_NOT_SCHEME = re.compile(r"[\x00-\x20]")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_YES = frozenset({"check", "checkmark", "checkicon", "yes"})
_NO = frozenset({"cross", "crossmark", "crossicon", "xmark", "no"})
_ALT_WORDS = ("alt", "title", "label", "text", "caption", "aria-label", "description")
_ROUTERS = {"apponly": "app", "pagesonly": "pages"}
_CODE_NAME = re.compile(
    r"^(?:pre|(?:live|Live|Syntax)?Code(?:Block|Snippet|Example|Sample|Sandbox|Editor|Playground)?"
    r"|LiveCode\w*|SyntaxHighlighter|Sandpack|CodeMirror)$"
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a component does to its inside.

    router: the first route segment it belongs to. tabs, tab: it groups or is one tab.
    """

    title: str = ""
    collapsed: bool = False
    hidden: bool = False
    router: str = ""
    tabs: bool = False
    tab: bool = False
    code: bool = False
    alias: str = ""
    meta: str = ""


def text_of(value: str | None) -> str:
    """An attribute's text: as quoted, or the literal in braces, or "" for other expressions."""
    if not value:
        return ""
    if not value.startswith("{"):
        return " ".join(value.split())
    place = literal(value[1:-1])
    return " ".join(value[1:-1][slice(*place)].split()) if place else ""


def mark_of(name: str) -> MarkKind | None:
    """The formatting an inline element stands for."""
    return _MARKS.get(name.lower())


def link_target(attributes: Attributes) -> str:
    return safe_target(text_of(attributes.get("href") or attributes.get("to")))


def safe_target(address: str) -> str:
    """An address as written, or "" where following it could run something."""
    match = _SCHEME.match(address)
    scheme = _NOT_SCHEME.sub("", match.group(1)).lower() if match else "https"
    return address if scheme in _SAFE_SCHEMES else ""


def alias_of(name: str, attributes: Attributes) -> str:
    """Words of an element that shows no text of its own: icons, images, cards."""
    lower = name.lower()
    if lower in _YES:
        return "yes"
    if lower in _NO:
        return "no"
    words = (text_of(attributes.get(attribute)) for attribute in _ALT_WORDS)
    return " ".join(dict.fromkeys(word for word in words if word))


def is_yes_or_no(name: str) -> bool:
    return name.lower() in _YES or name.lower() in _NO


def meaning_of(name: str, attributes: Attributes) -> Meaning:
    """What an element does to its inside."""
    lower = name.lower()
    if lower in SILENT:
        return Meaning(hidden=True)
    if lower in _ROUTERS:
        return Meaning(router=_ROUTERS[lower])
    title = next((text for key in _TITLES if (text := text_of(attributes.get(key)))), "")
    if lower in _TABS:
        return Meaning(tabs=True)
    if lower in _TAB:
        return Meaning(title=title, tab=True)
    if lower in _COLLAPSING or lower.endswith(_COLLAPSING_SUFFIX):
        return Meaning(title=title, collapsed="open" not in attributes)
    if lower in _NOTES:
        return Meaning(title=title or note_title(attributes) or _NOTES[lower])
    if _CODE_NAME.match(name):
        return Meaning(code=True, title=title)
    has_title = "title" in attributes or "label" in attributes
    return Meaning(title=title if has_title and name[:1].isupper() else "")


def note_title(attributes: Attributes) -> str:
    """The title of a callout from its type."""
    kind = text_of(attributes.get("type")) or text_of(attributes.get("variant"))
    return _NOTES.get(kind.lower(), "")


def note_name(kind: str) -> str:
    """The title of an alert or admonition of a kind."""
    return _NOTES.get(kind.lower(), kind.replace("_", " ").replace("-", " ").capitalize())


def is_note(kind: str) -> bool:
    return kind.lower() in _NOTES
