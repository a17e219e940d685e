"""The seer, by which it is measured what knowing would be worth: it sees the true record but for chance to come, and nobody else does."""

from __future__ import annotations

import pytest
from ways import asked, some_way

from enginehouse.bots import levels, seer
from enginehouse.bots.levels import Search, filled, tune_of
from enginehouse.bots.tree import Tune, plain_desk
from enginehouse.core import estimates
from enginehouse.core import game as games
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.returns import win_share

GAMES = 100


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
