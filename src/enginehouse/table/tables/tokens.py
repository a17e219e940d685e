"""Tokens by which a program acts on a seat for the person who sits there."""

from __future__ import annotations

from enginehouse.core.errors import NotAllowed
from enginehouse.table.store.tokens import Token
from enginehouse.table.tables.registry import Registry

MOST_TOKENS = 16
"""So many tokens of a seat are in use at most."""
LABEL_LENGTH = 40


async def give_token(registry: Registry, table: str, seat: int, person: str, label: str = "") -> tuple[str, str]:
    """Make a token for a seat of a person: its id and, this once, the token; `NotAllowed` where the seat has too many."""
    if len(await registry.store.tokens.of_seat(table, seat, person)) >= MOST_TOKENS:
        raise NotAllowed(0, f"This seat has {MOST_TOKENS} tokens already, and that is the most: revoke one of them.")
    made, secret = registry.chance.token(10), f"eh_{registry.chance.token(32)}"
    shown = " ".join("".join(c for c in label if c.isprintable() or c.isspace()).split())[:LABEL_LENGTH]
    await registry.store.tokens.add(Token(made, table, seat, person, shown, registry.clock.date()), secret)
    return made, secret
