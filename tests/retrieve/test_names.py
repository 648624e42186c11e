"""A product's name is found however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.retrieve.test_typos import added, opened
from tests.shelf import Shelf
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.text.products import Name, name_of

DOTTED = "Deploy a Next.js application. Next.js builds it, and Next.js serves it."
PLAIN = "Deploy a NextJS application. NextJS builds it."


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        (DOTTED, "NextJs", {"NextJs": "next.js"}),
        (DOTTED, "nextjs", {"nextjs": "next.js"}),
        (DOTTED, "Next.js", {}),
        (PLAIN, "Next.js", {"Next.js": "nextjs"}),
        (PLAIN, "NextJs", {}),
        (DOTTED, "builds", {}),
        ("Next, delete the next folder.", ".next", {}),
    ],
)
def test_a_name_is_looked_for_as_the_library_writes_it(
    tmp_path: Path, text: str, typed: str, meant: dict[str, str]
):
    shelf = Shelf()
    shelf.put("page.md", text)
    assert added(correct(parse_query(f"deploy {typed}"), opened(shelf, tmp_path))) == meant


def test_a_name_without_its_ending_is_a_name_where_it_is_written_as_one():
    assert name_of("Vue") is Name.PRODUCT
    assert name_of("vue") is Name.PERHAPS
    assert name_of("Three") is Name.NONE  # an everyday word, though there is three.js
    assert name_of("zone") is Name.NONE
