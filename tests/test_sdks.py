"""The SDKs are imported on the thread of the models, never on the window's, whoever asks there."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.adapters.providers.wire import PATHS, PIECES, Stream, Wire, frames
from tests.journeys import window
from verbatim_desktop.adapters.environment import BASE_URLS, KEYS
from verbatim_desktop.adapters.providers.loop import THREAD
from verbatim_desktop.domain.models import ProviderName

HEAD = """
import json, sys, threading
imported = {}
def listen(event, details):
    if event == "import":
        for name in ("openai", "anthropic", "google.genai"):
            if details[0] == name or details[0].startswith(name + "."):
                imported.setdefault(name, set()).add(threading.current_thread().name)
sys.addaudithook(listen)
"""
#: Asked of one provider, drafted by another, and asked of the third.
JOURNEY = """
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
models = main.context.library().models

def write(name):
    models.save(ProviderSettings(ProviderName(name), "a-model"))
    models.choose(ProviderName(name))

yield lambda: main.ask.first_run.isVisible()
main.load_samples()
yield lambda: "2 sources" in main.sources.count_text() and not main.sources.is_reading
assert not imported, imported
for name, question in (("openai", "How do I replace a broken box?"),
                       ("gemini", "How do I replace a broken box today?")):
    write(name)
    main.commands.go("ask")
    main.ask.ask_this(question)
    yield lambda: main.ask.view.answer and main.ask.view.answer.provider == name
write("anthropic")
main.commands.go("compose")
pane = main.pane("compose")
pane.rewriting.load()
pane.opening.read_text("Hello, how do I replace a broken box?")
yield lambda: pane.desk.checked is not None and pane.tools.rewrite_actions()[2].isEnabled()
pane.write_answers()
yield pane.diff.keep.isEnabled
print(json.dumps({name: sorted(threads) for name, threads in imported.items()}))
"""


@pytest.mark.network_loopback
def test_asking_and_drafting_in_the_window_import_each_sdk_on_the_models_thread():
    order = (ProviderName.OPENAI, ProviderName.GEMINI, ProviderName.ANTHROPIC)
    with Wire() as wire:
        wire.script = [Stream(frames(api, PIECES)) for api in order]
        environment = {
            **os.environ,
            **{KEYS[api]: "sk-a-key" for api in order},
            **{BASE_URLS[api]: wire.url + PATHS[api] for api in order},
        }
        done = subprocess.run(
            [sys.executable, "-c", HEAD + window(JOURNEY)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == {
        name: [THREAD] for name in ("openai", "anthropic", "google.genai")
    }
