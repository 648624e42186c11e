"""Try what was built as a person would: window, worker, command line and keyring.

    python3 dev.py installer --smoke        (or: pytest -m installer)

The frozen window is driven from outside, with no door of its own for that: keys are pressed and
letters typed with xdotool under Xvfb and a window manager, and what the window then shows is read
from its accessibility tree, as a screen reader reads it. The keyring is a real Secret Service.
Everything stands in a folder and a D-Bus session that are thrown away.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from smoke_commands import Commands
from smoke_screen import Screen, start_keyring, start_screen
from smoke_tools import Failed, Program, running_from, say
from smoke_window import WindowTrial

INSIDE = "VERBATIM_SMOKE_INSIDE"
#: What the screen showed when something failed.
PICTURE = Path(__file__).resolve().parents[1] / "build" / "installer" / "smoke-failure.png"
#: What the design asks for, in milliseconds, of a machine that does nothing else.
START_MS = 800
STARTS = 7

Step = tuple[str, Callable[[], str]]


def enter(bundle: Path) -> int:
    """Run this file again in a session of its own."""
    with tempfile.TemporaryDirectory(prefix="verbatim-smoke-") as folder:
        home = Path(folder)
        for name in ("run", ".local/share/keyrings"):
            (home / name).mkdir(parents=True, mode=0o700)
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        environment = kept | {
            INSIDE: "1",
            "HOME": folder,
            "XDG_RUNTIME_DIR": str(home / "run"),
            "XDG_DATA_HOME": str(home / ".local/share"),
            "PYTHONUNBUFFERED": "1",
        }
        command = ["dbus-run-session", "--", sys.executable, __file__, str(bundle)]
        return subprocess.run(command, env=environment, check=False).returncode


def steps(program: Program, screen: Screen, home: Path) -> list[Step]:
    """Everything that is tried, in order: later ones stand on what earlier ones left."""
    window, commands = WindowTrial(program, screen, home), Commands(program, home)
    return [
        ("holds no path of this machine", lambda: no_path_left(program.folder)),
        ("says its version", commands.version),
        ("keeps a key in the Secret Service, and in no file", commands.keep_key),
        ("opens in time", lambda: time_start(program)),
        ("opens its window", window.open),
        ("reads the samples in its worker", window.read_samples),
        ("answers a question", window.ask),
        ("opens a citation at its sentence", window.open_citation),
        ("has read the key from the Secret Service", window.look_for_key),
        ("closes", window.close),
        ("leaves no process", lambda: nothing_left(program)),
        *((f"verbatim {name}", run) for name, run in commands.each()),
        ("sends the kept key to each provider, by its own SDK", commands.ask_providers),
        ("serves agents on stdio", commands.serve_stdio),
        ("serves agents over HTTP", commands.serve_http),
        ("leaves no process", lambda: nothing_left(program)),
    ]


def time_start(program: Program) -> str:
    """The window's own measure, several times; the best is the least disturbed.

    Where others wait for the processor as well, a start may take as much longer.
    """
    crowd = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    first, *more = (int(program.window("--time-start").stdout) for _ in range(STARTS))
    best = min(more)
    if best > START_MS * crowd:
        raise Failed(
            f"the quickest of {STARTS} starts took {best} ms, load {crowd:.1f} a processor"
        )
    return f"{best} ms at best, {first} ms the first time, load {crowd:.1f} a processor"


def no_path_left(folder: Path) -> str:
    """A library that is looked for where Python was installed here is anybody's elsewhere."""
    here = os.fsencode(sys.base_prefix) + b"/lib\0"  # Python's own prefix stays, and is not used
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    if sys.base_prefix in ("/usr", "/usr/local"):
        return "not asked: Python is the system's own"
    if found := [path.name for path in files if here in path.read_bytes()]:
        raise Failed(f"{sys.base_prefix}/lib stands in {len(found)} files, {found[0]} among them")
    return f"{len(files):,} files"


def nothing_left(program: Program) -> str:
    deadline = time.monotonic() + 10
    while left := running_from(program.folder):
        if time.monotonic() > deadline:
            raise Failed("still running: " + "; ".join(left))
        time.sleep(0.1)
    return ""


def run_all(bundle: Path) -> int:
    home = Path(os.environ["HOME"])
    with ExitStack() as stack:
        start_keyring()
        screen = start_screen(stack)
        for name, step in steps(Program(bundle, stack), screen, home):
            began = time.monotonic()
            try:
                said = step()
            except Failed as error:
                say(f"FAIL {name}: {error}")
                PICTURE.parent.mkdir(parents=True, exist_ok=True)
                screen.save(PICTURE)
                return 1
            say(f"ok   {name} ({time.monotonic() - began:.1f} s){': ' + said if said else ''}")
    say("The frozen application works.")
    return 0


def main() -> int:
    bundle = Path(sys.argv[1]).resolve()
    if not (bundle / "verbatim-desktop").exists():
        say(f"There is nothing in {bundle}: build it with python3 dev.py installer.")
        return 1
    return run_all(bundle) if INSIDE in os.environ else enter(bundle)


if __name__ == "__main__":
    sys.exit(main())
