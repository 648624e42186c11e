"""How often `evidence` believes a true claim that was turned against the documents.

Each true claim of bench/claims that is found is changed in one word: a "not" put in or taken out, a
word for its opposite, an "only" put in or taken out, another number. What is then believed leaks.
Some changes leave a claim true or make no sense; the page lists all that are believed.

    python -m bench.evidence_stress ../shared --homes DIR
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import support_page
from bench.claims_library import library_of
from bench.corruptions import AUXILIARY, NEGATED, OPPOSITES
from bench.evidence_claims import corpora, read_claims
from bench.libraries import scratch
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.workflows.find_support import find_support

ABOUT = "Turn true claims that `evidence` finds, and write docs/benchmarks/support.md."
#: Pairs that docs often hold beside those of the changed sentences.
MORE = (
    ("inside", "outside"), ("all", "none"), ("some", "all"), ("must", "may"), ("closed", "open"),
    ("ascending", "descending"), ("with", "without"), ("left", "right"), ("top", "bottom"),
)  # fmt: skip
_ONLY = re.compile(r"\bonly |\bjust ", re.IGNORECASE)


@dataclass(frozen=True)
class Turned:
    """A claim that was turned. believed: the sentence that was taken for it, "" where none was."""

    kind: str
    corpus: str
    claim: str
    believed: str


def _not_added(claim: str) -> Iterator[str]:
    match = AUXILIARY.search(claim)
    if match and not NEGATED.search(claim) and claim[match.end() :][:1] != "'":
        yield f"{claim[: match.end()]} not{claim[match.end() :]}"


def _not_removed(claim: str) -> Iterator[str]:
    match = NEGATED.search(claim)
    if match:
        kept = "can" if match[0] == "cannot" else match[1] or ""
        yield f"{claim[: match.start()]}{kept}{claim[match.end() :]}"


def _opposite(claim: str) -> Iterator[str]:
    """Every word that has an opposite, one at a time."""
    pairs = (*OPPOSITES, *MORE)
    for one, other in (*pairs, *((b, a) for a, b in pairs)):
        word = rf"(?<![\w./-]){one}(?![\w./-])"
        if re.search(word, claim):
            yield re.sub(word, other, claim, count=1)


def _only_added(claim: str) -> Iterator[str]:
    match = AUXILIARY.search(claim)
    if match and not _ONLY.search(claim):
        yield f"{claim[: match.end()]} only{claim[match.end() :]}"


def _only_removed(claim: str) -> Iterator[str]:
    if _ONLY.search(claim):
        yield _ONLY.sub("", claim, count=1)


def _number(claim: str) -> Iterator[str]:
    match = re.search(r"(?<![\w.-])\d+(?![\w.-])", claim)
    if match:
        yield f"{claim[: match.start()]}{int(match[0]) + 7}{claim[match.end() :]}"


TURNS: dict[str, Callable[[str], Iterator[str]]] = {
    "“not” put in": _not_added,
    "“not” taken out": _not_removed,
    "an opposite word": _opposite,
    "“only” put in": _only_added,
    "“only” taken out": _only_removed,
    "another number": _number,
}


def turn_all(shared: Path, homes: Path) -> list[Turned]:
    """Every turn of every true claim that is found as it stands."""
    found: list[Turned] = []
    for corpus in corpora():
        claims = [written.claim for written in read_claims(corpus) if written.true]
        with library_of(shared, corpus, homes) as (library, index):
            for claim in claims:
                if not find_support(claim, library, index, SystemClock()).supported:
                    continue
                for kind, turn in TURNS.items():
                    for turned in turn(claim):
                        said = find_support(turned, library, index, SystemClock())
                        quote = said.sentences[0].quote if said.supported else ""
                        found.append(Turned(kind, corpus, turned, quote))
    return found


def page(turned: list[Turned]) -> str:
    """The part of docs/benchmarks/support.md about turned claims."""
    lines = [
        "## True claims turned against the documents",
        "",
        "Written by `python -m bench.evidence_stress ../shared --homes DIR`. Every true claim of",
        "`bench/claims` but those held out that is found as it stands, changed in one word by",
        "rule. Some changes leave a claim true (an “only” where there is one already, an",
        "opposite that is none in its place), so that 0 is not the aim of every row.",
        "",
        "| change | turned claims | believed | one is worth |",
        "|---|---|---|---|",
    ]
    for kind in TURNS:
        its = [bool(one.believed) for one in turned if one.kind == kind]
        if its:
            lines.append(
                f"| {kind} | {len(its)} | {support_page.share(its)} | {1 / len(its):.4f} |"
            )
    lines += ["", "Turned claims that were believed:", ""]
    believed = [one for one in turned if one.believed]
    lines += [f"- {one.claim} ({one.corpus}: {one.kind})" for one in believed] or ["- none"]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path, help="keep the ingested libraries here")
    parser.add_argument("--dry-run", action="store_true", help="print, write nothing")
    options = parser.parse_args()
    with scratch() as place:
        turned = turn_all(options.shared, options.homes or place)
    shown = page(turned)
    print(shown)
    if options.dry_run:
        for one in turned:
            if one.believed:
                print(f"{one.kind} | {one.claim} | {one.believed}")
    else:
        support_page.write("stress", shown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
