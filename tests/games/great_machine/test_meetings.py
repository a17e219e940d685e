"""The Great Machine where effects meet: windows, pipes, mellow rats, waiting turns (GM-6.1 to 6.9, GM-8), and secrets (GM-9)."""

from __future__ import annotations

from enginehouse.conformance.scenes import place
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.machine import charged_cage, find_locked, stick
from enginehouse.games.great_machine.parts import CARDS, DECK, EVENT, HAND, KIND_OF, MOVEMENT
from enginehouse.games.great_machine.state import Mark, Now, Phase, Told

GAME = games.get("great-machine")


# -- 6.1 to 6.3: subjects, turns, windows ------------------------------------------------------------------------------


def test_gm_6_1_any_card_on_any_player(scene) -> None:
    """GM-6.1: an `any` card is played on a player, oneself included; there is none beyond the table."""
    game = scene(3).give(0, "short-circuit")
    assert [n for n in game.names() if n.startswith("play")] == [f"play short-circuit on {k}" for k in range(3)]
    assert game.refusal(0, "play short-circuit on 3") == 601


def test_gm_6_2_this_turn_on_another_waits_for_the_next_not_lost(scene) -> None:
    """GM-6.2: until then the effect waits; a lost turn does not use it up."""
    game = scene(2).charge(4).give(0, "short-circuit")
    game.s.lost_turns[1], game.s.now = 1, Now.HOPPER
    game.play("short-circuit on 1")
    assert game.real() == [4, 5] and game.s.waiting[1] == Now.SHORT and game.s.active == 0
    game.skip_turn()
    assert game.s.active == 1 and game.s.now == Now.SHORT and game.s.waiting[1] == 0


def test_gm_6_2_an_effect_that_waits_for_a_rat_ends_with_it(scene) -> None:
    """GM-6.2: Noxious Rat and Pavlovian Response end when the rat dies; Super Pellet, which waits for a turn, does not."""
    game = scene(4).give(0, "someone-beat-us").quiet()
    game.s.waiting[2] = Now.NOXIOUS | Now.COWER | Now.SALIVATE | Now.LAXATIVE
    game.s.waiting_supers[2] = 1
    game.play("someone-beat-us")
    assert game.s.waiting[2] == Now.LAXATIVE and game.s.waiting_supers[2] == 1


def test_gm_6_3_all_others_with_event_cards_are_asked(scene) -> None:
    """GM-6.3: whoever holds an event card answers; nobody else is asked; the player is not."""
    game = scene(4).give(0, "old-friends", "maze").give(1, "maze").give(2, "toggle-pipe").give(3, "deal")
    game.act(0, "play old-friends")
    assert game.s.phase == Phase.WINDOW and GAME.rules.actors(game.s) == 0b1010
    assert game.names(1) == ["pass"] and game.refusal(2, "pass") == 603 and game.refusal(1, "intervene") == 603


def test_gm_6_3_no_window_when_nobody_can_be_asked(scene) -> None:
    """GM-6.3: none when nobody else holds event cards, or when all Timely Interventions lie open."""
    game = scene(2).give(0, "old-friends").give(1, "toggle-pipe").quiet().act(0, "play old-friends")
    assert game.s.track == 18
    game = (
        scene(2).give(0, "old-friends").give(1, "maze").discarded("timely-intervention", "timely-intervention").quiet()
    )
    assert game.act(0, "play old-friends").s.track == 18
    game = scene(2).give(0, "old-friends").give(1, "maze").discarded("timely-intervention").quiet()
    assert game.act(0, "play old-friends").s.track == 20


def test_gm_6_3_an_intervention_in_an_open_hand_does_not_lie_open(scene) -> None:
    """GM-6.3: one that Cleaning Duty gave openly can still be played."""
    game = scene(2).give(0, "old-friends").give(1, "timely-intervention").discarded("timely-intervention").quiet()
    game.s.known[int(at(game.s, HAND + 1, 0))] = 511
    game.act(0, "play old-friends")
    assert game.names(1) == ["pass", "intervene"]


