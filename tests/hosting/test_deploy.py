"""What `deploy/` holds works: the container's steps in a clean folder, the unit, and both proxies in front of a table.

Where a program is not there its test is skipped; `.ci/run` installs those that Debian has.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from serving import Served, served

from enginehouse.table.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
IGNORED = [
    one.removeprefix("**/") for one in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if one[:1] != "#"
]
LEFT_OUT = shutil.ignore_patterns(*IGNORED)
pytestmark = [pytest.mark.untraced, pytest.mark.timeout(900), pytest.mark.beside_compiled]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def needs(program: str) -> str:
    """The program, or the test is skipped."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def open_soon(address: str, seconds: float = 30.0, **more: Any) -> Any:
    """Return the response of an address, as soon as there is one."""
    end, headers = time.monotonic() + seconds, more.pop("headers", {})
    while True:
        try:
            return urlopen(Request(address, headers=headers), timeout=5, **more)
        except (URLError, ConnectionError, TimeoutError):  # a busy machine takes its time over the first page
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


# ---------------------------------------------------------------- the container


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, in order."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


class Stages:
    """The steps of a Containerfile, done in a folder that stands for the image's root. What only an image has (a base, users,
    volumes) is left out, and noted."""

    def __init__(self, root: Path) -> None:
        self.root, self.left_out = root, list[str]()
        self.here = root
        self.environ = {name: os.environ[name] for name in os.environ if not name.startswith("ENGINEHOUSE")}
        self.command = self.health = ""

    def inside(self, text: str) -> str:
        """A command with the image's folders in the place of this machine's."""
        return re.sub(r"(?<![\w.:])(/)(?=(opt|src|var/lib/enginehouse)\b)", f"{self.root}/", text)

    def do(self, word: str, rest: str) -> None:
        if word == "WORKDIR":
            self.here = Path(self.inside(rest))
            self.here.mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and rest == ". .":
            shutil.copytree(ROOT, self.here, ignore=LEFT_OUT, dirs_exist_ok=True)
        elif word == "RUN" and not rest.startswith("useradd"):
            subprocess.run(["sh", "-ec", self.inside(rest)], cwd=self.here, env=self.environ, check=True)
        elif word == "ENV":
            name, _, value = rest.replace("$PATH", os.environ["PATH"]).partition("=")
            self.environ[name] = (
                re.sub("(?<=sqlite:///)", str(self.root), value) if "sqlite" in value else self.inside(value)
            )
        elif word == "HEALTHCHECK":
            self.health = self.inside(rest.removeprefix("CMD "))
        elif word == "CMD":
            self.command = self.inside(rest)
        else:
            self.left_out.append(word)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """The finished steps of the Containerfile, from a copy of the sources alone."""
    root = tmp_path_factory.mktemp("image")
    stages = Stages(root)
    for word, rest in instructions((DEPLOY / "Containerfile").read_text("utf-8")):
        stages.do(word, rest)
    shutil.rmtree(root / "src")  # the second stage has the environment alone
    return stages


@contextmanager
def container(image: Stages, **variables: str) -> Iterator[str]:
    """Run the command of an image with more variables, and give its address. Its log has to be JSON, and its health right."""
    port = free_port()
    command = image.command.replace("--port 8000", f"--port {port}").replace("0.0.0.0", "127.0.0.1")
    health = ["sh", "-ec", image.health.replace(":8000", f":{port}")]
    environ = {**image.environ, **variables}
    process = subprocess.Popen(["sh", "-c", command], cwd=image.here, env=environ, stderr=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{port}"
        subprocess.run(health, env=environ, check=True, timeout=30)
    finally:
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=20)
    assert process.returncode == 0 and all(json.loads(line)["says"] for line in log.splitlines())
    assert subprocess.run(health, env=environ, check=False, capture_output=True).returncode != 0


@pytest.mark.deep  # it installs everything anew
def test_the_steps_of_the_container_give_a_table(image: Stages) -> None:
    """With nothing of ours in the environment."""
    assert set(image.left_out) == {"FROM", "COPY", "RUN", "USER", "VOLUME", "EXPOSE"}
    with container(image) as address:
        assert b"Mechanica" in open_soon(f"{address}/").read()
        assert (image.root / "var/lib/enginehouse/tables.sqlite3").exists()


