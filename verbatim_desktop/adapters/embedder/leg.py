"""The second leg of a workspace: its model and its vectors, opened when they are first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from verbatim_desktop.adapters.embedder.model import OnnxEmbedder, open_folder
from verbatim_desktop.adapters.embedder.packaged import open_packaged
from verbatim_desktop.domain.errors import EmbeddingsUnavailable
from verbatim_desktop.domain.meaning import Fusion, MeaningSettings
from verbatim_desktop.ports import Embedder, Library, Likeness, SectionVectors, VectorStore
from verbatim_desktop.retrieve.meaning import cosines


def open_embedder(model: str) -> OnnxEmbedder:
    """The packaged model for "", else that of a folder. Raises EmbeddingsUnavailable."""
    return open_folder(Path(model)) if model else open_packaged()


class LocalMeaning:
    """Implements ports.Meaning. Safe to use from any thread."""

    def __init__(
        self, embedder: Embedder, fusion: Fusion, library: Library, store: VectorStore
    ) -> None:
        self._embedder = embedder
        self.fusion = fusion
        self._library = library
        self._store = store
        self._lock = threading.Lock()
        self._of: tuple[int, SectionVectors] | None = None

    @property
    def name(self) -> str:
        return self._embedder.model.name

    def likeness(self, text: str, generation: int) -> Likeness:
        placed = self._placed(generation)
        if not len(placed.keys):
            return Likeness(placed.keys, np.zeros(0))
        return Likeness(placed.keys, cosines(self._embedder.query(text), placed.vectors))

    def _placed(self, generation: int) -> SectionVectors:
        """The vectors of the sections of a generation; read anew when it is another one."""
        with self._lock:
            if self._of is None or self._of[0] != generation:
                self._of = generation, self._read(generation)
            return self._of[1]

    def _read(self, generation: int) -> SectionVectors:
        placed = self._store.placed(self._embedder.model.identity)
        if placed is None:
            none = np.zeros((0, self._embedder.model.dimensions), np.int8)
            return SectionVectors(np.zeros((0, 2), np.int64), none)
        live = np.array(sorted(self._library.live_documents(generation)), np.int64)
        alive = np.isin(placed.keys[:, 0], live)
        return SectionVectors(placed.keys[alive], np.ascontiguousarray(placed.vectors[alive]))

    def forget(self) -> None:
        """Read the vectors anew, as more were made."""
        with self._lock:
            self._of = None


class Meanings:
    """The second leg as the workspace has set it, made again when the setting changes."""

    def __init__(
        self,
        library: Library,
        store: VectorStore,
        settings: Callable[[], MeaningSettings],
        opener: Callable[[str], Embedder] = open_embedder,
    ) -> None:
        self._library = library
        self._store = store
        self._settings = settings
        self._opener = opener
        self._lock = threading.Lock()
        self._made: tuple[MeaningSettings, LocalMeaning | None] | None = None

    def __call__(self) -> LocalMeaning | None:
        settings = self._settings()
        if not settings.on:
            return None
        with self._lock:
            if self._made is None or self._made[0] != settings:
                self._made = settings, self._open(settings)
            return self._made[1]

    def _open(self, settings: MeaningSettings) -> LocalMeaning | None:
        try:
            embedder = self._opener(settings.model)
        except EmbeddingsUnavailable:  # `verbatim embed` and the settings say why
            return None
        return LocalMeaning(embedder, settings.fusion, self._library, self._store)

    def forget(self) -> None:
        with self._lock:
            self._made = None
