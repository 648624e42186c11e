"""What encloses a block: lists, quotes, components, tabs, details, hidden parts.

A scope is opened and closed by name; what a block inherits is summed up in its innermost scope.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

#: Scopes within scopes; what opens deeper is not looked at.
_DEEPEST = 300


@dataclass(frozen=True, slots=True)
class Scope:
    """One enclosing construct with everything it and those around it say.

    name: what closes it; markdown containers start with "#". meta: it holds notes on tier,
    version or history. tabs: how many tabs were seen in it so far is counted by the owner.
    """

    name: str = "#page"
    context: tuple[str, ...] = ()
    collapsed: bool = False
    unselected: bool = False
    hidden: bool = False
    quote_depth: int = 0
    list_depth: int = 0
    meta: str = ""


class Scopes:
    """The stack of enclosing constructs."""

    def __init__(self) -> None:
        self._stack = [Scope()]
        self._counts: list[int] = [0]

    @property
    def now(self) -> Scope:
        return self._stack[-1]

    def open(
        self,
        name: str,
        *,
        title: str = "",
        collapsed: bool = False,
        unselected: bool = False,
        hidden: bool = False,
        quote: int = 0,
        list_: int = 0,
        meta: str = "",
        shown: bool = False,
    ) -> None:
        now = self.now
        if len(self._stack) > _DEEPEST:
            return
        self._stack.append(
            Scope(
                name,
                (*now.context, title) if title else now.context,
                (now.collapsed or collapsed or unselected) and not shown,
                now.unselected or unselected,
                now.hidden or hidden,
                now.quote_depth + quote,
                now.list_depth + list_,
                meta or now.meta,
            )
        )
        self._counts.append(0)

    def entitle(self, name: str, title: str) -> None:
        """Name a scope after it was opened, as a summary or an alert's first line does."""
        for index in range(len(self._stack) - 1, 0, -1):
            scope = self._stack[index]
            if scope.name == name:
                for inner in range(index, len(self._stack)):
                    at = len(self._stack[index - 1].context)
                    old = self._stack[inner].context
                    context = (*old[:at], title, *old[at + (scope.context != old[:at]) :])
                    self._stack[inner] = replace(self._stack[inner], context=context)
                return

    def close(self, name: str, *, barrier: str = "#") -> bool:
        """Close a scope and all within it; not across a markdown container. False: not open."""
        for index in range(len(self._stack) - 1, 0, -1):
            if self._stack[index].name == name:
                del self._stack[index:], self._counts[index:]
                return True
            if barrier and self._stack[index].name.startswith(barrier):
                return False
        return False

    def is_open(self, name: str) -> bool:
        return any(scope.name == name for scope in self._stack)

    def count_in(self, name: str) -> int:
        """How often this was asked of the innermost scope of a name before; -1 without one."""
        for index in range(len(self._stack) - 1, 0, -1):
            if self._stack[index].name == name:
                self._counts[index] += 1
                return self._counts[index] - 1
        return -1

    def nearer(self, one: str, other: str) -> bool:
        """Whether a scope of one name stands within the innermost of another."""
        names = [scope.name for scope in self._stack]
        names.reverse()
        return one in names and (other not in names or names.index(one) < names.index(other))
