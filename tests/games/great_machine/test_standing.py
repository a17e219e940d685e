"""How the rats stand, beside the names."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.games.great_machine.standing import goal, standing


def list_standings(match: Match) -> list[str]:
    return [standing(match.view(0), seat).says for seat in range(match.seats)]


def test_gm_2_1_a_rat_that_was_put_into_its_cage_has_come() -> None:
    match = Match.new("great-machine", 3, seed=1)
    assert list_standings(match) == ["no rat yet"] * 3
    first = match.actors()[0]
    match.act(first, "cage 2")
    assert [seat for seat, one in enumerate(list_standings(match)) if one == "0 pellets"] == [first]


def test_gm_4_2_pellets_are_counted_and_a_dead_rat_is_announced(scene: Any) -> None:
    game = scene(3).pellets(1, 4, 0).kill(2)
    found = [standing(game.s, seat) for seat in range(3)]
    assert [one.says for one in found] == ["1 pellet", "4 pellets", "rat dead"]
    assert found[1].number > found[0].number


def test_gm_2_4_the_last_round_is_announced(scene: Any) -> None:
    game = scene(3)
    game.s.track, game.s.round = 2, 5
    assert "2 slots to go." in goal(game.s) and "last round" not in goal(game.s)
    game.s.track = 1
    assert "This may be the last round: 1 slot to go." in goal(game.s)
    game.s.track, game.s.round = 7, 40
    assert "This is the last round." in goal(game.s)
