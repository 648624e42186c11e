"""How often `evidence` finds the sentences behind a true claim, and falls for a false one.

The claims of bench/claims are hand-written: true ones in other words than the documents use, false
ones plausible. Those of bench/claims/heldout were written by somebody who knew none of the rules,
and are run only with --held-out, when every rule is set.

    python -m bench.evidence_claims ../shared --homes DIR [--held-out]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import support_page
from bench.claims_library import library_of
from bench.libraries import scratch
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.support import ClaimSupport
from verbatim_desktop.workflows.find_support import find_support

ABOUT = "Measure `evidence` on hand-written claims and write docs/benchmarks/support.md."
CLAIMS = Path(__file__).with_name("claims")
HELD_OUT = CLAIMS / "heldout"


@dataclass(frozen=True)
class Written:
    """A claim of ours. page: where a true one is said. batch: when it was written."""

    corpus: str
    claim: str
    true: bool
    page: str
    batch: str


@dataclass(frozen=True)
class Tried:
    """A claim and what the library said of it."""

    written: Written
    found: ClaimSupport
    seconds: float = 0.0  # of the processor

    @property
    def on_page(self) -> bool:
        return any(sentence.path == self.written.page for sentence in self.found.sentences)


def read_claims(corpus: str, folder: Path = CLAIMS) -> list[Written]:
    lines = (folder / f"{corpus}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [Written(corpus, row["claim"], row["true"], row["page"], row["written"]) for row in rows]


def corpora() -> list[str]:
    return [name for name in _corpora(CLAIMS) if not name.startswith(f"{HELD_OUT.name}/")]


def held_out_corpora() -> list[str]:
    return _corpora(HELD_OUT)


def _corpora(folder: Path) -> list[str]:
    paths = folder.rglob("*.jsonl")
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in paths)


def try_all(shared: Path, homes: Path) -> list[Tried]:
    return [
        tried for corpus in corpora() for tried in _try(shared, homes, corpus, read_claims(corpus))
    ]


def try_held_out(shared: Path, homes: Path) -> list[Tried]:
    return [
        tried
        for corpus in held_out_corpora()
        for tried in _try(shared, homes, corpus, read_claims(corpus, HELD_OUT))
    ]


def _try(shared: Path, homes: Path, corpus: str, claims: Sequence[Written]) -> list[Tried]:
    with library_of(shared, corpus, homes) as (library, index):
        tried: list[Tried] = []
        for written in claims:
            began = time.process_time()
            found = find_support(written.claim, library, index, SystemClock())
            tried.append(Tried(written, found, time.process_time() - began))
        return tried


def page(tried: Sequence[Tried], held_out: Sequence[Tried]) -> str:
    """The part of docs/benchmarks/support.md about claims."""
    lines = [
        "## Claims against the library",
        "",
        "Written by `python -m bench.evidence_claims ../shared --homes DIR --held-out`. The",
        "claims are ours, in `bench/claims`: true ones say in other words what a page says, false",
        "ones are plausible (another number or default, an inverted condition, another product).",
        "All but those held out were looked at while the rules were made; how they did when first",
        "tried stands under what was tried, and is what to expect of a claim that nobody has seen.",
        "Those `held out` (`bench/claims/heldout`) were written by somebody who knew none of the",
        "rules, and first run when every rule was set; three rules were mended after that.",
        "",
        "| claims | true | found | on the page meant | false | believed |",
        "|---|---|---|---|---|---|",
    ]
    groups: list[tuple[str, Callable[[Tried], bool]]] = [
        ("all", lambda _one: True),
    ]
    groups += [
        (f"written {batch}", lambda one, batch=batch: one.written.batch == batch)
        for batch in dict.fromkeys(one.written.batch for one in tried)
    ]
    groups += [
        (corpus, lambda one, name=corpus: one.written.corpus == name)
        for corpus in dict.fromkeys(one.written.corpus for one in tried)
    ]
    lines += [
        _row(name, [one for one in tried if holds(one)])
        for name, holds in groups
        if any(map(holds, tried))
    ]
    lines += [_row("held out", held_out)] if held_out else []
    lines += [
        _row(f"held out: {name}", [one for one in held_out if one.written.corpus == name])
        for name in dict.fromkeys(one.written.corpus for one in held_out)
    ]
    seconds = [one.seconds for one in tried]
    worth = 1 / sum(one.written.true for one in tried), 1 / sum(not o.written.true for o in tried)
    lines += ["", f"One true claim is worth {worth[0]:.4f}, one false claim {worth[1]:.4f}."]
    lines += [
        f"A claim took {statistics.mean(seconds):.2f} seconds of one processor on average, "
        f"{max(seconds):.2f} at most."
    ]
    for name, part in (("", tried), ("held-out ", held_out)):
        missed = [o for o in part if o.written.true and not o.found.supported]
        believed = [o for o in part if not o.written.true and o.found.supported]
        lines += ["", *_told(f"True {name}claims that were not found:", missed)]
        lines += ["", *_told(f"False {name}claims that were believed:", believed)]
    return "\n".join(lines)


def _row(name: str, tried: Sequence[Tried]) -> str:
    true = [one for one in tried if one.written.true]
    false = [one for one in tried if not one.written.true]
    found = [one.found.supported for one in true]
    placed = [one.found.supported and one.on_page for one in true]
    believed = [one.found.supported for one in false]
    shares = [support_page.share(values) for values in (found, placed, believed)]
    return f"| {name} | {len(true)} | {shares[0]} | {shares[1]} | {len(false)} | {shares[2]} |"


def _told(heading: str, tried: Sequence[Tried]) -> list[str]:
    if not tried:
        return [heading, "", "- none"]
    return [
        heading,
        "",
        *(f"- {one.written.claim} ({one.written.corpus}: {one.found.reason})" for one in tried),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path, help="keep the ingested libraries here")
    parser.add_argument("--held-out", action="store_true", help="run those held out too")
    parser.add_argument("--dry-run", action="store_true", help="print, write nothing")
    options = parser.parse_args()
    with scratch() as place:
        homes = options.homes or place
        held_out = try_held_out(options.shared, homes) if options.held_out else []
        shown = page(try_all(options.shared, homes), held_out)
    print(shown)
    if not options.dry_run:
        support_page.write("claims", shown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
