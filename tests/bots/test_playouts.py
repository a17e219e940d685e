"""Playouts (`bots.playouts`), in Mechanation: who answers in them, what is dropped when, and what is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse.bots import deciding, levels, playouts, tree
from enginehouse.bots.imagining import stream_of
from enginehouse.bots.plans import NOTHING
from enginehouse.bots.playouts import EMPTY, VIEW, WORLD
from enginehouse.bots.search import STEPS
from enginehouse.bots.tree import Ask, Tune
from enginehouse.core import game as games
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.events import Events

pytestmark = pytest.mark.untraced
GAME = games.get("mechanation")
SMALL = {"simulations": 60, "explore": 300, "warmth": 300, "guesses": 2, "worlds": 16, "sight": 1, "peers": 1} | {
    "playouts": 4,
    "best": 3,
    "before": 10,
    "replies": 3,
    "reply_worlds": 2,
}
SEED = 7


class Played:
    """A search with playouts laid out plain: the view, the desks, the records."""

    def __init__(self, acts: int = 8, seats: int = 2, **changes: int) -> None:
        self.match = some_way("mechanation", seats, acts)
        self.view, self.seat, self.legal = asked(self.match)
        self.tune, self.e = levels.filled({**SMALL, **changes}), Events(GAME.facts.event_size, on=False)
        self.states = levels._States([self.view] * 8)
        self.states[EMPTY] = GAME.new_record()
        ask, inner = (levels._asked((self.seat, SEED), 0, len(self.legal)) for _ in range(2))
        self.desk = tree.plain_desk(ask, np.array(self.tune, np.int64))
        self.inner = tree.plain_desk(inner, np.array(levels.filled({"simulations": 3}), np.int64))

    def grow(self) -> list[tuple[int, int]]:
        """Visits and shares of each legal action."""
        deciding.grow(self.states, self.legal, self.desk, self.inner, self.e)
        return [(int(visits), int(worth)) for visits, worth, _ in self.desk.found[: len(self.legal)]]

    def reply(self, world: Any, seed: int = 1) -> int:
        """What who is asked in a record answers."""
        self.states[WORLD] = world
        (seat,) = (k for k in range(world.seats) if (GAME.rules.actors(world) >> k) & 1)
        return playouts.reply(self.states, seat, seed, self.desk, self.inner, self.e)

    def let_found(self, *found: tuple[int, int]) -> None:
        """As if these were the legal actions, of which the tree had found this."""
        self.legal = list(range(len(found)))
        self.desk.ask[Ask.MANY] = len(found)
        for j, (visits, worth) in enumerate(found):
            self.desk.found[j, :2] = visits, worth


# -- who answers -------------------------------------------------------------------------------------------------------


def test_who_answers_sees_what_its_seat_sees() -> None:
    """Of all worlds that a seat cannot tell apart it answers the same; it is given its view, and nothing of the game."""
    one = Played(acts=9)
    answers, hidden = set(), set()
    for k in range(6):
        world = GAME.shape.copy(one.view)
        GAME.rules.guess(world, one.seat, [k + 1] * 8)
        answers.add(one.reply(world))
        assert GAME.shape.to_bytes(one.states[VIEW]) == GAME.shape.to_bytes(one.view)
        hidden.add(GAME.shape.to_bytes(world))
    assert len(answers) == 1 and len(hidden) > 1


def test_replies_differ_by_their_guesses_and_are_allowed() -> None:
    one = Played(acts=9)
    answers = [one.reply(one.match.state, seed) for seed in range(12)]
    assert set(answers) <= set(one.legal) and len(set(answers)) > 1
    assert one.inner.tune[Tune.SIMULATIONS] == 3 and one.inner.tune[Tune.PLAYOUTS] == 0
    assert [one.inner.tune[place] for place in (Tune.SIGHT, Tune.PEERS, Tune.WORLDS)] == [0, 0, 2]


def test_a_reply_is_what_was_tried_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searched for by as many simulations as are asked for."""
    tried: list[int] = []
    monkeypatch.setattr(playouts, "one_more", lambda states, k, desk, e: tried.append(k))
    monkeypatch.setattr(playouts, "most_tried", lambda found, many: many - 1)
    one = Played(acts=9)
    assert one.reply(one.match.state) == one.legal[-1] and tried == [0, 1, 2]


