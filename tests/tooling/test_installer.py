"""The installer: what it draws, says, packs and leaves alone, and whether what was built works."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PIL import Image

from verbatim_desktop.adapters.secrets import KNOWN
from verbatim_desktop.desktop.run import parse

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGING = CHECKOUT / "packaging"
SPEC = (CHECKOUT / "build_installer.spec").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))


@pytest.fixture
def notices() -> ModuleType:
    return import_module("notices")


@pytest.fixture
def deb() -> ModuleType:
    return import_module("deb")


@pytest.fixture
def build() -> ModuleType:
    return import_module("build")


# --- The icon ------------------------------------------------------------------------------------


def test_the_icon_is_drawn_for_each_system(qapp, tmp_path: Path) -> None:
    import_module("icons").make_icons(tmp_path)

    for size in (16, 48, 512):
        with Image.open(tmp_path / f"verbatim-desktop-{size}.png") as picture:
            assert picture.size == (size, size)
            assert picture.getpixel((size // 2, size // 8)) == (0x23, 0x54, 0xC4, 255)
    with Image.open(tmp_path / "verbatim-desktop.ico") as picture:
        assert {(16, 16), (32, 32), (256, 256)} <= set(picture.info["sizes"])
    with Image.open(tmp_path / "verbatim-desktop.icns") as picture:
        assert (512, 512, 2) in picture.info["sizes"]


# --- Notices -------------------------------------------------------------------------------------


def package(folder: Path, name: str, *files: str, about: str = "") -> metadata.Distribution:
    """An installed package, made up."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n{about}", encoding="utf-8")
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"text of {file}\n", encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")
    return metadata.Distribution.at(info)


def test_a_notice_has_the_terms_and_the_text(notices: ModuleType, tmp_path: Path) -> None:
    made = package(
        tmp_path,
        "sample",
        "sample/__init__.py",
        "sample-1.0.dist-info/licenses/LICENSE",
        about="License-Expression: MIT\nProject-URL: Home, https://sample.example\n",
    )
    notice = notices.notice_of(made)

    assert (notice.terms, notice.home) == ("MIT", "https://sample.example")
    assert notice.texts == ("text of sample-1.0.dist-info/licenses/LICENSE\n",)
    whole = notices.text_of_all([notice], "_internal")
    assert "sample 1.0: MIT" in whole
    assert "text of sample-1.0" in whole
    assert "_internal/PySide6" in whole


BILL = {
    "components": [
        {"name": "sample", "version": "1.0"},
        {"name": "ahash", "version": "0.8", "licenses": [{"expression": "MIT OR Apache-2.0"}]},
        {"name": "zlib", "version": "1.3", "licenses": [{"license": {"id": "Zlib"}}]},
        {"name": "openssl", "version": "4.0"},
    ]
}


def test_what_is_compiled_into_a_package_is_named(notices: ModuleType, tmp_path: Path) -> None:
    """As its own bill of materials says it."""
    bill = "sample-1.0.dist-info/sboms/sample.cyclonedx.json"
    made = package(tmp_path, "sample", "sample-1.0.dist-info/licenses/LICENSE", bill)
    (tmp_path / bill).write_text(json.dumps(BILL), encoding="utf-8")
    notice = notices.notice_of(made)

    assert notice.parts == (
        "ahash 0.8: MIT OR Apache-2.0",
        "openssl 4.0: Apache-2.0",
        "zlib 1.3: Zlib",
    )
    assert (
        "Compiled into it, or brought with it:\n  ahash 0.8: MIT OR Apache-2.0\n"
        in notices.text_of_all([notice], "")
    )


def test_terms_are_taken_from_a_classifier_where_nothing_else_says_them(
    notices: ModuleType, tmp_path: Path
) -> None:
    about = "Classifier: License :: OSI Approved :: BSD License\n"
    assert notices.terms_of(package(tmp_path, "sample", about=about)) == "BSD License"


def test_a_package_without_a_text_is_not_shipped(notices: ModuleType, tmp_path: Path) -> None:
    made = package(tmp_path, "sample", "sample/__init__.py", about="License-Expression: MIT\n")
    with pytest.raises(notices.MissingLicence, match=r"sample 1\.0"):
        notices.notice_of(made)


def test_only_packages_with_a_file_in_the_bundle_are_named(notices: ModuleType) -> None:
    import click

    names = [one.name for one in notices.shipped([str(Path(click.__file__))])]
    assert [name for name in names if name.lower() not in notices.ALWAYS] == ["click"]


