"""Declare all settings of the web table: name, default and a sentence about each."""

from __future__ import annotations

import difflib
import ipaddress
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from enginehouse.core.errors import Unreadable

PATH = re.compile("(/[a-z0-9_-]+){1,8}/?", re.ASCII | re.IGNORECASE)
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
NAME = re.compile("[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?", re.ASCII | re.IGNORECASE)


def _setting(default: Any, about: str, least: float = 0, check: Callable[[str], object] | None = None) -> Any:
    """Return the declaration of a setting.

    `least` is the smallest number; `check` raises ValueError with the expected form.
    """
    return field(default=default, metadata={"about": about, "least": least, "check": check})


def split_list(value: str) -> list[str]:
    """Return the items of a text that are separated by commas."""
    return [one.strip() for one in value.split(",") if one.strip()]


def _check_hosts(value: str) -> None:
    for one in split_list(value):
        if not NAME.fullmatch(one):
            found = NAME.search(one.partition("://")[2] or one)
            raise ValueError("a name alone is wanted, no scheme or port" + (f", as {found[0]}" if found else ""))


def _check_path(value: str) -> None:
    if value.strip("/") and not PATH.fullmatch(value):
        raise ValueError("a path begins with a slash, and has letters, digits, - and _ between slashes, as /club/")


def networks(value: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the IP addresses and networks of a text, separated by commas. Raise ValueError if one is invalid."""
    return [ipaddress.ip_network(one) for one in split_list(value)]


@dataclass(frozen=True)
class Settings:
    """The settings of a server. Each has an environment variable: ENGINEHOUSE_DB_URL sets `db_url`, for example."""

    db_url: str = _setting("", "where tables are kept: a SQLAlchemy URL; empty is a file in the person's data folder")
    hosts: str = _setting(
        "",
        "names by which browsers may call the table, besides localhost, this machine's name and IP addresses; with commas",
        check=_check_hosts,
    )
    path: str = _setting(
        "/",
        "the path of the table on its host, such as /club/, where a proxy passes only what is below it; / is the whole host",
        check=_check_path,
    )
    proxies: str = _setting(
        "127.0.0.1,::1",
        "addresses or networks of proxies, with commas: who comes through one has the address that it names in `X-Forwarded-For`",
        check=networks,
    )
    beat_ms: int = _setting(800, "how long a bot waits before it follows another action, in milliseconds")
    window_ms: int = _setting(
        6000, "how long a window stays open in which several people answer unseen, in milliseconds"
    )
    away_s: int = _setting(
        900, "after how many seconds of waiting for somebody the others may let a bot play there; 0: never"
    )
    workers: int = _setting(1, "how many processes think for bots")
    think_s: float = _setting(
        20.0, "after how many seconds a bot that does not answer is given up, and a plain move made for it"
    )
    tables_kept: int = _setting(
        400, "how many tables are kept in memory; the others are replayed when somebody opens them", least=1
    )
    body_bytes: int = _setting(16_384, "how long the body of a request may be", least=1)
    upload_bytes: int = _setting(
        1_000_000, "how long the log of a game may be that somebody brings to be looked at; 0: nobody can"
    )
    orders_s: float = _setting(
        2.0, "every how many seconds the table looks for what `enginehouse admin` has ordered; 0: never"
    )
    ping_s: float = _setting(20.0, "every how many seconds a stream says that it is alive", least=0.01)
    alone: bool = _setting(
        True,
        "whether the table refuses to start where another process serves the same SQLite file; off is for tests only",
    )
    in_place: bool = _setting(
        False,
        "whether the table runs in one thread and one process, with bots too: for tests and small machines, on SQLite only",
    )
    head_s: float = _setting(10.0, "how many seconds a connection has to bring the head of a request", least=0.01)
    body_s: float = _setting(10.0, "how many seconds more it has to bring the body", least=0.01)
    connections: int = _setting(1000, "how many connections may be open at once", least=1)
    connections_each: int = _setting(
        150,
        "how many of them from one address (of IPv6: from one /64 network); from this machine itself and from proxies any number",
        least=1,
    )
    streams_each: int = _setting(
        100, "how many pages of tables one address may keep open as a player, and as many more as a spectator", least=1
    )
    streams_table: int = _setting(
        200,
        "how many spectators one table may have at once, and how many pages one of its seats may have open",
        least=1,
    )
    opened_per_min: int = _setting(
        60,
        "how many new tables one address may open in a minute; and as many guests, seats, rematches, links to other devices, logs of "
        "games and reviews, each counted by itself",
    )
    said_per_min: int = _setting(20, "how many lines of talk one person may say in a minute")
    expire_days: float = _setting(
        0.0,
        "after how many days without anything done a table whose game has not ended is given up, and a guest who sits nowhere "
        "is forgotten; 0: never",
    )
    positions: bool = _setting(
        False,
        "whether a table may begin from a position that somebody brings: rules trust it, and a forged one can stop the "
        "server, so only where all who come are trusted",
    )
    log: str = _setting("text", "how the log is written: `text` in sentences, `json` in a line of JSON for each record")
    requests_logged: bool = _setting(
        False, "whether each request is a line of the log (never its query, cookie or token)"
    )
    metrics_token: str = _setting(
        "", "whoever sends this as `Authorization: Bearer` is given figures for Prometheus at /metrics; empty: nobody"
    )
    push_key: str = _setting(
        "",
        "the private key for notifications when it is somebody's turn, as `enginehouse push-keys` makes it; empty: nobody is "
        "notified",
    )
    push_contact: str = _setting(
        "", "where push services reach whoever runs the table: mailto:NAME@HOST or https://...; belongs to push_key"
    )
    https: bool = _setting(
        False, "whether browsers come by https through a proxy (cookies are then sent by https only)"
    )

    @property
    def below(self) -> str:
        """Return the path without the slash at its end, or "" if the server uses the whole host."""
        return self.path.rstrip("/")


OTHERS = {
    "ENGINEHOUSE_CACHE": "the folder of compiled rules",
    "ENGINEHOUSE_JIT": "0: rules run uncompiled, slower, but at once",
    "ENGINEHOUSE_TOKEN": "a seat's token, for `enginehouse mcp`",
}
"""Environment variables of the program that are not settings of the table, with their meanings."""
OWN = (
    "ENGINEHOUSE_BOUNDS",
    "ENGINEHOUSE_BROWSER",
    "ENGINEHOUSE_NUMBA",
    "ENGINEHOUSE_PARENT",
    "ENGINEHOUSE_SOCKET",
    "ENGINEHOUSE_STORM",
)
"""Environment variables that processes set for each other, and variables for tests."""


def variable(name: str) -> str:
    """Return the name of the environment variable of a setting."""
    return f"ENGINEHOUSE_{name.upper()}"


def about() -> list[tuple[str, object, str]]:
    """Return name, default and sentence of every setting, for documentation and help."""
    return [(f.name, f.default, f.metadata["about"]) for f in fields(Settings)]


def unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that looks like a setting but is unknown, with the nearest name."""
    known = [*OTHERS, *OWN, *(variable(f.name) for f in fields(Settings))]
    told = []
    for name in sorted(environ):
        if name.startswith("ENGINEHOUSE_") and name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.8)
            told.append(
                f"the variable {name} is no setting and changes nothing; "
                + (f"perhaps {near[0]} is meant" if near else "`enginehouse settings` names them all")
            )
    return told


