"""The states of Ask: nothing to ask yet, typing, waiting, answers of every kind, tickets, errors.

No model is asked: what one would have written is put together from the sentences that the program
really cites.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect

from verbatim_desktop.desktop.panes.ask import AskPane
from verbatim_desktop.desktop.panes.ask_examples import MOST
from verbatim_desktop.desktop.states.stage import ANSWERED, CONTRASTING, UNANSWERED, Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.domain.answers import Answer, Claim
from verbatim_desktop.domain.errors import LibraryBusy, ProviderFault
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.domain.support import Lack, Support, SupportRule

FOLLOW_UP = "How long does it take?"
INVENTED = "The new box is sent overnight."
WRITER = ProviderSettings(ProviderName.COMPATIBLE, "qwen2.5-7b")
LATE = "The compatible endpoint took longer than 60 seconds."


def pane(stage: Stage) -> AskPane:
    return stage.window.ask


def asked(stage: Stage, question: str = ANSWERED) -> Answer:
    """Ask, and wait until the answer and its first cited sentence are shown."""
    with stage.waited(stage.window.source.view.shown_target):
        pane(stage).ask_this(question)
    stage.settle()
    answer = pane(stage).view.answer
    if answer is None:
        raise ValueError(f"{question} was not answered")
    return answer


# --- nothing yet, and waiting --------------------------------------------------------------------


def _first_run(stage: Stage) -> bool:
    return pane(stage).first_run.isVisible() and not pane(stage).card.isVisible()


def _offers_questions(stage: Stage) -> bool:
    """Those that were tried and hold."""
    return len(pane(stage).examples.findChildren(Button)) == MOST


def _come_back(stage: Stage) -> None:
    """Before the library is read: an answer that was open the last time is on its way."""
    stage.hold()
    stage.window.refresh()
    pane(stage).expect_library(False)


def _is_loading(stage: Stage) -> bool:
    return not pane(stage).card.isVisible() and not pane(stage).first_run.isVisible()


def _wait(stage: Stage) -> None:
    stage.hold()
    pane(stage).ask_this(ANSWERED)


def _suggest(stage: Stage) -> None:
    pane(stage).card.field.set_question("replace")
    stage.until(pane(stage).suggestions.box.isVisible)


def _type_without(stage: Stage) -> None:
    pane(stage).card.field.set_question("xylophone")


def _is_typing(stage: Stage) -> bool:
    card = pane(stage).card
    return card.field.question() == "xylophone" and card.ask_button.isVisible()


# --- answers -------------------------------------------------------------------------------------


def _hover(stage: Stage) -> None:
    asked(stage)
    text = pane(stage).view.text
    corner = text.mapToGlobal(QPoint(160, 8))
    chip = QRect(corner, corner + QPoint(18, 16))
    text.card.show_citation(pane(stage).view.citations[0], chip)


def _feedback(stage: Stage) -> None:
    asked(stage)
    pane(stage).view.feedback.wrong.click()


def _follow_up(stage: Stage) -> None:
    asked(stage)
    asked(stage, FOLLOW_UP)


def _write(stage: Stage) -> None:
    """Two thirds of a text have come."""
    answer, view = asked(stage), pane(stage).view
    view.begin(answer.confidence, answer.citations[:1])
    view.append(answer.text[: len(answer.text) * 2 // 3])
    stage.until(lambda: len(view.text.toPlainText()) > 40)


def _is_writing(stage: Stage) -> bool:
    view = pane(stage).view
    return view.answer is None and bool(view.text.toPlainText()) and not view.evidence.isVisible()


def _stay_quoted(stage: Stage) -> None:
    """A model was to write, and did not."""
    answer, fault = asked(stage), ProviderFault.TIMED_OUT
    pane(stage).card.set_writers([WRITER], WRITER)
    pane(stage).view.finish(replace(answer, fallback=LATE, fault=fault))


def _doubt(stage: Stage) -> None:
    """A sentence of its own at the end, which nothing says."""
    answer = asked(stage)
    lack = Lack(SupportRule.WORD, "overnight", "Nothing says “overnight”.")
    claim = Claim(INVENTED, (answer.citations[0].marker,), Support.NOT_SUPPORTED, (lack,))
    text = f"{answer.text.rstrip()} {INVENTED}"
    claims = (*answer.claims, claim)
    pane(stage).view.finish(replace(answer, text=text, claims=claims, dropped=("[9]",)))


def _look_for_evidence(stage: Stage) -> None:
    """Nothing bears the sentence out; the closest one is shown."""
    _doubt(stage)
    pane(stage).evidence.find((INVENTED,))
    stage.until(pane(stage).view.found.isVisible)


def _contrast(stage: Stage) -> None:
    """What the edition before said otherwise."""
    asked(stage, CONTRASTING)


def _ticket_wanted(stage: Stage) -> None:
    asked(stage)
    pane(stage).ask_for_ticket()


def _fail(stage: Stage) -> None:
    asked(stage)
    stage.library.error = LibraryBusy("Another program holds the library.")
    pane(stage).ask()


STATES = (
    State("ask-first-run", Kind.EMPTY, lambda stage: None, _first_run, Need.NOTHING, wide=True),
    State(
        "ask-start",
        Kind.EMPTY,
        lambda stage: stage.until(lambda: _offers_questions(stage)),
        lambda stage: pane(stage).examples.isVisible() and _offers_questions(stage),
    ),
    State("ask-opening", Kind.LOADING, _come_back, _is_loading),
    State(
        "ask-waiting", Kind.LOADING, _wait, lambda stage: pane(stage).card.cancel_button.isVisible()
    ),
    State("ask-typing", Kind.PARTIAL, _type_without, _is_typing),
    State(
        "ask-suggestions",
        Kind.PARTIAL,
        _suggest,
        lambda stage: pane(stage).suggestions.box.isVisible(),
    ),
    State("ask-writing", Kind.PARTIAL, _write, _is_writing),
    State(
        "ask-not-supported",
        Kind.PARTIAL,
        _doubt,
        lambda stage: "1 sentence not supported." in facts_in(pane(stage)),
    ),
    State(
        "ask-evidence",
        Kind.PARTIAL,
        _look_for_evidence,
        lambda stage: pane(stage).view.found.isVisible(),
    ),
    State(
        "ask-error",
        Kind.ERROR,
        _fail,
        lambda stage: facts_in(pane(stage)) == ["The library is being written."],
    ),
    State(
        "ask-model-failed",
        Kind.ERROR,
        _stay_quoted,
        lambda stage: "Showing quoted passages." in facts_in(pane(stage)),
    ),
    State(
        "ask-ticket",
        Kind.FULL,
        lambda stage: asked(stage, UNANSWERED),
        lambda stage: pane(stage).view.shows_ticket,
        wide=True,
    ),
    State(
        "ask-ticket-wanted",
        Kind.FULL,
        _ticket_wanted,
        lambda stage: pane(stage).view.shows_ticket,
    ),
    State(
        "ask",
        Kind.FULL,
        asked,
        lambda stage: pane(stage).view.evidence.isVisible(),
        wide=True,
    ),
    State("ask-hover", Kind.FULL, _hover, lambda stage: pane(stage).view.text.card.isVisible()),
    State(
        "ask-feedback",
        Kind.FULL,
        _feedback,
        lambda stage: pane(stage).view.feedback.note.isVisible(),
    ),
    State(
        "ask-follow-up", Kind.FULL, _follow_up, lambda stage: pane(stage).view.asked_on.isVisible()
    ),
    State(
        "ask-contrast",
        Kind.FULL,
        _contrast,
        lambda stage: pane(stage).view.contrasts.isVisible(),
        Need.VERSIONS,
        wide=True,
    ),
)
