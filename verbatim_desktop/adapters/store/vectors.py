"""Vectors by content and model in the database, and by section in files beside it.

The database is the truth: an unchanged section of a changed page keeps its vector. The files hold
the same numbers in the order of the sections, to be mapped into memory at once.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from sqlalchemy import Engine, delete, select
from sqlalchemy.dialects.sqlite import insert

from verbatim_desktop.adapters.store.engine import for_writing
from verbatim_desktop.adapters.store.tables import vectors
from verbatim_desktop.ports import SectionVectors, Vectors

AT_ONCE = 500  # values in one statement
KEYS, ROWS = "keys.npy", "vectors.npy"


class SqlVectors:
    """Implements ports.VectorStore. folder: of the files, one folder a model in it."""

    def __init__(self, engine: Engine, workspace: Callable[[], int], folder: Path) -> None:
        self._engine = engine
        self._workspace = workspace
        self._folder = folder

    def known(self, model: str, contents: Sequence[str]) -> Mapping[str, Vectors]:
        found: dict[str, Vectors] = {}
        with self._engine.begin() as connection:
            for start in range(0, len(contents), AT_ONCE):
                some = contents[start : start + AT_ONCE]
                query = select(vectors.c.content, vectors.c.vector).where(
                    vectors.c.workspace_id == self._workspace(),
                    vectors.c.model == model,
                    vectors.c.content.in_(some),
                )
                for row in connection.execute(query):
                    found[row.content] = np.frombuffer(row.vector, np.int8)
        return found

    def keep(self, model: str, vectors_: Mapping[str, Vectors]) -> None:
        own = {"workspace_id": self._workspace(), "model": model}
        rows = [
            {**own, "content": content, "vector": vector.tobytes()}
            for content, vector in vectors_.items()
        ]
        if rows:
            with for_writing(self._engine).begin() as connection:
                connection.execute(insert(vectors).on_conflict_do_nothing(), rows)

    def prune(self, model: str, contents: Collection[str]) -> int:
        mine = vectors.c.workspace_id == self._workspace()
        with for_writing(self._engine).begin() as connection:
            gone = connection.execute(
                delete(vectors).where(mine, vectors.c.model != model)
            ).rowcount
            held = connection.execute(select(vectors.c.content).where(mine)).scalars().all()
            dead = [content for content in held if content not in contents]
            for start in range(0, len(dead), AT_ONCE):
                some = dead[start : start + AT_ONCE]
                gone += connection.execute(
                    delete(vectors).where(mine, vectors.c.content.in_(some))
                ).rowcount
        return gone

    def placed(self, model: str) -> SectionVectors | None:
        folder = self._folder / model[:16]
        try:
            keys = np.load(folder / KEYS, mmap_mode="r", allow_pickle=False)
            rows = np.load(folder / ROWS, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError):
            return None
        if keys.ndim != 2 or rows.ndim != 2 or len(keys) != len(rows):
            return None
        return SectionVectors(np.asarray(keys, np.int64), rows)

    def place(self, model: str, placed: SectionVectors) -> None:
        """Written beside and swapped, so that a reader never sees half of it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"new-{os.getpid()}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        np.save(fresh / KEYS, placed.keys, allow_pickle=False)
        np.save(fresh / ROWS, placed.vectors, allow_pickle=False)
        for old in self._folder.iterdir():
            if old != fresh:
                shutil.rmtree(old, ignore_errors=True)
        fresh.replace(self._folder / model[:16])
