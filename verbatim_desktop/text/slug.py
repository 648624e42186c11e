"""Anchors of headings as GitHub makes them.

Lower case, letters, numbers, marks, "_" and "-" kept, spaces to "-", repeats numbered "-1", "-2".
"""

from __future__ import annotations

import regex

#: Letters, marks and numbers that Unicode took in after 13.0, the version github-slugger knows;
#: pinned, so that an anchor does not change with the Unicode tables of the day.
_NEWER = (
    "558 58b-58c 5c8-5c9 870-89f 8b5 8c8-8d2 b53-b54 c3c c5c-c5d cdc-cdd cf3 ece 170d "
    "1715-171f 180f 1ac1-1af0 1b4c 1c89-1c8a 1dfa 208f 209d-209f 2c2f 2c5f 9ffd-9fff "
    "a7c0-a7c1 a7cb-a7f4 ab6c-ab6d 10570-105f3 10780-107bf 10940-10959 10d40-10d85 "
    "10ec2-10eff 10f70-10f85 11070-11075 110c2 1123f-11241 11380-113e2 116d0-116e3 "
    "11740-11746 11ab0-11abf 11b0a-11bf9 11db0-11df1 11f00-11f5a 1246f-1247f 12550-12ff0 "
    "1342f-143fa 16100-16139 16a70-16ac9 16d40-16d79 16ea0-16ed3 16ff2-16ff6 187f8-187ff "
    "18cd6-18cff 18d09-191d2 1aff0-1affe 1b11f-1b132 1b155 1b168 1ccf0-1d128 1d250-1d281 "
    "1d6a6 1df00-1dfff 1e030-1e08f 1e290-1e2ae 1e4d0-1e7fe 2a6de-2a6df 2b735-2b73f 2b81e "
    "2cea2-2cead 2ebf0-2ee5d 31350-33479 3d000-3fc3f"
)


def _dropped() -> str:
    ranges = (part.partition("-") for part in _NEWER.split())
    newer = "".join(
        f"{chr(int(first, 16))}-{chr(int(last or first, 16))}" for first, _, last in ranges
    )
    return r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]|[" + newer + "]"


_DROPPED = regex.compile(_dropped())


def slug(text: str) -> str:
    """The anchor of one heading, repeats not looked at."""
    return _DROPPED.sub("", text.lower()).replace(" ", "-")


class Slugger:
    """Anchors of one page, each handed out once."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def unique(self, text: str) -> str:
        """The anchor of a heading; a repeat is numbered."""
        original = anchor = slug(text)
        while anchor in self._seen:
            self._seen[original] += 1
            anchor = f"{original}-{self._seen[original]}"
        self._seen[anchor] = 0
        return anchor

    def reserve(self, anchor: str) -> str:
        """Take an explicit id as it is."""
        self._seen.setdefault(anchor, 0)
        return anchor
