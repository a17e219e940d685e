"""The Great Machine, sections 5 and 6: every card, alone."""

from __future__ import annotations

from collections import Counter

import pytest

from enginehouse.games.great_machine.machine import charged_cage, find_locked
from enginehouse.games.great_machine.parts import CARDS, EVENT, EXPLOSIONS, MOVEMENT
from enginehouse.games.great_machine.state import Now, Phase, Told

# -- 5 Movement cards --------------------------------------------------------------------------------------------------


def test_gm_5_deck_of_movement_cards() -> None:
    """GM-5: 40 movement cards: 10, 10, 10, 5, 5."""
    assert [card.copies for card in CARDS if card.deck == MOVEMENT] == [10, 10, 10, 5, 5]


@pytest.mark.parametrize(
    ("card", "named", "tilted"),
    [("toggle-pipe", "2", 0b010), ("toggle-pipes", "1 3", 0b101), ("toggle-many-pipes", "1 2 3", 0b111)],
)
def test_gm_5_1_tilting(scene, card: str, named: str, tilted: int) -> None:
    """GM-5 Toggle Pipe, Toggle Pipes, Toggle Many Pipes: exactly so many different toggles change sides."""
    game = scene(4).tilt("RLL").give(0, card).play(f"{card} {named}")
    assert game.s.tilt == 0b001 ^ tilted
    assert [e.a for e in game.told(Told.TILTED)] == [t for t in (1, 2, 3) if tilted >> (t - 1) & 1]


def test_gm_5_1_sets_offered(scene) -> None:
    """GM-5.1: all sets of the machine's toggles, and only those."""
    small = scene(4).give(0, "toggle-pipe", "toggle-pipes", "toggle-many-pipes").names()
    assert sum(n.startswith("play toggle-pipe ") for n in small) == 3
    assert sum(n.startswith("play toggle-pipes ") for n in small) == 3
    assert sum(n.startswith("play toggle-many-pipes ") for n in small) == 1
    large = scene(8).give(0, "toggle-pipe", "toggle-pipes", "toggle-many-pipes").names()
    assert sum(n.startswith("play toggle-pipe ") for n in large) == 7
    assert sum(n.startswith("play toggle-pipes ") for n in large) == 21
    assert sum(n.startswith("play toggle-many-pipes ") for n in large) == 35


def test_gm_5_1_locked_toggles_cannot_be_tilted(scene) -> None:
    """GM-5.1: a card that needs more toggles than can be tilted can only be discarded."""
    game = scene(4).give(0, "toggle-pipe", "toggle-pipes", "toggle-many-pipes")
    game.s.locks[2] = 1 << 3
    names = game.names()
    assert "play toggle-pipe 1" in names and "play toggle-pipe 2" not in names
    assert [n for n in names if n.startswith("play toggle-pipes")] == ["play toggle-pipes 1 3"]
    assert not [n for n in names if n.startswith("play toggle-many")] and "discard toggle-many-pipes" in names
    assert game.refusal(0, "play toggle-pipe 2") == 501 and game.refusal(0, "play toggle-many-pipes 1 2 3") == 501
    assert game.refusal(0, "play toggle-pipe 7") == 101


def test_gm_5_2_movement_cards_open_no_window(scene) -> None:
    """GM-5.2: nobody can cancel a movement card."""
    game = scene(4).give(0, "reverse-motor").give(1, "timely-intervention").act(0, "play reverse-motor")
    assert game.s.direction == -1 and game.s.active == 1


def test_gm_5_2_played_while_the_motor_stands_still(scene) -> None:
    """GM-5.2: reversing and speeding count for nothing under Ethics Committee, but may be played."""
    game = scene(4).give(0, "speed-motor", "reverse-motor")
    game.s.ethics = 1 << 2
    motor = game.s.motor
    game.play("speed-motor")
    assert game.s.motor == motor


def test_gm_5_reverse_motor(scene) -> None:
    """GM-5 Reverse Motor: from this step on the ring is gone round the other way."""
    game = scene(4).charge(1).give(0, "reverse-motor").play("reverse-motor")
    assert charged_cage(game.s) == 4


