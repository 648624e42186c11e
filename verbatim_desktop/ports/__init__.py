"""What the rooms need from the world: a library, a search index, a clock, a progress observer.

Adapters implement these; tests use fakes. Nothing here names a database, an engine or a toolkit,
and nothing is imported but what is written here: the window and `verbatim --help` know the ports.
All of them are had from here, whatever module says what one promises.
"""

from verbatim_desktop.ports.arrays import Counts, Ids, Vectors
from verbatim_desktop.ports.computer import Secrets, Settings, Spelling
from verbatim_desktop.ports.library import (
    Changes,
    IndexManifest,
    Kept,
    Library,
    LibraryWriter,
    SectionText,
    StoredDocument,
)
from verbatim_desktop.ports.meaning import Embedder, Likeness, Meaning, SectionVectors, VectorStore
from verbatim_desktop.ports.providers import Ledger, Prices, Provider, RateLimits
from verbatim_desktop.ports.running import Cancellation, Clock, Progress, no_progress
from verbatim_desktop.ports.search import Postings, SearchIndex
from verbatim_desktop.ports.workspaces import Workspaces

__all__ = [
    "Cancellation",
    "Changes",
    "Clock",
    "Counts",
    "Embedder",
    "Ids",
    "IndexManifest",
    "Kept",
    "Ledger",
    "Library",
    "LibraryWriter",
    "Likeness",
    "Meaning",
    "Postings",
    "Prices",
    "Progress",
    "Provider",
    "RateLimits",
    "SearchIndex",
    "Secrets",
    "SectionText",
    "SectionVectors",
    "Settings",
    "Spelling",
    "StoredDocument",
    "VectorStore",
    "Vectors",
    "Workspaces",
    "no_progress",
]
