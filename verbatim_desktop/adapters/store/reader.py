"""Sources, documents and sections as readers see them: one published generation, whole."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from sqlalchemy import Engine, and_, bindparam, func, or_, select, tuple_

from verbatim_desktop.adapters.store.mapping import (
    AnyRow,
    read_document,
    read_section_ref,
    read_section_text,
    read_summary,
    to_json,
    unpack,
)
from verbatim_desktop.adapters.store.queries import among, live, published
from verbatim_desktop.adapters.store.remembered import remembered
from verbatim_desktop.adapters.store.tables import (
    contents,
    documents,
    sections,
    sources,
    workspaces,
)
from verbatim_desktop.domain.documents import (
    Document,
    DocumentSummary,
    IngestReport,
    SourceInfo,
    SourceStatus,
)
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.headings import Heading
from verbatim_desktop.domain.plain import from_plain
from verbatim_desktop.domain.retrieval import SectionRef
from verbatim_desktop.ports import IndexManifest, SectionText

_SUMMARY = (
    documents.c.id,
    documents.c.identity,
    documents.c.source,
    documents.c.kind,
    documents.c.path,
    documents.c.route,
    documents.c.title,
    documents.c.sections,
    documents.c.fingerprint,
    documents.c.updated,
    documents.c.flags,
    documents.c.version,
)
_REF = (
    sections.c.document_id,
    sections.c.ordinal,
    sections.c.anchor,
    sections.c.anchors,
    sections.c.heading_path,
    sections.c.first_block,
    sections.c.last_block,
    documents.c.source,
    documents.c.path,
    documents.c.route,
    documents.c.url,
    documents.c.shows,
)
#: Sections by (document, ordinal), however many: one look-up each. The workspace is compared
#: afterwards: as a condition it leads SQLite to walk all its documents.
_KEY = func.json_each(bindparam("keys")).table_valued("value")
_NAMED = (
    select(*_REF, documents.c.workspace_id)
    .join(documents)
    .where(
        tuple_(sections.c.document_id, sections.c.ordinal).in_(
            select(func.json_extract(_KEY.c.value, "$[0]"), func.json_extract(_KEY.c.value, "$[1]"))
        )
    )
)
_ORDER = (documents.c.source, documents.c.path, documents.c.id)
_MOST_CANDIDATES = 5
MOST_REFS = 10_000  # names of sections that are kept in memory


class SqlReader:
    """The reading half of ports.Library."""

    def __init__(self, engine: Engine, workspace: str) -> None:
        self._engine = engine
        self._name = workspace
        self._known_id = 0
        self._refs: dict[tuple[int, int], SectionRef] = {}

    @property
    def workspace(self) -> str:
        return self._name

    @property
    def _id(self) -> int:
        """The row of the workspace; 0, which no row has, before anything was written."""
        if not self._known_id:
            with self._engine.begin() as connection:
                query = select(workspaces.c.id).where(workspaces.c.name == self._name)
                self._known_id = connection.execute(query).scalar_one_or_none() or 0
        return self._known_id

    # --- Sources and documents -------------------------------------------------------------------

    def generation(self) -> int:
        workspace = self._id
        return remembered(
            self._engine,
            ("generation", workspace),
            lambda connection: published(connection, workspace),
        )

    def index_manifest(self) -> IndexManifest | None:
        query = select(workspaces.c.manifest).where(workspaces.c.id == self._id)
        with self._engine.begin() as connection:
            stored = connection.execute(query).scalar_one_or_none()
        return from_plain(IndexManifest, json.loads(stored)) if stored else None

    def sources(self) -> tuple[SourceStatus, ...]:
        workspace = self._id
        with self._engine.begin() as connection:
            generation = published(connection, workspace)
            found = connection.execute(
                select(sources).where(live(sources, workspace, generation)).order_by(sources.c.name)
            ).all()
            counted = connection.execute(
                select(documents.c.source, func.count(), func.sum(documents.c.sections))
                .where(live(documents, workspace, generation))
                .group_by(documents.c.source)
            ).all()
        counts = {name: (count, total) for name, count, total in counted}
        return tuple(_read_status(row, *counts.get(row.name, (0, 0))) for row in found)

    def source(self, name: str) -> SourceStatus:
        known = self.sources()
        for status in known:
            if status.info.name == name:
                return status
        names = ", ".join(status.info.name for status in known) or "none yet"
        raise NotFound(f"There is no source “{name}”. Known sources: {names}.")

    def documents(self, source: str = "") -> tuple[DocumentSummary, ...]:
        workspace = self._id
        with self._engine.begin() as connection:
            here = live(documents, workspace, published(connection, workspace))
            query = select(*_SUMMARY).where(here).order_by(*_ORDER)
            if source:
                query = query.where(documents.c.source == source)
            return tuple(map(read_summary, connection.execute(query)))

    def document(self, document_id: int) -> Document:
        page = (
            select(documents, contents.c.texts, contents.c.rest)
            .join(contents)
            .where(documents.c.id == document_id, documents.c.workspace_id == self._id)
        )
        parts = (
            select(sections)
            .where(sections.c.document_id == document_id)
            .order_by(sections.c.ordinal)
        )
        with self._engine.begin() as connection:
            row = connection.execute(page).one_or_none()
            if row is None:
                raise NotFound("This revision of the document is no longer in the library.")
            return read_document(row, connection.execute(parts).all())

    def document_named(self, name: str) -> int:
        wanted = name.strip().lstrip("/")
        if not wanted:
            raise NotFound("Name a document as SOURCE/ROUTE-OR-PATH.")
        found = self._named(wanted)
        if len(found) == 1:
            return found[0].id
        if not found:
            raise NotFound(f"There is no document “{name}”. `verbatim docs` lists them all.")
        shown = ", ".join(f"{row.source}/{row.path}" for row in found[:_MOST_CANDIDATES])
        more = " and others" if len(found) > _MOST_CANDIDATES else ""
        raise NotFound(f"“{name}” names {len(found)} documents: {shown}{more}. Name one of them.")

    def _named(self, wanted: str) -> Sequence[AnyRow]:
        """The documents that a name means: by identity first, then by what was left out of it."""
        source, _, rest = wanted.partition("/")
        ways = (
            documents.c.identity == wanted,
            and_(
                documents.c.source == source,
                or_(documents.c.path == rest, documents.c.route.in_((rest, f"/{rest}"))),
            ),
            or_(documents.c.path == wanted, documents.c.route.in_((wanted, f"/{wanted}"))),
        )
        workspace = self._id
        with self._engine.begin() as connection:
            here = live(documents, workspace, published(connection, workspace))
            query = select(documents.c.id, documents.c.source, documents.c.path).where(here)
            for way in ways:
                found = connection.execute(query.where(way).order_by(*_ORDER)).all()
                if found:
                    return found
        return ()

    # --- What the index stands on ----------------------------------------------------------------

    def section_refs(self, keys: Sequence[tuple[int, int]]) -> list[SectionRef]:
        """Revisions never change and their numbers are never used twice: a name once read holds.

        Rankings are named at each key that is typed, and mostly name the same sections.
        """
        known = self._refs
        if unknown := [key for key in dict.fromkeys(keys) if key not in known]:
            if len(known) > MOST_REFS:
                known = self._refs = {key: known[key] for key in keys if key in known}
            known.update(self._read_refs(unknown))
        try:
            return [known[key] for key in keys]
        except KeyError:
            raise NotFound("The library changed while it was searched. Ask again.") from None

    def _read_refs(self, keys: Sequence[tuple[int, int]]) -> dict[tuple[int, int], SectionRef]:
        with self._engine.begin() as connection:
            rows = connection.execute(_NAMED, {"keys": to_json(keys)}).all()
        here = self._id
        found = {(row.document_id, row.ordinal): row for row in rows if row.workspace_id == here}
        return {key: read_section_ref(found[key]) for key in keys if key in found}

    def headings(self) -> tuple[Heading, ...]:
        query = select(
            sections.c.heading_path,
            sections.c.anchor,
            documents.c.source,
            documents.c.route,
            documents.c.path,
        ).join_from(documents, sections)
        with self._engine.begin() as connection:
            generation = published(connection, self._id)
            rows = connection.execute(
                query.where(live(documents, self._id, generation), sections.c.part == 0).order_by(
                    *_ORDER, sections.c.ordinal
                )
            ).all()
        return tuple(
            Heading(tuple(json.loads(row[0])), row[2], (row[3] or row[4]).lstrip("/"), row[1])
            for row in rows
        )

    def live_documents(self, generation: int) -> frozenset[int]:
        query = select(documents.c.id).where(live(documents, self._id, generation))
        with self._engine.begin() as connection:
            return frozenset(connection.execute(query).scalars())

    def section_texts(self, document_ids: Collection[int]) -> Iterator[SectionText]:
        chosen = and_(documents.c.workspace_id == self._id, among(documents.c.id, document_ids))
        pages = select(documents.c.id, contents.c.texts).join(contents).where(chosen)
        parts = select(*_REF, sections.c.aliases).join(documents).where(chosen)
        with self._engine.begin() as connection:
            packed = connection.execute(pages.order_by(*_ORDER))
            rows = connection.execute(parts.order_by(*_ORDER, sections.c.ordinal))
            # Both are in one order, so they are walked side by side; a page may have no section.
            for document_id, its_rows in groupby(rows, attrgetter("document_id")):
                page = next(page for page in packed if page.id == document_id)
                texts: list[str] = unpack(page.texts)
                for row in its_rows:
                    yield read_section_text(row, texts)


def _read_status(row: AnyRow, count: int, total: int) -> SourceStatus:
    report = from_plain(IngestReport, json.loads(row.report)) if row.report else None
    return SourceStatus(
        info=from_plain(SourceInfo, json.loads(row.info)),
        documents=count,
        sections=total,
        failed=len(report.failed) if report else 0,
        updated=row.updated,
        report=report,
    )
