"""Requests that are not what they should be: each gets a status and a sentence, none breaks anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from handclock import SeededChance
from starlette.testclient import TestClient
from wire import ask

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.web.middleware import find_host

SAME = {"sec-fetch-site": "same-origin"}
JSON = {**SAME, "accept": "application/json", "content-type": "application/json"}
DIGITS = "9" * 5000

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
def client(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[TestClient]:
    """A browser; nothing it does may be logged as a fault."""
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}"), chance=SeededChance())
    with TestClient(app, base_url="http://localhost", headers=SAME, raise_server_exceptions=False) as one:
        yield one
    assert not [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


@pytest.fixture
def table(client: TestClient) -> str:
    """A table of two whose seats are both the client's."""
    form = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me"}
    return str(client.post("/new", data=form, follow_redirects=False).headers["location"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"se\xe9t":0}', "it is not UTF-8"),
        (b'{"seat":"\\ud800"}', "half of a surrogate pair"),
        (b'{"\\udc00":0}', "half of a surrogate pair"),
        (b'{"seat":"\0"}', "control character in it is not escaped (byte 9)"),
        (b'{"seat":' + DIGITS.encode() + b"}", "out of range"),
        (b'{"seat":' + b"9" * 4000 + b"}", "whole number"),
        (b'{"seat":' + b"9" * 4301 + b"}", "out of range"),
        (b'{"seat":NaN}', "flat JSON"),
        (b'{"seat":1e9}', "flat JSON"),
        (b'{"seat":' + b"[" * 16_000 + b"}", "flat JSON"),
        (b"[" * 16_000, "flat JSON"),
        (b'{"seat":"\xc2\xb2"}', "whole number"),
        (b"\xef\xbb\xbf{}", "whole number"),
        ('{"seat":0}'.encode("utf-16"), "it is UTF-16"),
        (b"\x1f\x8b\x08\0", "compressed with gzip"),
    ],
)
def test_an_unreadable_body_is_refused_with_a_sentence(client: TestClient, table: str, body: bytes, said: str) -> None:
    for path in ("act", "undo", "standing"):
        answer = client.post(f"{table}/{path}", content=body, headers=JSON)
        assert answer.status_code == 400, answer.text
        error = answer.json()["error"]
        assert error["code"] == "unreadable" and said in error["sentence"]


def test_half_a_character_in_an_action_is_refused_with_a_sentence(client: TestClient, table: str) -> None:
    body = b'{"seat":0,"decision":0,"act":"\\ud800"}'
    assert client.post(f"{table}/act", content=body, headers=JSON).status_code == 400


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n'


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        (FORM, b"name=\xe9", "not UTF-8 (byte 5)"),
        (FORM, b"name=%E9", "percent-encoded, but not from UTF-8"),
        (FORM, b"name=%ED%A0%80", "percent-encoded, but not from UTF-8"),
        (FORM, b"&".join(b"a%d=1" % k for k in range(200)), "more than 100 fields"),
        (FORM, b'{"name": "Ann"}', "his body is JSON, and its content type says that it is a form"),
        (
            "application/json",
            b"name=Ann&game=switchyard",
            "his body is a form, and its content type says application/json",
        ),
        ("text/plain", b"name=Ann", "cannot read a body of the type text/plain"),
        ("multipart/form-data", PART + b"Ann\r\n--b--", "names no boundary"),
        (PARTS, PART + b"\xff\r\n--b--", "not UTF-8 (byte 0)"),
        (PARTS, PART + b"Ann", "does not end with its boundary"),
        (PARTS, b"--b\r\n" + b"x" * 2000 + b"\r\n\r\n\r\n--b--", "no head that ends within"),
        (PARTS, (PART + b"Ann\r\n") * 21 + b"--b--", "more than 20 parts"),
    ],
)
def test_an_unreadable_form_is_refused_with_a_sentence(client: TestClient, kind: str, body: bytes, said: str) -> None:
    for path in ("/new", "/upload"):
        answer = client.post(path, content=body, headers={"content-type": kind, "accept": "application/json"})
        assert answer.status_code == (415 if kind == "text/plain" else 400)
        assert said in answer.json()["error"]["sentence"], answer.text


