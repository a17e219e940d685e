"""How a game of Mechanica ended (see `core.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.games.mechanica.rules import armand_worth, comes_before, worth
from enginehouse.games.mechanica.state import State

UNIT = "Worth"


def _winner(v: State) -> int:
    return next(
        seat
        for seat in range(v.seats)
        if not any(comes_before(v, other, seat) for other in range(v.seats) if other != seat)
    )


def headline(v: State) -> str:
    """Who has won."""
    if v.seats == 1:
        mine, its = worth(v, 0), armand_worth(v)
        return f"{{0}} beats ARMAND-0, {mine} to {its}" if mine > its else f"ARMAND-0 wins, {its} to {mine}"
    first = _winner(v)
    return f"{{{first}}} wins with {worth(v, first)}"


def why(v: State) -> list[str]:
    """MC-9.1: by what, where several are worth as much."""
    if v.seats == 1:
        return []
    first = _winner(v)
    like = [seat for seat in range(v.seats) if seat != first and worth(v, seat) == worth(v, first)]
    if not like:
        return []
    others = " and ".join(f"{{{seat}}}" for seat in like)
    if all(v.vault[first] > v.vault[seat] for seat in like):
        return [f"{others} {'has' if len(like) == 1 else 'have'} as much; {{{first}}}’s Vault holds more."]
    return [f"{others} {'has' if len(like) == 1 else 'have'} as much; with Vaults alike the earlier seat wins."]


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """MC-9.1: Wallet, Vault, and what the tiles are worth."""
    wallet, vault = int(v.wallet[seat]), int(v.vault[seat])
    return [("Wallet", wallet), ("Vault", vault), ("improvements", int(worth(v, seat)) - wallet - vault)]
