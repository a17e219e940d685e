"""The Great Machine: what a view shows and what a guess may be (GM-9), in positions made by hand.

Seeds are fixed, so that what is likely is so every time.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from enginehouse.conformance.dealing import unlikely
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.hidden import at, count, put, take
from enginehouse.core.records.sealed import open_again
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.decks import INTERVENED, PASSED
from enginehouse.games.great_machine.parts import CARDS, DECK, DISCARD, EVENT, HAND, IN_PLAY, KIND_OF, PIECES
from enginehouse.games.great_machine.state import Mark, Phase

GAME = games.get("great-machine")


def view(s: Any, seat: int) -> Any:
    v = GAME.new_record()
    GAME.rules.view(s, seat, v)
    return v


def guess(v: Any, seat: int, seed: object) -> Any:
    g = GAME.shape.copy(v)
    assert GAME.rules.guess(g, seat, seed_words(str(seed))) == 0
    return g


def lying(s: Any, zone: int) -> list[int]:
    return [at(s, zone, k) for k in range(count(s, zone))]


@pytest.fixture
def window(scene: Any) -> Any:
    """Seat 0 plays a card that may be cancelled; 1, 2 and 3 are asked, only 2 can intervene, 4 has no event card."""
    game = (
        scene(5)
        .give(0, "starvation", "toggle-pipe")
        .give(1, "maze", "toggle-pipe")
        .give(2, "timely-intervention", "deal")
    )
    game.give(3, "leftovers").give(4, "toggle-pipes", "speed-motor")
    game.discarded("toggle-pipes", "convention-dinner")
    return game.act(0, "play starvation")


@pytest.mark.parametrize("seat", range(-1, 5))
def test_gm_9_a_guess_looks_to_its_seat_as_the_game_does(window: Any, seat: int) -> None:
    """GM-9.1, GM-9.2: same view; every card once; who lies open is known to all, who is in a hand to its owner."""
    window.act(1, "pass")
    seen = view(window.s, seat)
    deals = set()
    for k in range(12):
        g = guess(seen, seat, k)
        assert view(g, seat) == seen
        assert sorted(p for zone in range(len(g.size)) for p in lying(g, zone)) == list(range(1, PIECES + 1))
        for zone in (DISCARD, DISCARD + 1, IN_PLAY):
            assert all(g.known[p] == 511 for p in lying(g, zone))
        for owner in range(5):
            assert lying(g, HAND + owner) == sorted(lying(g, HAND + owner))
            assert all(g.known[p] & 1 << owner for p in lying(g, HAND + owner))
            assert all(g.known[p] & ~(1 << owner | 1 << max(seat, 0)) == 0 for p in lying(g, HAND + owner))
        assert all(not g.known[p] for p in lying(g, DECK) + lying(g, DECK + EVENT))
        assert g.chance_key == list(seed_words(str(k))) and g.chance_count == g.chance_left == 0
        deals.add(tuple(lying(g, DECK + EVENT)))
    assert len(deals) > 1


def answers(window: Any, seat: int, many: int) -> list[tuple[int, tuple[int, ...], Any]]:
    seen = view(window.s, seat)
    return [(g.laid, tuple(g.answer), g) for g in (guess(seen, seat, k) for k in range(many))]


def test_gm_6_3_others_may_have_answered_in_a_guess_but_not_all(window: Any) -> None:
    """Each of the others with one half, independently; where then all had answered, one of them has not, any of them."""
    found = answers(window.act(3, "pass"), 3, 400)
    counts = Counter(laid for laid, _, _ in found)
    # Seat 3 has answered, 1 and 2 have or have not: a quarter each, and the quarter in which both had falls on one of both.
    shares = {1 << 3: 1 / 4, 1 << 3 | 1 << 1: 3 / 8, 1 << 3 | 1 << 2: 3 / 8}
    assert set(counts) == set(shares)
    assert unlikely([counts[k] for k in shares], list(shares.values())) > 1e-3
    assert all(given[seat] == 0 for laid, given, _ in found for seat in range(5) if not laid >> seat & 1)
    found = answers(window, 0, 500)
    counts = Counter(laid for laid, _, _ in found)
    # For one who is not asked three are open: an eighth each, and the eighth in which all had is divided among three.
    masks = [sum(1 << seat for seat in who) for n in range(3) for who in itertools.combinations((1, 2, 3), n)]
    shares = {mask: 1 / 8 + (1 / 24 if mask.bit_count() == 2 else 0) for mask in masks}
    assert set(counts) == set(shares)
    assert unlikely([counts[k] for k in shares], list(shares.values())) > 1e-3


@pytest.mark.parametrize("own", [0, 1 << 3])
def test_gm_6_3_one_of_the_others_has_not_answered(window: Any, own: int) -> None:
    """Where all had answered, one answer is taken back, any but one's own, and the others stay."""
    v, dice, found = view(window.s, 0), [1, 2, 3, 4], set()
    for _ in range(60):
        v.laid, v.answer[1:4] = 0b1110, [INTERVENED, PASSED, INTERVENED]
        open_again(v, own, dice)
        found.add((v.laid, *v.answer[:5]))
    expected = {(0b1100, 0, 0, PASSED, INTERVENED, 0), (0b1010, 0, INTERVENED, 0, INTERVENED, 0)}
    assert found == expected | (set() if own else {(0b0110, 0, INTERVENED, PASSED, 0, 0)})


