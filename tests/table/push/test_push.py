"""Notifications: to public addresses only, without content, to those alone who do not look on, and never in the way of a move."""

from __future__ import annotations

import asyncio
import base64
import datetime
import ipaddress
import json
import logging
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from handclock import HandClock, SeededChance, settle
from opened import ANN, BOB, TableOf, act, play_note
from sqlalchemy import select
from wire import Browser

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.table.app import create_app
from enginehouse.table.extras import pushing
from enginehouse.table.extras.pushing import NOTES_AFTER_S, TELLS_AFTER_S, Pushing
from enginehouse.table.play.registry import Registry
from enginehouse.table.push import post
from enginehouse.table.push.keys import Keys, new_key
from enginehouse.table.push.post import NotPublic, Way, check_address, is_public
from enginehouse.table.settings import Settings
from enginehouse.table.store.pushes import Push
from enginehouse.table.store.schema import PUSHES

pytestmark = pytest.mark.usefixtures("no_workers")
CONTACT = "mailto:host@example.org"
HERE = "https://push.example.org/send/abc?x=1"
SOON = NOTES_AFTER_S + TELLS_AFTER_S


# ---------------------------------------------------------------- where a post may go


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",  # a cloud's own services
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "fe80::1",
        "fec0::1",  # a network at home, by an old name
        "fe80::1%eth0",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "2002:7f00:1::1",  # 6to4 of 127.0.0.1
        "2001:0:7f00:1::1",  # Teredo
        "64:ff9b::7f00:1",  # NAT64 of 127.0.0.1
        "2001:db8::1",
        "localhost",
        "",
    ],
)
def test_no_other_address_is(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://localhost/a",
        "https://push.example.org:8443/a",
        "https://push.example.org:0/a",
        "https://push.example.org:x/a",
        "https://me@push.example.org/a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nHost: x.example.org",
        "https://push.exämple.org/a",
        "https:///a",
        "https://push.example.org/" + "a" * 1000,
        "//push.example.org/a",
        "abc",
    ],
)
def test_an_address_outside_push_services_is_refused(endpoint: str) -> None:
    with pytest.raises(Unreadable, match="push service"):
        check_address(endpoint)


def test_what_is_one_is_taken() -> None:
    for endpoint in (HERE, "https://push.example.org:443/a", "https://web.push.apple.com/Q-x_1=="):
        assert check_address(endpoint) == endpoint


# ---------------------------------------------------------------- the post


