"""What is remembered of the database holds only as long as nobody changes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine

from verbatim_desktop.adapters.store.engine import connect, make_engine
from verbatim_desktop.adapters.store.remembered import MOST, remembered


@pytest.fixture
def engine(tmp_path: Path) -> Generator[Engine]:
    engine = make_engine(tmp_path / "library.db")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE said (what TEXT)")
        connection.exec_driver_sql("INSERT INTO said VALUES ('first')")
    yield engine
    engine.dispose()


class Reader:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.reads = 0

    def __call__(self) -> str:
        return remembered(self._engine, "said", self._read)

    def _read(self, connection: Connection) -> str:
        self.reads += 1
        return connection.exec_driver_sql("SELECT what FROM said").scalar_one()


def test_what_has_not_changed_is_read_once(engine: Engine) -> None:
    said = Reader(engine)
    assert [said(), said(), said()] == ["first"] * 3
    assert said.reads == 1


def test_a_change_by_another_process_is_seen(engine: Engine, tmp_path: Path) -> None:
    said = Reader(engine)
    assert said() == "first"
    other = connect(tmp_path / "library.db")
    other.execute("UPDATE said SET what = 'second'")
    other.close()
    assert said() == "second"


def test_a_change_by_the_same_connection_is_seen(engine: Engine) -> None:
    said = Reader(engine)
    assert said() == "first"
    with engine.begin() as connection:  # the pool hands out the one connection it has
        connection.exec_driver_sql("UPDATE said SET what = 'second'")
    assert said() == "second"


def test_a_change_that_is_not_committed_is_not_seen(engine: Engine) -> None:
    said = Reader(engine)
    assert said() == "first"
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE said SET what = 'second'")
        assert said() == "first"
    assert said() == "second"


def test_a_change_that_is_taken_back_is_not_seen(engine: Engine) -> None:
    said = Reader(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE said SET what = 'second'")
        connection.rollback()
    assert said() == "first"


def test_no_more_is_kept_than_is_of_use(engine: Engine) -> None:
    for number in range(MOST + 1):
        assert remembered(engine, number, lambda _, number=number: number) == number
    said = Reader(engine)
    said()
    with engine.connect() as connection:
        assert len(connection.info["remembered"]) <= MOST


def test_where_a_change_cannot_be_told_nothing_is_taken_to_hold(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Reader(engine)
    assert said() == "first"

    def broken(_connection: Connection) -> tuple[int, int]:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("verbatim_desktop.adapters.store.remembered._seen", broken)
    assert [said(), said()] == ["first"] * 2
    assert said.reads == 3