def test_gm_5_speed_motor_shocks_only_where_it_stops(scene) -> None:
    """GM-5 Speed Motor: two steps this turn, the cage in between is not shocked."""
    game = scene(4).charge(4).give(0, "speed-motor")
    game.s.now = Now.HOPPER
    game.play("speed-motor")
    assert charged_cage(game.s) == 2 and game.real() == [5, 4, 5, 5]
    game.skip_turn()
    assert charged_cage(game.s) == 3


# -- 6 Event cards -----------------------------------------------------------------------------------------------------


def test_gm_6_5_copies() -> None:
    """GM-6.5: 121 event cards of 60 kinds: the deadly ones once, three kinds four times, the others twice."""
    event = [card for card in CARDS if card.deck == EVENT]
    assert len(event) == 60 and sum(card.copies for card in event) == 121
    once = {card.slug for card in event if card.copies == 1}
    assert once == {"cardiac-arrest", "starvation", "poison-pellet", "lightning-strike", "someone-beat-us"}
    assert {card.slug for card in event if card.copies == 4} == {"all-nighter", "maze", "extra-food"}


def test_gm_6_cardiac_arrest(scene) -> None:
    """GM-6 Cardiac Arrest: the fattest rat dies; phantom pellets are not counted."""
    game = scene(4).pellets(3, 9, 4, 4).give(0, "cardiac-arrest").quiet()
    game.s.phantom[2] = 20
    assert [e.a for e in game.play("cardiac-arrest").told(Told.DIED)] == [1]


def test_gm_6_starvation(scene) -> None:
    """GM-6 Starvation: the thinnest rat dies; phantom pellets do not save it."""
    game = scene(4).pellets(3, 9, 2, 4).give(0, "starvation").quiet()
    game.s.phantom[2] = 20
    assert game.play("starvation").lives() == [0, 1, 3]


def test_gm_6_poison_pellet(scene) -> None:
    """GM-6 Poison Pellet: the first pellet kills its eater; a second one does not."""
    game = scene(4).give(0, "poison-pellet")
    game.s.now, game.s.extras = Now.SHORT, 1
    game.play("poison-pellet on 0")
    assert game.told(Told.DIED)[0].a == 0 and game.lives() == [1, 2, 3]
    assert [e.b for e in game.told(Told.WASTED)] == [0], "the plain one falls into the empty cage"


def test_gm_6_lightning_strike(scene) -> None:
    """GM-6 Lightning Strike: no step; the same cage is shocked; who would be fed is struck dead; the others do not eat."""
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike", "warhamster")
    game.play("lightning-strike on 0")
    assert charged_cage(game.s) == 1 and game.lives() == [0, 1, 3] and game.real() == [4, 5, 0, 5]
    assert game.told(Told.STRUCK)[0].a == 2 and game.s.distraught == 0b1010
    game.tilt("LRL").skip_turn()
    assert game.real()[1] == 4, "the motor shocked cage 2, and the pellet there was not eaten in the next turn either"
    assert game.s.distraught == 0


def test_gm_6_lightning_strike_lasts_one_more_turn_that_is_not_lost(scene) -> None:
    """GM-6 Lightning Strike: "the next" is anyone's next turn that is not lost."""
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike")
    game.s.lost_turns[1] = 1
    game.play("lightning-strike on 0")
    if game.s.phase == Phase.RETURN:
        game.act(2, game.names(2)[0])
    assert game.s.active == 2 and game.s.distraught & 0b1010 == 0b1010


def test_gm_6_someone_beat_us(scene) -> None:
    """GM-6 Someone Beat Us to It!: all rats die."""
    game = scene(4).give(0, "someone-beat-us").quiet().play("someone-beat-us")
    assert [e.a for e in game.told(Told.DIED)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("masters-coach-approaches", 15, 11),
        ("convention-dinner", 15, 13),
        ("old-friends", 15, 13),
        ("airline-strike", 15, 18),
        ("postcard-from-the-master", 15, 17),
        ("poster-session", 15, 17),
        ("you-know-a-guy forward", 15, 13),
        ("you-know-a-guy back", 15, 17),
    ],
)
def test_gm_6_cards_of_the_road(scene, card: str, before: int, after: int) -> None:
    """GM-6 Master's Coach Approaches, Convention Dinner, Old Friends, Airline Strike, Postcard from the Master,
    Poster Session, You Know a Guy."""
    game = scene(4).give(0, card.split()[0])
    game.s.track = before
    assert game.play(card).s.track == after


