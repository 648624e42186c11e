"""Set up, run and check a checkout of Verbatim Desktop. Standard library only.

Start with: python3 dev.py setup
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)
WINDOWS = os.name == "nt"
LOCK = "requirements.lock"
BENCH_LOCK = "requirements-bench.lock"
INSTALLER_LOCK = "requirements-installer.lock"
#: Programs that tests are held against, each in an environment of its own: .venv-NAME. Their
#: packages, and no others, stand in tests/counterparts/NAME.lock.
PEERS = ("llmock", "local-model")
LEAKS = ("://", "file:", "--find-links", "--index-url", "--extra-index-url")

# What Qt needs on a bare Debian or Ubuntu, with and without a screen.
LIBRARIES = ["libgl1", "libegl1", "libfontconfig1", "libglib2.0-0", "libdbus-1-3", "libxkbcommon0"]
SCREEN_LIBRARIES = [
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
]
FONTS = ["fonts-inter", "fonts-jetbrains-mono", "fonts-noto-color-emoji"]
FALLBACK_FONT = "fonts-dejavu-core"
# What the installer is built with, and what its smoke test drives the window with.
BUILDERS = ["binutils", "chrpath", "dpkg-dev"]
DRIVERS = ["at-spi2-core", "dbus", "gnome-keyring", "openbox", "xdotool", "xvfb"]

SAMPLES = ["corpus_samples/docs", "corpus_samples/kb"]
SAMPLE_QUESTION = "How do I replace a broken box?"
#: What can be done next with the library of the samples.
NEXT = (
    ["ask", "How do I roll back a release?"],
    ["search", "broken box", "--explain"],
    ["docs"],
    ["--help"],
)


class Stop(Exception):
    """Something a person has to see; shown as one line, without a traceback."""


def say(text: str) -> None:
    print(text, flush=True)


def shown(command: list[str]) -> str:
    return " ".join(shlex.quote(part) for part in command)


def run(command: list[str], env: dict[str, str] | None = None, quiet: bool = False) -> int:
    """Run a program in the checkout and return its exit status."""
    out = subprocess.DEVNULL if quiet else None
    whole = {**os.environ, **readable_paths(), **(env or {})}
    done = subprocess.run(command, cwd=ROOT, env=whole, stdout=out, stderr=out, check=False)
    return done.returncode


def readable_paths() -> dict[str, str]:
    """What Python needs to find a checkout whose path is not ASCII: with LC_ALL=C it reads the
    path in its environment as ASCII, whatever its own mode, and does not start.
    """
    plain = os.environ.get("LC_ALL") in ("C", "POSIX") and not str(ROOT).isascii()
    return {"LC_ALL": "C.UTF-8"} if plain else {}


def must(command: list[str], what: str) -> None:
    if run(command):
        raise Stop(f"{what} failed: {shown(command)}")


# --- Python and the environment ------------------------------------------------------------------


def venv() -> Path:
    return ROOT / os.environ.get("VERBATIM_VENV", ".venv")


def tool(name: str) -> str:
    """Where the environment keeps a program."""
    return str(venv() / ("Scripts/" + name + ".exe" if WINDOWS else "bin/" + name))


def version_of(python: list[str]) -> tuple[int, ...]:
    """Version of an interpreter, or () when it does not start."""
    question = "import sys; print(*sys.version_info[:3])"
    try:
        done = subprocess.run(
            [*python, "-c", question],
            env=os.environ | readable_paths(),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return tuple(int(part) for part in done.stdout.split()) if done.returncode == 0 else ()
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ()


def find_python() -> list[str]:
    """The command of an interpreter that is new enough, this one first."""
    if sys.version_info >= OLDEST:
        return [sys.executable]
    names = [f"3.{minor}" for minor in (11, 12, 13, 14)]
    for command in [["py", "-" + n] for n in names] if WINDOWS else [["python" + n] for n in names]:
        if version_of(command) >= OLDEST:
            say(f"This is Python {sys.version.split()[0]}; using {shown(command)} instead.")
            return command
    raise Stop(
        f"Verbatim Desktop needs Python {OLDEST[0]}.{OLDEST[1]} or newer, this is "
        f"{sys.version.split()[0]}, and no newer one was found. Install one and try again."
    )


def make_venv() -> None:
    """Make the environment, or make it anew when its Python is gone or too old."""
    if version_of([tool("python")]) >= OLDEST:
        return
    python = find_python()
    say(f"Making {venv().name} ...")
    # --without-pip/ensurepip are separate packages on Debian, hence the hint.
    if run([*python, "-m", "venv", "--clear", str(venv())]):
        raise Stop("The environment could not be made (on Debian: apt-get install python3-venv).")


def digest(*names: str) -> str:
    """Fingerprint of files of the checkout, whatever their line endings."""
    total = hashlib.sha256()
    for name in names:
        total.update((ROOT / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def is_done(step: str, fingerprint: str) -> bool:
    stamp = venv() / f"verbatim-{step}.stamp"
    return stamp.is_file() and stamp.read_text(encoding="ascii") == fingerprint


def mark_done(step: str, fingerprint: str) -> None:
    (venv() / f"verbatim-{step}.stamp").write_text(fingerprint, encoding="ascii")


def install_lock(lock: str) -> None:
    """Install exactly what a lock file names; nothing happens while it stays the same."""
    fingerprint = digest(lock)
    if is_done(lock, fingerprint):
        return
    say(f"Installing {lock} ...")
    pip = [tool("python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    # --compile: Whoosh warns about its own syntax each time it is compiled, and tests turn
    # warnings into errors.
    must([*pip, "--compile", "--require-hashes", "-r", lock], "Installing packages")
    mark_done(lock, fingerprint)


def install_project() -> None:
    fingerprint = digest("pyproject.toml", LOCK)
    if is_done("project", fingerprint):
        return
    say("Installing the project ...")
    pip = [tool("python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    must([*pip, "--no-deps", "--no-build-isolation", "-e", "."], "Installing the project")
    mark_done("project", fingerprint)


def prepare() -> None:
    """Bring the environment up to date; quick when it already is."""
    make_venv()
    install_lock(LOCK)
    install_project()


# --- System libraries ----------------------------------------------------------------------------


def has_screen() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def is_debian() -> bool:
    tools = all(shutil.which(name) for name in ("dpkg-query", "apt-get"))
    return sys.platform.startswith("linux") and tools


def installed(packages: list[str]) -> set[str]:
    """Which of these Debian packages are there (Ubuntu 24.04 and Debian 13 add t64 to some)."""
    names = packages + [name + "t64" for name in packages]
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *names]
    lines = subprocess.run(query, capture_output=True, text=True, check=False).stdout.splitlines()
    found = {line.split()[0] for line in lines if line.endswith(" installed")}
    return {name for name in packages if name in found or name + "t64" in found}


def missing_packages(further: list[str]) -> list[str]:
    wanted = LIBRARIES + (SCREEN_LIBRARIES if has_screen() else []) + FONTS + further
    found = installed(wanted)
    return [name for name in wanted if name not in found]


def as_root() -> list[str] | None:
    """Prefix that makes a command run as root without asking, or None."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and run(["sudo", "-n", "true"], quiet=True) == 0:
        return ["sudo", "-n"]
    return None


