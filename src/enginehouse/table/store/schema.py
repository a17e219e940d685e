"""Declare the tables of the database.

They store the server's keys, people and their browsers, tables with their seats, entries (actions, undos, redos),
pending answers, messages and analyses. Other tables are for the server's own work, such as leases (which process works
for a table) and orders (commands of the administrator).
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, PrimaryKeyConstraint, String, Table, Text, true

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
"""The server's own secrets, such as the key that signs cookies."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("barred", String(8), nullable=False, server_default=""),
)
"""Guests. `barred` is `muted` or `banned` if an administrator has ordered it."""

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
    Column("away_s", Integer, nullable=False, server_default="0"),
    Column("clock", String(24), nullable=False, server_default=""),
    Column("clock_at", Float, nullable=False, server_default="0"),
    Column("ending", String(20), nullable=False, server_default=""),
    Column("secret", String(64), nullable=False, server_default=""),
    Column("salts", Text, nullable=False, server_default=""),
    Column("watched", Boolean, nullable=False, server_default=true()),
    Column("seating", String(40), nullable=False, server_default=""),
)
"""Tables at which games are played.

- `status` is `gathering`, `running`, `over` or `ended` (without a result).
- `seed` and `start` (the position, as a line, from which a table starts instead of a seed) are never sent while the
  game runs.
- `lesson` is the name of the lesson that is given there.
- `tells` is the amount of help from the computer.
- `origin` is the origin of the table: TABLE@STEP of the finished game from which it continues, TABLE>STEP of a game
  that could not go on, =TABLE with the same setup, #TEXT from which the setup was made, ^ for an uploaded log.
- `away_s` is the number of seconds after which a bot may play for an absent player.
- `clock` is the rule of the clocks, and `clock_at` the date at which they were last stored.
- `ending` has the seats that agree to end the game, separated by spaces.
- `secret` is the secret of the table's commitment, never sent while the game runs. `salts` are those of the seats; the
  seed was made from both.
- `watched` says whether spectators are allowed while the game runs.
- `seating` is empty if seats are not drawn, `draw` if they are drawn when the game starts, and after that, for each
  seat, the seat where its player had sat down.
"""

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
    Column("owner", String(32), index=True),
    Column("left_ms", Integer),
    Column("salt", String(64), nullable=False, server_default=""),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""Seats of tables.

- `kind` is `open`, `person` or `bot`.
- `standing` has the automatic answers of the seat in windows.
- `answered` counts the answers that the seat has given or withdrawn. Its decision number includes them.
- `owner` is the person for whom a bot plays there.
- `left_ms` is the remaining time of the seat at `clock_at`, null for the whole time.
- `salt` is the player's contribution to the shuffle, from before the game started.
"""

OUTAGES = Table(
    "outages",
    METADATA,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
"""The times in which no process served the tables, as dates. They count for no clock."""

DEPARTURES = Table(
    "departures",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("actions", Integer, nullable=False),
    Column("step", String(8), nullable=False, server_default="left"),
    PrimaryKeyConstraint("table_id", "number"),
)
"""Players who left a running game or came back (`step`: left, away or back).

A row has the seat, the player's name, and the number of actions at that time.
"""

TALK = Table(
    "talk",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
)
"""The chat of tables. The seat of a line is -1 for a spectator, and -2 for a line of the server about a player."""

NOTES = Table(
    "notes",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "person"),
)
"""Private notes of a person at a seat. They are shown to that person only."""

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
"""Entries of tables.

They are only appended. `checksum` is that of the record after the entry; it covers secrets and is never sent.
"""

ANSWERS = Table(
    "answers",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("window", Integer, nullable=False),
    Column("act", String(120), nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""Pending answers in a window that is still open. They become entries, all together, when the window closes."""

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
"""Tokens by which programs act on a seat for a person.

A token is shown once and not stored: `digest` is its SHA-256.
"""

ORDERS = Table(
    "orders",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("what", String(16), nullable=False),
    Column("target", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("done", Float),
    Column("said", Text, nullable=False, server_default=""),
)
"""Orders of the administrator (see `orders`) about a table or a guest.

`done` is the date when the order was carried out, `said` its result.
"""

DEVICES = Table(
    "devices",
    METADATA,
    Column("person", String(32), nullable=False),
    Column("id", String(16), nullable=False),
    Column("label", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("revoked", Boolean, nullable=False),
    PrimaryKeyConstraint("person", "id"),
)
"""The browsers in which a guest is signed in.

The first browser of a guest has an empty `id`, and is stored only if there are others.
"""

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("until", Float, nullable=False),
)
"""Links that sign a guest in with another browser, once and until a date.

`digest` is the SHA-256 of the link's secret.
"""

PROMISES = Table(
    "promises",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("made", Float, nullable=False),
)
"""Promises of forms (see `table/people/promises`) whose secret was used for a table, so that it is not used twice.

Stored for a day.
"""

ONCE = Table(
    "once",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("made", Float, nullable=False, index=True),
    Column("result", String(16), nullable=False),
)
"""Requests with a key that were carried out, by a digest (see `once`), each with its result: a table or a chat line.

Stored for a day.
"""

PUSHES = Table(
    "pushes",
    METADATA,
    Column("person", String(32), nullable=False),
    Column("device", String(16), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("about", String(40), nullable=False, server_default=""),
    PrimaryKeyConstraint("person", "device"),
)
"""Browsers with notifications.

`endpoint` is the address that the browser's push service has given it. `about` is the subject of the last notification
(table, seat and decision).
"""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("total", Integer, nullable=False),
    Column("found", Text, nullable=False),
)
"""Analyses of finished games: the number of decisions, and the results so far as JSON lines (see `reviews`)."""

CLAIMS = Table(
    "claims",
    METADATA,
    Column("what", String(40), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", Float, nullable=False),
)
"""Leases of processes on background work, if several processes serve one database (see `claims`).

`what` is a table, or other work of the server (`house:...`). `until` is a date of the database's clock.
"""

KEPT = [one for one in METADATA.sorted_tables if one is not CLAIMS]
"""The database tables of a backup: all except the leases, which last only three seconds."""
