"""What documents, messages, models and errors say is text: it loads, opens and runs nothing.

The samples are read with markup in every title, heading and sentence, and the states of all panes
are walked over them; what a person types and what a model sends is put in by hand.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tests.desktop.trap import Trap
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.samples import FOLDER
from verbatim_desktop.desktop.states import ask, compose, inspector
from verbatim_desktop.desktop.states.stage import Stage
from verbatim_desktop.desktop.states.state import Need, State
from verbatim_desktop.desktop.states.table import OF_PLACES, STATES
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.safe_browser import SafeBrowser
from verbatim_desktop.domain.errors import ProviderError, ProviderFault, SourceUnavailable

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells what is opened"),
    pytest.mark.network_loopback,
    pytest.mark.once,
]

MARKUP = re.compile(r"<(?:img|a|link|style|script)\b", re.IGNORECASE)
SOURCED = ("ask-hover", "compose-source", "compose-drafts", "inspector-source", "source-find")
WALKED = [
    state
    for state in STATES
    if state.need is not Need.NOTHING and (state.wide or state.name in SOURCED)
]
#: As it opens; the state itself waits for questions to begin with, which the samples alone hold.
START = replace(next(one for one in STATES if one.name == "ask-start"), reach=lambda _stage: None)
MOST_ROWS = 60


@pytest.fixture(scope="module")
def trap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trap]:
    trap = Trap(tmp_path_factory.mktemp("trap") / "bait")
    yield trap
    trap.close()


@pytest.fixture(scope="module")
def stage(
    qapp: QApplication, theme: Theme, trap: Trap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("hostile")
    content = poisoned(FOLDER, folder / "content", trap.payloads())
    stage = Stage(folder, theme, open_verbatim, content)
    yield stage
    stage.close()


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system is asked to open."""
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toString()))
    return urls


def poisoned(samples: Path, target: Path, payloads: Sequence[str]) -> Path:
    """The samples with markup as words in titles, headings, sentences and a file's name."""
    shutil.copytree(samples, target)
    number = 0
    for path in sorted((*target.rglob("*.md"), *target.rglob("*.mdx"))):
        lines = path.read_text("utf-8").splitlines()
        for at, text in enumerate(lines):
            payload = payloads[number % len(payloads)]
            if text.startswith("title:"):
                title = text[6:].strip().strip("'\"")
                lines[at] = f"title: '{title} {payload}'"
            elif re.match(r"#{1,4} |\d+\. |[A-Z]", text):
                lines[at] = poisoned_line(text, payload)
            else:
                continue
            number += 1
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    odd = target / "kb" / "<img src=x onerror=alert(1)>.md"
    odd.write_text("# An odd name\n\nA box with an odd name is broken.\n", encoding="utf-8")
    return target


def poisoned_line(text: str, payload: str) -> str:
    """The payload as it is rendered to characters, before the full stop."""
    words = re.sub(r"([\\`*_{}\[\]!])", r"\\\1", payload)
    words = escape(words, quote=False)
    return f"{text[:-1]} {words}{text[-1]}" if text.endswith(".") else f"{text} {words}"


# --- looking for what is taken for markup --------------------------------------------------------


def rich_labels(window: QWidget) -> list[str]:
    return [
        f"{type(one).__name__} {one.text()!r}"
        for one in window.findChildren(QLabel)
        if one.text() and one.textFormat() is not Qt.TextFormat.PlainText
    ]


def tips(window: QWidget) -> set[str]:
    """Every tool tip there is, of widgets and of rows."""
    found = {one.toolTip() for one in window.findChildren(QWidget)}
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        for row in range(min(model.rowCount(), MOST_ROWS)):
            for column in range(columns):
                tip = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
                found.add(tip or "")
    return found - {""}


def images(window: QWidget) -> list[str]:
    """Documents in which something stands as an image or has a style of its own."""
    found: list[str] = []
    for kind in (QTextEdit, QPlainTextEdit):
        for edit in window.findChildren(kind):
            document = edit.document()
            for block in blocks(document.begin()):
                found += [
                    f"{edit.accessibleName()}: {fragment.fragment().text()}"
                    for fragment in block
                    if fragment.fragment().charFormat().isImageFormat()
                ]
    return found


def blocks(block) -> Iterator:
    while block.isValid():
        yield block
        block = block.next()


def follow_every_link(window: QWidget) -> int:
    """Click each address that stands in any text."""
    count = 0
    for browser in window.findChildren(SafeBrowser):
        addresses = {
            fragment.fragment().charFormat().anchorHref()
            for block in blocks(browser.document().begin())
            for fragment in block
        }
        for address in sorted(addresses - {""}):
            browser.anchorClicked.emit(QUrl(address))
            count += 1
    return count


def hold(stage: Stage, trap: Trap, opened: list[str]) -> None:
    """Nothing in the window is markup, and whatever is shown, hovered or clicked opens nothing."""
    window = stage.window
    assert rich_labels(window) == []
    found = tips(window)
    assert [tip for tip in found if MARKUP.search(tip)] == []
    assert images(window) == []
    for tip in found:  # a tool tip is such a label
        label = QLabel(tip)
        label.adjustSize()
        label.grab()
    follow_every_link(window)
    stage.settle()
    window.grab()
    assert opened == []
    assert trap.opened() == []
    assert not trap.knocked()
    assert trap.started() == set()


