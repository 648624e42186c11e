"""What a group gives is worked out once for an index, and kept up to a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shelf import Shelf, closing, ranked
from verbatim_desktop.domain.retrieval import TermGroup
from verbatim_desktop.ports import Postings
from verbatim_desktop.retrieve import weighed
from verbatim_desktop.retrieve.lookup import Held, look_up
from verbatim_desktop.retrieve.query import parse_query

__all__ = ["closing"]  # a fixture
pytestmark = pytest.mark.usefixtures("closing")


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The groups that were looked up, in order."""
    found: list[str] = []

    def noted(group: TermGroup, postings: Postings) -> Held:
        found.append(group.typed)
        return look_up(group, postings)

    monkeypatch.setattr(weighed, "look_up", noted)
    return found


def shelf() -> Shelf:
    shelf = Shelf()
    for number in range(40):
        shelf.put(f"{number:02}.md", {"Cache": f"alpha gamma invoice card {number}"})
    return shelf


def test_at_the_next_key_only_the_word_that_changed_is_looked_up(
    tmp_path: Path, looked_up: list[str]
) -> None:
    kept = shelf()
    kept.publish(index := kept.index(tmp_path))
    for typed in ("alpha", "alpha i", "alpha in", "alpha inv"):
        ranked(kept, index.reader(), parse_query(typed))
    assert looked_up == ["alpha", "i", "in", "inv"]


def test_another_state_of_the_library_is_looked_up_anew(
    tmp_path: Path, looked_up: list[str]
) -> None:
    kept = shelf()
    kept.publish(index := kept.index(tmp_path))
    first = ranked(kept, index.reader(), parse_query("alpha"))
    kept.remove(first[0][0])
    kept.publish(index)
    second = ranked(kept, index.reader(), parse_query("alpha"))
    assert first[0][0] not in [path for path, _block, _score in second]
    assert looked_up == ["alpha", "alpha"]


def test_what_was_not_asked_for_longest_goes_first(
    tmp_path: Path, looked_up: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = shelf()
    kept.publish(index := kept.index(tmp_path))
    [group] = parse_query("alpha").groups
    one = weighed.weigh(group, index.reader())
    monkeypatch.setattr(weighed, "MOST_BYTES", 2 * one.bytes)
    for typed in ("gamma", "alpha", "invoice", "alpha", "gamma"):
        ranked(kept, index.reader(), parse_query(typed))
    assert looked_up == ["alpha", "gamma", "invoice", "gamma"]


def test_a_group_that_is_larger_than_the_limit_is_not_kept(
    tmp_path: Path, looked_up: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighed, "MOST_BYTES", 1)
    kept = shelf()
    kept.publish(index := kept.index(tmp_path))
    first = ranked(kept, index.reader(), parse_query("alpha card"))
    assert ranked(kept, index.reader(), parse_query("alpha card")) == first
    assert looked_up == ["alpha", "card"] * 2
