"""The words that benches over the shared material are called with."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser_of(about: str, *, only: bool = False, writes: bool = False) -> argparse.ArgumentParser:
    """Where the shared material and the libraries lie. only: it can be narrowed to some sets;
    writes: it can be kept from writing what it found.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path, help="keep the ingested libraries here")
    if only:
        parser.add_argument("--only", action="append", default=[], help="only this set")
    if writes:
        parser.add_argument("--dry-run", action="store_true", help="print, write nothing")
    return parser
