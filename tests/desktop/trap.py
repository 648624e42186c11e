"""A trap for what hostile text may try: files that must not be opened, a port nobody may knock at.

Python's audit events do not see what Qt opens; the kernel does (inotify), so this is Linux only.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
from pathlib import Path

from tests.processes import children

IN_OPEN, IN_NONBLOCK, EVENT = 0x20, 0o4000, struct.Struct("iIII")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


class Trap:
    """folder: holds the bait. address: of the port that is listened on."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.image, self.style, self.page = (
            folder / name for name in ("bait.png", "bait.css", "bait.html")
        )
        self.image.write_bytes(PNG)
        self.style.write_text("p { color: red }", "utf-8")
        self.page.write_text("<p>taken</p>", "utf-8")
        libc = ctypes.CDLL(None, use_errno=True)
        self._watch: int = libc.inotify_init1(IN_NONBLOCK)
        if libc.inotify_add_watch(self._watch, os.fsencode(folder), IN_OPEN) < 0:
            raise OSError(ctypes.get_errno(), "the bait cannot be watched")
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.setblocking(False)
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}/bait.png"
        self._children = children().keys()

    def close(self) -> None:
        os.close(self._watch)
        self._door.close()

    def opened(self) -> list[str]:
        """The bait that was opened since this was last asked."""
        try:
            data = os.read(self._watch, 65536)
        except BlockingIOError:
            return []
        found, at = list[str](), 0
        while at < len(data):
            length = EVENT.unpack_from(data, at)[3]
            name = data[at + EVENT.size : at + EVENT.size + length].rstrip(b"\0").decode()
            found.append(name or self.folder.name)
            at += EVENT.size + length
        return found

    def knocked(self) -> bool:
        try:
            self._door.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def started(self) -> set[int]:
        """Programs that were started since."""
        return children().keys() - self._children

    def payloads(self) -> tuple[str, ...]:
        """Text that would load, open or run something where it is taken for markup."""
        return (
            f'<img src="file://{self.image}">',
            f'<img src="{self.address}">',
            f'<link rel="stylesheet" href="file://{self.style}">',
            f"<style>@import url(file://{self.style});</style>",
            f'<a href="file://{self.page}">open</a>',
            '<a href="javascript:alert(1)">run</a>',
            '<a href="ms-msdt:/id">run</a>',
            '<img src="//127.0.0.1/share/bait.png">',
            '<img src="data:image/png;base64,AAAA">',
            f"![bait](file://{self.image})",
            "[open](file:///etc/passwd)",
            "\\\\127.0.0.1\\share\\bait.png",
        )
