"""GitHub's Liquid: variables and reusables woven in, one version chosen, the rest left out.

Runs on text, before Markdown is read, inside fences and alt texts too. What cannot be resolved
leaves a hole, so that no sentence is cited that readers never see. Container tags such as
`{% note %}` stay in the text: the Markdown parser reads them as shortcodes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Protocol

from verbatim_desktop.ingest.parse.liquid_terms import Conditions
from verbatim_desktop.ingest.parse.woven import Weaver, Woven

_TAG = re.compile(
    r"\{%(?P<left>-?)\s*(?P<name>\w+)(?P<rest>(?:[^%]|%(?!\})){0,600}?)\s*(?P<right>-?)%\}"
    r"|\{\{(?P<oleft>-?)[ \t]*(?P<output>[^{}\n]{0,200}?)[ \t]*(?P<oright>-?)\}\}"
)
_CODE = re.compile(
    r"^[ \t]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t]*(?P=fence)[`~]*[ \t]*$|\Z)|`[^`\n]+`",
    re.MULTILINE | re.DOTALL,
)
_MARKS = re.compile(
    r"\{%-?\s*(?:data|ifversion|indented_data_reference)\s|\{%-?\s*if\s+currentVersion"
)
_ASSIGN = re.compile(r"\s*([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')\s*\Z")
_SPACES = re.compile(r"spaces\s*=\s*(\d{1,2})")
_SPACE = " \t\n"

#: Insertions within insertions; deeper ones insert themselves.
_DEEPEST = 12
_OPENING = frozenset({"if", "ifversion", "unless", "for", "capture", "comment", "case", "tablerow"})


class Data(Protocol):
    """Where variables and reusables come from."""

    conditions: Conditions
    version_name: str

    def value(self, name: str) -> Woven | None:
        """What `{% data NAME %}` stands for, unresolved itself; None where it is missing."""
        ...

    def included(self, name: str) -> Woven | None:
        """What `{% include NAME %}` stands for."""
        ...

    def warn(self, reason: str) -> None: ...


def uses_liquid(text: str) -> bool:
    """Whether a text is written in GitHub's Liquid (and not about some Liquid)."""
    return "{%" in text and _MARKS.search(text) is not None


def resolve(woven: Woven, data: Data, depth: int = 0) -> Woven:
    """The text as shown for the chosen version."""
    if "{%" not in woven.text and "{{" not in woven.text:
        return woven
    return _Resolver(woven, data, depth).run()


@dataclass(slots=True)
class _Branch:
    """An open `if`, `for` or `capture`. shown: this part is; done: some part of it was."""

    name: str
    shown: bool
    outer: bool
    done: bool = False
    variable: str = ""
    kept: list[tuple[Woven, int, int]] = field(default_factory=list[tuple[Woven, int, int]])