def shipped_packages() -> list[metadata.Distribution]:
    """Those of this environment that the project asks for, with what they ask for."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    todo = [*project["dependencies"], *extras["spelling"], *extras["semantic"]]
    found: dict[str, metadata.Distribution] = {}
    while todo:
        asked = Requirement(todo.pop())
        name = canonicalize_name(asked.name)
        if name in found or (asked.marker and not asked.marker.evaluate({"extra": ""})):
            continue
        found[name] = metadata.distribution(name)
        todo += found[name].requires or []
    return list(found.values())


def test_every_package_that_is_shipped_has_its_licence(notices: ModuleType) -> None:
    made = [notices.notice_of(one) for one in shipped_packages()]
    assert len(made) > 40
    assert all(notice.texts and all(notice.texts) for notice in made)
    assert "PYTHON" in notices.python_notice().texts[0].upper()


def test_what_must_be_exchangeable_is_shipped_as_source(
    notices: ModuleType, build: ModuleType
) -> None:
    """Packages under the LGPL and the MPL; the spec and the build name the same."""
    limited = {
        notices.normal(one.name)
        for one in shipped_packages()
        if re.search(r"LGPL|MPL|Lesser|Mozilla", notices.terms_of(one))
    }
    assert limited >= {"fpdf2", "certifi"}
    folders = {"fpdf2": "fpdf", "pyenchant": "enchant", "pyside6-essentials": "PySide6"}
    assert {folders.get(name, name) for name in limited} <= set(build.SOURCES)
    named = re.search(r"AS_SOURCE = \((.+?)\)", SPEC, re.S)
    assert named
    assert tuple(re.findall(r'"(\w+)"', named[1])) == build.SOURCES


# --- The frozen folder ---------------------------------------------------------------------------


def test_the_spec_names_every_keyring_that_is_used() -> None:
    for keyrings in KNOWN.values():
        for keyring in keyrings:
            assert f'"keyring.backends.{keyring.module}"' in SPEC


@pytest.mark.skipif(os.name == "nt", reason="there the loader has no such path")
@pytest.mark.parametrize(("before", "after"), [("/theirs", "/theirs"), (None, None)])
def test_programs_that_are_started_get_the_path_of_before(
    before: str | None, after: str | None
) -> None:
    script = PACKAGING / "frozen" / "restore_environment.py"
    code = f"exec(open({str(script)!r}).read()); print(os.environ.get('LD_LIBRARY_PATH'))"
    environment = os.environ | {"LD_LIBRARY_PATH": "/ours"}
    if before:
        environment["LD_LIBRARY_PATH_ORIG"] = before
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{after}\n"


@pytest.mark.skipif(not shutil.which("strip"), reason="needs binutils")
def test_no_library_is_stripped_that_has_to_stay_as_it_came(
    build: ModuleType, tmp_path: Path
) -> None:
    """Neither directly nor through the links that stand beside the program."""
    import _ctypes

    inside = tmp_path / build.INSIDE
    kept, ours = inside / "numpy.libs" / "one.so", inside / "yaml" / "two.so"
    for path in (kept, ours):
        path.parent.mkdir(parents=True)
        shutil.copy(_ctypes.__file__, path)
    (inside / "one.so").symlink_to("numpy.libs/one.so")
    before = kept.read_bytes()

    assert build.strip_libraries(tmp_path) >= 0
    assert kept.read_bytes() == before
    assert (inside / "one.so").is_symlink()


@pytest.mark.skipif(not shutil.which("chrpath"), reason="needs chrpath")
def test_no_library_is_looked_for_where_python_was_installed(
    build: ModuleType, tmp_path: Path
) -> None:
    """One that looks beside itself goes on doing so."""
    import _ctypes

    inside = tmp_path / build.INSIDE
    inside.mkdir()
    shutil.copy("/bin/true", inside / "none.so")
    shutil.copy(_ctypes.__file__, inside / "one.so")
    build.drop_search_paths(tmp_path)
    listed = ["chrpath", "--list", str(inside / "one.so")]
    said = subprocess.run(listed, capture_output=True, text=True, check=False).stdout

    assert "PATH=/" not in said
    assert os.fsencode(sys.base_prefix) + b"/lib\0" not in (inside / "one.so").read_bytes()


def test_the_sums_cover_every_file(build: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("a.deb", "folder/b"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "folder" / "link").symlink_to("b")
    lines = build.write_sums(tmp_path).read_text(encoding="utf-8").splitlines()

    assert [line.split("  ")[1] for line in lines] == ["a.deb", "folder/b"]
    assert all(re.match(r"[0-9a-f]{64}  ", line) for line in lines)


# --- The Debian package --------------------------------------------------------------------------


def test_a_dependency_is_named_once_with_its_version(deb: ModuleType) -> None:
    asked = ["libgl1", "libc6 (>= 2.35)", "libgl1 (>= 1.3)", "libgl1", "a | b"]
    assert deb.joined(asked) == "a | b, libc6 (>= 2.35), libgl1 (>= 1.3)"


@pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg-deb", "dpkg-shlibdeps"))), reason="needs dpkg-dev"
)
def test_a_package_is_made_the_same_twice(deb: ModuleType, tmp_path: Path) -> None:
    bundle, work = tmp_path / "bundle", tmp_path / "work"
    bundle.mkdir()
    shutil.copy("/bin/true", bundle / "verbatim-desktop")
    (bundle / "verbatim").symlink_to("verbatim-desktop")
    (work / "icons").mkdir(parents=True)
    (work / "icons" / "verbatim-desktop-16.png").write_bytes(b"picture")

    made: list[bytes] = []
    for number in (1, 2):
        target = tmp_path / str(number)
        target.mkdir()
        made.append(deb.build(bundle, work, target, "1.2.3", 1_700_000_000).read_bytes())
    assert made[0] == made[1]
    path = next((tmp_path / "1").glob("verbatim-desktop_1.2.3_*.deb"))
    field = ["dpkg-deb", "-f", str(path)]
    needs = subprocess.run([*field, "Depends"], capture_output=True, text=True, check=True).stdout
    assert "libc6 (>= 2." in needs
    assert "libegl1" in needs
    said = subprocess.run(["dpkg-deb", "-c", str(path)], capture_output=True, text=True, check=True)
    assert "@" not in subprocess.run(field, capture_output=True, text=True).stdout.split("<")[0]
    for place in (
        "-rwxr-xr-x root/root .+ ./usr/lib/verbatim-desktop/verbatim-desktop\n",
        "./usr/bin/verbatim -> ../lib/verbatim-desktop/verbatim\n",
        "-rw-r--r-- root/root .+ ./usr/share/man/man1/verbatim.1.gz\n",
        "./usr/share/icons/hicolor/16x16/apps/verbatim-desktop.png\n",
        "./usr/share/doc/verbatim-desktop/copyright\n",
        "./usr/share/doc/verbatim-desktop/CHANGELOG.md.gz\n",
        "./usr/share/lintian/overrides/verbatim-desktop\n",
    ):
        assert re.search(place, said.stdout), place


@pytest.mark.skipif(not shutil.which("dpkg-parsechangelog"), reason="needs dpkg-dev")
def test_the_list_of_changes_is_read_by_debian(deb: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "changelog"
    path.write_text(deb.debian_changes("1.2.3", 1_700_000_000), encoding="utf-8")
    read = ["dpkg-parsechangelog", "-l", str(path), "-S"]
    fields = {
        name: subprocess.run([*read, name], capture_output=True, text=True, check=True)
        for name in ("Source", "Version", "Timestamp")
    }
    assert {name: one.stdout.strip() for name, one in fields.items()} == {
        "Source": "verbatim-desktop",
        "Version": "1.2.3",
        "Timestamp": "1700000000",
    }
    assert all(one.stderr == "" for one in fields.values())


def test_the_menu_entry_starts_the_program_with_its_icon() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    entry.read(PACKAGING / "linux" / "verbatim-desktop.desktop", encoding="utf-8")
    about = entry["Desktop Entry"]
    assert (about["Exec"], about["Icon"]) == ("verbatim-desktop %F", "verbatim-desktop")
    tree = ElementTree.parse(PACKAGING / "linux" / "verbatim-desktop.metainfo.xml")
    assert tree.findtext("launchable") == "verbatim-desktop.desktop"


def test_the_manual_knows_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    page = (PACKAGING / "linux" / "verbatim-desktop.1").read_text(encoding="utf-8")
    assert options
    assert {o for o in options if o.replace("-", "\\-") not in page} == set()


@pytest.mark.parametrize(
    "name", ["windows/build.ps1", "windows/verbatim-desktop.iss", "macos/build.sh"]
)
def test_a_script_that_was_not_run_says_so(name: str) -> None:
    head = (PACKAGING / name).read_text(encoding="utf-8").splitlines()[:4]
    assert any("NOT RUN YET" in line for line in head)


# --- What was built ------------------------------------------------------------------------------


@pytest.mark.installer
@pytest.mark.network_loopback
def test_what_was_built_works() -> None:
    """Needs `python3 dev.py installer` before it; packaging/smoke.py says what is tried."""
    if not (CHECKOUT / "dist" / "verbatim-desktop").is_dir():
        pytest.skip("nothing is built: python3 dev.py installer")
    done = subprocess.run(
        [sys.executable, "dev.py", "installer", "--smoke"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("The frozen application works.\n")
