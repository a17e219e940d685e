"""Check the invariants of Mechanica: facts that are true in every position. The conformance checks use this module."""

from __future__ import annotations

from random import Random

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import count_conserved, list_pieces
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import parts, rules, state
from enginehouse.games.mechanica.state import Phase, State

KINDS = parts.KIND_OF.tolist()
BACKS = parts.BACK_OF.tolist()
HANDS = (parts.SEEN,)


def _weight(name: str) -> float:
    """Return the weight of the action with this name in random games of the conformance checks.

    The weight is small for demolishing. Players who often demolish tiles would have no Forks and other tiles that ask
    their owner questions during factory runs, so the checks would never test these questions.
    """
    if name.startswith("demolish"):
        return 0.02
    if name.startswith("install"):
        return (4 if " 0" in name else 1) * (8 if " b" in name else 1)
    return {"recycle": 4, "sell": 3, "buy": 2, "complete": 3, "end": 0.7, "truck": 0.2}.get(name.split()[0], 1)


WEIGHTS = [_weight(name) for name in parts.ACTIONS]
"""The weight of each action in random games of the kit, by code."""


def twin(s: State, seat: Seat, dice: Random) -> None:
    """Change hidden information of the record `s` at random, for a test that `seat` cannot notice the change.

    During factory runs, the answers of other seats to questions about their own runs are hidden (MC-1.6). For each
    other seat with a question, the function draws a legal answer by `dice` and tries it on a copy of `s`. The answer is
    kept in `s` only if it does not change which seats have questions, because `seat` would notice such a change.
    """
    for other in range(s.seats):
        if s.phase == Phase.RUN and other != seat and rules.actors(s) >> other & 1:
            out = [0] * len(parts.ACTIONS)
            many = rules.legal(s, other, out)
            code = out[dice.randrange(many)]
            after = state.SHAPE.copy(s)
            rules.apply(after, other, code, Events(1, on=False))
            if after.asked == s.asked:
                state.SHAPE.assign(s, after)


def conserved(s: State) -> dict[str, int]:
    """Return a dict of numbers that no action changes (MC-1.2, MC-2.3).

    The dict has the number of pieces in all zones, the number of different pieces, the sum of the pieces' numbers, and
    the number of improvements of each kind. If these stay the same, each improvement and each blueprint is in one
    place.
    """
    found = count_conserved(s, "pieces")
    seen = [KINDS[piece] for piece in list_pieces(s, parts.SEEN)]
    for kind in range(1, parts.IMPROVEMENTS + 1):
        lying = s.recycler[kind] + s.robot[kind] + s.shop.count(kind) + (s.pending == kind)
        lying += sum(
            s.tiles[seat][p] & parts.KIND_BITS == kind
            for seat in range(4)
            for p in range(parts.PLACES)
            if p % 6 != parts.DOCK
        )
        found[f"improvements {kind}"] = parts.COPIES[parts.TILES[kind].slug] - seen.count(kind) + lying
    return found


def check(s: State) -> None:
    """Raise AssertionError if a record is impossible: no game can lead to it."""
    for seat in range(s.seats):
        assert s.wallet[seat] >= 0, f"seat {seat} has {s.wallet[seat]} in its Wallet"
        for row in range(3):
            place = row * parts.COLUMNS + parts.DOCK
            size = s.tiles[seat][place]
            load = s.holes[seat][3 * place : 3 * place + 3]
            assert 1 <= size <= 3, f"seat {seat} has a truck of size {size}"
            assert load == sorted(load, reverse=True), f"a truck is not in order: {load}"
            assert sum(bot > 0 for bot in load) <= size, f"a truck of {size} holds {load}"
    assert not s.asked or s.laid != s.asked, "everybody has answered, and the window is not opened"
