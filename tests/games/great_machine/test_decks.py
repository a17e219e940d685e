"""The Great Machine: decks that run out, windows in any order of seats, effects that add up, rats of which there are none."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.records.events import Events, read
from enginehouse.core.records.hidden import at, count, put, put_sorted, take
from enginehouse.core.registry import game as games
from enginehouse.core.words.telling import describe_event
from enginehouse.core.words.texts import text_of
from enginehouse.games.great_machine import rules, turns
from enginehouse.games.great_machine.cards import pick_rats
from enginehouse.games.great_machine.decks import event_cards
from enginehouse.games.great_machine.drawing import draw
from enginehouse.games.great_machine.parts import (
    CARDS,
    DECK,
    DISCARD,
    EVENT,
    HAND,
    KIND_OF,
    MOVEMENT,
    STARVATION,
)
from enginehouse.games.great_machine.state import Now, Phase, Told

GAME = games.get("great-machine")


def away(game: Any, deck: int, left: int = 0) -> Any:
    """All cards of a deck and its discard pile but `left` of the deck go into the hands of seats 1 and up."""
    s, seat = game.s, 1
    for zone in (DISCARD + deck, DECK + deck):
        while count(s, zone) > (left if zone < DISCARD else 0):
            piece = take(s, zone, 0)
            put_sorted(s, HAND + seat, piece)
            s.known[piece] = 1 << seat
            seat = seat % (s.seats - 1) + 1
    return game


def silent(game: Any, slug: str) -> Any:
    """Seat 0 plays a card; nobody stops it."""
    return game.act(0, f"play {slug}").all_pass()


@pytest.mark.parametrize(("gone", "left"), [(MOVEMENT, EVENT), (EVENT, MOVEMENT)])
def test_gm_6_black_economy_asks_nothing_where_one_deck_is_left(scene: Any, gone: int, left: int) -> None:
    """GM-6 Black Economy: both cards come from the only deck; the turn goes on."""
    game = scene(8, seed=gone).give(0, "black-economy").quiet()
    away(game, gone)
    silent(game, "black-economy")
    assert [(e.a, e.b) for e in game.told(Told.DREW) if e.a == 0] == [(0, left)] * 2
    assert len(game.hand(0)) == 2 and game.s.to_draw == 0
    assert game.s.phase in (Phase.DRAW, Phase.PLAY) and game.s.active == 1
    assert game.s.to_draw == game.s.deck == 0


def test_gm_6_black_economy_draws_the_remaining_cards(scene: Any) -> None:
    """GM-6 Black Economy: with a single card left there is one, with none there is none."""
    game = scene(8).give(0, "black-economy").quiet()
    away(away(game, MOVEMENT), EVENT, 1)
    silent(game, "black-economy")
    assert [e.a for e in game.told(Told.DREW)] == [0, 1] and len(game.hand(0)) == 1
    # The card itself is on the discard pile only after its effect: there is nothing to draw.
    game = scene(8).give(0, "black-economy").quiet()
    away(away(game, MOVEMENT), EVENT)
    silent(game, "black-economy")
    assert [e.a for e in game.told(Told.DREW)] == [1] and game.hand(0) == [] and game.s.phase == Phase.PLAY


def test_gm_6_black_economy_asks_for_each_card(scene: Any) -> None:
    """GM-6 Black Economy: two decks, two questions."""
    game = scene(4).give(0, "black-economy").quiet()
    silent(game, "black-economy")
    assert game.s.phase == Phase.ECONOMY and game.names() == ["draw movement", "draw event"]
    game.act(0, "draw event")
    assert game.s.phase == Phase.ECONOMY and game.s.to_draw == 1
    game.act(0, "draw movement")
    assert game.s.phase != Phase.ECONOMY and len(game.hand(0)) == 2


def test_gm_6_black_economy_asks_no_more_when_a_deck_runs_out(scene: Any) -> None:
    """GM-6 Black Economy: the last card of a deck leaves one to draw from."""
    game = scene(8).give(0, "black-economy").quiet()
    away(game, MOVEMENT, 1)
    silent(game, "black-economy")
    game.act(0, "draw movement")
    assert game.s.phase != Phase.ECONOMY
    assert [(e.a, e.b) for e in game.told(Told.DREW)][:2] == [(0, MOVEMENT), (0, EVENT)]


@pytest.mark.parametrize(("gone", "left"), [(MOVEMENT, EVENT), (EVENT, MOVEMENT)])
@pytest.mark.parametrize("slug", ["caffeine-prophecy", "nobbled-a-passing-geezer"])
def test_gm_6_looking_asks_nothing_where_one_deck_is_left(scene: Any, slug: str, gone: int, left: int) -> None:
    """GM-6 Caffeine Prophecy, Nobbled a Passing Geezer."""
    game = scene(8, seed=slug).give(0, slug).quiet()
    away(game, gone)
    silent(game, slug)
    assert game.s.phase == (Phase.ORDER if slug == "caffeine-prophecy" else Phase.TAKE)
    assert game.s.deck == left
    assert [(e.a, e.b) for e in game.told(Told.LOOKED)] == [(0, left)]


@pytest.mark.parametrize("slug", ["caffeine-prophecy", "nobbled-a-passing-geezer"])
def test_gm_6_looking_at_nothing(scene: Any, slug: str) -> None:
    """GM-6 Caffeine Prophecy, Nobbled a Passing Geezer: both decks are empty, the card is over."""
    game = scene(8).give(0, slug).quiet()
    away(away(game, MOVEMENT), EVENT)
    silent(game, slug)
    assert not game.told(Told.LOOKED) and game.s.active == 1
    # It is on the discard pile, of which the next player's card comes.
    assert slug in game.hand(1) and not game.pile()


@pytest.mark.parametrize("left", [1, 2, 3, 4, 6])
def test_gm_6_caffeine_prophecy_of_a_small_deck(scene: Any, left: int) -> None:
    """GM-6 Caffeine Prophecy: the cards that there are, four at most; a single one is seen and stays."""
    game = scene(8).give(0, "caffeine-prophecy").quiet()
    away(away(game, MOVEMENT), EVENT, left)
    silent(game, "caffeine-prophecy")
    seen = [game.s.known[at(game.s, DECK + EVENT, k)] & 1 for k in range(count(game.s, DECK + EVENT))]
    if left == 1:
        # The deck's last card: its owner has seen it, and then the next player draws it.
        assert game.s.phase != Phase.ORDER and [e.b for e in game.told(Told.LOOKED)] == [EVENT]
        return
    assert seen == [0] * (left - min(4, left)) + [1] * min(4, left)
    assert len(game.names()) == {2: 2, 3: 6, 4: 24}[min(4, left)]


def test_gm_3_1_a_deck_made_anew_is_another_one_for_those_who_knew_it(scene: Any) -> None:
    """GM-3.1, GM-9.2: the discard pile is shuffled; what somebody knew of the deck is over, of the other deck not."""
    orders = set()
    for seed in range(3):
        game = scene(4, seed=seed).quiet()
        s = game.s
        while count(s, DECK + EVENT):
            piece = take(s, DECK + EVENT, 0)
            put(s, DISCARD + EVENT, piece)
            s.known[piece] = 511
        s.holds[DECK + EVENT], s.holds[DECK + MOVEMENT] = 1 << 2 | 1, 1 << 1
        s.phase = Phase.DRAW
        game.act(0, "draw event")
        assert s.holds[DECK + EVENT] == 0 and s.holds[DECK + MOVEMENT] == 1 << 1
        row = [at(s, DECK + EVENT, k) for k in range(count(s, DECK + EVENT))]
        assert row != sorted(row) and row != sorted(row, reverse=True) and all(s.known[p] == 0 for p in row)
        orders.add(tuple(row))
    assert len(orders) == 3


@pytest.mark.parametrize("deck", [MOVEMENT, EVENT])
def test_gm_9_2_who_draws_oneself_goes_on_knowing_the_deck(scene: Any, deck: int) -> None:
    """GM-9.2: another's draw ends it for that deck alone."""
    name = ("movement", "event")[deck]
    for drawer, rest in ((2, 1 << 2), (3, 0)):
        game = scene(4).quiet()
        s = game.s
        s.active = s.turn_at = drawer
        s.phase = Phase.DRAW
        s.holds[DECK] = s.holds[DECK + 1] = 1 << 2
        game.act(drawer, f"draw {name}")
        assert s.holds[DECK + deck] == rest and s.holds[DECK + 1 - deck] == 1 << 2


