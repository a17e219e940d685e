"""The Great Machine, sections 1 to 4 and 7: machine, setup, turn, death and end."""

from __future__ import annotations

from collections import Counter

import pytest

from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import count
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.cards import move_master
from enginehouse.games.great_machine.drawing import draw
from enginehouse.games.great_machine.machine import below_toggle, charged_cage, fall, toggle_above
from enginehouse.games.great_machine.overview import position
from enginehouse.games.great_machine.parts import DECK, DISCARD, EVENT, HAND, MOVEMENT
from enginehouse.games.great_machine.state import Now, Phase, Told

GAME = games.get("great-machine")


# -- 1 Machine ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cages", "toggles"), [(2, 4, 3), (3, 4, 3), (4, 4, 3), (5, 8, 7), (8, 8, 7)])
def test_gm_1_1_machine_by_seats(seats: int, cages: int, toggles: int) -> None:
    """GM-1.1: the small machine up to four players, the large one from five on."""
    s = Match.new(GAME, seats).state
    assert (s.cages, s.toggles) == (cages, toggles)


@pytest.mark.parametrize(("sides", "cage"), [("LLL", 1), ("LRL", 2), ("RLL", 3), ("RLR", 4), ("LLR", 1), ("RRL", 3)])
def test_gm_1_2_pellet_goes_where_toggles_tilt(scene, sides: str, cage: int) -> None:
    """GM-1.2: from the hopper to the root, then to the side to which each toggle tilts."""
    game = scene(4).tilt(sides).give(0, "warhamster").charge(4)
    game.s.now = Now.SHORT
    game.play("warhamster")
    assert game.real() == [5 + (seat + 1 == cage) for seat in range(4)]


@pytest.mark.slow
def test_gm_1_2_large_machine_reaches_every_cage(scene) -> None:
    """GM-1.2: seven toggles lead to eight cages."""
    reached = set()
    for tilt in range(128):
        game = scene(8)
        game.s.tilt = tilt
        before = game.real()
        fall(game.s, 1, 0, 0, Events())
        after = game.real()
        (seat,) = [k for k in range(8) if after[k] != before[k]]
        node = 1
        while node <= 7:
            node = below_toggle(game.s, node)
        assert game.s.cage[seat] == node - 7
        reached.add(seat)
    assert reached == set(range(8))


@pytest.mark.parametrize(("seats", "ring"), [(4, [1, 2, 3, 4]), (8, [1, 5, 2, 6, 3, 7, 4, 8])])
def test_gm_1_3_motor_ring(scene, seats: int, ring: list[int]) -> None:
    """GM-1.3: the motor starts clockwise and goes round its ring, one cage a turn."""
    game = scene(seats).charge(ring[-1])
    assert game.s.direction == 1
    seen = []
    for _ in range(len(ring)):
        game.skip_turn()
        seen.append(charged_cage(game.s))
    assert seen == ring


def test_gm_1_4_toggle_next_to_a_cage(scene) -> None:
    """GM-1.4: the toggle next to a cage is the one directly above it."""
    assert [toggle_above(scene(4).s, cage) for cage in range(1, 5)] == [2, 2, 3, 3]
    assert [toggle_above(scene(8).s, cage) for cage in range(1, 9)] == [4, 4, 5, 5, 6, 6, 7, 7]


def test_gm_1_5_numbers_of_toggles_and_open_pipes(scene) -> None:
    """GM-1.5: toggles from the root down, level by level; the pipe to which one tilts is open."""
    s = scene(8).tilt("LRLRLLR").s
    assert [below_toggle(s, t) for t in range(1, 8)] == [2, 5, 6, 7 + 2, 7 + 3, 7 + 5, 7 + 8]


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


def test_gm_2_1_random_order_and_choice_of_cages() -> None:
    """GM-2.1: the order is drawn; in it each puts a rat into an empty cage; the last one of a full machine is not asked."""
    firsts = Counter(Match.new(GAME, 4, seed=seed).actors()[0] for seed in range(200))
    assert set(firsts) == {0, 1, 2, 3} and min(firsts.values()) > 25
    match = Match.new(GAME, 4, seed=1)
    order = match.state.order[:4]
    taken = []
    for k in range(3):
        assert match.actors() == (order[k],)
        free = [f"cage {c}" for c in range(1, 5) if c not in taken]
        assert match.legal_names(order[k]) == free
        taken.append(int(free[-1].split()[1]))
        match.act(order[k], free[-1])
    assert sorted(match.state.cage[:4]) == [1, 2, 3, 4]
    assert match.state.phase != Phase.PLACE


