"""The sample documentation that ships with the program, as sources to read in one click."""

from __future__ import annotations

from pathlib import Path

from verbatim_desktop.domain.documents import IngestRequest, ParseMode, SourceKind

_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = _PACKAGE / "_samples"
#: In a checkout the samples stand beside the package; an installed one carries a copy.
FOLDER = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "corpus_samples"
SITE = "https://lantern.example/docs"


def sample_requests(folder: Path = FOLDER) -> tuple[IngestRequest, ...]:
    """How to read the samples; empty where they were not installed."""
    if not (folder / "docs").is_dir() or not (folder / "kb").is_dir():
        return ()
    docs = IngestRequest(str(folder / "docs"), SourceKind.DOCS, ParseMode.MDX, "lantern-docs", SITE)
    helpdesk = IngestRequest(
        str(folder / "kb"), SourceKind.KB, ParseMode.MARKDOWN, "lantern-helpdesk"
    )
    return (docs, helpdesk)


def samples_in_words(requests: tuple[IngestRequest, ...]) -> str:
    if not requests:
        return "The samples are not part of this installation."
    return (
        f"The samples are {len(requests)} small sources about Lantern, a product that does not "
        "exist. They are ready in a few seconds."
    )