def test_a_game_is_played_to_its_end() -> None:
    one = Played(acts=9)
    one.states[WORLD] = one.match.state
    worth = playouts.played_out(one.states, one.seat, 3, one.desk, one.inner, one.e)
    assert one.states[WORLD].reason != 0 and worth in (0, 500_000, 1_000_000)
    assert one.match.state.reason == 0, "the game itself goes on"


def test_what_is_forced_or_given_up_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(acts=9)
    monkeypatch.setattr(playouts, "begin", lambda *_: pytest.fail("there is nothing to search"))
    monkeypatch.setattr(playouts, "gives_up", lambda view, seat: 5)
    assert one.reply(one.match.state) == 5
    monkeypatch.setattr(playouts, "gives_up", lambda view, seat: pytest.fail("it is forced"))
    monkeypatch.setattr(playouts, "at_random", lambda world, seat, codes, many: 1)
    assert one.reply(one.match.state) == one.legal[0]


def test_each_reply_has_guesses_of_its_own_and_each_seat_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    one, seeds = Played(acts=9), []

    def first(states: Any, seat: int, seed: int, *_: Any) -> int:
        seeds.append(seed)
        return int(GAME.rules.legal(states[WORLD], seat, one.desk.codes) and one.desk.codes[0])

    def worth(world: Any, points: Any) -> None:
        points[:2] = 11, 22

    monkeypatch.setattr(playouts, "reply", first)
    monkeypatch.setattr(playouts, "worth_here", worth)
    for seat, worth_of in enumerate((11, 22)):
        one.states[WORLD] = one.match.state
        assert playouts.played_out(one.states, seat, 30, one.desk, one.inner, one.e) == worth_of
    assert seeds[:3] == [30, 31, 32] and len(seeds) > 6


# -- which actions are played on, and how long -------------------------------------------------------------------------


def test_those_that_were_tried_most_are_played_on() -> None:
    """At most so many, none that was hardly tried, each with what the tree found as so many playouts."""
    one = Played(best=3)
    one.let_found((40, 20), (1, 1), (30, 27), (900, 450), (29, 0))
    assert playouts.take_best(one.desk) == 3
    assert [int(one.desk.values[j]) for j in range(5)] == [5, NOTHING, 9, 5, NOTHING]
    one.let_found((40, 20), (900, 450), (10, 9))
    assert playouts.take_best(one.desk) == 2, "ten of 950 are less than two percent"
    one.let_found((0, 0), (0, 0))
    assert playouts.take_best(one.desk) == 0, "there was no time to try any"


def test_the_others_have_less_visits_and_the_same_mean() -> None:
    one = Played(best=2, before=100)
    one.let_found((120, 30), (40, 8), (40, 8), (0, 0))
    assert playouts.take_best(one.desk) == 2
    playouts.scale_found(one.desk)
    assert one.desk.found[:4, :2].tolist() == [[120, 30], [40, 8], [20, 4], [0, 0]]


def played(one: Played, monkeypatch: pytest.MonkeyPatch, worths: list[int], stop: int = -1) -> list[int]:
    """Play on with these worths for the first actions; how many playouts each had."""
    had = [0] * len(worths)
    acted: list[int] = []

    def applied(s: Any, seat: int, code: int, e: Any) -> None:
        acted.append(one.legal.index(code))

    def worth_of(*_: Any) -> int:
        had[acted[-1]] += 1
        if sum(had) == stop:
            one.desk.ask[Ask.STOP] = 1
        return worths[acted[-1]]

    monkeypatch.setattr(playouts, "apply", applied)
    monkeypatch.setattr(playouts, "played_out", worth_of)
    monkeypatch.setattr(playouts, "likely", lambda desk: 0)
    playouts.play_on(one.states, one.legal, one.desk, one.inner, one.e)
    return had


