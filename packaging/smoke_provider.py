"""A provider on this machine that refuses every call and notes the keys it was shown."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REFUSED = b'{"error": {"type": "authentication_error", "message": "no", "code": 401}}'


class StandIn:
    """Answers each call with 401; `heard` has the headers of all of them."""

    def __init__(self, stack: ExitStack) -> None:
        self.heard: list[str] = []
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stack.callback(server.shutdown)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                heard.append("\n".join(self.headers.values()))
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.send_response(401)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(REFUSED)))
                self.end_headers()
                self.wfile.write(REFUSED)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        return Handler
