"""Mechanation, sections 7 and 8: all battles of 24 mechs against 24, in the Arena and in the Pilot Phase.

The referee below was written from the list of mechs in the rulebook and knows nothing of the game's code.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import pytest

from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.battle import leaves_unclaimed, place_after, power, winning_side
from enginehouse.games.mechanation.parts import ATTACK, DEFENCE, FIRST, MECHS, SECOND

PRINTED = {
    "Gnat": 1, "Decoy": 1, "Limpet": 2, "Periscope": 2, "Wrench": 1, "Jammer": 3, "Burrower": 3, "Spark": 3,
    "Bulwark": 4, "Lancer": 5, "Leech": 4, "Overclock": 5, "Recaller": 5, "Warden": 6, "Raider": 6, "Vanguard": 6,
    "Colossus": 9, "Goliath": 8, "Juggernaut": 8, "Sentinel": 8, "Titan": 8, "Siege Engine": 8, "Aegis": 8, "Harvester": 6,
}  # fmt: skip
CHANGES = {
    "Spark": {"attacks": 4},
    "Bulwark": {"defends": 3},
    "Lancer": {"second": 3},
    "Goliath": {"attacks": 3, "defends": -2},
    "Juggernaut": {"second": 1, "attacks": -1},
    "Sentinel": {"defends": 2, "attacks": -1},
    "Siege Engine": {"attacks": 1, "defends": -1},
    "Aegis": {"attacks": -1},
    "Harvester": {"defends": 2},
}
FIRST_SET = {
    "Bulwark": (4, {"defends": 4}),
    "Lancer": (4, {"second": 4}),
    "Juggernaut": (8, {"second": 1}),
    "Warden": (5, {}),
    "Colossus": (10, {}),
    "Goliath": (9, {"second": -2, "defends": -4}),
    "Sentinel": (8, {"defends": 2, "attacks": -3}),
    "Siege Engine": (8, {"attacks": 1, "defends": -3}),
    "Aegis": (8, {"attacks": -2}),
    "Harvester": (7, {"defends": 2}),
}
"""MN-8.11: what is otherwise in the first set."""
NAMES = list(PRINTED)
MECH = {printed.title: number for number, printed in enumerate(MECHS)}
TIER = {printed.title: printed.tier for printed in MECHS}
WAYS = {"first": FIRST, "second": SECOND, "attacks": ATTACK, "defends": DEFENCE}
HAND, STAND_BY, DISABLED, MALFUNCTIONED = range(4)


class Ruling(NamedTuple):
    """A referee's result: powers, the winner (0, 1 or none), where both go, whether the winner claims in the Arena."""

    powers: tuple[int, int]
    winner: int | None
    places: tuple[int, int]
    claims: bool


def able(mech: str, other: str) -> bool:
    """Whether a mech's ability is on."""
    return other != "Jammer" or mech == "Aegis"


def strength(mech: str, other: str, way: str, boosted: bool, balanced: int) -> int:
    """Printed power, own changes, then what a Leech takes."""
    total, changes = PRINTED[mech], CHANGES.get(mech, {})
    if not balanced:
        total, changes = FIRST_SET.get(mech, (total, changes))
    if able(mech, other):
        total += changes.get(way, 0)
        if mech == "Overclock" and boosted:
            total += 3
    if other == "Leech" and able("Leech", mech) and mech != "Aegis":
        total -= 2
    return max(0, total)


def beats(mech: str, other: str, mine: int, its: int) -> bool:
    """Whether the first of two wins."""
    if other != "Aegis" and able(mech, other) and mech == "Gnat" and its >= 9:
        return True
    if mech != "Aegis" and able(other, mech) and other == "Gnat" and mine >= 9:
        return False
    if mine == its:
        return mech == "Vanguard" and able(mech, other) and other != "Aegis"
    return mine > its


def goes(mech: str, other: str, outcome: str, boosted: bool) -> int:
    """Where a mech goes that has won, tied or lost."""
    on, its_on = able(mech, other), able(other, mech) and mech != "Aegis"
    if outcome == "lost" and mech == "Decoy" and on:
        return HAND
    stages = [DISABLED if outcome == "lost" else HAND]
    if mech == "Colossus" and on:
        stages.append(DISABLED)
    if mech == "Juggernaut" and on:
        stages.append(MALFUNCTIONED if outcome == "lost" else STAND_BY)
    if mech == "Overclock" and on and boosted:
        stages.append(MALFUNCTIONED)
    if other == "Limpet" and its_on and outcome == "won":
        stages.append(MALFUNCTIONED)
    if other == "Raider" and its_on and outcome == "lost":
        stages.append(MALFUNCTIONED)
    return max(stages)