@pytest.mark.parametrize("order", [[2, 0, 3, 1], [3, 1, 0, 2], [0, 1, 2, 3]])
def test_gm_6_3_the_first_in_turn_order_intervenes(scene: Any, order: list[int]) -> None:
    """GM-6.3: counted from the player whose card it is, round the order that was drawn, not from seat 0."""
    for player in range(4):
        for first in range(1, 3):
            for second in range(first + 1, 4):
                game = scene(4).give(player, "starvation")
                s = game.s
                s.order[:4] = order
                s.turn_at = order.index(player)
                s.active = player
                seats = [order[(s.turn_at + k) % 4] for k in range(4)]
                game.give(seats[first], "timely-intervention").give(seats[second], "timely-intervention")
                for other in seats[1:]:
                    game.give(other, "maze")
                game.act(player, "play starvation")
                for other in reversed(seats[1:]):
                    game.act(other, "intervene" if other in (seats[first], seats[second]) else "pass")
                assert [e.a for e in game.told(Told.INTERVENED)] == [seats[first]]


def test_gm_6_nobbled_takes_the_first_kind_of_all_too(scene: Any) -> None:
    """GM-6 Nobbled a Passing Geezer: a Toggle Pipe from the movement deck goes into the hand."""
    game = scene(4).give(0, "nobbled-a-passing-geezer").quiet()
    silent(game, "nobbled-a-passing-geezer").act(0, "look movement")
    revealed = game.s.revealed
    game.act(0, "take toggle-pipe")
    assert game.hand(0) == ["toggle-pipe"] and game.s.revealed > revealed + 1
    assert game.s.deck == 0 and game.s.holds[DECK + MOVEMENT] == 1


