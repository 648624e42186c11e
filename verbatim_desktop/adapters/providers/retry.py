"""Up to three tries inside one deadline, and none after the first word.

A server that asks to be left alone for a while is left alone, where that fits the deadline;
otherwise the call ends at once and says how long to wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from verbatim_desktop.adapters.providers.faults import Failure
from verbatim_desktop.adapters.providers.transcript import Transcript

TRIES = 3
FIRST_WAIT = 0.4  # seconds; doubled for the next one
#: What has to be left of the deadline for another try to make sense.
LEAST_LEFT = 0.5

#: One try: its transcript, and why it came to nothing, if it did.
Tried = tuple[Transcript, Failure | None]
Try = Callable[[], Awaitable[Tried]]


async def with_tries(attempt: Try, deadline: float) -> Tried:
    """Try until it works, cannot work, or there is no time; the last try counts.

    deadline: in the loop's time. Whoever calls this stops it there.
    """
    for number in range(TRIES):
        transcript, failure = await attempt()
        if failure is None or transcript.begun or not failure.passes or number == TRIES - 1:
            return transcript, failure
        wait = FIRST_WAIT * 2**number
        if failure.wait_seconds is not None:
            wait = failure.wait_seconds
        if asyncio.get_running_loop().time() + wait + LEAST_LEFT > deadline:
            return transcript, failure
        await asyncio.sleep(wait)
    raise AssertionError("a try neither ended nor went on")
