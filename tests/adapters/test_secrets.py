"""Keys: where they are kept, and what happens where the keyring is locked, missing or silent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.errors import InitError, KeyringError, KeyringLocked

from tests.journeys import command, window
from verbatim_desktop.adapters import environment, secrets
from verbatim_desktop.adapters.secrets import Found, SystemSecrets, find_keyring
from verbatim_desktop.domain.errors import SecretsError, UsageError
from verbatim_desktop.domain.models import KeyPlace

KEY = "sk-canary-41d7"


class FakeKeyring(KeyringBackend):
    """Keeps passwords in a dictionary, or raises what it is told to."""

    priority = 1.0  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.error: Exception | None = None
        self.waits_for: threading.Event | None = None

    def _look(self) -> None:
        if self.waits_for:
            self.waits_for.wait()
        if self.error:
            raise self.error

    def get_password(self, service: str, username: str) -> str | None:
        self._look()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._look()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._look()
        del self.kept[service, username]


@pytest.fixture
def ring() -> FakeKeyring:
    return FakeKeyring()


@pytest.fixture
def with_ring(ring: FakeKeyring) -> SystemSecrets:
    return SystemSecrets({}, lambda: Found(ring, "Fake"), looking=90)


@pytest.fixture
def impatient(ring: FakeKeyring) -> SystemSecrets:
    """For a keyring that does not answer."""
    return SystemSecrets({}, lambda: Found(ring, "Fake"), looking=0.2, keeping=0.2)


@pytest.fixture
def without() -> SystemSecrets:
    return SystemSecrets({}, lambda: None)


def test_a_keyring_keeps_gives_and_forgets_a_key(with_ring: SystemSecrets, ring: FakeKeyring):
    assert with_ring.keep_key("openai", f" {KEY}\n") is KeyPlace.KEYRING
    assert with_ring.key("openai") == KEY
    assert with_ring.key("gemini") is None
    assert with_ring.holders() == {"openai": KeyPlace.KEYRING}
    assert with_ring.keeps
    assert with_ring.state == "Keys are kept in the system keyring (Fake)."
    assert with_ring.drop_key("openai")
    assert not with_ring.drop_key("openai")
    assert ring.kept == {}


def test_without_a_keyring_a_key_lasts_for_this_run(without: SystemSecrets):
    assert without.keep_key("gemini", KEY) is KeyPlace.MEMORY
    assert without.key("gemini") == KEY
    assert without.holders() == {"gemini": KeyPlace.MEMORY}
    assert not without.keeps
    assert without.state == (
        "There is no system keyring here, so keys are kept in memory and forgotten when the "
        "program ends."
    )
    assert without.drop_key("gemini")
    assert without.key("gemini") is None


TROUBLE = [
    (KeyringLocked("x"), "The system keyring is locked"),
    (InitError("x"), "The system keyring has no collection yet"),
    (KeyringError("x"), "The system keyring cannot be used (KeyringError)"),
    (BrokenPipeError(), "The system keyring cannot be used (BrokenPipeError)"),
]


@pytest.mark.parametrize(("error", "said"), TROUBLE, ids=lambda value: type(value).__name__)
def test_a_keyring_in_trouble_is_said_and_memory_stands_in(
    with_ring: SystemSecrets, ring: FakeKeyring, error: Exception, said: str
):
    ring.error = error
    assert with_ring.state.startswith(said)
    assert with_ring.state.endswith("forgotten when the program ends.")
    assert with_ring.keep_key("openai", KEY) is KeyPlace.MEMORY
    assert with_ring.key("openai") == KEY
    with pytest.raises(SecretsError, match=r"The system keyring"):
        with_ring.key("anthropic")
    ring.error = None  # it was unlocked
    assert with_ring.keeps
    assert with_ring.keep_key("openai", KEY) is KeyPlace.KEYRING
    assert with_ring.holders() == {"openai": KeyPlace.KEYRING}


def test_a_keyring_that_waits_for_its_owner_holds_nobody_up(
    impatient: SystemSecrets, ring: FakeKeyring
):
    ring.waits_for = threading.Event()
    assert impatient.state.startswith("The system keyring waits to be unlocked")
    assert impatient.keep_key("openai", KEY) is KeyPlace.MEMORY
    assert impatient.key("openai") == KEY
    with pytest.raises(SecretsError, match="waits to be unlocked"):
        impatient.key("anthropic")
    ring.waits_for.set()
    while not impatient.keeps:  # the owner's answer has reached the lane by the next look
        pass


def test_a_defect_of_ours_is_no_trouble_of_the_keyring(with_ring: SystemSecrets, ring: FakeKeyring):
    ring.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        with_ring.key("openai")


def test_the_environment_comes_before_what_is_kept(ring: FakeKeyring):
    both = SystemSecrets({"openai": "sk-env"}, lambda: Found(ring, "Fake"))
    both.keep_key("openai", KEY)
    assert both.key("openai") == "sk-env"
    assert both.holders() == {"openai": KeyPlace.ENVIRONMENT}


@pytest.mark.parametrize("key", ["", "  ", "two words", "line\nbreak", "schlüssel", "x" * 1001])
def test_what_cannot_be_a_key_is_refused_without_being_shown(without: SystemSecrets, key: str):
    with pytest.raises(UsageError) as caught:
        without.keep_key("openai", key)
    assert key.strip() == "" or key not in str(caught.value)


def test_keys_are_taken_out_of_the_environment_and_of_that_of_children(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(environment, "_taken", {})
    for variable in environment.KEYS.values():
        monkeypatch.setenv(variable, KEY)
    assert set(environment.take_keys()) == set(environment.KEYS)
    assert set(environment.take_keys().values()) == {KEY}
    code = "import os; print([n for n, v in os.environ.items() if 'canary' in v])"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "[]"
    assert KEY not in str(dict(os.environ))


def test_only_keyrings_that_are_known_to_encrypt_are_looked_at(monkeypatch: pytest.MonkeyPatch):
    """Neither what is installed nor what a variable or a file names has a say."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setattr(secrets, "KNOWN", {sys.platform: ()})
    assert find_keyring() is None
    names = {known.module for knowns in secrets.KNOWN.values() for known in knowns}
    assert not names & {"null", "fail", "chainer"}


