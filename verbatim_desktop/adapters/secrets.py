"""Where keys are kept: the keyring of the system, or memory for this run. Never a file.

Only keyrings that encrypt are used, by name: what else is installed, configured or set in the
environment (a file backend writes keys as base64) is not looked at. A keyring may ask its owner
to unlock it and wait for that, so it is spoken to on a thread of its own and not for long.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache
from importlib import import_module
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from verbatim_desktop.adapters.environment import KEYS, take_keys
from verbatim_desktop.domain.errors import SecretsError, UsageError
from verbatim_desktop.domain.models import KeyPlace

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "verbatim-desktop"
PROBE = "probe"
LOOKING_SECONDS = 3.0
#: Whoever sets a key is there to unlock the keyring.
KEEPING_SECONDS = 30.0
LONGEST_KEY = 1000
IN_MEMORY = "so keys are kept in memory and forgotten when the program ends"

T = TypeVar("T")


class Known(NamedTuple):
    """A keyring that encrypts what it keeps."""

    module: str
    name: str
    label: str


KNOWN = {
    "linux": (
        Known("SecretService", "Keyring", "Secret Service"),
        Known("kwallet", "DBusKeyring", "KWallet"),
    ),
    "darwin": (Known("macOS", "Keyring", "macOS keychain"),),
    "win32": (Known("Windows", "WinVaultKeyring", "Windows Credential Manager"),),
}


class Found(NamedTuple):
    """A keyring that answers, and what people call it."""

    backend: KeyringBackend
    label: str


def find_keyring() -> Found | None:
    """The first known keyring of this system that is there."""
    for known in KNOWN.get(sys.platform, ()):
        try:
            kind: Any = getattr(import_module(f"keyring.backends.{known.module}"), known.name)
            if kind.priority > 0:
                return Found(kind(), known.label)
        except (ImportError, RuntimeError, OSError):
            continue  # not installed, or nothing answers
    return None


class Busy(Exception):
    """The keyring has not answered yet."""


class Lane:
    """Runs calls one after the other on a daemon thread, and waits for each only so long.

    While one has not come back, because the keyring waits for its owner, others are refused.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._late: Future[Any] | None = None

    def ask(self, call: Callable[[], T], seconds: float) -> T:
        """What the call returns or raises. Raises Busy."""
        future: Future[T] = Future()
        with self._lock:
            if self._late and not self._late.done():
                raise Busy
            self._jobs.put(lambda: _settle(future, call))
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="verbatim-keyring", daemon=True
                )
                self._thread.start()
        try:
            return future.result(seconds)
        except TimeoutError:
            if future.done():  # the call's own
                raise
            self._late = future
            raise Busy from None

    def _work(self) -> None:
        while True:
            self._jobs.get()()


def _settle(future: Future[T], call: Callable[[], T]) -> None:
    try:
        future.set_result(call())
    except Exception as error:
        future.set_exception(error)


