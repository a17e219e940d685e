"""Deals that somebody has chosen for a new table: that of a finished game, or one made of a text. Whoever might sit down is
told so, since whoever knows the deal knows what is hidden."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import TABLE_ADDRESS
from enginehouse.core.records.chance import seed_words
from enginehouse.table.addresses import own_address
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import TableRow
from enginehouse.table.tables.opening import NewTable
from enginehouse.table.tables.registry import Registry
from enginehouse.table.tables.texts import check_seen

LONGEST = 30


class Deal(NamedTuple):
    """A seed (64 hexadecimal digits), and where it is from."""

    seed: str
    origin: Origin


async def chosen(registry: Registry, asked: str, new: NewTable) -> Deal:
    """The deal that somebody asks for: the address of a table whose game is over, or any other text. `Unreadable` where that
    game runs still, or was another one than is opened."""
    check_seen(asked, "the text for the setup")
    text = " ".join(asked.split())
    table = _address_in(text)
    row = await registry.store.tables.get(table) if table else None
    if row is not None:
        return Deal(_seed_of(row, new), Origin("same deal", row.id))
    if urlsplit(text).scheme in ("http", "https"):
        raise Unreadable("the seed is the address of a table that does not exist")
    if len(text) > LONGEST:
        raise Unreadable(f"a seed has at most {LONGEST} letters")
    return Deal("".join(f"{word:08x}" for word in seed_words(text)), Origin("text", text=text))


def _address_in(text: str) -> str:
    """The address of a table in what somebody has copied; empty where there is none."""
    found = TABLE_ADDRESS.fullmatch(text.replace(own_address("/t/"), "/t/", 1))
    return found[1] if found else ""


def _seed_of(row: TableRow, new: NewTable) -> str:
    if row.status != "over":
        raise Unreadable(f"the game at table {row.id} is not over, so its setup is still secret")
    if row.start:
        raise Unreadable(f"the game at table {row.id} began from a position, so it has no setup to repeat")
    if (row.game, len(row.seats)) != (new.game, len(new.seats)):
        raise Unreadable(f"the game at table {row.id} was {row.game} with {len(row.seats)} seats: choose the same")
    for name, choice in row.options.items():
        if new.options.get(name) != choice:
            raise Unreadable(
                f"the game at table {row.id} was played with {name} {choice}: choose the same to repeat its setup"
            )
    return row.seed


def told(row: TableRow) -> str:
    """What is said of a table's deal before anybody sits down, as a sentence; empty where nobody has chosen it."""
    if row.origin.kind == "same deal":
        return "Same setup as an earlier game. Players of that game know what's coming."
    if row.origin.kind == "text":
        return f"Fixed setup, from the seed “{row.origin.text}”. Players who try this seed know what's coming."
    return ""
