"""The tables of the library.

A document revision and a source are never changed once published: a row belongs to the
generations from `added` up to, not including, `removed` (NULL: still live). Readers look at one
published generation, so what a writer has not yet published is never seen.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _workspace() -> Column[int]:
    """Everything belongs to one workspace and goes with it."""
    return Column(
        "workspace_id", Integer, ForeignKey("workspaces.id", ondelete="CASCADE"), nullable=False
    )


workspaces = Table(
    "workspaces",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("generation", Integer, nullable=False, server_default="0"),  # the published one
    Column("manifest", Text),  # of the published index, JSON
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column(
        "workspace_id",
        Integer,
        ForeignKey("workspaces.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

sources = Table(
    "sources",
    metadata,
    Column("id", Integer, primary_key=True),
    _workspace(),
    Column("name", Text, nullable=False),
    Column("info", Text, nullable=False),  # SourceInfo, JSON
    Column("report", Text),  # of the last ingest, JSON
    Column("updated", Text, nullable=False, server_default=""),
    Column("added", Integer, nullable=False),
    Column("removed", Integer),
    CheckConstraint("removed > added", name="life"),
    sqlite_autoincrement=True,
)
Index(
    "ux_sources_live",
    sources.c.workspace_id,
    sources.c.name,
    unique=True,
    sqlite_where=text("removed IS NULL"),
)

documents = Table(
    "documents",
    metadata,
    Column("id", Integer, primary_key=True),  # never used twice: the index names documents by it
    _workspace(),
    Column("source", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("identity", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("route", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("description", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("updated", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("shows", Text, nullable=False, server_default=""),  # path of the page it shows instead
    Column("files", Text, nullable=False),  # [[path, SHA-256]], JSON
    Column("aliases", Text, nullable=False),  # JSON
    Column("flags", Text, nullable=False),  # JSON
    Column("sections", Integer, nullable=False),
    Column("sentences", Integer, nullable=False),
    Column("added", Integer, nullable=False),
    Column("removed", Integer),
    CheckConstraint("removed > added", name="life"),
    sqlite_autoincrement=True,
)
Index(
    "ux_documents_live",
    documents.c.workspace_id,
    documents.c.source,
    documents.c.path,
    unique=True,
    sqlite_where=text("removed IS NULL"),
)
Index("ix_documents_identity", documents.c.workspace_id, documents.c.identity)
Index("ix_documents_order", documents.c.workspace_id, documents.c.source, documents.c.path)
Index("ix_documents_added", documents.c.workspace_id, documents.c.added)
Index("ix_documents_removed", documents.c.workspace_id, documents.c.removed)

contents = Table(
    "contents",
    metadata,
    Column(
        "document_id",
        Integer,
        ForeignKey("documents.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("texts", LargeBinary, nullable=False),  # the text of each block, packed
    Column("rest", LargeBinary, nullable=False),  # all else of blocks, and the sentences, packed
)

sections = Table(
    "sections",
    metadata,
    Column(
        "document_id",
        Integer,
        ForeignKey("documents.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("ordinal", Integer, primary_key=True, autoincrement=False),
    Column("anchor", Text, nullable=False),
    Column("anchors", Text, nullable=False),  # JSON
    Column("heading_path", Text, nullable=False),  # JSON
    Column("first_block", Integer, nullable=False),
    Column("last_block", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("aliases", Text, nullable=False),  # words for the index only
    sqlite_with_rowid=False,
)

answers = Table(
    "answers",
    metadata,
    Column("id", Integer, primary_key=True),
    _workspace(),
    Column("name", Text, nullable=False),
    Column("answer", Text, nullable=False),  # Answer, JSON
    UniqueConstraint("workspace_id", "name"),
    sqlite_autoincrement=True,
)

kept = Table(
    "kept",
    metadata,
    Column("id", Integer, primary_key=True),
    _workspace(),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),  # JSON
    Column("made", Text, nullable=False),
    Column("touched", Text, nullable=False),
    Column("turn", Integer, nullable=False),  # grows with each touch: orders within one second
    UniqueConstraint("workspace_id", "kind", "name"),
    sqlite_autoincrement=True,
)

usage = Table(
    "usage",
    metadata,
    Column("id", Integer, primary_key=True),
    _workspace(),
    Column("name", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("input_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("output_tokens", Integer),
    Column("cost_usd", Float),
    Column("retrieval_ms", Float, nullable=False),
    Column("model_ms", Float, nullable=False),
    Column("total_ms", Float, nullable=False),
    Column("citations", Integer, nullable=False),
    Column("level", Text, nullable=False),
    Column("confidence", Float),
    Column("route", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("question_hash", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("fault", Text, nullable=False),
    UniqueConstraint("workspace_id", "name"),
    sqlite_autoincrement=True,
)
Index("ix_usage_at", usage.c.workspace_id, usage.c.at)

vectors = Table(
    "vectors",
    metadata,
    Column(
        "workspace_id",
        Integer,
        ForeignKey("workspaces.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("model", Text, primary_key=True),  # the model with all that shapes its vectors
    Column("content", Text, primary_key=True),  # SHA-256 of what was embedded
    Column("vector", LargeBinary, nullable=False),  # int8
    sqlite_with_rowid=False,
)
