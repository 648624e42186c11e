"""Constructs of site generators within Markdown: Hugo shortcodes, Liquid containers, directives.

Each becomes a `directive` token: info is "open", "close", "self" or "switch", tag its name and
`meta["arguments"]` what it was given. They vanish from the text; the extraction decides what
they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_HUGO = re.compile(
    r"\{\{(?P<k>[<%])[ \t]*(?P<slash>/?)[ \t]*(?P<name>[\w./-]+)"
    r"(?P<rest>(?:[^<>%\n}]|[%>](?!\}\}))*?)/?[ \t]*[>%]\}\}"
)
_LIQUID = re.compile(r"\{%-?[ \t]*(?P<end>end)?(?P<name>[a-z_]+)(?P<rest>[^%\n]*)%\}")
_TABS = re.compile(
    r"\{(?P<name>start_tabs|end_tabs|tab|settings_tab|relative|help_\w+)(?:\|(?P<rest>[^}\n]*))?\}"
)
_COLONS = re.compile(r"(?P<colons>:{3,})[ \t]*(?:\{?(?P<name>[A-Za-z][\w-]*)\}?(?P<rest>.*))?$")
_ARGUMENT = re.compile(r"(?:([\w-]+)[ \t]*=[ \t]*)?(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=]+))")
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+(?P<name>[\w-]+)(?P<rest>.*)$")

_CONTAINERS = (
    "note tip warning danger caution important mac windows linux all cli webui desktop curl "
    "powershell bash api codespaces vscode jetbrains rowheaders octicon raw link_in_list"
)
_LIQUID_NAMES = frozenset(_CONTAINERS.split())

_ALT: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


@dataclass(frozen=True, slots=True)
class Directive:
    end: int
    info: str
    name: str
    arguments: dict[str, str] = field(default_factory=dict[str, str])


def add_shortcodes(parser: MarkdownIt) -> None:
    """Teach a parser the constructs; `{` belongs to MDX where that is read."""
    parser.block.ruler.before("fence", "colon_fence", _colon_block, _ALT)
    if "mdx_flow" in parser.block.ruler.get_active_rules():
        return
    parser.block.ruler.before("fence", "shortcode", _shortcode_block, _ALT)
    parser.block.ruler.before("fence", "admonition", _admonition_block, _ALT)
    parser.inline.ruler.before("backticks", "shortcode", _shortcode_inline)


def arguments_of(text: str) -> dict[str, str]:
    """`title="x" open` as {"title": "x", "0": "open"}."""
    found: dict[str, str] = {}
    for match in _ARGUMENT.finditer(text):
        name, *values = match.groups()
        found[name or str(len(found))] = next((v for v in values if v is not None), "")
    return found


def _directive(text: str, at: int) -> Directive | None:
    """The shortcode at a position."""
    if match := _HUGO.match(text, at):
        info = "close" if match["slash"] else "open"
        return Directive(match.end(), info, match["name"], arguments_of(match["rest"]))
    match = _LIQUID.match(text, at)
    if match and match["name"] in _LIQUID_NAMES:
        info = "close" if match["end"] else "open"
        info = "self" if match["name"] == "octicon" else info
        return Directive(match.end(), info, match["name"], arguments_of(match["rest"]))
    if match := _TABS.match(text, at):
        return _tab_directive(match)
    return None


def _tab_directive(match: re.Match[str]) -> Directive:
    name, rest = match["name"], match["rest"] or ""
    if name == "start_tabs":
        return Directive(match.end(), "open", "tabs")
    if name == "end_tabs":
        return Directive(match.end(), "close", "tabs")
    if name == "tab":
        return Directive(match.end(), "switch", "tab", {"title": rest.replace("-", " ")})
    return Directive(match.end(), "self", name, {"text": rest.replace("|", " ").replace("-", " ")})


def _shortcode_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    at = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not state.src.startswith("{", at):
        return False
    found = list(_line_directives(state.src, at, state.eMarks[start]))
    if not found:
        return False
    if not silent:
        for directive in found:
            _push(state, directive, start)
        state.line = start + 1
    return True


def _line_directives(text: str, at: int, end: int) -> Iterator[Directive]:
    """The shortcodes of a line that holds nothing else."""
    found: list[Directive] = []
    while at < end:
        if text[at] in " \t":
            at += 1
            continue
        directive = _directive(text, at)
        if directive is None or directive.end > end:
            return
        found.append(directive)
        at = directive.end
    yield from found


def _push(state: StateBlock, directive: Directive, line: int) -> None:
    token = state.push("directive", "", 0)
    token.info, token.tag = directive.info, directive.name
    token.meta["arguments"] = directive.arguments
    token.map = [line, line + 1]


def _shortcode_inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    directive = _directive(state.src, state.pos)
    if directive is None or directive.end > state.posMax:
        return False
    if not silent:
        token = state.push("directive", "", 0)
        token.info, token.tag = directive.info, directive.name
        token.meta["arguments"] = directive.arguments
    state.pos = directive.end
    return True


def _colon_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`:::note Title` and `:::` on lines of their own."""
    at = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not state.src.startswith(":::", at):
        return False
    match = _COLONS.match(state.src[at : state.eMarks[start]].rstrip())
    if match is None:
        return False
    if not silent:
        _push(state, _colon_directive(match), start)
        state.line = start + 1
    return True


def _colon_directive(match: re.Match[str]) -> Directive:
    if not match["name"]:
        return Directive(0, "close", "#colons")
    title = match["rest"].strip().removeprefix("[").removesuffix("]")
    return Directive(0, "open", "#colons", {"kind": match["name"], "title": title})


def _admonition_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`!!! note "Title"` with a body indented by four columns."""
    at = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or state.src[at : at + 3] not in ("!!!", "???"):
        return False
    match = _ADMONITION.match(state.src[at : state.eMarks[start]].rstrip())
    if match is None:
        return False
    if silent:
        return True
    title = arguments_of(match["rest"]).get("0", "")
    kind = {"kind": match["name"], "title": title}
    _push(state, Directive(0, "open", "#admonition", kind), start)
    _admonition_body(state, start, end)
    _push(state, Directive(0, "close", "#admonition"), start)
    return True


def _admonition_body(state: StateBlock, start: int, end: int) -> None:
    indent = state.blkIndent + 4
    last = line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
        last = last if state.isEmpty(line - 1) else line
    kept = state.blkIndent, state.lineMax, state.parentType
    state.blkIndent, state.lineMax, state.parentType = indent, last, "root"
    state.level += 1
    state.md.block.tokenize(state, start + 1, last)
    state.level -= 1
    state.blkIndent, state.lineMax, state.parentType = kept
    state.line = last
