"""Sources that waited to be read when the window closed; they are read when it opens again."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QSettings

from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.plain import from_plain, to_plain


class ReadingQueue:
    """Kept with how the window was, workspace by workspace."""

    def __init__(self, settings: QSettings, workspace: str) -> None:
        self._settings, self._key = settings, f"reading/{workspace}/waiting"

    def remember(self, requests: Sequence[IngestRequest]) -> None:
        if requests:
            self._settings.setValue(self._key, json.dumps([to_plain(one) for one in requests]))
        else:
            self._settings.remove(self._key)

    def take(self) -> tuple[IngestRequest, ...]:
        """What waited the last time; nothing after that, nor where it cannot be read."""
        written = str(self._settings.value(self._key, "") or "")
        if not written:
            return ()
        self._settings.remove(self._key)
        try:
            return tuple(from_plain(IngestRequest, one) for one in json.loads(written))
        except (ValueError, TypeError, RecursionError):
            return ()
