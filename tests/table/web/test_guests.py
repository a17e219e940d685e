"""The identity of a guest: a cookie that the server has signed, renewed before it grows old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock
from starlette.testclient import TestClient

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.web import guests
from enginehouse.table.web.guests import (
    DAY,
    RENEWED_AFTER,
    YEAR,
    KnownPerson,
    cookie_name,
    cookie_value,
    find_known,
    read_cookie,
)

NOW = 1_700_000_000.0


def secret_of(client: TestClient) -> str:
    """Return the key with which a server signs cookies."""
    app: Any = client.app
    return str(app.state.secret)


def test_only_signed_values_are_accepted() -> None:
    cookie = cookie_value("key", "ann", NOW)
    assert read_cookie("key", cookie, NOW) == KnownPerson("ann", renew=False)
    assert read_cookie("another key", cookie, NOW) is None
    person, date, signed = cookie.split(".")
    later = cookie_value("key", "ann", NOW + DAY).split(".")[1]
    for forged in (
        f"bob.{date}.{signed}",
        f"{person}.{later}.{signed}",
        f"{cookie}x",
        f"{person}.{signed}",
        "",
        ".",
        "é",
    ):
        assert read_cookie("key", forged, NOW) is None, forged


@pytest.mark.parametrize(
    ("age", "known"),
    [
        (-DAY, KnownPerson("ann", renew=False)),  # a clock that was set back shuts nobody out
        (RENEWED_AFTER - 1, KnownPerson("ann", renew=False)),
        (RENEWED_AFTER + 1, KnownPerson("ann", renew=True)),
        (YEAR - 1, KnownPerson("ann", renew=True)),
        (YEAR, None),
    ],
)
def test_a_cookie_is_renewed_after_a_month_and_worthless_after_a_year(age: float, known: KnownPerson | None) -> None:
    assert read_cookie("key", cookie_value("key", "ann", NOW), NOW + age) == known


def test_cookies_of_the_first_version_are_known_and_to_be_renewed() -> None:
    """Half a SHA-256 HMAC, no date: what version 0.1.0 set (its own function made this one)."""
    old = "ann.nXfDGA_4Ht-8CZp-kYQ-QV4fSw4apkHA"
    assert read_cookie("key", old, NOW) == KnownPerson("ann", renew=True)
    assert read_cookie("another key", old, NOW) is None
    assert read_cookie("key", f"{old}x", NOW) is None and read_cookie("key", old.replace("ann", "bob"), NOW) is None


@pytest.mark.parametrize(
    ("version", "known"), [("0.2.9", True), ("0.3.0", False), ("0.3.0rc1", False), ("1.0.0", False)]
)
def test_cookies_without_a_date_are_worthless_from_version_0_3_on(
    version: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "VERSION", version)
    assert bool(read_cookie("key", "ann.nXfDGA_4Ht-8CZp-kYQ-QV4fSw4apkHA", NOW)) is known
    assert read_cookie("key", cookie_value("key", "ann", NOW), NOW)


def test_who_comes_back_after_a_month_gets_a_new_cookie(tmp_path: Path) -> None:
    clock = HandClock()
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with TestClient(create_app(settings, clock=clock), base_url="https://localhost") as client:
        form = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me"}
        client.post("/new", data=form, headers={"sec-fetch-site": "same-origin"}, follow_redirects=False)
        name = cookie_name(secret_of(client))
        first = client.cookies[name]
        assert "set-cookie" not in client.get("/").headers
        clock.time += RENEWED_AFTER + 1
        said = client.get("/").headers["set-cookie"].lower()
        assert all(word in said for word in ("httponly", "samesite=lax", "secure", f"max-age={YEAR}"))
        second = client.cookies[name]
        assert second != first and second.split(".")[0] == first.split(".")[0]
        assert "set-cookie" not in client.get("/").headers


FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me"}
OWN = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[TestClient]]:
    """Two servers on one host name, and a browser that keeps one jar of cookies for both."""
    with ExitStack() as stack:
        made: list[TestClient] = []
        for name in ("one", "two"):
            app = create_app(Settings(db_url=f"sqlite:///{tmp_path / name}.sqlite3"), clock=HandClock())
            client = stack.enter_context(TestClient(app, base_url="http://localhost", headers=OWN))
            made.append(client)
        made[1]._cookies = made[0]._cookies  # the public setter copies what it is given
        yield made


def _name_on(page: str) -> str:
    found = re.search(r'class="whoami"[^>]*><bdi>([^<]*)</bdi>', page)
    return found[1] if found else ""


def test_two_servers_on_one_host_keep_their_guests_apart(servers: list[TestClient]) -> None:
    one, two = servers
    tables = [client.post("/new", data=FORM | {"name": name}).url for client, name in ((one, "Ann"), (two, "Bob"))]
    assert len(one.cookies) == 2
    assert [_name_on(client.get("/me").text) for client in servers] == ["Ann", "Bob"]
    assert [client.get(str(table)).status_code for client, table in zip(servers, tables, strict=True)] == [200, 200]
    two.post("/me/forget", data={"sure": "yes"})
    assert _name_on(one.get("/me").text) == "Ann" and len(one.cookies) == 1


def test_a_request_identifies_its_caller_once(servers: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    client = servers[0]
    table = client.post("/new", data=FORM, follow_redirects=False).headers["location"]
    cookies: list[str] = []
    monkeypatch.setattr(guests, "find_known", lambda *given: cookies.append(given[1]) or find_known(*given))
    for k, address in enumerate((table, f"{table}/frame", f"{table}/beside"), 1):
        assert client.get(address).status_code == 200 and len(cookies) == k
    assert client.post(f"{table}/pace", data={"pace": ""}).status_code < 500 and len(cookies) == 4
    assert client.post("/me/name", data={"name": "Anna"}).status_code == 200
    assert _name_on(client.get("/me").text) == "Anna"


def test_the_old_name_is_read_and_renewed_and_a_foreign_cookie_is_left_alone(servers: list[TestClient]) -> None:
    one, two = servers
    one.post("/new", data=FORM)
    mine = one.cookies[cookie_name(secret_of(one))]
    one.cookies.clear()
    one.cookies.set("enginehouse", mine, domain="localhost.local", path="/")
    assert two.post("/new", data=FORM | {"name": "Bob"}).status_code == 200
    assert one.cookies["enginehouse"] == mine, "the other server has not touched it"
    assert "Max-Age=0" not in "".join(
        two.post("/me/forget", data={"sure": "yes"}, follow_redirects=False).headers.get_list("set-cookie")[1:]
    )
    assert one.cookies["enginehouse"] == mine
    assert _name_on(one.get("/").text) == "Ann", "known by the old name"
    renewed = cookie_name(secret_of(one))
    assert one.cookies[renewed].split(".")[0] == mine.split(".")[0]
    one.post("/me/forget", data={"sure": "yes"})
    assert not list(one.cookies), "whoever is forgotten keeps neither"


def test_the_first_cookie_that_this_server_signed_counts() -> None:
    name, mine, old = cookie_name("key"), cookie_value("key", "ann", NOW), cookie_value("key", "bob", NOW)
    assert find_known("key", f"{name}=x; a=b; {name}={mine}; enginehouse={old}", NOW) == KnownPerson("ann", renew=False)
    assert find_known("key", f"enginehouse=y;enginehouse={old}", NOW) == KnownPerson("bob", renew=True)
    assert find_known("other", f"{name}={mine}; enginehouse={old}", NOW) is None


NAVIGATION = {"sec-fetch-mode": "navigate", "accept": "text/html"}


@pytest.mark.parametrize("header", [{"sec-fetch-mode": "navigate"}, {"upgrade-insecure-requests": "1"}])
def test_a_browser_without_cookies_gets_an_explanation(servers: list[TestClient], header: dict[str, str]) -> None:
    client = servers[0]
    for form in (FORM, FORM | {"watched": "1"}):
        answer = client.post("/new", data=form, headers=header, follow_redirects=False)
        assert answer.headers["location"].endswith("?came=1")
        client.cookies.clear()
        page = client.get(answer.headers["location"])
        assert page.status_code == 403 and "Your browser keeps no cookies of this site" in page.text


def test_the_mark_means_nothing_to_a_browser_with_a_cookie(servers: list[TestClient]) -> None:
    client, other = servers
    answer = client.post("/new", data=FORM | {"watched": "1"}, headers=NAVIGATION, follow_redirects=False)
    assert client.get(answer.headers["location"]).status_code == 200
    again = client.post("/new", data=FORM, headers=NAVIGATION, follow_redirects=False)
    assert "came" not in again.headers["location"], "only a first cookie can be missing"
    assert "came" not in other.post("/new", data=FORM, follow_redirects=False).headers["location"], "a script"


def test_a_player_whose_cookie_is_lost_learns_how_to_get_the_seat_back(servers: list[TestClient]) -> None:
    client = servers[0]
    closed, watched = (
        client.post("/new", data=FORM | more, follow_redirects=False).headers["location"]
        for more in ({}, {"watched": "1"})
    )
    assert "get your seat back" not in client.get(watched).text
    client.cookies.clear()
    page = client.get(closed)
    assert page.status_code == 403 and "lost its cookie" in page.text and 'href="/come">Get your seat back' in page.text
    assert 'href="/come">sign in from another device' in client.get(watched).text
    told = client.post(
        f"{watched}/act", json={"seat": 0, "decision": 0, "act": "x"}, headers={"accept": "application/json"}
    )
    assert told.status_code == 403 and "You are not signed in" in told.json()["error"]["sentence"]
    assert "create a link" in client.get("/come").text