class SystemSecrets:
    """Implements ports.Secrets.

    environment: keys that were set there, by provider. find: what finds the keyring. looking,
    keeping: how many seconds a keyring may take to be read, and to be written; 0: as the program
    waits.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        find: Callable[[], Found | None] = find_keyring,
        looking: float = 0.0,
        keeping: float = 0.0,
    ) -> None:
        self._environment = environment
        self._find = find
        self._looking = looking or LOOKING_SECONDS
        self._keeping = keeping or KEEPING_SECONDS
        self._memory: dict[str, str] = {}
        self._found: Found | None = None
        self._lane = Lane()

    @property
    def keeps(self) -> bool:
        return not self._trouble()

    @property
    def state(self) -> str:
        trouble = self._trouble()
        if trouble or self._found is None:
            return f"{trouble}, {IN_MEMORY}."
        return f"Keys are kept in the system keyring ({self._found.label})."

    def key(self, provider: str) -> str | None:
        if key := self._environment.get(provider) or self._memory.get(provider):
            return key
        return self._in_keyring(lambda ring: ring.get_password(SERVICE, provider))

    def keep_key(self, provider: str, key: str) -> KeyPlace:
        key = checked(key)
        try:
            kept = self._in_keyring(lambda ring: _store(ring, provider, key), self._keeping)
        except SecretsError:
            kept = None  # `state` says why
        if kept:
            self._memory.pop(provider, None)
            return KeyPlace.KEYRING
        self._memory[provider] = key
        return KeyPlace.MEMORY

    def drop_key(self, provider: str) -> bool:
        in_memory = self._memory.pop(provider, None) is not None
        return bool(self._in_keyring(lambda ring: _delete(ring, provider))) or in_memory

    def holders(self) -> Mapping[str, KeyPlace]:
        kept = self._in_keyring(_kept) if self.keeps else None
        return {
            **dict.fromkeys(kept or (), KeyPlace.KEYRING),
            **dict.fromkeys(self._memory, KeyPlace.MEMORY),
            **dict.fromkeys(self._environment, KeyPlace.ENVIRONMENT),
        }

    def _trouble(self) -> str:
        """Why the keyring cannot be used, "" where it can."""
        try:
            self._in_keyring(lambda ring: ring.get_password(SERVICE, PROBE))
        except SecretsError as error:
            return str(error).rstrip(".")
        return "" if self._found else "There is no system keyring here"

    def _in_keyring(
        self, call: Callable[[KeyringBackend], T], seconds: float | None = None
    ) -> T | None:
        """What the keyring says; None where there is none. Raises SecretsError."""
        try:
            return self._lane.ask(lambda: self._speak(call), seconds or self._looking)
        except Busy:
            raise SecretsError("The system keyring waits to be unlocked.") from None
        except Exception as error:
            if said := _trouble_of(error):
                raise SecretsError(said) from None
            raise

    def _speak(self, call: Callable[[KeyringBackend], T]) -> T | None:
        """On the lane: find the keyring where it is not yet known, and call it."""
        if self._found is None:
            self._found = self._find()
        if self._found is None:
            return None
        try:
            return call(self._found.backend)
        except Exception:
            self._found = None  # it may be gone; the next call looks again
            raise


def _store(ring: Any, provider: str, key: str) -> bool:
    ring.set_password(SERVICE, provider, key)
    return True


def _delete(ring: KeyringBackend, provider: str) -> bool:
    if ring.get_password(SERVICE, provider) is None:
        return False
    ring.delete_password(SERVICE, provider)
    return True


def _kept(ring: KeyringBackend) -> list[str]:
    return [name for name in KEYS if ring.get_password(SERVICE, name) is not None]


def _trouble_of(error: Exception) -> str:
    """What a keyring's exception means; "" for what is no keyring's.

    The exceptions of its libraries have no common ancestor, so they are known by where they are
    from. Their messages may name paths and are left out.
    """
    from keyring.errors import InitError, KeyringError, KeyringLocked

    if isinstance(error, KeyringLocked):
        return "The system keyring is locked."
    if isinstance(error, InitError):
        return "The system keyring has no collection yet to keep keys in."
    libraries = ("jeepney", "secretstorage", "dbus", "pywintypes", "win32ctypes")
    foreign = type(error).__module__.partition(".")[0] in libraries
    if foreign or isinstance(error, (KeyringError, OSError)):
        return f"The system keyring cannot be used ({type(error).__name__})."
    return ""


def checked(key: str) -> str:
    """A key as it is sent. Raises UsageError, which never shows it, for what cannot be one."""
    key = key.strip()
    if not key:
        raise UsageError("The key is empty.")
    if len(key) > LONGEST_KEY or not all("!" <= char <= "~" for char in key):
        raise UsageError(
            f"A key has letters, digits and signs, no spaces and at most {LONGEST_KEY} characters."
        )
    return key


@cache
def system_secrets() -> SystemSecrets:
    """The one place of keys of this process, whatever workspace asks."""
    return SystemSecrets(take_keys())
