"""What a screen reader is told of the real window, read over D-Bus as Orca reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.reader import PROGRAMS, SERVICE, Reader, Seat, is_installed
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.places import PLACES
from verbatim_desktop.desktop.samples import sample_requests

pytestmark = [pytest.mark.counterpart, pytest.mark.once]

QUESTION = "How do I replace a broken box?"
SENTENCE = "Install the agent on the new box."
PRESSED = {"push button", "check box", "radio button", "button menu", "combo box", "toggle button"}


@pytest.fixture(scope="module")
def seat(require: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    needed = ", ".join((*PROGRAMS, SERVICE.name))
    require(f"one of {needed}", is_installed())
    with ExitStack() as stack:
        yield Seat(stack, tmp_path_factory.mktemp("seat"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    verbatim = open_verbatim(str(folder))
    verbatim.ingest(sample_requests())
    verbatim.close()
    return folder


@pytest.fixture
def reader(seat: Seat, filled: Path) -> Iterator[Reader]:
    """At the question of a window whose library is read, wherever the one before was left."""
    (filled / "window.ini").unlink(missing_ok=True)
    with ExitStack() as stack:
        one = Reader(seat, stack, "--home", str(filled))
        one.comes_to("the question", lambda node: node.name == "Question")
        one.sees("the library", lambda node: "59 pages" in node.name)
        yield one


def wrong_of(nodes: list[Any]) -> list[str]:
    """What a person who only hears the window would stumble over."""
    found: list[str] = []
    for one in nodes:
        said = f"{one.role} “{one.name}”"
        if one.role == "filler" and one.name:
            found.append(f"{said} is nothing in particular")
        if "focusable" in one.states and not (one.name or one.about):
            found.append(f"{said} has no name")
        if "<" in one.about or "￼" in one.name:
            found.append(f"{said} is told as markup: {one.about}")
        if one.role in PRESSED and "enabled" in one.states and not one.actions:
            found.append(f"{said} cannot be pressed")
    return found


def test_every_pane_tells_what_it_holds(reader: Reader) -> None:
    [window] = [one for one in reader.shown() if one.depth == 1]
    assert (window.role, window.name) == ("frame", "Verbatim Desktop")
    for place in PLACES:
        reader.press(place.key.lower().replace(",", "comma"))
        reader.sees(place.title, lambda one, t=place.title: (one.role, one.name) == ("panel", t))
        reader.sees("the focus", lambda one: "focused" in one.states and one.role != "filler")
        nodes = reader.shown()

        assert wrong_of(nodes) == [], place.name
        current = next(one for one in nodes if (one.role, one.name) == ("check box", place.title))
        assert "checked" in current.states


def test_an_answer_is_told_and_read_and_its_citations_one_by_one(reader: Reader) -> None:
    reader.type(QUESTION)
    reader.press("Return")

    assert reader.hears("The answer is here.") == (
        "The answer is here. High confidence. 6 sentences from 1 section, all verified."
    )
    answer = reader.comes_to("the answer", lambda one: one.name == "Answer")
    assert SENTENCE in answer.text
    for marker in range(1, 7):
        reader.press("Tab")
        reader.hears(f"Citation {marker}: ")
    reader.press("Tab")
    row = reader.comes_to("the evidence", lambda one: one.name.startswith("Citation 1: "))
    assert (row.role, row.actions[0]) == ("push button", "Press")
    reader.press("ctrl+Return")
    reader.hears("Copied")
    reader.press("2")
    reader.sees("the page", lambda one: one.name == "Document" and SENTENCE in one.text)
    reader.sees_named("Citation 2 of 6")


def test_a_ranked_list_is_told_row_by_row(reader: Reader) -> None:
    reader.press("alt+4")
    reader.comes_to("the field", lambda one: one.name == "Question to inspect")
    reader.type("broken box")
    reader.hears("36 of 301 sections match")
    reader.press("Down")
    reader.comes_to("the list", lambda one: one.name == "Ranked sections")
    reader.press("Down")
    row = reader.comes_to("a row", lambda one: one.role == "list item")

    assert row.name.startswith("2: Replace a broken station box")
    assert "matched broken, box" in row.name


def test_a_choice_is_told_while_the_focus_stays_in_the_field(reader: Reader) -> None:
    reader.press("ctrl+k")
    reader.comes_to("a dialog", lambda one: one.role == "dialog")
    reader.comes_to("its field", lambda one: one.name == "Command")
    reader.type(">larger")
    reader.hears("Larger, Ctrl++")
    reader.type("qqq")
    reader.hears("Nothing fits")
    reader.press("Escape")
    reader.comes_to("the question", lambda one: one.name == "Question")


def test_reading_a_source_is_told_from_beginning_to_end(seat: Seat, tmp_path: Path) -> None:
    with ExitStack() as stack:
        reader = Reader(seat, stack, "--home", str(tmp_path / "data"), "--samples")
        reader.hears("Reading")
        reader.hears("59 pages can be asked now.")
