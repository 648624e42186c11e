"""Pack the frozen folder as a Debian package.

It holds no library of the system: what the bundle's files load from outside is asked of
dpkg-shlibdeps and becomes Depends, so that Debian's own updates reach it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent
NAME = "verbatim-desktop"
PROGRAMS = ("dpkg-deb", "dpkg-shlibdeps")
HOME = f"usr/lib/{NAME}"
#: Loaded by name while running, so that no library of ours says so; and letters to draw with.
LOADED = ("fontconfig-config", "libegl1", "libfontconfig1", "libgl1")
FONTS = "fonts-dejavu-core | fonts-inter | fonts-noto-core"
ELF = b"\x7fELF"


def build(bundle: Path, work: Path, dist: Path, version: str, when: int) -> Path:
    """Write dist/verbatim-desktop_VERSION_ARCHITECTURE.deb and say where."""
    tree = work / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(bundle, work / "icons", tree, version, when)
    settle(tree, when)
    (tree / "DEBIAN").mkdir()  # by which dpkg-shlibdeps knows where the package's root is
    architecture = _said(["dpkg", "--print-architecture"])
    control = control_text(version, architecture, installed_kib(tree), depends(tree, work))
    write(tree / "DEBIAN" / "control", control)
    write(tree / "DEBIAN" / "md5sums", "".join(md5_lines(tree)))
    target = dist / f"{NAME}_{version}_{architecture}.deb"
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(when)}
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(target)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return target


def lay_out(bundle: Path, icons: Path, tree: Path, version: str, when: int) -> None:
    """Everything of the package under its path."""
    shutil.copytree(bundle, tree / HOME, symlinks=True)
    binaries = tree / "usr" / "bin"
    binaries.mkdir(parents=True)
    for name in (NAME, "verbatim"):
        (binaries / name).symlink_to(f"../lib/{NAME}/{name}")
        page = (PACKAGING / "linux" / f"{name}.1").read_text(encoding="utf-8")
        pack(tree / f"usr/share/man/man1/{name}.1.gz", page.replace("@VERSION@", version))
    linux, share = PACKAGING / "linux", tree / "usr" / "share"
    copy(linux / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    copy(linux / f"{NAME}.metainfo.xml", share / "metainfo" / f"{NAME}.metainfo.xml")
    for picture in icons.glob("*.png"):
        size = picture.stem.rsplit("-", 1)[1]
        copy(picture, share / f"icons/hicolor/{size}x{size}/apps/{NAME}.png")
    drawing = PACKAGING.parent / "resources" / "icons" / "app.svg"
    copy(drawing, share / f"icons/hicolor/scalable/apps/{NAME}.svg")
    papers = share / "doc" / NAME
    copy(PACKAGING / "debian" / "copyright", papers / "copyright")
    changes = (PACKAGING.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    pack(papers / "CHANGELOG.md.gz", changes)
    pack(papers / "changelog.gz", debian_changes(version, when))
    copy(PACKAGING / "debian" / "lintian-overrides", share / "lintian" / "overrides" / NAME)


def debian_changes(version: str, when: int) -> str:
    """In the form that Debian's tools read, which is not Markdown's."""
    control = (PACKAGING / "debian" / "control").read_text(encoding="utf-8")
    [maintainer] = re.findall(r"^Maintainer: (.+)$", control, re.MULTILINE)
    lines = (
        f"{NAME} ({version}) unstable; urgency=medium",
        "",
        f"  * What is new stands in /usr/share/doc/{NAME}/CHANGELOG.md.gz.",
        "",
        f" -- {maintainer}  {formatdate(when)}",
    )
    return "\n".join(lines) + "\n"


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    target.chmod(0o644)
    target.parent.chmod(0o755)


def pack(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def settle(tree: Path, when: int) -> None:
    """One mode for each kind of file and one time for all."""
    for path in sorted(tree.rglob("*"), reverse=True):
        if not path.is_symlink():
            runs = path.is_dir() or (path.parent == tree / HOME and is_elf(path))
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == ELF


def libraries(tree: Path) -> Iterator[Path]:
    for path in sorted((tree / HOME).rglob("*")):
        if path.is_file() and not path.is_symlink() and is_elf(path):
            yield path


def depends(tree: Path, work: Path) -> str:
    """The packages that hold what our libraries load from outside."""
    files = list(libraries(tree))
    folders = sorted({str(path.parent) for path in files})
    (work / "debian").mkdir(exist_ok=True)
    fields = ("Source: any", "", f"Package: {NAME}", "Architecture: any", "")
    (work / "debian" / "control").write_text("\n".join(fields), encoding="utf-8")
    command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"]
    command += [f"-l{folder}" for folder in folders] + [f"-e{path}" for path in files]
    found = _said(command, cwd=work).removeprefix("shlibs:Depends=")
    return joined([*found.split(", "), *LOADED, FONTS])


def joined(packages: list[str]) -> str:
    """Each package once, with its version where one is said."""
    by_name: dict[str, str] = {}
    for package in packages:
        name = re.split(r"[ (]", package, maxsplit=1)[0]
        if len(package) > len(by_name.get(name, "")):
            by_name[name] = package
    return ", ".join(by_name[name] for name in sorted(by_name))


def installed_kib(tree: Path) -> int:
    files = (path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(-(-path.stat().st_size // 1024) for path in files)


def control_text(version: str, architecture: str, kib: int, needs: str) -> str:
    text = (PACKAGING / "debian" / "control").read_text(encoding="utf-8")
    values = {"VERSION": version, "ARCHITECTURE": architecture, "SIZE": str(kib), "DEPENDS": needs}
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def md5_lines(tree: Path) -> Iterator[str]:
    for path in sorted((tree / "usr").rglob("*")):
        if path.is_file() and not path.is_symlink():
            total = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            yield f"{total}  {path.relative_to(tree).as_posix()}\n"


def _said(command: list[str], cwd: Path | None = None) -> str:
    """What a program prints; what it has to say otherwise is shown where it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stderr)
    done.check_returncode()
    return done.stdout.strip()
