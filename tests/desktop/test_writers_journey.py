"""What a technical writer does of a morning, through the real library and its worker.

Open a folder, ask, edit a page so that its section should fall, see in the Inspector what rose and
fell, see the broken citation among the drifted ones, and mend it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.seeing import banners, button
from tests.desktop.test_inspector import cells, press
from tests.desktop.test_sources_end_to_end import done, open_real
from verbatim_desktop.domain.documents import IngestRequest

__all__ = ["open_real"]  # a fixture

QUESTION = "How many days does a refund take?"
MONEY_BACK = """# Money back

## Timing

A refund takes 14 days to reach the card of the customer. A refund in two parts takes 20 days.

## Start

Open the order and choose Money back.
"""
PAYMENTS = """# Payments

## When it is there

A payment is there after two days, whatever the card, and is shown in the list of the shop with its
number and the name of the customer. For a refund, take the form of the bank.
"""
#: The section no longer says the word that is asked for.
EDITED = MONEY_BACK.replace("A refund takes 14", "A repayment takes 14").replace(
    " A refund in two parts takes 20 days.", ""
)


def measured(qtbot, window, inspector) -> list[str]:
    """Run the golden set by its key: of its question the ranks, the move and the outcome."""
    window.commands.run("inspector.show_golden")
    golden = inspector.golden
    before = golden.run.name if golden.run else ""
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(
        lambda: golden.run is not None and golden.run.name != before and not golden.is_running
    )
    return cells(golden.model, 0)[2:]


def test_a_writer_sees_what_an_edit_does_and_mends_what_it_breaks(qtbot, open_real, tmp_path):
    folder = tmp_path / "help"
    folder.mkdir()
    (folder / "money.md").write_text(MONEY_BACK, encoding="utf-8")
    (folder / "payments.md").write_text(PAYMENTS, encoding="utf-8")
    window = open_real()
    sources = window.sources
    sources.read([IngestRequest(str(folder), name="help")])
    done(qtbot, window, 1)

    # Ask: the answer cites the sentence.
    window.commands.go("ask")
    with qtbot.waitSignal(window.source.view.shown_target):
        window.ask.ask_this(QUESTION)
    assert any("14 days" in citation.quote for citation in window.ask.citations)

    # The Inspector ranks its section first, and keeps that state.
    window.commands.go("inspector")
    inspector = window.pane("inspector")
    with qtbot.waitSignal(inspector.settled):
        QTest.keyClicks(inspector.query.bar.field, QUESTION)
    first = inspector.query.list.ranked.scored_at(1)
    assert first.section.anchor == "timing"
    assert banners(inspector) == []

    # It is kept as the right one, and measured.
    with qtbot.waitSignals([inspector.sets.said, inspector.sets.shown]):
        QTest.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert measured(qtbot, window, inspector) == ["", "1", "", "Answered"]
    inspector.inspect(QUESTION)

    # The edit, read again from here.
    (folder / "money.md").write_text(EDITED, encoding="utf-8")
    with qtbot.waitSignal(inspector.settled):
        QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        window.commands.go("inspector")
        done(qtbot, window, 1)

    # What rose and fell.
    press(qtbot, inspector, "Compare")
    model = inspector.query.compare.model
    qtbot.waitUntil(lambda: model.rowCount() > 0)
    moves = {cells(model, row)[0]: cells(model, row)[3] for row in range(model.rowCount())}
    assert moves["Money back  ›  Timing"].startswith("Fell")
    assert moves["Payments  ›  When it is there"].startswith("Rose")

    # The golden question fell with its section.
    assert measured(qtbot, window, inspector)[:3] == ["1", "2", "Fell 1"]
    inspector.inspect(QUESTION)

    # The page as it was is still there to be read.
    fell = next(row for row in range(model.rowCount()) if "Timing" in cells(model, row)[0])
    inspector.query.compare.table.setCurrentIndex(model.index(fell, 0))
    with qtbot.waitSignal(window.source.view.shown_target):
        inspector.query.compare.before_button.click()
    assert "A refund takes 14 days" in window.source.view.toPlainText()

    # The broken citation, and its mending.
    QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    panel = sources.drift
    qtbot.waitUntil(lambda: len(panel.cards) == 2)
    drift = next(card.drift for card in panel.cards if "14 days" in card.drift.old_text)
    assert "repayment" in drift.new_text
    button(panel, "Use new sentence").click()
    qtbot.waitUntil(
        lambda: bool(panel.cards) and drift.id not in [card.drift.id for card in panel.cards]
    )