def test_gm_6_3_first_in_turn_order_cancels_and_others_keep_their_cards(scene) -> None:
    """GM-6.3: of several who intervene the first after the player does; nothing shows of the others."""
    for order, first in (([0, 1, 2, 3], 1), ([0, 3, 2, 1], 3)):
        game = scene(4).give(0, "old-friends").give(1, "timely-intervention").give(3, "timely-intervention").quiet()
        game.s.order[:4] = order
        game.act(0, "play old-friends").act(1, "intervene").act(3, "intervene")
        assert [e.a for e in game.told(Told.INTERVENED)] == [first]
        other = 4 - first
        assert game.hand(other) == ["timely-intervention"] and game.hand(first) == []


def test_gm_6_3_intervention_on_an_intervention(scene) -> None:
    """GM-6.3: the second cancels the first, the card takes effect without another window."""
    game = scene(4).give(0, "old-friends", "timely-intervention").give(1, "timely-intervention", "maze").quiet()
    game.act(0, "play old-friends").act(1, "intervene")
    assert game.s.phase == Phase.WINDOW and GAME.rules.actors(game.s) == 1, "only seat 0 holds event cards besides"
    game.act(0, "intervene")
    assert game.s.track == 18 and game.s.active == 1
    assert sorted(game.pile()) == ["old-friends", "timely-intervention", "timely-intervention"]


def test_gm_6_3_intervention_that_stands(scene) -> None:
    """GM-6.3: the card is cancelled, both are discarded, and the card was played all the same (3.2)."""
    game = scene(4).give(0, "old-friends", "maze").give(1, "timely-intervention").quiet()
    game.act(0, "play old-friends").act(1, "intervene").act(0, "pass")
    assert game.s.track == 20 and sorted(game.pile()) == ["old-friends", "timely-intervention"]
    assert game.s.active == 1 and game.hand(0) == ["maze"]


def test_gm_6_3_answers_are_sealed_and_commute(scene) -> None:
    """GM-6.3, GM-9.4: until all have answered nothing shows who has; the order of answers does not matter."""
    ends = []
    for answers in (((1, "pass"), (2, "intervene"), (3, "pass")), ((3, "pass"), (2, "intervene"), (1, "pass"))):
        game = scene(4).give(0, "old-friends").give(1, "maze").give(2, "timely-intervention").give(3, "deal").quiet()
        game.act(0, "play old-friends")
        before = [game.view(k) for k in (-1, 0)]
        for seat, answer in answers[:2]:
            game.act(seat, answer)
            assert not game.events
        assert [game.view(k) for k in (-1, 0)] == before
        game.act(*answers[2])
        ends.append(GAME.shape.to_bytes(game.s))
    assert ends[0] == ends[1]


def test_gm_6_4_needs(scene) -> None:
    """GM-6.4: a dead rat cannot be chosen; a card that lacks what it needs cannot be played, others can without effect."""
    game = scene(4).kill(1).give(0, "rubber-boots", "deal", "plagiarism", "mellow-rat", "super-pellet")
    names = game.names()
    assert "play rubber-boots on 1" not in names and game.refusal(0, "play rubber-boots on 1") == 604
    assert "play deal on 0 with 1" not in names and "play plagiarism on 2 from 1" not in names
    assert "play mellow-rat rat 1" not in names and "play super-pellet on 1" in names
    game = scene(4).kill(0).kill(1).kill(2).kill(3).give(0, "cardiac-arrest").quiet()
    assert "play cardiac-arrest" in game.names()
    game.play("cardiac-arrest")


def test_gm_6_6_marks_of_one_pellet(scene) -> None:
    """GM-6.6: Poison goes before Laxative, Laxative before Super; the marks are on the first pellet alone."""
    for bits, supers, alive, pellets in (
        (Now.POISON | Now.LAXATIVE, 1, False, 0),
        (Now.LAXATIVE, 1, True, 4),
        (0, 1, True, 8),
    ):
        game = scene(4).give(0, "warhamster")
        game.s.now, game.s.supers, game.s.extras = Now.SHORT | bits, supers, 1
        game.play("warhamster")
        assert (0 in game.lives()) == alive and game.real()[0] == pellets


def test_gm_6_7_choices_are_named_before_the_window(scene) -> None:
    """GM-6.7: subject and targets with the card, decks only after the window."""
    game = scene(2).give(0, "caffeine-prophecy").give(1, "maze")
    game.act(0, "play caffeine-prophecy")
    assert game.refusal(0, "look event") == 603 and game.s.phase == Phase.WINDOW
    game.act(1, "pass")
    assert game.names(0) == ["look movement", "look event"]