class Service:
    """A push service on this machine, which keeps what it was sent and says what the test wants."""

    def __init__(self, folder: Path) -> None:
        self.says = b"HTTP/1.1 201 Created\r\nlocation: /x\r\n\r\n"
        self.got: list[bytes] = []
        self.certificate, self.port = folder / "service.pem", 0
        self._make_certificate()

    def _make_certificate(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "push.example.org")])
        now = datetime.datetime.now(datetime.UTC)
        made = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName("push.example.org")]), critical=False)
            .sign(key, hashes.SHA256())
        )
        form = serialization.Encoding.PEM
        private = key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.certificate.write_bytes(private + made.public_bytes(form))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.got.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(self.says)
        await writer.drain()
        if self.says:
            writer.close()

    async def start(self) -> asyncio.Server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def trusting(self) -> ssl.SSLContext:
        """As a machine would that knows the certificate."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def way(self, **more: Any) -> Way:
        """The way there: the name stands for this machine, which is let pass."""

        async def resolve(host: str) -> list[str]:
            return ["127.0.0.1"]

        given = {"resolve": resolve, "allowed": lambda _: True, "port": self.port, "tls": self.trusting, **more}
        return Way(**given)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    made = Service(tmp_path)
    server = await made.start()
    yield made
    server.close()


async def test_a_post_has_no_content(service: Service) -> None:
    assert await service.way().post(HERE, {"TTL": "60"}) == 201
    [got] = service.got
    lines = got.decode().split("\r\n")
    assert lines == [
        "POST /send/abc?x=1 HTTP/1.1",
        "Host: push.example.org",
        "Content-Length: 0",
        "Connection: close",
        "TTL: 60",
        "",
        "",
    ]


async def test_nothing_is_followed(service: Service) -> None:
    asked: list[str] = []

    async def resolve(host: str) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    service.says = b"HTTP/1.1 307 Elsewhere\r\nlocation: https://10.0.0.1/secrets\r\n\r\n"
    assert await service.way(resolve=resolve).post(HERE, {}) == 307
    assert len(service.got) == 1 and asked == ["push.example.org"]


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], []])
async def test_a_name_that_stands_for_this_machine_leads_nowhere(service: Service, found: list[str]) -> None:
    """By the real check, whatever else the name stands for."""

    async def resolve(host: str) -> list[str]:
        return found

    with pytest.raises(NotPublic):
        await service.way(resolve=resolve, allowed=is_public).post(HERE, {})
    assert not service.got and Way().allowed is is_public and Way().port == 443


async def test_the_address_that_was_checked_is_the_one_that_is_called(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is public when it is asked for and this machine a moment later."""
    answers, called = [["8.8.8.8"], ["127.0.0.1"]], []

    async def resolve(host: str) -> list[str]:
        return answers.pop(0)

    async def open_connection(host: str, port: int, **more: Any) -> Any:
        called.append((host, more["server_hostname"], more["ssl"].check_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr("enginehouse.table.push.post.asyncio.open_connection", open_connection)
    with pytest.raises(ConnectionRefusedError):
        await service.way(resolve=resolve, allowed=is_public).post(HERE, {})
    assert called == [("8.8.8.8", "push.example.org", True)] and len(answers) == 1


async def test_names_that_stand_for_this_machine_are_resolved_as_such() -> None:
    assert not any(is_public(one) for one in await post.resolve("localhost"))


async def test_who_is_not_who_it_says_gets_nothing(service: Service) -> None:
    with pytest.raises(ssl.SSLError):
        await service.way().post("https://other.example.org/a", {})
    with pytest.raises(ssl.SSLError):
        await service.way(tls=ssl.create_default_context).post(HERE, {})
    assert not service.got


@pytest.mark.parametrize(
    "says", [b"HTTP/1.1 " + b"2" * 100_000, b"220 smtp\r\n", b"HTTP/1.1 2000 no\r\n\r\n", b"\r\n\r\n"]
)
async def test_an_invalid_answer_is_a_failure(service: Service, says: bytes) -> None:
    service.says = says
    with pytest.raises(OSError, match="the answer is not HTTP"):
        await service.way().post(HERE, {})


async def test_a_service_that_says_nothing_is_not_waited_for(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.says = b""
    monkeypatch.setattr(post, "PATIENCE_S", 0.2)
    with pytest.raises(TimeoutError):
        await service.way().post(HERE, {})
    assert len(service.got) == 1


# ---------------------------------------------------------------- keys


def unpack(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_signature_is_that_of_the_house_for_one_service_and_half_a_day() -> None:
    keys = Keys(new_key(), CONTACT)
    header = keys.authorization(HERE, 1000.0)
    token, public = header.removeprefix("vapid t=").split(", k=")
    assert public == keys.public and len(unpack(public)) == 65
    said, _, signature = token.rpartition(".")
    head, claims = (json.loads(unpack(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {"aud": "https://push.example.org", "exp": 1000 + 12 * 3600, "sub": CONTACT}
    r, s = (int.from_bytes(unpack(signature)[at : at + 32], "big") for at in (0, 32))
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpack(public))
    known.verify(utils.encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256()))
    assert keys.authorization("https://push.example.org/another", 1000 + 6 * 3600 - 1) == header
    assert keys.authorization(HERE, 1000 + 6 * 3600) != header
    assert keys.authorization("https://other.example.org/a", 1000) != header


def test_a_wrong_key_is_refused_without_printing_it() -> None:
    good = new_key()
    for wrong in ("secret", good[:-2], "é" * 43, "A" * 43, "/" * 43):
        with pytest.raises(Unreadable, match="push-keys") as told:
            Keys(wrong, CONTACT)
        assert wrong not in str(told.value) and told.value.__cause__ is None
    for contact in ("", "host@example.org", "mailto:a b"):
        with pytest.raises(Unreadable, match="push_contact"):
            Keys(good, contact)
    with pytest.raises(Unreadable, match="push_contact"):
        create_app(Settings(push_key=good))


def test_the_command_creates_the_key_for_the_settings() -> None:
    said = CliRunner().invoke(main, ["push-keys", CONTACT])
    assert said.exit_code == 0
    given = dict(line.split("=", 1) for line in said.output.splitlines())
    assert Keys(given["ENGINEHOUSE_PUSH_KEY"], given["ENGINEHOUSE_PUSH_CONTACT"]).contact == CONTACT
    assert said.output != CliRunner().invoke(main, ["push-keys", CONTACT]).output
    assert CliRunner().invoke(main, ["push-keys", "me"]).exit_code != 0


def test_without_the_library_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.table.push import keys

    monkeypatch.setattr(keys, "find_spec", lambda name: None)
    with pytest.raises(Unreadable, match="push"):
        create_app(Settings(push_key="x", push_contact=CONTACT))


# ---------------------------------------------------------------- who is told, and when


class Told:
    """In the place of the way out: keeps what would have been posted; nothing is answered before `open` is set."""

    def __init__(self, status: int = 201) -> None:
        self.status, self.to = status, list[str]()
        self.headers: dict[str, str] = {}
        self.open = asyncio.Event()
        self.open.set()

    async def post(self, endpoint: str, headers: Mapping[str, str]) -> int:
        self.to.append(endpoint)
        self.headers = dict(headers)
        await self.open.wait()
        return self.status


def pushing_of(registry: Registry, told: Told) -> Pushing:
    made = Pushing.by(registry, Settings(push_key=new_key(), push_contact=CONTACT))
    made.way = told  # type: ignore[assignment]
    return made


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
async def pushes(registry: Registry, told: Told) -> AsyncIterator[Pushing]:
    """All tables are followed; Ann and Bob have browsers that want to be told."""
    made = pushing_of(registry, told)
    for person in (ANN, BOB):
        await registry.store.people.pushes.keep(Push(person, "", f"https://push.example.org/{person}", 0))
    yield made
    await made.close()


def to(*people: str) -> list[str]:
    return [f"https://push.example.org/{person}" for person in people]


async def test_a_player_to_act_who_looks_elsewhere_is_notified_once(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob", "Cat")
    await clock.advance(SOON - 0.1)
    assert told.to == []
    await clock.advance(0.2)
    assert told.to == to(ANN)
    assert told.headers.keys() == {"TTL", "Urgency", "Topic", "Authorization"}
    assert session.id not in repr(told.headers) and ANN not in repr(told.headers)
    await clock.advance(1000)
    assert told.to == to(ANN), "once"
    await act(session, 0, "move 1 2")
    await clock.advance(SOON)
    assert told.to == to(ANN, BOB)
    await act(session, 1, "move 1 2")
    await clock.advance(SOON)
    assert told.to == to(ANN, BOB), "Cat has not asked for it"
    assert pushes.came_to == {"sent": 2}


async def test_spectators_and_players_who_have_acted_are_not_notified(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob")
    with session.audience.viewer(0):
        await clock.advance(NOTES_AFTER_S)
    await clock.advance(1000)
    assert told.to == [], "she has seen it, and went away"
    await act(session, 0, "move 1 2")
    await clock.advance(NOTES_AFTER_S)
    with session.audience.viewer(1):
        await clock.advance(TELLS_AFTER_S)
    await clock.advance(1000)
    assert told.to == [], "he has just come"
    await act(session, 1, "move 1 2")
    await clock.advance(NOTES_AFTER_S + 1)
    await act(session, 0, "move 2 3")
    await clock.advance(1)
    assert told.to == [], "it is not her turn any more"
    await clock.advance(SOON)
    assert told.to == to(BOB), "what changed while it was looked is looked at again"


async def test_others_who_look_on_change_nothing(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob")
    with session.audience.viewer(1), session.audience.viewer(-1):
        await clock.advance(SOON)
    assert told.to == to(ANN)


async def test_in_a_secret_choice_each_player_is_notified_of_their_own(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock
) -> None:
    """Whoever has answered is not called any more; what the others do calls nobody again."""
    session = await table_of("Ann", "Bob", "Cat", window_ms=600_000)
    with session.audience.viewer(0):
        await play_note(session)
        await act(session, 2, "pass")
        await clock.advance(SOON)
    assert told.to == to(BOB)
    await act(session, 1, "pass")
    await clock.advance(30)
    assert told.to == to(BOB)


async def test_two_processes_tell_once_and_either_knows_who_looks_on(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock, elsewhere: Registry
) -> None:
    other, also = Told(), pushing_of(elsewhere, Told())
    also.way = other  # type: ignore[assignment]
    session = await table_of("Ann", "Bob")
    there = await elsewhere.get(session.id)
    await clock.advance(SOON)
    assert sorted(told.to + other.to) == to(ANN)
    await act(session, 0, "move 1 2")
    await there.catch_up()
    with there.audience.viewer(1):
        await clock.advance(SOON + 1)
    assert sorted(told.to + other.to) == to(ANN)
    await also.close()


async def test_after_a_restart_a_player_is_not_notified_again(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock, elsewhere: Registry
) -> None:
    session = await table_of("Ann", "Bob")
    await clock.advance(SOON)
    again, also = Told(), pushing_of(elsewhere, Told())
    also.way = again  # type: ignore[assignment]
    await elsewhere.get(session.id)
    await clock.advance(1000)
    assert (told.to, again.to) == (to(ANN), [])
    await also.close()


@pytest.mark.parametrize("status", [404, 410])
async def test_an_address_that_is_no_more_is_forgotten(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock, status: int
) -> None:
    told.status = status
    await table_of("Ann", "Bob")
    await clock.advance(SOON)
    assert told.to == to(ANN) and pushes.came_to == {"gone": 1}
    assert await pushes.registry.store.people.pushes.who([ANN, BOB]) == {BOB}


@pytest.mark.parametrize("status", [307, 400, 403, 429, 500])
async def test_another_answer_is_no_reason_to(
    pushes: Pushing, told: Told, table_of: TableOf, clock: HandClock, status: int
) -> None:
    told.status = status
    await table_of("Ann", "Bob")
    await clock.advance(SOON)
    assert told.to == to(ANN) and pushes.came_to == {"failed": 1}
    assert await pushes.registry.store.people.pushes.who([ANN, BOB]) == {ANN, BOB}


async def test_a_service_that_hangs_holds_up_nobody_and_no_more_waits_than_may(
    pushes: Pushing,
    told: Told,
    table_of: TableOf,
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(pushing, "MOST_WAITING", 6)
    told.open.clear()
    for number in range(10):
        await pushes.registry.store.people.pushes.keep(Push(ANN, str(number), f"https://push.example.org/{number}", 0))
    session = await table_of("Ann", "Bob")
    await clock.advance(SOON)
    assert len(told.to) == pushing.AT_ONCE and pushes.came_to == {"dropped": 5}
    began = time.monotonic()
    await act(session, 0, "move 1 2")
    assert time.monotonic() - began < 2 and session.state.match.decision(0) == 1
    told.open.set()
    await settle()
    assert len(told.to) == 6 and pushes.came_to["sent"] == 6
    assert "push.example.org" not in caplog.text


async def test_without_keys_nothing_is_followed(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    await registry.store.people.pushes.keep(Push(ANN, "", HERE, 0))
    silent = Pushing.by(registry, Settings())
    await table_of("Ann", "Bob")
    await clock.advance(SOON)
    assert silent.keys is None and not silent._looking and not registry.scheduler.also


# ---------------------------------------------------------------- who asks for it


@pytest.fixture
async def app(tmp_path: Path, clock: HandClock) -> AsyncIterator[Any]:
    settings = Settings(
        db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", push_key=new_key(), push_contact=CONTACT, requests_logged=True
    )
    app = create_app(settings, clock=clock, chance=SeededChance())
    app.state.shared.registry.sets_out = list
    app.state.shared.pushing.way = Told()
    async with app.router.lifespan_context(app):
        yield app


async def list_devices(app: Any) -> list[tuple[str, str]]:
    async with app.state.shared.registry.store.database.reading() as c:
        return [(row.device, row.endpoint) for row in await c.execute(select(PUSHES))]


async def test_a_browser_asks_for_it_and_takes_it_back(app: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, eve = Browser(app), Browser(app)
    assert json.loads((await eve.get("/me/push")).body) == {"key": "", "endpoint": ""}
    assert (await eve.post("/me/push", endpoint=HERE)).status == 403
    await ann.new("me", "open")
    key = app.state.shared.pushing.keys.public
    said = await ann.get("/me/push")
    assert json.loads(said.body) == {"key": key, "endpoint": ""} and said.headers["cache-control"] == "no-store"
    assert (await ann.post("/me/push", "application/json", endpoint="https://10.0.0.1/x")).status == 400
    assert (await ann.post("/me/push", "application/json", endpoint=HERE)).status == 204
    assert json.loads((await ann.get("/me/push")).body)["endpoint"] == HERE and await list_devices(app) == [("", HERE)]
    mine = json.loads((await ann.get("/me/data.json")).body)
    assert mine["notifications"][0]["endpoint"] == HERE
    assert "Gets a notification when it is your turn" not in await ann.page("/me/devices")  # no other browser is listed
    assert (await ann.post("/me/push", "application/json", endpoint="")).status == 204 and await list_devices(app) == []
    bob = Browser(app)
    await bob.new("me", "open", name="Bob")
    await ann.post("/me/push", endpoint=HERE)
    await bob.post("/me/push", endpoint=HERE)  # the same browser, another guest
    assert len(await list_devices(app)) == 1 and json.loads((await ann.get("/me/push")).body)["endpoint"] == ""
    assert "push.example.org" not in caplog.text


async def test_it_goes_with_the_device_and_with_the_guest(app: Any) -> None:
    ann, phone = Browser(app), Browser(app)
    await ann.new("me", "open")
    page = (await ann.post("/me/devices/link")).body.decode()
    await phone.post("/come", code=page.partition("/come#")[2].partition("<")[0], label="phone")
    await ann.post("/me/push", endpoint=HERE)
    for again in range(2):
        await phone.post("/me/push", endpoint=HERE + "2")
        [there] = [device for device, _ in await list_devices(app) if device]
        page = await ann.page("/me/devices")
        assert page.count("Gets a notification when it is your turn") == 2
        if again:
            assert (await ann.post("/me/devices/revoke", device=there)).status == 303
        else:
            assert (await ann.post("/me/push", endpoint="", device=there)).headers["location"] == "/me/devices"
        assert await list_devices(app) == [("", HERE)]
    await ann.post("/me/forget", sure="yes")
    assert await list_devices(app) == []


async def test_a_notification_leads_to_the_table_where_it_is_ones_turn(app: Any, clock: HandClock) -> None:
    ann, bob = Browser(app), Browser(app)
    first = await ann.new("me", "open")
    await bob.post(f"{first}/join", name="Bob")
    await bob.new("me", "open", name="Bob")
    assert (await bob.get("/me/turn")).headers["location"] == "/me"
    assert (await ann.get("/me/turn")).headers["location"] == first
    await ann.act(first, 0, 0, "move 1 2")
    assert (await ann.get("/me/turn")).headers["location"] == "/me"
    assert (await bob.get("/me/turn")).headers["location"] == first
    assert (await Browser(app).get("/me/turn")).status == 403


async def test_the_script_that_shows_them_lies_at_the_top(app: Any) -> None:
    answer = await Browser(app).get("/worker.js")
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    assert b"showNotification" in answer.body and b"fetch" not in answer.body


async def test_a_browser_learns_that_notifications_are_off(tmp_path: Path) -> None:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}"))
    async with app.router.lifespan_context(app):
        ann = Browser(app)
        await ann.new("me", "open")
        assert json.loads((await ann.get("/me/push")).body) == {"key": "", "endpoint": ""}
        assert (await ann.post("/me/push", endpoint=HERE)).status == 404 and await list_devices(app) == []
        assert (await ann.post("/me/push", "application/json", endpoint="")).status == 204


def test_the_check_of_addresses_is_no_setting() -> None:
    assert ipaddress.ip_address("8.8.8.8").is_global and Way() == Way(allowed=is_public)
