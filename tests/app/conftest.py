"""Real rooms over a few pages, with a scripted model in them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from pathlib import Path

import pytest

from tests.app.rooms import PAGES, Rooms
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.app import Verbatim
from verbatim_desktop.domain.documents import IngestRequest


@pytest.fixture
def pages() -> Mapping[str, str]:
    """What the library holds; a test file may have others."""
    return PAGES


@pytest.fixture
def rooms(home: Path, tmp_path: Path, pages: Mapping[str, str]) -> Generator[Rooms]:
    rooms = Rooms(Home(home), "default")
    (tmp_path / "docs").mkdir()
    for name, text in pages.items():
        (tmp_path / "docs" / name).write_text(text)
    rooms.ingest([IngestRequest(str(tmp_path / "docs"))], lambda _step: None)
    yield rooms
    rooms.close()


@pytest.fixture
def verbatim(rooms: Rooms) -> Verbatim:
    return Verbatim(rooms)