def test_gm_6_8_the_same_twice_does_not_add_up(scene) -> None:
    """GM-6.8: two Union Actions of two players end each at its own time."""
    game = scene(2).give(0, "union-action").give(1, "union-action").quiet().play("union-action")
    game.act(1, "draw movement").play("union-action")
    assert game.s.active == 0 and game.s.union == 2
    game.skip_turn()
    assert game.s.union == 0


def test_gm_6_9_mellow_rats_know_no_cards(scene) -> None:
    """GM-6.9: cannot be chosen, is neither fattest nor thinnest, eats a marked pellet as a plain one; a shock reaches it."""
    game = scene(4).pellets(9, 1, 5, 5).give(1, "deal", "cardiac-arrest", "rubber-boots")
    s = game.s
    s.active = s.turn_at = 1
    s.mellow, s.now = 1, Now.POISON
    assert game.refusal(1, "play rubber-boots on 0") == 609 and game.refusal(1, "play deal on 0 with 2") == 609
    s.union = 8
    game.play("cardiac-arrest")
    assert [e.a for e in game.told(Told.DIED)] in ([2], [3])
    assert s.real[0] == 9 - 1 + 1, "shocked in its cage, and fed with a poisoned pellet in spite of the strike"


# -- effects that meet -------------------------------------------------------------------------------------------------


def test_super_pellet_with_extra_food(scene) -> None:
    """GM-6 Super Pellet, GM-6 Extra Food, GM-6.6: the first counts double, the extra one once."""
    game = scene(4).give(0, "extra-food")
    game.s.now, game.s.supers = Now.SHORT, 1
    assert game.play("extra-food on 0").real()[0] == 8


def test_lightning_strike_with_rubber_boots(scene) -> None:
    """GM-6 Lightning Strike, GM-6 Rubber Boots: a rat in boots is neither shocked nor struck, and off its food."""
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike")
    game.s.boots = 1 | 4
    game.play("lightning-strike on 0")
    assert game.real() == [5, 5, 5, 5] and game.s.distraught == 0b1111 and not game.told(Told.ATE)


def test_lightning_strike_with_flooded_cages_and_short_circuit(scene) -> None:
    """GM-6 Lightning Strike: the flood shocks all before the strike; under Short Circuit nobody is struck."""
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike")
    game.s.now = Now.FLOODED
    game.play("lightning-strike on 0")
    assert game.real() == [4, 4, 0, 4] and game.s.distraught == 0
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike")
    game.s.now = Now.SHORT
    game.play("lightning-strike on 0")
    assert game.lives() == [0, 1, 2, 3] and game.s.distraught == 0b1111


def test_lightning_strike_under_old_reanimation_experiment(scene) -> None:
    """GM-6 Old Reanimation Experiment: the struck rat gains one instead of dying."""
    game = scene(4).tilt("RLL").charge(1).give(0, "lightning-strike")
    game.s.now = Now.REANIMATION
    game.play("lightning-strike on 0")
    assert game.lives() == [0, 1, 2, 3] and game.real() == [6, 5, 7, 5], "shocked ones feed and eat the pellet too"


def test_blockage_under_a_locked_toggle(scene) -> None:
    """GM-6 Blockage, GM-5.1: what sticks under a locked toggle stays until the lock ends and somebody tilts it."""
    game = scene(2).give(0, "blockage").give(1, "toggle-pipe", "toggle-pipe")
    game.s.now, game.s.locks[2] = Now.SHORT, 2
    game.play("blockage level 2")
    assert game.s.stuck_runs[2] == 1
    game.act(1, "draw event")
    assert find_locked(game.s) == 0
    game.s.now = Now.SHORT | Now.HOPPER
    game.play("toggle-pipe 2")
    assert game.s.stuck_runs[2] == 0 and game.real() == [5, 6]


def test_maze_with_a_blocked_pipe(scene) -> None:
    """GM-8.4: on its way it eats the pellet that stuck first, and is home; if it may not eat, it waits below."""
    game = scene(4).give(0, "maze").quiet()
    stick(game.s, 2, Mark.SUPER, Events())
    stick(game.s, 2, 0, Events())
    game.play("maze on 0")
    assert game.real()[0] == 7 and game.s.pipe[0] == 0 and game.s.stuck_many[2][0] == 1
    game = scene(4).give(0, "maze").quiet()
    stick(game.s, 2, 0, Events())
    game.s.union = 2
    game.play("maze on 0")
    assert game.s.pipe[0] == -1 and game.s.stuck_runs[2] == 1, "it waits in its cage"