def test_gm_6_animal_liberationists(scene) -> None:
    """GM-6 Animal Liberationists: every rat gains 2, wherever it is; dead ones do not."""
    game = scene(4).kill(2).give(0, "animal-liberationists").quiet()
    game.s.escaped = 2
    assert game.play("animal-liberationists").real() == [7, 7, 0, 7]


def test_gm_6_short_circuit(scene) -> None:
    """GM-6 Short Circuit: the motor steps, nobody is shocked."""
    game = scene(4).charge(4).give(0, "short-circuit")
    game.s.now = Now.HOPPER
    game.play("short-circuit on 0")
    assert charged_cage(game.s) == 1 and game.real() == [5, 5, 5, 5]


def test_gm_6_burn_out(scene) -> None:
    """GM-6 Burn Out: the motor does not step; the same cage is shocked."""
    game = scene(4).charge(4).give(0, "burn-out")
    game.s.now = Now.HOPPER
    game.play("burn-out on 0")
    assert charged_cage(game.s) == 4 and game.real() == [5, 5, 5, 4]


@pytest.mark.parametrize("card", ["stripped-gear", "cracked-gear", "stuck-gear", "lost-gear", "super-glue"])
def test_gm_6_locks(scene, card: str) -> None:
    """GM-6 Stripped Gear, Cracked Gear, Stuck Gear, Lost Gear, Super Glue: one toggle until your next turn."""
    game = scene(2).give(0, card).give(1, "toggle-pipe").quiet().play(f"{card} 3")
    assert find_locked(game.s) == 0b100
    game.act(1, "draw movement")
    assert "play toggle-pipe 3" not in game.names() and "play toggle-pipe 1" in game.names()
    game.act(1, "discard toggle-pipe")
    assert game.s.active == 0 and find_locked(game.s) == 0


def test_gm_6_explosion(scene) -> None:
    """GM-6 Explosion!: all three toggles of the small machine, four that hang together of the large one."""
    assert [n for n in scene(4).give(0, "explosion").names() if n.startswith("play")] == ["play explosion 1 2 3"]
    large = scene(8).give(0, "explosion")
    names = [n for n in large.names() if n.startswith("play")]
    sets = [tuple(map(int, n.split()[2:])) for n in names]
    assert len(sets) == len(EXPLOSIONS) - 1 == 6 and all(len(one) == 4 for one in sets)
    assert (1, 2, 4, 5) in sets and (2, 4, 5, 1) not in sets and (4, 5, 6, 7) not in sets and (1, 2, 3, 7) in sets
    assert (2, 4, 5, 6) not in sets
    large.play("explosion 1 2 4 5")
    assert find_locked(large.s) == 0b0011011


def test_gm_6_psycho_rat(scene) -> None:
    """GM-6 Psycho Rat: the toggle above a rat in its cage, until its owner's next turn or its death."""
    game = scene(4).give(0, "psycho-rat", "cardiac-arrest").quiet()
    game.s.escaped = 1 << 3
    names = [n for n in game.names() if n.startswith("play psycho")]
    assert names == ["play psycho-rat rat 0", "play psycho-rat rat 1", "play psycho-rat rat 2"]
    game.play("psycho-rat rat 2")
    assert find_locked(game.s) == 0b100
    game.skip_turn()
    assert find_locked(game.s) == 0 and game.s.active == 2


def test_gm_6_total_breakdown(scene) -> None:
    """GM-6 Total Breakdown: locks are lifted, every toggle gets a coin; those that change sides are tilted."""
    seen = Counter()
    for seed in range(80):
        game = scene(4, seed).tilt("LLL").give(0, "total-breakdown").quiet()
        game.s.locks[1], game.s.psycho[2] = 8, 4
        game.play("total-breakdown")
        assert find_locked(game.s) == 0 and [e.a for e in game.told(Told.UNLOCKED)] == [0b101]
        assert [e.a for e in game.told(Told.TILTED)] == [t for t in (1, 2, 3) if game.s.tilt >> (t - 1) & 1]
        seen[game.s.tilt] += 1
    assert set(seen) == set(range(8))


