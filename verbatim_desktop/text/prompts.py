"""The prompts: readable files in resources/prompts, each with a version, and text fenced as data.

A fence is named after the SHA-256 of all that it holds, so that nothing inside can close it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from verbatim_desktop.resources import read_text

_HEAD = re.compile(r"---\n(.*?)\n---\n+", re.DOTALL)
_FENCE_LIKE = re.compile(r"<<<+|>>>+|```+|~~~+|<\|+|\|+>")


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions for a model. digest: the SHA-256 of the file, kept with what came of it."""

    name: str
    version: str
    text: str
    digest: str


@cache
def prompt(name: str) -> Prompt:
    """A prompt by the name of its file."""
    written = read_text(f"prompts/{name}.md")
    head = _HEAD.match(written)
    if head is None:
        raise ValueError(f"the prompt {name} has no front matter")
    facts = dict(line.split(": ", 1) for line in head[1].split("\n"))
    return Prompt(name, facts["version"], written[head.end() :].strip(), _sha256(written))


def digest_of(*names: str) -> str:
    """The SHA-256 of one prompt, or of the digests of several."""
    digests = [prompt(name).digest for name in names]
    return digests[0] if len(digests) == 1 else _sha256(" ".join(digests))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def fenced(parts: Iterable[tuple[str, str]]) -> str:
    """(name, data) pairs, each between two lines that nobody who wrote the data could foresee."""
    named = [(name, unfenced(data)) for name, data in parts]
    mark = _sha256("\x00".join(data for _, data in named))[:16]
    return "\n\n".join(
        f"<<<{name} {mark}\n{data.strip()}\n{name} {mark}>>>" for name, data in named
    )


def unfenced(text: str) -> str:
    """Text in which nothing looks like a fence or a model's control sign."""
    return _FENCE_LIKE.sub(lambda match: "\u2039" * len(match.group()), text)
