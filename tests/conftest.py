"""Fixtures and options of all tests: large counts with `--deep`, a browser, a PostgreSQL, scratch folders for caches
and settings."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import asyncpg
import coverage
import pytest
import selection
from hypothesis import HealthCheck, settings

# Images for containers often forbid Python to keep what it compiled. Compiling all test files for each run takes longer
# than collecting them, and each process that a test starts compiles the package anew.
sys.dont_write_bytecode = False
os.environ["PYTHONDONTWRITEBYTECODE"] = ""

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
DEEP_TIMEOUT = 3600


def pytest_addoption(parser: pytest.Parser) -> None:
    selection.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(selection)
    # Games are slow examples and their time varies with the machine: a count of examples, no deadline.
    calm: dict[str, Any] = {
        "deadline": None,
        "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
    }
    settings.register_profile("normal", max_examples=40, derandomize=True, **calm)
    settings.register_profile("deep", max_examples=2000, **calm)
    settings.load_profile("deep" if config.getoption("--deep") else "normal")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--deep"):
        for item in items:
            item.add_marker(pytest.mark.timeout(DEEP_TIMEOUT))
    # Browser tests last: once Playwright has started, its event loop counts as running, and no async test can run.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the findings of passing tests: `record_property("told", text)`."""
    told = [
        str(value)
        for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == "told"
    ]
    if told:
        terminalreporter.section("told")
        for line in sorted(told):
            terminalreporter.write_line(line)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, object, object]:
    """Give every entry of a traceback a line.

    The timeout's signal can strike at an instruction that belongs to no line; pytest then fails inside itself, and the
    whole worker is lost instead of one test.
    """
    if call.excinfo is not None:
        entries = []
        entry = call.excinfo.tb
        while entry is not None:
            entries.append(entry)
            entry = entry.tb_next
        if any(entry.tb_lineno is None for entry in entries):
            mended = None
            for entry in reversed(entries):
                line = entry.tb_lineno or entry.tb_frame.f_code.co_firstlineno
                mended = TracebackType(mended, entry.tb_frame, entry.tb_lasti, line)
            call.excinfo = pytest.ExceptionInfo.from_exception(call.excinfo.value.with_traceback(mended))
    return (yield)


@pytest.fixture(autouse=True)
def _untraced(request: pytest.FixtureRequest) -> Iterator[None]:
    """Coverage says what named tests reach, not what random games and long searches happen to; tracing them takes five
    times their time."""
    stopped = []
    # A worker measures twice, itself and as a process that was begun by one that measures.
    while request.node.get_closest_marker("untraced") and (current := coverage.Coverage.current()) is not None:
        current.stop()
        stopped.append(current)
    yield
    for one in reversed(stopped):
        one.start()


@pytest.fixture(scope="session")
def deep(request: pytest.FixtureRequest) -> bool:
    """Whether the large counts were asked for."""
    return bool(request.config.getoption("--deep"))


@pytest.fixture(scope="session")
def count(deep: bool) -> Callable[[int, int], int]:
    """`count(normal, deep)`: how many games to play."""

    def choose(normal: int, many: int) -> int:
        return many if deep else normal

    return choose


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, which the server runs on; they need no mark."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests write no game and no setting into the person's own folders. Compiled rules may stay where they are."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name.lower())))
        yield


def _missing(what: str) -> None:
    """A part of the machine is not there: in CI that is a failure, elsewhere a skip that is reported."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing, and CI must have it", pytrace=False)
    pytest.skip(f"{what} is missing on this machine")


# ---------------------------------------------------------------- browser


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chrome or Chromium of this machine (Playwright's own download is not needed)."""
    found = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=False)
    if found.returncode:
        _missing("Chrome or Chromium")
    return found.stdout.strip()


