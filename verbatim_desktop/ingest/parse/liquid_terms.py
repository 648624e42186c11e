"""Conditions of GitHub's Liquid, decided for one chosen version of the product."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_LATEST = (999,)
_PLANS = {
    "free-pro-team": "fpt",
    "fpt": "fpt",
    "dotcom": "fpt",
    "enterprise-cloud": "ghec",
    "ghec": "ghec",
    "enterprise-server": "ghes",
    "ghes": "ghes",
    "github-ae": "ghae",
    "ghae": "ghae",
}
_LONG = {
    "fpt": "free-pro-team",
    "ghec": "enterprise-cloud",
    "ghes": "enterprise-server",
    "ghae": "github-ae",
}
_TERM = re.compile(
    r"""(?P<left>[\w.@-]+)\s*(?:(?P<op>==|!=|<=|>=|<|>|ver_gt|ver_lt|contains)\s*
        (?P<right>"[^"]*"|'[^']*'|[\w.@-]+))?""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Version:
    """The version whose text is shown: a plan, and a release where the plan has releases."""

    plan: str = "fpt"
    release: tuple[int, ...] = _LATEST

    @property
    def name(self) -> str:
        release = ".".join(map(str, self.release)) if self.release != _LATEST else "latest"
        return f"{_LONG[self.plan]}@{release}"


def version_of(text: str) -> Version | None:
    """A version as people write it: `enterprise-server@3.1`, `ghes 3.1`, `fpt`."""
    match = re.match(r"\s*([a-z-]+?)[\s@-]*v?(\d+(?:\.\d+)*|latest|next)?\s*\Z", text.lower())
    plan = _PLANS.get(match.group(1)) if match else None
    if match is None or plan is None:
        return None
    return Version(plan, _release(match.group(2) or ""))


def _release(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if re.fullmatch(r"\d+(?:\.\d+)*", text) else _LATEST


def first_version(versions: Mapping[str, Any], wanted: Version) -> Version:
    """The wanted version where a page has it, else the first one it has."""
    plans = [plan for name in versions if (plan := _PLANS.get(name))]
    if not plans or wanted.plan in plans:
        return wanted
    return Version(plans[0])


class Conditions:
    """Decides `if` and `ifversion` for a version; what it does not know is false."""

    def __init__(
        self, version: Version, feature: Callable[[str], Mapping[str, Any] | None]
    ) -> None:
        self._version, self._feature = version, feature

    def holds(self, condition: str) -> bool:
        return any(
            all(self._term(term.strip()) for term in re.split(r"\band\b", part))
            for part in re.split(r"\bor\b", condition)
        )

    def _term(self, text: str) -> bool:
        if text.startswith("not "):
            return not self._term(text[4:].strip())
        match = _TERM.fullmatch(text)
        if match is None:
            return False
        left, op, right = match["left"], match["op"], (match["right"] or "").strip("\"'")
        if left == "currentVersion":
            return self._current(op, right)
        if op == "contains":
            return left == "enterpriseServerVersions" and self._version.plan == "ghes"
        return self._named(left, op, right)

    def _current(self, op: str | None, right: str) -> bool:
        other = version_of(right)
        if other is None:
            return False
        same_plan = other.plan == self._version.plan
        ours, theirs = self._version.release, other.release
        if op in ("==", "!="):
            same = same_plan and (ours == theirs or other.plan != "ghes")
            return same == (op == "==") and not (right.endswith("@next") and op == "==")
        return same_plan and (ours > theirs if op == "ver_gt" else ours < theirs)

    def _named(self, name: str, op: str | None, right: str) -> bool:
        """`fpt`, `ghes > 3.0`, or a feature that lists its versions."""
        plan = _PLANS.get(name)
        if plan is None:
            versions = self._feature(name)
            return versions is not None and any(
                self._satisfies(key, str(need)) for key, need in versions.items()
            )
        return plan == self._version.plan and (not op or self._compares(op, right))

    def _satisfies(self, plan: str, need: str) -> bool:
        if _PLANS.get(plan) != self._version.plan:
            return False
        match = re.match(r"\s*(<=|>=|<|>|=)?\s*(\d[\d.]*)?", need)
        return not match or not match.group(2) or self._compares(match.group(1), match.group(2))

    def _compares(self, op: str | None, right: str) -> bool:
        ours, theirs = self._version.release, _release(right)
        answers = {
            "<": ours < theirs,
            ">": ours > theirs,
            "<=": ours <= theirs,
            ">=": ours >= theirs,
            "!=": ours != theirs,
        }
        return answers.get(op or "", ours == theirs)
