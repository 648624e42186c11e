"""The keys of the Compose pane; an action is a method of it."""

from __future__ import annotations

from verbatim_desktop.desktop.keys import Key

KEYS = (
    Key("new_message", "New message", ("Ctrl+Shift+N",)),
    Key("open_message", "Open a message", ("Ctrl+Alt+O",)),
    Key("show_drafts", "Drafts", ("Ctrl+Alt+D",)),
    Key("copy", "Copy the reply", ("Ctrl+Return", "Ctrl+Enter"), "Ctrl+Enter"),
    Key("copy_markdown", "Copy as Markdown", ("Ctrl+Shift+C",)),
    Key("next_to_settle", "Next thing to settle", ("F8",)),
    Key("previous_to_settle", "Previous thing to settle", ("Shift+F8",)),
    Key("settle", "Mark the paragraph checked", ("Ctrl+M",)),
    Key("", "Template, at the start of a line", shown="/"),
    Key("bold", "Bold", ("Ctrl+B",)),
    Key("edit_templates", "Edit templates", ("Ctrl+Alt+T",)),
    Key("write_answers", "Write the answers with a model", ("Ctrl+Shift+A",)),
    Key("rewrite", "Rewrite with a model", ("Ctrl+Shift+E",)),
    Key("sign", "Who signs replies", ("Ctrl+Alt+S",)),
    Key("to_evidence", "To the evidence", ("Ctrl+I",)),
    Key("to_reply", "To the reply", ("Ctrl+Shift+R",)),
    Key("to_message", "To the message", ("Ctrl+Shift+I",)),
    Key("answer_selection", "Answer the words selected in the message", ("Ctrl+Shift+Q",)),
    Key("hide_selection", "Hide the selected words from any model", ("Ctrl+Shift+H",)),
    Key("ticket", "Ticket from this question", ("Ctrl+T",)),
    Key("export", "Export the reply", ("Ctrl+E",)),
    Key("undo", "Undo", ("Ctrl+Z",)),
    Key("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
)