def test_gm_6_nobbled_plays_a_card_at_once(scene: Any) -> None:
    """GM-6 Nobbled a Passing Geezer: from the deck onto the table; both lie on the discard pile then."""
    game = scene(4).give(0, "nobbled-a-passing-geezer").give(1, "maze").quiet()
    silent(game, "nobbled-a-passing-geezer").act(0, "look event").act(0, "play warhamster")
    assert game.s.phase == Phase.WINDOW and game.s.deck == 0
    game.all_pass()
    assert game.pile() == ["nobbled-a-passing-geezer", "warhamster"]


@pytest.mark.parametrize("left", [["toggle-pipe"], ["proved-a-private-theory"], ["warhamster"]])
def test_gm_6_cleaning_duty_with_one_kind_left_asks_nothing(scene: Any, left: list[str]) -> None:
    """GM-6 Cleaning Duty: the only kind there is, be it the first or the last of all."""
    game = scene(4).give(0, "cleaning-duty").discarded(*left).quiet()
    game.act(0, "play cleaning-duty on 2").all_pass()
    assert game.hand(2) == left and game.s.phase == Phase.DRAW


def test_gm_6_cleaning_duty_with_nothing_discarded(scene: Any) -> None:
    """GM-6 Cleaning Duty: there is nothing to get."""
    game = scene(4).give(0, "cleaning-duty").quiet()
    game.act(0, "play cleaning-duty on 2").all_pass()
    assert game.hand(2) == [] and game.pile() == ["cleaning-duty"]


def test_how_many_event_cards_a_hand_holds_is_seen_from_its_backs(scene: Any) -> None:
    """GM-9.1: by everybody."""
    game = scene(4).give(1, "maze", "deal", "toggle-pipe", "speed-motor", "leftovers")
    for seat in (-1, 0, 1, 3):
        assert event_cards(game.view(seat), 1) == 3
        assert event_cards(game.view(seat), 2) == 0


@pytest.mark.parametrize(
    ("hand", "can"),
    [
        (["warhamster"], False),
        (["warhamster", "timely-intervention"], True),
        (["timely-intervention"], True),
        (["maze", "deal"], False),
        (["warhamster", "cleaning-duty", "timely-intervention", "maze"], True),
        (["warhamster", "cleaning-duty", "maze"], False),
    ],
)
def test_gm_6_3_who_holds_one_can_intervene(scene: Any, hand: list[str], can: bool) -> None:
    """GM-6.3: whatever else is in the hand; all who hold event cards are asked in the same way."""
    game = scene(3).give(0, "starvation").give(1, *hand).act(0, "play starvation")
    assert game.names(1) == (["pass", "intervene"] if can else ["pass"])
    assert game.refusal(1, "intervene") == (0 if can else 603)


