"""Personal data and secrets, what stands for them in a model's sight, and the values put back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DataKind(StrEnum):
    """Personal data and secrets that are found by their form. Names have none."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    SECRET = "secret"
    IP = "ip"
    URL = "url"  # an address that holds a password or a token
    MARKED = "marked"  # by the agent


@dataclass(frozen=True, slots=True)
class Redaction:
    """One value that was taken out, and what stands for it. start, end: in the original text."""

    kind: DataKind
    value: str
    placeholder: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text that can be shown to a model. notice says what is not found by itself."""

    text: str
    redactions: tuple[Redaction, ...] = ()
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """Text with the values back.

    mangled: what looks like a placeholder and is none; missing: placeholders that are gone.
    """

    text: str
    mangled: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
