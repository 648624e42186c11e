"""The stored library of one workspace: what readers see, settings, kept answers, the writer."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.dialects.sqlite import insert

from verbatim_desktop.adapters.store import kept as keeping
from verbatim_desktop.adapters.store.engine import for_writing
from verbatim_desktop.adapters.store.ledger import SqlLedger
from verbatim_desktop.adapters.store.lock import only_one
from verbatim_desktop.adapters.store.mapping import to_json
from verbatim_desktop.adapters.store.reader import SqlReader
from verbatim_desktop.adapters.store.remembered import remembered
from verbatim_desktop.adapters.store.tables import answers, settings, workspaces
from verbatim_desktop.adapters.store.vectors import SqlVectors
from verbatim_desktop.adapters.store.writer import SqlWriter
from verbatim_desktop.domain.answers import Answer, Citation
from verbatim_desktop.domain.errors import LibraryBusy, NotFound
from verbatim_desktop.domain.plain import Plain, from_plain, to_plain
from verbatim_desktop.ports import Clock, Kept, LibraryWriter
from verbatim_desktop.text.nearest import by_beginning

WAIT_FOR_WRITER_SECONDS = 3.0


class SqlLibrary(SqlReader):
    """Implements ports.Library. Safe to use from any thread."""

    def __init__(self, engine: Engine, folder: Path, workspace: str, clock: Clock) -> None:
        super().__init__(engine, workspace)
        self._writing = for_writing(engine)
        self._folder = folder
        self._clock = clock

    def setting(self, key: str) -> str | None:
        workspace = self._id

        def read(connection: Connection) -> str | None:
            query = select(settings.c.value).where(
                settings.c.workspace_id == workspace, settings.c.key == key
            )
            return connection.execute(query).scalar_one_or_none()

        return remembered(self._engine, ("setting", workspace, key), read)

    def save_setting(self, key: str, value: str) -> None:
        row = {"workspace_id": self._made_id(), "key": key, "value": value}
        with self._writing.begin() as connection:
            connection.execute(
                insert(settings).values(row).on_conflict_do_update(set_={"value": value})
            )

    def keep(self, kind: str, name: str, value: Plain) -> None:
        keeping.keep(self._engine, self._made_id(), kind, name, value, self._clock.now())

    def kept(self, kind: str) -> tuple[Kept, ...]:
        return keeping.all_kept(self._engine, self._id, kind)

    def kept_as(self, kind: str, name: str) -> Kept | None:
        return keeping.kept_as(self._engine, self._id, kind, name)

    def drop(self, kind: str, name: str) -> None:
        keeping.drop(self._engine, self._id, kind, name)

    def ledger(self) -> SqlLedger:
        """What the questions and calls of this workspace cost."""
        return SqlLedger(self._engine, self._made_id)

    def vectors(self, folder: Path) -> SqlVectors:
        """The vectors of this workspace's sections; folder is for the files of them."""
        return SqlVectors(self._engine, self._made_id, folder)

    def keep_answer(self, answer: Answer) -> None:
        text = to_json(to_plain(answer))
        row = {"workspace_id": self._made_id(), "name": answer.id, "answer": text}
        with self._writing.begin() as connection:
            connection.execute(
                insert(answers)
                .values(row)
                .on_conflict_do_update(
                    index_elements=["workspace_id", "name"], set_={"answer": text}
                )
            )

    def answer(self, answer_id: str) -> Answer:
        begins = func.substr(answers.c.name, 1, len(answer_id)) == answer_id
        here = answers.c.workspace_id == self._id
        with self._engine.begin() as connection:
            names = connection.execute(select(answers.c.name).where(here, begins)).scalars().all()
            name = by_beginning(answer_id, names, "answers")
            query = select(answers.c.answer).where(here, answers.c.name == name)
            stored = connection.execute(query).scalar_one_or_none()
        if stored is None:
            raise NotFound(f"There is no answer “{answer_id}” in the workspace “{self._name}”.")
        return from_plain(Answer, json.loads(stored))

    def answers(self, limit: int = 50) -> tuple[Answer, ...]:
        query = select(answers.c.answer).where(answers.c.workspace_id == self._id)
        with self._engine.begin() as connection:
            stored = connection.execute(query.order_by(answers.c.id.desc()).limit(limit)).scalars()
            return tuple(from_plain(Answer, json.loads(text)) for text in stored)

    def cited_answers(self) -> Iterator[tuple[str, str, tuple[Citation, ...]]]:
        # Taken apart by SQLite: an answer is long, and its citations are a small part of it.
        question, citations = (
            func.json_extract(answers.c.answer, f"$.{name}") for name in ("question", "citations")
        )
        query = select(answers.c.name, question, citations).where(
            answers.c.workspace_id == self._id
        )
        with self._engine.begin() as connection:
            rows = connection.execute(query.order_by(answers.c.id.desc())).all()
        for name, asked, cited in rows:
            yield name, asked, tuple(from_plain(Citation, item) for item in json.loads(cited))

    @contextmanager
    def writer(self) -> Generator[LibraryWriter]:
        workspace = self._made_id()
        busy = (
            f"Another process is writing to the workspace “{self._name}”. "
            "Wait until it is done, or stop it, and try again."
        )
        with only_one(writer_lock(self._folder, workspace), busy, WAIT_FOR_WRITER_SECONDS):
            yield SqlWriter(self._writing, workspace, self._clock)

    def is_being_written(self) -> bool:
        lock = writer_lock(self._folder, self._id)
        try:
            with only_one(lock, "", patience=0) if lock.exists() else nullcontext():
                return False
        except LibraryBusy:
            return True

    def _made_id(self) -> int:
        """The row of the workspace, made where it is missing."""
        if not self._id:
            with self._writing.begin() as connection:
                connection.execute(
                    insert(workspaces).values(name=self._name).on_conflict_do_nothing()
                )
        return self._id


def writer_lock(folder: Path, workspace: int) -> Path:
    """The file whose lock the one writer of a workspace holds."""
    return folder / f"writer-{workspace}.lock"