def test_gm_6_3_a_guessed_answer_is_one_that_the_guessed_hand_allows(window: Any) -> None:
    """Who holds a Timely Intervention in the guess uses it in every second one; who has not answered has none."""
    used: Counter[bool] = Counter()
    while count(window.s, DECK + EVENT) > 2:  # so that the one that is left is often in a hand
        piece = take(window.s, DECK + EVENT, 0)
        put(window.s, DISCARD + EVENT, piece)
        window.s.known[piece] = 511
    for laid, given, g in answers(window, 1, 400):
        assert laid & ~g.asked == 0 and not laid >> 1 & 1
        for seat in range(5):
            holds = any(CARDS[int(KIND_OF[p])].slug == "timely-intervention" for p in lying(g, HAND + seat))
            assert (
                given[seat] in ((PASSED, INTERVENED) if holds else (PASSED,)) if laid >> seat & 1 else not given[seat]
            )
            if laid >> seat & 1 and holds:
                used[given[seat] == INTERVENED] += 1
    assert min(used.values()) > 10
    assert unlikely([used[True], used[False]], [0.5, 0.5]) > 1e-3


def test_an_answer_of_ones_own_stays_in_every_guess(window: Any) -> None:
    """GM-6.3: it is sealed for the others alone."""
    window.act(2, "intervene")
    for laid, given, _ in answers(window, 2, 60):
        assert laid >> 2 & 1 and given[2] == INTERVENED


def test_no_answers_are_guessed_where_nobody_is_asked(scene: Any) -> None:
    """GM-6.3."""
    game = scene(3).give(0, "starvation").give(1, "maze")
    for seat in range(-1, 3):
        g = guess(view(game.s, seat), seat, "quiet")
        assert g.laid == 0 and not any(g.answer) and g.phase == Phase.PLAY


def test_gm_9_3_a_hand_shows_known_cards_first_and_no_places(scene: Any) -> None:
    """GM-9.1, GM-9.3: known cards by number, then backs: the order in which a hand was drawn tells nothing, seat 0's neither."""
    game = scene(3).give(0, "toggle-pipe", "maze", "deal", "toggle-pipes", "starvation")
    maze = next(p for p in lying(game.s, HAND) if CARDS[int(KIND_OF[p])].slug == "maze")
    game.s.known[maze] = 511
    for seat in (-1, 1, 2):
        row = lying(view(game.s, seat), HAND)
        assert CARDS[int(KIND_OF[row[0]])].slug == "maze" and row[1:] == sorted(row[1:], reverse=True)
        assert row[1:] == [-1, -1, -2, -2]
    assert [CARDS[int(KIND_OF[p])].slug for p in lying(view(game.s, 0), HAND)] == game.hand(0)