def apt(prefix: list[str], *arguments: str) -> int:
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=500", "-qq", *arguments]
    return run([*prefix, "env", "DEBIAN_FRONTEND=noninteractive", *command], quiet=True)


def install_libraries(*further: str) -> None:
    """Install what Qt needs from the system, and what is named, where apt-get can do it."""
    missing = missing_packages([*further]) if is_debian() else []
    if not missing:
        return
    install = ["install", "-y", "--no-install-recommends"]
    prefix = as_root()
    if prefix is None:
        say("Some system packages are missing. Install them with:")
        say("  sudo " + shown(["apt-get", *install[:1], *missing]))
        return
    say("Installing system packages: " + " ".join(missing) + " ...")
    if apt(prefix, *install, *missing) == 0:
        return
    if apt(prefix, "update") == 0 and apt(prefix, *install, *missing) == 0:
        return
    needed = [name for name in missing if name not in FONTS]
    if apt(prefix, *install, *needed, FALLBACK_FONT):
        raise Stop("Installing failed: " + shown(["apt-get", *install[:1], *missing]))
    say(f"Some fonts are not to be had here; {FALLBACK_FONT} is used instead.")


# --- Commands ------------------------------------------------------------------------------------


def setup(_: list[str]) -> int:
    prepare()
    install_libraries()
    say("Ready. Next: python3 dev.py run")
    return 0


def start(arguments: list[str]) -> int:
    prepare()
    install_libraries()
    if has_screen() or os.environ.get("QT_QPA_PLATFORM"):
        return run([tool("verbatim-desktop"), "--samples", *arguments])
    say("This machine has no screen, so no window can open. The same library from the terminal:")
    for words in (["ingest", *SAMPLES], ["ask", SAMPLE_QUESTION]):
        command = on_samples(words)
        say("\n$ " + shown(command))
        if code := run([tool("verbatim"), *command[1:]]):
            return code
    say("\nThis library stays. Go on with it:")
    for words in NEXT:
        say("  " + shown(on_samples(words)))
    say("Pictures of the window, written to docs/images:\n  python3 dev.py screenshots")
    return 0


def on_samples(words: list[str]) -> list[str]:
    """A command over the library of the samples, as it is typed in the checkout. It lies in the
    environment's folder, and goes when that does.
    """
    program = os.path.relpath(tool("verbatim"), ROOT)
    return [program, "--home", os.path.relpath(venv() / "samples", ROOT), *words]


def test(arguments: list[str]) -> int:
    prepare()
    install_libraries()
    env = {"QT_QPA_PLATFORM": "offscreen"}
    return run([tool("python"), "-m", "pytest", *arguments], env)


