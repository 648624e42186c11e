"""What is set for a data folder, in a file that people can read and mend. Never a key.

The file is one JSON object; each part of the program has its section and leaves the others alone.
"""

from __future__ import annotations

import json
import threading
from typing import cast

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.whole_file import replace_file
from verbatim_desktop.domain.errors import SettingsError
from verbatim_desktop.domain.plain import Plain

_one_at_a_time = threading.Lock()


class SettingsFile:
    """Implements ports.Settings over settings.json of a data folder."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def section(self, name: str) -> Plain:
        return self._read().get(name)

    def save_section(self, name: str, value: Plain) -> None:
        with _one_at_a_time:
            self._write(self._read() | {name: value})

    def _read(self) -> dict[str, Plain]:
        path = self._home.settings
        try:
            data = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise SettingsError(f"{path} is no JSON ({error}). Mend it or move it away.") from error
        if not isinstance(data, dict):
            raise SettingsError(f"{path} is no JSON object. Mend it or move it away.")
        return cast("dict[str, Plain]", data)

    def _write(self, data: dict[str, Plain]) -> None:
        path = self._home.make().settings
        try:
            replace_file(path, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())
        except OSError as error:
            raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error
