"""Mechanation: in positions of every phase all that is legal is not refused, and the rest is, with its clause."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.state import Phase

GAME = games.get("mechanation")
SEVEN = ("red 1", "red 2", "-orange 1", "orange 2", "green 4", "green 5", "blue 4")


def led_by(game: Any, seat: int) -> Any:
    """Another pilot is the Alpha."""
    game.s.alpha = seat
    return game


def turn(scene: Any) -> Any:
    """Seat 2 turns one of two territories."""
    return led_by(scene().lands(2, "-red 1", "blue 2", "-red 3").lands(1, "-green 1"), 2).begin(Phase.INITIATE)


def wrench(scene: Any) -> Any:
    """Seat 1 may use its Wrench for one of two mechs."""
    game = scene(seen=False).mechs(1, "Wrench").place(1, "Lancer", 2).place(1, "Goliath", 3).place(0, "Titan", 3)
    return game.seen(0, "Gnat", "Titan").begin(Phase.INITIATE)


def no_wrench(scene: Any) -> Any:
    """Seat 1 is asked as if it could have one."""
    return scene(seen=False).place(1, "Goliath", 3).begin(Phase.INITIATE)


def deploy(scene: Any) -> Any:
    """Seat 1 may look with its Periscope, at seat 0's too, or deploy; one territory is full."""
    game = scene(seen=False).mechs(1, "Periscope").lands(0, "-red 1", "blue 2").lands(1, "-blue 3", "-blue 4")
    game = led_by(game.lands(3, "green 1", "green 2", "-green 3"), 2).line_up("-violet 1", "violet 2", "-violet 3")
    return game.act("deploy light 2", "pass", "deploy heavy 2")


def deploy_again(scene: Any) -> Any:
    """The second round of two pilots: seat 0 has a mech at the first territory."""
    return scene(2, seen=False).line_up("-violet 1", "violet 2").act("deploy light 1", "deploy heavy 1")


def overclock(scene: Any) -> Any:
    """Seat 3 is asked whether its Overclock takes more."""
    game = led_by(scene().mechs(3, "Overclock").lands(3, *SEVEN, "violet 1"), 1).begin(Phase.PILOT)
    return game.act("attack heavy 3 2", "defend medium")


def recall(scene: Any) -> Any:
    """Seat 1 has won with its Recaller: any of two comes back, but not a mech of the hand, and not itself."""
    game = scene().mechs(1, "Recaller").place(1, "Goliath", 3).lands(1, "red 3").begin(Phase.PILOT)
    return game.act("attack light 1 1", "defend medium")


def recall_after_limpet(scene: Any) -> Any:
    """The Recaller is in the hangar itself."""
    game = scene().mechs(0, "Recaller").place(0, "Titan", 3).place(0, "Gnat", 1).lands(2, "violet 5").line_up("red 3")
    return game.act("deploy medium 1", "deploy light 1")


def attack(scene: Any) -> Any:
    """Seat 2 may attack, also with its Burrower, also seat 0 and seat 3, whose last territory lies face-down."""
    game = scene(seen=False).mechs(2, "Burrower").place(2, "Leech", 1).lands(0, "red 1", "-red 2").lands(2, "blue 1")
    return led_by(game.lands(3, *SEVEN, "-violet 1"), 2).begin(Phase.PILOT)


def attack_without(scene: Any) -> Any:
    """The Alpha has no Burrower."""
    return scene(seen=False).lands(1, "red 1", "-red 2").lands(0, "blue 1").begin(Phase.PILOT)


def defend(scene: Any) -> Any:
    """Seat 3 may defend with two of its mechs."""
    game = led_by(scene(seen=False).lands(3, "red 1").place(3, "Vanguard", 2), 1).begin(Phase.PILOT)
    return game.act("attack light 3 1")


def burrow(scene: Any) -> Any:
    """Seat 1 may attack with its Burrower alone."""
    game = scene(seen=False).mechs(1, "Burrower").lands(0, "-red 1", "-red 2").lands(1, "blue 1").lands(3, "green 1")
    return led_by(game, 1).begin(Phase.PILOT).act("attack heavy 3 1", "pass")


def no_burrower(scene: Any) -> Any:
    """The Alpha is asked as if it could have one."""
    return scene(seen=False).lands(1, "-red 1", "-red 2").begin(Phase.PILOT)


def scrap(scene: Any) -> Any:
    """Seat 1 has too many territories, and a Warden."""
    return scene(seen=False).mechs(1, "Warden").lands(1, *SEVEN, "violet 1").seen(0, "Titan").begin(Phase.LIMIT)


def scrap_to_seven(scene: Any) -> Any:
    """The Warden has been shown."""
    return scrap(scene).act("warden")


def harvest(scene: Any) -> Any:
    """Seat 3 may use its Harvester."""
    return led_by(scene(seen=False).mechs(3, "Harvester").lands(3, "red 1"), 3).begin(Phase.LIMIT)


def no_harvester(scene: Any) -> Any:
    """Seat 0 is asked as if it could have one."""
    return scene(seen=False).lands(0, "red 1").begin(Phase.LIMIT)


def reap(scene: Any) -> Any:
    """Seat 3 must scrap one for what it harvested."""
    return harvest(scene).act("harvest")


POSITIONS = (
    (turn, Phase.TURN, 2),
    (wrench, Phase.WRENCH, 1),
    (no_wrench, Phase.WRENCH, 1),
    (deploy, Phase.DEPLOY, 1),
    (deploy_again, Phase.DEPLOY, 0),
    (overclock, Phase.OVERCLOCK, 3),
    (recall, Phase.RECALL, 1),
    (recall_after_limpet, Phase.RECALL, 0),
    (attack, Phase.ATTACK, 2),
    (attack_without, Phase.ATTACK, 0),
    (defend, Phase.DEFEND, 3),
    (burrow, Phase.BURROW, 1),
    (no_burrower, Phase.BURROW, 0),
    (scrap, Phase.SCRAP, 1),
    (scrap_to_seven, Phase.SCRAP, 1),
    (harvest, Phase.HARVEST, 3),
    (no_harvester, Phase.HARVEST, 0),
    (reap, Phase.REAP, 3),
)


@pytest.mark.parametrize(("position", "phase", "active"), POSITIONS, ids=lambda one: getattr(one, "__name__", None))
def test_legal_actions_are_accepted_and_all_others_refused(scene: Any, position: Any, phase: int, active: int) -> None:
    """For every seat and every action: no clause forbids what is legal, and one forbids what is not."""
    game = position(scene)
    assert (game.s.phase, game.s.active) == (phase, active)
    for seat in range(game.s.seats):
        v, out = game.view(seat), [0] * len(GAME.vocabulary)
        legal = set(out[: GAME.rules.legal(game.s, seat, out)])
        assert bool(legal) == (seat == active)
        refused = {code for code in range(len(GAME.vocabulary)) if GAME.rules.refusal(v, seat, code) != 0}
        assert refused == set(range(len(GAME.vocabulary))) - legal


def test_mn_3_1_when_the_game_is_over_that_is_why(scene: Any) -> None:
    """MN-3.1: nothing is legal any more, whatever is asked for."""
    game = scene().lands(0, "-red 1", "red 2", "red 4", "red 5").line_up("red 3")
    game.act("deploy light 1", "pass", "pass", "pass")
    for seat in range(4):
        assert game.names(seat) == []
        assert {game.refusal(seat, name) for name in ("pass", "deploy light 1", "scrap 1")} == {301}
