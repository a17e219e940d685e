"""Declare the tables of the database: people, tables, seats, entries, pending answers and more."""

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
"""The house's own secrets (what cookies are signed with)."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("barred", String(8), nullable=False, server_default=""),
)
"""`barred` is muted or banned where whoever runs the house has ordered that."""

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
"""`status` is gathering, running, over or ended (given up); `seed` is never sent while the game runs, nor is
`start`, the position as a line from which a table begins that does not begin with its seed; `lesson` is the one that is
played there, by its name; `tells` is how much the computer tells there; `origin` is TABLE@STEP of the finished game from
which a table begins that asks what if, TABLE>STEP of one that
could not go on, =TABLE where the deal is that of a finished game, #TEXT where it was made of a text, ^ where its log was uploaded; `away_s` is after how many seconds a bot
may play for who is waited for; `clock` is how the clocks go, and `clock_at` when they were stored; `ending` names the seats
that would end the game without a result, with spaces between; `secret` is what the table has bound itself to, never sent while
the game runs, and `salts` are those of the seats of which with it the seed was made; `watched` is
whether others than its people may look while the game runs; `seating` is empty where people sit as they sat down, `draw` where
seats are drawn when the game begins, and then by seat where whoever sits there had sat down."""

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
"""`kind` is open, person or bot; `standing` is what the seat answers in windows unless it says something else; `answered`
counts the answers that it laid or took back in windows, which its decision number counts too; `owner` is the person for whom
a bot plays there; `left_ms` is how much time the seat had left at `clock_at`, null for all of it; `salt` is what whoever
sat down before the game began has added to the deal."""

OUTAGES = Table(
    "outages",
    METADATA,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)
"""The times in which no process served the tables, as dates: they count for no clock."""

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
"""Who has left a game that ran on, or come back (`step`: left, away or back): which seat, under which name, and how many actions
stood then."""

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
"""What was said at a table: from a seat, as an onlooker (seat -1), or by the house about somebody (-2)."""

NOTES = Table(
    "notes",
    METADATA,
    Column("table_id", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "person"),
)
"""What a person has noted for themselves at a seat; nobody else ever sees it."""

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
"""What whoever runs the house has ordered (see `orders`), about which table or guest; `done` is when it was carried out, `said` what
came of it."""

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
"""The browsers in which a guest is known. The one in which they began has an empty `id`, and is kept only where there are others."""

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("until", Float, nullable=False),
)
"""Links by which another browser becomes one of a guest, once and until a date. `digest` is the SHA-256 of what is told."""

PROMISES = Table(
    "promises",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("made", Float, nullable=False),
)
"""Secrets of forms (see `tables/promises`) that were used for a table: none is used twice. Kept for a day."""

ONCE = Table(
    "once",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("made", Float, nullable=False, index=True),
    Column("result", String(16), nullable=False),
)
"""Requests with a key that were carried out, by a digest (see `once`), and the table or line that came of them. Kept for a day."""

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
"""Where browsers want to be notified: `endpoint` is the address that the browser's push service has given it, `about` what it was
notified of last (table, seat and decision)."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("total", Integer, nullable=False),
    Column("found", Text, nullable=False),
)
"""Games that are looked at again: how many decisions there are, what was found of the first of them, and of luck (see `reviews`), as JSON lines."""

CLAIMS = Table(
    "claims",
    METADATA,
    Column("what", String(40), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", Float, nullable=False),
)
"""What a process does by itself, where several serve one database: `what` is a table, or something of the house (`house:...`); `until` is
a date of the database's clock (see `claims`)."""

KEPT = [one for one in METADATA.sorted_tables if one is not CLAIMS]
"""What a backup holds: a claim lasts for three seconds."""
