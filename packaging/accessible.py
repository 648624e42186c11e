"""See a window as a screen reader does: the accessibility tree of a program, over D-Bus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
#: What a tree may hold at most, so that a broken one ends a look at it.
MOST = 5000


@dataclass(frozen=True, slots=True)
class Node:
    """One thing in a window."""

    role: str
    name: str
    text: str


class Desktop:
    """The programs that can be seen by a screen reader."""

    def __init__(self) -> None:
        with open_dbus_connection("SESSION") as session:
            address = _call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        self._bus = open_dbus_connection(address[0])

    def nodes(self, program: str) -> list[Node]:
        """Everything in the windows of a program, outermost first; empty where it has none yet."""
        try:
            return list(self._walk(program))
        except DBusErrorResponse:  # something went away in the middle of the look
            return []

    def _walk(self, program: str) -> Iterator[Node]:
        todo = [
            app for app in self._children(ATSPI + "Registry", ROOT) if self._name(*app) == program
        ]
        seen = 0
        while todo and seen < MOST:
            place = todo.pop(0)
            seen += 1
            yield Node(self._role(*place), self._name(*place), self._text(*place))
            todo[:0] = self._children(*place)

    def _children(self, bus_name: str, path: str) -> list[tuple[str, str]]:
        [found] = _call(self._bus, bus_name, path, ATSPI + "Accessible", "GetChildren")
        return [(name, child) for name, child in found if child != "/org/a11y/atspi/null"]

    def _role(self, bus_name: str, path: str) -> str:
        return str(_call(self._bus, bus_name, path, ATSPI + "Accessible", "GetRoleName")[0])

    def _name(self, bus_name: str, path: str) -> str:
        properties = "org.freedesktop.DBus.Properties"
        asked = ("ss", (ATSPI + "Accessible", "Name"))
        return str(_call(self._bus, bus_name, path, properties, "Get", *asked)[0][1])

    def _text(self, bus_name: str, path: str) -> str:
        asked = ("ii", (0, -1))
        try:
            return str(_call(self._bus, bus_name, path, ATSPI + "Text", "GetText", *asked)[0])
        except DBusErrorResponse:  # no text in it
            return ""

    def close(self) -> None:
        self._bus.close()


def _call(
    bus: DBusConnection,
    name: str,
    path: str,
    interface: str,
    method: str,
    signature: str = "",
    arguments: tuple[object, ...] = (),
) -> tuple[Any, ...]:
    target = DBusAddress(path, bus_name=name, interface=interface)
    message = new_method_call(target, method, signature or None, arguments)
    return unwrap_msg(bus.send_and_get_reply(message, timeout=20))
