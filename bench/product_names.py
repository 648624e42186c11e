"""Write resources/product_names.txt, the names of products that text/products.py knows.

    npm pack simple-icons, unpack it, then
    python -m bench.product_names package/data/simple-icons.json

Simple Icons gives its list of brands into the public domain (CC0). Names of one word are kept. One
that is an ordinary English word is marked, or left out where documentation uses the word anyway.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import enchant

from verbatim_desktop.resources import folder
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.products import ORDINARY, plain

SHORTEST = 3
HEAD = (
    "# Names of products, one word each, as letters and digits; ~ where it is a word too.\n"
    "# Written by bench/product_names.py from the titles of Simple Icons (CC0 1.0).\n"
)


def titles(brands: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for brand in brands:
        yield brand["title"]
        yield from brand.get("aliases", {}).get("aka", ())


def table(brands: Iterable[Mapping[str, Any]], ordinary: Callable[[str], bool]) -> list[str]:
    """The lines of the file, sorted."""
    names: set[str] = set()
    for title in titles(brands):
        words = [word for word in title.lower().split() if plain(word)]
        if len(words) != 1 or len(plain(words[0])) < SHORTEST or plain(words[0]).isdigit():
            continue
        known = words[0].isalpha() and ordinary(words[0])
        if not known or specificity(words[0]) == 1:
            names.add(plain(words[0]) + (ORDINARY if known else ""))
    return sorted(names)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write resources/product_names.txt.")
    parser.add_argument("brands", type=Path, help="simple-icons.json of the package simple-icons")
    options = parser.parse_args()
    brands = json.loads(options.brands.read_text("utf-8"))
    lines = table(brands, enchant.Dict("en_US").check)
    (folder() / "product_names.txt").write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
