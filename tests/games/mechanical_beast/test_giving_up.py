"""Bots vote to end a lost game, or agree to end it after quiet rounds (MB-7.8), and easy bots go out where they can."""

from __future__ import annotations

from typing import Any

import pytest
from mechanical_beast_scene import GAME, Scene

from enginehouse.bots.players import giving_up
from enginehouse.bots.players.giving_up import choose_giving_up
from enginehouse.bots.players.greedy import Greedy
from enginehouse.bots.players.levels import NAMES, Search
from enginehouse.bots.players.random import Random
from enginehouse.core.flags import jit_possible
from enginehouse.games.mechanical_beast import hopeless
from enginehouse.games.mechanical_beast.hopeless import is_beyond_hope, keep
from enginehouse.games.mechanical_beast.policy import gives_up, is_due

POCKET = (("Entrance", 0, 0, 0), ("A2L", 0, 1, 0), ("A1", 5, 5, 0), ("P1", 9, 9, 0))
"""Everybody but the android gets out; it is far away, and somebody is locked up where nobody comes any more."""
BOTS = {"greedy": Greedy(), **{level: Search(level) for level in NAMES}}


def pocket(*more: tuple[str, int, int, int], people: int = 3) -> Scene:
    """All engineers are safe, nobody can explore, and somebody is locked up in a room."""
    game = Scene(*POCKET, *more).off().shut().people(people)
    return game.put(engineer0=0, engineer1=0, android=2)


def choose_action(game: Scene, bot: Any, seed: int = 1) -> str:
    """Return the action of a bot that is asked now."""
    seat, out = game.actor(), [0] * len(GAME.vocabulary)
    codes = out[: GAME.rules.legal(game.s, seat, out)]
    return GAME.vocabulary.name(bot.choose(game.view(seat), seat, codes, 5.0, seed).action)