def lint(_: list[str]) -> int:
    prepare()
    checks = [
        [tool("ruff"), "check"],
        [tool("ruff"), "format", "--check"],
        [tool("pyright")],
        [tool("lint-imports")],
    ]
    failed: list[str] = []
    for check in checks:
        name = shown([Path(check[0]).stem, *check[1:]])
        say(f"--- {name}")
        if run(check):
            failed.append(name)
    say("Failed: " + ", ".join(failed) if failed else "All checks passed.")
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    prepare()
    install_lock(BENCH_LOCK)
    return run([tool("python"), "bench/run.py", *arguments])


def own_environment(name: str, lock_file: str) -> str:
    """The Python of .venv-NAME, which holds what a lock names and nothing else."""
    folder = ROOT / f".venv-{name}"
    python = str(folder / ("Scripts/python.exe" if WINDOWS else "bin/python"))
    stamp = folder / "verbatim.stamp"
    fingerprint = digest(lock_file)
    if stamp.is_file() and stamp.read_text(encoding="ascii") == fingerprint:
        return python
    say(f"Installing {lock_file} ...")
    must([*find_python(), "-m", "venv", "--clear", str(folder)], "Making an environment")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    must([*pip, "--require-hashes", "-r", lock_file], "Installing packages")
    stamp.write_text(fingerprint, encoding="ascii")
    return python


def counterparts(names: list[str]) -> int:
    """Install the peers that are named, or all."""
    for name in names or PEERS:
        own_environment(name, f"tests/counterparts/{name}.lock")
    return 0


def installer(arguments: list[str]) -> int:
    """Build in an environment of its own, so that nothing but what is shipped can get in."""
    install_libraries(*(SCREEN_LIBRARIES + DRIVERS if "--smoke" in arguments else BUILDERS))
    python = own_environment("installer", INSTALLER_LOCK)
    return run([python, "packaging/build.py", *arguments])


def screenshots(arguments: list[str]) -> int:
    prepare()
    install_libraries()
    env = {"QT_QPA_PLATFORM": "offscreen"}
    target = arguments or ["docs/images"]
    return run([tool("python"), "-m", "verbatim_desktop", "screenshots", *target], env)


def lock(arguments: list[str]) -> int:
    """Remake both locks with uv, from an environment that is thrown away."""
    prepare()
    with tempfile.TemporaryDirectory() as folder:
        must([tool("python"), "-m", "venv", folder], "Making an environment for uv")
        python = str(Path(folder) / ("Scripts/python.exe" if WINDOWS else "bin/python"))
        must([python, "-m", "pip", "install", "--quiet", "uv"], "Installing uv")
        compile_lock = [python, "-m", "uv", "pip", "compile", "--quiet", "pyproject.toml"]
        compile_lock += ["--generate-hashes", "--universal", "--python-version", "3.11"]
        compile_lock += ["--fork-strategy", "fewest", "--no-header", "--no-annotate", *arguments]
        extras = ["--extra", "dev", "--extra", "semantic", "--extra", "spelling"]
        must([*compile_lock, *extras, "-o", LOCK], "Locking")
        must([*compile_lock, "--extra", "bench", "-c", LOCK, "-o", BENCH_LOCK], "Locking")
        frozen = ["--extra", "installer", "--extra", "semantic", "--extra", "spelling"]
        must([*compile_lock, *frozen, "-c", LOCK, "-o", INSTALLER_LOCK], "Locking")
        for peer in PEERS:
            target = f"tests/counterparts/{peer}"
            whole = [part if part != "pyproject.toml" else f"{target}.in" for part in compile_lock]
            # the local model's packages name a toolkit that is not used
            alone = ["--no-deps"] if peer == "local-model" else []
            must([*whole, *alone, "-o", f"{target}.lock"], "Locking")
    locks = (LOCK, BENCH_LOCK, INSTALLER_LOCK)
    for name in (*locks, *(f"tests/counterparts/{peer}.lock" for peer in PEERS)):
        found = [leak for leak in LEAKS if leak in (ROOT / name).read_text(encoding="utf-8")]
        if found:
            raise Stop(f"{name} holds an address or a path ({', '.join(found)}): take it out.")
    return 0


COMMANDS = {
    "setup": (setup, "make .venv, install the locked packages and what Qt needs"),
    "run": (start, "open the application on the samples"),
    "test": (test, "run the tests; further words go to pytest"),
    "lint": (lint, "ruff, pyright and the import contracts"),
    "bench": (bench, "measure: dev.py bench PATH ...; further words go to bench/run.py"),
    "counterparts": (counterparts, "install the mock servers and the local model that tests use"),
    "installer": (installer, "build dist/, or try it; --help says what else"),
    "screenshots": (screenshots, "draw the application's pictures into docs/images"),
    "lock": (lock, "remake the lock files; further words go to uv, such as --upgrade"),
}


def main(words: list[str]) -> int:
    about = [f"  {name:<12} {what}" for name, (_, what) in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="dev.py",
        description="Set up, run and check a checkout of Verbatim Desktop.",
        epilog="commands:\n" + "\n".join(about),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND", help="one of those below")
    parser.add_argument("words", nargs=argparse.REMAINDER, help="words for the command")
    options = parser.parse_args(words)
    try:
        return COMMANDS[options.command][0](options.words)
    except Stop as stop:
        print(f"dev.py: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
