"""The time of this machine."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Implements ports.Clock."""

    def now(self) -> str:
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def seconds(self) -> float:
        return time.monotonic()
