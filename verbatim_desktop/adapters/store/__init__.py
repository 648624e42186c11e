"""The library in SQLite: the truth that the search index is derived from."""

from verbatim_desktop.adapters.store.store import Store, open_store

__all__ = ["Store", "open_store"]