# -- effects that add up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "field"),
    [("super-pellet", "waiting_supers"), ("extra-food", "waiting_extras")],
)
def test_gm_6_8_a_card_that_is_played_twice_on_a_turn_counts_twice(scene: Any, slug: str, field: str) -> None:
    """GM-6 Super Pellet, Extra Food: for somebody else's next turn."""
    game = scene(4).give(0, slug).quiet()
    getattr(game.s, field)[2] = 1
    game.act(0, f"play {slug} on 2").all_pass()
    assert getattr(game.s, field)[2] == 2


@pytest.mark.parametrize(
    ("slug", "subject", "field"),
    [
        ("all-nighter", 0, "extra_turns"),
        ("all-nighter", 2, "waiting_turns"),
        ("part-time-job", 2, "lost_turns"),
        ("this-should-only-take-a-minute", 2, "lost_turns"),
    ],
)
def test_gm_6_turns_won_and_lost_add_up(scene: Any, slug: str, subject: int, field: str) -> None:
    """GM-6 All Nighter, Part-Time Job, "This Should Only Take You a Minute": a second one is one more."""
    once, twice = scene(4).give(0, slug).quiet(), scene(4).give(0, slug).quiet()
    getattr(twice.s, field)[subject] += 3
    for game in (once, twice):
        before = list(getattr(game.s, field))
        game.act(0, f"play {slug} on {subject}").all_pass()
        game.won = getattr(game.s, field)[subject] - before[subject]
    assert once.won == twice.won


@pytest.mark.parametrize(("real", "phantom"), [(2, 3), (0, 3)])
def test_gm_6_plagiarism_takes_one_pellet_as_it_is(scene: Any, real: int, phantom: int) -> None:
    """GM-6 Plagiarism: real ones first; a phantom one stays one, and is told as one."""
    game = scene(4).give(0, "plagiarism").quiet()
    s = game.s
    s.real[1], s.phantom[1], s.real[2], s.phantom[2] = real, phantom, 4, 2
    game.act(0, "play plagiarism on 2 from 1").all_pass()
    if real:
        assert (s.real[1], s.phantom[1], s.real[2], s.phantom[2]) == (real - 1, phantom, 5, 2)
    else:
        assert (s.real[1], s.phantom[1], s.real[2], s.phantom[2]) == (0, phantom - 1, 4, 3)
    assert [(e.a, e.b, e.c) for e in game.told(Told.GAINED)] == [(2, 1, 0 if real else 1)]


def test_gm_6_fitness_meme_counts_phantom_pellets(scene: Any) -> None:
    """GM-6 Fitness Meme: who is thinnest is told with them, for a thief and for one who is fed."""
    game = scene(4).give(0, "plagiarism").pellets(5, 5, 1, 3).quiet()
    game.s.phantom[2] = 6
    game.s.fitness = 1 << 3
    game.act(0, "play plagiarism on 2 from 1").all_pass()
    assert game.real() == [5, 4, 1, 3] and not game.told(Told.GAINED)
    game = scene(4).give(0, "positive-reinforcement").pellets(5, 5, 1, 3).quiet()
    game.s.phantom[2] = 6
    game.s.fitness = 1 << 3
    game.act(0, "play positive-reinforcement").all_pass()
    assert game.real() == [5, 5, 1, 3] and not game.told(Told.GAINED)


# -- rats of which there are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["cardiac-arrest", "starvation", "negative-reinforcement", "biomorphic-resonance"])
def test_gm_6_9_where_all_are_mellow_no_rat_is_fattest_or_thinnest(scene: Any, slug: str) -> None:
    """GM-6.9, GM-4.3: nothing happens to anybody."""
    game = scene(4).give(0, slug).pellets(0, 3, 9, 4).quiet()
    game.s.mellow = 0b1111
    game.act(0, f"play {slug}").all_pass()
    assert game.real() == [0, 3, 9, 4] and game.lives() == [0, 1, 2, 3]