def test_gm_6_super_pellet(scene) -> None:
    """GM-6 Super Pellet: the first pellet counts double, with a second card four."""
    game = scene(4).give(0, "super-pellet")
    game.s.now = Now.SHORT
    assert game.play("super-pellet on 0").real()[0] == 7
    game = scene(4).give(0, "super-pellet")
    game.s.now, game.s.supers = Now.SHORT, 1
    assert game.play("super-pellet on 0").real()[0] == 9


def test_gm_6_extra_food(scene) -> None:
    """GM-6 Extra Food: one more pellet for each."""
    game = scene(4).give(0, "extra-food")
    game.s.now, game.s.extras = Now.SHORT, 2
    assert game.play("extra-food on 0").real()[0] == 9


@pytest.mark.parametrize(("pellets", "after"), [(5, 3), (2, 0), (1, None), (0, None)])
def test_gm_6_laxative_pellet(scene, pellets: int, after: int | None) -> None:
    """GM-6 Laxative Pellet: its eater does not gain it and loses 2; with fewer than 2 it dies."""
    game = scene(4).pellets(pellets).give(0, "laxative-pellet")
    game.s.now = Now.SHORT
    game.play("laxative-pellet on 0")
    assert (0 in game.lives()) == (after is not None)
    assert game.real()[0] == (after or 0)


def test_gm_6_hopper_blockage(scene) -> None:
    """GM-6 Hopper Blockage: no pellet drops this turn."""
    game = scene(4).give(0, "hopper-blockage")
    game.s.now = Now.SHORT
    assert not game.play("hopper-blockage on 0").told(Told.DROPPED)


def test_gm_6_blockage(scene) -> None:
    """GM-6 Blockage: the next pellet sticks on the level named."""
    game = scene(4).give(0, "blockage")
    assert [n for n in game.names() if n.startswith("play")] == ["play blockage level 1", "play blockage level 2"]
    assert len([n for n in scene(8).give(0, "blockage").names() if n.startswith("play")]) == 3
    assert game.refusal(0, "play blockage level 3") == 802
    game.s.now = Now.SHORT
    game.play("blockage level 2")
    assert [e.a for e in game.told(Told.STUCK)] == [2] and game.s.stuck_runs[2] == 1 and game.real()[0] == 5


def test_gm_6_nasty_bug(scene) -> None:
    """GM-6 Nasty Bug: the rat and those in adjacent cages lose 1."""
    assert scene(4).give(0, "nasty-bug").quiet().play("nasty-bug on 1").real() == [4, 4, 4, 5]
    assert scene(4).give(0, "nasty-bug").quiet().play("nasty-bug on 3").real() == [5, 5, 4, 4]


def test_gm_6_rat_static(scene) -> None:
    """GM-6 Rat Static: those in adjacent cages lose 1, the rat itself does not."""
    assert scene(4).give(0, "rat-static").quiet().play("rat-static on 1").real() == [4, 5, 4, 5]


def test_gm_6_noxious_rat(scene) -> None:
    """GM-6 Noxious Rat: others within two cages do not eat this turn; itself and the farther ones do."""
    for cage, eats in ((1, True), (2, False), (3, False), (4, True)):
        game = scene(4).give(0, "noxious-rat").tilt({1: "LLL", 2: "LRL", 3: "RLL", 4: "RLR"}[cage])
        game.s.now = Now.SHORT
        assert game.play("noxious-rat on 0").real()[cage - 1] == 5 + eats


def test_gm_6_fitness_meme(scene) -> None:
    """GM-6 Fitness Meme: until your next turn only the thinnest, or who ties for it, gains; eating goes on."""
    game = scene(4).pellets(5, 3, 3, 4).give(0, "fitness-meme")
    game.s.now = Now.SHORT
    game.play("fitness-meme")
    assert game.real() == [5, 3, 3, 4] and game.told(Told.ATE)
    game = scene(4).pellets(3, 3, 5, 4).give(0, "fitness-meme")
    game.s.now = Now.SHORT
    assert game.play("fitness-meme").real() == [4, 3, 5, 4]


def test_gm_6_union_action(scene) -> None:
    """GM-6 Union Action: no rat eats until your next turn."""
    game = scene(2).give(0, "union-action")
    game.s.now = Now.SHORT
    game.play("union-action")
    assert game.real() == [5, 5] and game.s.union == 1
    game.tilt("LRL").charge(2).skip_turn()
    assert game.real() == [5, 5] and game.s.union == 0


