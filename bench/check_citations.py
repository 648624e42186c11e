"""Read every citation of every golden question back from its file, and try to fool the verifier.

Each question of golden/dev is answered, confident or not; each citation must read back from the
files character for character. Then passages are made from the cited sentences by changing a word,
a number or an identifier's case, leaving a word out or joining a neighbour: none that does not
stand on the page may be called verified.

    python -m bench.check_citations ../shared
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from bench.golden import GoldenSet, golden_sets
from verbatim_desktop.cite.verify import verify_passage
from verbatim_desktop.domain.answers import Citation, Verdict
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.ingest.decode import decode
from verbatim_desktop.text.passages import is_identifier
from verbatim_desktop.text.spans import read_back
from verbatim_desktop.workflows.open_citation import open_citation

ABOUT = "Read every citation of every golden question back, and try to fool the verifier."
MUTATIONS = 12_000
SEED = 7
EDGES = ".,;:!?()[]“”\"'"  # a passage may start after these and end before them
Mutation = Callable[[list[str], random.Random, Document], list[str] | None]


def citations(golden: GoldenSet) -> Iterator[Citation]:
    for question in golden.questions:
        found = golden.ask(question.question, limit=20)
        for marker, passage in enumerate(found.passages, 1):
            yield found.cite(passage, marker)


def reads_back(golden: GoldenSet, citation: Citation) -> bool:
    """Whether the files' text at the citation's place renders to its quote."""
    opened = open_citation(citation, golden.library, golden.index)
    if opened.document is None or opened.block is None:
        return False
    if opened.start is None or opened.end is None or not citation.spans:
        return False
    text_of = cache(lambda path: decode((golden.corpus / path).read_bytes()).text)
    place = (opened.block, opened.start, opened.end)
    same = read_back(text_of, opened.document, *place) == citation.quote
    return same and opened.verification.verdict in (Verdict.VERIFIED, Verdict.AMBIGUOUS)


# --- mutations -----------------------------------------------------------------------------------


def change_word(words: list[str], chance: random.Random, page: Document) -> list[str] | None:
    other = chance.choice(chance.choice(page.blocks).text.split() or ["other"])
    at = chance.randrange(len(words))
    return [*words[:at], other, *words[at + 1 :]] if other.lower() != words[at].lower() else None


def change_number(words: list[str], chance: random.Random, _page: Document) -> list[str] | None:
    numbered = [i for i, word in enumerate(words) if re.search(r"\d", word)]
    if not numbered:
        return None
    at = chance.choice(numbered)
    changed = re.sub(r"\d", lambda d: str((int(d[0]) + 1) % 10), words[at], count=1)
    return [*words[:at], changed, *words[at + 1 :]]


def change_case(words: list[str], chance: random.Random, _page: Document) -> list[str] | None:
    named = [i for i, word in enumerate(words) if is_name(word)]
    named = [i for i in named if words[i].swapcase() != words[i]]
    if not named:
        return None
    at = chance.choice(named)
    return [*words[:at], words[at].swapcase(), *words[at + 1 :]]


def is_name(word: str) -> bool:
    """Whether a word is one identifier and nothing else."""
    bare = word.strip(EDGES)
    return re.fullmatch(r"[\w./@-]*\w", bare) is not None and is_identifier(bare)


def leave_out(words: list[str], chance: random.Random, _page: Document) -> list[str] | None:
    if len(words) < 4:
        return None
    at = chance.randrange(1, len(words) - 1)
    return [*words[:at], *words[at + 1 :]]


def join_next(words: list[str], chance: random.Random, page: Document) -> list[str] | None:
    block = chance.choice(page.blocks).text.split()
    return [*words, *block[: chance.randint(1, 6)]] if block else None


KINDS: tuple[Mutation, ...] = (change_word, change_number, change_case, leave_out, join_next)


def stands(passage: str, page: Document) -> bool:
    """Whether some block holds a passage, identifiers as written: read plainly, without folding."""
    wanted = passage.split()
    for block in page.blocks:
        words = block.text.split()
        for start in range(len(words) - len(wanted) + 1):
            if all(map(alike, wanted, words[start : start + len(wanted)])):
                return True
    return False


def alike(one: str, other: str) -> bool:
    one, other = one.strip(EDGES), other.strip(EDGES)
    exact = is_name(one) or is_name(other)
    return one == other or (not exact and one.casefold() == other.casefold())


def fooled(page: Document, passage: str) -> bool:
    verdict = verify_passage(page, passage).verdict
    return verdict is Verdict.VERIFIED and not stands(passage, page)


def try_to_fool(
    cited: list[tuple[Document, str]], count: int, chance: random.Random
) -> tuple[Counter[str], list[str]]:
    """How many passages of each kind were tried, and those that were wrongly verified."""
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    while tried.total() < count:
        page, quote = chance.choice(cited)
        kind = chance.choice(KINDS)
        words = kind(quote.split(), chance, page)
        if words is None:
            continue
        tried[kind.__name__] += 1
        if fooled(page, " ".join(words)):
            wrong.append(f"{kind.__name__}: {' '.join(words)}")
    return tried, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path, help="keep the ingested libraries here")
    parser.add_argument("--only", action="append", default=[], help="only this set")
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    options = parser.parse_args()
    cited: list[tuple[Document, str]] = []
    bad = 0
    for golden in golden_sets(options.shared, options.homes, options.only):
        statuses: Counter[str] = Counter()
        failed: list[Citation] = []
        for citation in citations(golden):
            statuses[citation.status.value] += 1
            if not reads_back(golden, citation):
                failed.append(citation)
            page = golden.library.document(golden.library.document_named(citation.identity))
            cited.append((page, citation.quote))
        bad += len(failed)
        print(f"{golden.name}: {statuses.total()} citations, {len(failed)} do not read back")
        print(f"  {', '.join(f'{count} {status}' for status, count in statuses.items())}")
        for citation in failed[:5]:
            print(f"  {citation.identity}#{citation.anchor}: {citation.quote!r}")
    tried, wrong = try_to_fool(cited, options.mutations, random.Random(SEED))
    kinds = ", ".join(f"{name} {count}" for name, count in tried.items())
    print(f"{tried.total()} changed passages, {len(wrong)} wrongly verified ({kinds})")
    for line in wrong[:10]:
        print(f"  {line}")
    return 1 if bad or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
