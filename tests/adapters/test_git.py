"""Repositories are fetched as asked, kept up to date, and trusted in nothing."""

from __future__ import annotations

import http.server
import os
import subprocess
import threading
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from tests.processes import children
from verbatim_desktop.adapters import git_program
from verbatim_desktop.adapters.git import GitTree, checkout_name, git_address
from verbatim_desktop.domain.errors import Cancelled, SourceUnavailable, UsageError
from verbatim_desktop.domain.locations import GitAddress
from verbatim_desktop.ingest.discover import IgnoreRules

ME = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")


class Repository:
    """A repository to fetch from, with a working tree to change it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet")
        self.git("config", "uploadpack.allowFilter", "true")
        self.git("config", "uploadpack.allowAnySHA1InWant", "true")

    def git(self, *arguments: str) -> str:
        ran = subprocess.run(
            ["git", *ME, *arguments], cwd=self.folder, capture_output=True, text=True, check=True
        )
        return ran.stdout

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def commit(self) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=change")
        return self.git("rev-parse", "HEAD").strip()

    @property
    def url(self) -> str:
        return self.folder.as_uri()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "handbook")
    made.write("README.md", "# Handbook")
    made.write("docs/refunds.md", "# Refunds")
    made.write("docs/deep/shipping.md", "# Shipping")
    made.write("code/main.c", "int main;")
    made.commit()
    return made


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[str], GitTree]:
    return lambda location: GitTree(location, tmp_path / "checkouts")


def paths(tree: GitTree) -> list[str]:
    tree.prepare(lambda _part: None)
    return tree.list(IgnoreRules.from_globs(()), lambda _count: None).paths


def test_a_folder_of_a_repository_is_brought_here_and_nothing_else(repository, opened):
    tree = opened(f"{repository.url}#docs")
    assert paths(tree) == ["deep/shipping.md", "refunds.md"]
    assert tree.read("refunds.md") == b"# Refunds"
    assert tree.root == f"{repository.url}#docs"
    top = Path(tree.files_at).parent
    assert sorted(path.name for path in top.iterdir()) == [".git", "docs"]
    assert not (top / ".git" / "hooks").exists()


def test_the_whole_repository_is_one_commit_deep(repository, opened):
    repository.write("README.md", "# The handbook")
    head = repository.commit()
    tree = opened(repository.url)
    assert paths(tree) == ["README.md", "code/main.c", "docs/deep/shipping.md", "docs/refunds.md"]
    assert tree.revision == head
    count = ["git", "-C", tree.files_at, "rev-list", "--count", "HEAD"]
    assert subprocess.run(count, capture_output=True, text=True, check=True).stdout == "1\n"


def test_an_update_brings_what_changed_and_takes_what_is_gone(repository, opened):
    assert "refunds.md" in paths(opened(f"{repository.url}#docs"))
    repository.write("docs/returns.md", "# Returns")
    (repository.folder / "docs" / "refunds.md").unlink()
    repository.commit()
    tree = opened(f"{repository.url}#docs")
    assert paths(tree) == ["deep/shipping.md", "returns.md"]
    assert tree.read("returns.md") == b"# Returns"


def test_a_branch_that_was_written_anew_is_followed(repository, opened):
    paths(opened(repository.url))
    repository.write("README.md", "# Anew")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--amend", "--message=anew")
    tree = opened(repository.url)
    paths(tree)
    assert tree.read("README.md") == b"# Anew"


def test_a_branch_can_be_named(repository, opened):
    repository.git("checkout", "--quiet", "-b", "v2/next")
    repository.write("docs/two.md", "# Two")
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    assert "two.md" in paths(opened(f"{repository.url}#v2/next:docs"))
    assert "two.md" not in paths(opened(f"{repository.url}#docs"))


def test_a_branch_or_folder_that_is_not_there_is_said(repository, opened):
    with pytest.raises(SourceUnavailable, match="it has no branch nope"):
        paths(opened(f"{repository.url}#nope:docs"))
    with pytest.raises(SourceUnavailable, match=r"guide is not there .*folders are code, docs"):
        paths(opened(f"{repository.url}#guide"))
    with pytest.raises(SourceUnavailable, match=r"README\.md is no folder"):
        paths(opened(f"{repository.url}#README.md"))
    with pytest.raises(SourceUnavailable, match="no such repository"):
        paths(opened(f"{repository.url}x"))
    assert not list(repository.folder.parent.glob("checkouts/*"))


def test_a_checkout_stays_where_an_update_fails(repository, opened):
    tree = opened(f"{repository.url}#docs")
    paths(tree)
    (repository.folder / ".git" / "HEAD").rename(repository.folder / ".git" / "GONE")
    with pytest.raises(SourceUnavailable, match="What is stored of it stays"):
        paths(opened(f"{repository.url}#docs"))
    assert Path(tree.files_at).is_dir()


def test_an_odd_folder_name_is_a_name_and_no_pattern(repository, opened):
    repository.write("a*b[c]/page.md", "# Odd")
    repository.write("axb[c]/page.md", "# Other")
    repository.commit()
    tree = opened(f"{repository.url}#a*b[c]")
    assert paths(tree) == ["page.md"]
    assert tree.read("page.md") == b"# Odd"
    assert not (Path(tree.files_at).parent / "axb[c]").exists()


@pytest.mark.parametrize(
    "location",
    [
        "--upload-pack=touch x://y",
        "ext::sh -c touch% x",
        "fd::7//x",
        "/srv/repository.git",
        "ftp://host/x.git",
        "https://host/a.git#-b:docs",
        "https://host/a.git#a..b:docs",
        "https://host/a.git#../..",
        "https://host/a.git#docs/.git",
        "https://host/\n.git",
    ],
)
def test_what_git_could_take_for_something_else_is_refused(location: str):
    with pytest.raises(UsageError):
        git_address(location)


@pytest.mark.parametrize("who", ["me:secret-7", "secret-7"])
def test_an_address_with_a_credential_is_refused_and_not_repeated(who: str):
    with pytest.raises(UsageError, match="credential helper") as caught:
        git_address(f"https://{who}@host.example/a.git")
    assert "secret-7" not in str(caught.value)


def test_the_same_address_has_the_same_checkout_and_another_has_another():
    one, two = GitAddress("https://h/a.git", "docs"), GitAddress("https://h/a.git", "docs", "v2")
    assert checkout_name(one) == checkout_name(GitAddress.parse(str(one)))
    assert checkout_name(one) != checkout_name(two)


def test_hooks_filters_and_links_of_a_repository_do_nothing(repository, opened, tmp_path):
    """Also where the person's own git settings would run a filter for it."""
    marker = tmp_path / "ran"
    own = f'[filter "evil"]\n\tsmudge = touch {marker}\n[core]\n\thooksPath = {tmp_path}\n'
    (tmp_path / ".gitconfig").write_text(own, encoding="utf-8")
    hook = tmp_path / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n", encoding="utf-8")
    hook.chmod(0o755)
    secret = tmp_path / "secret.md"
    secret.write_text("secret", encoding="utf-8")
    repository.write(".gitattributes", "*.md filter=evil\n*.mdx filter=lfs diff=lfs\n")
    repository.write("docs/big.mdx", "version https://git-lfs.github.com/spec/v1\n")
    (repository.folder / "docs" / "out.md").symlink_to(secret)
    (repository.folder / "outside").symlink_to(tmp_path)
    repository.commit()

    tree = opened(f"{repository.url}#docs")
    listing_paths = paths(tree)
    assert "out.md" not in listing_paths
    assert "refunds.md" in listing_paths
    assert not marker.exists()
    with pytest.raises(SourceUnavailable, match="is no folder"):
        paths(opened(f"{repository.url}#outside"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Settings of git as this test writes them."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    own = git_program.own_settings
    own.cache_clear()
    yield
    own.cache_clear()


def test_submodules_are_not_followed(repository, opened, tmp_path):
    other = Repository(tmp_path / "other")
    other.write("secret.md", "# Secret")
    other.commit()
    repository.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.url, "sub"
    )
    repository.commit()
    assert not [path for path in paths(opened(repository.url)) if path.startswith("sub/")]


def test_no_key_and_no_foreign_setting_reaches_git(monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_API_KEY", "VERBATIM_COMPATIBLE_API_KEY", "GIT_SSH", "GIT_EXEC_PATH"):
        monkeypatch.setenv(name, "secret-7")
    seen = git_program.environment("https")
    assert "secret-7" not in seen.values()
    assert seen["GIT_ALLOW_PROTOCOL"] == "https"
    assert seen["GIT_TERMINAL_PROMPT"] == "0"


def test_settings_of_sign_in_are_taken_over_and_others_not(tmp_path: Path):
    (tmp_path / ".gitconfig").write_text(
        '[http]\n\tproxy = http://proxy.example:3128\n[alias]\n\tfetch = "!evil"\n', "utf-8"
    )
    seen = git_program.environment("https")
    assert "http://proxy.example:3128" in seen.values()
    assert "!evil" not in seen.values()


def test_without_git_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch, opened):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SourceUnavailable, match="Install git"):
        opened("https://host.example/a.git").require()