def test_maze_waits_below_a_blocked_toggle(scene) -> None:
    """GM-8.4: at toggle 2, with the root's pipe to it blocked, a rat on strike stays at 2 and eats when it may."""
    game = scene(2).give(0, "warhamster").quiet()
    s = game.s
    s.pipe[0], s.pipe_since[0], s.union = 2, 1, 2
    stick(s, 1, Mark.POISON, Events())
    game.play("warhamster")
    assert s.pipe[0] == 2 and s.union == 0 and s.stuck_runs[1] == 1
    s.now = Now.SHORT | Now.BURN_OUT | Now.HOPPER
    game.skip_turn()
    assert game.told(Told.DIED)[0].a == 0 and s.stuck_runs[1] == 0


def test_deal_with_a_rat_in_the_pipes(scene) -> None:
    """GM-6 Deal!, GM-4.5: whoever is out stays out and swaps the kept cage."""
    game = scene(4).give(0, "deal").quiet()
    game.s.pipe[1], game.s.pipe_since[1] = 1, 1
    game.play("deal on 0 with 1")
    assert game.s.cage[:2] == [2, 1] and game.s.pipe[1] == 1


def test_ethics_committee_with_speed_motor(scene) -> None:
    """GM-6 Ethics Committee, GM-5 Speed Motor: the motor takes no step at all."""
    game = scene(4).charge(2).give(0, "speed-motor")
    game.s.ethics = 2
    assert charged_cage(game.play("speed-motor").s) == 2


def test_total_breakdown_with_a_blockage(scene) -> None:
    """GM-6 Total Breakdown, GM-8.3: stuck pellets fall where a toggle changes sides, and only there."""
    fell = set()
    for seed in range(30):
        game = scene(4, seed).tilt("LLL").give(0, "total-breakdown").quiet()
        stick(game.s, 2, 0, Events())
        game.play("total-breakdown")
        changed = bool(game.s.tilt >> 1 & 1)
        assert (game.s.stuck_runs[2] == 0) == changed and game.real()[1] == 5 + changed
        fell.add(changed)
    assert fell == {True, False}


def test_chains_of_collaborations(scene) -> None:
    """GM-6 Collaboration: the partner gains without eating, so a partner's partner gains nothing."""
    game = scene(4).give(0, "collaboration")
    game.s.partners[1], game.s.partners[2], game.s.now = 4, 2, Now.SHORT
    assert game.play("collaboration on 0 with 1").real() == [6, 6, 5, 5]
    game = scene(4).tilt("LRL").give(0, "collaboration")
    game.s.partners[1], game.s.partners[2], game.s.now = 4, 2, Now.SHORT
    assert game.play("collaboration on 0 with 1").real() == [6, 6, 6, 5]


def test_collaboration_under_fitness_meme(scene) -> None:
    """GM-6 Fitness Meme: a partner that may not gain does not; what the eater does not gain nobody does."""
    game = scene(4).pellets(2, 3, 5, 5).give(0, "collaboration")
    game.s.fitness, game.s.now = 2, Now.SHORT
    assert game.play("collaboration on 0 with 1").real() == [3, 3, 5, 5]
    game = scene(4).pellets(3, 2, 5, 5).give(0, "collaboration")
    game.s.fitness, game.s.now = 2, Now.SHORT
    assert game.play("collaboration on 0 with 1").real() == [3, 2, 5, 5]


def test_poison_pellet_with_noxious_rat(scene) -> None:
    """GM-6 Poison Pellet, GM-6 Noxious Rat: who is put off its food is saved by it."""
    game = scene(4).tilt("LRL").give(0, "noxious-rat")
    game.s.now = Now.SHORT | Now.POISON
    game.play("noxious-rat on 0")
    assert game.lives() == [0, 1, 2, 3] and game.told(Told.WASTED)[0].b == Mark.POISON


