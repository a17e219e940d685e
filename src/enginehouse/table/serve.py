"""Run the web server of the games, for a person at this computer (`enginehouse play`) or on a public host."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn
from starlette.applications import Starlette

from enginehouse.core.errors import Unreadable
from enginehouse.table import log_lines
from enginehouse.table.app import create_app
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.settings import Settings, from_environment, split_list, unknown
from enginehouse.table.web.connections import Bounds, check_server, protocol
from enginehouse.table.web.shared import Shared

SOCKET, PARENT = "ENGINEHOUSE_SOCKET", "ENGINEHOUSE_PARENT"
"""The environment variables with the descriptors of two inherited sockets (see `processes`).

One socket listens, the other leads to the parent.
"""
FIRST_OF_SYSTEMD = 3
COLLECTED_AFTER = 10_000
"""The number of new objects between two runs of the garbage collector.

One picture is thousands of small objects, almost all of which are freed without a run. A run after every 700 took a
tenth of the processor.
"""
LOG = logging.getLogger("enginehouse.table")


class Server(uvicorn.Server):
    """A uvicorn server that ends all streams before it stops.

    It calls the function `listening`, an argument of the constructor, as soon as it has started to listen.
    """

    def __init__(self, config: uvicorn.Config, shared: Shared, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._shared, self._listening = shared, listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server on these sockets. When it listens, call `listening`, an argument of the constructor."""
        await super().startup(sockets)
        if self.started:
            self._listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all streams, then stop the server."""
        self._shared.close_streams()
        await super().shutdown(sockets)


def free_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host and port (0: any free port).

    Raise `Unreadable` with the reason if that fails.
    """
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, proto)
    except (OSError, UnicodeError, OverflowError) as error:  # a name that cannot be one is a UnicodeError
        raise _no_way(host, port, error) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        raise _no_way(host, port, error) from None
    listening.setblocking(False)
    return listening


def find_inherited_socket() -> socket.socket | None:
    """Return the listening socket that this process got from its parent process or systemd, or None."""
    number = os.environ.pop(SOCKET, "")
    if not number and os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1":
        number = str(FIRST_OF_SYSTEMD)
        del os.environ["LISTEN_PID"], os.environ["LISTEN_FDS"]
    if not number:
        return None
    listening = socket.socket(fileno=int(number))
    listening.setblocking(False)
    listening.set_inheritable(False)  # the worker processes must not inherit it
    return listening


def _line_to_parent() -> socket.socket | None:
    """Return the socket that connects this process to its parent process, or None if there is no parent.

    When the parent ends, this process notices it by the socket, and stops, too.
    """
    number = os.environ.pop(PARENT, "")
    if not number:
        return None
    line = socket.socket(fileno=int(number))
    line.set_inheritable(False)

    def watch() -> None:
        with contextlib.suppress(OSError):
            line.recv(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
    return line


def _no_way(host: str, port: int, error: Exception) -> Unreadable:
    said = getattr(error, "strerror", None) or error
    return Unreadable(f"cannot listen on {host} port {port}: {said}; choose another with --host and --port")


def own_address() -> str:
    """Return the IP address of this machine in its local network, without sending any data."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: no machine has it, and no data are sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def page_address(host: str, port: int) -> str:
    """Return the address at which a browser can open a server that listens at this host and port.

    If it listens at all addresses of the machine, return an address that works in the local network.
    """
    if host in ("0.0.0.0", "::", ""):  # noqa: S104  # compared, not listened on
        host = own_address()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def make_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration for the application.

    It limits the number of connections, logs little, and adds no headers. Raise `EnginehouseError` if the installed
    uvicorn is not supported.
    """
    check_server()
    return uvicorn.Config(
        app,
        http=protocol(Bounds(settings)),
        log_config=None,  # see `log_lines`
        log_level="warning",
        access_log=False,
        lifespan="on",
        forwarded_allow_ips=split_list(settings.proxies),
        timeout_graceful_shutdown=3,
        server_header=False,
        date_header=False,
    )


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    db_url: str = "",
    page: str | None = "",
    settings: Settings | None = None,
    say: Callable[[str], None] | None = None,
) -> None:
    """Serve at a host and port (0: any free port) until interrupted.

    `settings` are by default those of the environment, and `db_url` is by default the database of the settings. `page`
    is the page to open in a browser (`t/abc/replay`; empty: the lobby; None: no browser). `say` is called with each
    line for the terminal.
    """
    settings = settings or from_environment()
    settings = replace(settings, db_url=db_url or settings.db_url, hosts=f"{settings.hosts},{host}")
    log_lines.configure(settings.log, settings.requests_logged)
    for sentence in unknown(os.environ):
        LOG.warning("%s", sentence)
    app = create_app(settings)
    listening, parent = find_inherited_socket() or free_socket(host, port), _line_to_parent()
    address = page_address(host, listening.getsockname()[1]).rstrip("/") + f"{settings.below}/"
    registry = app.state.shared.registry
    registry.sets_out = list_offered

    def ready() -> None:
        # Imported modules stay, so the garbage collector need not search them each time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(COLLECTED_AFTER)
        if parent is not None:
            parent.send(b".")
            return  # the parent process prints the address
        (say or _say)(f"Enginehouse is open at {address}{page or ''}")
        if page is not None:
            threading.Thread(target=webbrowser.open, args=(address + page,), daemon=True).start()

    config = make_config(app, settings)
    server = Server(config, app.state.shared, ready)

    async def serving() -> None:
        await registry.store.open()  # before the first request: an error is a sentence here, but a traceback in the app
        await server.serve([listening])

    runner = asyncio.Runner(loop_factory=config.get_loop_factory())
    with listening, contextlib.suppress(KeyboardInterrupt), runner:
        runner.run(serving())
