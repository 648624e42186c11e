"""Providers, keys, vectors and backups that remember what was done to them."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from verbatim_desktop.domain.backups import Backup, BackupManifest, Restored
from verbatim_desktop.domain.data_folder import FolderChoice, FolderInUse, FolderMoved, SaidBy
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.health import Check, CheckState
from verbatim_desktop.domain.meaning import EmbeddingModel, MeaningSettings, MeaningStatus
from verbatim_desktop.domain.models import (
    KeyPlace,
    KeyState,
    ModelSettings,
    ProviderName,
    ProviderSettings,
    Trial,
)
from verbatim_desktop.ports import Cancellation, Progress, no_progress

CHECKS = (
    Check("Python", CheckState.OK, "3.11.7 on Linux."),
    Check("Spelling", CheckState.OK, "Spelling is not checked: no dictionary is installed."),
    Check(
        "Provider", CheckState.WARN,
        "compatible, model m, at https://ann:sk-canary@host.example/v1?key=sk-canary.",
        "Set it in Settings.",
    ),
)  # fmt: skip


class FakeSettings:
    """The models' settings and keys. waits: until set, the keyring does not answer."""

    def __init__(self) -> None:
        self.of_models = ModelSettings()
        self.environment: ProviderName | None = None
        self.keys: dict[ProviderName, str] = {}
        self.keeps = True
        self.answers = Event()
        self.answers.set()
        self.trial = Trial(True, "gpt-mini answered after 0.4 seconds.", "gpt-mini", 412.0)
        self.tests = Event()
        self.tests.set()
        self.tested: list[ProviderSettings] = []
        self.refused: Exception | None = None

    def saved(self) -> ModelSettings:
        return self.of_models

    def settings(self) -> ModelSettings:
        if self.environment is None:
            return self.of_models
        return ModelSettings(self.environment, self.of_models.providers)

    def save(self, settings: ProviderSettings) -> None:
        if self.refused is not None:
            raise self.refused
        self.of_models = self.of_models.put(settings)

    def choose(self, name: ProviderName) -> None:
        if self.refused is not None:
            raise self.refused
        self.of_models = ModelSettings(name, self.of_models.providers)

    def known_models(self, name: ProviderName) -> tuple[str, ...]:
        return ("gpt-mini", "gpt-large") if name is ProviderName.OPENAI else ()

    def keys_are_kept(self) -> tuple[bool, str]:
        self.answers.wait(90)
        if self.keeps:
            return True, "Keys are kept in the system keyring (Secret Service)."
        return False, "There is no system keyring here, so keys are kept in memory."

    def key_states(self) -> tuple[KeyState, ...]:
        place = KeyPlace.KEYRING if self.keeps else KeyPlace.MEMORY
        return tuple(
            KeyState(
                name,
                place if name in self.keys else KeyPlace.NOWHERE,
                name is not ProviderName.COMPATIBLE,
            )
            for name in ProviderName
            if name is not ProviderName.NONE
        )

    def keep_key(self, name: ProviderName, key: str) -> KeyPlace:
        self.keys[name] = key
        return KeyPlace.KEYRING if self.keeps else KeyPlace.MEMORY

    def drop_key(self, name: ProviderName) -> bool:
        return self.keys.pop(name, None) is not None

    def test(self, settings: ProviderSettings, cancellation: Cancellation) -> Trial:
        self.tested.append(settings)
        cancellation.listen(self.tests.set)
        self.tests.wait(90)
        return self.trial


class FakeSemantic:
    def __init__(self) -> None:
        self.on = False
        self.embedded = 1
        self.problem = ""

    def status(self) -> MeaningStatus:
        model = None if self.problem else EmbeddingModel("minilm", "1", 384)
        return MeaningStatus(MeaningSettings(self.on), model, 4, self.embedded, self.problem)

    def turn_on(self) -> None:
        self.on = True

    def turn_off(self) -> None:
        self.on = False

    def build(self, progress: Progress = no_progress) -> int:
        for done in range(self.embedded, 4):
            progress(IngestProgress("embedding", done, 4))
        self.embedded = 4
        return 4


MANIFEST = BackupManifest(1, "0002", "a" * 64, 10, "2026-11-30T09:12:00Z")


class FakeBackups:
    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        self.error: Exception | None = None

    def backup(self, path: Path) -> Backup:
        if self.error is not None:
            raise self.error
        self.done.append(("backup", path.name))
        return Backup(str(path), 2_400_000, MANIFEST)

    def restore(self, path: Path) -> Restored:
        if self.error is not None:
            raise self.error
        self.done.append(("restore", path.name))
        return Restored(MANIFEST, "/data/backups/before.zip")


class FakeDataFolder:
    """go_on: a move waits for it half way."""

    def __init__(self) -> None:
        self.said_by = SaidBy.PLATFORM
        self.choice = FolderChoice("/disk/verbatim", False, 812_000_000, 35_000_000_000)
        self.error: Exception | None = None
        self.done: list[tuple[str, str]] = []
        self.go_on = Event()
        self.go_on.set()

    def in_use(self) -> FolderInUse:
        return FolderInUse("/home/mia/data", self.said_by)

    def look(self, folder: Path) -> FolderChoice:
        if self.error is not None:
            raise self.error
        return self.choice

    def move(self, folder: Path, progress: Progress = no_progress) -> FolderMoved:
        progress(IngestProgress("copying", 400_000_000, 812_000_000))
        self.go_on.wait(90)
        progress(IngestProgress("copying", 812_000_000, 812_000_000))
        if self.error is not None:
            raise self.error
        self.done.append(("move", str(folder)))
        return FolderMoved(str(folder), "/home/mia/data", ("library.db",), 812_000_000)

    def use(self, folder: Path) -> FolderMoved:
        self.done.append(("use", str(folder)))
        return FolderMoved(str(folder), "/home/mia/data")