def test_a_checkout_that_was_damaged_or_left_locked_is_mended(repository, opened):
    tree = opened(repository.url)
    paths(tree)
    top = Path(tree.files_at)
    (top / ".git" / "index.lock").write_text("")
    assert "README.md" in paths(opened(repository.url))
    (top / ".git" / "HEAD").write_text("nonsense")
    (top / ".git" / "config").unlink()
    assert "README.md" in paths(opened(repository.url))


# --- Over the network of this machine ------------------------------------------------------------


@pytest.fixture
def server() -> Generator[http.server.ThreadingHTTPServer]:
    """Answers every request as its `answer` says."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.answer(self)  # pyright: ignore[reportAttributeAccessIssue]

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.daemon_threads = True
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


def address_of(server: http.server.ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/handbook.git"


@pytest.mark.network_loopback
def test_a_repository_that_wants_a_password_is_said_to(server, opened):
    def refuse(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(401)
        request.send_header("WWW-Authenticate", 'Basic realm="x"')
        request.end_headers()

    server.answer = refuse
    with pytest.raises(SourceUnavailable, match="asks for a sign-in"):
        paths(opened(address_of(server)))


@pytest.mark.network_loopback
def test_a_server_cannot_send_on_to_a_folder_of_this_machine(server, repository, opened):
    def send_on(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(301)
        request.send_header("Location", f"{repository.url}/info/refs?service=git-upload-pack")
        request.end_headers()

    server.answer = send_on
    with pytest.raises(SourceUnavailable):
        paths(opened(address_of(server)))


@pytest.mark.network_loopback
def test_cancelling_ends_git_and_all_it_started(server, opened):
    asked, go = threading.Event(), threading.Event()

    def hang(_request: http.server.BaseHTTPRequestHandler) -> None:
        asked.set()
        go.wait(90)

    def stop(_part: int) -> None:
        if asked.is_set():
            raise Cancelled

    server.answer = hang
    with pytest.raises(Cancelled):
        opened(address_of(server)).prepare(stop)
    go.set()
    assert not [line for line in children().values() if line.startswith("git")]


@pytest.mark.network_loopback
def test_a_real_server_gives_only_the_files_of_the_folder(repository, opened, tmp_path):
    """git's own server, which can leave files out: the rest is not even fetched."""
    with serving(tmp_path) as port:
        tree = opened(f"git://127.0.0.1:{port}/handbook#docs")
        assert paths(tree) == ["deep/shipping.md", "refunds.md"]
    top = Path(tree.files_at).parent
    missing = ["git", "-C", str(top), "rev-list", "--objects", "--missing=print", "HEAD"]
    said = subprocess.run(missing, capture_output=True, text=True, check=True).stdout
    assert sum(line.startswith("?") for line in said.splitlines()) == 2  # README.md and main.c


class serving:  # noqa: N801
    """git daemon over a folder, for as long as the block runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> int:
        import socket

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [
                *("git", "daemon", "--export-all", "--listen=127.0.0.1", f"--port={port}"),
                *("--informative-errors", "--verbose", f"--base-path={self._folder}"),
                str(self._folder),
            ],
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stderr
        assert "Ready to rumble" in self._process.stderr.readline()
        return port

    def __exit__(self, *_why: object) -> None:
        import signal

        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.communicate()
