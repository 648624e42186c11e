"""Read a section of the settings as the value it was saved from."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from verbatim_desktop.domain.errors import SettingsError
from verbatim_desktop.domain.plain import from_plain

if TYPE_CHECKING:
    from verbatim_desktop.ports import Settings

T = TypeVar("T")


def read_section(settings: Settings, name: str, shape: type[T], of_what: str) -> T:
    """A section as it was saved, else the defaults of its shape.

    of_what: whose settings they are, for the error. Raises SettingsError.
    """
    data = settings.section(name)
    try:
        return shape() if data is None else from_plain(shape, data)
    except ValueError as error:
        raise SettingsError(f"The settings of {of_what} cannot be read: {error}.") from error