def test_gm_6_ethics_committee(scene) -> None:
    """GM-6 Ethics Committee: no step, no shock, no drop; cards still work, tilting too."""
    game = scene(2).give(0, "ethics-committee").give(1, "toggle-pipe").charge(4)
    game.play("ethics-committee")
    assert not game.told(Told.MOTOR) and not game.told(Told.DROPPED) and not game.told(Told.SPARK)
    game.act(1, "draw event").play("toggle-pipe 1")
    assert game.s.tilt == 1 and charged_cage(game.s) == 4 and game.s.active == 0 and game.s.ethics == 0


def test_gm_6_flooded_cages(scene) -> None:
    """GM-6 Flooded Cages: if one is shocked all that sit unprotected are, each once."""
    game = scene(4).charge(4).give(0, "flooded-cages")
    game.s.now, game.s.boots, game.s.escaped = Now.HOPPER, 2, 4
    assert game.play("flooded-cages on 0").real() == [4, 5, 5, 4]
    game = scene(2).charge(2).give(0, "flooded-cages")
    game.s.now = Now.HOPPER
    assert game.play("flooded-cages on 0").real() == [5, 5], "the shock hit an empty cage"


def test_gm_6_old_reanimation_experiment(scene) -> None:
    """GM-6 Old Reanimation Experiment: a shock feeds instead."""
    game = scene(4).charge(4).give(0, "old-reanimation-experiment")
    game.s.now = Now.HOPPER
    assert game.play("old-reanimation-experiment on 0").real() == [6, 5, 5, 5]


def test_gm_6_greased_gear(scene) -> None:
    """GM-6 Greased Gear: to the opposite cage at once, nobody is shocked by that; then the turn goes on."""
    for seats, start, stop in ((4, 1, 4), (8, 1, 7)):
        game = scene(seats).charge(start).give(0, "greased-gear")
        game.s.now = Now.HOPPER
        game.play("greased-gear")
        assert charged_cage(game.s) == stop and sum(game.real()) == 5 * seats - 1


def test_gm_6_rubber_boots(scene) -> None:
    """GM-6 Rubber Boots: no shock until the rat dies."""
    game = scene(4).charge(4).give(0, "rubber-boots")
    game.s.now = Now.HOPPER
    assert game.play("rubber-boots on 0").real() == [5, 5, 5, 5]
    assert game.s.boots == 1


def test_gm_6_pavlovian_cower(scene) -> None:
    """GM-6 Pavlovian Response (cower): from this turn until your next neither shocked nor eating."""
    game = scene(2).charge(4).give(0, "pavlovian-cower").play("pavlovian-cower on 0")
    assert game.real() == [5, 5] and game.s.cower == 1
    game.skip_turn()
    assert game.s.active == 0 and game.s.cower == 0


def test_gm_6_pavlovian_cower_waits_for_the_subjects_turn(scene) -> None:
    """GM-6 Pavlovian Response (cower), GM-6.2: on another player it begins with that player's next turn not lost."""
    game = scene(2).charge(1).give(0, "pavlovian-cower")
    game.s.lost_turns[1] = 1
    game.play("pavlovian-cower on 1")
    assert game.s.active == 0 and game.s.cower == 0
    game.skip_turn()
    assert game.s.active == 1 and game.s.cower == 2


def test_gm_6_pavlovian_salivate(scene) -> None:
    """GM-6 Pavlovian Response (salivate): once in each other player's turn, when a toggle changes sides."""
    game = scene(4).give(0, "pavlovian-salivate").give(1, "toggle-pipes").give(2, "toggle-pipe").quiet()
    game.play("pavlovian-salivate on 0")
    assert game.s.phantom[0] == 0
    game.act(1, "draw event").play("toggle-pipes 1 2")
    assert game.s.phantom[0] == 1
    game.act(2, "draw event").play("toggle-pipe 1")
    assert game.s.phantom[0] == 2
    game = scene(4).give(0, "toggle-pipe")
    game.s.salivate = 1
    assert game.play("toggle-pipe 1").s.phantom[0] == 0, "not in one's own turn"


