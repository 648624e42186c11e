"""Look at the installation, the data folder and the library; change nothing."""

from __future__ import annotations

import os
import platform
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from verbatim_desktop.adapters.environment import overrule
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.spelling import SystemSpelling
from verbatim_desktop.app.models import saved_models
from verbatim_desktop.domain.errors import VerbatimError
from verbatim_desktop.domain.health import Check, CheckState
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

OLDEST_PYTHON = (3, 11)


def inspect(home: Home, workspace: str) -> tuple[Check, ...]:
    """Every check, in the order a person would look."""
    return (
        python(sys.version_info[:2]),
        window(),
        sqlite(),
        data_folder(home),
        *library(home, workspace),
        keys(),
        provider(home),
        spelling(),
    )


def ok(name: str, detail: str) -> Check:
    return Check(name, CheckState.OK, detail)


def spelling() -> Check:
    """Never more than a remark: replies are written without a dictionary as well."""
    return ok("Spelling", SystemSpelling().state)


def python(version: tuple[int, int]) -> Check:
    said = f"{platform.python_version()} on {platform.system()}."
    if version >= OLDEST_PYTHON:
        return ok("Python", said)
    return Check("Python", CheckState.BAD, said, "Install Python 3.11 or newer.")


def window() -> Check:
    if find_spec("PySide6"):
        return ok("Window", "PySide6 is installed.")
    return Check(
        "Window",
        CheckState.WARN,
        "PySide6 is not installed; the command line works without it.",
        "To use the window, install PySide6-Essentials.",
    )


def sqlite() -> Check:
    return ok("SQLite", f"{sqlite3.sqlite_version}.")


def data_folder(home: Home) -> Check:
    name, root = "Data folder", home.root
    if not root.is_dir():
        above = next(path for path in root.parents if path.exists())
        if above.is_dir() and _is_open(above):
            return ok(name, f"{root} will be made when it is first needed.")
        return Check(
            name,
            CheckState.BAD,
            f"{root} cannot be made, as {above} cannot be written.",
            "Name another folder with --home or VERBATIM_HOME.",
        )
    closed = next((path for path in (root, home.database) if not _is_open(path)), None)
    if closed:
        return Check(
            name,
            CheckState.BAD,
            f"{closed} cannot be written. Questions are answered; nothing is kept or ingested.",
            "Give yourself the right to write there, or name another folder with --home.",
        )
    mode = stat.S_IMODE(root.stat().st_mode)
    if os.name != "nt" and mode & 0o077:
        return Check(
            name,
            CheckState.WARN,
            f"{root} can be opened by others (mode {mode:04o}).",
            f"Close it: chmod 700 {root}",
        )
    return ok(name, f"{root}, open to you alone.")


def _is_open(path: Path) -> bool:
    """Whether a file or folder can be read and written, or is not there yet."""
    need = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
    return not path.exists() or os.access(path, need)


def library(home: Home, workspace: str) -> Iterator[Check]:
    """The database and whether the index agrees with it."""
    if not home.database.exists():
        yield ok("Library", "Nothing has been ingested yet.")
        return
    damage = damaged(home.database)
    if damage:
        yield Check(
            "Library",
            CheckState.BAD,
            f"{home.database} is damaged: {damage}.",
            "Restore a backup, or move the file away and ingest your sources again.",
        )
        return
    try:
        yield from opened(home, workspace)
    except VerbatimError as error:
        yield Check("Library", CheckState.BAD, str(error))


def damaged(database: Path) -> str:
    """The first fault SQLite finds in a file, "" where it finds none."""
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            [said] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if said == "ok" else str(said)


def opened(home: Home, workspace: str) -> Iterator[Check]:
    from verbatim_desktop.adapters.search.index import WhooshIndex
    from verbatim_desktop.adapters.store.migrate import REVISIONS
    from verbatim_desktop.adapters.store.store import opened_store

    with opened_store(home) as store:
        books = store.library(workspace)
        documents = sum(source.documents for source in books.sources())
        yield ok(
            "Library",
            f"{documents:,} document{'' if documents == 1 else 's'} in workspace {workspace}, "
            f"generation {books.generation()}, "
            f"tables {REVISIONS[-1]}.",
        )
        if WhooshIndex(books, home.indexes).agrees():
            yield ok("Search index", "It agrees with the library.")
        else:
            yield Check(
                "Search index",
                CheckState.WARN,
                "It does not agree with the library.",
                "Nothing to do: the next question builds it anew.",
            )


def keys() -> Check:
    """Where keys are kept and which there are; the keyring is asked, no key is looked at."""
    from verbatim_desktop.adapters.secrets import system_secrets

    secrets = system_secrets()
    holders = [f"{name} ({place.value})" for name, place in secrets.holders().items()]
    return ok("Keys", f"{secrets.state} {_listed(holders)}")


def _listed(holders: list[str]) -> str:
    return f"There is one for {', '.join(holders)}." if holders else "None is set; none is needed."


def provider(home: Home) -> Check:
    """Who writes, and whether anything is missing for that. No call is made."""
    name = "Provider"
    try:
        settings = chosen(home)
    except VerbatimError as error:
        return Check(name, CheckState.BAD, str(error), "Answers quote the documents until then.")
    if settings.name is ProviderName.NONE:
        return ok(name, "None: answers quote the documents, and nothing leaves this machine.")
    said = f"{settings.name.value}, model {settings.model or 'not chosen yet'}"
    said += f", at {settings.base_url}." if settings.base_url else "."
    if missing := _missing(settings):
        return Check(name, CheckState.WARN, f"{said} It lacks {missing}.", ADVICE)
    return ok(name, f"{said} Questions and evidence are sent there.")


ADVICE = "Set it in Settings or in the environment; until then answers quote the documents."


def chosen(home: Home) -> ProviderSettings:
    """The provider that is set. Raises SettingsError and UsageError."""
    from verbatim_desktop.adapters.settings_file import SettingsFile

    settings = overrule(saved_models(SettingsFile(home)), os.environ)
    return settings.of(settings.chosen)


def _missing(settings: ProviderSettings) -> str:
    from verbatim_desktop.adapters.providers.registry import api_of
    from verbatim_desktop.adapters.secrets import system_secrets

    api = api_of(settings.name)
    lacks = {
        "a model": not settings.model,
        "a base URL": not (settings.base_url or api.base_url),
        "a key": api.needs_key and settings.name not in system_secrets().holders(),
    }
    return " and ".join(what for what, is_missing in lacks.items() if is_missing)
