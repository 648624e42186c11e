"""The one writer of a workspace: it fills the next generation, then publishes it.

What was written and not published stays when the process dies; the next writer has the same
generation and goes on from there.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from sqlalchemy import (
    Connection,
    Engine,
    Table,
    and_,
    delete,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.sql.elements import ColumnElement

from verbatim_desktop.adapters.store.mapping import (
    contents_row,
    document_row,
    section_rows,
    to_json,
)
from verbatim_desktop.adapters.store.queries import among, live, published
from verbatim_desktop.adapters.store.room import give_back
from verbatim_desktop.adapters.store.tables import (
    contents,
    documents,
    sections,
    sources,
    workspaces,
)
from verbatim_desktop.domain.documents import Document, IngestReport, SourceInfo
from verbatim_desktop.domain.errors import LibraryError
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.ports import Changes, Clock, IndexManifest, StoredDocument

_STORED = (
    documents.c.id,
    documents.c.path,
    documents.c.fingerprint,
    documents.c.files,
    documents.c.sections,
    documents.c.sentences,
)


class SqlWriter:
    """Implements ports.LibraryWriter."""

    def __init__(self, engine: Engine, workspace: int, clock: Clock) -> None:
        self._engine = engine
        self._workspace = workspace
        self._clock = clock
        with engine.begin() as connection:
            self._generation = published(connection, workspace) + 1

    @property
    def generation(self) -> int:
        return self._generation

    # --- What is there ---------------------------------------------------------------------------

    def stored(self, source: str) -> Mapping[str, StoredDocument]:
        query = select(*_STORED).where(self._current(documents), documents.c.source == source)
        with self._engine.begin() as connection:
            rows = connection.execute(query).all()
        return {row.path: _read_stored(*row) for row in rows}

    def changes(self) -> Mapping[str, Changes]:
        with self._engine.begin() as connection:
            fresh = self._paths(connection, documents.c.added == self._generation)
            gone = self._paths(connection, documents.c.removed == self._generation)
            touched = or_(
                sources.c.added == self._generation, sources.c.removed == self._generation
            )
            query = select(sources.c.name).where(sources.c.workspace_id == self._workspace, touched)
            names = {*connection.execute(query).scalars(), *fresh, *gone}
        return {name: _changes(fresh[name], gone[name]) for name in sorted(names)}

    def _paths(self, connection: Connection, condition: ColumnElement[bool]) -> dict[str, set[str]]:
        """Paths by source."""
        query = select(documents.c.source, documents.c.path).where(
            documents.c.workspace_id == self._workspace, condition
        )
        found: dict[str, set[str]] = defaultdict(set)
        for source, path in connection.execute(query):
            found[source].add(path)
        return found

    # --- Writing ---------------------------------------------------------------------------------

    def save_source(self, info: SourceInfo) -> None:
        text = to_json(to_plain(info))
        known = and_(self._current(sources), sources.c.name == info.name)
        with self._engine.begin() as connection:
            if connection.execute(update(sources).where(known).values(info=text)).rowcount:
                return
            row = {"name": info.name, "info": text, "added": self._generation}
            connection.execute(insert(sources).values(workspace_id=self._workspace, **row))

    def remove_source(self, name: str) -> None:
        with self._engine.begin() as connection:
            self._end(connection, documents, documents.c.source == name)
            self._end(connection, sources, sources.c.name == name)

    def put(self, fresh: Sequence[Document]) -> None:
        if not fresh:
            return
        with self._engine.begin() as connection:
            replaced = self._replaced(connection, fresh)
            self._end(connection, documents, among(documents.c.id, replaced))
            numbered = list(enumerate(fresh, _next_document(connection)))
            life = {"workspace_id": self._workspace, "added": self._generation}
            connection.execute(
                insert(documents), [{**document_row(page, row), **life} for row, page in numbered]
            )
            connection.execute(
                insert(contents), [contents_row(page, row) for row, page in numbered]
            )
            parts = [part for row, page in numbered for part in section_rows(page, row)]
            if parts:
                connection.execute(insert(sections), parts)

    def remove(self, document_ids: Collection[int]) -> None:
        with self._engine.begin() as connection:
            self._end(connection, documents, among(documents.c.id, document_ids))

    def _replaced(self, connection: Connection, fresh: Sequence[Document]) -> list[int]:
        """Rows of the same source and path as new documents."""
        paths: dict[str, list[str]] = defaultdict(list)
        for page in fresh:
            paths[page.source].append(page.path)
        return [
            row
            for source, names in paths.items()
            for row in connection.execute(
                select(documents.c.id).where(
                    self._current(documents),
                    documents.c.source == source,
                    documents.c.path.in_(names),
                )
            ).scalars()
        ]

    def _end(self, connection: Connection, table: Table, condition: ColumnElement[bool]) -> None:
        """Take rows out of the generation: unseen ones at once, published ones when it is."""
        current = and_(self._current(table), condition)
        connection.execute(delete(table).where(current, table.c.added == self._generation))
        connection.execute(update(table).where(current).values(removed=self._generation))

    # --- Publishing ------------------------------------------------------------------------------

    def publish(self, manifest: IndexManifest, reports: Sequence[IngestReport] = ()) -> None:
        if manifest.generation != self._generation:
            raise ValueError(f"index of {manifest.generation}, library of {self._generation}")
        with self._engine.begin() as connection:
            self._keep(connection, reports)
            connection.execute(
                update(workspaces)
                .where(workspaces.c.id == self._workspace)
                .values(generation=self._generation, manifest=to_json(to_plain(manifest)))
            )
        self._generation += 1
        with suppress(LibraryError):  # it is published; what was not deleted is by the next one
            self._forget_before(self._generation - 1)
            give_back(self._engine)

    def forget_earlier(self) -> None:
        self._forget_before(self._generation)
        give_back(self._engine)

    def replace_index(self, manifest: IndexManifest) -> None:
        if manifest.generation != self._generation - 1:
            raise ValueError(f"index of {manifest.generation}, library of {self._generation - 1}")
        with self._engine.begin() as connection:
            connection.execute(
                update(workspaces)
                .where(workspaces.c.id == self._workspace)
                .values(manifest=to_json(to_plain(manifest)))
            )

    def keep_report(self, report: IngestReport) -> None:
        with self._engine.begin() as connection:
            self._keep(connection, [report])

    def _keep(self, connection: Connection, reports: Sequence[IngestReport]) -> None:
        now = self._clock.now()
        for report in reports:
            connection.execute(
                update(sources)
                .where(self._current(sources), sources.c.name == report.source)
                .values(report=to_json(to_plain(report)), updated=now)
            )

    def _forget_before(self, generation: int) -> None:
        """Delete what the generation before this one did not see either.

        A reader that opened the previous generation just now still finds all of it.
        """
        for table in (documents, sources):
            with self._engine.begin() as connection:
                connection.execute(
                    delete(table).where(
                        table.c.workspace_id == self._workspace, table.c.removed < generation
                    )
                )

    def _current(self, table: Table) -> ColumnElement[bool]:
        return live(table, self._workspace, self._generation)


def _next_document(connection: Connection) -> int:
    """A number that no document ever had, deleted ones included."""
    query = text("SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'documents'")
    return connection.execute(query).scalar_one()


def _read_stored(
    document_id: int, path: str, fingerprint: str, files: str, parts: int, sentences: int
) -> StoredDocument:
    pairs: list[list[str]] = json.loads(files)
    return StoredDocument(
        document_id=document_id,
        path=path,
        fingerprint=fingerprint,
        files=tuple(name for name, _ in pairs),
        file_hashes=tuple(digest for _, digest in pairs),
        sections=parts,
        sentences=sentences,
    )


def _changes(fresh: set[str], gone: set[str]) -> Changes:
    return Changes(
        added=tuple(sorted(fresh - gone)),
        changed=tuple(sorted(fresh & gone)),
        removed=tuple(sorted(gone - fresh)),
    )
