"""Which fonts of this machine draw a text, and which characters none of them has.

No font comes with the program. Known files are looked for where each platform keeps its fonts;
the first that has Latin letters is the base, and others are added only for what it lacks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BASES = (
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("segoeui.ttf", "segoeuib.ttf"),
    ("Arial Unicode.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("FreeSans.ttf", "FreeSansBold.ttf"),
    ("Inter-Regular.otf", "Inter-Bold.otf"),  # the window's own on Debian
)
#: For scripts and signs that a base lacks.
OTHERS = (
    "DejaVuSans.ttf",
    "Arial Unicode.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "DroidSansFallbackFull.ttf",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "msyh.ttc",
    "YuGothR.ttc",
    "msgothic.ttc",
    "malgun.ttf",
    "PingFang.ttc",
    "AppleSDGothicNeo.ttc",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "Symbola.ttf",
    "seguisym.ttf",
)
#: What a PDF viewer's own fonts have.
LATIN_1 = frozenset([*range(0x20, 0x7F), *range(0xA0, 0x100)])
LETTERS = frozenset(range(0x20, 0x7F))


@dataclass(frozen=True, slots=True)
class Fonts:
    """Files to draw with, the base first; none where a viewer's own fonts must do.

    bold: the file of the base's bold. covered: every character that one of them has.
    """

    files: tuple[Path, ...]
    bold: Path | None
    covered: frozenset[int]


def fonts_for(text: Iterable[str], folders: Sequence[Path] | None = None) -> Fonts:
    """The fewest known fonts that have the characters of a text, as far as there are any."""
    wanted = {ord(character) for piece in text for character in piece}
    known = _known(font_folders() if folders is None else folders)
    base = _base(known)
    if base is None:
        return Fonts((), None, LATIN_1)
    file, bold, has = base
    covered = set(has)
    chosen = [file]
    for name in OTHERS:
        if wanted <= covered:
            break
        if name in known and (more := _characters(known[name])) & (wanted - covered):
            chosen.append(known[name])
            covered |= more
    return Fonts(tuple(chosen), bold, frozenset(covered))


def _base(known: Mapping[str, Path]) -> tuple[Path, Path | None, frozenset[int]] | None:
    """The first base that can be read, its bold where that has as much, and what it has."""
    for name, bold_name in BASES:
        has = _characters(known[name]) if name in known else frozenset[int]()
        if not has >= LETTERS:
            continue
        bold = known.get(bold_name)
        return known[name], bold if bold and _characters(bold) >= LETTERS else None, has
    return None


def font_folders() -> list[Path]:
    """Where this platform keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home))
        return [
            Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts",
            Path(local) / "Microsoft" / "Windows" / "Fonts",
        ]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".local" / "share" / "fonts",
        home / ".fonts",
    ]


def _known(folders: Sequence[Path]) -> Mapping[str, Path]:
    """The files by name that are among those we know."""
    names = {name for pair in BASES for name in pair} | set(OTHERS)
    found: dict[str, Path] = {}
    for folder in folders:
        for path in _files(folder):
            if path.name in names:
                found.setdefault(path.name, path)
    return found


def _files(folder: Path) -> Iterator[Path]:
    for root, inner, names in os.walk(folder):
        inner.sort()
        yield from (Path(root) / name for name in sorted(names))


def _characters(file: Path) -> frozenset[int]:
    """The characters a font has; of a collection, its first font. None where it is damaged."""
    from fontTools.ttLib import TTFont, TTLibError  # pyright: ignore[reportMissingTypeStubs]

    try:
        with file.open("rb") as stream, TTFont(stream, fontNumber=0, lazy=True) as font:
            return frozenset(font.getBestCmap() or {})
    except (OSError, TTLibError):
        return frozenset()
