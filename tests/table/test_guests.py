"""Who somebody is: a cookie that the house has signed, renewed before it grows old."""

from __future__ import annotations

from pathlib import Path

import pytest
from handclock import HandClock
from starlette.testclient import TestClient

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.web.guests import DAY, RENEWED_AFTER, YEAR, Known, cookie_value, person_in

NOW = 1_700_000_000.0


def test_only_what_the_house_signed_is_known() -> None:
    cookie = cookie_value("key", "ann", NOW)
    assert person_in("key", cookie, NOW) == Known("ann", renew=False)
    assert person_in("another key", cookie, NOW) is None
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
        assert person_in("key", forged, NOW) is None, forged


@pytest.mark.parametrize(
    ("age", "known"),
    [
        (-DAY, Known("ann", renew=False)),  # a clock that was set back shuts nobody out
        (RENEWED_AFTER - 1, Known("ann", renew=False)),
        (RENEWED_AFTER + 1, Known("ann", renew=True)),
        (YEAR - 1, Known("ann", renew=True)),
        (YEAR, None),
    ],
)
def test_a_cookie_is_renewed_after_a_month_and_worthless_after_a_year(age: float, known: Known | None) -> None:
    assert person_in("key", cookie_value("key", "ann", NOW), NOW + age) == known


def test_cookies_of_the_first_version_are_known_and_to_be_renewed() -> None:
    """Half a SHA-256 HMAC, no date: what version 0.1.0 set (its own function made this one)."""
    old = "ann.nXfDGA_4Ht-8CZp-kYQ-QV4fSw4apkHA"
    assert person_in("key", old, NOW) == Known("ann", renew=True)
    assert person_in("another key", old, NOW) is None
    assert person_in("key", f"{old}x", NOW) is None and person_in("key", old.replace("ann", "bob"), NOW) is None


def test_who_comes_back_after_a_month_gets_a_new_cookie(tmp_path: Path) -> None:
    clock = HandClock()
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with TestClient(create_app(settings, clock=clock), base_url="https://localhost") as client:
        form = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me"}
        client.post("/new", data=form, headers={"sec-fetch-site": "same-origin"}, follow_redirects=False)
        first = client.cookies["enginehouse"]
        assert "set-cookie" not in client.get("/").headers
        clock.time += RENEWED_AFTER + 1
        said = client.get("/").headers["set-cookie"].lower()
        assert all(word in said for word in ("httponly", "samesite=lax", "secure", f"max-age={YEAR}"))
        second = client.cookies["enginehouse"]
        assert second != first and second.split(".")[0] == first.split(".")[0]
        assert "set-cookie" not in client.get("/").headers
