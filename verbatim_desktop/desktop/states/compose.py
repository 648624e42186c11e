"""The states of Compose: no message yet, drafting, a reply with marks, what blocks it, sheets."""

from __future__ import annotations

from typing import cast

from verbatim_desktop.compose.diff import diff
from verbatim_desktop.compose.message import message_of
from verbatim_desktop.desktop.panes.compose import ComposePane
from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.desktop.widgets.drafts_sheet import DraftsSheet
from verbatim_desktop.desktop.widgets.templates_sheet import TemplatesSheet
from verbatim_desktop.domain.errors import LibraryDamaged
from verbatim_desktop.domain.rewrites import Rewrite

QUESTIONS = (
    "Hi team,\n\nHow do I replace a broken box? How long do you keep our audit trail, we are on "
    "Team?\n\nAnd can we manage Lantern with Terraform?\n\nReach me at mara@harbour.example or "
    "+49 30 901820, our gateway is 203.0.113.24.\n\n"
)
MESSAGE = f"{QUESTIONS}Thanks\n\n-- \nMara Lindqvist\nHarbour Lights\n"
INVENTED = " The new box is sent overnight by courier. [1]"
#: What a model is shown to have made of a reply.
MODEL, WRITES = "qwen2.5-7b", "Endpoint is rewriting"
REWORDED = (
    ("Thank you for your message.", "Thanks for writing to us!"),
    ("Install the agent on the new box.", "Then install the agent on the new box."),
    ("Please let me know if anything is unclear.", "Just write back if anything is unclear."),
)


def pane(stage: Stage) -> ComposePane:
    return cast("ComposePane", stage.window.pane("compose"))


def go(stage: Stage) -> ComposePane:
    stage.window.commands.go("compose")
    stage.settle()
    return pane(stage)


def drafted(stage: Stage, text: str = MESSAGE) -> ComposePane:
    """A message is answered and its reply checked, whatever another state made of it before."""
    go(stage)
    with stage.waited(pane(stage).desk.checked_text):
        pane(stage).opening.read_afresh(message_of(text), "")
    stage.settle()
    return pane(stage)


def _wait(stage: Stage) -> None:
    go(stage)
    stage.hold()
    pane(stage).opening.read_text(MESSAGE)


def _type_message(stage: Stage) -> None:
    go(stage).field.field.setPlainText("How do I replace")


def _invent(stage: Stage) -> None:
    """A person adds a sentence that nothing says."""
    editor = drafted(stage).editor
    at = editor.text().find("[1]") + 3
    editor.insert_text(INVENTED, at, at)
    stage.until(lambda: _is_doubted(stage))


def _is_doubted(stage: Stage) -> bool:
    checked = pane(stage).desk.checked
    return checked is not None and bool(checked.check.unsupported)


def _look_for_evidence(stage: Stage) -> None:
    _invent(stage)
    pane(stage).doubts.find()
    stage.until(pane(stage).doubts.found.isVisible)


def _begin_rewrite(stage: Stage) -> tuple[ComposePane, str, str]:
    """The reply, and what a model makes of it."""
    compose = drafted(stage)
    before = after = compose.editor.text()
    for old, new in REWORDED:
        after = after.replace(old, new)
    compose.diff.begin(WRITES, {one.marker for one in compose.desk.cited()})
    compose.rewriting.shown.emit(True)
    return compose, before, after


def _rewrite(stage: Stage) -> None:
    """Half of it has come."""
    compose, _before, after = _begin_rewrite(stage)
    compose.diff.append(after[: len(after) // 2])


def _show_rewrite(stage: Stage) -> None:
    compose, before, after = _begin_rewrite(stage)
    changes = diff(before, after)
    compose.diff.show_rewrite(Rewrite(after, 0, len(after), before, changes, model=MODEL))


def _fail(stage: Stage) -> None:
    go(stage)
    stage.library.error = LibraryDamaged("Its index cannot be read.")
    pane(stage).opening.read_text(MESSAGE)


def _open_citation(stage: Stage) -> None:
    drafted(stage)
    with stage.waited(stage.window.source.view.shown_target):
        pane(stage).open_number(1)


def _templates(stage: Stage) -> None:
    drafted(stage).edit_templates()


def _drafts(stage: Stage) -> None:
    drafted(stage).show_drafts()


def _no_drafts(stage: Stage) -> None:
    go(stage).show_drafts()


def _offer_templates(stage: Stage) -> None:
    editor = drafted(stage).editor
    end = len(editor.text())
    editor.setFocus()
    editor.insert_text("\n/", end, end)
    stage.settle()
    pane(stage).templates.popup.offer_templates(pane(stage).templates.templates, "")


def _shows(stage: Stage, kind: type[DraftsSheet] | type[TemplatesSheet]) -> bool:
    return any(one.isVisible() for one in stage.window.findChildren(kind))


STATES = (
    State(
        "compose-first-run",
        Kind.EMPTY,
        go,
        lambda stage: not pane(stage).field.empty.isHidden(),
        Need.NOTHING,
    ),
    State(
        "compose-start",
        Kind.EMPTY,
        go,
        lambda stage: pane(stage).desk.draft is None and pane(stage).field.empty.isHidden(),
    ),
    State(
        "compose-drafts-none",
        Kind.EMPTY,
        _no_drafts,
        lambda stage: _shows(stage, DraftsSheet),
        Need.NOTHING,
    ),
    State(
        "compose-waiting",
        Kind.LOADING,
        _wait,
        lambda stage: not pane(stage).working.isHidden(),
    ),
    State(
        "compose-typing",
        Kind.PARTIAL,
        _type_message,
        lambda stage: pane(stage).field.read.isEnabled(),
    ),
    State(
        "compose-blocked",
        Kind.PARTIAL,
        lambda stage: drafted(stage, QUESTIONS),
        lambda stage: "1 placeholder to fill before copying." in facts_in(pane(stage)),
    ),
    State("compose-not-supported", Kind.PARTIAL, _invent, _is_doubted),
    State(
        "compose-evidence",
        Kind.PARTIAL,
        _look_for_evidence,
        lambda stage: pane(stage).doubts.found.isVisible(),
    ),
    State(
        "compose-rewriting",
        Kind.LOADING,
        _rewrite,
        lambda stage: pane(stage).diff.isVisible() and not pane(stage).diff.keep.isEnabled(),
    ),
    State(
        "compose-rewrite",
        Kind.FULL,
        _show_rewrite,
        lambda stage: pane(stage).diff.isVisible() and pane(stage).diff.keep.isEnabled(),
    ),
    State(
        "compose-error",
        Kind.ERROR,
        _fail,
        lambda stage: facts_in(pane(stage)) == ["The library is damaged."],
    ),
    State(
        "compose",
        Kind.FULL,
        drafted,
        lambda stage: pane(stage).desk.draft is not None and pane(stage).bar.isEnabled(),
        wide=True,
    ),
    State(
        "compose-source",
        Kind.FULL,
        _open_citation,
        lambda stage: stage.window.source.isVisible(),
    ),
    State(
        "compose-slash",
        Kind.PARTIAL,
        _offer_templates,
        lambda stage: not pane(stage).templates.popup.isHidden(),
        passing=True,
    ),
    State("compose-templates", Kind.FULL, _templates, lambda stage: _shows(stage, TemplatesSheet)),
    State("compose-drafts", Kind.FULL, _drafts, lambda stage: _shows(stage, DraftsSheet)),
)