def test_a_form_with_parts_is_read_everywhere(client: TestClient) -> None:
    fields = {"game": "switchyard", "name": "Änne", "seat-0": "me", "seat-1": "me"}
    body = "".join(PART.decode().replace('"name"', f'"{name}"') + f"{value}\r\n" for name, value in fields.items())
    headers = {"content-type": PARTS}
    answer = client.post("/new", content=f"{body}--b--".encode(), headers=headers, follow_redirects=False)
    assert answer.status_code == 303 and "Änne" in client.get("/me").text


@pytest.mark.parametrize("value", ["a.é", "é.a", "a.\x80\xff", '"a.\\351"', "a." + "x" * 5000])
def test_a_cookie_of_another_program_is_nobody_s(client: TestClient, value: str) -> None:
    headers = {b"cookie": f"enginehouse={value}".encode("latin-1")}
    assert client.get("/", headers=headers).status_code == 200


def test_an_origin_that_is_no_address_is_refused(client: TestClient) -> None:
    headers = {"origin": "http://[", "host": "localhost"}
    del client.headers["sec-fetch-site"]
    assert client.post("/new", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        f"/t/abcd2345/replay/{DIGITS}",
        f"/games/switchyard/parts/{DIGITS}.svg",
        "/games/switchyard/parts/99999999999.svg",
        "/assets/a%00.js",
        f"/assets/{'a' * 300}.js",
        f"/assets/{'a/' * 3000}a.js",
        "/assets/%2e%2e/app.py",
        "/assets/games/%00.css",
        "/assets/games/none.css",
        "/assets/vendor",
        "/t/%00/frame",
        "/games/%ff/rules",
    ],
)
def test_an_address_of_nothing_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("number", [DIGITS, "²", "NaN", "1e3", "%00", "--1", "%ff"])
def test_an_invalid_number_in_an_address_is_refused_with_a_sentence(
    client: TestClient, table: str, number: str
) -> None:
    for path in (f"{table}?seat={number}", f"{table}/frame?seat={number}", f"{table}/board.svg?seat={number}"):
        assert client.get(path).status_code == 400, path


@pytest.mark.parametrize("length", ["²", DIGITS, "-1", "1_0", " ", "99999999999999999999"])
def test_a_length_that_is_no_number_is_not_read(client: TestClient, length: str) -> None:
    answer = asyncio.run(ask(client.app, "POST", "/new", [(b"content-length", length.encode("latin-1"))]))
    assert answer.status == (413 if length.startswith("9") else 400)
    assert answer.status == 413 or b"Content-Length" in answer.body


@pytest.mark.parametrize(
    ("named", "host"),
    [
        (["localhost"], "localhost"),
        (["LocalHost.:8000"], "localhost"),
        (["my_box.home.arpa:80"], "my_box.home.arpa"),
        (["[::1]:8000"], "::1"),
        (["192.168.1.5"], "192.168.1.5"),
        (["localhost/x"], ""),
        (["localhost:abc"], ""),
        (["localhost:"], ""),
        (["[::1]x"], ""),
        (["evil@localhost"], ""),
        (["localhost localhost"], ""),
        (["locaLhost\u212a"], ""),
        (["localhost", "localhost"], ""),
        ([], ""),
    ],
)
def test_a_host_is_read_strictly(client: TestClient, named: list[str], host: str) -> None:
    assert find_host(named) == host
    headers = [(b"host", one.encode("utf-8")) for one in named]
    answer = asyncio.run(ask(client.app, "GET", "/health", headers, host=None))
    known = host in ("localhost", "::1", "192.168.1.5")
    assert answer.status == (400 if not host else 200 if known else 421)


