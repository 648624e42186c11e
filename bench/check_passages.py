"""Verify true passages and changed ones over many corpora, and count every wrong verdict.

From each corpus some pages are drawn. True sentences must be called verified where they stand once
and ambiguous where they stand several times. Then words, numbers, the case of identifiers and the
order are changed, words are left out, blocks joined and neighbours' text taken over: what then does
not stand on the page may never be called verified.

    python -m bench.check_passages ../shared
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bench.mutations import Passage, mutated, standing, written
from verbatim_desktop.adapters.files import FolderTree
from verbatim_desktop.cite.verify import verify_passage
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.documents import BlockKind, Document, SourceInfo
from verbatim_desktop.ingest.discover import IgnoreRules
from verbatim_desktop.ingest.document import guess_source, parse_document, route_table
from verbatim_desktop.ingest.source_files import SourceFiles

ABOUT = "Verify true passages and changed ones over many corpora, and count every wrong verdict."
PAGES, TRUE, CHANGED = 60, 150, 850  # of each corpus
SEED = 7


@dataclass
class Tally:
    """What one corpus gave. wrong: verdicts that are not so, with the passage."""

    true: Counter[str] = field(default_factory=Counter[str])
    prose: Counter[str] = field(default_factory=Counter[str])  # of the true ones, outside code
    changed: Counter[str] = field(default_factory=Counter[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    still_standing: int = 0
    wrong: list[str] = field(default_factory=list[str])


def pages_of(corpus: Path, count: int, chance: random.Random) -> list[Document]:
    """Some pages of a corpus, parsed as an ingest parses them."""
    tree = FolderTree(str(corpus))
    listing = tree.list(IgnoreRules.from_globs(()), lambda _: None)
    files = SourceFiles(listing.paths, tree.read)
    kind, mode, _ = guess_source(files)
    info = SourceInfo(corpus.name, kind, mode, str(corpus))
    routes, _ = route_table(info, files)
    paths = sorted(routes.routes)
    chosen = chance.sample(paths, min(count, len(paths)))
    return [parse_document(info, files, path, routes).document for path in chosen]


def passages_of(pages: list[Document]) -> list[Passage]:
    """Every citable unit with a word in it that is no heading."""
    return [
        Passage(page, sentence)
        for page in pages
        for sentence in page.sentences
        if page.blocks[sentence.block].kind is not BlockKind.HEADING
        and page.blocks[sentence.block].citable
        and any(letter.isalnum() for letter in page.text_of(sentence))
    ]


def check(pages: list[Document], true: int, changed: int, chance: random.Random) -> Tally:
    tally = Tally()
    passages = passages_of(pages)
    if not passages:
        return tally
    for passage in chance.sample(passages, min(true, len(passages))):
        _check_true(passage, tally)
    for kind, page, text in mutated(passages, changed, chance):
        tally.kinds[kind] += 1
        verdict = verify_passage(page, text).verdict
        tally.changed[verdict.value] += 1
        if verdict is Verdict.VERIFIED:
            if standing(text, page):
                tally.still_standing += 1
            else:
                tally.wrong.append(f"{kind} in {page.identity} is called verified: {text}")
    return tally


def _check_true(passage: Passage, tally: Tally) -> None:
    page, text = passage.page, passage.page.text_of(passage.sentence)
    verdict = verify_passage(page, text).verdict
    tally.true[verdict.value] += 1
    if page.blocks[passage.sentence.block].kind is not BlockKind.CODE:
        tally.prose[verdict.value] += 1
    there, letters = standing(text, page), written(text, page)
    # What stands once but is also the start of something longer may be called either.
    right = {Verdict.VERIFIED} if letters == 1 else {Verdict.AMBIGUOUS}
    if verdict not in right | ({Verdict.VERIFIED} if there == 1 else set[Verdict]()):
        tally.wrong.append(f"{page.identity}: {there} times, called {verdict.value}: {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--only", action="append", default=[], help="only this corpus")
    parser.add_argument("--pages", type=int, default=PAGES, help="of each corpus")
    parser.add_argument("--true", type=int, default=TRUE, help="true passages of each corpus")
    parser.add_argument("--changed", type=int, default=CHANGED, help="changed ones of each")
    options = parser.parse_args()
    total = Tally()
    for corpus in sorted(path for path in (options.shared / "corpora").iterdir() if path.is_dir()):
        if options.only and corpus.name not in options.only:
            continue
        chance = random.Random(SEED)
        pages = pages_of(corpus, options.pages, chance)
        tally = check(pages, options.true, options.changed, chance)
        print(f"{corpus.name}: {len(pages)} pages; true {_shown(tally.true)}; ", end="")
        print(f"changed {_shown(tally.changed)}; {len(tally.wrong)} wrong", flush=True)
        for line in tally.wrong[:10]:
            print(f"  {line}")
        total.true += tally.true
        total.prose += tally.prose
        total.changed += tally.changed
        total.kinds += tally.kinds
        total.still_standing += tally.still_standing
        total.wrong += tally.wrong
    print(f"true: {total.true.total()}, {_shown(total.true)}; {_ambiguous(total.true)}")
    print(f"of these outside code: {total.prose.total()}; {_ambiguous(total.prose)}")
    print(
        f"changed: {total.changed.total()}, {_shown(total.changed)}; by kind {_shown(total.kinds)}"
    )
    print(f"{total.still_standing} changed passages stand all the same; {len(total.wrong)} wrong")
    return 1 if total.wrong else 0


def _ambiguous(counts: Counter[str]) -> str:
    return f"{counts[Verdict.AMBIGUOUS.value] / max(1, counts.total()):.1%} ambiguous"


def _shown(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