def test_gm_6_phantom_pellets_are_lost_last(scene) -> None:
    """GM-6 Pavlovian Response (salivate): real pellets go first."""
    game = scene(4).pellets(1).give(0, "nasty-bug").quiet()
    game.s.phantom[0] = 2
    game.play("nasty-bug on 0")
    assert (game.s.real[0], game.s.phantom[0]) == (0, 2)


def test_gm_6_rat_escape(scene) -> None:
    """GM-6 Rat Escape!: out; in its owner's next turn it is put back and neither drawing nor playing happens."""
    game = scene(2).charge(1).give(0, "rat-escape").give(1, "maze").quiet()
    game.play("rat-escape rat 1")
    assert game.s.escaped == 0, "seat 1's turn has put it back already"
    assert game.s.active == 0 and game.hand(1) == ["maze"] and game.told(Told.PUT_BACK)[0].a == 1
    game = scene(4).charge(2).tilt("RLL").give(0, "rat-escape")
    assert game.play("rat-escape rat 2").real() == [5, 5, 5, 5], "neither shocked nor fed"
    assert game.refusal(1, "draw movement") == 0


def test_gm_6_rat_escape_only_of_one_that_has_not(scene) -> None:
    """GM-6 Rat Escape!: a rat not escaped; one in the pipes leaves them (GM-8.5)."""
    game = scene(4).give(0, "rat-escape").quiet()
    game.s.escaped, game.s.pipe[2] = 2, 3
    assert game.refusal(0, "play rat-escape rat 1") == 604
    game.s.escaped = 0
    game.play("rat-escape rat 2")
    assert game.s.active == 1 and game.s.pipe[2] == 0 and game.s.escaped == 4


def test_gm_6_maze(scene) -> None:
    """GM-6 Maze!: the rat goes up into the pipes and climbs at the end of every turn (GM-8.4)."""
    game = scene(4).tilt("RRR").charge(4).give(0, "maze")
    game.play("maze on 0")
    assert game.s.pipe[0] == 1 and game.real()[0] == 5, "to toggle 2 at once, at the end of the turn to the root"
    game.skip_turn()
    assert game.s.pipe[0] == 0 and game.real()[0] == 6, "it ate the next pellet and is home"


def test_gm_6_mellow_rat(scene) -> None:
    """GM-6 Mellow Rat: lasting effects on it end; if out, it is back; until its owner's next turn it is mellow."""
    game = scene(2).give(0, "mellow-rat").quiet()
    s = game.s
    s.escaped = s.boots = s.distraught = 2
    s.waiting[1], s.distraught_turns = Now.COWER | Now.FLOODED, 9
    game.play("mellow-rat rat 1")
    assert s.active == 1 and s.boots == s.escaped == s.distraught == s.mellow == 0 and s.now & Now.FLOODED
    game = scene(4).give(0, "mellow-rat").quiet().play("mellow-rat rat 2")
    assert game.s.mellow == 4


def test_gm_6_deal(scene) -> None:
    """GM-6 Deal!: two rats swap cages."""
    game = scene(4).give(0, "deal").quiet().play("deal on 1 with 3")
    assert game.s.cage[:4] == [1, 4, 3, 2]


def test_gm_6_collaboration(scene) -> None:
    """GM-6 Collaboration: whenever one gains by eating the other gains as much, until either is shocked or dies."""
    game = scene(4).charge(2).give(0, "collaboration", "super-pellet")
    game.s.supers = 1
    game.play("collaboration on 0 with 3")
    assert game.real() == [7, 5, 4, 7]
    game.charge(3).skip_turn()
    assert game.s.partners[0] == game.s.partners[3] == 0, "seat 3 was shocked"


def test_gm_6_plagiarism(scene) -> None:
    """GM-6 Plagiarism: one pellet from another player's rat; a phantom one stays a phantom."""
    game = scene(4).give(0, "plagiarism").quiet().play("plagiarism on 2 from 1")
    assert game.real() == [5, 4, 6, 5]
    game = scene(4).pellets(5, 0).give(0, "plagiarism").quiet()
    game.s.phantom[1] = 1
    game.play("plagiarism on 2 from 1")
    assert game.real()[2] == 5 and game.s.phantom[1] == 0 and game.s.phantom[2] == 1
    game = scene(4).pellets(5, 0).give(0, "plagiarism").quiet().play("plagiarism on 2 from 1")
    assert game.real() == [5, 0, 5, 5]


