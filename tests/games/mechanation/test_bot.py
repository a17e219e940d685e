"""Mechanation: what the greedy bot knows, and that it bluffs."""

from __future__ import annotations

from collections import Counter

from enginehouse.bots.players import greedy
from enginehouse.bots.players.compiled_games import WholeGames
from enginehouse.bots.players.random import Random
from enginehouse.bots.players.runs import play_out
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.parts import ATTACK, DEFENCE, MECHS
from enginehouse.games.mechanation.policy import WIN, duel, evaluate
from enginehouse.games.mechanation.state import Phase

GAME = games.get("mechanation")
MECH = {printed.title: number for number, printed in enumerate(MECHS)}


def count_choices(game, times: int = 1, seed: int = 1) -> Counter[str]:
    """Return the bot's actions in a position, several times with other seeds."""
    found: Counter[str] = Counter()
    for k in range(times):
        seat = game.s.active
        out = [0] * len(GAME.vocabulary)
        many = GAME.rules.legal(game.s, seat, out)
        code = greedy.choose(game.view(seat), seat, out[:many], 60.0, seed + k)
        found[GAME.vocabulary.name(code)] += 1
    return found


def test_it_takes_the_winning_action(scene) -> None:
    """MN-3.1: the fifth territory of a kind, if nobody can stop it."""
    game = scene().lands(0, "red 1", "red 2", "red 4", "red 5").lands(1, "red 3", "blue 1")
    for tier in ("Limpet", "Lancer", "Goliath"):
        game.place(1, tier, 2)
    assert set(count_choices(game.begin(Phase.PILOT), 3)) <= {
        f"attack {tier} 1 1" for tier in ("light", "medium", "heavy")
    }


def test_it_goes_for_the_territory_that_it_needs(scene) -> None:
    """Four of a colour want the fifth rather than another one."""
    game = scene().lands(0, "red 1", "red 2", "red 4", "blue 5").line_up("red 3", "violet 4")
    assert all(name.endswith(" 1") for name in count_choices(game, 5))


def test_it_bluffs_a_little(scene) -> None:
    """Now and then it sends out another mech than its strongest, and most often that."""
    tiers: Counter[str] = Counter()
    for number in range(1, 13):
        game = scene(seen=False).lands(0, "red 1").line_up("red 3", "violet 4")
        game.s.round = number
        tiers.update(name.split()[1] for name in count_choices(game) if name.startswith("deploy"))
    assert tiers["heavy"] > 6 and 1 <= tiers["light"] + tiers["medium"] <= 5


def test_it_looks_only_at_its_view(scene) -> None:
    """Twin worlds, the same seed: the same action."""
    one = scene(seen=False).line_up("red 3", "-violet 4")
    other = scene(seen=False).mechs(2, "Colossus").line_up("red 3", "-blue 4")
    other.s.row[:] = [*one.s.row]
    other.s.known[:] = [*one.s.known]
    assert count_choices(one) == count_choices(other)


def test_an_overclock_takes_the_parts_that_it_needs() -> None:
    """The bot counts with the +3 where that wins or saves the battle."""
    assert duel(1, MECH["Overclock"], MECH["Raider"], ATTACK, DEFENCE) == 0
    assert duel(1, MECH["Raider"], MECH["Overclock"], ATTACK, DEFENCE) == 1
    assert duel(1, MECH["Overclock"], MECH["Titan"], ATTACK, DEFENCE) == -1


def test_the_end_counts_for_all(scene) -> None:
    """The score of the position names the winner."""
    game = (
        scene()
        .lands(0, "red 1", "red 2", "red 4", "red 5")
        .line_up("red 3")
        .act("deploy light 1", "pass", "pass", "pass")
    )
    assert [evaluate(game.s, seat) for seat in range(4)] == [WIN, -WIN, -WIN, -WIN]


def test_it_beats_random_players(deep: bool) -> None:
    """One greedy bot among three random ones wins nearly always; its games end by a clause within the bound."""
    many, won = 400, 0
    if not (deep and jit_possible()):
        assert [_plain_game(k) for k in range(2)].count(0) >= 1
        return
    played = WholeGames(GAME, {"greedy": greedy.Greedy(6), "random": Random()})
    for k in range(many):
        assert played.play([4], 3, k, ["greedy", "random", "random", "random"])["reason"] in (301, 302)
        won += played.bench.states[0]["winner"] == 1
    assert won > 0.7 * many


def _plain_game(k: int) -> int:
    """Return the winner of such a game, without compiled rules."""
    match = Match.new(GAME, 4, None, f"bot {k}")
    play_out(match, [greedy.Greedy(2), Random(), Random(), Random()], k)
    return int(match.state.winner) - 1
