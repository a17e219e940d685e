"""The Great Machine at its edges: seats other than the first, the same thing twice, what is just out of reach.

Mutation testing (`scripts/mutate great-machine`) asked for these; each says what the clause that it cites demands.
"""

from __future__ import annotations

import pytest

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import put_sorted, take
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.machine import (
    find_locked,
    first_pellet_ends,
    maze_rats_climb,
    stick,
    tilt,
    unstick_first,
)
from enginehouse.games.great_machine.parts import DISCARD, EVENT, HAND
from enginehouse.games.great_machine.rats import end_effects
from enginehouse.games.great_machine.state import Mark, Now, Told

GAME = games.get("great-machine")


def turn_of(game, seat: int):
    """The same position, with this seat about to play."""
    game.s.active = game.s.turn_at = seat
    return game


def test_gm_4_1_hunger_ends_with_the_rat(scene) -> None:
    """GM-4.1, GM-6.9: no Lightning Strike of this turn or the one before lasts on a rat whose effects end."""
    s = scene(4).s
    s.distraught, s.distraught_before = 0b0101, 0b0011
    end_effects(s, 0)
    assert (s.distraught, s.distraught_before) == (0b0100, 0b0010)


# -- 6 Cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "field"), [("cower", "cower"), ("salivate", "salivate")])
def test_gm_6_8_pavlov_of_two_rats(scene, card: str, field: str) -> None:
    """GM-6 Pavlovian Response (cower), Pavlovian Response (salivate), GM-6.8: a second rat does so besides the first,
    from this turn on, and it is no matter of this turn alone."""
    game = turn_of(scene(4), 2).give(2, f"pavlovian-{card}").quiet()
    setattr(game.s, field, 0b0001)
    game.act(2, f"play pavlovian-{card} on 2")
    assert getattr(game.s, field) == 0b0101 and game.s.now == 0


def test_gm_6_2_an_effect_that_outlasts_the_turn_is_not_of_this_turn(scene) -> None:
    """GM-6.2: "from this turn until your next" is kept with the rat; what holds in this turn holds besides."""
    game = scene(4).give(0, "pavlovian-cower", *["maze"] * 4, "deal", "leftovers").quiet()
    before = game.s.now
    game.play("pavlovian-cower on 0")
    assert game.s.now == before and game.s.cower == 1, "the hand is cut down while the turn's effects still hold"


@pytest.mark.parametrize(
    ("card", "field"), [("fitness-meme", "fitness"), ("union-action", "union"), ("ethics-committee", "ethics")]
)
def test_gm_6_8_tables_effects_of_two_players(scene, card: str, field: str) -> None:
    """GM-6 Fitness Meme, Union Action, Ethics Committee, GM-6.8: of two players, each ends at its own time."""
    game = turn_of(scene(4), 1).give(1, card).quiet()
    setattr(game.s, field, 0b0001)
    game.play(card)
    assert getattr(game.s, field) == 0b0011
    for left in (0b0011, 0b0010, 0):
        game.skip_turn()
        assert getattr(game.s, field) == left


def test_gm_6_private_theories_are_counted(scene) -> None:
    """GM-6 Proved a Private Theory!: each is noted."""
    game = scene(4).give(0, "proved-a-private-theory").quiet()
    game.s.theories[0] = 1
    assert game.play("proved-a-private-theory").s.theories[:4] == [2, 0, 0, 0]


def test_gm_6_liberation_passes_the_mellow(scene) -> None:
    """GM-6 Animal Liberationists, GM-6.9: every rat but the mellow one."""
    game = scene(4).give(0, "animal-liberationists").quiet()
    game.s.mellow = 2
    assert game.play("animal-liberationists").real() == [7, 5, 7, 7]


def test_gm_5_1_a_lock_is_kept_for_each_player(scene) -> None:
    """GM-6 Super Glue, GM-6.8: one toggle locked by two players is free when both have had their next turns."""
    game = turn_of(scene(4), 1).give(1, "super-glue").quiet()
    game.s.locks[2] = 0b0001
    game.play("super-glue 2")
    assert list(game.s.locks) == [0, 0, 0b0011, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(6))