def test_gm_6_positive_reinforcement(scene) -> None:
    """GM-6 Positive Reinforcement: the fattest gains 1, all who tie do."""
    game = scene(4).pellets(5, 7, 7, 2).give(0, "positive-reinforcement").quiet().play("positive-reinforcement")
    assert game.real() == [5, 8, 8, 2]


def test_gm_6_negative_reinforcement(scene) -> None:
    """GM-6 Negative Reinforcement: a coin decides whether the thinnest gains or loses."""
    seen = Counter()
    for seed in range(40):
        game = (
            scene(4, seed).pellets(5, 7, 7, 2).give(0, "negative-reinforcement").quiet().play("negative-reinforcement")
        )
        assert game.real()[:3] == [5, 7, 7]
        assert game.real()[3] == (3 if game.told(Told.COIN)[0].a else 1)
        seen[game.real()[3]] += 1
    assert set(seen) == {1, 3}
    first = scene(4).pellets(2, 7, 7, 5).give(0, "negative-reinforcement").quiet().play("negative-reinforcement")
    assert first.real()[0] in (1, 3), "the first seat too"


def test_gm_6_biomorphic_resonance(scene) -> None:
    """GM-6 Biomorphic Resonance: the fattest loses 1 and the thinnest gains 1, as they were; alone it stays as it is."""
    game = scene(4).pellets(5, 9, 7, 2).give(0, "biomorphic-resonance").quiet().play("biomorphic-resonance")
    assert game.real() == [5, 8, 7, 3]
    game = scene(4).kill(1).kill(2).kill(3).give(0, "biomorphic-resonance").quiet().play("biomorphic-resonance")
    assert game.real()[0] == 5


def test_gm_6_leftovers(scene) -> None:
    """GM-6 Leftovers: a coin decides whether the subject's rat gains or loses."""
    seen = Counter()
    for seed in range(40):
        game = scene(4, seed).give(0, "leftovers").quiet().play("leftovers on 2")
        assert game.real()[2] == (6 if game.told(Told.COIN)[0].a else 4)
        seen[game.real()[2]] += 1
    assert set(seen) == {4, 6}


def test_gm_6_black_economy(scene) -> None:
    """GM-6 Black Economy: one's rat pays a pellet; two cards, one by one, from decks as chosen."""
    game = scene(4).give(0, "black-economy").on_deck("maze", "reverse-motor").quiet().play("black-economy")
    assert game.real()[0] == 4 and game.s.phase == Phase.ECONOMY and game.names() == ["draw movement", "draw event"]
    game.act(0, "draw event").act(0, "draw movement")
    assert game.hand(0) == ["reverse-motor", "maze"] and game.s.active == 1 and game.pile() == ["black-economy"]
    poor = scene(4).pellets(0).give(0, "black-economy")
    assert "play black-economy" not in poor.names() and poor.refusal(0, "play black-economy") == 604


def test_gm_6_caffeine_prophecy(scene) -> None:
    """GM-6 Caffeine Prophecy: the top four cards of a deck, put back in any order."""
    game = scene(2).give(0, "caffeine-prophecy").on_deck("maze", "deal", "leftovers", "burn-out").quiet()
    game.play("caffeine-prophecy").act(0, "look event")
    assert len(game.names()) == 24
    game.act(0, "order 4 3 2 1")
    game.act(1, "draw event")
    assert game.hand(1) == ["burn-out"]


def test_gm_6_nobbled(scene) -> None:
    """GM-6 Nobbled a Passing Geezer: any card of a deck, to keep or to play now; then the deck is shuffled."""
    game = scene(2).give(0, "nobbled-a-passing-geezer").quiet().play("nobbled-a-passing-geezer")
    game.act(0, "look event")
    assert "take maze" in game.names() and "play old-friends" in game.names() and "take toggle-pipe" not in game.names()
    assert "take timely-intervention" in game.names() and "discard maze" not in game.names()
    before = list(game.s.row[40 : 40 + int(game.s.size[1])])
    game.act(0, "take maze")
    assert game.hand(0) == ["maze"] and game.s.active == 1
    after = list(game.s.row[40 : 40 + int(game.s.size[1])])
    assert len(after) == len(before) - 1 and after != [p for p in before if p in after]


