"""How long a person waits after pressing Esc: from the wish to stop until the caller is let go.

In each phase of a call, over each API, against a server of this machine that stalls as it is told.
The corpus that every bench is given is not read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from bench.measure import Options, main
from bench.report import Figure, Report, Row, Table
from tests.adapters.providers.wire import (
    PATHS,
    Reply,
    Silence,
    Stream,
    Wire,
    deaf_address,
    frames,
)
from verbatim_desktop.adapters.providers.loop import shared_loop
from verbatim_desktop.adapters.providers.registry import provider
from verbatim_desktop.adapters.secrets import SystemSecrets
from verbatim_desktop.app.models import WRITERS
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.domain.models import ModelRequest, ProviderName, ProviderSettings
from verbatim_desktop.ports import Cancellation, Provider

NAME = "cancelling"
GOAL_MS = 100.0
REPEATS = 20
#: A connection is on its way by then; nothing tells from outside.
CONNECTING_SECONDS = 0.1
PHASES: dict[str, Callable[[ProviderName], Reply]] = {
    "waiting for the first token": lambda _api: Silence(),
    "in the middle": lambda api: Stream(frames(api)[:3], stalls=True),
    "stalled before the end": lambda api: Stream(frames(api)[:-1], stalls=True),
}


def writer(api: ProviderName, url: str) -> Provider:
    settings = ProviderSettings(api, "a-model", url + PATHS[api])
    made = provider(settings, SystemSecrets(dict.fromkeys(WRITERS, "sk-bench"), lambda: None))
    assert made
    return made


def let_go_after(model: Provider, wait: Callable[[], object]) -> float:
    """Milliseconds from the wish, made after `wait`, to the end of the call."""
    cancellation = Cancellation()
    ended: list[float] = []

    def call() -> None:
        try:
            model.write(ModelRequest("i", "q"), lambda _delta: None, cancellation)
        except Cancelled:
            ended.append(time.perf_counter())

    caller = threading.Thread(target=call)
    caller.start()
    wait()
    wished = time.perf_counter()
    cancellation.wish()
    caller.join()
    return (ended[0] - wished) * 1000


def in_phase(api: ProviderName, reply: Reply) -> float:
    with Wire() as wire:
        wire.script = [reply]
        return let_go_after(writer(api, wire.url), wire.stalled.wait)


def while_connecting(api: ProviderName) -> float:
    with deaf_address() as url:
        return let_go_after(writer(api, url), partial(time.sleep, CONNECTING_SECONDS))


def import_sdk(api: ProviderName) -> None:
    with Wire() as wire:
        wire.script = [Stream(frames(api))]
        writer(api, wire.url).write(ModelRequest("i", "q"), lambda _delta: None, Cancellation())


def bench(options: Options) -> Report:
    times = options.times(REPEATS)
    for api in WRITERS:
        import_sdk(api)
    taken: dict[str, list[list[float]]] = {}
    for api in WRITERS:
        connecting = [while_connecting(api) for _ in range(times)]
        taken.setdefault("connecting", []).append(connecting)
        for phase, reply in PHASES.items():
            waits = [in_phase(api, reply(api)) for _ in range(times)]
            taken.setdefault(phase, []).append(waits)
    shared_loop.stop()
    figures = tuple(
        Figure(f"{phase}, median of the slowest API", max(map(median, waits)), "ms", GOAL_MS)
        for phase, waits in taken.items()
    )
    medians = tuple(Row(phase, tuple(map(median, waits))) for phase, waits in taken.items())
    most = tuple(Row(phase, tuple(map(max, waits))) for phase, waits in taken.items())
    columns = ("phase", *(api.value for api in WRITERS))
    return Report(
        NAME,
        "From the wish to stop to the end of a call",
        figures,
        (Table("Median, ms", columns, medians), Table("Longest, ms", columns, most)),
        (f"{times} calls in each phase over each API.",),
    )


if __name__ == "__main__":
    main(bench)
