"""What a person can do where something failed, by its cause. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

from verbatim_desktop.domain.errors import (
    LibraryBusy,
    ProviderError,
    ProviderFault,
    SettingsError,
    StorageFull,
)


class Remedy(StrEnum):
    """Each as the words of a button."""

    AGAIN = "Try again"
    SETTINGS = "Open settings"
    BUDGET = "Change the budget"
    WITHOUT = "Answer without a model"


#: A key, a name or an address is wrong: it is set right, then tried again.
SET_RIGHT = (Remedy.SETTINGS, Remedy.AGAIN)
#: It may work in a moment; until then each question would wait for it in vain.
PASSES = (Remedy.AGAIN, Remedy.WITHOUT)
BY_FAULT: Mapping[str, tuple[Remedy, ...]] = {
    ProviderFault.NO_KEY: SET_RIGHT,
    ProviderFault.NOT_SET_UP: SET_RIGHT,
    ProviderFault.REFUSED_KEY: SET_RIGHT,
    ProviderFault.FORBIDDEN: SET_RIGHT,
    ProviderFault.UNKNOWN_MODEL: SET_RIGHT,
    ProviderFault.BAD_REQUEST: SET_RIGHT,
    ProviderFault.TOO_LONG: (Remedy.SETTINGS,),
    ProviderFault.OUT_OF_TOKENS: SET_RIGHT,
    ProviderFault.OUT_OF_QUOTA: (Remedy.SETTINGS, Remedy.WITHOUT),
    ProviderFault.OVER_BUDGET: (Remedy.BUDGET, Remedy.WITHOUT),
    ProviderFault.RATE_LIMITED: PASSES,
    ProviderFault.OVERLOADED: PASSES,
    ProviderFault.SERVER_ERROR: PASSES,
    ProviderFault.UNREACHABLE: PASSES,
    ProviderFault.TIMED_OUT: PASSES,
    ProviderFault.CUT_SHORT: PASSES,
    ProviderFault.FILTERED: (Remedy.WITHOUT,),
    ProviderFault.BAD_REPLY: (Remedy.AGAIN,),
}


def for_fault(fault: str) -> tuple[Remedy, ...]:
    """For a model that did not write; "" where it is not known why, as of older answers."""
    return BY_FAULT.get(fault, (Remedy.AGAIN,))


def for_error(error: Exception) -> tuple[Remedy, ...]:
    """For a call that failed."""
    if isinstance(error, ProviderError):
        return for_fault(error.fault)
    if isinstance(error, SettingsError):
        return SET_RIGHT
    return (Remedy.AGAIN,) if isinstance(error, (LibraryBusy, StorageFull)) else ()


def as_actions(
    remedies: Iterable[Remedy], acts: Mapping[Remedy, Callable[[], object]]
) -> tuple[tuple[str, Callable[[], object]], ...]:
    """The buttons of a banner: those that there is something to call for."""
    return tuple((one.value, acts[one]) for one in remedies if one in acts)
