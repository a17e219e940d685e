"""A proxy that goes deaf without closing anything, as a network does that a phone has left."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Any


class Proxy:
    """A TCP proxy before the table. It can go deaf on the connections it has, and hold back what is answered to some requests."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
        self._to = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ways: list[dict[str, Any]] = []
        self.held = ""
        """Answers to requests with this in their first line are held back."""
        self._threads = list[threading.Thread]()
        self._start(self._accept)

    def go_deaf(self, only: str = "") -> None:
        """Pass nothing on any more, and close nothing, on all open connections, or on those whose last request has a text in it."""
        for way in self._ways:
            way["deaf"] = way["deaf"] or only in way["asked"]

    def close(self) -> None:
        """End all that is under way, and wait for it."""
        self._end(self._listener)
        for way in self._ways:
            for end in way["ends"]:
                self._end(end)
        while self._threads:
            self._threads.pop().join(5)
        for one in (self._listener, *(end for way in self._ways for end in way["ends"])):
            one.close()

    @staticmethod
    def _end(one: socket.socket) -> None:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)

    def _start(self, work: Callable[..., None], *given: Any) -> None:
        self._threads.append(threading.Thread(target=work, args=given, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                way = {"deaf": False, "asked": "", "ends": (browser, socket.create_connection(self._to))}
                self._ways.append(way)
                for up in (True, False):
                    self._start(self._pump, way, up)

    def _pump(self, way: dict[str, Any], up: bool) -> None:
        source, target = way["ends"] if up else reversed(way["ends"])
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if up:
                    way["asked"] = data.partition(b"\r\n")[0].decode("latin-1")
                if not (way["deaf"] or (not up and self.held and self.held in way["asked"])):
                    target.sendall(data)
            if not way["deaf"]:
                target.shutdown(socket.SHUT_WR)