def test_where_no_bus_answers_there_is_no_keyring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    if sys.platform != "linux":
        pytest.skip("the Secret Service is on Linux")
    for address in ("", f"unix:path={tmp_path}/none", "disabled:"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        assert find_keyring() is None
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    assert find_keyring() is None


# --- A real Secret Service -----------------------------------------------------------------------

#: A laden machine's keyring may be slower than a person waits.
PATIENT = """
import sys
from verbatim_desktop.adapters import secrets
secrets.LOOKING_SECONDS = 90.0
"""
STORE = PATIENT + "keys = secrets.SystemSecrets({})\n"
UNLOCK = 'printf "%s\\n" "$1" | gnome-keyring-daemon --unlock --components=secrets >/dev/null\n'


@pytest.fixture
def on_bus(
    tmp_path: Path, require: Callable[[str, bool], None]
) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """on_bus(shell): run shell lines on a bus of their own, in a home of their own."""
    from shutil import which

    present = bool(which("gnome-keyring-daemon") and which("dbus-run-session"))
    require("gnome-keyring and dbus", present)
    run, data = tmp_path / "run", tmp_path / "share"
    for folder in (run, data / "keyrings"):
        folder.mkdir(mode=0o700, parents=True)
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    own = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(run), "XDG_DATA_HOME": str(data)}
    root = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHON": sys.executable}

    def run_on_bus(shell: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["dbus-run-session", "--", "bash", "-ec", shell],
            env={**kept, **own, **root},
            capture_output=True,
            text=True,
            check=True,
            timeout=400,
        )

    return run_on_bus


def python(code: str) -> str:
    return f"\"$PYTHON\" - <<'END'\n{STORE}{code}\nEND\n"


def unlock(password: str) -> str:
    return UNLOCK.replace('"$1"', f'"{password}"')


@pytest.mark.counterpart
def test_a_real_secret_service_keeps_a_key_from_one_run_to_the_next(
    on_bus: Callable[[str], subprocess.CompletedProcess[str]], tmp_path: Path
):
    store = python(f"print(keys.keep_key('openai', '{KEY}'), keys.state)")
    read = python("print(keys.key('openai'), [*keys.holders()] == ['openai'], keys.keeps)")
    first = on_bus(unlock("pw") + store + read).stdout.splitlines()
    assert first == [
        "keyring Keys are kept in the system keyring (Secret Service).",
        f"{KEY} True True",
    ]
    after_restart = on_bus(unlock("pw") + read + python("print(keys.drop_key('openai'))") + read)
    assert after_restart.stdout.splitlines() == [
        f"{KEY} True True",
        "True",
        "None False True",
    ]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".keyring" for path in files)
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


@pytest.mark.counterpart
def test_a_real_secret_service_that_is_locked_is_said(
    on_bus: Callable[[str], subprocess.CompletedProcess[str]],
):
    on_bus(unlock("pw") + python(f"keys.keep_key('openai', '{KEY}')"))
    tell = f"print(keys.state); print(keys.keep_key('openai', '{KEY}'))"
    said = on_bus(unlock("wrong") + python(tell)).stdout.splitlines()
    assert said == [
        "The system keyring is locked, so keys are kept in memory and forgotten when the program "
        "ends.",
        "memory",
    ]


GIVEN = """
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
main.commands.go("settings")
row = main.current_pane.page.providers["openai"]
yield lambda: row.key_state.text() == "No key"
row.more.click()
QTest.keyClicks(row.key, "{key}")
QTest.keyClick(row.key, Qt.Key.Key_Return)
yield lambda: row.key_state.text() == "Key in the system keyring"
assert row.key.text() == ""
"""
SEEN = """
main.commands.go("settings")
row = main.current_pane.page.providers["openai"]
yield lambda: row.key_state.text() == "Key in the system keyring"
"""


@pytest.mark.counterpart
def test_a_key_given_in_the_settings_of_a_window_lands_in_a_real_secret_service(
    on_bus: Callable[[str], subprocess.CompletedProcess[str]], tmp_path: Path, home: Path
):
    given, seen = tmp_path / "given.py", tmp_path / "seen.py"
    given.write_text(f"{PATIENT}{window(GIVEN.replace('{key}', KEY))}", encoding="utf-8")
    seen.write_text(f"{PATIENT}{window(SEEN)}", encoding="utf-8")
    read = python("print(keys.key('openai'), [*keys.holders()] == ['openai'])")
    listed = python(command("keys", "list", "--json"))
    done = on_bus(f'{unlock("pw")}"$PYTHON" {given}\n{read}{listed}')
    first, shown = done.stdout.split("\n", 1)
    assert first == f"{KEY} True"
    places = {one["provider"]: one["place"] for one in json.loads(shown)["keys"]}
    assert places["openai"] == "keyring"
    on_bus(f'{unlock("pw")}"$PYTHON" {seen}\n')  # another run, another window

    given.unlink()
    files = [path for root in (tmp_path, home) for path in root.rglob("*") if path.is_file()]
    assert any(path.name == "library.db" for path in files)
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
