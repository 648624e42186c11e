"""Run the git program so that it obeys us alone: no prompt, no hook, no other setting, no key.

Of the person's own git settings only those of proxies, certificates and credential helpers reach
it. It runs in a process group of its own, which is ended whole when the job is cancelled.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

from verbatim_desktop.domain.errors import SourceUnavailable

PATIENCE_SECONDS = 2.0  # for git to end by itself when it is told to
TAIL_BYTES = 400
STEP_SECONDS = 0.1  # between two looks at how far it is

#: What git may see of our environment. Everything else, keys above all, stays here.
PASSED_ON = frozenset(
    {
        *("PATH", "HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PROGRAMDATA", "PROGRAMFILES", "COMSPEC"),
        *("PATHEXT", "TEMP", "TMP", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "USER"),
        *("LOGNAME", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
        *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    }
)
_OWN_SETTINGS = r"^(http|credential)\."
_NO_FILE = os.devnull

#: Said before every command. Files of the repository can switch none of it on again.
_SETTINGS = {
    "core.hooksPath": _NO_FILE,
    "core.attributesFile": _NO_FILE,
    "core.excludesFile": _NO_FILE,
    "core.fsmonitor": "false",
    "core.autocrlf": "false",
    "core.protectNTFS": "true",
    "core.protectHFS": "true",
    "core.askPass": "",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "filter.lfs.smudge": "",
    "filter.lfs.process": "",
    "filter.lfs.required": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "advice.detachedHead": "false",
    "http.lowSpeedLimit": "500",
    "http.lowSpeedTime": "60",
    "protocol.allow": "never",
}
_PERCENT = re.compile(rb"(?:Receiving objects|Updating files): +(\d+)%")


class GitFailed(Exception):
    """git ended with another status than 0; said is what it wrote on stderr."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"git ended with status {status}")
        self.status, self.said = status, said


def find_git() -> str:
    """Where the git program is. Raises SourceUnavailable where there is none."""
    found = shutil.which("git")
    if found is None:
        raise SourceUnavailable(
            "The git program is not installed, and repositories are fetched with it. Install git, "
            "or download the repository as a zip file and add that."
        )
    return found


class Git:
    """git at work in one folder, allowed one scheme."""

    def __init__(self, folder: Path, scheme: str) -> None:
        self._folder = folder
        self._program = find_git()
        self._environment = environment(scheme)

    def run(self, *arguments: str, told: Callable[[int], None] | None = None) -> str:
        """What git writes on stdout. Raises GitFailed, and what told raises once git has ended.

        told: hears now and then how far it is, in percent.
        """
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            with self._started(arguments, out, err) as process:
                status = _waited(process, err, told)
            if status:
                raise GitFailed(status, _text(err))
            return _text(out)

    @contextmanager
    def _started(
        self, arguments: tuple[str, ...], out: IO[bytes], err: IO[bytes]
    ) -> Generator[subprocess.Popen[bytes]]:
        """git running; whatever happens in the block, none of it runs any more afterwards."""
        process = subprocess.Popen(
            [self._program, *arguments],
            cwd=self._folder,
            env=self._environment | {"GIT_DIR": str(self._folder / ".git"),
                                     "GIT_WORK_TREE": str(self._folder)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=os.name != "nt",
        )  # fmt: skip
        try:
            yield process
        finally:
            _end(process)


def environment(scheme: str) -> dict[str, str]:
    """All that git sees of the world."""
    passed = {name: value for name, value in os.environ.items() if name in PASSED_ON}
    schemes = ["http", "https"] if scheme == "http" else [scheme]
    settings = [*own_settings(), *_SETTINGS.items()]
    settings += [(f"protocol.{one}.allow", "always") for one in schemes]
    numbered = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings):
        numbered |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return passed | numbered | {
        "GIT_ALLOW_PROTOCOL": ":".join(schemes),
        "GIT_CONFIG_GLOBAL": _NO_FILE,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "GCM_INTERACTIVE": "never",
        "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=20",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "LC_ALL": "C",
    }  # fmt: skip


@cache
def own_settings() -> tuple[tuple[str, str], ...]:
    """The person's own settings of proxies, certificates and sign-in, as git reads them."""
    passed = {name: value for name, value in os.environ.items() if name in PASSED_ON}
    found: list[tuple[str, str]] = []
    for scope in ("--system", "--global"):
        ran = subprocess.run(
            [find_git(), "config", scope, "--null", "--get-regexp", _OWN_SETTINGS],
            capture_output=True,
            env=passed,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        for entry in ran.stdout.decode("utf-8", "surrogateescape").split("\0"):
            name, _, value = entry.partition("\n")
            if name:
                found.append((name, value))
    return tuple(found)


def _waited(
    process: subprocess.Popen[bytes], err: IO[bytes], told: Callable[[int], None] | None
) -> int:
    """The status git ends with."""
    while True:
        try:
            return process.wait(STEP_SECONDS)
        except subprocess.TimeoutExpired:
            if told is not None:
                told(_percent(err))


def _percent(err: IO[bytes]) -> int:
    """How far git says the step at hand is."""
    if not hasattr(os, "pread"):
        return 0  # reading would move where git writes
    size = os.fstat(err.fileno()).st_size
    found = _PERCENT.findall(os.pread(err.fileno(), TAIL_BYTES, max(size - TAIL_BYTES, 0)))
    return min(int(found[-1]), 99) if found else 0


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and all it started, first asking, then not."""
    for wish in ("SIGTERM", "SIGKILL"):
        if process.poll() is not None and wish == "SIGTERM":
            return
        _signal(process, wish)
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
            return


def _signal(process: subprocess.Popen[bytes], wish: str) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, getattr(signal, wish))
