"""What every test stands on: no screen, no real data folder, no network, no one's keys."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

CHECKOUT = Path(__file__).resolve().parents[1]
REQUIRED = "VERBATIM_REQUIRE_COUNTERPARTS"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A shell without job control starts what runs in its background deaf to Ctrl+C, children and all.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Two busy cores: time would measure the neighbours. CI looks at the same examples each time.
TIMED = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("verbatim", deadline=None, suppress_health_check=TIMED)
hypothesis.settings.register_profile(
    "ci", deadline=None, suppress_health_check=TIMED, derandomize=True, print_blob=True
)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")
    # It also takes constants from what is imported: by whatever files a worker ran before.
    providers._get_local_constants = lambda: providers._local_constants  # noqa: SLF001
else:
    hypothesis.settings.load_profile("verbatim")


# --- The data folder and the environment ---------------------------------------------------------

OURS = ("VERBATIM_SHARED", REQUIRED, "VERBATIM_VENV")
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY")
_session_home = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Forget the developer's settings and keys before anything of ours is imported."""
    for name in list(os.environ):
        if name in KEYS or (name.startswith("VERBATIM_") and name not in OURS):
            del os.environ[name]
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"  # and with it the developer's keyring
    home = tempfile.TemporaryDirectory(prefix="verbatim-tests-")
    config.stash[_session_home] = home
    os.environ["VERBATIM_HOME"] = home.name


def pytest_unconfigure(config: pytest.Config) -> None:
    if home := config.stash.get(_session_home, None):
        home.cleanup()


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own, also for the programs it starts."""
    path = tmp_path_factory.mktemp("home") / "data"
    monkeypatch.setenv("VERBATIM_HOME", str(path))
    return path


# --- The network guard ---------------------------------------------------------------------------

LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
LOOPBACK = ("127.", "localhost", "::1")
INTERNET = (2, 10, 23, 30)  # AF_INET, and AF_INET6 on Linux, Windows and macOS


class NetworkGuard:
    """Forbids internet sockets; a test marked network_loopback may use this machine's own.

    Listens to Python's audit events, so it sees every Python socket, whoever opens it. What a
    refused thread swallows is remembered and fails the test at its end.
    """

    def __init__(self) -> None:
        self.loopback = False
        self.refused: list[str] = []

    def __call__(self, event: str, details: tuple[Any, ...]) -> None:
        if event == "socket.__new__":
            # asyncio wakes its loop over a loopback pair on Windows.
            allowed = self.loopback or sys.platform == "win32"
            if details[1] in INTERNET and not allowed:
                self.refuse("opened an internet socket")
        elif event in ("socket.connect", "socket.bind", "socket.sendto"):
            address = details[1]
            if isinstance(address, tuple) and not is_loopback(address[0]):
                self.refuse(f"reached for {address[0]}")
        elif event in LOOK_UPS and not is_loopback(details[0]):
            self.refuse(f"looked up {details[0]}")

    def refuse(self, what: str) -> None:
        self.refused.append(what)
        raise PermissionError(f"This test {what}; tests have no network.")


def is_loopback(host: object) -> bool:
    text = host.decode() if isinstance(host, bytes) else host
    return isinstance(text, str) and text.startswith(LOOPBACK)


guard = NetworkGuard()
sys.addaudithook(guard)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    guard.loopback = item.get_closest_marker("network_loopback") is not None
    guard.refused.clear()
    databases.test = item.nodeid
    try:
        return (yield)
    finally:
        guard.loopback = False


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        guard.refused.clear()  # said already
    elif call.when == "teardown" and guard.refused:
        report.outcome = "failed"
        report.longrepr = f"This test {', then '.join(guard.refused)}; tests have no network."
    if report.skipped and not hasattr(report, "wasxfail") and must_run(item):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and {REQUIRED} says it must run."
    return report


# --- The guard of open databases -----------------------------------------------------------------


class Databases:
    """Knows which connections are open, and the test that opened each.

    From 3.13 on Python tells of those that nobody closed, but only when it happens to look for
    garbage: in whatever test then runs. Here they are held until the tests of their file are over.
    """

    def __init__(self) -> None:
        self.test = ""
        self._opened: list[tuple[sqlite3.Connection, str]] = []

    def __call__(self, event: str, details: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect/handle":
            self._opened.append((details[0], self.test))

    def still_open(self) -> list[str]:
        """The tests whose connections are; the others are forgotten."""
        self._opened = [one for one in self._opened if is_open(one[0])]
        return sorted({test for _connection, test in self._opened})

    def close(self) -> None:
        for connection, _test in self._opened:
            with suppress(sqlite3.ProgrammingError):  # of another thread
                connection.close()
        self._opened.clear()


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


databases = Databases()
sys.addaudithook(databases)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """What a file's tests leave open fails the last of them, under the name of who opened it."""
    done = yield
    left = databases.still_open()
    if left and (nextitem is None or nextitem.path != item.path):
        databases.close()
        pytest.fail(f"A database is still open: {', '.join(left)}", pytrace=False)
    return done


# --- What lies outside the checkout --------------------------------------------------------------


def is_required() -> bool:
    return os.environ.get(REQUIRED) == "1"


def must_run(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("shared") or item.get_closest_marker("counterpart")
    return is_required() and marked is not None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses these fixtures is marked by that."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "shared" in names:
            item.add_marker(pytest.mark.shared)
        if "node_tools" in names or "require" in names:
            item.add_marker(pytest.mark.counterpart)


def require_present(name: str, present: bool) -> None:
    """Skip where a counterpart is missing; fail where it is required, as in CI."""
    if present:
        return
    if is_required():
        pytest.fail(f"{name} is missing, and {REQUIRED} is set.", pytrace=False)
    pytest.skip(f"{name} is missing")


@pytest.fixture(scope="session")
def require() -> Callable[[str, bool], None]:
    """require("chromium", shutil.which("chromium") is not None), in a counterpart test."""
    return require_present


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora, cases and golden sets beside the checkout."""
    path = Path(os.environ.get("VERBATIM_SHARED") or CHECKOUT.parent / "shared")
    require_present(f"the folder {path.name} beside the checkout", path.is_dir())
    return path


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """A folder in which node finds unified, remark-parse, -gfm, -mdx and -frontmatter."""
    folder = CHECKOUT / "tests" / "counterparts"
    require_present("node", shutil.which("node") is not None)
    installed = (folder / "node_modules").is_dir()
    require_present("remark (npm ci in tests/counterparts)", installed)
    return folder
