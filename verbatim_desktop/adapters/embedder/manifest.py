"""What a model folder says of itself, and whether its files are the ones it says.

A prefix or a pooling that does not belong to the model costs recall and raises no error, so both
stand in the manifest and a vector it gives is tried on loading.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from verbatim_desktop.domain.errors import EmbeddingsUnavailable

MANIFEST, MODEL, VOCABULARY = "manifest.json", "model.onnx", "vocab.txt"
LARGEST_MODEL = 600_000_000  # bytes
LARGEST_TEXT = 5_000_000
LONGEST = 512  # pieces
POOLINGS = ("mean", "cls")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A model's name, how its output becomes a vector, and the hashes of its files.

    probe: a text and the first numbers of its vector, tried when the model is loaded.
    """

    name: str
    pooling: str
    dimensions: int
    sha256: dict[str, str]
    max_length: int = 256
    query_prefix: str = ""
    document_prefix: str = ""
    probe_text: str = ""
    probe_vector: tuple[float, ...] = field(default=())

    @property
    def identity(self) -> str:
        """SHA-256 over all that shapes a vector, the quantiser's version included."""
        shaped = [
            self.sha256[MODEL],
            self.sha256[VOCABULARY],
            self.pooling,
            self.query_prefix,
            self.document_prefix,
            str(self.max_length),
            "int8-1",
        ]
        return hashlib.sha256(json.dumps(shaped).encode()).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder, its files checked. Raises EmbeddingsUnavailable."""
    data = _json(folder / MANIFEST)
    try:
        manifest = _manifest(data)
    except (KeyError, TypeError, ValueError) as error:
        raise EmbeddingsUnavailable(f"{folder / MANIFEST} is not a manifest: {error}.") from error
    for name, largest in ((MODEL, LARGEST_MODEL), (VOCABULARY, LARGEST_TEXT)):
        check_file(folder / name, manifest.sha256[name], largest)
    return manifest


def check_file(path: Path, sha256: str, largest: int) -> None:
    """Raises EmbeddingsUnavailable where a file is missing, too large or another one."""
    try:
        size = path.stat().st_size
        if size > largest:
            raise EmbeddingsUnavailable(f"{path} is larger than {largest:,} bytes.")
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbeddingsUnavailable(f"{path} cannot be read ({error.strerror}).") from error
    if found != sha256:
        raise EmbeddingsUnavailable(f"{path} is not the file that its manifest names.")


def _json(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_TEXT:
            raise EmbeddingsUnavailable(f"{path} is too large for a manifest.")
        data: Any = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise EmbeddingsUnavailable(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise EmbeddingsUnavailable(f"{path} is not JSON.") from error
    if not isinstance(data, dict):
        raise EmbeddingsUnavailable(f"{path} is not an object.")
    return cast("dict[str, Any]", data)


def _manifest(data: dict[str, Any]) -> Manifest:
    pooling, length = str(data["pooling"]), int(data.get("max_length", 256))
    if pooling not in POOLINGS:
        raise ValueError(f"pooling is {pooling!r}, not {' or '.join(POOLINGS)}")
    if not 8 <= length <= LONGEST:
        raise ValueError(f"max_length is {length}, not 8 to {LONGEST}")
    probe: dict[str, Any] = data.get("probe", {})
    return Manifest(
        name=str(data["name"]),
        pooling=pooling,
        dimensions=int(data["dimensions"]),
        sha256={name: str(data["sha256"][name]) for name in (MODEL, VOCABULARY)},
        max_length=length,
        query_prefix=str(data.get("query_prefix", "")),
        document_prefix=str(data.get("document_prefix", "")),
        probe_text=str(probe.get("text", "")),
        probe_vector=tuple(float(number) for number in probe.get("vector", ())),
    )
