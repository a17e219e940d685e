"""Declare all settings of the server. Each has a name, a default, and a sentence that explains it."""

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
"""The texts of a setting that mean yes, and those that mean no."""
NAME = re.compile("[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?", re.ASCII | re.IGNORECASE)
"""The form of the name of a host."""


def _setting(default: Any, about: str, least: float = 0, check: Callable[[str], object] | None = None) -> Any:
    """Return a dataclass field for a setting with this default. `about` is a sentence about the setting.

    If the value is a number, `least` is the smallest allowed number. `check` raises ValueError, with the expected form,
    for a wrong value.
    """
    return field(default=default, metadata={"about": about, "least": least, "check": check})


def split_list(value: str) -> list[str]:
    """Return the items of the text `value`, which are separated by commas."""
    return [one.strip() for one in value.split(",") if one.strip()]


def _check_hosts(value: str) -> None:
    for one in split_list(value):
        if not NAME.fullmatch(one):
            found = NAME.search(one.partition("://")[2] or one)
            raise ValueError("write only a host name, without scheme or port" + (f", as {found[0]}" if found else ""))


def _check_path(value: str) -> None:
    if value.strip("/") and not PATH.fullmatch(value):
        raise ValueError("a path begins with a slash, and has letters, digits, - and _ between slashes, as /club/")


