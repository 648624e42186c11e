"""The guards of tests/conftest.py, each seen to fail once."""

from __future__ import annotations

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
    return inner.runpytest_subprocess("-p", "no:cacheprovider")


def test_an_internet_socket_fails_a_test(inner: pytest.Pytester) -> None:
    result = run(inner, "import socket\ndef test_it(): socket.socket()")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*opened an internet socket*"])


def test_a_socket_that_a_thread_hides_still_fails_the_test(inner: pytest.Pytester) -> None:
    source = """
        import contextlib, socket, threading
        def hidden():
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", 9))
        def test_it():
            thread = threading.Thread(target=hidden)
            thread.start()
            thread.join()
    """
    result = run(inner, source)
    # Passed in its body, then failed at its end.
    result.assert_outcomes(passed=1, errors=1)


def test_a_marked_test_reaches_this_machine_only(inner: pytest.Pytester) -> None:
    source = """
        import socket, pytest
        pytestmark = pytest.mark.network_loopback
        def test_near():
            with socket.create_server(("127.0.0.1", 0)) as server:
                socket.create_connection(server.getsockname()).close()
        def test_far():
            with socket.socket() as far:
                far.connect(("192.0.2.1", 9))
        def test_far_name():
            socket.getaddrinfo("example.invalid", 80)
    """
    result = run(inner, source)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*reached for 192.0.2.1*", "*looked up example.invalid*"])


def test_local_sockets_are_left_alone(inner: pytest.Pytester) -> None:
    source = """
        import asyncio
        def test_it(): asyncio.run(asyncio.sleep(0))
    """
    run(inner, source).assert_outcomes(passed=1)


def test_each_test_has_a_data_folder_of_its_own(
    inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERBATIM_HOME", "/nobody/touches/this")
    monkeypatch.setenv("VERBATIM_PROVIDER", "openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real")
    source = """
        import os
        seen = [os.environ["VERBATIM_HOME"]]
        def look():
            assert os.environ["VERBATIM_HOME"] not in seen
            assert "nobody" not in os.environ["VERBATIM_HOME"]
            assert not {"VERBATIM_PROVIDER", "OPENAI_API_KEY"} & set(os.environ)
            seen.append(os.environ["VERBATIM_HOME"])
        def test_one(): look()
        def test_two(): look()
    """
    run(inner, source).assert_outcomes(passed=2)


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


@pytest.mark.parametrize(
    "body",
    [
        "import warnings; warnings.warn('old')",
        "from PySide6.QtCore import qWarning; qWarning(b'odd')",
        "open(__file__)",
    ],
    ids=["warning", "qt-warning", "unclosed-file"],
)
def test_a_warning_fails_a_test(pytester: pytest.Pytester, body: str) -> None:
    """With the settings of our pyproject.toml, and no others."""
    settings = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    pytester.makepyprojecttoml(settings)
    pytester.makepyfile(f"def test_it():\n    {body}")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", pytester.path)
    result.assert_outcomes(failed=1)


def test_an_expected_failure_that_passes_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makepyfile("import pytest\n@pytest.mark.xfail\ndef test_it(): pass")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", pytester.path)
    result.assert_outcomes(failed=1)
