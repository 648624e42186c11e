"""Pictures of the Ask pane and of what is laid over the window, in each of their states.

No model is asked for a picture: what one would have written is put together from the sentences
that the program really cites.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect

from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.desktop.source_pictures import Camera
from verbatim_desktop.domain.answers import Answer, Claim
from verbatim_desktop.domain.errors import ProviderError, ProviderFault
from verbatim_desktop.domain.support import Lack, Support, SupportRule

FOLLOW_UP = "How long does it take?"
INVENTED = "The new box is sent overnight."


def take_asking(window: MainWindow, camera: Camera) -> None:
    """Typing, waiting, asking on, an error, a note for the writer. An answer is shown before."""
    pane = window.ask
    camera.settle()
    text = pane.view.text
    citation = pane.view.citations[0]
    corner = text.mapToGlobal(QPoint(160, 8))
    text.card.show_citation(citation, QRect(corner, corner + QPoint(18, 16)))
    camera.shoot("ask-hover")
    text.card.hide()
    pane.view.feedback.wrong.click()
    camera.shoot("ask-feedback")
    pane.view.feedback.note.hide()
    with camera.waited(window.source.view.shown_target):
        pane.ask_this(FOLLOW_UP)
    camera.settle()
    camera.shoot("ask-follow-up")
    pane.card.set_busy(busy=True)
    camera.shoot("ask-waiting")
    pane.card.set_busy(busy=False)
    words = "The local endpoint did not answer. Showing quoted passages."
    pane.fail(ProviderError("compatible", ProviderFault.UNREACHABLE, words))
    camera.settle()
    camera.shoot("ask-error")


def take_written(window: MainWindow, camera: Camera) -> None:
    """As a model writes, and what is not borne out once it has written."""
    pane, answer = window.ask, window.ask.view.answer
    if answer is None:
        raise ValueError("an answer is to be shown first")
    half = answer.text[: len(answer.text) * 2 // 3]
    pane.view.begin(answer.confidence, answer.citations[:1])
    pane.view.append(half)
    camera.settle()
    camera.shoot("ask-writing")
    pane.view.finish(doubted(answer))
    camera.settle()
    camera.shoot("ask-not-supported")


def doubted(answer: Answer) -> Answer:
    """The answer with a sentence of its own at the end, which nothing says."""
    lack = Lack(SupportRule.WORD, "overnight", "Nothing says “overnight”.")
    marker = answer.citations[0].marker
    claim = Claim(INVENTED, (marker,), Support.NOT_SUPPORTED, (lack,))
    return replace(
        answer,
        text=f"{answer.text.rstrip()} {INVENTED}",
        claims=(*answer.claims, claim),
        dropped=("[9]",),
    )


def take_over(window: MainWindow, camera: Camera) -> None:
    """The palette, the workspaces, the log and a crash."""
    pane = window.ask
    window.show_place("ask")
    pane.new_question()
    pane.card.field.set_question("replace")
    camera.settle()
    camera.shoot("ask-suggestions")
    pane.new_question()
    window.palette_control.open()
    camera.shoot("palette")
    window.palette_box.field.setText("box")
    camera.settle()
    camera.shoot("palette-found")
    window.close_overlays()
    window.sheets.workspaces.open()
    camera.settle()
    camera.shoot("workspaces")
    window.close_overlays()
    window.commands.run("show_log")
    camera.settle()
    camera.shoot("log")
    window.close_overlays()
    window.sheets.show_crash(caught(), "")
    camera.shoot("crash")
    window.close_overlays()


def caught() -> BaseException:
    """A defect with a way through our code."""
    try:
        dict[str, int]()["defect"]
    except KeyError as error:
        return error
    raise AssertionError("an empty dictionary held something")