def test_gm_2_1_a_cage_that_is_left_over_takes_nobody() -> None:
    """GM-2.1: with three players each rat stays where it was put, though one cage is free."""
    match = Match.new(GAME, 3, seed=1)
    order = match.state.order[:3]
    for cage, seat in enumerate(order, start=1):
        match.act(seat, f"cage {cage}")
    assert [match.state.cage[seat] for seat in order] == [1, 2, 3] and match.state.placed == 3
    assert match.state.phase != Phase.PLACE and match.actors() == (order[0],)


def test_gm_2_2_coins_motor_and_thin_rats() -> None:
    """GM-2.2: toggles by coin, the charged cage at random, no pellets."""
    tilts, motors = Counter(), Counter()
    for seed in range(300):
        match = Match.new(GAME, 2, seed=seed)
        while match.state.phase == Phase.PLACE:
            (seat,) = match.actors()
            match.act(seat, match.legal_names(seat)[0])
        tilts[match.state.tilt] += 1
        motors[charged_cage(match.state)] += 1
        assert match.state.real[:2] == [0, 0]
    assert len(tilts) == 8 and min(tilts.values()) > 15
    assert set(motors) == {1, 2, 3, 4} and min(motors.values()) > 45


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_gm_2_3_hands(seats: int) -> None:
    """GM-2.3: two event cards and three movement cards each, from shuffled decks of 40 and 121."""
    match = Match.new(GAME, seats, seed=3)
    while match.state.phase == Phase.PLACE:
        (seat,) = match.actors()
        match.act(seat, match.legal_names(seat)[0])
    s = match.state
    assert count(s, DECK + MOVEMENT) == 40 - 3 * seats and count(s, DECK + EVENT) == 121 - 2 * seats
    assert all(count(s, HAND + seat) == 5 for seat in range(seats))
    assert sorted(s.row[: 40 - 3 * seats]) != s.row[: 40 - 3 * seats]


def test_gm_2_4_track_goes_down_each_round_and_ends_the_game(scene) -> None:
    """GM-2.4: one slot when all have had a turn; at 0 the Master arrives at once."""
    game = scene(2)
    for _ in range(2):
        assert game.s.track == 20
        game.skip_turn()
    assert game.s.track == 19
    game.s.track = 1
    game.skip_turn().skip_turn()
    assert game.s.reason == 204 and GAME.rules.actors(game.s) == 0


def test_gm_2_4_master_arrives_in_the_middle_of_a_turn(scene) -> None:
    """GM-2.4: nothing of the turn happens any more, and the track stays at 0."""
    game = scene(4).give(0, "old-friends")
    game.s.track = 2
    game.play("old-friends")
    assert game.s.reason == 204 and game.s.track == 0
    assert game.real() == [5, 5, 5, 5] and not game.told(Told.MOTOR)


def test_gm_2_4_track_never_rises_above_20(scene) -> None:
    """GM-2.4: a postcard at the start changes nothing."""
    game = scene(4).give(0, "airline-strike")
    game.s.track = 19
    assert game.play("airline-strike").s.track == 20


@pytest.mark.parametrize(("choice", "start"), [({}, 20), ({"track": "20"}, 20), ({"track": "12"}, 12)])
def test_gm_2_4_track_starts_at_20_or_at_12_by_choice(choice: dict[str, str], start: int) -> None:
    """GM-2.4: a short game starts at 12, and no card puts the Master back beyond the start."""
    s = Match.new(GAME, 3, choice).state
    assert s.track == start
    move_master(s, -1, Events())
    move_master(s, 3, Events())
    assert s.track == start


def test_gm_2_4_a_short_game_draws_and_names_12_slots() -> None:
    """GM-2.4: the road and the position in words show the slots of this game."""
    match = Match.new(GAME, 2, {"track": "12"})
    while match.state.phase == Phase.PLACE:
        match.act(match.state.active, f"cage {1 + int(match.state.placed)}")
    assert "is 12 of 12 away" in position(match.view(0))
    drawn = {piece.id: piece for piece in draw(match.view(0), Marks())}
    assert drawn["road"].svg.count("<circle") == 13


def test_gm_2_5_forty_rounds(scene) -> None:
    """GM-2.5: at the end of round 40 the Master arrives, wherever the coach is."""
    game = scene(2)
    game.s.round, game.s.track = 40, 15
    game.skip_turn()
    assert game.s.reason == 0
    assert game.skip_turn().s.reason == 205
    game = scene(2)
    game.s.round, game.s.track = 39, 15
    assert game.skip_turn().skip_turn().s.reason == 0


# -- 3 Turn ------------------------------------------------------------------------------------------------------------


