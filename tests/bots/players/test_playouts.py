"""Playouts (`bots.players.playouts`), in Mechanation: who answers in them, what is dropped when, and what is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse.bots.players import deciding, levels, playouts, tree
from enginehouse.bots.players.imagining import find_stream
from enginehouse.bots.players.playouts import EMPTY, VIEW, WORLD
from enginehouse.bots.players.search import STEPS
from enginehouse.bots.players.tree import Ask, PlayoutColumn, Tune
from enginehouse.core.flags import jit_possible
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games

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
        self.tune, self.e = levels.fill_tune({**SMALL, **changes}), Events(GAME.facts.event_size, on=False)
        self.states = levels._States([self.view] * 8)
        self.states[EMPTY] = GAME.new_record()
        ask, inner = (levels._make_ask((self.seat, SEED), 0, len(self.legal)) for _ in range(2))
        self.desk = tree.plain_desk(ask, np.array(self.tune, np.int64))
        self.inner = tree.plain_desk(inner, np.array(levels.fill_tune({"simulations": 3}), np.int64))

    def grow(self) -> list[tuple[int, int]]:
        """Visits and shares of each legal action."""
        deciding.grow(self.states, self.legal, self.desk, self.inner, self.e)
        return [(int(visits), int(worth)) for visits, worth, *_ in self.desk.found[: len(self.legal)]]

    def reply(self, world: Any, seed: int = 1) -> int:
        """Return the answer of the seat that is asked in a record."""
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


def test_an_answering_bot_sees_the_view_of_its_seat() -> None:
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


def test_a_reply_is_the_most_visited_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searched for by as many simulations as are asked for."""
    tried: list[int] = []
    monkeypatch.setattr(playouts, "run_simulation", lambda states, k, desk, e: tried.append(k))
    monkeypatch.setattr(playouts, "find_most_tried", lambda found, many: many - 1)
    one = Played(acts=9)
    assert one.reply(one.match.state) == one.legal[-1] and tried == [0, 1, 2]


