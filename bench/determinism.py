"""Whether the same library and question give the same evidence, byte for byte.

Over a thousand runs in one process; in another process with another hash seed; without the vector
instructions of NumPy; after the index was thrown away and rebuilt; and with the files ingested in
another order, some of them later than others.

    python -m bench.determinism FOLDER GOLDEN.jsonl [--python OTHER_PYTHON]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.libraries import ingest, opened, scratch
from bench.measure import ROOT
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.evaluate import read_golden
from verbatim_desktop.workflows.find_evidence import find_evidence

RUNS = 1000
#: What tells one copy of a library from another, or one run, and is no evidence.
NO_EVIDENCE = frozenset({"document_id", "took_ms", "generation"})


def evidence_of(question: str, library: Library, index: SearchIndex) -> bytes:
    """Terms, ranked sections with the parts of their scores, evidence, confidence, passages."""
    try:
        found = find_evidence(question, library, index, SystemClock(), filters=Filters())
    except QuestionUnusable as error:
        return str(error).encode()
    parts = (found.ranking, found.evidence, found.confidence, found.passages)
    said = _without([to_plain(part) for part in parts])
    return json.dumps(said, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without(v) for k, v in value.items() if k not in NO_EVIDENCE}
    return [_without(item) for item in value] if isinstance(value, list) else value


def digest(questions: Sequence[str], library: Library, index: SearchIndex) -> str:
    """One hash over the evidence of all questions."""
    whole = hashlib.sha256()
    for question in questions:
        whole.update(hashlib.sha256(evidence_of(question, library, index)).digest())
    return whole.hexdigest()


def digests_of_runs(home: Path, questions: Sequence[str], runs: int) -> set[str]:
    """The hashes of at least so many questions asked in one process; one where all is well."""
    with opened(home) as (library, index):
        rounds = -(-runs // len(questions))
        return {digest(questions, library, index) for _ in range(rounds)}


def digest_elsewhere(
    home: Path, golden: Path, python: str = sys.executable, **environment: str
) -> str:
    """The same from a fresh process."""
    command = [python, "-m", "bench.determinism", "--digest", str(home), str(golden)]
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split()[-1]


def vector_instructions() -> str:
    """What NumPy chose on this machine beyond what it is built for, to be switched off."""
    umath: Any = import_module("numpy._core._multiarray_umath")
    features: Mapping[str, bool] = umath.__cpu_features__
    return " ".join(name for name in umath.__cpu_dispatch__ if features.get(name))


def in_two_goes(home: Path, folder: Path, place: Path) -> None:
    """Ingest a copy of a folder: the later half of its files first, then the others as well."""
    copy = place / folder.name
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for part in (files[len(files) // 2 :], files[: len(files) // 2]):
        for path in part:
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        ingest(home, [copy])


def without_index(home: Path) -> Path:
    """The data folder after its index was lost."""
    for folder in Home(home).indexes.iterdir():
        shutil.rmtree(folder)
    return home


def checks(folder: Path, golden: Path, python: str = "") -> Iterator[tuple[str, bool]]:
    """Each thing that must not matter, and whether it does not."""
    questions = [question.question for question in read_golden(golden)]
    with scratch() as place:
        home = place / "home"
        copy = place / "copy" / folder.name
        shutil.copytree(folder, copy)
        ingest(home, [copy])
        runs = digests_of_runs(home, questions, RUNS)
        [first, *_] = sorted(runs)
        yield f"{RUNS:,} runs in one process", len(runs) == 1
        for name, there in _elsewhere(home, golden, python):
            yield name, there() == first
        yield "after the index was rebuilt", digest_elsewhere(without_index(home), golden) == first
        in_two_goes(place / "other", folder, place / "later")
        yield "files ingested in another order", digest_elsewhere(place / "other", golden) == first


def _elsewhere(home: Path, golden: Path, python: str) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "another process", lambda: digest_elsewhere(home, golden, PYTHONHASHSEED="12345")
    off = vector_instructions()
    yield (
        f"without {off or 'vector instructions, of which there are none'}",
        lambda: digest_elsewhere(home, golden, NPY_DISABLE_CPU_FEATURES=off),
    )
    if python:
        yield f"on {python}", lambda: digest_elsewhere(home, golden, python)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check that evidence is the same every time.")
    parser.add_argument("folder", type=Path, help="pages; with --digest a data folder")
    parser.add_argument("golden", type=Path)
    parser.add_argument("--python", default="", help="another Python that has the program's needs")
    parser.add_argument("--digest", action="store_true", help="print the hash of one data folder")
    options = parser.parse_args()
    if options.digest:
        questions = [question.question for question in read_golden(options.golden)]
        with opened(options.folder) as (library, index):
            print(digest(questions, library, index))
        return 0
    results = list(checks(options.folder, options.golden, options.python))
    for name, same in results:
        print(f"{'same' if same else 'DIFFERENT'}  {name}")
    return 0 if all(same for _, same in results) else 1


if __name__ == "__main__":
    sys.exit(main())
