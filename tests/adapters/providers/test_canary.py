"""A key is planted and looked for everywhere: files, logs, output, exports, and other processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.providers.wire import PATHS, Reply, Status, Stream, Wire, event, frames
from tests.conftest import CHECKOUT
from verbatim_desktop.adapters.environment import BASE_URLS, KEYS
from verbatim_desktop.domain.models import ProviderName

pytestmark = [
    pytest.mark.network_loopback,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

CANARY = "sk-canary-5d1c77e0b94a"

#: What the program does with the keys. It says what its children know, and what it was told.
PROGRAM = """
import json, logging, os, subprocess, sys
from pathlib import Path
from verbatim_desktop.bootstrap import open_verbatim, report_defect
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.app.models import WRITERS

logging.basicConfig(level=logging.DEBUG, filename=os.environ["LOG"])
verbatim = open_verbatim()
models = verbatim.models
said = []
for name in WRITERS:
    settings = models.chosen(name, "a-model")
    models.save(settings)
    for _ in range(int(os.environ["CALLS"])):
        trial = models.test(settings)
        said.append(f"{trial.ok} {trial.message}")
    said.append(repr(models.provider(name, "a-model")))
models.choose(WRITERS[0])
models.keep_key(ProviderName.OPENAI, os.environ["CANARY_FROM"][::-1])
said += [str(models.key_states()), models.keys_are_kept()[1], str(verbatim.doctor())]

try:
    key = verbatim._rooms.secrets().key("openai")
    raise RuntimeError(f"a defect that holds {key}")
except RuntimeError as error:
    said.append(report_defect("", error))

verbatim.ingest([IngestRequest(os.environ["SAMPLES"])])
answer = verbatim.ask("How do I replace a broken box?")
record = verbatim.audit.record(answer.id)
for format in ("markdown", "html"):
    exported = verbatim.audit.export(record, format)
    Path(os.environ["TMPDIR"], f"answer.{format}").write_bytes(exported)

worker = [sys.executable, "-m", "verbatim_desktop", "worker", "ingest"]
children = [
    subprocess.Popen(worker, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL),
    subprocess.Popen(["cat"], stdin=subprocess.PIPE),
]
known = [
    Path(f"/proc/{child.pid}/{file}").read_bytes().decode(errors="replace")
    for child in children for file in ("cmdline", "environ")
]
known.append(Path("/proc/self/cmdline").read_text())
for child in children:
    child.kill(); child.communicate()
verbatim.close()
print(json.dumps({"known": known, "said": said}))
"""


def faults(api: ProviderName) -> Iterator[Reply]:
    """Failures of a server that sends the key back wherever it can."""
    error = {"message": f"bad {CANARY}", "type": "odd", "code": "odd", "status": CANARY}
    for status in (401, 400, 403, 404):
        yield Status(status, {"type": "error", "error": error}, {"x-echo": CANARY})
    yield Status(429, {"error": {**error, "code": "insufficient_quota"}})
    yield Status(200, f"<p>{CANARY}</p>")
    whole = frames(api)
    yield Stream([*whole[:2], event(f"{{{CANARY}", "content_block_delta")])
    yield Stream(whole[:3], breaks=True)


CALLS = len(list(faults(ProviderName.OPENAI)))


def test_a_key_is_nowhere_but_in_the_calls(home: Path, tmp_path: Path):
    temporary, log = tmp_path / "tmp", tmp_path / "debug.log"
    temporary.mkdir()
    with Wire() as wire:
        wire.script = [reply for api in KEYS for reply in faults(api)]
        environment = {
            **os.environ,
            **dict.fromkeys(KEYS.values(), CANARY),
            **{BASE_URLS[api]: wire.url + PATHS[api] for api in KEYS},
            "TMPDIR": str(temporary),
            "LOG": str(log),
            "CALLS": str(CALLS),
            "CANARY_FROM": CANARY[::-1],
            "SAMPLES": str(CHECKOUT / "corpus_samples" / "docs"),
            "OPENAI_LOG": "debug",
            "ANTHROPIC_LOG": "debug",
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )
    assert done.returncode == 0, done.stderr[-2000:].replace(CANARY, "CANARY")
    assert len(wire.seen) == CALLS * len(KEYS)
    assert all(CANARY in str(seen.headers) for seen in wire.seen)  # it was used

    told = json.loads(done.stdout)
    assert len(told["known"]) == 5
    assert "worker" in told["known"][0]
    assert CANARY not in done.stdout
    assert CANARY not in done.stderr
    assert sum(said.startswith("False ") for said in told["said"]) == CALLS * len(KEYS)

    files = [path for root in (home, tmp_path) for path in root.rglob("*") if path.is_file()]
    names = {path.name for path in files}
    assert {"settings.json", "library.db", "defects.log", "debug.log", "answer.html"} <= names
    assert [path for path in files if CANARY.encode() in path.read_bytes()] == []


def test_the_command_line_leaves_no_key_behind(home: Path, tmp_path: Path):
    ran = [
        subprocess.run(
            [sys.executable, "-m", "verbatim_desktop", *words],
            input=CANARY,
            env={**os.environ, "TMPDIR": str(tmp_path), "VERBATIM_DEBUG": debug},
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )
        for words in (["keys", "set", "openai"], ["keys", "set", "openai", CANARY])
        for debug in ("", "1")
    ]
    assert [done.returncode for done in ran][::2] == [3, 2]  # no keyring here; not as an argument
    assert not [done for done in ran if CANARY in done.stdout + done.stderr]
    files = [path for root in (home, tmp_path) for path in root.rglob("*") if path.is_file()]
    assert not [path for path in files if CANARY.encode() in path.read_bytes()]