def test_gm_6_phantom_pellets_make_fat(scene, seed: int) -> None:
    """GM-6 Pavlovian Response (salivate), Positive Reinforcement, Negative Reinforcement, Biomorphic Resonance: phantom
    pellets count, but for Starvation and Cardiac Arrest."""
    game = scene(4, seed).pellets(5, 5, 4, 3).give(0, "positive-reinforcement").quiet()
    game.s.phantom[:4] = [0, 1, 0, 3]
    assert game.play("positive-reinforcement").real() == [5, 6, 4, 4], "5 + 1 and 3 + 3 tie"
    game = scene(4, seed).pellets(5, 5, 4, 3).give(0, "biomorphic-resonance").quiet()
    game.s.phantom[3] = 3
    assert game.play("biomorphic-resonance").real() == [5, 5, 5, 2], "3 + 3 is fattest, 4 is thinnest"
    game = scene(4, seed).pellets(5, 5, 4, 3).give(0, "negative-reinforcement").quiet()
    game.s.phantom[3] = 3
    assert game.play("negative-reinforcement").real()[2] in (3, 5)


def test_gm_6_starvation_breaks_ties_at_random(scene) -> None:
    """GM-6 Starvation, GM-4.3: of two thinnest rats either dies."""
    died = set()
    for seed in range(20):
        game = scene(4, seed).pellets(1, 5, 1, 5).give(0, "starvation").quiet().play("starvation")
        died |= {0, 1, 2, 3} - set(game.lives())
    assert died == {0, 2}


# -- 8 In the pipes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "level", "toggle"),
    [("LLLLLLL", 3, 4), ("RLRLLLR", 3, 7), ("LLLLLLL", 2, 2), ("RLLLLLL", 2, 3), ("LRLLLLL", 3, 5), ("RLLLLLL", 3, 6)],
)
def test_gm_8_2_levels_of_the_large_machine(scene, sides: str, level: int, toggle: int) -> None:
    """GM-6 Blockage, GM-8.2: level 1 is the root, toggles 2 and 3 are on level 2, toggles 4 to 7 on level 3."""
    game = scene(8).tilt(sides).give(0, "blockage")
    game.s.now = Now.SHORT
    game.play(f"blockage level {level}")
    assert [e.a for e in game.told(Told.STUCK)] == [toggle] and game.s.stuck_runs[toggle] == 1


def test_gm_8_4_the_pellet_that_stuck_first_goes_first(scene) -> None:
    """GM-8.4: the pellet that stuck first is eaten; the others, each with its mark, stay in their order, nothing behind."""
    s = scene(4).s
    for mark in (0, Mark.SUPER, Mark.SUPER, Mark.LAXATIVE, 2 * Mark.SUPER):
        stick(s, 2, mark, Events())
    left = []
    for _ in range(5):
        left.append((list(s.stuck_mark[2][:5]), list(s.stuck_many[2][:5]), s.stuck_runs[2]))
        unstick_first(s, 2)
    assert left == [
        ([0, 4, 2, 8, 0], [1, 2, 1, 1, 0], 4),
        ([4, 2, 8, 0, 0], [2, 1, 1, 0, 0], 3),
        ([4, 2, 8, 0, 0], [1, 1, 1, 0, 0], 3),
        ([2, 8, 0, 0, 0], [1, 1, 0, 0, 0], 2),
        ([8, 0, 0, 0, 0], [1, 0, 0, 0, 0], 1),
    ]
    assert s.stuck_runs[2] == 0 and list(s.stuck_mark[2][:2]) == list(s.stuck_many[2][:2]) == [0, 0]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_gm_8_1_the_longest_in_the_pipes_eats(scene, first: int) -> None:
    """GM-8.1: of several rats at a toggle the longest in the pipes, whatever its seat."""
    game = scene(4).give(0, "warhamster")
    for seat in range(3):
        game.s.pipe[seat], game.s.pipe_since[seat] = 1, 5 + (seat - first) % 3
    game.s.now = Now.SHORT
    assert game.play("warhamster").real() == [5 + (seat == first) for seat in range(4)]


