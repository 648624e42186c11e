"""Run a command line in this process, over the sample library."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.samples import SampleVerbatim
from verbatim_desktop.cli.run import main


@dataclass
class Ran:
    """What one command line gave."""

    status: int
    out: str
    err: str


@dataclass
class CommandLine:
    """`verbatim(...)` as a call; what it was opened with and reported is kept."""

    capsys: pytest.CaptureFixture[str]
    verbatim: SampleVerbatim = field(default_factory=SampleVerbatim)
    opened: list[tuple[str, str]] = field(default_factory=list)
    defects: list[BaseException] = field(default_factory=list)
    served: list[int | None] = field(default_factory=list)

    def open_verbatim(self, home: str = "", workspace: str = "") -> SampleVerbatim:
        self.opened.append((home, workspace))
        return self.verbatim

    def report_defect(self, _home: str, error: BaseException) -> str:
        self.defects.append(error)
        return "the log"

    def __call__(self, *arguments: str) -> Ran:
        status = main(
            arguments,
            self.open_verbatim,
            self.report_defect,
            lambda _, port: self.served.append(port),
        )
        out, err = self.capsys.readouterr()
        return Ran(status, out, err)


@pytest.fixture
def verbatim(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> CommandLine:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO("sk-sample-typed\n"))
    monkeypatch.chdir(tmp_path)
    Path("synonyms.txt").write_text("refund, money back\n", encoding="utf-8")
    Path("macros").mkdir()
    Path("macros/refund.md").write_text("Hello.\n", encoding="utf-8")
    return CommandLine(capsys)


@pytest.fixture(scope="session")
def golden() -> Path:
    return Path(__file__).parent / "golden"