def test_gm_3_1_one_card_from_the_deck_chosen(scene) -> None:
    """GM-3.1: the player draws one card, from either deck."""
    for deck in ("movement", "event"):
        game = scene(2).skip_turn()
        assert game.names() == ["draw movement", "draw event"]
        top = {"movement": "toggle-pipe", "event": "maze"}[deck]
        game.on_deck(top).act(1, f"draw {deck}")
        assert game.hand(1) == [top]


def test_gm_3_1_empty_deck_is_made_anew_when_drawn_from(scene) -> None:
    """GM-3.1: its own discard pile is shuffled, no earlier than it is needed."""
    game = scene(2)
    s = game.s
    while count(s, DECK + MOVEMENT):
        game.discarded(_slug_on_top(s, DECK + MOVEMENT))
    game.give(0, "maze").act(0, "discard maze")
    assert count(s, DISCARD + MOVEMENT) == 40
    game.act(1, "draw movement")
    assert count(s, DISCARD + MOVEMENT) == 0 and count(s, DECK + MOVEMENT) == 39


def _slug_on_top(s, zone: int) -> str:
    from enginehouse.core.records.hidden import at
    from enginehouse.games.great_machine.parts import CARDS, KIND_OF

    return CARDS[int(KIND_OF[at(s, zone, count(s, zone) - 1)])].slug


def test_gm_3_1_only_one_deck_left_is_not_asked(scene) -> None:
    """GM-3.1: where only one deck can be drawn from nothing is asked; with none nothing is drawn."""
    for card, empty, left in (("maze", MOVEMENT, EVENT), ("toggle-pipe", EVENT, MOVEMENT)):
        game = scene(2).give(0, card)
        s = game.s
        s.size[DECK + empty] = 0
        before = count(s, DECK + left)
        game.act(0, f"discard {card}")
        assert s.active == 1 and s.phase == Phase.PLAY and count(s, DECK + left) == before - 1
    game = scene(2).give(0, "maze")
    game.s.size[DECK + MOVEMENT] = game.s.size[DECK + EVENT] = 0
    game.play("maze on 0")
    assert game.s.active == 1 and count(game.s, HAND + 1) == 1, "the maze card itself was the last one"


def test_gm_3_2_who_is_not_asked_has_nothing_to_do(scene) -> None:
    """GM-3.2: the player whose turn it is acts, nobody else; in a window those who are asked."""
    game = scene(3).give(0, "warhamster").give(1, "maze", "toggle-pipe")
    assert game.names(0) and not game.names(1) and not game.names(2)
    game.act(0, "play warhamster")
    assert game.names(1) and not game.names(0) and not game.names(2)


def test_gm_3_2_play_or_discard_one(scene) -> None:
    """GM-3.2: exactly one of the two; the card goes to its own discard pile."""
    game = scene(2).give(0, "warhamster", "reverse-motor")
    assert "discard warhamster" in game.names() and "play reverse-motor" in game.names()
    assert "pass" not in game.names()
    game.play("reverse-motor")
    assert game.s.active == 1 and game.pile(MOVEMENT) == ["reverse-motor"] and game.hand(0) == ["warhamster"]
    game = scene(2).give(0, "warhamster").act(0, "discard warhamster")
    assert game.pile(EVENT) == ["warhamster"] and game.s.theories[0] == 0


def test_gm_3_2_empty_hand_plays_nothing(scene) -> None:
    """GM-3.2: with an empty hand the machine runs at once."""
    game = scene(2).give(0, "warhamster")
    game.s.size[DECK + MOVEMENT] = game.s.size[DECK + EVENT] = 0
    game.act(0, "discard warhamster")
    assert game.s.active == 1 and game.s.phase == Phase.PLAY
    game.act(1, "discard warhamster")
    assert game.s.turns >= 3


def test_gm_3_3_shock_after_the_step(scene) -> None:
    """GM-3.3: the cage to which the motor steps is shocked: its rat loses a pellet; an empty one costs nothing."""
    game = scene(4).charge(1).give(0, "warhamster")
    game.s.now = Now.HOPPER
    assert game.play("warhamster").real() == [5, 4, 5, 5]
    game = scene(2).charge(2).give(0, "warhamster")
    game.s.now = Now.HOPPER
    assert game.play("warhamster").real() == [5, 5] and [e.a for e in game.told(Told.SPARK)] == [3]


