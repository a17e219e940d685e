"""The seer, by which it is measured what knowing would be worth: it sees the true record but for chance to come, and nobody else does."""

from __future__ import annotations

import importlib.util
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse.bots import levels, seer
from enginehouse.bots.levels import Search, filled, tune_of
from enginehouse.bots.tree import Tune, plain_desk
from enginehouse.core import estimates
from enginehouse.core import game as games
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.returns import win_share
from enginehouse.games.great_machine.parts import BACK_OF, DECK, EVENT, HAND, MOVEMENT

GAMES = 100
IN_PART = Path(__file__).resolve().parents[2] / "benchmarks" / "partial_seers.py"


@pytest.mark.parametrize("sees", [True, False])
def test_it_imagines_what_is_true_and_others_what_could_be(sees: bool) -> None:
    match = some_way("mechanation", 2, 9)
    view, me, legal = asked(match)
    states = levels._States([view, view, view, match.state])
    tune = seer.seer((4, 1, 300, 300, 1))._tune if sees else filled((4, 1, 300, 300, 1))
    desk = plain_desk(levels._asked((me, 9), 0, len(legal)), tune)
    different = []
    for k in range(3):
        seer.imagine_or_see(states, me, 9, k, desk)
        different.append(set(match.game.shape.differences(states[1], match.state)))
    chance = {"chance_key", "chance_block", "chance_count", "chance_left"}
    assert all(("chance_key" in one) for one in different), "what is to come is unknown to all"
    assert any(one - chance for one in different) != sees


def test_it_weighs_no_guesses() -> None:
    tune = seer.seer(tune_of(games.get("mechanation"), "hard"))._tune
    assert tune[Tune.SEER] == 1 and tune[Tune.WORLDS] == 0


@pytest.fixture
def partial() -> Any:
    spec = importlib.util.spec_from_file_location("partial_seers", IN_PART)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def zones_of(s: Any) -> list[list[int]]:
    """The cards of each zone, the top last."""
    return [[int(s.row[k]) for k in range(int(b), int(b) + int(n))] for b, n in zip(s.start, s.size, strict=True)]


@pytest.mark.parametrize("sees", ["nothing", "hands", "decks", "all"])
def test_a_seer_in_part_is_told_that_part(partial: Any, sees: str) -> None:
    """Whatever it sees, what all know and its own hand are true, and every card is somewhere."""
    decks, hands = (DECK + MOVEMENT, DECK + EVENT), [HAND + seat for seat in range(4)]
    for acts in range(4, 60):
        match = some_way("great-machine", 4, acts)
        _, me, _ = asked(match)
        s, truth = match.game.shape.copy(match.state), zones_of(match.state)
        partial.blur(s, me, partial.SEES[sees], np.array([acts, 2, 3, 4], np.int64))
        found = zones_of(s)
        assert sorted(chain(*found)) == sorted(chain(*truth))
        for zone, cards in enumerate(found):
            if zone not in (*decks, *hands) or zone == HAND + me:
                assert cards == truth[zone]
            assert [int(BACK_OF[card]) for card in cards] == [int(BACK_OF[card]) for card in truth[zone]]
        held = any(found[zone] != truth[zone] for zone in hands)
        moved = sum(a != b for zone in decks for a, b in zip(found[zone], truth[zone], strict=True))
        if sees in ("hands", "all") or match.state.asked:
            assert not held
        if sees in ("decks", "all"):
            held_then, held_now = (Counter(chain(*(way[zone] for zone in hands))) for way in (truth, found))
            exchanged = held_then - held_now
            assert moved <= exchanged.total()
        else:
            assert moved > 80
        if sees in ("decks", "nothing") and not match.state.asked:
            assert held, "what others hold is anybody's guess"


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize(("name", "least"), [("mechanation", 0.5), ("great-machine", 0.5)])
def test_knowing_helps_where_much_is_hidden(name: str, least: float, deep: bool) -> None:
    """Against the honest search of the same budget; the lower end of the interval counts."""
    if not deep:
        pytest.skip("only with --deep: whole games are compiled for it")
    game = games.get(name)
    tune = tune_of(game, "hard")
    whole = seer.SeersGames(game, {"seer": seer.seer(tune), "hard": Search("hard")})
    shares = []
    for k in range(GAMES):
        sitting = ["seer", "hard"] if k % 2 == 0 else ["hard", "seer"]
        ranks = whole.play(game.option_numbers(2, None), 3, k, sitting)["points"].tolist()[8:10]
        shares.append(win_share(ranks, False)[k % 2])
    assert estimates.share(shares).low > least, estimates.share(shares)
