"""What is kept: people, tables, seats, entries and answers that wait for their window to close."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, PrimaryKeyConstraint, String, Table, Text

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

KEYS = Table(
    "keys",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""The house's own secrets (what cookies are signed with)."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(12), nullable=False, index=True),
    Column("beat_ms", Integer, nullable=False),
    Column("window_ms", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("result", Text),
    Column("rematch", String(16)),
    Column("start", Text, nullable=False, server_default=""),
    Column("lesson", String(40), nullable=False, server_default=""),
    Column("tells", String(12), nullable=False, server_default=""),
    Column("origin", String(32), nullable=False, server_default=""),
)
"""`status` is gathering, running, over or ended (given up); `seed` is never sent while the game runs, nor is
`start`, the position as a line from which a table begins that does not begin with its seed; `lesson` is the one that is
played there, by its name; `tells` is how much the computer tells there; `origin` is TABLE@STEP of the finished game from
which a table begins that asks what if, TABLE>STEP of one that
could not go on, =TABLE where the deal is that of a finished game, #TEXT where it was made of a text."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("person", String(32), index=True),
    Column("bot", String(40)),
    Column("name", String(40), nullable=False),
    Column("standing", String(80), nullable=False, server_default=""),
    Column("answered", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""`kind` is open, person or bot; `standing` is what the seat answers in windows unless it says something else; `answered`
counts the answers that it laid or took back in windows, which its decision number counts too."""

DEPARTURES = Table(
    "departures",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("actions", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""Who has left a game that ran on: from which seat, under which name, and how many actions stood then."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("act", String(120), nullable=False),
    Column("step", String(8), nullable=False),
    Column("note", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""Append only. `checksum` is that of the record after the entry; it covers secrets and is never sent."""

ANSWERS = Table(
    "answers",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("window", Integer, nullable=False),
    Column("act", String(120), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""Answers given in a sealed window that is still open; they become entries, all together, when it closes."""

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True, index=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("label", String(40), nullable=False),
    Column("created", Float, nullable=False),
)
"""By which programs act on a seat for a person. The token itself is told once and kept nowhere: `digest` is its SHA-256."""