# --- the tests -----------------------------------------------------------------------------------


def test_the_trap_sees_what_qt_opens(qtbot, trap: Trap):
    """A label of Qt's own takes the bait: what follows would be noticed."""
    label = QLabel(trap.payloads()[0])
    qtbot.addWidget(label)
    label.show()
    label.grab()

    assert trap.opened() == ["bait.png"]


def test_what_is_walked_shows_foreign_text_at_every_place():
    shown = {place for place, states in OF_PLACES.items() for one in states if one in WALKED}

    assert shown | {"settings"} == {*OF_PLACES, "settings"}  # it shows no document
    assert len(WALKED) >= 18


@pytest.mark.parametrize("state", WALKED, ids=[state.name for state in WALKED])
def test_hostile_documents_are_text_in_every_state(
    stage: Stage, trap: Trap, opened: list[str], state: State
):
    stage.reach(state)
    hold(stage, trap, opened)


def test_hostile_questions_are_text(stage: Stage, trap: Trap, opened: list[str]):
    stage.reach(START)
    question = f"How do I replace a broken box? {' '.join(trap.payloads())}"
    stage.window.ask.ask_this(question)
    stage.settle()
    hold(stage, trap, opened)
    stage.window.palette_control.open("?")
    stage.settle()
    hold(stage, trap, opened)
    stage.window.close_overlays()
    inspector.go(stage).inspect(question)
    stage.settle()
    hold(stage, trap, opened)
    stage.window.commands.run("usage.show_gaps")
    stage.settle()
    hold(stage, trap, opened)


def test_what_a_model_writes_is_text(stage: Stage, trap: Trap, opened: list[str]):
    """As it streams, cut anywhere, and as it is kept."""
    full = next(state for state in STATES if state.name == "ask")
    stage.reach(full)
    view, answer = stage.window.ask.view, ask.pane(stage).view.answer
    assert answer is not None
    written = "\n\n".join(f"{payload} [1] [77]" for payload in trap.payloads())
    view.begin(answer.confidence, answer.citations[:1])
    for at in range(0, len(written), 7):
        view.append(written[at : at + 7])
    stage.until(lambda: "passwd" in view.text.toPlainText())
    hold(stage, trap, opened)
    said = tuple(trap.payloads())
    view.finish(
        replace(
            answer, text=written, notes=said, fallback=said[0], clarify=said[1], dropped=said,
            provider="openai", model=said[2], route=said[3],
        )
    )  # fmt: skip
    stage.settle()
    assert trap.payloads()[0] in view.text.toPlainText()
    hold(stage, trap, opened)


def test_hostile_messages_are_text(stage: Stage, trap: Trap, opened: list[str]):
    full = next(state for state in STATES if state.name == "compose-start")
    stage.reach(full)
    payloads = "\n\n".join(trap.payloads())
    text = f"Hello,\n\nHow do I replace a broken box? {payloads}\n\n-- \nMara\n"
    compose.drafted(stage, text)
    hold(stage, trap, opened)
    pane = compose.pane(stage)
    assert trap.payloads()[0] in pane.message.view.toPlainText()
    at = len(pane.editor.text())
    pane.editor.insert_text(f"\n{payloads} {{{{<img src=x>}}}}", at, at)
    stage.settle()
    hold(stage, trap, opened)


def test_a_html_message_shows_its_words_only(stage: Stage, trap: Trap, opened: list[str]):
    full = next(state for state in STATES if state.name == "compose-start")
    stage.reach(full)
    mail = stage.samples.parent / "hostile.eml"
    body = "".join(trap.payloads()[:9])
    mail.write_text(
        "From: Mara <mara@harbour.example>\nSubject: <img src=x>\nMIME-Version: 1.0\n"
        "Content-Type: text/html; charset=utf-8\n\n"
        f"<p>How do I replace a broken box?</p>{body}<script>alert(1)</script>\n",
        encoding="utf-8",
    )
    with stage.waited(compose.pane(stage).desk.checked_text):
        compose.go(stage).opening.read_file(mail)
    stage.settle()
    assert "broken box" in compose.pane(stage).message.view.toPlainText()
    hold(stage, trap, opened)


@pytest.mark.parametrize("place", list(OF_PLACES))
def test_what_an_error_says_is_text(stage: Stage, trap: Trap, opened: list[str], place: str):
    """An address, a file name or an endpoint's own words may stand in it."""
    stage.reach(START)
    stage.window.commands.go(place)
    stage.settle()
    pane = stage.window.current_pane
    for payload in trap.payloads():
        pane.fail(SourceUnavailable(payload))
        pane.fail(ProviderError("compatible", ProviderFault.UNREACHABLE, payload))
        pane.say(Notice("warn", payload, payload), ((payload, lambda: None),))
        pane.said.emit(payload)
    stage.settle()
    hold(stage, trap, opened)
