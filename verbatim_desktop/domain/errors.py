"""What can go wrong that is the world's fault and not ours.

    VerbatimError
    +-- Cancelled              the person stopped a job
    +-- UsageError             a request that cannot be met as it was put
    |   +-- NotFound           no such source, document, workspace or answer
    |   +-- QuestionUnusable   empty, or nothing in it can be searched for
    +-- MessageUnreadable      a customer's message could not be read
    +-- IngestError            one file or one source could not be read
    |   +-- UnreadableFile
    |   +-- SourceUnavailable
    +-- LibraryError           the stored library cannot be used
    |   +-- DataFolderGone     the folder that was chosen for it is not there
    |   +-- LibraryTooNew      written by a newer release
    |   +-- LibraryBusy        another process is writing
    |   +-- LibraryDamaged
    |   +-- StorageFull
    +-- ProviderError          a model did not answer; the extractive answer still stands
    +-- SecretsError           the keyring cannot be used
    +-- EmbeddingsUnavailable  no local model can be run; the lexical search stands
    +-- SettingsError          the file of settings cannot be read or written

Each message is one clear line that can be shown as it is. Anything that is not a VerbatimError is
our bug.
"""

from __future__ import annotations

from enum import StrEnum


class VerbatimError(Exception):
    """The world's fault: shown as a banner, or as one line on stderr."""


class Cancelled(VerbatimError):
    """The person stopped the job; what was done so far stays."""

    def __init__(self, message: str = "Cancelled. What was done so far is kept.") -> None:
        super().__init__(message)


class UsageError(VerbatimError):
    """A request that cannot be met as it was put."""


class NotFound(UsageError):
    """No such source, document, workspace or answer."""


class QuestionUnusable(UsageError):
    """The question is empty, or holds nothing that can be searched for."""


class MessageUnreadable(VerbatimError):
    """A customer's message is too large, malformed or of a kind that is not read."""


class IngestError(VerbatimError):
    """One file or one source could not be read; the rest goes on."""


class UnreadableFile(IngestError):
    """The reason names what is wrong with the file; the path is reported beside it."""


class SourceUnavailable(IngestError):
    """The source's folder is missing or cannot be listed."""


class LibraryError(VerbatimError):
    """The stored library cannot be used."""


class DataFolderGone(LibraryError):
    """The folder that was chosen for the data is not there, as its disk may not be connected."""


class LibraryTooNew(LibraryError):
    """The database was written by a newer release and is left alone."""


class LibraryBusy(LibraryError):
    """Another process is writing to this workspace."""


class LibraryDamaged(LibraryError):
    """The database file is damaged."""


class StorageFull(LibraryError):
    """The disk is full; nothing already stored is lost."""


class ProviderFault(StrEnum):
    """What kept a model from answering."""

    NO_KEY = "no_key"
    NOT_SET_UP = "not_set_up"
    REFUSED_KEY = "refused_key"
    FORBIDDEN = "forbidden"
    UNKNOWN_MODEL = "unknown_model"
    RATE_LIMITED = "rate_limited"
    OUT_OF_QUOTA = "out_of_quota"
    OVER_BUDGET = "over_budget"
    OVERLOADED = "overloaded"
    SERVER_ERROR = "server_error"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    CUT_SHORT = "cut_short"
    OUT_OF_TOKENS = "out_of_tokens"
    TOO_LONG = "too_long"
    FILTERED = "filtered"
    BAD_REPLY = "bad_reply"
    BAD_REQUEST = "bad_request"


class ProviderError(VerbatimError):
    """A model did not answer; the message says why and what to do, and never holds a key."""

    def __init__(self, provider: str, fault: ProviderFault, message: str) -> None:
        super().__init__(message)
        self.provider = provider
        self.fault = fault


class SecretsError(VerbatimError):
    """The system keyring cannot be used; keys are kept in memory for this run only."""


class SettingsError(VerbatimError):
    """The file of settings cannot be read or written."""


class EmbeddingsUnavailable(VerbatimError):
    """No local embedding model can be used; searching goes on by words alone."""
