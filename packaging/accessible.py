"""See a window as a screen reader does: the accessibility tree of a program, over D-Bus, and what
it tells while it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
EVENT = ATSPI + "Event."
#: What a tree may hold at most, so that a broken one ends a look at it.
MOST = 5000
#: The states of atspi-constants.h that are looked at, by their numbers.
STATES = {
    1: "active",
    4: "checked",
    7: "editable",
    8: "enabled",
    11: "focusable",
    12: "focused",
    23: "selected",
    25: "showing",
}
Place = tuple[str, str]  # a program on the bus, and an object of it


@dataclass(frozen=True, slots=True)
class Node:
    """One thing in a window."""

    role: str
    name: str
    text: str
    about: str = ""
    states: frozenset[str] = frozenset()
    actions: tuple[str, ...] = ()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """Something a program said by itself. kind: such as "Announcement" or "Focus"."""

    kind: str
    words: str
    about: Node


def bus_address(session: str) -> str:
    """Where screen readers listen, as a session says ("SESSION": this one's)."""
    with open_dbus_connection(session) as bus:
        asked = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        return str(_call(bus, *asked)[0])


class Desktop:
    """The programs that can be seen by a screen reader."""

    def __init__(self, session: str = "SESSION") -> None:
        self._bus = open_dbus_connection(bus_address(session))

    def nodes(self, program: str, *, shown: bool = False) -> list[Node]:
        """Everything in the windows of a program, outermost first; empty where it has none yet.

        shown: only what is to be seen now.
        """
        try:
            return list(self._walk(program, shown=shown))
        except DBusErrorResponse:  # something went away in the middle of the look
            return []

    def _walk(self, program: str, *, shown: bool) -> Iterator[Node]:
        apps = self._children((ATSPI + "Registry", ROOT))
        todo = [(app, 0) for app in apps if self._name(app) == program]
        seen = 0
        while todo and seen < MOST:
            place, depth = todo.pop(0)
            seen += 1
            node = self.node(place, depth)
            if shown and depth and "showing" not in node.states:
                continue
            yield node
            todo[:0] = [(child, depth + 1) for child in self._children(place)]

    def node(self, place: Place, depth: int = 0) -> Node:
        """One thing, by its place on the bus. Raises DBusErrorResponse where it is gone."""
        states = self._states(place)
        text = self._text(place)
        role, name = self._role(place), self._name(place)
        return Node(role, name, text, self._about(place), states, self._actions(place), depth)

    def _children(self, place: Place) -> list[Place]:
        [found] = _call(self._bus, *place, ATSPI + "Accessible", "GetChildren")
        return [(name, child) for name, child in found if child != "/org/a11y/atspi/null"]

    def _role(self, place: Place) -> str:
        return str(_call(self._bus, *place, ATSPI + "Accessible", "GetRoleName")[0])

    def _name(self, place: Place) -> str:
        return self._property(place, "Name")

    def _about(self, place: Place) -> str:
        return self._property(place, "Description")

    def _property(self, place: Place, name: str) -> str:
        properties = "org.freedesktop.DBus.Properties"
        asked = ("ss", (ATSPI + "Accessible", name))
        return str(_call(self._bus, *place, properties, "Get", *asked)[0][1])

    def _states(self, place: Place) -> frozenset[str]:
        [(low, high)] = _call(self._bus, *place, ATSPI + "Accessible", "GetState")
        bits = low | high << 32
        return frozenset(name for number, name in STATES.items() if bits >> number & 1)

    def _actions(self, place: Place) -> tuple[str, ...]:
        try:
            [found] = _call(self._bus, *place, ATSPI + "Action", "GetActions")
        except DBusErrorResponse:  # nothing can be done with it
            return ()
        return tuple(name for name, _about, _key in found)

    def _text(self, place: Place) -> str:
        asked = ("ii", (0, -1))
        try:
            return str(_call(self._bus, *place, ATSPI + "Text", "GetText", *asked)[0])
        except DBusErrorResponse:  # no text in it
            return ""

    def close(self) -> None:
        self._bus.close()


class Ear:
    """Hears what programs tell, from its making on: Qt tells nothing where nobody listens."""

    def __init__(self, session: str, desktop: Desktop) -> None:
        self._desktop = desktop
        self._bus = open_dbus_connection(bus_address(session))
        registry = (ATSPI + "Registry", "/org/a11y/atspi/registry", ATSPI + "Registry")
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        for event in ("object:announcement", "focus"):
            _call(self._bus, *registry, "RegisterEvent", "s", (event,))
        for name in ("Object", "Focus"):
            rule = f"type='signal',interface='{EVENT}{name}'"
            _call(self._bus, *bus, "AddMatch", "s", (rule,))

    def wait_for(self, fits: Callable[[Told], bool], patience: float) -> Told | None:
        """The first thing that fits, of what was not heard yet; None where it does not come."""
        deadline = time.monotonic() + patience
        while (left := deadline - time.monotonic()) > 0:
            try:
                told = self._told(self._bus.receive(timeout=left))
            except TimeoutError:
                return None
            if told is not None and fits(told):
                return told
        return None

    def _told(self, message: Message) -> Told | None:
        header: Any = message.header
        fields: dict[HeaderFields, Any] = header.fields
        kind = str(fields.get(HeaderFields.member))
        if header.message_type is not MessageType.signal:
            return None
        if kind not in ("Announcement", "Focus"):
            return None
        place = (str(fields[HeaderFields.sender]), str(fields[HeaderFields.path]))
        try:
            about = self._desktop.node(place)
        except DBusErrorResponse:  # it told something and went
            about = Node("", "", "")
        body: tuple[Any, ...] = message.body
        return Told(kind, str(body[3][1]) if kind == "Announcement" else "", about)

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
