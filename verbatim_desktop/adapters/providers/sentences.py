"""A failure in words: what happened, that quoted passages stand in, and what to do."""

from __future__ import annotations

from verbatim_desktop.adapters.providers.faults import LONGEST_QUOTE, Failure
from verbatim_desktop.domain.errors import ProviderError
from verbatim_desktop.domain.errors import ProviderFault as Fault
from verbatim_desktop.domain.models import ProviderName

STAND_IN = "Quoted passages stand in."

HAPPENED = {
    Fault.NO_KEY: "{label} was not called: it needs a key, and none is set{detail}.",
    Fault.NOT_SET_UP: "{label} was not called{detail}.",
    Fault.REFUSED_KEY: "{label} refused the key.",
    Fault.FORBIDDEN: "{label} does not allow this key to do that{detail}.",
    Fault.UNKNOWN_MODEL: "{label} does not know the model “{model}”, or has no such address.",
    Fault.RATE_LIMITED: "{label} is asked too often{wait}.",
    Fault.OUT_OF_QUOTA: "The quota or credit of this {label} account is used up.",
    Fault.OVER_BUDGET: "The budget for models is used up.",
    Fault.OVERLOADED: "{label} is overloaded.",
    Fault.SERVER_ERROR: "{label} failed{detail}.",
    Fault.UNREACHABLE: "{label} could not be reached at {place}{detail}.",
    Fault.TIMED_OUT: "{label} took longer than {seconds:g} seconds.",
    Fault.CUT_SHORT: "The answer of {label} broke off{detail}.",
    Fault.OUT_OF_TOKENS: "{label} stopped at the limit of {tokens} tokens.",
    Fault.TOO_LONG: "The question and its evidence are too long for “{model}”.",
    Fault.FILTERED: "{label} declined to answer this.",
    Fault.BAD_REPLY: "What {label} sent cannot be used{detail}.",
    Fault.BAD_REQUEST: "{label} did not accept the call{detail}.",
}

TO_DO = {
    Fault.NO_KEY: "Set one in Settings or with “verbatim keys set {name}”.",
    Fault.NOT_SET_UP: "Settings has its model and its base URL; --model names a model as well.",
    Fault.REFUSED_KEY: "Check it in Settings, or set another with “verbatim keys set {name}”.",
    Fault.FORBIDDEN: "Use a key that may, or choose another model.",
    Fault.UNKNOWN_MODEL: "Check the model's name and the base URL in Settings.",
    Fault.RATE_LIMITED: "Ask again a little later.",
    Fault.OUT_OF_QUOTA: "Add credit there, or choose another provider.",
    Fault.OVER_BUDGET: "Raise the budget in Settings, or wait for the next month.",
    Fault.OVERLOADED: "Ask again a little later.",
    Fault.SERVER_ERROR: "Ask again; if it stays so, choose another model.",
    Fault.UNREACHABLE: "Check the connection, the proxy and the base URL.",
    Fault.TIMED_OUT: "Ask again, or allow it more time in Settings.",
    Fault.CUT_SHORT: "Ask again.",
    Fault.OUT_OF_TOKENS: "Allow it longer answers in Settings.",
    Fault.TOO_LONG: "Choose a model with a longer context.",
    Fault.FILTERED: "Put the question differently.",
    Fault.BAD_REPLY: "Check the model and the base URL in Settings.",
    Fault.BAD_REQUEST: "Check the model and the base URL in Settings.",
}


def provider_error(
    name: ProviderName,
    label: str,
    failure: Failure,
    *,
    model: str = "",
    place: str = "",
    seconds: float = 0.0,
    tokens: int = 0,
    key: str = "",
) -> ProviderError:
    """The error that is shown. The key is taken out of whatever a server has said."""
    values = {
        "label": label,
        "name": name.value,
        "model": model,
        "place": place,
        "seconds": seconds,
        "tokens": tokens,
        "detail": _detail(failure.detail, key),
        "wait": f" and asks to wait {failure.wait_seconds:g} seconds"
        if failure.wait_seconds
        else "",
    }
    happened = HAPPENED[failure.fault].format_map(values)
    said = (
        f"{happened[0].upper()}{happened[1:]} {STAND_IN} {TO_DO[failure.fault].format_map(values)}"
    )
    return ProviderError(name.value, failure.fault, said)


def _detail(said: str, key: str) -> str:
    """The words of a server on one line, short and without the key."""
    if len(key) >= 4:
        said = said.replace(key, "[key]")
    line = " ".join("".join(char if char.isprintable() else " " for char in said).split())
    if len(line) > LONGEST_QUOTE:
        line = line[:LONGEST_QUOTE].rstrip() + "…"
    return f" ({line.rstrip('.')})" if line else ""
