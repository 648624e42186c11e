"""What a key is, and the keys of the frame. Each pane's stand in its own file as KEYS."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """One action and its keys.

    action: a method of the pane (of FrameActions for the frame's), "" where a widget handles the
    key itself. keys: sequences that all do it. shown: as the sheet says it, where not as the keys.
    everywhere: works from other places too, and goes to its own first.
    """

    action: str
    words: str
    keys: tuple[str, ...] = ()
    shown: str = ""
    everywhere: bool = False

    @property
    def caption(self) -> str:
        return self.shown or " / ".join(self.keys)


Group = tuple[str, tuple[Key, ...]]

SENTENCES: Group = (
    "Sentences",
    (
        Key("open_citation", "Open citation N", tuple("123456789"), "1 / … / 9"),
        Key("previous_citation", "Previous citation", ("[", "Alt+["), "["),
        Key("next_citation", "Next citation", ("]", "Alt+]"), "]"),
        Key("back", "Back in the source", ("Alt+Left",)),
        Key("forward", "Forward in the source", ("Alt+Right",)),
        Key("show_outline", "Headings of the page", ("Ctrl+J",)),
        Key("copy_link", "Copy a link to this", ("Ctrl+Shift+L",)),
        Key("open_file", "Open the page's file", ("Ctrl+Shift+P",)),
        Key("find_on_page", "Find on the page", ("Ctrl+F",)),
        Key("find_next", "Next place", ("F3",)),
        Key("find_previous", "Previous place", ("Shift+F3",)),
    ),
)
WINDOW: Group = (
    "Window",
    (
        Key("next_part", "Next part of the window", ("F6",)),
        Key("previous_part", "Previous part", ("Shift+F6",)),
        Key("show_palette", "Find and do anything", ("Ctrl+K",)),
        Key("show_questions", "Earlier questions", ("Ctrl+H",)),
        Key("show_keys", "All keys", ("?",)),
        Key("escape", "Cancel, close, go back", ("Esc",)),
        Key("show_workspaces", "Workspaces", ("Ctrl+Shift+W",)),
        Key("show_log", "Log of the program", ("F12",)),
        Key("next_theme", "System, light or dark", ("Ctrl+Shift+T",)),
        Key("zoom_in", "Larger", ("Ctrl++", "Ctrl+="), "Ctrl++"),
        Key("zoom_out", "Smaller", ("Ctrl+-",)),
        Key("zoom_reset", "Usual size", ("Ctrl+0",)),
    ),
)
FRAME: tuple[Group, ...] = (SENTENCES, WINDOW)
#: Holding these down goes on and on.
REPEATING = frozenset(
    ("zoom_in", "zoom_out", "next_citation", "previous_citation", "find_next", "find_previous")
)
