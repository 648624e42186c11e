"""What can be copied to whoever helps: versions, checks, sizes; no key, no text, no name. Pure.

The home folder becomes ~, and of an address only the host stays: what else stands in it may be
secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.domain.health import Check, LibrarySummary

_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*)://([^\s/?#]*)([^\s]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    versions: Mapping[str, str]
    checks: tuple[Check, ...]
    summary: LibrarySummary | None = None


def diagnosis_text(diagnosis: Diagnosis, home: str) -> str:
    lines = ["Verbatim Desktop", ""]
    lines += [f"{name}: {version}" for name, version in diagnosis.versions.items()]
    lines += ["", *check_lines(diagnosis.checks)]
    if diagnosis.summary is not None:
        found = diagnosis.summary
        lines += [
            "",
            f"Library: {found.sources} sources, {found.documents} documents, {found.sections} "
            f"sections, generation {found.generation}",
        ]
    return plain("\n".join(lines), home) + "\n"


def check_lines(checks: Sequence[Check]) -> list[str]:
    return [
        f"{check.name} ({check.state.value}): {check.detail} {check.advice}".rstrip()
        for check in checks
    ]


def plain(text: str, home: str) -> str:
    """Without the home folder's name, and with no more of an address than its host."""
    text = _ADDRESS.sub(_host, text)
    if len(home) > 1:
        text = text.replace(home, "~")
        name = re.split(r"[\\/]", home.rstrip("\\/"))[-1]
        if len(name) > 2:
            text = re.sub(rf"(?<=[\\/]){re.escape(name)}(?=[\\/]|\b)", "~", text)
    return text


def _host(match: re.Match[str]) -> str:
    host = match.group(2).rpartition("@")[2]
    end = "." if match.group(3).endswith(".") or match.group(2).endswith(".") else ""
    return f"{match.group(1)}://{host.rstrip('.')}{end}"
