"""The states of the source pane: nothing open, a page, a sentence that moved or is gone, find."""

from __future__ import annotations

from dataclasses import replace

from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.states.ask import asked
from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.domain.answers import OpenedCitation, Verdict, Verification


def pane(stage: Stage) -> SourcePane:
    return stage.window.source


def _nothing(stage: Stage) -> None:
    stage.window.show_source()
    pane(stage).forget()


def _find(stage: Stage) -> None:
    asked(stage)
    pane(stage).open_find()
    pane(stage).find_bar.field.setText("box")
    pane(stage).find_next()


def _find_nothing(stage: Stage) -> None:
    _find(stage)
    pane(stage).find_bar.field.setText("xylophone")
    pane(stage).find_next()


def _missing(stage: Stage) -> None:
    """A citation of a page that was removed."""
    citation = asked(stage).citations[0]
    gone = Verification(Verdict.ABSENT, "Not found in the library any more.")
    pane(stage).show_citation(
        OpenedCitation(replace(citation, status=Verdict.ABSENT), gone, None), 1, 1
    )


def _drifted(stage: Stage) -> None:
    """An answer of before its page was edited."""
    kept = stage.library().answers()
    answer = next(one for one in kept if one.citations)
    with stage.waited(stage.window.opener.shown):
        stage.window.ask.reopen(answer.id)
        stage.until(lambda: bool(stage.window.ask.citations))
        stage.window.ask.open_number(1)


def _leave(stage: Stage) -> None:
    asked(stage)
    pane(stage).follow("https://lantern.example/status")


def _refuse(stage: Stage) -> None:
    asked(stage)
    pane(stage).follow("javascript:alert(1)")


STATES = (
    State(
        "source-empty",
        Kind.EMPTY,
        _nothing,
        lambda stage: pane(stage).isVisible() and pane(stage).current is None,
    ),
    State(
        "source-find-none",
        Kind.EMPTY,
        _find_nothing,
        lambda stage: pane(stage).find_bar.isVisible(),
    ),
    State("source-find", Kind.FULL, _find, lambda stage: pane(stage).find_bar.isVisible()),
    State(
        "source-drifted", Kind.PARTIAL, _drifted, lambda stage: pane(stage).isVisible(), Need.EDITED
    ),
    State(
        "source-gone",
        Kind.ERROR,
        _missing,
        lambda stage: facts_in(pane(stage)) == ["The page is gone."],
    ),
    State(
        "source-leaves",
        Kind.PARTIAL,
        _leave,
        lambda stage: facts_in(pane(stage)) == ["This link leaves your library."],
    ),
    State(
        "source-refused",
        Kind.ERROR,
        _refuse,
        lambda stage: facts_in(pane(stage)) == ["This link is not followed."],
    ),
)
