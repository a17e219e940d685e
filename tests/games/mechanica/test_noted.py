"""Mechanica: runs that are remembered while a turn is planned are what they were."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from enginehouse.bots.players import tree
from enginehouse.games.mechanica import noted, outlook, policy
from enginehouse.games.mechanica.building import number_hole
from enginehouse.games.mechanica.making import is_hole
from enginehouse.games.mechanica.noted import NOTED, run_noted
from enginehouse.games.mechanica.parts import ADVANCED, BLUEPRINTS, COLUMNS, FORK, HOLES, PLACES, TRUCKS, WRAPPER
from enginehouse.games.mechanica.policy import make_plainly, run_well
from enginehouse.games.mechanica.riding import new_bench
from enginehouse.games.mechanica.state import ANSWERS
from enginehouse.games.mechanica.trading import can_complete

FLOOR_TILES = [0] * 12 + [kind + 16 * turn for kind in (*range(WRAPPER, ADVANCED), FORK) for turn in range(4)]


def factories(many: int) -> list[tuple[list[int], list[int]]]:
    """Tiles and holes as they came by lot, whether a game would ever lead there or not; the holes that there are may have bots."""
    dice, found = random.Random(3), []
    for _ in range(many):
        tiles = [0 if place % COLUMNS == 0 else dice.choice(FLOOR_TILES) for place in range(PLACES)]
        for place in TRUCKS:
            tiles[place] = dice.randint(1, 3)
        holes = [0] * HOLES
        for place in set(range(PLACES)) - set(TRUCKS):
            for k in range(3):
                if is_hole(tiles, place, k):
                    holes[number_hole(place, k)] = dice.randint(0, 3)
        found.append((tiles, holes))
    return found


def test_a_recorded_run_is_unchanged(monkeypatch) -> None:
    """Three days of each factory, twice; and where two slots have to do, so that what is noted is soon lost again."""
    found = factories(12)
    for slots in (noted.SLOTS, 2):
        monkeypatch.setattr(noted, "SLOTS", slots)
        w, answers, runs = np.zeros(tree.NOTES, np.int64), np.zeros(ANSWERS, np.int8), []
        for (tiles, holes), again in product(found, (False, True)):
            mine, plain, coins = holes[:], holes[:], []
            for _ in range(3):
                coins.append(run_noted(tiles, mine, answers, w))
                assert coins[-1] == run_well(tiles, plain, answers, 0, new_bench()) and mine == plain
                make_plainly(tiles, mine), make_plainly(tiles, plain)
            runs.append((coins, mine))
            assert not again or runs[-1] == runs[-2]
        assert len({tuple(after) for _, after in runs}) > 6


def test_a_factory_run_again_is_not_worked_out_again(monkeypatch) -> None:
    tiles, holes = factories(1)[0]
    w, answers, asked = np.zeros(tree.NOTES, np.int64), np.zeros(ANSWERS, np.int8), []

    def counted(*given):
        asked.append(1)
        return run_well(*given)

    monkeypatch.setattr(policy, "run_well", counted)
    for _ in range(3):
        run_noted(tiles, holes[:], answers, w)
    assert len(asked) == 1


def test_there_is_room_for_all_notes() -> None:
    assert NOTED <= tree.NOTES
    assert (PLACES // 2) * 7 <= 63 and (HOLES // 2) * 2 <= 63, "halves fit into one number each"


def test_unknown_blueprints_are_counted_as_they_are_completed() -> None:
    """MC-10: for all bots that there may be on the trucks."""
    for there in product(range(10), repeat=3):
        if sum(there) > 9:
            continue
        bots = [model for model, many in enumerate(there, 1) for _ in range(many)]
        holes = [0] * HOLES
        for k, model in enumerate(bots):
            holes[3 * (6 * (k // 3) + 5) + k % 3] = model
        pays = sum(int(outlook.BONUS_OF[card]) for card in range(len(BLUEPRINTS)) if can_complete(holes, card))
        assert outlook.unknown_bonus(holes) == 200 * pays // len(BLUEPRINTS)
