"""How often providers were called, in a file, so that a restart forgives nothing."""

from __future__ import annotations

import hashlib
from contextlib import closing
from sqlite3 import Error as SqliteError

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.domain.errors import LibraryError

_MINUTE_MS = 60_000


class FileRateLimits:
    """Implements ports.RateLimits over rate_limits.db of a data folder.

    Opened for each call, which is one a question: no file stays open, and processes share it.
    """

    def __init__(self, home: Home, workspace: str) -> None:
        self._home = home
        self._workspace = workspace

    def take(self, provider: str, per_minute: int, /) -> float:
        from pyrate_limiter import Rate, RateItem, SQLiteBucket

        path = self._home.make().root / "rate_limits.db"
        rates = [Rate(per_minute, _MINUTE_MS)]
        try:
            bucket = SQLiteBucket.init_from_file(rates, self._table(provider), str(path))
            with closing(bucket):
                now = bucket.now()
                bucket.leak(now)
                item = RateItem(provider, now)
                if bucket.put(item):
                    return 0.0
                wait = bucket.waiting(item)
                return max(wait if isinstance(wait, int) else _MINUTE_MS, 1) / 1000
        except SqliteError as error:
            raise LibraryError(f"{path} cannot be used: {error}.") from error

    def _table(self, provider: str) -> str:
        """A table of its own for each provider of each workspace; names are anybody's."""
        named = f"{self._workspace}\0{provider}".encode()
        return f"calls_{hashlib.sha256(named).hexdigest()[:16]}"
