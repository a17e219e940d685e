"""Describe the end of a game in words: the winner and the reason (see `core.words.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.endings import winners_of
from enginehouse.core.words.naming import list_seats
from enginehouse.games.mechanica import rules
from enginehouse.games.mechanica.state import State

UNIT = "Worth"


def headline(v: State) -> str:
    """Return a sentence that names the winner, which may be ARMAND-0 in a solo game (MC-9.1, MC-11.3)."""
    won = winners_of(rules.scores, v)
    if v.seats == 1:
        mine, its = rules.worth(v, 0), rules.armand_worth(v)
        return f"{{0}} beats ARMAND-0, {mine} to {its}" if won else f"ARMAND-0 wins, {its} to {mine}"
    return f"{list_seats(won)} wins with {rules.worth(v, won[0])}"


def why(v: State) -> list[str]:
    """Return sentences about how a tie between factories was broken (MC-9.1, MC-11.3)."""
    if v.seats == 1:
        return ["ARMAND-0 wins a tie."] if rules.worth(v, 0) == rules.armand_worth(v) else []
    (first,) = winners_of(rules.scores, v)
    equal = [seat for seat in range(v.seats) if seat != first and rules.worth(v, seat) == rules.worth(v, first)]
    if not equal:
        return []
    others = list_seats(equal, "has", "have")
    if all(v.vault[first] > v.vault[seat] for seat in equal):
        return [f"{others} the same worth, but {{{first}}} has more in the Vault."]
    return [f"{others} the same worth. If the Vaults are equal too, the earlier player in turn order wins."]


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """Return the parts of a seat's points, each as (name, number): Wallet, Vault, and values of tiles (MC-9.1)."""
    wallet, vault = int(v.wallet[seat]), int(v.vault[seat])
    return [("Wallet", wallet), ("Vault", vault), ("improvements", int(rules.worth(v, seat)) - wallet - vault)]