@pytest.mark.parametrize("sides", ["LLL", "RLR", "LRL"])
def test_gm_8_3_a_pellet_falls_on_through_the_other_pipe(scene, sides: str) -> None:
    """GM-8.3, GM-9.1: everybody sees on which side it falls, from the toggle where it was stuck and from those below."""
    for toggle in (1, 2, 3):
        game = scene(4).tilt(sides).give(0, "toggle-pipe").quiet()
        stick(game.s, toggle, Mark.LAXATIVE, Events())
        game.play(f"toggle-pipe {toggle}")
        fell = [(e.a, e.b) for e in game.told(Told.FELL)]
        other = sides[: toggle - 1] + {"L": "R", "R": "L"}[sides[toggle - 1]] + sides[toggle:]
        assert fell[0] == (toggle, int(other[toggle - 1] == "R"))
        assert all(side == int(other[below - 1] == "R") for below, side in fell)
        assert len(fell) == (2 if toggle == 1 else 1)


@pytest.mark.parametrize("active", range(4))
def test_gm_6_salivating_once_in_a_turn(scene, active: int) -> None:
    """GM-6 Pavlovian Response (salivate): once in each other player's turn, however often toggles change sides in it."""
    s = turn_of(scene(4), active).s
    s.salivate = 0b1111
    for _ in range(3):
        tilt(s, 0b011, Events())
        assert list(s.phantom[:4]) == [int(seat != active) for seat in range(4)]
    s.salivate = 0b0111
    s.drooled = 0b0010
    tilt(s, 0b001, Events())
    tilt(s, 0b001, Events())
    assert s.drooled == 0b0111 & ~(1 << active) | 0b0010
    assert s.phantom[1] == int(active != 1)


def test_gm_6_6_all_marks_are_on_the_pellet(scene) -> None:
    """GM-6.6, GM-9.1: Poison, Laxative and Super Pellet all mark the first pellet, as everybody sees."""
    game = scene(4).give(0, "extra-food")
    game.s.now, game.s.supers = Now.SHORT | Now.POISON | Now.LAXATIVE, 2
    game.play("extra-food on 0")
    assert [e.a for e in game.told(Told.DROPPED)] == [Mark.POISON | Mark.LAXATIVE | 2 * Mark.SUPER, 0]


@pytest.mark.parametrize("seats", [4, 8])
def test_gm_6_total_breakdown_from_any_position(scene, seats: int) -> None:
    """GM-6 Total Breakdown: all locks are lifted; the coins, not what was before, say how the toggles stand, and those
    that change sides are tilted (GM-8.3), as everybody sees."""
    many = 3 if seats == 4 else 7
    for seed in range(6):
        ends = set()
        for before in ("LLLLLLL", "RRRRRRR", "RLRLLRR"):
            game = scene(seats, seed).tilt(before[:many]).give(0, "total-breakdown").quiet()
            old = game.s.tilt
            game.s.locks[1 : many + 1] = [1 << (seats - 1)] * many
            game.play("total-breakdown")
            assert find_locked(game.s) == 0
            assert [tuple(e[1:]) for e in game.told(Told.UNLOCKED)] == [((1 << many) - 1, 0, 0, 0)]
            turned = [(t, game.s.tilt >> (t - 1) & 1) for t in range(1, many + 1) if (old ^ game.s.tilt) >> (t - 1) & 1]
            assert [(e.a, e.b) for e in game.told(Told.TILTED)] == turned
            ends.add(game.s.tilt)
        assert len(ends) == 1


# -- 6 Shocks and strikes ----------------------------------------------------------------------------------------------


