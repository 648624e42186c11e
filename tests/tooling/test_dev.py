"""dev.py: what it needs, what it offers, and what it leaves alone."""

from __future__ import annotations

import ast
import importlib.util
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DEV = CHECKOUT / "dev.py"


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """dev.py as a module, working on an empty checkout, its environment already made."""
    spec = importlib.util.spec_from_file_location("dev_under_test", DEV)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setenv("VERBATIM_VENV", ".venv")
    (tmp_path / ".venv").mkdir()
    for name in (module.LOCK, module.BENCH_LOCK, "pyproject.toml"):
        (tmp_path / name).write_text("one\n", encoding="utf-8")
    return module


class Commands:
    """Stands in for dev.run: notes each command, answers with the status it was given."""

    def __init__(self, *statuses: int) -> None:
        self.seen: list[list[str]] = []
        self.statuses = list(statuses)
        self.after: Callable[[list[str]], None] = lambda command: None

    def __call__(
        self, command: list[str], env: dict[str, str] | None = None, quiet: bool = False
    ) -> int:
        self.seen.append(command)
        self.after(command)
        return self.statuses.pop(0) if self.statuses else 0


@pytest.fixture
def commands(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Commands:
    noted = Commands()
    monkeypatch.setattr(dev, "run", noted)
    monkeypatch.setattr(dev, "version_of", lambda python: sys.version_info[:3])
    monkeypatch.setattr(dev, "missing_packages", lambda further: [])
    return noted


def call(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(DEV), *words], capture_output=True, text=True, check=False
    )


def test_it_imports_only_the_standard_library() -> None:
    tree = ast.parse(DEV.read_text(encoding="utf-8"))
    names = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
        )
    }
    assert "subprocess" in names
    assert names <= sys.stdlib_module_names | {"__future__"}


