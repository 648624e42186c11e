"""What can be done about a model that did not write, by its cause, and that it is done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.desktop.fakes import ANSWER
from tests.desktop.seeing import banner_texts, banners, button
from tests.desktop.test_ask import ANSWERED
from verbatim_desktop.desktop.remedies import BY_FAULT, Remedy, for_error, for_fault
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.domain.answers import NO_PROVIDER
from verbatim_desktop.domain.errors import (
    LibraryBusy,
    NotFound,
    ProviderError,
    ProviderFault,
    SettingsError,
)
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

MODEL = ProviderSettings(ProviderName.OPENAI, "small-1")


def test_every_fault_has_its_remedies_and_two_at_most():
    assert set(BY_FAULT) == set(ProviderFault)
    assert all(1 <= len(remedies) <= 2 for remedies in BY_FAULT.values())
    assert for_fault("") == (Remedy.AGAIN,)


@pytest.mark.parametrize(
    ("error", "remedies"),
    [
        (ProviderError("openai", ProviderFault.OVER_BUDGET, "x"), (Remedy.BUDGET, Remedy.WITHOUT)),
        (SettingsError("x"), (Remedy.SETTINGS, Remedy.AGAIN)),
        (LibraryBusy("x"), (Remedy.AGAIN,)),
        (NotFound("x"), ()),
    ],
)
def test_an_error_has_the_remedies_of_its_cause(error, remedies):
    assert for_error(error) == remedies


@pytest.fixture
def fallen(qtbot, window, fake):
    """Asks, and comes back when the banner of a model that failed is seen."""

    def fail(fault: str) -> list[str]:
        answer = replace(ANSWER, fallback="OpenAI did not answer.", fault=fault)
        fake.replies[ANSWERED] = answer
        window.ask.card.set_writers((MODEL,), MODEL)
        window.ask.ask_this(ANSWERED)
        said = "Showing quoted passages. OpenAI did not answer."
        qtbot.waitUntil(lambda: said in banner_texts(window.ask))
        [banner] = [one for one in banners(window.ask) if one.notice.fact.startswith("Showing")]
        return [one.text() for one in banner.findChildren(Button) if one.isVisible() and one.text()]

    return fail


@pytest.mark.parametrize(
    ("fault", "offered"),
    [
        (ProviderFault.NO_KEY, ["Open settings", "Try again"]),
        (ProviderFault.REFUSED_KEY, ["Open settings", "Try again"]),
        (ProviderFault.RATE_LIMITED, ["Try again", "Answer without a model"]),
        (ProviderFault.TIMED_OUT, ["Try again", "Answer without a model"]),
        (ProviderFault.UNREACHABLE, ["Try again", "Answer without a model"]),
        (ProviderFault.OVER_BUDGET, ["Change the budget", "Answer without a model"]),
    ],
)
def test_the_banner_of_a_failed_model_offers_what_fits_the_cause(fallen, fault, offered):
    assert fallen(fault) == offered


def test_trying_again_asks_the_same_question_again(qtbot, window, fake, fallen):
    fallen(ProviderFault.TIMED_OUT)
    fake.replies[ANSWERED] = ANSWER
    window.ask.card.field.set_question("Something else")
    button(window.ask, "Try again").click()
    qtbot.waitUntil(lambda: len(fake.asked) == 2 and not window.ask.is_asking)

    assert [question for question, _filters in fake.asked] == [ANSWERED, ANSWERED]
    assert fake.followed == ["", ""]
    assert not [text for text in banner_texts(window.ask) if text.startswith("Showing")]


def test_going_on_without_a_model_asks_none_until_one_is_chosen(qtbot, window, fake, fallen):
    fallen(ProviderFault.UNREACHABLE)
    button(window.ask, "Answer without a model").click()
    assert window.ask.card.writer_button.text() == "No model"
    window.ask.ask_this("What else?")
    qtbot.waitUntil(lambda: len(fake.asked) == 2 and not window.ask.is_asking)

    assert fake.writers == ["", NO_PROVIDER]


def test_settings_open_where_the_key_is_set(qtbot, window, fallen):
    fallen(ProviderFault.NO_KEY)
    button(window.ask, "Open settings").click()

    qtbot.waitUntil(lambda: window.place == "settings")
    assert window.pane("settings").page.accessibleName() == "Providers"


def test_a_busy_library_can_be_asked_again(qtbot, window, fake):
    fake.error = LibraryBusy("Another program writes.")
    window.ask.ask_this(ANSWERED)
    qtbot.waitUntil(lambda: any("Another program" in one for one in banner_texts(window.ask)))
    fake.error = None
    button(window.ask, "Try again").click()
    qtbot.waitUntil(lambda: window.ask.view.answer is not None)

    assert banner_texts(window.ask) == []
