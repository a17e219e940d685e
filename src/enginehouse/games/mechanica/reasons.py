"""The numbers that players count, for the reasons of an action (see `core.words.reasons`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.reasons import Statement
from enginehouse.games.mechanica.policy import evaluate
from enginehouse.games.mechanica.rules import worth
from enginehouse.games.mechanica.state import State

STATEMENTS = (
    Statement("money", 1, "coin in {whose} Wallet and Vault", "coins in {whose} Wallet and Vault"),
    Statement("improvements", 1, "point in {whose} improvements", "points in {whose} improvements"),
    Statement("to come", 1, "coin expected from {whose} factory", "coins expected from {whose} factory"),
)  # fmt: skip


def numbers(s: State, seat: Seat) -> list[int]:
    """Return these numbers for a seat in a full record. Future ones are estimates."""
    money = int(s.wallet[seat] + s.vault[seat])
    return [money, worth(s, seat) - money, evaluate(s, seat) // 100 - worth(s, seat)]
