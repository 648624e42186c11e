"""What is hidden from a model is listed once, however often it stands in the message."""

from __future__ import annotations

import pytest

from tests.desktop.seeing import texts
from verbatim_desktop.desktop.widgets.redaction_list import RedactionList, RedactionRow
from verbatim_desktop.domain.redaction import DataKind, Redacted, Redaction

MARA = Redaction(DataKind.EMAIL, "mara@harbour.example", "[Email 1]", 0, 20)
AGAIN = Redaction(DataKind.EMAIL, "mara@harbour.example", "[Email 1]", 40, 60)
KEY = Redaction(DataKind.SECRET, "sk-live-0123456789", "[Secret 1]", 70, 88)


@pytest.fixture
def listed(qtbot, theme) -> RedactionList:
    listed = RedactionList(theme)
    qtbot.addWidget(listed)
    listed.show()
    return listed


def rows(listed: RedactionList) -> list[str]:
    found = listed.findChildren(RedactionRow)
    return [f"{one.accessibleName()} {one.isChecked()}" for one in found]


@pytest.mark.parametrize(
    ("redactions", "counted"),
    [((), "nothing found"), ((MARA, AGAIN), "1 item"), ((MARA, AGAIN, KEY), "2 items")],
)
def test_each_value_is_counted_once(listed, redactions, counted):
    listed.show_redacted(Redacted("", redactions), ())

    assert counted in texts(listed)
    assert len(rows(listed)) == len({one.value for one in redactions})


def test_a_secret_shows_its_ends_only_and_what_is_let_through_has_its_box_cleared(listed):
    listed.show_redacted(Redacted("", (KEY,)), ["Mara"])

    assert rows(listed) == ["Hide Secret 1: sk-l••••789 True", "Hide Let through: Mara False"]


def test_clearing_a_box_lets_a_value_through_and_setting_it_hides_it(qtbot, listed):
    listed.show_redacted(Redacted("", (MARA,)), ())
    [row] = listed.findChildren(RedactionRow)

    with qtbot.waitSignal(listed.shown) as shown:
        row.click()
    with qtbot.waitSignal(listed.hidden) as hidden:
        row.click()

    assert shown.args == hidden.args == [MARA.value]