def test_gm_6_a_flood_shocks_all(scene) -> None:
    """GM-6 Flooded Cages, GM-6.9: all that sit unprotected, each once; the mellow one is not reached."""
    game = scene(4).charge(4).give(0, "flooded-cages")
    game.s.now = Now.HOPPER
    assert game.play("flooded-cages on 0").real() == [4, 4, 4, 4]
    game = scene(4).charge(4).give(0, "flooded-cages")
    game.s.now, game.s.mellow = Now.HOPPER, 0b0100
    assert game.play("flooded-cages on 0").real() == [4, 4, 5, 4]


def test_gm_6_reanimation_beside_a_mellow_rat(scene) -> None:
    """GM-6 Old Reanimation Experiment, GM-6.9: a mellow rat that is shocked loses; one that is not keeps what it has."""
    for mellow, after in ((0b0100, [6, 5, 5, 5]), (0b0101, [4, 5, 5, 5])):
        game = turn_of(scene(4), 1).charge(4).give(1, "old-reanimation-experiment")
        game.s.now, game.s.mellow = Now.HOPPER, mellow
        assert game.play("old-reanimation-experiment on 1").real() == after


@pytest.mark.parametrize("why", ["hopper", "stuck", "blockage", "lower blockage"])
def test_gm_6_lightning_needs_a_pellet_that_would_end_in_a_cage(scene, why: str) -> None:
    """GM-6 Lightning Strike: nobody is struck where this turn's first pellet would end in no cage: none drops, or it
    would stick."""
    game = turn_of(scene(4), 1).tilt("LLR").charge(4).give(1, "lightning-strike")
    s = game.s
    if why == "hopper":
        s.now = Now.HOPPER
    elif why == "stuck":
        stick(s, 2, 0, Events())
    else:
        s.blockage = 1 if why == "blockage" else 2
    game.play("lightning-strike on 1")
    assert not game.told(Told.STRUCK) and game.lives() == [0, 1, 2, 3]
    game = turn_of(scene(4), 1).tilt("LLR").charge(4).give(1, "lightning-strike").play("lightning-strike on 1")
    assert [e.a for e in game.told(Told.STRUCK)] == [0]


def test_gm_6_lightning_strike_passes_rats_in_the_pipes(scene) -> None:
    """GM-6 Lightning Strike: a rat in the pipes is not shocked, so the pellet passes it and strikes the rat where it ends."""
    game = turn_of(scene(4), 1).tilt("LLR").charge(4).give(1, "lightning-strike")
    s = game.s
    s.cage[0], s.cage[2], s.pipe[0], s.pipe_since[0] = 3, 1, 1, 1
    game.play("lightning-strike on 1")
    assert [e.a for e in game.told(Told.STRUCK)] == [e.a for e in game.told(Told.DIED)] == [2]
    assert not game.told(Told.ATE) and [e.a for e in game.told(Told.WASTED)] == [1] and s.pipe[0] == 1


@pytest.mark.parametrize("seat", [0, 3])
@pytest.mark.parametrize("toggle", [1, 2])
def test_gm_8_1_where_the_first_pellet_would_end(scene, seat: int, toggle: int) -> None:
    """GM-8.1, GM-6 Lightning Strike: in no cage where a rat in the pipes eats it; but it passes one that is off its food, and
    under a strike all of them."""
    s = scene(4).tilt("LRL").s
    assert (first_pellet_ends(s, False), first_pellet_ends(s, True)) == (2, 2)
    s.pipe[seat] = toggle
    assert (first_pellet_ends(s, False), first_pellet_ends(s, True)) == (0, 2)
    s.cower = 1 << seat
    assert (first_pellet_ends(s, False), first_pellet_ends(s, True)) == (2, 2)


