"""Build what people install: the frozen folder, its notices, and on Debian a .deb.

    python3 dev.py installer [--semantic] [--no-deb] [--smoke]

Written to dist/: the folder verbatim-desktop/, the .deb, and SHA256SUMS over both. Run in an
environment that holds what requirements-installer.lock names, and no more.
"""

from __future__ import annotations

import argparse
import compileall
import hashlib
import json
import os
import py_compile
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import deb
import notices
from icons import make_icons

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "installer"
DIST = ROOT / "dist"
NAME = "verbatim-desktop"
BUNDLE = DIST / NAME
INSIDE = "_internal"
SUMS = "SHA256SUMS"
LINUX = sys.platform.startswith("linux")
#: Shipped as source, so that they can be exchanged (AS_SOURCE in build_installer.spec).
SOURCES = ("certifi", "enchant", "fpdf", "pathspec", "PySide6", "shiboken6")
#: Qt stays as it came; strip breaks what the makers of these wheels have patched.
UNSTRIPPED = ("PySide6", "shiboken6", "numpy", "numpy.libs", "PIL", "pillow.libs")
#: Where nothing else says when: reproducible all the same.
LONG_AGO = 1_700_000_000


def version() -> str:
    text = (ROOT / "verbatim_desktop" / "__init__.py").read_text(encoding="utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


def epoch() -> int:
    """The time that is written into what is built: SOURCE_DATE_EPOCH, else the last commit's."""
    if said := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(said)
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return LONG_AGO
    return int(asked.stdout)


def freeze(when: int, semantic: bool) -> None:
    """Run PyInstaller on the spec."""
    environment = os.environ | {
        "PYTHONHASHSEED": "0",  # the order of sets goes into the archive
        "PYTHONWARNINGS": "ignore::SyntaxWarning",  # Whoosh's own
        "SOURCE_DATE_EPOCH": str(when),
        "VERBATIM_SEMANTIC": "1" if semantic else "0",
        "VERBATIM_VERSION": version(),
    }
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(DIST), "--workpath", str(WORK / "work"), "build_installer.spec"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def contents() -> tuple[list[str], dict[str, int]]:
    """The files that the bundle was made from, and what each trim left out, in bytes."""
    found = json.loads((WORK / "contents.json").read_text(encoding="utf-8"))
    return found["sources"], found["saved"]


def strip_libraries(bundle: Path) -> int:
    """Take debug symbols out of the libraries; returns the bytes that went."""
    inside = bundle / INSIDE
    found = sorted(inside.rglob("*.so*"))
    paths = [path for path in found if path.is_file() and not path.is_symlink()]
    ours = [path for path in paths if path.relative_to(inside).parts[0] not in UNSTRIPPED]
    before = sum(path.stat().st_size for path in ours)
    subprocess.run(["strip", "--strip-unneeded", *map(str, ours)], check=True)
    return before - sum(path.stat().st_size for path in ours)


def drop_search_paths(bundle: Path) -> None:
    """Python's own extension modules would look for libraries where it was installed when it was
    built: a path of this machine, and on another one anybody's.
    """
    for path in (bundle / INSIDE).rglob("*.so*"):
        if not path.is_symlink() and looks_below_root(path):
            for change in (["--replace", "$ORIGIN"], ["--delete"]):  # the first wipes the words
                command = ["chrpath", *change, str(path)]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def looks_below_root(path: Path) -> bool:
    """Whether a library names a whole path to look in, and not one beside itself."""
    listed = ["chrpath", "--list", str(path)]  # of several it tells nothing after one without
    said = subprocess.run(listed, capture_output=True, text=True, check=False).stdout
    return re.search(r": R(?:UN)?PATH=/", said) is not None


def compile_sources(bundle: Path) -> None:
    """Byte code beside what is shipped as source, checked against it at each start."""
    for name in SOURCES:
        if (folder := bundle / INSIDE / name).is_dir():
            compileall.compile_dir(
                folder,
                quiet=1,
                stripdir=str(bundle),
                invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH,
            )


def finish(bundle: Path, sources: Iterable[str]) -> None:
    """Add the second name, our licence and everyone else's."""
    if not sys.platform.startswith("win"):
        link = bundle / "verbatim"
        link.unlink(missing_ok=True)
        link.symlink_to(NAME)
    compile_sources(bundle)
    shutil.copy(ROOT / "LICENSE", bundle / "LICENSE.txt")
    notices.write_notices(sources, bundle / notices.NAME, INSIDE)


def size_of(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file() and not p.is_symlink())


def write_sums(dist: Path) -> Path:
    """SHA-256 of every file under dist, in the form that `sha256sum -c` reads."""
    target = dist / SUMS
    target.unlink(missing_ok=True)
    files = sorted(path for path in dist.rglob("*") if path.is_file() and not path.is_symlink())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(dist).as_posix()}\n"
        for path in files
    ]
    target.write_text("".join(lines), encoding="utf-8")
    return target


def build(semantic: bool, with_deb: bool) -> None:
    began, when = time.monotonic(), epoch()
    shutil.rmtree(DIST, ignore_errors=True)
    make_icons(WORK / "icons")
    freeze(when, semantic)
    sources, saved = contents()
    if LINUX and shutil.which("strip"):
        saved["Debug symbols"] = strip_libraries(BUNDLE)
    if LINUX and shutil.which("chrpath"):
        drop_search_paths(BUNDLE)
    finish(BUNDLE, sources)
    if with_deb:
        deb.build(BUNDLE, WORK, DIST, version(), when)
    write_sums(DIST)
    report(saved, time.monotonic() - began)


def report(saved: dict[str, int], seconds: float) -> None:
    """Say what was built and what it weighs."""
    for reason, size in saved.items():
        say(f"  left out {size / 1e6:6.1f} MB  {reason}")
    for path in sorted(DIST.iterdir()):
        size = size_of(path) if path.is_dir() else path.stat().st_size
        say(f"  {path.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    say(f"Built in {seconds:.0f} s.")


def say(text: str) -> None:
    print(text, flush=True)


def try_to_build(semantic: bool, with_deb: bool) -> int:
    """Build; a program that failed has said why, and is named."""
    try:
        build(semantic, with_deb and LINUX and all(map(shutil.which, deb.PROGRAMS)))
    except subprocess.CalledProcessError as error:
        say(f"{error.cmd[0]} failed with status {error.returncode}.")
        return 1
    except notices.MissingLicence as error:
        say(str(error))
        return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py installer", description="Build the installer.")
    parser.add_argument("--semantic", action="store_true", help="With the search by meaning.")
    parser.add_argument("--no-deb", action="store_true", help="The folder only.")
    parser.add_argument("--smoke", action="store_true", help="Try what was built; builds nothing.")
    options = parser.parse_args()
    if not options.smoke:
        return try_to_build(options.semantic, with_deb=not options.no_deb)
    smoke = [sys.executable, str(ROOT / "packaging" / "smoke.py"), str(BUNDLE)]
    return subprocess.run(smoke, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
