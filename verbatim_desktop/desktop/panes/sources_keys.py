"""What can be done by keyboard in Sources. Each action is a method of the pane."""

from __future__ import annotations

from verbatim_desktop.desktop.keys import Key

KEYS = (
    Key("choose_folder", "Add a folder", ("Ctrl+O",), everywhere=True),
    Key("choose_archive", "Add a zip or tar archive", ("Ctrl+Shift+O",), everywhere=True),
    Key("add_repository", "Add a git repository", ("Ctrl+Shift+U",), everywhere=True),
    Key("read_all_again", "Read all sources again", ("Ctrl+R",), everywhere=True),
    Key("show_documents", "Documents and sections", ("Ctrl+Shift+D",), everywhere=True),
    Key("show_synonyms", "Synonyms", ("Ctrl+Shift+S",), everywhere=True),
    Key("show_drift", "Drifted citations", ("Ctrl+D",), everywhere=True),
    Key("export_report", "Export the report", ("Ctrl+E",)),
    Key("save_synonyms", "Save the synonyms", ("Ctrl+S",)),
    Key("load_samples", "Read the samples", ("Ctrl+Shift+B",)),
)
