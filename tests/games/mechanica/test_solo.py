"""Mechanica, section 11: alone against ARMAND-0."""

from __future__ import annotations

import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import coin
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import ARMAND, EXTRAS, STACK
from enginehouse.games.mechanica.rules import armand_worth
from enginehouse.games.mechanica.state import Phase, Told
from enginehouse.games.mechanica.trading import armand_turn

GAME = games.get("mechanica")


def chip(scene, side: int, *shop: str):
    """A solo game in which the chip will show this side."""
    for seed in range(50):
        game = scene(1, seed)
        if shop:
            game.shop(*shop)
        trial = GAME.shape.copy(game.s)
        if coin(trial) == side:
            return game
    raise LookupError(side)


def test_mc_11_1_it_has_a_turn_after_yours(scene) -> None:
    """MC-11.1: two rotations in a workday, no double rotate, no Extras, empty Wallet, then a new workday."""
    game = scene(1)
    assert (game.s.wallet[ARMAND], game.s.vault[ARMAND]) == (0, 0)
    game.shop("", "", "", "").act("end")
    assert game.s.day == 2 and game.s.spun == 2 and count(game.s, EXTRAS) == 6 and game.phase == Phase.TURN
    assert count(game.s, STACK) == 17 and len(game.told(Told.CHIP)) == 1


def test_mc_11_1_side_a(scene) -> None:
    """MC-11.1: side A: 1, and the cheapest improvement if it can; else 4 more and nothing."""
    game = chip(scene, 0, "upgrader", "", "gift-wrapper", "").act("end")
    assert game.s.wallet[ARMAND] == 0 and game.s.robot[1] == 1, "the Gift Wrapper had come to 1"
    game = chip(scene, 0, "upgrader", "gift-wrapper", "", "").act("end")
    assert game.s.wallet[ARMAND] == 5 and sum(game.s.robot) == 0, "3 is more than 1"
    game = chip(scene, 0, "upgrader", "gift-wrapper", "", "")
    game.s.wallet[ARMAND] = 2
    game.act("end")
    assert game.s.wallet[ARMAND] == 0 and game.s.robot[1] == 1


def test_mc_11_1_side_b(scene) -> None:
    """MC-11.1: side B: 5, and the dearest improvement if it can, else nothing."""
    game = chip(scene, 1, "upgrader", "gift-wrapper", "", "").act("end")
    assert game.s.wallet[ARMAND] == 5 and sum(game.s.robot) == 0, "7 is more than 5"
    game = chip(scene, 1, "upgrader", "gift-wrapper", "", "").stack(0).act("end")
    assert game.s.wallet[ARMAND] == 0 and game.s.robot[2] == 1, "the dearest lies on 5"
    game = chip(scene, 1, "upgrader", "", "", "")
    game.s.wallet[ARMAND] = 2
    game.act("end")
    assert game.s.wallet[ARMAND] == 0 and sum(game.s.robot) == 1


def test_mc_11_1_an_empty_shop(scene) -> None:
    """MC-11.1: an empty shop counts as cannot."""
    for side in (0, 1):
        game = chip(scene, side, "", "", "", "")
        armand_turn(game.s, Events(16))
        assert game.s.wallet[ARMAND] == 5 and sum(game.s.robot) == 0


def test_mc_11_2_overactive(scene) -> None:
    """MC-11.2: 1 into its Vault for a Plus, 5 for a Deluxe; nobody receives a bot."""
    for model, paid in (("plus", 1), ("deluxe", 5)):
        game = scene(1).lay("a0", "overactive-fabricator").act("end").act(f"make {model}")
        assert game.s.vault[ARMAND] == paid and game.phase == Phase.TURN


@pytest.mark.parametrize("how", ["install b2 0", "recycle"])
def test_mc_11_3_the_end_comes_at_once(scene, how: str) -> None:
    """MC-11.3: when stack and shop are empty, in the middle of a turn too, after the last one was installed or recycled."""
    game = scene(1).stack(0).shop("", "upgrader", "", "").act("buy 5")
    assert game.s.reason == 0
    game.act(how)
    assert game.s.reason == 1103 and game.asked() == 0 and game.refusal("end") == 1103
    assert count(game.s, EXTRAS) == 6


def test_mc_11_3_the_end_by_rotation(scene) -> None:
    """MC-11.3: also when the last improvement falls, or ARMAND-0 buys it."""
    game = scene(1).stack(0).shop("", "", "", "upgrader").act("end")
    assert game.s.reason == 1103 and not game.told(Told.CHIP)
    game = chip(scene, 1, "", "", "", "").stack(0)
    game.s.shop[2] = 2
    game.act("end")
    assert game.s.reason == 1103 and game.s.robot[2] == 1
    game = scene(1).stack(1).shop("", "", "upgrader", "").act("end")
    assert game.s.reason == 0


def test_mc_11_3_scores(scene) -> None:
    """MC-11.3: six times the values, Vault and Wallet; a tie is lost."""
    game = scene(1)
    game.s.robot[5], game.s.robot[2] = 1, 2
    game.s.wallet[ARMAND], game.s.vault[ARMAND] = 3, 11
    assert armand_worth(game.s) == 6 * (4 + 2 * 2) + 14 == 62
    out = [0] * 16
    for wallet, rank in ((61, 2), (62, 2), (63, 1)):
        GAME.rules.scores(game.money(wallet).s, out)
        assert (out[0], out[8]) == (wallet, rank)


@pytest.mark.parametrize(("level", "vault"), [("normal", 0), ("hard", 20), ("impossible", 35), ("apocalyptic", 55)])
def test_mc_11_4_levels(level: str, vault: int) -> None:
    """MC-11.4: what its Vault starts with."""
    assert Match.new(GAME, 1, {"level": level}, seed=1).state.vault[ARMAND] == vault
    assert Match.new(GAME, 2, {"level": level}, seed=1).state.vault[ARMAND] == 0
