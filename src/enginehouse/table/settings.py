"""Every setting of the table in one place: its name, its default and a sentence about it."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from enginehouse.core.errors import Unreadable


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """What somebody who runs a table may choose. `--db` and the environment variable ENGINEHOUSE_DB_URL name `db_url`, and so on."""

    db_url: str = _setting("", "where tables are kept: a SQLAlchemy URL; empty is a file in the person's data folder")
    hosts: str = _setting(
        "", "names by which browsers may call the table, besides localhost and IP addresses; with commas"
    )
    beat_ms: int = _setting(800, "how long a bot waits before it follows another action, in milliseconds")
    window_ms: int = _setting(
        6000, "how long a window stays open in which several people answer unseen, in milliseconds"
    )
    workers: int = _setting(1, "how many processes think for bots")
    think_s: float = _setting(
        20.0, "after how many seconds a bot that does not answer is given up, and a plain move made for it"
    )
    tables_kept: int = _setting(
        400, "how many tables are kept in memory; the others are replayed when somebody opens them"
    )
    body_bytes: int = _setting(16_384, "how long the body of a request may be")
    ping_s: float = _setting(20.0, "every how many seconds a silent stream says that it is alive")
    alone: bool = _setting(
        True, "whether the table refuses to start where another process serves the same tables; off is for tests only"
    )
    head_s: float = _setting(10.0, "how many seconds a connection has to bring the head of a request")
    body_s: float = _setting(10.0, "how many seconds more it has to bring the body")
    connections: int = _setting(1000, "how many connections may be open at once")
    connections_each: int = _setting(
        150, "how many of them from one address; from this machine itself, where a proxy runs, any number"
    )
    streams_each: int = _setting(100, "how many pages of tables one address may keep open")
    streams_table: int = _setting(200, "how many people may look at one table at once")
    opened_per_min: int = _setting(60, "how many tables and guests together one address may make in a minute")
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
    https: bool = _setting(
        False, "whether browsers come by https through a proxy (cookies are then sent by https only)"
    )


def about() -> list[tuple[str, object, str]]:
    """Name, default and sentence of every setting, for docs and help."""
    return [(f.name, f.default, f.metadata["about"]) for f in fields(Settings)]


def from_mapping(given: Mapping[str, object]) -> Settings:
    """Settings by name; `Unreadable` names the nearest setting for one that is none, and the type that is wanted."""
    known = {f.name: f for f in fields(Settings)}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise Unreadable(
                f"there is no setting {name!r}"
                + (f"; perhaps {near[0]!r}" if near else f"; there are: {', '.join(known)}")
            )
        default: Any = known[name].default
        try:
            if isinstance(default, bool):
                chosen[name] = str(value).lower() in ("1", "true", "yes", "on")
            else:
                chosen[name] = type(default)(value)
        except (TypeError, ValueError):
            raise Unreadable(f"the setting {name} is {known[name].metadata['about']}; {value!r} is not that") from None
    return Settings(**chosen)


def from_environment(environ: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Settings from ENGINEHOUSE_<NAME>, overridden by what is given here and is not None."""
    environ = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for one in fields(Settings):
        value = environ.get(f"ENGINEHOUSE_{one.name.upper()}")
        if value is not None:
            found[one.name] = value
    found.update({name: value for name, value in given.items() if value is not None})
    return from_mapping(found)
