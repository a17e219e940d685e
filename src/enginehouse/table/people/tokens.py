"""Create tokens. A token allows a program to play for a person on the person's seat."""

from __future__ import annotations

from enginehouse.table.errors import Forbidden
from enginehouse.table.play.registry import Registry
from enginehouse.table.store.rows import Taken
from enginehouse.table.store.tokens import Token
from enginehouse.table.texts import clean

MOST_TOKENS = 16
"""The maximum number of tokens of a seat."""
LABEL_LENGTH = 40
"""The maximum length of a token's label, in characters as a person sees them."""


async def give_token(registry: Registry, table: str, seat: int, person: str, label: str = "") -> tuple[str, str]:
    """Create a token, which allows a program to play for a person on a seat of a table.

    Return a pair: the token's id, and the token itself. The token itself is shown only once. `label` names the program
    that gets it. Raise `NotAllowed` if the seat has too many tokens, and `Forbidden` if the seat is not the person's
    any more.
    """
    made, secret = registry.chance.token(10), f"eh_{registry.chance.token(32)}"
    token = Token(made, table, seat, person, clean(label, LABEL_LENGTH, LABEL_LENGTH), registry.clock.date())
    try:
        await registry.store.tokens.add(token, secret, MOST_TOKENS)
    except Taken:
        raise Forbidden(f"Seat {seat + 1} is not yours.") from None
    return made, secret
