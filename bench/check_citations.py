"""Read every citation of every golden question back from its file.

Each question of golden/dev is answered, confident or not; each citation must read back from the
files character for character. Whether the verifier can be fooled is check_passages' to find out.

    python -m bench.check_citations ../shared
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache

from bench.arguments import parser_of
from bench.golden import GoldenSet, golden_sets
from verbatim_desktop.domain.answers import Citation, Verdict
from verbatim_desktop.ingest.decode import decode
from verbatim_desktop.text.spans import read_back
from verbatim_desktop.workflows.open_citation import open_citation

ABOUT = "Read every citation of every golden question back."


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


def main() -> int:
    options = parser_of(ABOUT, only=True).parse_args()
    bad = 0
    for golden in golden_sets(options.shared, options.homes, options.only):
        statuses: Counter[str] = Counter()
        failed: list[Citation] = []
        for citation in citations(golden):
            statuses[citation.status.value] += 1
            if not reads_back(golden, citation):
                failed.append(citation)
        bad += len(failed)
        print(f"{golden.name}: {statuses.total()} citations, {len(failed)} do not read back")
        print(f"  {', '.join(f'{count} {status}' for status, count in statuses.items())}")
        for citation in failed[:5]:
            print(f"  {citation.identity}#{citation.anchor}: {citation.quote!r}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