def test_gm_6_8_two_lightning_strikes_in_turn(scene) -> None:
    """GM-6.8: a rat that may not eat because of the first strike does not because the second, in the next turn, shocks it;
    one that may not because of both may when the later one is over."""
    game = turn_of(scene(4), 3).give(3, "lightning-strike").quiet().play("lightning-strike on 1")
    s = game.s
    game.act(0, "draw movement")
    piece = take(s, DISCARD + EVENT, 0)  # as Cleaning Duty might give it to the one whose turn comes just before
    put_sorted(s, HAND, piece)
    game.charge(1).tilt("RLL").play("lightning-strike on 0")
    assert [tuple(e)[:5] for e in game.told(Told.STRUCK)] == [(Told.STRUCK, 2, 3, 0, 0)]
    assert s.distraught == 0b1010 and s.active == 1
    game.act(1, "draw movement").charge(2).tilt("LRL")
    s.now |= Now.REANIMATION
    game.act(1, next(name for name in game.names() if name.startswith("discard ")))
    assert game.real()[1] == 7 and not game.told(Told.ATE), "shocked and struck, which fed it, and still off its food"
    assert s.distraught == 0b1001 and s.distraught_before == 0
    game.charge(3).skip_turn()
    assert game.real()[1] == 8 and [e.a for e in game.told(Told.ATE)] == [1] and s.distraught == 0


@pytest.mark.parametrize(
    ("now", "charged", "pellets", "after"),
    [(Now.HOPPER | Now.BURN_OUT, 1, (1, 5, 2), [2, 5, 2]), (Now.LIGHTNING, 4, (2, 5, 1), [2, 5, 3])],
)
def test_gm_3_7_flooded_rats_are_judged_at_the_same_time(scene, now: int, charged: int, pellets, after) -> None:
    """GM-3.7: under Fitness Meme only those gain that were thinnest just before the shock, or the strike, and its flood
    (GM-6 Flooded Cages, Old Reanimation Experiment, Lightning Strike, whose victim then eats the pellet)."""
    game = turn_of(scene(3), 1).tilt("RLL").charge(charged).pellets(*pellets).give(1, "warhamster")
    game.s.now, game.s.fitness = now | Now.FLOODED | Now.REANIMATION, 4
    game.play("warhamster")
    assert sorted(e.a for e in game.told(Told.SHOCKED)) == [0, 1, 2] and game.real() == after


def test_gm_6_a_strike_floods_too(scene) -> None:
    """GM-6 Flooded Cages, Lightning Strike: the rats of the flood are shocked together with the one that is struck."""
    game = scene(3).tilt("LLL").charge(4).give(1, "lightning-strike")
    game = turn_of(game, 1)
    game.s.now = Now.FLOODED
    game.play("lightning-strike on 1")
    assert game.real() == [0, 4, 4] and game.lives() == [1, 2]
    assert [e.a for e in game.told(Told.SHOCKED)] == [0, 1, 2]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_gm_8_4_each_climbs_once_the_longest_first(scene, first: int) -> None:
    """GM-8.4, GM-7.1: each maze rat climbs one toggle at the end of a turn, the longest in the pipes first; so it is the
    one that eats what is stuck above them."""
    s = scene(8).tilt("LLLLLLL").s
    for seat in range(3):
        s.pipe[seat], s.pipe_since[seat] = 4 + seat, 5 + (seat - first) % 3
    maze_rats_climb(s, Events())
    assert list(s.pipe[:3]) == [2, 2, 3]
    s = scene(8).tilt("LLLLLLL").s
    for seat in range(3):
        s.pipe[seat], s.pipe_since[seat] = 4, 5 + (seat - first) % 3
    stick(s, 2, 0, Events())
    maze_rats_climb(s, Events())
    assert list(s.pipe[:3]) == [0 if seat == first else 2 for seat in range(3)]
    assert list(s.real[:3]) == [6 if seat == first else 5 for seat in range(3)]


def test_gm_6_nobbled_sees_the_last_copy(scene) -> None:
    """GM-6 Nobbled a Passing Geezer, GM-9.2: any card of the deck, a single copy too; and none that it holds no more."""
    for kept, clause in ((1, 0), (0, 607)):
        game = scene(2).give(0, "nobbled-a-passing-geezer").give(1, *["toggle-pipe"] * (10 - kept)).quiet()
        game.play("nobbled-a-passing-geezer").act(0, "look movement")
        assert game.refusal(0, "take toggle-pipe") == clause
        assert ("take toggle-pipe" in game.names()) == (clause == 0)
