"""Libraries of 25,000 and 100,000 sections made of a smaller one, so that its statistics hold.

The first copy is the library itself. In every further one each word is replaced by another of about
the same frequency: words are ranked by how often they occur, cut into groups of neighbours, and
each group is turned by the number of the copy. Copies thus share no phrase and have other
neighbours, but as many words, as long sections and as rare terms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, groupby, islice
from pathlib import Path

from bench.libraries import ingest, opened, scratch, section_texts
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    ParseMode,
    Section,
    SourceInfo,
    SourceKind,
)
from verbatim_desktop.ports import SectionText

#: Names such as next.config.js change places whole: a library has no more of them for its copies.
WORD = re.compile(r"\w+(?:[-.:/]+\w+)*")
GROUP = 64  # words of like frequency that change places
BATCH = 200  # pages stored at once
KEPT = 128  # the most frequent words stay: they hold sentences together in every copy


def scaled(texts: Sequence[SectionText], sections: int) -> list[SectionText]:
    """So many sections: some of the texts, taken evenly, or all of them and copies."""
    if len(texts) >= sections:
        return [texts[len(texts) * at // sections] for at in range(sections)]
    return list(islice(_copies(texts), sections))


def _copies(texts: Sequence[SectionText]) -> Iterator[SectionText]:
    yield from texts
    groups = word_groups(texts)
    documents = 1 + max(text.ref.document_id for text in texts)
    for number in count(1):
        other = turned(groups, number)
        for text in texts:
            yield _copied(text, other, number, number * documents)


def word_groups(texts: Sequence[SectionText]) -> list[list[str]]:
    """Words of about the same frequency."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(WORD.findall(text.body))
    ranked = sorted(counts, key=lambda word: (-counts[word], word))[KEPT:]
    return [ranked[at : at + GROUP] for at in range(0, len(ranked), GROUP)]


def turned(groups: Sequence[Sequence[str]], number: int) -> dict[str, str]:
    """What stands for each word in a copy: the word so many places on in its group."""
    return {
        word: group[(at + number) % len(group)] for group in groups for at, word in enumerate(group)
    }


def _copied(text: SectionText, other: dict[str, str], number: int, first: int) -> SectionText:
    def say(words: str) -> str:
        return WORD.sub(lambda match: other.get(match[0], match[0]), words)

    ref = text.ref
    path = f"copy-{number}/{ref.path}"
    return replace(
        text,
        ref=replace(
            ref,
            document_id=ref.document_id + first,
            path=path,
            route=path if ref.route else "",
            heading_path=tuple(map(say, ref.heading_path)),
        ),
        body=say(text.body),
        heading=say(text.heading),
        route=say(text.route),
        aliases=say(text.aliases),
    )


# --- As a library --------------------------------------------------------------------------------


def write_library(home: Path, texts: Sequence[SectionText]) -> None:
    """Store sections in a new data folder, a block each, and publish them with their index."""
    with opened(home) as (library, index), library.writer() as writer:
        for source in sorted({text.ref.source for text in texts}):
            writer.save_source(SourceInfo(source, SourceKind.KB, ParseMode.MARKDOWN, ""))
        pages = groupby(texts, key=lambda text: text.ref.document_id)
        documents = (_document(list(sections)) for _, sections in pages)
        while batch := list(islice(documents, BATCH)):
            writer.put(batch)
        writer.publish(index.build(writer.generation))


def _document(texts: Sequence[SectionText]) -> Document:
    """The page of some sections, which stand one after the other."""
    first = texts[0].ref
    return Document(
        source=first.source,
        kind=SourceKind.KB,
        path=first.path,
        route=first.route,
        identity=f"{first.source}/{first.path}",
        title=first.heading_path[0] if first.heading_path else "",
        fingerprint=first.path,
        blocks=tuple(
            Block(BlockKind.PARAGRAPH, text.body, aliases=(text.aliases,)) for text in texts
        ),
        sections=tuple(
            Section(at, text.ref.anchor, text.ref.anchors, text.ref.heading_path, at, at + 1)
            for at, text in enumerate(texts)
        ),
    )


@contextmanager
def scaled_library(corpora: Sequence[Path], sections: int) -> Generator[Path]:
    """A data folder with so many sections, made of folders of pages."""
    with scratch() as place:
        ingest(place / "small", corpora)
        write_library(place / "large", scaled(section_texts(place / "small"), sections))
        yield place / "large"
