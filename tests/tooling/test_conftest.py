"""The guards of tests/conftest.py, each seen to fail once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CHECKOUT = Path(__file__).resolve().parents[2]
CONFTEST = CHECKOUT / "tests" / "conftest.py"
MARKERS = """
[pytest]
markers =
    shared
    counterpart
    network_loopback
"""


@pytest.fixture
def inner(pytester: pytest.Pytester) -> pytest.Pytester:
    """A small project that has our conftest.py and nothing else."""
    pytester.makeini(MARKERS)
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    return pytester


def run(inner: pytest.Pytester, source: str) -> pytest.RunResult:
    inner.makepyfile(source)
    return inner.runpytest_subprocess("-p", "no:cacheprovider", "-rA")


def outcome_of(result: pytest.RunResult, name: str) -> list[str]:
    """How one test of an inner run ended; a test may pass in its body and fail at its end."""
    found = re.findall(rf"^(\w+) \S+::{name}\b", result.stdout.str(), re.MULTILINE)
    return sorted(found)


GUARDED = """
    import asyncio, contextlib, os, socket, threading
    import pytest

    near = pytest.mark.network_loopback
    homes = []

    def test_internet():
        socket.socket()

    def test_hidden():
        def hidden():
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", 9))
        thread = threading.Thread(target=hidden)
        thread.start()
        thread.join()

    @near
    def test_near():
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname()).close()

    @near
    def test_far():
        with socket.socket() as far:
            far.connect(("192.0.2.1", 9))

    @near
    def test_far_name():
        socket.getaddrinfo("example.invalid", 80)

    def test_local():
        asyncio.run(asyncio.sleep(0))

    @pytest.mark.parametrize("number", [1, 2])
    def test_home(number):
        assert os.environ["VERBATIM_HOME"] not in homes
        assert "nobody" not in os.environ["VERBATIM_HOME"]
        assert not {"VERBATIM_PROVIDER", "OPENAI_API_KEY"} & set(os.environ)
        homes.append(os.environ["VERBATIM_HOME"])
"""


def test_a_test_reaches_nothing_and_has_a_data_folder_of_its_own(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERBATIM_HOME", "/nobody/touches/this")
    monkeypatch.setenv("VERBATIM_PROVIDER", "openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real")
    result = run(inner, GUARDED)
    assert outcome_of(result, "test_internet") == ["FAILED"]
    assert outcome_of(result, "test_hidden") == ["ERROR", "PASSED"]  # failed at its end
    assert outcome_of(result, "test_near") == ["PASSED"]
    assert outcome_of(result, "test_far") == ["FAILED"]
    assert outcome_of(result, "test_far_name") == ["FAILED"]
    assert outcome_of(result, "test_local") == ["PASSED"]
    assert outcome_of(result, "test_home") == ["PASSED", "PASSED"]
    for said in (
        "opened an internet socket", "reached for 192.0.2.1", "looked up example.invalid"
    ):  # fmt: skip
        result.stdout.fnmatch_lines([f"*{said}*"])


LEFT_OPEN = """
    import sqlite3
    import pytest

    @pytest.fixture(scope="module")
    def kept():
        connection = sqlite3.connect(":memory:")
        yield connection
        connection.close()

    def test_closes(kept):
        sqlite3.connect(":memory:").close()

    def test_leaves():
        sqlite3.connect(":memory:")

    def test_last(kept):
        pass
"""


def test_a_database_that_is_left_open_is_told_at_the_end_of_its_file(inner: pytest.Pytester):
    result = run(inner, LEFT_OPEN)
    assert outcome_of(result, "test_leaves") == ["PASSED"]
    assert outcome_of(result, "test_last") == ["ERROR", "PASSED"]
    result.stdout.fnmatch_lines(["A database is still open: *::test_leaves"])


MISSING = """
    import pytest
    def test_shared(shared): pass
    def test_node(node_tools): pass
    @pytest.mark.counterpart
    def test_browser(require): require("a browser", False)
    @pytest.mark.shared
    @pytest.mark.skipif(True, reason="not today")
    def test_marked(): pass
    @pytest.mark.skipif(True, reason="of no interest")
    def test_other(): pass
    def test_present(require): require("this", True)
"""


def test_counterparts_may_be_missing_on_a_laptop(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERBATIM_SHARED", "no-such-folder")
    monkeypatch.delenv("VERBATIM_REQUIRE_COUNTERPARTS", raising=False)
    result = run(inner, MISSING)
    result.assert_outcomes(skipped=5, passed=1)


def test_counterparts_must_be_there_in_ci(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERBATIM_SHARED", "no-such-folder")
    monkeypatch.setenv("VERBATIM_REQUIRE_COUNTERPARTS", "1")
    result = run(inner, MISSING)
    result.assert_outcomes(errors=3, failed=1, skipped=1, passed=1)
    result.stdout.fnmatch_lines(["*VERBATIM_REQUIRE_COUNTERPARTS*"])


SUSPECT = """
    import warnings
    import pytest
    from PySide6.QtCore import qWarning

    def test_warning():
        warnings.warn("old")

    def test_qt_warning():
        qWarning(b"odd")

    def test_unclosed_file():
        open(__file__)

    @pytest.mark.xfail
    def test_expected_failure(): pass

    def test_nothing(): pass
"""


def test_a_warning_fails_a_test_and_so_does_an_expected_failure_that_passes(
    pytester: pytest.Pytester,
) -> None:
    """With the settings of our pyproject.toml, and no others."""
    pytester.makepyprojecttoml((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makepyfile(SUSPECT)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-rA", pytester.path)
    for name in ("test_warning", "test_qt_warning", "test_unclosed_file", "test_expected_failure"):
        assert outcome_of(result, name) == ["FAILED"]
    assert outcome_of(result, "test_nothing") == ["PASSED"]
