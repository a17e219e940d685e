"""Check receipts of fair shuffles: proofs that no single person has chosen the seed of a game.

The server commits to a secret before the players add salts (texts of their own), and the seed is computed from all of
them. So neither the server alone nor the players alone can choose the seed. But a server that conspires with the last
player to sit down could try many salts, which nobody can detect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from enginehouse.core.patterns import SALT as SALT

NONE = "-"
"""The salt of a seat that has sent no salt, such as a bot or a player without scripts."""


class Receipt(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of a fair shuffle: a proof that no single person has chosen the seed of a game.

    The server has a `secret`, and shows its hash (`commitment`) before any of `salts` (one text per seat) is sent. The
    secret is published at the end. If seats were drawn by lot, the player of `seat` had the seat `order[seat]` before
    the draw.
    """

    commitment: str
    secret: str
    salts: list[str]
    order: list[int] | msgspec.UnsetType = msgspec.UNSET


def commitment_of(secret: str) -> str:
    """Return a table's commitment: the SHA-256 of its secret, both as hexadecimal text.

    The table publishes the commitment before any player sends a salt, so it cannot choose another secret later.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(chance: str) -> str:
    """Return a table's secret for a fair shuffle, computed from the random text `chance`, which is never published."""
    return hashlib.sha256(f"enginehouse secret {chance}".encode()).hexdigest()


def seed_of(secret: str, salts: Sequence[str]) -> str:
    """Return the seed of a game with a fair shuffle, from the table's secret and the salts of all seats.

    A salt is a text that a player has sent. The seed is 64 hexadecimal digits.
    """
    return hashlib.sha256("\n".join(["enginehouse deal 1", secret, *salts]).encode()).hexdigest()


def order_of(secret: str, salts: Sequence[str]) -> list[int]:
    """Draw lots for the seats of a table: return for each seat the number of the seat that its player had before.

    The lots are computed from the table's secret and the players' salts (texts that they have sent). `salts` is the
    list of the salts by seat, in the order before the draw.
    """

    def lot(seat: int) -> str:
        return hashlib.sha256("\n".join(["enginehouse seats 1", secret, *salts, str(seat)]).encode()).hexdigest()

    return sorted(range(len(salts)), key=lot)


def wrong_with(receipt: Receipt, seats: int, seed: str) -> str:
    """Check a receipt, the proof of a fair shuffle. Return a sentence about its first fault, or "" if it is right.

    `seats` and `seed` are the number of seats and the seed in the log that has the receipt.
    """
    if len(receipt.salts) != seats or not all(one == NONE or SALT.fullmatch(one) for one in receipt.salts):
        return f"the receipt does not hold {seats} salts, one for each seat"
    if commitment_of(receipt.secret) != receipt.commitment:
        return "the secret of the receipt is not the one to which the table had bound itself"
    if seed_of(receipt.secret, receipt.salts) != seed:
        return "the cards were not dealt from the secret and the salts of the receipt"
    if isinstance(receipt.order, list):
        if sorted(receipt.order) != list(range(seats)):
            return f"the receipt does not say for each of {seats} seats who was drawn for it"
        before = dict(zip(receipt.order, receipt.salts, strict=True))
        if order_of(receipt.secret, [before[seat] for seat in range(seats)]) != receipt.order:
            return "the seats were not drawn from the secret and the salts of the receipt"
    return ""