@pytest.fixture
def services() -> dict[str, Any]:
    """The services of the compose file by name."""
    yaml = pytest.importorskip("yaml")
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"])


def test_the_services_share_a_password_that_is_not_written_down(services: dict[str, Any]) -> None:
    database, table = services["database"]["environment"], services["table"]["environment"]
    assert database["POSTGRES_PASSWORD"].startswith("${ENGINEHOUSE_DB_PASSWORD:?")
    (url,) = [one for one in table if one.startswith("ENGINEHOUSE_DB_URL=")]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert url.partition("=")[2] == f"postgresql+asyncpg://{user}:${{ENGINEHOUSE_DB_PASSWORD}}@database/{name}"
    known = {f"ENGINEHOUSE_{field.name.upper()}" for field in fields(Settings)}
    assert {one.partition("=")[0] for one in table} <= known
    build = services["table"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == (DEPLOY / "Containerfile").resolve()


@pytest.mark.deep
@pytest.mark.postgres
def test_the_services_give_a_table_with_postgresql(image: Stages, services: dict[str, Any], own_postgres: Any) -> None:
    """The table's service with its command and variables. A PostgreSQL of ours stands for the other service."""
    database = services["database"]["environment"]
    server = own_postgres.url.rpartition("@")[2]
    own_postgres.execute(f"CREATE DATABASE {database['POSTGRES_DB']}")
    variables = {
        name: value.replace("${ENGINEHOUSE_DB_PASSWORD}", "secret").replace("@database/", f"@{server}/")
        for name, _, value in (one.partition("=") for one in services["table"]["environment"])
        if value
    }
    with container(image, **variables) as address:
        assert b"Mechanica" in open_soon(f"{address}/").read()
    own_postgres.execute("SELECT count(*) FROM tables", database["POSTGRES_DB"])  # an error if they are not there


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    program = needs("systemd-analyze")
    unit = (DEPLOY / "enginehouse.service").read_text("utf-8")
    here = tmp_path / "enginehouse.service"
    started = str(Path(sys.executable).with_name("enginehouse"))
    here.write_text(unit.replace("/opt/enginehouse/bin/enginehouse", started))
    done = subprocess.run([program, "verify", "--man=no", str(here)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "enginehouse.service" not in done.stderr, done.stderr
    here.write_text(
        unit.replace("/opt/enginehouse/bin/enginehouse", started).replace("RestartSec=2", "RestartSec=soon")
    )
    done = subprocess.run([program, "verify", "--man=no", str(here)], capture_output=True, text=True, check=False)
    assert "RestartSec" in done.stderr or "soon" in done.stderr


def test_the_unit_cannot_reach_files_that_it_does_not_need(tmp_path: Path) -> None:
    """As the page says; systemd's own count of what is left open is from 0 to 10 (a unit that says nothing has 9.6)."""
    program = needs("systemd-analyze")
    unit = (DEPLOY / "enginehouse.service").read_text("utf-8")
    said = {name: value for name, _, value in (line.partition("=") for line in unit.splitlines())}
    assert (said["UMask"], said["ProtectSystem"], said["ProtectHome"]) == ("0077", "strict", "yes")
    assert "MemoryDenyWriteExecute" not in said, "rules are compiled into memory"
    done = subprocess.run(
        [program, "security", "--offline=yes", "--no-pager", "--threshold=25", str(DEPLOY / "enginehouse.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


# ---------------------------------------------------------------- proxies


@contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Served]:
    """A table that a proxy stands before."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=200) as one:
        yield one


def watched_through(proxy: str, table_server: Served, context: ssl.SSLContext | None = None) -> None:
    """Through a proxy: the lobby, a table, its stream at once, and what happens there as soon as it happens."""
    assert b"Enginehouse" in open_soon(f"{proxy}/", context=context).read()
    body = json.dumps({"game": "switchyard", "seats": ["me", "bot:random"], "name": "Ann", "watched": True}).encode()
    made = json.load(
        urlopen(
            Request(f"{proxy}/api/v1/tables", body, {"content-type": "application/json"}), context=context, timeout=5
        )
    )
    here, token = f"/api/v1/tables/{made['table']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}
    browser = {"accept": "text/event-stream", "accept-encoding": "gzip, deflate, br, zstd"}
    stream = urlopen(Request(f"{proxy}{here}/events", headers=token | browser), context=context, timeout=10)
    page = urlopen(Request(f"{proxy}/t/{made['table']}/stream", headers=browser), context=context, timeout=10)
    assert next(page) == b"event: frame\n"
    look = json.loads(next(line for line in stream if line.startswith(b"data: "))[6:])["look"]
    act = {"decision": look["decision"], "act": look["actions"][0]["name"]}
    # Past the proxy, so that nothing but its own haste brings the news.
    asked = Request(
        table_server.url + f"{here}/act", json.dumps(act).encode(), {"content-type": "application/json", **token}
    )
    urlopen(asked, timeout=5).close()
    began = time.monotonic()
    assert json.loads(next(line for line in stream if line.startswith(b'data: {"look"'))[6:])["look"]["story"] > 0
    assert b"event: patch\n" in page
    assert time.monotonic() - began < 2
    for one in (stream, page):
        assert one.headers["content-encoding"] == "identity", "nothing on the way compresses it"
        one.close()
    # A form as a browser sends it that tells no more than the origin: name and port must arrive as they were typed.
    form = b"game=switchyard&name=Ann&seat-0=me&seat-1=open"
    posted = urlopen(Request(f"{proxy}/new", form, {"origin": proxy}), context=context, timeout=5)
    assert re.search("/t/[a-z0-9]+", posted.url) and b"Ann" in posted.read()
    with pytest.raises(HTTPError, match="403"):
        urlopen(Request(f"{proxy}/new", form, {"origin": "https://elsewhere.example"}), context=context, timeout=5)


def test_nginx_stands_before_a_table(behind: Served, tmp_path: Path) -> None:
    program, port = needs("nginx"), free_port()
    key, certificate = tmp_path / "key", tmp_path / "pem"
    subprocess.run(
        [needs("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    plain = free_port()
    for written, here in (("443", port), ("80", plain)):
        assert f"listen {written}" in site and f"listen [::]:{written}" in site
        site = site.replace(f"listen {written}", f"listen 127.0.0.1:{here}")
        site = site.replace(f"listen [::]:{written}", f"listen [::1]:{here}")
    site = site.replace("http://127.0.0.1:8000", behind.url.rstrip("/"))
    site = site.replace("/etc/ssl/games.example.org.pem", str(certificate)).replace(
        "/etc/ssl/games.example.org.key", str(key)
    )
    site = site.replace("games.example.org", "localhost")
    whole = tmp_path / "whole.conf"
    temporary = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\n"
        f"http {{ access_log off; gzip on; gzip_types *; {temporary}\n{site}}}"
    )
    subprocess.run([program, "-t", "-q", "-e", "stderr", "-c", str(whole)], check=True)
    with running(program, "-e", "stderr", "-c", str(whole)):
        context = ssl.create_default_context(cafile=str(certificate))
        watched_through(f"https://localhost:{port}", behind, context)
        context.set_alpn_protocols(["h2", "http/1.1"])
        with (
            socket.create_connection(("localhost", port)) as plainly,
            context.wrap_socket(plainly, server_hostname="localhost") as secure,
        ):
            assert secure.selected_alpn_protocol() == "http/1.1", (
                "a page needs new connections after a change of network"
            )
        asked = HTTPConnection("localhost", plain, timeout=5)
        asked.request("GET", "/t/abc?x=1")
        assert asked.getresponse().headers["location"] == "https://localhost/t/abc?x=1"
        asked.close()


def test_nginx_passes_a_table_on_below_a_path(tmp_path: Path) -> None:
    """The file with the change that `docs/host.md` names, beside other pages of the same host."""
    program, port = needs("nginx"), free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "location /club/ {" in (ROOT / "docs" / "host.md").read_text("utf-8")
    place = site[site.index("    location / {") : site.rindex("}")].replace("location / {", "location /club/ {")
    temporary = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = tmp_path / "whole.conf"
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, path="/club/") as server:
        assert server.url.endswith("/club")
        place = place.replace("http://127.0.0.1:8000", server.url.removesuffix("/club"))
        whole.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\n"
            f"http {{ access_log off; gzip on; gzip_types *; {temporary}\n"
            f"server {{ listen 127.0.0.1:{port}; location / {{ return 200 other; }}\n{place} }} }}"
        )
        with running(program, "-e", "stderr", "-c", str(whole)):
            host = f"http://127.0.0.1:{port}"
            assert open_soon(f"{host}/").read() == b"other"
            lobby = open_soon(f"{host}/club/").read().decode()
            for link in set(re.findall(r'(?:href|src)="(/[^"#]*)"', lobby)):
                assert link.startswith("/club/") and open_soon(host + link).status == 200, link
            watched_through(f"{host}/club", server)


class _Named(BaseHTTPRequestHandler):
    """Answers with the port it listens on."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(str(self.connection.getsockname()[1]).encode())

    def log_message(self, *said: object) -> None:
        """Nothing."""


def test_nginx_sends_all_that_is_asked_of_a_table_to_one_process(tmp_path: Path) -> None:
    program, port = needs("nginx"), free_port()
    both = [ThreadingHTTPServer(("127.0.0.1", 0), _Named) for _ in range(2)]
    for one in both:
        threading.Thread(target=one.serve_forever, daemon=True).start()
    site = (DEPLOY / "nginx-processes.conf").read_text("utf-8")
    for written, one in zip(("8000", "8001"), both, strict=True):
        assert f"server 127.0.0.1:{written};" in site
        site = site.replace(f"127.0.0.1:{written}", f"127.0.0.1:{one.server_address[1]}")
    whole = tmp_path / "whole.conf"
    temporary = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\nhttp {{ access_log off; {temporary}\n{site}"
        f"server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://enginehouse; }} }} }}"
    )

    def answered(path: str) -> str:
        return str(open_soon(f"http://127.0.0.1:{port}{path}").read().decode())

    with running(program, "-e", "stderr", "-c", str(whole)):
        by_table = {}
        for number in range(30):
            table = f"k{number}x7"
            paths = (f"/t/{table}", f"/t/{table}/stream?seat=1", f"/t/{table}/act", f"/api/v1/tables/{table}/stream")
            (by_table[table],) = {answered(path) for path in paths}
        assert min(list(by_table.values()).count(str(one.server_address[1])) for one in both) >= 5, "both have tables"
        # One that is gone costs nothing but the other's time.
        both[0].shutdown()
        both[0].server_close()
        assert {answered(f"/t/{table}") for table in by_table} == {str(both[1].server_address[1])}
    both[1].shutdown()
    both[1].server_close()


@pytest.mark.parametrize("encode", ["", "encode zstd gzip"], ids=["plain", "compressing"])
def test_caddy_stands_before_a_table(behind: Served, tmp_path: Path, encode: str) -> None:
    """The file as it is, and with the line that most files of hosts have."""
    program, port = needs("caddy"), free_port()
    site = (DEPLOY / "Caddyfile").read_text("utf-8")
    site = re.sub(r"^games\.example\.org {", f"http://127.0.0.1:{port} {{\n\t{encode}", site, flags=re.M)
    site = site.replace("127.0.0.1:8000", behind.url.rstrip("/").removeprefix("http://"))
    whole = tmp_path / "Caddyfile"
    whole.write_text(site.replace("{\n", "{\n\tadmin off\n", 1))
    subprocess.run(
        [program, "validate", "--adapter", "caddyfile", "--config", str(whole)], check=True, capture_output=True
    )
    adapted = subprocess.run(
        [program, "adapt", "--adapter", "caddyfile", "--config", str(whole)], check=True, capture_output=True
    )
    servers = json.loads(adapted.stdout)["apps"]["http"]["servers"].values()
    assert {tuple(one["protocols"]) for one in servers} == {("h1",)}, "as with nginx"
    with running(program, "run", "--adapter", "caddyfile", "--config", str(whole)):
        watched_through(f"http://127.0.0.1:{port}", behind)
