"""One window a data folder: a second start hands over what it was asked for, and ends.

Local only: a socket in the data folder, which nobody else may open (a pipe of this user on
Windows, and where the folder's path is too long for a socket). After a crash the socket is stale;
nobody answers on it, and it is made anew.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from verbatim_desktop.domain.plain import from_plain, to_plain

PATIENCE_MS = 1500
#: Who listens lives: it may only be busy, and it hears one start after the other.
ANSWER_MS = 20_000
MOST_BYTES = 64 * 1024
LONGEST_PATH = 100  # of a Unix socket, less what the system needs
TAKEN = b"taken\n"


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a start asks of the window. folders: to be added as sources. token: with which a
    Wayland desktop lets the window of another program come forward; who was started has it.
    """

    workspace: str = ""
    samples: bool = False
    folders: tuple[str, ...] = ()
    token: str = ""


class OneInstance(QObject):
    """handed: the StartRequest of a later start."""

    handed = Signal(object)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._server: QLocalServer | None = None
        self._stand_at(folder)

    def _stand_at(self, folder: Path) -> None:
        self._name = server_name(folder)
        self._starting = QLockFile(str(folder / "window.lock"))

    def follow(self, folder: Path) -> None:
        """The data is in another folder now: starts are heard there."""
        self.close()
        self._stand_at(folder)
        self.claim(StartRequest())

    def claim(self, request: StartRequest) -> bool:
        """True for the first start; False where the request went to the one that runs."""
        # Of two starts at once the later one finds the earlier listening. Where nothing can be
        # locked, the window opens all the same.
        self._starting.tryLock(ANSWER_MS)
        try:
            return self._claim(request)
        finally:
            self._starting.unlock()

    def _claim(self, request: StartRequest) -> bool:
        if self._hand_over(request):
            return False
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        QLocalServer.removeServer(self._name)
        if server.listen(self._name):
            server.newConnection.connect(self._take)
            self._server = server
        return True  # without a server the window opens all the same

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def _hand_over(self, request: StartRequest) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(PATIENCE_MS):
            return False
        socket.write(json.dumps(to_plain(request)).encode() + b"\n")
        socket.waitForBytesWritten(PATIENCE_MS)
        answered = socket.waitForReadyRead(ANSWER_MS)
        taken = answered and bytes(socket.readAll().data()) == TAKEN
        socket.disconnectFromServer()
        return taken

    def _take(self) -> None:
        while self._server is not None and self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        """One line; what is no request is hung up on."""
        if socket.bytesAvailable() > MOST_BYTES:
            socket.abort()
            return
        if not socket.canReadLine():
            return
        request = read_request(bytes(socket.readLine().data()))
        if request is None:
            socket.abort()
            return
        socket.write(TAKEN)
        socket.flush()
        self.handed.emit(request)


def read_request(line: bytes) -> StartRequest | None:
    try:
        return from_plain(StartRequest, json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return None


def server_name(folder: Path) -> str:
    """Where the window of a data folder listens."""
    path = str(folder.absolute() / "window.socket")
    if sys.platform != "win32" and folder.is_dir() and len(path.encode()) <= LONGEST_PATH:
        return path
    import hashlib  # most data folders have a path short enough

    return f"verbatim-{hashlib.sha256(path.encode()).hexdigest()[:24]}"