def networks(value: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the IP networks in `value`, a text in which commas separate them. Raise ValueError if one is invalid.

    An IP address counts as a network with one address.
    """
    return [ipaddress.ip_network(one) for one in split_list(value)]


@dataclass(frozen=True)
class Settings:
    """The settings of a server. Each has an environment variable: ENGINEHOUSE_DB_URL sets `db_url`, for example."""

    db_url: str = _setting("", "the database of the tables, as a SQLAlchemy URL; empty: a file in your data folder")
    hosts: str = _setting(
        "",
        "the host names under which browsers may open the table, separated by commas, besides localhost, this "
        "machine's name and IP addresses",
        check=_check_hosts,
    )
    path: str = _setting(
        "/",
        "the path of the table on its host, such as /club/, if a proxy passes on only requests below it; /: the "
        "whole host",
        check=_check_path,
    )
    proxies: str = _setting(
        "127.0.0.1,::1",
        "the addresses or networks of proxies, separated by commas; the address of a client behind a proxy is "
        "read from `X-Forwarded-For`",
        check=networks,
    )
    beat_ms: int = _setting(800, "the pause of a bot after the previous action, in milliseconds")
    window_ms: int = _setting(
        6000, "the length of a reaction in which several people answer in secret, in milliseconds"
    )
    away_s: int = _setting(
        900, "the waiting time in seconds after which players may let a bot play for an absent player; 0: never"
    )
    workers: int = _setting(1, "the number of worker processes for bots")
    think_s: float = _setting(
        20.0, "the time in seconds after which the server plays a simple move for a bot that gives no answer"
    )
    tables_kept: int = _setting(
        400, "the maximum number of tables in memory; other tables are replayed when a page opens them", least=1
    )
    body_bytes: int = _setting(16_384, "the maximum length of a request's body, in bytes", least=1)
    upload_bytes: int = _setting(1_000_000, "the maximum length of an uploaded log, in bytes; 0: no uploads")
    orders_s: float = _setting(
        2.0, "the interval in seconds at which the server carries out orders of `enginehouse admin`; 0: never"
    )
    ping_s: float = _setting(20.0, "the interval of pings in a stream, in seconds", least=0.01)
    alone: bool = _setting(
        True,
        "whether the server refuses to start if another process serves the same SQLite file; off is for tests only",
    )
    in_place: bool = _setting(
        False,
        "whether the table runs in one thread and one process, with bots too: for tests and small machines, on SQLite only",
    )
    head_s: float = _setting(
        10.0, "the time in seconds in which a connection has to send the head of a request", least=0.01
    )
    body_s: float = _setting(10.0, "the additional time in seconds for the body of a request", least=0.01)
    connections: int = _setting(1000, "the maximum number of open connections", least=1)
    connections_each: int = _setting(
        150,
        "the maximum number of open connections from one address (IPv6: from one /64 network); there is no "
        "limit for this machine itself and for proxies",
        least=1,
    )
    streams_each: int = _setting(
        100,
        "the maximum number of open table pages of players from one address, and the same number of spectators'",
        least=1,
    )
    streams_table: int = _setting(
        200,
        "the maximum number of spectators of a table, and of open pages of one of its seats",
        least=1,
    )
    opened_per_min: int = _setting(
        60,
        "the maximum number of new tables from one address in a minute; the same limit holds separately for "
        "guests, seats, rematches, links to other devices, uploaded logs and analyses",
    )
    said_per_min: int = _setting(20, "the maximum number of chat lines of one person in a minute")
    expire_days: float = _setting(
        0.0,
        "the number of idle days after which an unfinished game ends without a result, and a guest without a "
        "seat is deleted; 0: never",
    )
    positions: bool = _setting(
        False,
        "whether players may start a table from a position of their own; a forged position can stop the server, "
        "so turn this on only if you trust all players",
    )
    log: str = _setting("text", "the form of the log: `text` (sentences) or `json` (a line of JSON for each record)")
    requests_logged: bool = _setting(False, "whether each request is logged (never with its query, cookie or token)")
    metrics_token: str = _setting(
        "",
        "the token for figures in the format of Prometheus at /metrics, to be sent as `Authorization: Bearer`; "
        "empty: no figures",
    )
    push_key: str = _setting(
        "",
        "the private key for notifications of turns, made by `enginehouse push-keys`; empty: no notifications",
    )
    push_contact: str = _setting(
        "", "your address for push services, as mailto:NAME@HOST or https://...; needed with push_key"
    )
    https: bool = _setting(False, "whether browsers use https through a proxy; cookies are then sent by https only")

    @property
    def below(self) -> str:
        """Return the path below which the server is, without the slash at its end.

        It is "" if the server uses the whole host.
        """
        return self.path.rstrip("/")


OTHERS = {
    "ENGINEHOUSE_CACHE": "the folder of compiled rules",
    "ENGINEHOUSE_JIT": "0: rules run uncompiled, slower, but at once",
    "ENGINEHOUSE_TOKEN": "a seat's token, for `enginehouse mcp`",
}
"""Environment variables of the program that are not settings of the server, with their meanings."""
OWN = (
    "ENGINEHOUSE_BOUNDS",
    "ENGINEHOUSE_BROWSER",
    "ENGINEHOUSE_NUMBA",
    "ENGINEHOUSE_PARENT",
    "ENGINEHOUSE_SOCKET",
    "ENGINEHOUSE_SITE",
    "ENGINEHOUSE_STORM",
)
"""Environment variables that processes set for each other, and variables for tests."""


def variable(name: str) -> str:
    """Return the name of the environment variable that sets a setting, such as ENGINEHOUSE_DB_URL for `db_url`."""
    return f"ENGINEHOUSE_{name.upper()}"


def about() -> list[tuple[str, object, str]]:
    """Return a tuple for each setting: its name, its default and the sentence about it.

    The documentation and the help of the command line are made from these tuples.
    """
    return [(f.name, f.default, f.metadata["about"]) for f in fields(Settings)]


def unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each environment variable that looks like a setting but is not one.

    The sentence names the nearest known variable, if any.
    """
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
    """Return the settings with the values in the mapping `given`. Its keys are the names of settings.

    Raise `Unreadable` if a setting is unknown, with the nearest name, or if a value is wrong, with the expected form.
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
                f"the setting {name} ({variable(name)}) is {metadata['about']}; {value!r} is not valid: {error}"
            ) from None
    return Settings(**chosen)


def _read(value: object, default: object, least: float) -> object:
    """Return `value` as a value of the type of `default`.

    `least` is the smallest allowed number. If `value` is not valid, raise ValueError with the expected form.
    """
    if isinstance(default, bool):
        said = str(value).lower()
        if said not in YES + NO:
            raise ValueError("write 1 for yes or 0 for no")
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
    """Return the settings from environment variables such as ENGINEHOUSE_DB_URL. An empty variable is ignored.

    Arguments that are not None replace the settings of the same name.
    """
    environ = os.environ if environ is None else environ
    values = {one.name: environ.get(variable(one.name)) for one in fields(Settings)}
    found: dict[str, object] = {name: value for name, value in values.items() if value}
    found.update({name: value for name, value in given.items() if value is not None})
    return from_mapping(found)