def test_gm_6_nobbled_played_now(scene) -> None:
    """GM-6 Nobbled a Passing Geezer: a card played now is played as any other, its window included."""
    game = scene(2).give(0, "nobbled-a-passing-geezer").give(1, "timely-intervention").quiet()
    game.play("nobbled-a-passing-geezer").act(0, "look event").act(0, "play old-friends")
    assert game.s.phase == Phase.WINDOW and game.pile() == ["nobbled-a-passing-geezer"]
    game.act(1, "pass")
    assert game.s.track == 18 and sorted(game.pile()) == ["nobbled-a-passing-geezer", "old-friends"]


def test_gm_6_timely_intervention_is_played_only_in_a_window(scene) -> None:
    """GM-6 Timely Intervention: not in one's turn, whatever the state of one's rat."""
    game = scene(2).give(0, "timely-intervention")
    assert game.names() == ["discard timely-intervention"]
    game = scene(2).give(0, "old-friends").give(1, "timely-intervention").kill(1).quiet().act(0, "play old-friends")
    game.act(1, "intervene")
    assert game.s.track == 20 and sorted(game.pile()) == ["old-friends", "timely-intervention"]


def test_gm_6_all_nighter(scene) -> None:
    """GM-6 All Nighter: after this turn an extra one; on another player after their next turn."""
    game = scene(2).give(0, "all-nighter").quiet().play("all-nighter on 0")
    assert game.s.active == 0 and game.s.turns >= 2
    game = scene(2).give(0, "all-nighter").quiet().play("all-nighter on 1").skip_turn()
    assert game.s.active == 1
    assert game.skip_turn().s.active == 0


def test_gm_6_part_time_job(scene) -> None:
    """GM-6 Part-Time Job: the next turn is lost, the first one taken after it is followed by an extra one."""
    game = scene(2).give(0, "part-time-job").quiet().play("part-time-job on 1")
    assert game.s.active == 0
    game.skip_turn()
    assert game.s.active == 1
    assert game.skip_turn().s.active == 1
    assert game.skip_turn().s.active == 0


def test_gm_6_only_a_minute(scene) -> None:
    """GM-6 "This Should Only Take You a Minute": the present turn goes straight to its end, another's next is lost."""
    game = scene(2).give(0, "this-should-only-take-a-minute").play("this-should-only-take-a-minute on 0")
    assert game.s.active == 1 and not game.told(Told.MOTOR) and not game.told(Told.DROPPED)
    game = scene(2).give(0, "this-should-only-take-a-minute").quiet().play("this-should-only-take-a-minute on 1")
    assert game.s.active == 0


def test_gm_6_cleaning_duty(scene) -> None:
    """GM-6 Cleaning Duty: the next turn is lost; any card of either discard pile, chosen by who plays, openly."""
    game = scene(2).give(0, "cleaning-duty").discarded("maze", "toggle-pipe").quiet().play("cleaning-duty on 1")
    assert game.names() == ["take toggle-pipe", "take maze"]
    game.act(0, "take maze")
    assert game.hand(1) == ["maze"] and game.s.active == 0, "seat 1's turn was lost"
    assert "maze" in game.hand(1) and game.told(Told.GOT)[0].b == 46


def test_gm_6_cleaning_duty_without_choice(scene) -> None:
    """GM-6 Cleaning Duty: one kind is not asked for, none gives none."""
    game = scene(2).give(0, "cleaning-duty").discarded("maze").quiet().play("cleaning-duty on 1")
    assert game.hand(1) == ["maze"] and game.s.active == 0
    game = scene(2).give(0, "cleaning-duty").quiet().play("cleaning-duty on 1")
    assert game.hand(1) == [] and game.s.active == 0


def test_gm_6_warhamster_and_private_theory(scene) -> None:
    """GM-6 WarHamster, Proved a Private Theory!: no effect on play; the second is noted."""
    game = scene(2).give(0, "warhamster", "proved-a-private-theory").quiet()
    game.play("warhamster")
    assert game.real() == [5, 5] and game.s.theories[:2] == [0, 0]
    game.skip_turn()
    game.act(0, "draw event").play("proved-a-private-theory")
    assert game.s.theories[:2] == [1, 0]