class _Resolver:
    def __init__(self, woven: Woven, data: Data, depth: int) -> None:
        self._woven, self._data, self._depth = woven, data, depth
        self._out: list[tuple[Woven, int, int]] = []
        self._branches: list[_Branch] = []
        self._variables: dict[str, Woven] = {}
        self._code = [match.span() for match in _CODE.finditer(woven.text)]
        self._trim_next = False

    @property
    def _shown(self) -> bool:
        return not self._branches or self._branches[-1].shown

    def run(self) -> Woven:
        text, at = self._woven.text, 0
        while match := _TAG.search(text, at):
            self._emit(at, match.start())
            at = match.end()
            if match["name"] == "raw" or match["name"] == "comment":
                at = self._verbatim(match)
                continue
            if (match["left"] or match["oleft"]) and self._shown:
                self._trim_right()
            if match["name"]:
                self._tag(match)
            elif self._shown:
                self._output(match)
            self._trim_next = bool(match["right"] or match["oright"])
        self._emit(at, len(text))
        return self._joined(self._out)

    @staticmethod
    def _joined(parts: list[tuple[Woven, int, int]]) -> Woven:
        weaver = Weaver()
        for woven, start, end in parts:
            weaver.extend(woven, start, end)
        return weaver.woven()

    def _emit(self, start: int, end: int) -> None:
        if self._trim_next:
            while start < end and self._woven.text[start] in _SPACE:
                start += 1
            self._trim_next = False
        if start < end and self._shown:
            self._out.append((self._woven, start, end))

    def _put(self, woven: Woven) -> None:
        if woven.text:
            self._out.append((woven, 0, len(woven.text)))

    def _trim_right(self) -> None:
        while self._out:
            woven, start, end = self._out.pop()
            while end > start and woven.text[end - 1] in _SPACE:
                end -= 1
            if end > start:
                self._out.append((woven, start, end))
                return

    def _verbatim(self, match: re.Match[str]) -> int:
        """`raw` shows its inside as it is, `comment` shows nothing; the position behind it."""
        name = match["name"]
        close = re.compile(rf"\{{%-?\s*end{name}\s*-?%\}}").search(self._woven.text, match.end())
        if close is None:
            return match.end()
        if name == "raw":
            self._emit(match.end(), close.start())
        return close.end()

    def _tag(self, match: re.Match[str]) -> None:
        name, rest = match["name"], match["rest"].strip().removesuffix("-").strip()
        if name in ("elsif", "else"):
            self._other_branch(name, rest)
        elif name.startswith("end") and name[3:] in _OPENING:
            self._end(name[3:])
        elif name in _OPENING:
            self._begin(name, rest)
        elif self._shown:
            self._insertion(match, name, rest)

    def _begin(self, name: str, rest: str) -> None:
        outer, holds = self._shown, False
        if name in ("if", "ifversion", "unless"):
            holds = self._data.conditions.holds(rest) == (name != "unless")
        elif name == "capture":
            holds = True
        elif outer:
            self._data.warn(
                f"A Liquid {name} over {rest[:40]!r} was left out: its data is not here."
            )
        branch = _Branch(name, outer and holds, outer, holds, rest)
        if name == "capture":
            branch.kept, self._out = self._out, []
        self._branches.append(branch)

    def _other_branch(self, name: str, rest: str) -> None:
        if not self._branches:
            return
        branch = self._branches[-1]
        if branch.name not in ("if", "ifversion", "unless"):
            branch.shown = False
            return
        holds = not branch.done and (name == "else" or self._data.conditions.holds(rest))
        branch.shown = branch.outer and holds
        branch.done = branch.done or holds

    def _end(self, name: str) -> None:
        same = {"if", "ifversion"} if name in ("if", "ifversion") else {name}
        if not self._branches or self._branches[-1].name not in same:
            return
        branch = self._branches.pop()
        if branch.name == "capture":
            self._variables[branch.variable] = self._joined(self._out)
            self._out = branch.kept

    def _insertion(self, match: re.Match[str], name: str, rest: str) -> None:
        if name == "data":
            self._insert(self._data.value(rest), f"{{% data {rest} %}}")
        elif name == "indented_data_reference":
            self._indented(rest)
        elif name == "include":
            self._insert(self._data.included(rest.split()[0] if rest else ""), f"include {rest}")
        elif name == "assign":
            if found := _ASSIGN.match(rest):
                value = found.group(2) or found.group(3) or ""
                self._variables[found.group(1)] = Woven.written(value)
        else:
            self._out.append((self._woven, match.start(), match.end()))

    def _insert(self, value: Woven | None, what: str) -> None:
        if value is None or self._depth >= _DEEPEST:
            self._data.warn(f"{what} could not be resolved; sentences that need it are not cited.")
            self._put(Woven.missing())
            return
        self._put(resolve(value, self._data, self._depth + 1))

    def _indented(self, rest: str) -> None:
        name, _, options = rest.partition(" ")
        value = self._data.value(name)
        if value is None:
            self._insert(None, f"{{% indented_data_reference {name} %}}")
            return
        spaces = _SPACES.search(options)
        self._put(
            indented(resolve(value, self._data, self._depth + 1), int(spaces[1]) if spaces else 0)
        )

    def _output(self, match: re.Match[str]) -> None:
        name = match["output"].partition("|")[0].strip()
        start = match.start()
        if name in self._variables:
            self._put(self._variables[name])
        elif name.startswith("site.data."):
            self._insert(self._data.value(name.removeprefix("site.data.")), match.group())
        elif name == "currentVersion":
            self._put(Woven.written(self._data.version_name))
        elif self._in_code(start) or self._woven.text[start - 1 : start] == "$":
            self._out.append((self._woven, start, match.end()))
        else:
            self._data.warn(
                f"{match.group()} has no value here; sentences that need it are not cited."
            )
            self._put(Woven.missing())

    def _in_code(self, position: int) -> bool:
        index = bisect_right(self._code, (position, len(self._woven.text))) - 1
        return index >= 0 and position < self._code[index][1]


def indented(woven: Woven, spaces: int) -> Woven:
    """Every line but the first moved right."""
    weaver, at = Weaver(), 0
    while spaces and (newline := woven.text.find("\n", at)) >= 0:
        weaver.extend(woven, at, newline + 1)
        weaver.add(" " * spaces)
        at = newline + 1
    weaver.extend(woven, at, len(woven.text))
    return weaver.woven()