def test_a_reply_without_simulations_is_the_action_with_the_best_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step ahead, in a few guesses."""
    monkeypatch.setattr(playouts, "run_simulation", lambda *_: pytest.fail("there are no simulations"))
    one = Played(acts=9, replies=0, reply_worlds=0)
    answer = one.reply(one.match.state)
    priors = one.inner.found[: len(one.legal), 2].tolist()
    assert one.legal.index(answer) == priors.index(max(priors)) and max(priors) > min(priors)


def test_a_game_is_played_to_its_end() -> None:
    one = Played(acts=9)
    one.states[WORLD] = one.match.state
    worth = playouts.play_out(one.states, one.seat, 3, one.desk, one.inner, one.e)
    assert one.states[WORLD].reason != 0 and worth in (0, 500_000, 1_000_000)
    assert one.match.state.reason == 0, "the game itself goes on"


def test_it_is_judged_after_so_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(acts=9, horizon=5)
    answered: list[int] = []
    true = playouts.reply

    def noted(states: Any, seat: int, *more: Any) -> int:
        answered.append(seat)
        return int(true(states, seat, *more))

    monkeypatch.setattr(playouts, "reply", noted)
    one.states[WORLD] = one.match.state
    worth = playouts.play_out(one.states, one.seat, 3, one.desk, one.inner, one.e)
    assert len(answered) == 5 and one.states[WORLD].reason == 0
    points = [0] * 24
    GAME.judgement.shares(one.states[WORLD], points)
    assert worth == points[one.seat]


def test_forced_moves_and_lost_positions_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr(playouts, "write_worth", worth)
    for seat, worth_of in enumerate((11, 22)):
        one.states[WORLD] = one.match.state
        assert playouts.play_out(one.states, seat, 30, one.desk, one.inner, one.e) == worth_of
    assert seeds[:3] == [30, 31, 32] and len(seeds) > 6


# -- which actions are played on, and how long -------------------------------------------------------------------------


def test_those_that_were_tried_most_are_played_on() -> None:
    """At most so many, none that was hardly tried, each with what the tree found as so many playouts."""
    one = Played(best=3)
    one.let_found((40, 20), (1, 1), (30, 27), (900, 450), (29, 0))
    assert playouts.take_best(one.desk) == 3
    assert one.desk.line[:3, : PlayoutColumn.NOW].tolist() == [[3, 1, 5], [0, 1, 5], [2, 1, 9]]
    one.let_found((40, 20), (956, 450), (4, 3))
    assert playouts.take_best(one.desk) == 2, "four of a thousand are fewer than five"
    one.let_found((40, 20), (955, 450), (5, 3))
    assert playouts.take_best(one.desk) == 3
    one.let_found((0, 0), (0, 0))
    assert playouts.take_best(one.desk) == 0, "there was no time to try any"


def test_no_more_are_played_on_than_there_is_room_for() -> None:
    one = Played(best=100)
    one.let_found(*[(20, 10)] * (tree.MOST_BEST + 3))
    assert playouts.take_best(one.desk) == tree.MOST_BEST


def test_the_others_have_less_visits_and_the_same_mean() -> None:
    one = Played(best=2, before=100)
    one.let_found((120, 30), (40, 8), (40, 8), (0, 0))
    assert playouts.take_best(one.desk) == 2
    playouts.scale_found(one.desk)
    assert one.desk.found[:4, :2].tolist() == [[60, 15], [20, 4], [20, 4], [0, 0]]


def count_playouts(one: Played, monkeypatch: pytest.MonkeyPatch, worths: list[list[int]], stop: int = -1) -> list[int]:
    """Play on with these worths for the first actions, those of each in turn; how many playouts each had."""
    had = [0] * len(worths)
    acted: list[int] = []

    def applied(s: Any, seat: int, code: int, e: Any) -> None:
        acted.append(one.legal.index(code))

    def worth_of(*_: Any) -> int:
        had[acted[-1]] += 1
        if sum(had) == stop:
            one.desk.ask[Ask.STOP] = 1
        turn = worths[acted[-1]]
        return turn[(had[acted[-1]] - 1) % len(turn)]

    monkeypatch.setattr(playouts, "apply", applied)
    monkeypatch.setattr(playouts, "play_out", worth_of)
    monkeypatch.setattr(playouts, "draw_guess", lambda desk: 0)
    playouts.run_playouts(one.states, one.legal, one.desk, one.inner, one.e)
    return had


def in_line(one: Played, *sums: int) -> None:
    """Lay out the line with these sums of the actions in it, all of them still played on."""
    for j, worth in enumerate(sums):
        one.desk.line[j] = j, 1, worth, 0


@pytest.mark.parametrize(("apart", "before"), [(300, 0), (300, 100), (4, 0), (0, 100)])
def test_an_action_is_surely_worse_by_two_standard_errors(apart: int, before: int) -> None:
    """By twice the root of how far both were apart in a guess, squared, on average, times the playouts, those of the tree among them."""
    one = Played(before=before)
    one.desk.apart[0, 1] = apart * 1_000_000
    sure = 2 * (apart / 100 * (before + 100)) ** 0.5
    for gap in (0, int(sure), int(sure) + 1):
        in_line(one, 200 * WHOLE, (200 + gap) * WHOLE)
        assert playouts.is_surely_worse(0, 1, 100, one.desk) == (gap > sure), gap


def test_sums_of_20000_playouts_stay_within_64_bits() -> None:
    one = Played(before=10_000)
    one.desk.apart[0, 1] = 10_000 * 1_000_000
    in_line(one, 0, 20_000 * WHOLE)
    with np.errstate(all="raise"):
        assert playouts.is_surely_worse(0, 1, 10_000, one.desk)
        one.desk.line[0, PlayoutColumn.SUM] = 20_000 * WHOLE
        assert not playouts.is_surely_worse(0, 1, 10_000, one.desk)


def test_a_guess_adds_what_actions_are_worth_and_how_far_they_are_apart() -> None:
    one = Played()
    in_line(one, 10, 20, 30, 40)
    one.desk.apart[:4, :4] = 7
    one.desk.line[:4, PlayoutColumn.NOW] = WHOLE, 400_000, 500_500, 0
    one.desk.line[2, PlayoutColumn.ON] = 0
    playouts.add_guess(4, one.desk)
    assert one.desk.line[:4, PlayoutColumn.SUM].tolist() == [10 + WHOLE, 20 + 400_000, 30, 40]
    assert one.desk.apart[:4, :4].tolist() == [
        [7, 360_007, 7, 1_000_007],
        [360_007, 7, 7, 160_007],
        [7, 7, 7, 7],
        [1_000_007, 160_007, 7, 7],
    ]


def test_actions_that_are_surely_worse_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it is looked at: after every second guess here. The others are played on to the last one."""
    monkeypatch.setattr(playouts, "EVERY", 2)
    one = Played(best=3, playouts=8, before=4)
    one.let_found((20, 10 * WHOLE), (20, 0), (20, 10 * WHOLE))
    assert count_playouts(one, monkeypatch, [[WHOLE], [0], [WHOLE, 0]]) == [8, 4, 8]
    assert one.desk.found[:3, :2].tolist() == [[12, 10 * WHOLE], [8, 0], [12, 6 * WHOLE]]
    assert tree.find_most_tried(one.desk.found, 3) == 0


