"""Receipts of fair deals: the table binds itself to a secret before seats add salts, and the deal is made of all of them.

It guards against a table alone and against players alone. A table in league with the last one to sit down could try many
salts; nobody can tell.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from enginehouse.core.patterns import SALT as SALT

NONE = "-"
"""The salt of a seat that has sent none: a bot's, or somebody's without scripts."""


class Receipt(msgspec.Struct, forbid_unknown_fields=True):
    """`commitment` was shown before any of `salts` (one for each seat) was sent; `secret` is told at the end. Where seats were
    drawn, `order` says by seat at which one whoever sits there had sat down."""

    commitment: str
    secret: str
    salts: list[str]
    order: list[int] | msgspec.UnsetType = msgspec.UNSET


def commitment_of(secret: str) -> str:
    """What a table shows before it knows any salt: the SHA-256 of its secret, both as hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(chance: str) -> str:
    """A secret from chance that nobody is told."""
    return hashlib.sha256(f"enginehouse secret {chance}".encode()).hexdigest()


def seed_of(secret: str, salts: Sequence[str]) -> str:
    """The seed that a secret and the salts of all seats make: 64 hexadecimal digits."""
    return hashlib.sha256("\n".join(["enginehouse deal 1", secret, *salts]).encode()).hexdigest()


def order_of(secret: str, salts: Sequence[str]) -> list[int]:
    """In which order seats are drawn of a secret and the salts as people sat down: by seat, from which one whoever sits there comes."""

    def lot(seat: int) -> str:
        return hashlib.sha256("\n".join(["enginehouse seats 1", secret, *salts, str(seat)]).encode()).hexdigest()

    return sorted(range(len(salts)), key=lot)


def wrong_with(receipt: Receipt, seats: int, seed: str) -> str:
    """Why a receipt is not that of a deal, in a sentence; empty where it is."""
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