def test_gm_4_3_where_all_are_empty_each_is_fattest_and_thinnest(scene: Any) -> None:
    """GM-4.3: one of them, at random."""
    for slug in ("cardiac-arrest", "starvation"):
        dead = set()
        for seed in range(24):
            game = scene(4, seed=f"{slug} {seed}").give(0, slug).pellets(0, 0, 0, 0).quiet()
            game.act(0, f"play {slug}").all_pass()
            (gone,) = (e.a for e in game.told(Told.DIED))
            dead.add(gone)
        assert dead == {0, 1, 2, 3}


def test_gm_6_biomorphic_resonance_needs_two_rats(scene: Any) -> None:
    """GM-6 Biomorphic Resonance: from the fattest to the thinnest; one that is both keeps its pellet."""
    game = scene(4).give(0, "biomorphic-resonance").pellets(4, 4, 4, 4).quiet()
    game.kill(1).kill(2).kill(3)
    game.act(0, "play biomorphic-resonance").all_pass()
    assert game.real()[0] == 4 and not game.told(Told.GAINED) and not game.told(Told.LOST)


def test_gm_6_noxious_rat_ends_with_that_rat_alone(scene: Any) -> None:
    """GM-6 Noxious Rat: another's death leaves the smell, its own takes it away."""
    for sizes, gone, left in (((5, 1, 5, 5), 1, Now.NOXIOUS), ((1, 5, 5, 5), 0, 0)):
        game = scene(4).pellets(*sizes)
        game.s.now = Now.NOXIOUS | Now.SPEED
        pick_rats(game.s, STARVATION, Events())
        assert game.lives() == [seat for seat in range(4) if seat != gone]
        assert game.s.now == left | Now.SPEED


# -- turns ---------------------------------------------------------------------------------------------------------------


def test_gm_3_2_with_no_card_to_draw_or_to_play_the_turn_goes_on(scene: Any) -> None:
    """GM-3.1, GM-3.2: everybody else holds the cards; nothing is asked."""
    game = away(away(scene(8), MOVEMENT), EVENT)
    game.s.active = game.s.turn_at = 0
    turns.offer_draw(game.s, Events())
    assert game.s.phase == Phase.MACHINE
    put_sorted(game.s, HAND, take(game.s, HAND + 1, 0))
    turns.offer_draw(game.s, Events())
    assert game.s.phase == Phase.PLAY


@pytest.mark.parametrize("cage", [1, 2, 4])
def test_gm_4_1_a_dead_rat_returns_to_the_only_free_cage(scene: Any, cage: int) -> None:
    """GM-4.1: the first one too, and nothing is asked."""
    game = scene(4).kill(1)
    free = [k for k in range(1, 5) if k != cage]
    game.cages(free[0], 0, free[1], free[2])
    game.s.active = game.s.turn_at = 1
    game.s.phase = Phase.BEGIN
    e = Events()
    turns.advance(game.s, e)
    assert game.s.cage[1] == cage and game.s.phase == Phase.DRAW
    assert [(event.a, event.b, event.c, event.d) for event in read(e, -1) if event.kind == Told.RETURNED] == [
        (1, cage, 0, 0)
    ]


def test_gm_6_2_turns_that_waited_come_on_top_of_those_won(scene: Any) -> None:
    """GM-6 All Nighter: played on somebody who has an extra turn already."""
    game = scene(4)
    game.s.extra_turns[2], game.s.waiting_turns[2] = 2, 1
    e = Events()
    turns.begin_what_waited(game.s, 2, e)
    assert game.s.extra_turns[2] == 3 and game.s.waiting_turns[2] == 0
    (began,) = read(e, -1)
    assert began.kind == Told.BEGAN
    game.s.active, game.s.extras = 2, 1
    said = "Extra Food is active in {2}’s turn. {2} takes an extra turn after this one."
    assert describe_event(GAME, game.s, began) == said
    game.s.active = 3  # the turn is over, and the table shows another one
    assert describe_event(GAME, game.s, began) == "{2}’s earlier cards take effect."


def test_gm_2_5_the_log_says_how_the_master_arrived(scene: Any) -> None:
    """GM-2.4, GM-2.5: by the road, or because the last round is over; no action is possible then, and that is why."""
    for clause, by_round in ((204, 0), (205, 1)):
        game = scene(4)
        e = Events()
        turns.arrive(game.s, clause, e)
        assert [(event.kind, event.a, event.b) for event in read(e, -1)] == [(Told.MASTER, by_round, 0)]
        assert {game.refusal(seat, name) for seat in range(4) for name in ("draw event", "cage 1", "pass")} == {clause}