def test_an_older_python_can_still_read_it() -> None:
    """So that it can say which Python is needed."""
    ast.parse(DEV.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_help_names_every_command() -> None:
    done = call("--help")
    assert done.returncode == 0
    named = [line.split()[0] for line in done.stdout.split("commands:\n")[1].splitlines()]
    assert named == [
        *("setup", "run", "test", "lint", "bench", "counterparts", "installer", "screenshots"),
        "lock",
    ]
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


@pytest.mark.parametrize("words", [[], ["fly"]])
def test_wrong_usage_is_2(words: list[str]) -> None:
    assert call(*words).returncode == 2


def test_no_python_that_is_new_enough_is_said_plainly(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "OLDEST", (99, 1))
    assert dev.main(["setup"]) == 1
    said = capsys.readouterr().err
    assert "needs Python 99.1 or newer" in said
    assert len(said.splitlines()) == 1


def test_another_python_is_used_where_this_one_is_too_old(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "OLDEST", (99, 1))
    monkeypatch.setattr(dev, "WINDOWS", False)
    versions = {"python3.12": (99, 2, 0), "python3.11": (3, 11, 0)}
    monkeypatch.setattr(dev, "version_of", lambda python: versions.get(python[0], ()))
    assert dev.find_python() == ["python3.12"]


def test_a_broken_interpreter_has_no_version(dev: ModuleType, tmp_path: Path) -> None:
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\nexit 127\n", encoding="ascii")
    shim.chmod(0o755)
    assert dev.version_of([str(shim)]) == ()
    assert dev.version_of([str(tmp_path / "none")]) == ()
    assert dev.version_of([sys.executable]) == sys.version_info[:3]


def test_packages_are_installed_again_only_when_the_lock_changes(
    dev: ModuleType, commands: Commands, tmp_path: Path
) -> None:
    dev.prepare()
    [lock, project] = commands.seen
    assert "--require-hashes" in lock
    assert lock[-1] == dev.LOCK
    assert {"--no-deps", "--no-build-isolation"} <= set(project)

    dev.prepare()
    assert len(commands.seen) == 2

    (tmp_path / dev.LOCK).write_text("two\n", encoding="utf-8")
    dev.prepare()
    assert [command[-1] for command in commands.seen[2:]] == [dev.LOCK, "."]


def test_line_endings_do_not_change_a_lock(dev: ModuleType, tmp_path: Path) -> None:
    before = dev.digest(dev.LOCK)
    (tmp_path / dev.LOCK).write_bytes(b"one\r\n")
    assert dev.digest(dev.LOCK) == before


def test_a_failed_install_is_tried_again(dev: ModuleType, commands: Commands) -> None:
    commands.statuses = [1]
    assert dev.main(["setup"]) == 1
    assert dev.main(["setup"]) == 0
    assert [command[-1] for command in commands.seen] == [dev.LOCK, dev.LOCK, "."]


def test_setup_of_a_complete_machine_starts_no_apt(dev: ModuleType, commands: Commands) -> None:
    assert dev.main(["setup"]) == 0
    assert not [command for command in commands.seen if "apt-get" in command]


@pytest.fixture
def lacking(dev: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A Debian machine without libegl1 and without one of the fonts."""
    monkeypatch.setattr(dev, "is_debian", lambda: True)
    monkeypatch.setattr(
        dev, "missing_packages", lambda further: ["libegl1", "fonts-inter", *further]
    )
    monkeypatch.setattr(dev, "as_root", lambda: ["sudo", "-n"])
    return commands


def apt_words(commands: Commands) -> list[str]:
    starts = [(command, command.index("-qq")) for command in commands.seen if "-qq" in command]
    return [" ".join(command[start + 1 :]) for command, start in starts]


INSTALL = "install -y --no-install-recommends"


def test_missing_libraries_are_installed(dev: ModuleType, lacking: Commands) -> None:
    dev.install_libraries()
    assert apt_words(lacking) == [f"{INSTALL} libegl1 fonts-inter"]
    assert "DPkg::Lock::Timeout=500" in lacking.seen[0]


def test_the_lists_are_fetched_when_apt_does_not_know_a_package(
    dev: ModuleType, lacking: Commands
) -> None:
    lacking.statuses = [100, 0, 0]
    dev.install_libraries()
    both = f"{INSTALL} libegl1 fonts-inter"
    assert apt_words(lacking) == [both, "update", both]


def test_another_font_serves_where_the_wanted_one_is_not_to_be_had(
    dev: ModuleType, lacking: Commands
) -> None:
    lacking.statuses = [100, 0, 100, 0]
    dev.install_libraries()
    assert apt_words(lacking)[-1] == f"{INSTALL} libegl1 fonts-dejavu-core"


def test_apt_that_fails_is_said_in_one_line(
    dev: ModuleType, lacking: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking.statuses = [0, 0, 100, 0, 100, 100]
    assert dev.main(["setup"]) == 1
    assert capsys.readouterr().err == (
        "dev.py: Installing failed: apt-get install libegl1 fonts-inter\n"
    )


def test_without_root_the_exact_command_is_shown(
    dev: ModuleType,
    lacking: Commands,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dev, "as_root", lambda: None)
    dev.install_libraries()
    assert lacking.seen == []
    assert "  sudo apt-get install libegl1 fonts-inter\n" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Debian only")
def test_a_package_that_was_renamed_counts_as_installed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    query = tmp_path / "dpkg-query"
    query.write_text(
        "#!/bin/sh\necho libglib2.0-0t64 installed\necho libgl1 config-files\nexit 1\n",
        encoding="ascii",
    )
    query.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.installed(["libglib2.0-0", "libgl1", "libegl1"]) == {"libglib2.0-0"}


@pytest.fixture
def no_screen(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "has_screen", lambda: False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)


@pytest.mark.usefixtures("no_screen")
def test_run_without_a_screen_says_so_and_shows_the_terminal(
    dev: ModuleType, commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(["run"]) == 0
    said = capsys.readouterr().out
    assert "no screen" in said
    assert "dev.py screenshots" in said
    [ingest, ask] = commands.seen[-2:]
    assert ingest[:2] == ask[:2] == [dev.tool("verbatim"), "--home"]
    assert ingest[2] == ask[2]
    home = dev.ROOT / ask[2]
    assert home.parent == dev.venv()  # it stays as long as the environment does
    assert ingest[3:] == ["ingest", "corpus_samples/docs", "corpus_samples/kb"]
    assert ask[3] == "ask"
    typed = [line.strip() for line in said.splitlines() if line.strip().startswith(".venv")]
    assert len(typed) >= 3
    for line in typed:
        program, *words = shlex.split(line)
        assert dev.ROOT / program == Path(dev.tool("verbatim"))
        assert words[:2] == ["--home", ask[2]]


@pytest.mark.usefixtures("no_screen")
def test_run_passes_a_failure_on(dev: ModuleType, commands: Commands) -> None:
    commands.statuses = [0, 0, 3]
    assert dev.main(["run"]) == 3
    assert len(commands.seen) == 3


def test_run_opens_the_samples_where_there_is_a_screen(
    dev: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "has_screen", lambda: True)
    assert dev.main(["run", "--home", "x"]) == 0
    assert commands.seen[-1] == [dev.tool("verbatim-desktop"), "--samples", "--home", "x"]


def test_words_go_through_to_pytest(dev: ModuleType, commands: Commands) -> None:
    commands.statuses = [0, 0, 5]
    assert dev.main(["test", "-k", "spans", "--lf"]) == 5
    assert commands.seen[-1][1:] == ["-m", "pytest", "-k", "spans", "--lf"]


def test_lint_runs_every_check_and_names_what_failed(
    dev: ModuleType, commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    commands.statuses = [0, 0, 1, 0, 1, 0]
    assert dev.main(["lint"]) == 1
    checks = [[Path(command[0]).stem, *command[1:]] for command in commands.seen[2:]]
    assert checks == [["ruff", "check"], ["ruff", "format", "--check"], ["pyright"],
                      ["lint-imports"]]  # fmt: skip
    assert capsys.readouterr().out.splitlines()[-1] == "Failed: ruff check, pyright"


def test_bench_installs_its_own_lock_first(dev: ModuleType, commands: Commands) -> None:
    assert dev.main(["bench", "docs", "--quick"]) == 0
    assert commands.seen[-2][-1] == dev.BENCH_LOCK
    assert commands.seen[-1][1:] == ["bench/run.py", "docs", "--quick"]


def test_the_installer_is_built_in_an_environment_of_its_own(
    dev: ModuleType, lacking: Commands, tmp_path: Path
) -> None:
    (tmp_path / dev.INSTALLER_LOCK).write_text("one\n", encoding="utf-8")

    def make(command: list[str]) -> None:
        if "venv" in command:
            Path(command[-1]).mkdir()

    lacking.after = make
    assert dev.main(["installer", "--no-deb"]) == 0
    assert apt_words(lacking)[0].endswith("binutils chrpath dpkg-dev")
    _apt, venv, pip, build = lacking.seen
    assert venv[-1] == str(tmp_path / ".venv-installer")
    assert {"--require-hashes", "--no-deps"} <= set(pip)
    assert pip[-1] == dev.INSTALLER_LOCK
    assert build == [pip[0], "packaging/build.py", "--no-deb"]


def test_screenshots_are_written_into_the_documentation(
    dev: ModuleType, commands: Commands
) -> None:
    assert dev.main(["screenshots"]) == 0
    assert commands.seen[-1][1:] == ["-m", "verbatim_desktop", "screenshots", "docs/images"]


@pytest.mark.parametrize(
    ("folder", "locale", "given"),
    [("päth", "C", {"LC_ALL": "C.UTF-8"}), ("päth", "C.UTF-8", {}), ("path", "C", {})],
)
def test_a_checkout_whose_path_is_not_ascii_is_found_in_any_locale(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    folder: str,
    locale: str,
    given: dict[str, str],
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path / folder)
    monkeypatch.setenv("LC_ALL", locale)
    assert dev.readable_paths() == given