def test_the_worse_half_is_left_out_after_a_quarter_and_after_half(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=5, playouts=8, before=10)
    one.let_found(*[(20, 20)] * 5)
    assert played(one, monkeypatch, [5, 1, 2, 4, 3]) == [8, 2, 2, 8, 4]
    assert one.desk.found[:5, :2].tolist() == [[18, 50], [12, 12], [12, 14], [18, 42], [14, 22]]
    assert tree.most_tried(one.desk.found, 5) == 0


def test_of_two_none_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=2, playouts=8, before=10)
    one.let_found((20, 40), (20, 20), (10, 30))
    assert played(one, monkeypatch, [3, 5, 0]) == [8, 8, 0]
    assert one.desk.found[:3, :2].tolist() == [[18, 44], [18, 50], [2, 6]]
    assert tree.most_tried(one.desk.found, 3) == 1


def test_all_actions_are_played_on_in_the_same_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the tree weighed, or, where none were weighed, others than it had; replies differ from guess to guess alone."""
    guesses: list[int] = []
    seeds: list[int] = []

    def to_its_end(states: Any, seat: int, seed: int, *_: Any) -> int:
        seeds.append(seed)
        return 1

    monkeypatch.setattr(playouts, "imagine", lambda states, seat, seed, k, desk: guesses.append(k))
    monkeypatch.setattr(playouts, "apply", lambda *_: None)
    monkeypatch.setattr(playouts, "played_out", to_its_end)
    monkeypatch.setattr(playouts, "likely", lambda desk: 9)
    for worlds, numbers in ((16, [9, 9, 9, 9]), (0, [60, 60, 61, 61])):
        one = Played(best=2, playouts=2, worlds=worlds)
        one.let_found((20, 40), (20, 20))
        playouts.play_on(one.states, one.legal, one.desk, one.inner, one.e)
        assert [k - stream_of(one.desk.ask) for k in guesses] == numbers
        assert seeds[0] == seeds[1] < seeds[2] - STEPS + 1 and seeds[2] == seeds[3]
        guesses.clear()
        seeds.clear()


def test_one_action_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=2)
    one.let_found((60, 30))
    assert played(one, monkeypatch, [3]) == [0] and one.desk.found[0, :2].tolist() == [60, 30]


def test_out_of_time_a_guess_counts_for_all_or_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=3, playouts=8, before=10)
    one.let_found(*[(20, 20)] * 3)
    assert played(one, monkeypatch, [5, 6, 7], stop=4) == [2, 1, 1]
    assert one.desk.found[:3, :2].tolist() == [[11, 15], [11, 16], [11, 17]]


def test_without_time_it_has_what_the_tree_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was stopped while the tree grew does not play on."""
    monkeypatch.setattr(deciding, "play_on", lambda *_: pytest.fail("there is no time"))
    one = Played()
    one.desk.ask[Ask.STOP] = 1
    assert sum(visits for visits, _ in one.grow()) == 0


# -- all of it ---------------------------------------------------------------------------------------------------------


def test_what_is_chosen_was_played_on_longest() -> None:
    one = Played(acts=9)
    found = one.grow()
    most = max(visits for visits, _ in found)
    assert most == SMALL["before"] + SMALL["playouts"], "to the last playout"
    assert sum(visits == most for visits, _ in found) == 2


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize("seats", [2, 3])
def test_compiled_it_finds_the_same(seats: int) -> None:
    levels.prepare(GAME)
    for acts in (4, 9):
        one = Played(acts, seats, simulations=20, playouts=2, best=2)
        how = (one.tune, float("inf"), 1)
        found = levels._compiled(levels.READY["mechanation"], one.view, one.legal, (one.seat, SEED), how)
        assert found[:, :2].tolist() == [list(pair) for pair in one.grow()]


def test_a_level_with_playouts_has_one_tree() -> None:
    """What its tree found is written anew."""
    for name in ("great-machine", "mechanation", "mechanica", "mechanical-beast"):
        for level in levels.NAMES:
            for seats in (2, 4):
                tune = levels.tune_of(games.get(name), level, seats)
                assert tune[Tune.PLAYOUTS] == 0 or (tune[Tune.TREES], tune[Tune.REPLIES] > 0) == (1, True)