def from_mapping(given: Mapping[str, object]) -> Settings:
    """Return the settings with the values of a mapping by name.

    Raise `Unreadable` with the nearest name if a setting is unknown, or with the expected form if a value is wrong.
    """
    known = {f.name: f for f in fields(Settings)}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise Unreadable(
                f"there is no setting {name!r}"
                + (f"; perhaps {near[0]!r}" if near else f"; there are: {', '.join(known)}")
            )
        metadata = known[name].metadata
        try:
            chosen[name] = _read(value, known[name].default, metadata["least"])
            if metadata["check"] is not None:
                metadata["check"](chosen[name])
        except (TypeError, ValueError, OverflowError) as error:
            raise Unreadable(
                f"the setting {name} ({variable(name)}) is {metadata['about']}; {value!r} is not that: {error}"
            ) from None
    return Settings(**chosen)


def _read(value: object, default: object, least: float) -> object:
    """Return a text converted to the type of the default. Raise ValueError with the expected form.

    `least` is the minimum of a number.
    """
    if isinstance(default, bool):
        said = str(value).lower()
        if said not in YES + NO:
            raise ValueError("1 for yes or 0 for no is wanted")
        return said in YES
    if isinstance(default, str):
        return str(value)
    try:
        number = int(str(value)) if isinstance(default, int) else float(str(value))
    except ValueError:
        raise ValueError("a whole number is wanted" if isinstance(default, int) else "a number is wanted") from None
    if not least <= number < math.inf:
        raise ValueError(f"a number of at least {least:g} is wanted")
    return number


def from_environment(environ: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Return settings from ENGINEHOUSE_<NAME>, overridden by arguments that are not None.

    An empty variable is ignored.
    """
    environ = os.environ if environ is None else environ
    values = {one.name: environ.get(variable(one.name)) for one in fields(Settings)}
    found: dict[str, object] = {name: value for name, value in values.items() if value}
    found.update({name: value for name, value in given.items() if value is not None})
    return from_mapping(found)
