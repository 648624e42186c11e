"""The modules of the program that hold fitted numbers, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def fitted_module(
    what: str, bench: str, said: Sequence[str], page: str, bias: float, weights: Mapping[str, float]
) -> list[str]:
    """The lines of such a module up to its weights. said: some figures; page: where all stand."""
    return [
        f'"""The fitted numbers of {what}. Written by bench/{bench}.py; do not edit.',
        "",
        *said,
        f"By {page}.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping",
        "",
        f"BIAS = {bias}",
        "WEIGHTS: Mapping[str, float] = {",
        *(f'    "{name}": {float(weight)},' for name, weight in weights.items()),
        "}",
    ]
