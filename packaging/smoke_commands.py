"""Every command of the frozen command line, run once, and both doors for agents."""

from __future__ import annotations

import json
import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from smoke_provider import StandIn
from smoke_tools import Failed, Program, wait_for

KEY = "sk-smoke-0123456789abcdef"
QUESTION = "How do I replace a broken box?"
QUOTE = "Install the agent on the new box."
PROVIDERS = ("openai", "anthropic", "gemini", "compatible")
DONE, NO, WORLD = 0, 1, 3
SAMPLES = "_internal/verbatim_desktop/_samples"
HANDSHAKE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "smoke", "version": "1"},
}


@dataclass(frozen=True, slots=True)
class Try:
    """One command line; {answer} stands for the id of the answer that `ask` gave."""

    words: str
    says: str
    status: int = DONE
    given: str = ""
    writes: str = ""


TRIES = (
    Try("ingest {samples}/docs {samples}/kb --json", '"documents": 59'),
    Try("sources", "docs"),
    Try("docs", "1014-replace-a-broken-box.md"),
    Try("search box --explain", "replace-a-broken-box"),
    Try("ticket payment --format zendesk", "{"),
    Try("reply - --tone friendly", "station page", given=f"Hello,\n{QUESTION}\nThanks, Ann\n"),
    Try("templates", "reply"),
    Try(f"evidence '{QUOTE}'", QUOTE),
    Try("verify --demo", "absent", NO),
    Try("drift", ""),
    Try("replay {answer}", ""),
    Try("export {answer} --format pdf --output {home}/a.pdf", "", writes="a.pdf"),
    Try("export {answer} --format html --output {home}/a.html", "", writes="a.html"),
    Try("eval {samples}/golden.jsonl", "recall"),
    Try("synonyms", ""),
    Try("workspaces export default {home}/w.verbatim", "", writes="w.verbatim"),
    Try("backup {home}/b.zip", "", writes="b.zip"),
    Try("restore {home}/b.zip", ""),
    Try("keys list", "system keyring"),
    Try("doctor", "Secret Service"),
    Try("schema ask", "citations"),
)


class Commands:
    def __init__(self, program: Program, home: Path) -> None:
        self._program, self._home, self._folder = program, home, home / "commands"
        self._answer = ""

    def run(self, *words: str, given: str = "", **environment: str) -> str:
        """What a command that has to succeed prints."""
        done = self._program.cli("--home", str(self._folder), *words, given=given, **environment)
        return printed(done, DONE)

    def version(self) -> str:
        said = self._program.cli("--version").stdout.strip()
        window = self._program.window("--version").stdout.strip()
        if not said or said.split()[-1] != window.split()[-1]:
            raise Failed(f"the command line says “{said}”, the window “{window}”")
        return said

    def keep_key(self) -> str:
        """Set it in one process; another one finds it."""
        for provider in PROVIDERS:
            self.run("keys", "set", provider, given=KEY)
        listed = self.run("keys", "list", "--json")
        if listed.count('"keyring"') < len(PROVIDERS):
            raise Failed(f"the key is not in the keyring: {listed}")
        self._look_for_plain_key()
        return ""

    def _look_for_plain_key(self) -> None:
        for path in self._home.rglob("*"):
            if path.is_file() and KEY.encode() in path.read_bytes():
                raise Failed(f"{path} holds the key as it is")

    def each(self) -> Iterator[tuple[str, Callable[[], str]]]:
        for one in TRIES:
            yield one.words.split()[0], partial(self._try, one)
            if one.words.startswith("ingest"):
                yield "ask", self.ask
        semantic = (self._program.folder / "_internal" / "onnxruntime").is_dir()
        yield "embed", partial(self._try, Try("embed", "", DONE if semantic else WORLD))

    def ask(self) -> str:
        answer = json.loads(self.run("ask", QUESTION, "--json"))
        if answer["outcome"] != "answer" or not any(
            one["quote"] == QUOTE and one["status"] == "verified" for one in answer["citations"]
        ):
            raise Failed("the answer does not cite the sentence that it has to")
        self._answer = answer["id"]
        return f"{answer['timing_ms']['total']} ms"

    def _try(self, one: Try) -> str:
        places = {
            "samples": self._program.folder / SAMPLES,
            "answer": self._answer,
            "home": self._home,
        }
        words = shlex.split(one.words.format(**places))
        done = self._program.cli("--home", str(self._folder), *words, given=one.given)
        said = printed(done, one.status)
        if one.says not in said:
            raise Failed(f"“{one.says}” is not in what it prints: {said[:400]}")
        if one.writes and not (self._home / one.writes).stat().st_size:
            raise Failed(f"{one.writes} is empty")
        return ""

    # --- models --------------------------------------------------------------------------------

    def ask_providers(self) -> str:
        """The key goes from the keyring through the SDK to whoever is asked, and nowhere else."""
        for provider in PROVIDERS:
            stand_in = StandIn(self._program.stack)
            answer = json.loads(
                self.run("ask", QUESTION, "--json", **environment_of(provider, stand_in.url))
            )
            if not any(KEY in headers for headers in stand_in.heard):
                raise Failed(f"{provider} was not shown the key: {answer['fallback']}")
            if answer["provider"] == provider or not answer["fallback"]:
                raise Failed(f"{provider} refused, and the answer does not say so")
        self._look_for_plain_key()
        return ", ".join(PROVIDERS)

    # --- agents --------------------------------------------------------------------------------

    def serve_stdio(self) -> str:
        process = self._program.start("verbatim", "--home", str(self._folder), "mcp")
        messages = (
            call(1, "initialize", HANDSHAKE),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            call(2, "tools/call", {"name": "find_evidence", "arguments": {"claim": QUOTE}}),
        )
        said = ""
        assert process.stdin
        assert process.stdout
        for message in messages:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            if "id" in message:
                said = process.stdout.readline()
        process.stdin.close()
        if QUOTE not in said:
            raise Failed(f"find_evidence does not say the sentence: {said[:400]}")
        if status := process.wait(30):
            raise Failed(f"it ends with status {status}")
        return ""

    def serve_http(self) -> str:
        """It listens, and turns away who has no token."""
        process = self._program.start("verbatim", "--home", str(self._folder), "mcp", "--http", "0")
        assert process.stderr
        address = ""
        while not address:
            line = process.stderr.readline()
            if not line:
                raise Failed("it ended before it listened")
            address = next((word for word in line.split() if word.startswith("http://")), "")
        status = wait_for("an answer", partial(status_of, address.rstrip(".,")))
        process.terminate()
        process.wait(30)
        if status != 401:
            raise Failed(f"without a token it answers {status}")
        return ""


def call(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def environment_of(provider: str, url: str) -> dict[str, str]:
    """Asks a provider at another place, with a model that nobody has."""
    base = url if provider in ("anthropic", "gemini") else f"{url}/v1"
    return {
        "VERBATIM_PROVIDER": provider,
        "VERBATIM_MODEL": "smoke-model",
        f"VERBATIM_{provider.upper()}_BASE_URL": base,
    }


def status_of(url: str) -> int:
    """The status of an answer; 0 where nobody answers yet."""
    try:
        with urllib.request.urlopen(url, data=b"{}", timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def printed(done: subprocess.CompletedProcess[str], status: int) -> str:
    if done.returncode != status:
        raise Failed(f"status {done.returncode} in place of {status}: {done.stderr.strip()[-600:]}")
    return done.stdout