def test_a_client_that_goes_away_in_the_middle_of_a_body_is_no_fault(client: TestClient) -> None:
    headers = [(b"content-length", b"100"), (b"sec-fetch-site", b"same-origin")]
    answer = asyncio.run(ask(client.app, "POST", "/new", headers, body=b"name=Ann", goes_away=True))
    assert answer.error is None and answer.status == 400


def test_huge_headers_get_an_answer(client: TestClient) -> None:
    many: list[Any] = [(b"x-%d" % k, b"y" * 1000) for k in range(300)]
    for headers in (
        many,
        [(b"accept", b"," * 100_000)],
        [(b"cookie", b"a=b; " * 20_000)],
        [(b"if-none-match", b'"' * 90_000)],
    ):
        assert asyncio.run(ask(client.app, "GET", "/assets/house.css", headers)).status == 200


TEXTS = ("{0}", "{9}{0}", "{1}{{0}}", "{0.__class__}", "%s%(0)s", "$name", "{seat}")


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_of_a_request_or_a_name_is_filled_in(client: TestClient, text: str) -> None:
    """In no refusal: neither of the page nor of the interface for programs."""
    form = {"game": "switchyard", "name": text, "seat-0": "me", "seat-1": "me"}
    table = str(client.post("/new", data=form, follow_redirects=False).headers["location"]).partition("?")[0]
    body = {"seat": 0, "decision": 0, "act": text}
    answer = client.post(f"{table}/act", json=body, headers=JSON)
    assert (
        answer.status_code == 400
        and f"there is no action '{text}'".lower() in answer.json()["error"]["sentence"].lower()
    )
    opened = {"game": "switchyard", "name": text, "seats": ["me", "me"]}
    made = client.post("/api/v1/tables", json=opened, headers={"content-type": "application/json"}).json()
    token = {"authorization": f"Bearer {made['seats'][0]['token']}"}
    played = client.post(f"/api/v1/tables/{made['table']}/act", json={"decision": 0, "act": text}, headers=token)
    assert played.status_code == 400 and f"'{text}'" in played.json()["error"]["sentence"]
    for path, fields in ((f"{table}/about", {"piece": text}), (f"{table}/why", {"piece": text, "picked": text})):
        assert "Ann" not in client.post(path, json={"seat": 0, **fields}, headers=JSON).text


@pytest.mark.parametrize("name", ["\0", "\u200b\u2060", "\x07 \x07"])
def test_an_invisible_text_is_distinguished_from_an_empty_one(client: TestClient, name: str) -> None:
    form = {"game": "switchyard", "seat-0": "me", "seat-1": "me"}
    for sent, said in ((name, "This name looks empty"), (" ", "enter your name")):
        answer = client.post("/new", data={**form, "name": sent}, headers={"accept": "application/json"})
        assert answer.status_code == 400 and said in answer.json()["error"]["sentence"]
    table = str(client.post("/new", data={**form, "name": "Ann"}, follow_redirects=False).headers["location"])
    for sent, said in ((name, "This message looks empty"), (" ", "message is empty")):
        answer = client.post(f"{table.partition('?')[0]}/say", json={"text": sent}, headers=JSON)
        assert answer.status_code == 400 and said in answer.json()["error"]["sentence"]


def test_a_query_that_is_not_utf_8_is_refused_with_a_sentence(client: TestClient, table: str) -> None:
    table = table.partition("?")[0]
    for path in (f"{table}/frame?seat=%ff", f"{table}/frame?seat=%ED%A0%80&x=1"):
        answer = client.get(path, headers={"accept": "application/json"})
        assert answer.status_code == 400 and "percent-encoded in this address" in answer.json()["error"]["sentence"]
    answer = client.get(f"{table}/frame?seat=%EF%BF%BD", headers={"accept": "application/json"})
    assert "Seat is a whole number" in answer.json()["error"]["sentence"], "the very character was sent"
