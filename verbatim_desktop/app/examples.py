"""Questions to start with, each tried before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verbatim_desktop.answer.examples import Example
    from verbatim_desktop.app.rooms import Rooms


class Examples:
    """Reached as `verbatim.examples`. A step at a time, so that a question need not wait."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def known(self) -> tuple[str, ...] | None:
        """Those that hold in the library as it is now; None where they are to be tried."""
        from verbatim_desktop.workflows.try_examples import known

        return known(self._rooms.library())

    def candidates(self) -> tuple[Example, ...]:
        """What may be tried, in this order."""
        from verbatim_desktop.workflows.try_examples import candidates

        return candidates(self._rooms.library())

    def holds(self, example: Example) -> bool:
        """Whether it is answered confidently from its own page; nothing is kept of the answer."""
        from verbatim_desktop.workflows.try_examples import holds

        return holds(example, self._rooms.library(), self._rooms.index(), self._rooms.clock)

    def keep(self, questions: Sequence[str]) -> None:
        """Remember what holds, for as long as the library stays as it is."""
        from verbatim_desktop.workflows.try_examples import keep

        keep(questions, self._rooms.library())