def test_gm_3_4_one_pellet_drops(scene) -> None:
    """GM-3.4: who sits where it ends eats it; in an empty cage it is lost."""
    game = scene(4).tilt("RLL").give(0, "warhamster")
    game.s.now = Now.SHORT
    assert game.play("warhamster").real() == [5, 5, 6, 5]
    game = scene(2).tilt("RLL").give(0, "warhamster")
    game.s.now = Now.SHORT
    assert game.play("warhamster").real() == [5, 5] and [e.a for e in game.told(Told.WASTED)] == [3]


def test_gm_3_5_down_to_five_cards_at_the_end(scene) -> None:
    """GM-3.5: only at the end of the turn, after the machine has run; the player chooses which."""
    game = scene(2).give(0, *["toggle-pipe"] * 3, "maze", "deal", "warhamster", "burn-out", "super-pellet")
    game.play("warhamster")
    assert game.s.phase == Phase.LIMIT and game.told(Told.MOTOR)
    assert game.names() == [f"discard {c}" for c in ("toggle-pipe", "burn-out", "super-pellet", "maze", "deal")]
    game.act(0, "discard deal")
    assert game.s.phase == Phase.LIMIT
    game.act(0, "discard toggle-pipe")
    assert game.s.active == 1 and len(game.hand(0)) == 5


def test_gm_3_6_a_lost_turn_has_nothing_of_it(scene) -> None:
    """GM-3.6: no card, no machine, no limit."""
    game = scene(2).give(1, *["toggle-pipe"] * 7)
    game.s.lost_turns[1] = 1
    game.s.now = Now.SHORT | Now.BURN_OUT | Now.HOPPER
    motor = game.s.motor
    game.give(0, "warhamster").play("warhamster")
    assert game.s.active == 0 and game.s.motor == motor and len(game.hand(1)) == 7 and game.s.lost_turns[1] == 0
    assert game.s.track == 19, "a lost turn counts as had (GM-2.4)"


def test_gm_3_7_no_rat_below_zero_and_gains_from_any_cause(scene) -> None:
    """GM-3.7: no rat falls below 0; what forbids eating forbids no other gain."""
    game = scene(4).pellets(0, 0, 0, 0).give(0, "nasty-bug").quiet()
    assert game.play("nasty-bug on 1").real() == [0, 0, 0, 0]
    game = scene(4).give(0, "animal-liberationists").quiet()
    game.s.union = 1 << 3
    assert game.play("animal-liberationists").real() == [7, 7, 7, 7]


def test_gm_3_8_shocked_without_pellets(scene) -> None:
    """GM-3.8: a rat without pellets is shocked all the same: its collaboration ends."""
    game = scene(4).pellets(0, 5, 5, 5).give(0, "warhamster")
    game.s.partners[0], game.s.partners[1] = 2, 1
    game.s.now = Now.HOPPER
    game.play("warhamster")
    assert [e.a for e in game.told(Told.SHOCKED)] == [0] and game.s.partners[:2] == [0, 0]


# -- 4 Death and end ---------------------------------------------------------------------------------------------------


def test_gm_4_1_death_takes_everything(scene) -> None:
    """GM-4.1: the rat leaves its cage with its lasting effects and its pellets."""
    game = scene(4).pellets(9, 1, 1, 1).give(1, "cardiac-arrest").quiet()
    s = game.s
    s.active = s.turn_at = 1
    s.boots = s.cower = s.salivate = s.distraught = 1
    s.partners[0], s.partners[2], s.psycho[0], s.phantom[0] = 4, 1, 2, 3
    s.distraught_turns = 9
    game.play("cardiac-arrest")
    assert game.lives() == [1, 2, 3] and s.real[0] == s.phantom[0] == 0 and s.cage[0] == 0
    assert (s.boots | s.cower | s.salivate | s.distraught) & 1 == 0 and s.psycho[0] == 0 and s.partners[2] == 0


def test_gm_4_1_return_at_the_start_of_the_owners_next_turn(scene) -> None:
    """GM-4.1: in an empty cage of the owner's choice, with 0 pellets; a lost turn too."""
    for lost in (0, 1):
        game = scene(2).kill(1).give(0, "warhamster").quiet()
        game.s.lost_turns[1] = lost
        game.play("warhamster")
        assert game.s.phase == Phase.RETURN and game.names(1) == ["cage 2", "cage 3", "cage 4"]
        game.act(1, "cage 4")
        assert game.s.cage[1] == 4 and game.real()[1] == 0 and game.s.active == (0 if lost else 1)


