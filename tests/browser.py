"""A real Chromium without a window, driven over a pipe: what a link highlights, and where it lands.

A page is loaded as a reader would by following the link. The highlight is then compared, pixel by
pixel, with the same page on which the wanted stretch is painted in the same colour by script.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu-vsync",
    "--disable-frame-rate-limit",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-pipe",
)
STYLE = """
body { font: 12px sans-serif; margin: 8px }
.far { height: 3000px }
::target-text { background: rgb(255, 0, 0); color: rgb(255, 0, 0) }
"""
#: Ranges of the page, and the browser's paint taken away or put on a range by script.
SCRIPT = """
const blank = /[\\s\\u00a0]/;
const flat = text => text.replace(/[\\s\\u00a0]+/g, ' ');
function named(wanted, nth) {
  const walker = document.createTreeWalker(document.body);
  let text = '', map = [];
  for (let node; (node = walker.nextNode());) {
    const within = node.parentElement;
    if (node.localName === 'br') {
      text += ' ';
      map.push([node, 0]);
    }
    if (!(node instanceof Text)) continue;
    for (let i = 0; i < node.data.length; i++) {
      if (blank.test(node.data[i]) && text.endsWith(' ')) continue;
      text += blank.test(node.data[i]) ? ' ' : node.data[i];
      map.push([node, i]);
    }
  }
  let at = -1;
  for (let n = 0; n < nth; n++) at = text.indexOf(flat(wanted), at + 1);
  const [node, offset] = map[at + flat(wanted).length - 1];
  return between(...map[at], node, offset + 1);
}
function marked() {
  const spans = document.querySelectorAll('.wanted');
  const last = spans[spans.length - 1];
  return between(spans[0], 0, last, last.childNodes.length);
}
function between(node, offset, other, end) {
  const range = new Range();
  range.setStart(node, offset);
  range.setEnd(other, end);
  return range;
}
async function settled(frames) {
  for (let n = 0; n < frames; n++) {
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  }
}
function onScreen(range) {
  const boxes = [...range.getClientRects()];
  return boxes.length > 0 && boxes[0].top >= 0 && boxes[0].bottom <= innerHeight;
}
function paint(range) {
  const style = document.getElementById('paint') || document.createElement('style');
  style.id = 'paint';
  style.textContent = '::target-text { background: transparent; color: inherit }';
  if (range) {
    CSS.highlights.set('wanted', new Highlight(range));
    style.textContent += '::highlight(wanted) { background: rgb(255,0,0); color: rgb(255,0,0) }';
  } else {
    CSS.highlights.clear();
  }
  document.head.append(style);
}
function unpainted() {
  CSS.highlights.clear();
  document.getElementById('paint')?.remove();
}
"""
#: A page is looked at after so many frames each time, until the highlight is the wanted one.
FRAMES = (1, 5, 25)
MARKED = "marked()"


def named(text: str, nth: int = 1) -> str:
    """The nth place where the page's text is some text, as script."""
    return f"named({json.dumps(text)}, {nth})"


@dataclass(frozen=True)
class Seen:
    """What following a link showed: the highlight against the wanted stretch and against none."""

    exact: bool
    nothing: bool
    scrolled: bool

    @property
    def verdict(self) -> str:
        """In the words of the shared cases."""
        if self.nothing:
            return "no highlight"
        return "exact highlight" if self.exact else "highlight differs from target"


class Chromium:
    """One browser with one page."""

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive = send, receive
        self._number, self._rest, self._session = 0, b"", ""
        self._events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.call("Page.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the DevTools protocol, and its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._events.append(answer)

    def _wait_for(self, method: str) -> None:
        """Read on until an event arrives that has not been waited for."""
        while True:
            event = self._events.pop(0) if self._events else self._next()
            if event.get("method") == method:
                return

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._receive, 1 << 20)
            assert read, "Chromium went away"
            self._rest += read
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def evaluate(self, script: str) -> Any:
        result = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def follow(self, address: str, wanted: str) -> Seen:
        """Follow a link and compare what it highlights with a stretch that script names.

        The page must be another one than the last, or it would not be loaded anew.
        """
        self._events.clear()
        self.call("Page.navigate", url=address)
        self._wait_for("Page.loadEventFired")
        seen = self._look(wanted, FRAMES[0])
        for frames in FRAMES[1:]:  # a laden browser may still be searching the page
            if seen.exact:
                break
            self.evaluate("unpainted()")
            seen = self._look(wanted, frames)
        return seen

    def _look(self, wanted: str, frames: int) -> Seen:
        """What is highlighted so many frames from now."""
        scrolled = self.evaluate(f"settled({frames}).then(() => scrollY > 0 && onScreen({wanted}))")
        shown = self._picture()
        self.evaluate(f"paint({wanted})")
        if scrolled and shown == self._picture():
            return Seen(exact=True, nothing=False, scrolled=scrolled)
        self.evaluate("paint(null)")
        return Seen(exact=False, nothing=shown == self._picture(), scrolled=scrolled)

    def _picture(self) -> str:
        return self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]


@contextmanager
def running(folder: Path) -> Generator[Chromium]:
    """A browser with a profile of its own, for the length of a block."""
    assert PROGRAM is not None
    command = [PROGRAM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--window-size=700,400"]
    ours, theirs = os.pipe(), os.pipe()
    # Chromium reads commands from descriptor 3 and answers on 4.
    line = f'exec "$@" 3<&{ours[0]} 4>&{theirs[1]}'
    process = subprocess.Popen(
        ["bash", "-c", line, "bash", *command],
        pass_fds=(ours[0], theirs[1]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(ours[0])
    os.close(theirs[1])
    try:
        yield Chromium(ours[1], theirs[0])
    finally:
        os.close(ours[1])  # Chromium ends when nobody commands it any more
        os.close(theirs[0])
        process.wait(timeout=90)


def page_file(folder: Path, name: object, body: str) -> Path:
    """A page with so much room around its body that a link has to scroll."""
    path = folder / f"{name}.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>t</title><style>{STYLE}</style>"
        f"<script>{SCRIPT}</script><div class=far></div>{body}<div class=far></div>",
        encoding="utf-8",
    )
    return path