def rounds(game: Scene, bot: Any) -> int:
    """After how many rounds bots end a game; 9 where they play on."""
    for turn in range(16):
        if game.s.reason:
            return -(-turn // 2)
        while game.s.turns == turn and not game.s.reason:
            game.act(choose_action(game, bot))
    return 9


@pytest.mark.parametrize("name", BOTS)
def test_mb_7_8_bots_end_a_game_without_possible_winners(name: str) -> None:
    """MB-7.8: after the first vote all bots vote, so that the game ends within a round; without one a quiet round later."""
    game = pocket().act("end")
    game.act(choose_action(game, BOTS[name]))
    assert (game.s.reason, game.s.winners) == (708, 0)
    assert rounds(pocket(), BOTS[name]) == 2


def test_mb_7_8_a_gear_that_helps_nobody_keeps_no_game_going() -> None:
    """MB-7.6 proves nothing where a gear can be used; the bots see that it brings nobody together."""
    game = pocket(("A5 C", 5, 6, 0))
    game.put(android=4).act("end")
    assert choose_action(game, BOTS["easy"]) == "end"


@pytest.mark.parametrize(
    ("seats", "turns"), [(1, [1, 3, 6, 11, 20, 37, 70]), (2, [2, 5, 10, 19, 36, 69]), (4, [4, 9, 18, 35, 68])]
)
def test_mb_7_8_the_proof_is_tried_again_when_the_quiet_has_doubled(seats: int, turns: list[int]) -> None:
    assert [quiet for quiet in range(100) if is_due(quiet, seats)] == turns
    assert seats == 1 or len({turn % seats for turn in turns[:seats]}) == seats, "each seat has its turn"


def test_mb_7_8_in_a_quiet_turn_between_the_proof_is_not_tried() -> None:
    game = pocket()
    for quiet, proved in ((1, False), (2, True), (3, False), (5, True), (6, False)):
        game.s.quiet = quiet
        assert (gives_up(GAME.shape.copy(game.s), game.actor()) >= 0) == proved
    game.act("end")
    game.s.quiet = 6
    assert gives_up(GAME.shape.copy(game.s), game.actor()) >= 0, "another player has voted"


def test_a_proof_ends_after_so_many_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """MB-7.8: where there is too much to try nothing is proved, and nobody has to wait for it."""
    game, tried = pocket(("A5 C", 5, 6, 0)).put(android=4), [0]

    def kept(s: Any, found: Any, many: int) -> int:
        tried[0] += 1
        return keep(s, found, many)

    monkeypatch.setattr(hopeless, "keep", kept)
    assert is_beyond_hope(GAME.shape.copy(game.s))
    enough = tried[0] - 1  # beside the position itself
    for most, proved in ((enough + 1, True), (enough, False), (3, False)):
        monkeypatch.setattr(hopeless, "TRIED", most)
        tried[0] = 0
        assert is_beyond_hope(GAME.shape.copy(game.s)) == proved
        assert tried[0] <= most + 1 + 3 * len(game.s.at), "who is asked next tries no more"


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_at_a_table_the_proof_runs_compiled_once_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, open_still = pocket().act("end"), pocket(("A5 C", 5, 6, 0)).put(android=4)
    open_still.s.lockdown = 0
    open_still.act("end")
    plain = [choose_giving_up(game.view(game.actor()), game.actor()) for game in (lost, open_still)]
    assert plain == [GAME.vocabulary.code("end"), -1]
    monkeypatch.setattr(giving_up, "READY", {})
    giving_up.prepare(GAME, lost.view(0), 0)

    def fail(*_: Any) -> int:
        raise AssertionError("the plain rule was asked")

    monkeypatch.setattr(hopeless, "is_beyond_hope", fail)
    assert [choose_giving_up(game.view(game.actor()), game.actor()) for game in (lost, open_still)] == plain


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("why", ["explore", "gear", "people at hand", "switch"])
def test_mb_7_8_bots_play_on_where_it_can_be_won(name: str, why: str) -> None:
    """MB-7.8: a vote of somebody else is not followed: the pile, a gear, an engineer beside them, or the switch may help."""
    if why == "explore":
        game = pocket()
        game.s.lockdown = 0
        game.put(engineer0=1)
    elif why == "gear":
        game = Scene(("Entrance", 0, 0, 0), ("P1", 1, 1, 0), ("A5 C", 0, 1, 0)).off().shut().people(1)
        game.put(engineer0=0, engineer1=0, android=2)
    elif why == "people at hand":
        game = Scene(("Entrance", 0, 0, 0), ("P10", 0, 1, 0)).off().shut().people(1)
        game.put(engineer0=0, engineer1=0, android=0)
    else:
        game = Scene(("Entrance", 0, 0, 0), ("Control", 0, 1, 0)).shut().put(engineer0=0, engineer1=0, android=0)
    game.act("end")
    assert "end" in game.names() and choose_action(game, BOTS[name]) != "end"


@pytest.mark.parametrize("name", BOTS)
def test_mb_7_8_bots_agree_to_end_after_three_rounds_without_a_change(name: str) -> None:
    """MB-7.8: a vote of somebody else is followed without a proof after three rounds of quiet turns (MB-7.7)."""
    for rounds_since, agrees in ((2, False), (3, True)):
        game = Scene(("Entrance", 0, 0, 0), ("P1", 1, 1, 0), ("A5 C", 0, 1, 0)).off().shut().people(1)
        game.put(engineer0=0, engineer1=0, android=2)
        game.act("end")
        game.s.quiet = rounds_since * game.s.seats
        assert (choose_action(game, BOTS[name]) == "end") == agrees


def test_mb_8_1_bots_that_compete_for_rescues_do_not_agree_without_a_proof() -> None:
    """MB-8.1: the end as it stands may be a win for the voting player."""
    game = Scene(("Entrance", 0, 0, 0), ("P1", 1, 1, 0), ("A5 C", 0, 1, 0), play="rescuers").off().shut().people(1)
    game.put(engineer0=0, engineer1=0, android=2)
    game.act("end")
    game.s.quiet = 50
    assert gives_up(GAME.shape.copy(game.s), game.actor()) < 0


def test_mb_7_7_partners_stop_waiting_for_each_other() -> None:
    """MB-7.7: the more quiet turns there were, the less a bot likes to pass."""
    game = Scene(*HALL).off().shut().people(1).put(engineer0=0, engineer1=1, android=0)
    seat, idle = game.actor(), GAME.vocabulary.code("pass")
    before = GAME.shape.copy(game.s)
    game.act("pass")
    likes = []
    for quiet in (0, 1, 2, 4, 20):
        before.quiet = quiet
        likes.append(GAME.judgement.prior(before, game.s, seat, idle))
    assert likes[0] == likes[1] > likes[2] > likes[3] > likes[4]


def test_mb_8_2_a_race_is_never_given_up() -> None:
    """MB-8.4: against each other the rules see the end of it themselves."""
    assert not is_beyond_hope(Scene(*POCKET[:3], play="against").shut().s)


def test_random_play_never_votes() -> None:
    """Random play leaves votes to people, whatever others vote."""
    game = pocket().act("end")
    assert choose_action(game, Random()) != "end"


def turns_to_win(seed: int, rooms: list[tuple[str, int, int, int]], **places: int) -> int:
    """After how many turns two easy bots have won from here; 40 where they have not."""
    game = Scene(*rooms).off().shut().put(**places)
    for number in range(120):
        if game.s.reason or game.s.turns == 40:
            break
        game.act(choose_action(game, BOTS["easy"], 1_000 * seed + number))
    return game.s.turns if game.s.winners else 40


HALL = [("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0), ("A5 C", 0, 3, 0), ("A3", 1, 2, 1)]
WALK = [
    {"engineer0": 0, "engineer1": 0, "android": 2},
    {"engineer0": 0, "engineer1": 0, "android": 3},
    {"engineer0": 2, "engineer1": 0, "android": 0},
    {"engineer0": 1, "engineer1": 3, "android": 2},
]


@pytest.mark.parametrize("places", WALK)
def test_easy_bots_go_out_and_do_not_go_round_in_circles(places: dict[str, int]) -> None:
    """MB-7.3: nobody is locked up, and all can walk to the Entrance: mostly they are out after a few turns."""
    turns = sorted(turns_to_win(seed, HALL, **places) for seed in range(20))
    assert turns[9] <= 6 and turns[15] <= 16, turns