def test_where_one_is_left_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has as many visits as the last one that was left out, and a larger sum."""
    monkeypatch.setattr(playouts, "EVERY", 2)
    one = Played(best=3, playouts=400, before=10)
    one.let_found(*[(20, 10 * WHOLE)] * 3)
    had = count_playouts(one, monkeypatch, [[0], [WHOLE], [900_000, 500_000]])
    assert had[0] < had[1] == had[2] < 40 and had[1] % 2 == 0
    assert one.desk.found[1:3, 0].tolist() == [10 + had[1]] * 2 and tree.find_most_tried(one.desk.found, 3) == 1


def test_those_that_were_tried_less_come_later_and_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=2, playouts=4, before=10)
    one.let_found((20, 20), (10, 5), (30, 60))
    assert count_playouts(one, monkeypatch, [[3], [0], [5]]) == [4, 0, 4]
    assert one.desk.found[:3, :2].tolist() == [[14, 22], [1, 0], [14, 40]]


def test_the_best_is_one_that_is_still_played_on() -> None:
    one = Played()
    in_line(one, 10, 40, 30, 20)
    assert playouts.find_best(4, one.desk) == 1
    one.desk.line[1, PlayoutColumn.ON] = 0
    assert playouts.find_best(4, one.desk) == 2


def test_earlier_events_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """How far actions were apart when something else was asked."""
    one = Played(best=2, playouts=4, before=10)
    one.desk.apart[:] = WHOLE
    one.let_found((20, 40), (20, 20))
    count_playouts(one, monkeypatch, [[3_000], [5_000]])
    assert one.desk.apart[:2, :2].tolist() == [[0, 16], [16, 0]]


def test_who_is_close_is_played_on_to_the_last_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=2, playouts=8, before=10)
    one.let_found((20, 40), (20, 20), (10, 30))
    assert count_playouts(one, monkeypatch, [[3], [5], [0]]) == [8, 8, 0]
    assert one.desk.found[:3, :2].tolist() == [[18, 44], [18, 50], [2, 6]]
    assert tree.find_most_tried(one.desk.found, 3) == 1


def test_all_actions_are_played_on_in_the_same_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the tree weighed, or, where none were weighed, others than it had; replies differ from guess to guess alone."""
    guesses: list[int] = []
    seeds: list[int] = []

    def to_its_end(states: Any, seat: int, seed: int, *_: Any) -> int:
        seeds.append(seed)
        return 1

    monkeypatch.setattr(playouts, "imagine", lambda states, seat, seed, k, desk: guesses.append(k))
    monkeypatch.setattr(playouts, "apply", lambda *_: None)
    monkeypatch.setattr(playouts, "play_out", to_its_end)
    monkeypatch.setattr(playouts, "draw_guess", lambda desk: 9)
    for worlds, numbers in ((16, [9, 9, 9, 9]), (0, [60, 60, 61, 61])):
        one = Played(best=2, playouts=2, worlds=worlds)
        one.let_found((20, 40), (20, 20))
        playouts.run_playouts(one.states, one.legal, one.desk, one.inner, one.e)
        assert [k - find_stream(one.desk.ask) for k in guesses] == numbers
        assert seeds[0] == seeds[1] < seeds[2] - STEPS + 1 and seeds[2] == seeds[3]
        guesses.clear()
        seeds.clear()


def test_one_action_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=2)
    one.let_found((60, 30))
    assert count_playouts(one, monkeypatch, [[3]]) == [0] and one.desk.found[0, :2].tolist() == [60, 30]


def test_out_of_time_a_guess_counts_for_all_or_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Played(best=3, playouts=8, before=10)
    one.let_found(*[(20, 20)] * 3)
    assert count_playouts(one, monkeypatch, [[5], [6], [7]], stop=4) == [2, 1, 1]
    assert one.desk.found[:3, :2].tolist() == [[11, 15], [11, 16], [11, 17]]


def test_without_time_it_returns_the_result_of_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is stopped while the tree grows makes no playouts."""
    monkeypatch.setattr(deciding, "run_playouts", lambda *_: pytest.fail("there is no time"))
    one = Played()
    one.desk.ask[Ask.STOP] = 1
    assert sum(visits for visits, _ in one.grow()) == 0


# -- all of it ---------------------------------------------------------------------------------------------------------


def test_the_chosen_action_has_the_most_playouts() -> None:
    one = Played(acts=9)
    found = one.grow()
    most = max(visits for visits, _ in found)
    assert most == SMALL["before"] + SMALL["playouts"], "to the last playout"
    assert sum(visits == most for visits, _ in found) == SMALL["best"]


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.deep), 3])
def test_compiled_it_finds_the_same(seats: int) -> None:
    levels.prepare(GAME)
    for acts in (4, 9):
        one = Played(acts, seats, simulations=20, playouts=2, best=2)
        how = (one.tune, float("inf"), 1)
        found = levels._grow_compiled(levels.READY["mechanation"], one.view, one.legal, (one.seat, SEED), how)
        assert found[:, :2].tolist() == [list(pair) for pair in one.grow()]


def test_a_level_with_playouts_has_one_tree() -> None:
    """What its tree found is written anew."""
    for name in ("great-machine", "mechanation", "mechanica", "mechanical-beast"):
        for level in levels.NAMES:
            for seats in (2, 4):
                tune = levels.find_tune(games.get(name), level, seats)
                assert tune[Tune.PLAYOUTS] == 0 or tune[Tune.TREES] == 1