SWITCHED_OFF = (
    # The address bar of each window has pages of its own. They take more time than the page that is tested.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # The last list counts, so these are Playwright's.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *(
        "DestroyProfileOnBrowserClose",
        "HttpsFirstBalancedModeAutoEnable",
        "HttpsUpgrades",
        "LensOverlay",
        "MediaRouter",
    ),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that only take time here."""


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """A running headless Chromium; `chromium.new_context(viewport=...)` gives a test a person of its own."""
    from playwright.sync_api import sync_playwright

    quiet = [
        f"--disable-features={','.join(SWITCHED_OFF)}",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
        "--disable-gpu",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet.append("--no-sandbox")  # Chromium refuses to run as root with its sandbox
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=quiet)
        yield browser
        browser.close()


# ---------------------------------------------------------------- PostgreSQL


def _postgres_program(name: str) -> str | None:
    """PostgreSQL's server programs are not on the PATH in Debian; the newest version is taken."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: int(p.parts[4]))
    return str(places[-1]) if places else shutil.which(name)


def _execute(url: str, sql: str) -> None:
    """One statement; in a thread of its own, since Playwright's event loop may be running in this one."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


def _end_with_parent() -> None:
    """A test run that is killed leaves no server behind (Linux only)."""
    if sys.platform == "linux":
        set_death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGINT)


class PostgresServer:
    """A PostgreSQL of our own on a free port of the loopback, which can be stopped and started."""

    def __init__(self, initdb: str, postgres: str) -> None:
        # PostgreSQL does not run as root; Debian's package brings a user for it. pytest's own folders are closed to others.
        self.folder = Path(tempfile.mkdtemp(prefix="enginehouse-postgres-"))
        self._as_user: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            self._as_user["user"] = "postgres"
            shutil.chown(self.folder, "postgres")
        data = self.folder / "data"
        made = subprocess.run(
            [initdb, "-D", data, "-U", "enginehouse", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            capture_output=True,
            text=True,
            check=False,
            **self._as_user,
        )
        assert made.returncode == 0, made.stderr
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [postgres, "-D", str(data), "-p", str(self.port)]
        for setting in ("fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories="):
            self._command += ["-c", setting]
        self.url = f"postgresql+asyncpg://enginehouse@127.0.0.1:{self.port}"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                self._command, stdout=log, stderr=log, preexec_fn=_end_with_parent, **self._as_user
            )
        for _ in range(200):
            if self._server.poll() is not None:
                pytest.fail(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}", pytrace=False)
            try:
                self.execute("SELECT 1")
                return
            except (OSError, asyncpg.CannotConnectNowError):
                time.sleep(0.05)

    def execute(self, sql: str, database: str = "postgres") -> None:
        """Execute a statement in a database."""
        _execute(f"postgresql://enginehouse@127.0.0.1:{self.port}/{database}", sql)

    def stop(self) -> None:
        """Stop it, whoever is connected."""
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)  # "fast": does not wait for connections that a test left open
            self._server.wait(20)
            self._server = None


def _own_postgres() -> Iterator[PostgresServer]:
    initdb, postgres = _postgres_program("initdb"), _postgres_program("postgres")
    if not initdb or not postgres:
        _missing("PostgreSQL")
        return
    server = PostgresServer(initdb, postgres)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _postgres_server() -> Iterator[str]:
    """A PostgreSQL of our own, gone after the tests: its address without a database."""
    for server in _own_postgres():
        yield server.url


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL for one test, which may stop and start it; mark the test with `postgres`."""
    yield from _own_postgres()


def _new_database(server: str, template: str = "template1") -> str:
    name = f"test_{uuid.uuid4().hex}"
    admin = server.replace("+asyncpg", "") + "/postgres"
    _execute(admin, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return f"{server}/{name}"


@pytest.fixture
def postgres_url(_postgres_server: str) -> str:
    """The URL of a fresh, empty PostgreSQL database; mark the test with `postgres`."""
    return _new_database(_postgres_server)


@pytest.fixture(scope="session")
def _postgres_template(_postgres_server: str) -> str:
    """The name of a database on which all migrations have run."""
    import migrated

    url = _new_database(_postgres_server)
    migrated.bring_up_to_date(url)
    return url.rpartition("/")[2]


@pytest.fixture
def migrated_postgres_url(_postgres_server: str, _postgres_template: str) -> str:
    """The URL of a fresh PostgreSQL database that is up to date; mark the test with `postgres`."""
    return _new_database(_postgres_server, _postgres_template)