def test_nobody_is_alive_before_the_rats_are_placed(scene: Any) -> None:
    """GM-2.1."""
    from enginehouse.core.records.chance import seed_words
    from enginehouse.core.registry import game as games

    s = games.get("great-machine").new_record()
    games.get("great-machine").rules.setup(s, [3], seed_words("alive"))
    assert s.alive == 0


# -- why not -----------------------------------------------------------------------------------------------------------


def test_gm_4_5_why_a_rat_cannot_return_to_a_cage(scene: Any) -> None:
    """GM-4.1, GM-4.5: another rat sits there, or has it though it is out; the machine has no such cage (GM-1.1)."""
    game = scene(4).kill(3).cages(2, 3, 4, 0)
    s = game.s
    s.active = s.turn_at = 3
    s.phase = Phase.RETURN
    s.escaped = 1 << 1
    s.pipe[2] = 2
    assert [game.refusal(3, f"cage {cage}") for cage in range(1, 9)] == [0, 401, 405, 405, 101, 101, 101, 101]
    s.pipe[2] = 1
    assert game.refusal(3, "cage 4") == 405
    s.pipe[2], s.escaped = -1, 0
    assert [game.refusal(3, f"cage {cage}") for cage in (2, 3, 4)] == [401, 401, 401]


def test_gm_2_1_why_a_rat_cannot_be_put_into_a_cage(scene: Any) -> None:
    """GM-2.1: another one has been put there before."""
    game = scene(3)
    s = game.s
    s.phase, s.active, s.alive, s.placed = Phase.PLACE, 2, 0b11, 2
    assert [game.refusal(2, f"cage {cage}") for cage in range(1, 5)] == [201, 201, 0, 0]
    assert game.names(2) == ["cage 3", "cage 4"]


def test_gm_3_5_why_a_card_cannot_be_discarded_at_the_limit(scene: Any) -> None:
    """GM-3.5: it is not in the hand; what is can be."""
    game = scene(4).give(0, "maze", "deal", "toggle-pipe", "warhamster", "leftovers", "plagiarism")
    game.s.phase = Phase.LIMIT
    assert game.refusal(0, "discard maze") == 0 and game.refusal(0, "discard starvation") == 305
    assert game.refusal(0, "play maze on 1") == 302 and game.refusal(0, "take maze") == 607


def test_gm_4_2_scores_of_a_game_that_runs_and_of_seats_that_are_not_there(scene: Any) -> None:
    """GM-4.2: pellets; nobody has won yet, and where nobody sits there is nothing."""
    game = scene(3).pellets(7, 2, 7)
    out = [9] * 16
    rules.scores(game.s, out)
    assert out == [7, 2, 7, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0]
    game.s.phase = Phase.OVER
    rules.scores(game.s, out)
    assert out == [7, 2, 7, 0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 0, 0, 0]
    game.s.alive = 0b101
    rules.scores(game.s, out)
    assert out[8:] == [2, 2, 2, 0, 0, 0, 0, 0]


def test_gm_6_cards_that_are_put_in_order_can_be_read(scene: Any) -> None:
    """GM-6 Caffeine Prophecy: whoever points at a place reads what the card does that would come there, with its face."""
    game = scene(4).give(0, "caffeine-prophecy").quiet()
    silent(game, "caffeine-prophecy")
    if game.s.phase == Phase.LOOK:
        game.act(0, "look event")
    view = game.view(0)
    zone = DECK + game.s.deck
    titles = {title for title, *_ in GAME.drawing.gallery()}
    for piece in draw(view, Marks(legal=frozenset())):
        if piece.id.startswith("place-"):
            old = int(piece.id.split("-")[1])
            card = CARDS[KIND_OF[at(view, zone, count(view, zone) - old)]]
            text = text_of(GAME, view, piece.id)
            assert text is not None and (text.name, text.by_part) == (card.title, True) and text.name in titles
            assert text.says == GAME.texts.TEXTS[f"card-{card.slug}"].says
            break
    else:
        raise AssertionError("nothing is put in order")