def test_all_nighter_while_a_turn_is_lost(scene) -> None:
    """GM-6 All Nighter, GM-7.3: the extra turn itself is the one that is lost."""
    game = scene(2).give(0, "all-nighter").quiet()
    game.s.lost_turns[0] = 1
    game.play("all-nighter on 0")
    assert game.s.active == 1 and game.s.lost_turns[0] == 0 and game.s.extra_turns[0] == 0


def test_plagiarism_under_fitness_meme(scene) -> None:
    """GM-6 Plagiarism, GM-6 Fitness Meme: the pellet is taken, but a thief that may not gain spoils it."""
    game = scene(4).give(0, "plagiarism").quiet()
    game.s.fitness = 2
    game.pellets(5, 4, 5, 5)
    assert game.play("plagiarism on 0 from 3").real() == [5, 4, 5, 4]


# -- 8 In the pipes ----------------------------------------------------------------------------------------------------


def test_gm_8_1_a_rat_at_a_toggle_eats_arriving_pellets(scene) -> None:
    """GM-8.1: of several the longest in the pipes; one that may not eat lets it pass."""
    game = scene(4).give(0, "warhamster")
    s = game.s
    s.pipe[1], s.pipe[2], s.pipe_since[1], s.pipe_since[2], s.now = 1, 1, 2, 1, Now.SHORT
    game.play("warhamster")
    assert game.real() == [5, 5, 6, 5] and s.pipe[2] == 0 and s.pipe[1] == 1
    game = scene(4).give(0, "warhamster")
    s = game.s
    s.pipe[1], s.pipe[2], s.pipe_since[1], s.pipe_since[2], s.now, s.cower = 1, 1, 2, 1, Now.SHORT, 4
    assert game.play("warhamster").real() == [5, 6, 5, 5]


def test_gm_8_1_more_pellets_stick_in_a_blocked_pipe(scene) -> None:
    """GM-8.1: if the open pipe is blocked the pellet sticks there too, with its mark."""
    game = scene(4).give(0, "warhamster")
    stick(game.s, 2, 0, Events())
    game.s.now = Now.SHORT | Now.LAXATIVE
    game.play("warhamster")
    assert game.s.stuck_mark[2][:2] == [0, Mark.LAXATIVE] and game.s.stuck_many[2][:2] == [1, 1]


def test_gm_8_2_blockage_waits_and_is_spent(scene) -> None:
    """GM-8.2: it waits for the next pellet from the hopper; eaten or stuck before, it is spent; a second replaces it."""
    game = scene(2).give(0, "blockage").quiet().play("blockage level 2")
    assert game.s.blockage == 2 and game.s.active == 1
    game.s.pipe[0], game.s.pipe_since[0], game.s.now = 1, 1, Now.SHORT
    game.skip_turn()
    assert game.s.blockage == 0 and game.s.stuck_runs[2] == 0 and game.real()[0] == 6
    game = scene(2).give(0, "blockage").quiet()
    game.s.blockage = 1
    assert game.play("blockage level 2").s.blockage == 2


def test_gm_8_3_stuck_pellets_fall_in_order_after_all_have_tilted(scene) -> None:
    """GM-8.3: all toggles of the card tilt first, then pellets fall, highest toggle first, as they stuck."""
    game = scene(4).tilt("LLL").give(0, "toggle-pipes").quiet()
    stick(game.s, 1, Mark.SUPER, Events())
    stick(game.s, 1, 0, Events())
    stick(game.s, 3, Mark.LAXATIVE, Events())
    game.play("toggle-pipes 1 3")
    assert [(e.a, e.b) for e in game.told(Told.ATE)] == [(3, Mark.LAXATIVE), (3, Mark.SUPER), (3, 0)]
    assert game.real() == [5, 5, 5, 5 - 2 + 2 + 1]


def test_gm_8_4_maze_rats_climb_in_every_turn_not_lost(scene) -> None:
    """GM-8.4: one toggle at the end of every turn, whoever's, whatever the tilt; no shock reaches them."""
    game = scene(8).give(0, "maze").charge(8).quiet()
    game.s.now |= Now.HOPPER
    game.s.now &= ~Now.SHORT
    game.play("maze on 0")
    assert game.s.pipe[0] == 2
    game.s.lost_turns[1] = 0
    game.s.now |= Now.HOPPER
    game.skip_turn()
    assert game.s.pipe[0] == 1
    game.s.now |= Now.HOPPER
    game.skip_turn()
    assert game.s.pipe[0] == 1