@pytest.mark.parametrize("seats", [4, 8])
def test_gm_9_1_the_machine_lies_open_to_all(scene: Any, seats: int) -> None:
    """Locks and stuck pellets of every toggle, in every view."""
    game = scene(seats)
    s = game.s
    for toggle in range(1, s.toggles + 1):
        s.locks[toggle] = toggle
        s.stuck_runs[toggle] = 2
        s.stuck_mark[toggle][0], s.stuck_mark[toggle][1] = Mark.POISON, toggle
        s.stuck_many[toggle][0], s.stuck_many[toggle][1] = toggle, 2
    for seat in range(-1, seats):
        v = view(s, seat)
        assert (v.locks, v.stuck_runs, v.stuck_mark, v.stuck_many) == (
            s.locks,
            s.stuck_runs,
            s.stuck_mark,
            s.stuck_many,
        )


def test_gm_9_2_cards_put_back_are_known_to_who_put_them(scene: Any) -> None:
    """GM-6 Caffeine Prophecy: the four cards on top, and where they are when others have drawn them (GM-9.2)."""
    game = scene(4).give(2, "caffeine-prophecy")
    game.s.active = game.s.turn_at = 2
    game.on_deck("maze", "deal", "leftovers", "warhamster", "flooded-cages").play("caffeine-prophecy").act(
        2, "look event"
    )
    top = [CARDS[int(KIND_OF[p])].slug for p in lying(game.s, DECK + EVENT)[-5:]]
    assert top == ["flooded-cages", "warhamster", "leftovers", "deal", "maze"]
    seen = lying(view(game.s, 2), DECK + EVENT)
    assert [CARDS[int(KIND_OF[p])].slug for p in seen[-4:]] == top[1:] and all(p < 0 for p in seen[:-4])
    game.act(2, "order 2 1 3 4")
    for seat in range(-1, 4):
        seen = lying(view(game.s, seat), DECK + EVENT)[-4:]
        known = [CARDS[int(KIND_OF[p])].slug if p > 0 else "?" for p in seen]
        assert known == (["warhamster", "leftovers", "maze", "deal"] if seat == 2 else ["?"] * 4)
    drawer = game.s.active
    game.act(drawer, "draw event")
    assert [CARDS[int(KIND_OF[p])].slug for p in lying(view(game.s, 2), HAND + drawer) if p > 0] == ["deal"]
    assert not any(p > 0 for p in lying(view(game.s, -1), HAND + drawer))


def test_gm_9_2_a_deck_looked_through_is_known_until_another_draws(scene: Any) -> None:
    """GM-6 Nobbled a Passing Geezer: its cards without their order, until somebody else draws from it."""
    game = scene(4).give(3, "nobbled-a-passing-geezer")
    game.s.active = game.s.turn_at = 3
    before = game.s.revealed
    game.play("nobbled-a-passing-geezer").act(3, "look event")
    assert game.s.revealed > before and game.s.holds[DECK + EVENT] == 1 << 3
    game.act(3, "take deal")
    assert game.hand(3) == ["deal"] and game.s.holds[DECK + EVENT] == 1 << 3
    (card,) = (p for p in lying(game.s, HAND + 3))
    assert game.s.known[card] == 1 << 3
    assert [e.c for e in game.told(36)] == [None]
    drawer = game.s.active
    game.act(drawer, "draw movement")
    assert game.s.holds[DECK + EVENT] == 1 << 3
    game.act(drawer, game.names()[-1])
    game.act(game.s.active, "draw event")
    assert game.s.holds[DECK + EVENT] == 0