def test_gm_4_1_return_with_one_cage_is_not_asked(scene) -> None:
    """GM-4.1: the only empty cage needs no choice."""
    game = scene(4).kill(1).give(0, "warhamster").quiet().play("warhamster")
    assert game.s.cage[1] == 2 and game.s.phase == Phase.DRAW and game.lives() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("pellets", "dead", "ranks"),
    [
        ((3, 5, 4, 2), (), [2, 1, 2, 2]),
        ((5, 5, 4, 2), (), [2, 2, 1, 2]),
        ((5, 5, 4, 4), (), [2, 2, 2, 2]),
        ((5, 5, 4, 4), (0,), [2, 1, 2, 2]),
        ((0, 0, 0, 0), (1, 2, 3), [1, 2, 2, 2]),
        ((0, 0, 0, 0), (0, 1, 2, 3), [2, 2, 2, 2]),
    ],
)
def test_gm_4_2_fattest_wins_and_ties_are_disqualified(scene, pellets, dead, ranks) -> None:
    """GM-4.2, GM-4.4: ties for fattest are out, then the next; a dead rat cannot win; no places behind the winner."""
    game = scene(4).pellets(*pellets)
    for seat in dead:
        game.kill(seat)
    game.s.phase, game.s.reason = Phase.OVER, 204
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[8:12] == ranks


def test_gm_4_2_phantom_pellets_count_for_the_winner(scene) -> None:
    """GM-4.2, GM-6 Pavlovian Response (salivate): phantom pellets are like any other."""
    game = scene(2).pellets(3, 4)
    game.s.phantom[0], game.s.phase, game.s.reason = 2, Phase.OVER, 204
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[:2] == [5, 4] and out[8:10] == [1, 2]


@pytest.mark.slow
def test_gm_4_3_ties_are_broken_at_random_among_the_living(scene) -> None:
    """GM-4.3: dead rats are neither fattest nor thinnest; a rat that is out is looked at like others."""
    died = Counter()
    for seed in range(120):
        game = scene(4, seed).pellets(9, 9, 9, 9).kill(3).give(0, "cardiac-arrest").quiet()
        game.s.escaped = 1 << 2
        game.play("cardiac-arrest")
        (gone,) = {0, 1, 2} - set(game.lives())
        died[gone] += 1
    assert set(died) == {0, 1, 2} and min(died.values()) > 20


def test_gm_4_5_a_rat_that_is_out_keeps_its_cage(scene) -> None:
    """GM-4.5: its cage counts as empty for pellets and shocks, but takes no other rat."""
    game = scene(2).tilt("LLL").give(0, "warhamster")
    game.s.escaped = 1
    assert game.play("warhamster").real() == [5, 5]
    assert [e.a for e in game.told(Told.WASTED)] == [1] and [e.a for e in game.told(Told.SPARK)] == [1]
    game = scene(2).kill(1).give(0, "warhamster").quiet()
    game.s.escaped = 1
    game.play("warhamster")
    assert "cage 1" not in game.names(1) and game.refusal(1, "cage 1") == 405


# -- 7 Order inside a turn ---------------------------------------------------------------------------------------------


def test_gm_7_1_an_effect_until_the_next_turn_ends_at_its_start(scene) -> None:
    """GM-7.1: effects of seat 0 end when seat 0 begins, not before."""
    game = scene(2).give(0, "warhamster")
    s = game.s
    s.fitness = s.union = s.ethics = s.cower = s.salivate = s.mellow = 1
    s.locks[1], s.psycho[0] = 1, 2
    game.play("warhamster")
    assert s.fitness == s.union == s.ethics == 1 and s.locks[1] == 1 and s.mellow == 1
    game.skip_turn()
    assert (
        s.active == 0
        and s.fitness | s.union | s.ethics | s.cower | s.salivate | s.mellow | s.locks[1] | s.psycho[0] == 0
    )


def test_gm_7_2_extra_turns_do_not_move_the_master(scene) -> None:
    """GM-7.2: a round ends when every player of the order has had their turn."""
    game = scene(2).give(0, "warhamster").quiet()
    game.s.extra_turns[0] = 1
    game.play("warhamster")
    assert game.s.active == 0 and game.s.track == 20 and game.s.round == 1
    game.skip_turn()
    assert game.s.active == 1
    game.skip_turn()
    assert game.s.track == 19 and game.s.round == 2


def test_gm_7_3_lost_turns_add_up_and_take_extra_ones(scene) -> None:
    """GM-7.3: the lost turn is the next that the player would begin, an extra one included; several add up."""
    game = scene(2).give(0, "warhamster").quiet()
    game.s.extra_turns[0], game.s.lost_turns[0] = 1, 2
    game.play("warhamster")
    assert game.s.active == 1 and game.s.lost_turns[0] == 1
    game.skip_turn()
    assert game.s.active == 1 and game.s.lost_turns[0] == 0 and game.s.track == 19
