"""A small sample that shows what verifying tells apart, without any library."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from verbatim_desktop.domain.authored import CheckedFile
from verbatim_desktop.domain.documents import Document, ParseMode, SourceInfo, SourceKind
from verbatim_desktop.ingest.document import parse_document, route_table
from verbatim_desktop.workflows.verify_citations import FoundPage
from verbatim_desktop.workflows.verify_files import verify_text

REFUNDS = """# Refunds

A refund goes back to the card that the order was paid with.

## How long it takes

A refund takes 14 days to reach a card. Ask support if it takes longer.

## Vouchers

Vouchers are never refunded. Ask support if it takes longer.

- Open the order.
- Choose Refund.
"""
MACRO = """Hello,

1. True: [14 days](verbatim:shop/refunds.md "A refund takes 14 days to reach a card.")
2. Fabricated: [30 days](verbatim:shop/refunds.md "A refund takes 30 days to reach a card.")
3. Moved: [cards](verbatim:shop/refunds.md#vouchers "A refund goes back to the card")
4. Ambiguous: [support](verbatim:shop/refunds.md "Ask support if it takes longer.")
5. Crossing blocks: [how to](verbatim:shop/refunds.md "Open the order. Choose Refund.")
"""
NAME = "demo.md"


class _Files:
    """The sample's pages as files."""

    def __init__(self) -> None:
        self._files = {"refunds.md": REFUNDS}

    def paths(self) -> Collection[str]:
        return list(self._files)

    def read(self, path: str) -> str:
        return self._files[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path).encode()).hexdigest()


class _SamplePages:
    """The sample's pages, parsed as an ingest parses them."""

    def __init__(self) -> None:
        info = SourceInfo(
            "shop", SourceKind.KB, ParseMode.MARKDOWN, "/shop", "https://shop.example"
        )
        files = _Files()
        routes, _ = route_table(info, files)
        self._pages = [parse_document(info, files, path, routes).document for path in files.paths()]

    def named(self, target: str) -> FoundPage:
        name, _, anchor = target.partition("#")
        rows = [row for row, page in enumerate(self._pages) if page.identity == name]
        return FoundPage(self._pages[rows[0]], rows[0], anchor=anchor)

    def others_with(self, passage: str, besides: int | None) -> Sequence[Document]:
        return [page for row, page in enumerate(self._pages) if row != besides]


def verify_demo() -> CheckedFile:
    """The sample macro, checked against the sample pages."""
    return verify_text(NAME, MACRO, _SamplePages(), addresses=True)