def test_gm_8_5_smells_and_bugs_stay_in_the_cages(scene) -> None:
    """GM-8.5: Nasty Bug, Rat Static and Noxious Rat neither reach a rat that is out nor reach others from it."""
    game = scene(4).give(0, "nasty-bug").quiet()
    game.s.pipe[1], game.s.pipe_since[1], game.s.escaped = 1, 1, 4
    assert game.play("nasty-bug on 0").real() == [4, 5, 5, 5]
    game = scene(4).give(0, "nasty-bug").quiet()
    game.s.escaped = 1 << 3
    assert game.play("nasty-bug on 3").real() == [5, 5, 5, 4]
    game = scene(4).give(0, "rat-static").quiet()
    game.s.escaped = 1 << 3
    assert game.play("rat-static on 3").real() == [5, 5, 5, 5]
    game = scene(4).tilt("LRL").give(0, "noxious-rat")
    game.s.escaped, game.s.now = 1, Now.SHORT
    assert game.play("noxious-rat on 0").real()[1] == 6


# -- 9 Who knows what --------------------------------------------------------------------------------------------------


def test_gm_9_1_open_to_all(scene) -> None:
    """GM-9.1: backs and sizes of hands and decks, piles, and the card that Cleaning Duty gave."""
    game = scene(2).give(0, "cleaning-duty", "toggle-pipe").discarded("maze").quiet().play("cleaning-duty on 1")
    v = game.view(-1)
    assert int(KIND_OF[at(v, HAND + 1, 0)]) == 46 and at(v, HAND + 0, 0) == -1 - MOVEMENT
    assert count(v, DECK + EVENT) == count(game.s, DECK + EVENT) and all(at(v, DECK + EVENT, k) < 0 for k in range(5))


def test_gm_9_2_prophecy_is_remembered_until_drawn_and_then_in_the_hand(scene) -> None:
    """GM-9.2: the order of those cards, then who has each; a shuffle wipes it, another who orders them too."""
    game = scene(2).give(0, "caffeine-prophecy").on_deck("maze", "deal", "leftovers", "burn-out").quiet()
    game.play("caffeine-prophecy").act(0, "look event").act(0, "order 2 1 3 4")
    v = game.view(0)
    top = count(v, DECK + EVENT) - 1
    assert [int(KIND_OF[at(v, DECK + EVENT, top - k)]) for k in range(2)] == [48, 46]
    assert at(game.view(1), DECK + EVENT, top) == -1 - EVENT
    game.act(1, "draw event")
    assert int(KIND_OF[at(game.view(0), HAND + 1, 0)]) == 48 and at(game.view(-1), HAND + 1, 0) == -1 - EVENT


def test_gm_9_2_what_a_deck_holds_after_nobbled(scene) -> None:
    """GM-9.2: known until somebody else draws from it."""
    game = scene(2).give(0, "nobbled-a-passing-geezer").quiet().play("nobbled-a-passing-geezer")
    game.act(0, "look movement").act(0, "take reverse-motor")
    assert sum(1 for zone in game.view(0).listed if zone == DECK + MOVEMENT + 1) == 39
    assert not any(game.view(1).listed)
    game.act(1, "draw movement")
    assert not any(game.view(0).listed)


def test_gm_9_3_of_like_cards_the_best_known_is_played(scene) -> None:
    """GM-9.3: the copy that all saw is played before the one that nobody saw."""
    game = scene(2).give(0, "maze", "maze").quiet()
    pieces = [int(at(game.s, HAND, k)) for k in range(2)]
    game.s.known[pieces[1]] = 511
    game.play("maze on 0")
    assert int(at(game.s, HAND, 0)) == pieces[0]


def test_gm_9_4_like_copies_have_no_names(scene) -> None:
    """GM-9.3, GM-9.4: two games in which only the copies are swapped look alike to everybody."""
    views = []
    for first, second in ((0, 1), (1, 0)):
        game = scene(2)
        pieces = [piece for piece in range(1, len(KIND_OF)) if CARDS[KIND_OF[piece]].slug == "deal"]
        place(game.s, "hand 0", pieces[first], known=[0])
        place(game.s, "event deck", pieces[second])
        views.append([GAME.shape.to_bytes(game.view(seat)) for seat in (-1, 0, 1)])
    assert views[0] == views[1]
