"""Every key of the window, in one table: what the shortcuts and the key sheet are made from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """keys: sequences that all do it; none where a widget handles it. shown: as the sheet says."""

    action: str
    words: str
    keys: tuple[str, ...] = ()
    shown: str = ""

    @property
    def caption(self) -> str:
        return self.shown or " / ".join(self.keys)


GROUPS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    (
        "Go to",
        (
            Key("show_ask", "Ask", ("Alt+1",)),
            Key("show_sources", "Sources", ("Alt+3",)),
            Key("next_part", "Next part of the window", ("F6",)),
            Key("previous_part", "Previous part", ("Shift+F6",)),
            Key("show_keys", "This sheet", ("?",)),
            Key("escape", "Cancel, close, back to the question", ("Esc",)),
        ),
    ),
    (
        "Ask",
        (
            Key("to_question", "To the question", ("Ctrl+L",)),
            Key("new_question", "New question", ("Ctrl+N",)),
            Key("", "Ask", shown="Enter"),
            Key("", "New line", shown="Shift+Enter"),
            Key("ask_for_ticket", "Ticket from this question", ("Ctrl+T",)),
            Key(
                "copy", "Copy the answer or the ticket", ("Ctrl+Return", "Ctrl+Enter"), "Ctrl+Enter"
            ),
            Key("copy_markdown", "Copy as Markdown", ("Ctrl+Shift+C",)),
            Key("history", "Kept answers", ("Ctrl+H",)),
        ),
    ),
    (
        "Sentences",
        (
            Key("open_citation", "Open citation N", tuple("123456789"), "1 / … / 9"),
            Key("previous_citation", "Previous citation", ("[", "Alt+["), "["),
            Key("next_citation", "Next citation", ("]", "Alt+]"), "]"),
            Key("back", "Back in the source", ("Alt+Left",)),
            Key("forward", "Forward in the source", ("Alt+Right",)),
            Key("find_on_page", "Find on the page", ("Ctrl+F",)),
            Key("find_next", "Next place", ("F3",)),
        ),
    ),
    (
        "Library and window",
        (
            Key("add_source", "Add a source", ("Ctrl+O",)),
            Key("read_all_again", "Read all sources again", ("Ctrl+R",)),
            Key("next_theme", "System, light or dark", ("Ctrl+Shift+T",)),
            Key("zoom_in", "Larger", ("Ctrl++", "Ctrl+="), "Ctrl++"),
            Key("zoom_out", "Smaller", ("Ctrl+-",)),
            Key("zoom_reset", "Usual size", ("Ctrl+0",)),
        ),
    ),
)


def sheet_entries() -> list[tuple[str, list[tuple[str, str]]]]:
    return [(title, [(key.caption, key.words) for key in keys]) for title, keys in GROUPS]


def bindings() -> list[tuple[str, str]]:
    """(sequence, action) for every key that the window itself handles."""
    return [
        (sequence, key.action)
        for _title, keys in GROUPS
        for key in keys
        if key.action
        for sequence in key.keys
    ]