def referee(one: str, two: str, ways: tuple[str, str], boosted: bool, balanced: int = 1) -> Ruling:
    """The whole battle."""
    powers = strength(one, two, ways[0], boosted, balanced), strength(two, one, ways[1], boosted, balanced)
    first, second = beats(one, two, *powers), beats(two, one, powers[1], powers[0])
    assert not (first and second)
    winner = 0 if first else 1 if second else None
    outcomes = ("tied", "tied") if winner is None else ("won", "lost") if winner == 0 else ("lost", "won")
    places = goes(one, two, outcomes[0], boosted), goes(two, one, outcomes[1], boosted)
    claims = winner is not None
    if claims:
        best, worst = (one, two) if winner == 0 else (two, one)
        claims = not (worst == "Decoy" and able(worst, best) and best != "Aegis")
    return Ruling(powers, winner, places, claims)


@pytest.mark.parametrize("balanced", [1, 0], ids=["balanced", "first"])
@pytest.mark.parametrize("ways", [("first", "second"), ("attacks", "defends")], ids=["arena", "pilot"])
def test_table_of_all_battles(ways: tuple[str, str], balanced: int) -> None:
    """MN-7.1 to 7.8, MN-8.2, MN-8.5, MN-8.6, MN-8.11: 24 x 24 battles of either set, with and without Overclock's +3, as the
    referee rules."""
    a, b = WAYS[ways[0]], WAYS[ways[1]]
    for one, two, boosted in itertools.product(NAMES, NAMES, (False, True)):
        if one == two:  # every mech is there once
            continue
        said, x, y = referee(one, two, ways, boosted, balanced), MECH[one], MECH[two]
        powers = power(balanced, x, y, a, boosted), power(balanced, y, x, b, boosted)
        side = winning_side(x, y, *powers)
        results = (0, 0) if side < 0 else (1, -1) if side == 0 else (-1, 1)
        places = place_after(x, y, results[0], boosted), place_after(y, x, results[1], boosted)
        claims = side >= 0 and not leaves_unclaimed(*((y, x) if side == 0 else (x, y)))
        ours = Ruling(powers, None if side < 0 else side, places, claims)
        assert ours == said, f"{one} against {two}, {ways}, boosted: {boosted}"


@pytest.mark.parametrize("one", NAMES)
def test_battles_on_the_table(arena_fight, pilot_fight, one: str) -> None:
    """MN-5.3, MN-6.1, MN-7.3, MN-7.4: the same battles played on a table, where every mech and territory ends."""
    for two in NAMES:
        if one == two:
            continue
        overclocked = "Overclock" in (one, two) and able("Overclock", two if one == "Overclock" else one)
        for boosted in (False, True) if overclocked else (False,):
            for fight, ways in ((arena_fight, ("first", "second")), (pilot_fight, ("attacks", "defends"))):
                said = referee(one, two, ways, boosted)
                game = fight(one, two)
                if overclocked:
                    game.act("overclock" if boosted else "pass")
                where = f"{one} against {two}, {ways}, boosted: {boosted}"
                found = game.where(0, one), game.where(1, two)
                assert found == said.places, where
                row = list(game.s.fights[0])
                assert row[2:8] == [0, MECH[one], said.powers[0], 1, MECH[two], said.powers[1]], where
                assert row[1] == (0 if said.winner is None else said.winner + 1), where
                owners = [seat for seat in range(4) if "red 3" in game.held(seat)]
                if ways[0] == "first":
                    assert owners == ([said.winner] if said.claims else []), where
                else:
                    assert owners == ([0] if said.winner == 0 else [1]), where
                assert game.s.attack == 0, where


def test_the_rulebooks_table_of_where_a_mech_goes() -> None:
    """MN-7.3, MN-7.4, MN-7.7: the table beside the clauses says what they do."""
    stages = {"hand": HAND, "Stand-By": STAND_BY, "Disabled": DISABLED, "Malfunctioned": MALFUNCTIONED}
    lines = [line for line in games.get("mechanation").rulebook.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rows = [row for row in rows if len(row) == 4 and row[1] in stages]
    assert len(rows) == 7
    for what, *places in rows:
        boosted = "+3" in what
        mech, other = ("Titan", what.split()[-1]) if what.startswith("against") else (what.split()[0], "Titan")
        for result, place in zip((1, 0, -1), places, strict=True):
            assert place_after(MECH.get(mech, MECH["Titan"]), MECH[other], result, boosted) == stages[place], what
