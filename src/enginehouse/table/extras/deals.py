"""Choose the setup of a new table: the setup of a finished game, or a setup made from a text.

The page of the table shows this choice before other players sit down, because a person who knows the setup knows the
hidden cards.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import TABLE_ADDRESS
from enginehouse.core.records.chance import seed_words
from enginehouse.table.addresses import own_address
from enginehouse.table.play.registry import Registry
from enginehouse.table.states.opening import NewTable
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import TableRow
from enginehouse.table.texts import check_seen

LONGEST = 30
"""The maximum number of letters of a text from which a setup is made."""


class Deal(NamedTuple):
    """The seed of a setup (64 hexadecimal digits), and the origin of the seed: a finished table or a text."""

    seed: str
    origin: Origin


async def read_request(registry: Registry, asked: str, new: NewTable) -> Deal:
    """Return the setup that a person has asked for in the form for a new table.

    If `asked` is the address of another table, repeat the setup of its game. Otherwise make a setup from `asked`, a
    text. `new` is the table to open. Raise `Unreadable` if the game at the other table is not over, or if that table
    differs from `new` in its kind of game, number of seats or options.
    """
    check_seen(asked, "the text for the setup")
    text = " ".join(asked.split())
    table = _find_address(text)
    row = await registry.store.tables.get(table) if table else None
    if row is not None:
        return Deal(_read_seed(row, new), Origin("same deal", row.id))
    if urlsplit(text).scheme in ("http", "https"):
        raise Unreadable("the seed is the address of a table that does not exist")
    if len(text) > LONGEST:
        raise Unreadable(f"a seed has at most {LONGEST} letters")
    return Deal("".join(f"{word:08x}" for word in seed_words(text)), Origin("text", text=text))


def _find_address(text: str) -> str:
    """Return the id of a table if the text is the table's address, else ""."""
    found = TABLE_ADDRESS.fullmatch(text.replace(own_address("/t/"), "/t/", 1))
    return found[1] if found else ""


def _read_seed(row: TableRow, new: NewTable) -> str:
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


def describe_deal(row: TableRow) -> str:
    """Return a sentence for new players about the chosen setup of a table, or "" if its setup is random."""
    if row.origin.kind == "same deal":
        return "Same setup as an earlier game. Players of that game know what's coming."
    if row.origin.kind == "text":
        return f"Fixed setup, from the seed “{row.origin.text}”. Players who try this seed know what's coming."
    return ""
