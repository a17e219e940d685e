"""Plans that are looked at further than the end of one's turn (`bots.players.lookahead`), in plain Python, in Mechanica."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse.bots.players import levels, lookahead, plans, tree
from enginehouse.bots.players.imagining import imagine
from enginehouse.bots.players.levels import Search
from enginehouse.bots.players.plans import NOTHING
from enginehouse.bots.players.tree import Ask, BeamColumn, Tune
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.verbs import outlook, turn_of

pytestmark = pytest.mark.untraced
SEED = 5


class Planned:
    """A desk of a search of Mechanica that looks further, and the records it has, the view first."""

    def __init__(self, acts: int = 6, **changes: int) -> None:
        match = some_way("mechanica", 2, acts)
        view, self.seat, self.legal = asked(match)
        numbers = list(levels.find_tune(match.game, "expert"))
        for name, number in {"BEAM": 2, "ENDS": 4, "AFTER": 2, "NEXT": 1, **changes}.items():
            numbers[getattr(Tune, name)] = number
        self.game, self.e = match.game, Events(match.game.facts.event_size, on=False)
        self.states = levels._States([view] * (plans.FIRST + 2 * plans.WIDEST))
        ask = levels._make_ask((self.seat, SEED), 0, len(self.legal))
        self.desk = tree.plain_desk(ask, np.array(numbers, np.int64))
        self.ends = self.desk.ends[: numbers[Tune.ENDS]]

    def plan(self) -> None:
        """Fill `ends`."""
        imagine(self.states, self.seat, SEED, 0, self.desk)
        self.desk.others[: len(self.legal)] = NOTHING
        plans.plan(self.states, self.ends, self.desk, self.e)

    def found(self) -> list[int]:
        """How often each action was found to begin the best plan."""
        assert lookahead.plan_turn(self.states, self.desk, self.e)
        return [int(many) for many in self.desk.found[: len(self.legal), 0]]


def make_ends(*ends: tuple[int, int, int]) -> Any:
    """Ends with these values, roots and sums."""
    table = np.zeros((len(ends), BeamColumn.SIZE), np.int64)
    for k, end in enumerate(ends):
        table[k, BeamColumn.VALUE], table[k, BeamColumn.ROOT], table[k, BeamColumn.SUM] = end
    return table


def test_a_plan_followed_ends_the_turn_and_looks_as_it_was_judged() -> None:
    """Its way begins with the action that is its root, and nothing of it depends on the guess."""
    one = Planned()
    one.plan()
    turn, longest = turn_of(one.states[1], one.seat), 0
    assert len(set(one.ends[:, BeamColumn.VALUE].tolist())) == 4, "ends that look alike are one"
    for end in one.ends:
        way = end[BeamColumn.WAY : BeamColumn.WAY + end[BeamColumn.LONG]].tolist()
        assert way[0] == one.legal[end[BeamColumn.ROOT]]
        longest = max(longest, len(way))
        for guess in (0, 1):
            imagine(one.states, one.seat, SEED, guess, one.desk)
            for code in way:
                assert turn_of(one.states[1], one.seat) == turn
                before = one.game.shape.copy(one.states[1])
                one.game.rules.apply(one.states[1], one.seat, code, one.e)
            assert turn_of(one.states[1], one.seat) != turn
            own = one.desk.tune[Tune.OWN :]
            assert outlook(before, one.states[1], one.seat, way[-1], own, one.desk.room) == end[BeamColumn.VALUE]
    assert longest > 1


def test_it_is_played_on_to_ones_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others plan by a beam of one, one's own next turn is planned by `NEXT`; then it is judged."""
    one, planned = Planned(NEXT=2, RIVALS=50), []
    one.plan()
    imagine(one.states, one.seat, SEED, 0, one.desk)
    turn, as_it_is = turn_of(one.states[1], one.seat), lookahead.plan_seat_turn

    def noted(states: Any, seat: int, width: int, *more: Any) -> int:
        value = as_it_is(states, seat, width, *more)
        planned.append((seat, width, turn_of(states[1], seat), value))
        return value

    monkeypatch.setattr(lookahead, "plan_seat_turn", noted)
    lookahead.follow(one.states[1], one.seat, one.ends, 0, one.e)
    found = lookahead.play_on(one.states, turn, one.desk, one.e)
    other = 1 - one.seat
    assert planned[-1][:3] == (one.seat, 2, turn + 2)
    assert [seat for seat, _, key, _ in planned if key % 2 == 0] == [other, one.seat]
    assert all(width == 1 for _, width, _, _ in planned[:-1])
    assert found == planned[-1][3] - [value for seat, _, _, value in planned if seat == other][-1] * 50 // 100
    assert (one.desk.ask[Ask.SEAT], one.desk.tune[Tune.BEAM]) == (one.seat, 2), "as before"


def test_a_finished_game_counts_by_its_standing() -> None:
    one = Planned(RIVALS=100)
    imagine(one.states, one.seat, SEED, 0, one.desk)
    s = one.states[1]
    s.phase, s.reason = 7, 303
    points = [0] * 16
    one.game.rules.scores(s, points)
    lead = 100 * (points[one.seat] - points[1 - one.seat])
    assert lookahead.play_on(one.states, 2, one.desk, one.e) == lead


WIDE = {"ENDS": 8, "BEAM": 4, "WITHIN": 100_000}
"""Plans that begin differently."""


def test_it_chooses_the_action_that_looks_best_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what looked best at the end of the turn; and the same from the same view and seed."""
    one = Planned(**WIDE)
    one.plan()
    roots = one.ends[:, BeamColumn.ROOT].tolist()
    assert len(set(roots)) > 1
    chosen = one.found()
    assert sum(chosen) == 1 and Planned(**WIDE).found() == chosen
    monkeypatch.setattr(lookahead, "leave_out", lambda *_: None)
    for wished in set(roots):
        looks = cycle([int(root == wished) for root in roots])
        monkeypatch.setattr(lookahead, "play_on", lambda *_, looks=looks: next(looks))
        assert Planned(**WIDE).found()[wished] == 1


def test_actions_that_look_clearly_worse_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("there is one end alone")

    monkeypatch.setattr(lookahead, "play_on", never)
    one = Planned(WITHIN=0)
    one.plan()
    best = int(one.ends[one.ends[:, BeamColumn.VALUE].argmax(), BeamColumn.ROOT])
    assert Planned(WITHIN=0).found()[best] == 1
    assert Planned(ENDS=0).found()[best] == 1


def test_out_of_time_a_guess_counts_for_none() -> None:
    """Then it is the end that looked best."""
    one = Planned(**WIDE)
    one.plan()
    one.desk.ask[Ask.STOP] = 1
    assert not lookahead.evaluate_guess(one.states, 0, 2, one.ends, one.desk, one.e)
    assert not one.ends[:, BeamColumn.SUM].any()
    best = int(one.ends[one.ends[:, BeamColumn.VALUE].argmax(), BeamColumn.ROOT])
    assert lookahead.look_further(one.states, one.ends, one.desk, one.e) == best


def test_the_worse_half_is_left_out() -> None:
    ends = make_ends((50, 0, 7), (40, 1, 9), (NOTHING, 2, 99), (30, 3, 8), (20, 1, -5))
    lookahead.leave_out(ends, 2)
    assert ends[:, BeamColumn.VALUE].tolist() == [NOTHING, 40, NOTHING, 30, NOTHING]
    assert lookahead.has_choice(ends) and lookahead.find_best_end(ends) == 1
    lookahead.leave_out(ends, 1)
    assert not lookahead.has_choice(ends) and lookahead.find_best_end(ends) == 1
    assert lookahead.find_best_end(make_ends((50, 0, 7), (60, 1, 7), (55, 2, 7))) == 1, (
        "among equals what looked best before"
    )


def test_the_best_of_the_others_speaks_against() -> None:
    one = Planned(RIVALS=40)
    one.desk.points[:4] = [900, 500, 700, NOTHING]
    assert lookahead.compute_lead(0, 4, one.desk) == 900 - 40 * 700 // 100
    assert lookahead.compute_lead(2, 3, one.desk) == 700 - 40 * 900 // 100
    assert lookahead.compute_lead(0, 1, one.desk) == 900, "alone nobody does"


@pytest.mark.deep  # compiling it takes half a minute
@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_compiled_it_chooses_the_same() -> None:
    levels.prepare(games.get("mechanica"))
    for acts in (0, 6, 14):
        one = Planned(acts, **WIDE)
        numbers, view = one.desk.tune.tolist(), one.game.shape.copy(one.states[0])
        choice = Search("expert", numbers).choose(view, one.seat, one.legal, 600.0, SEED)
        assert one.found()[one.legal.index(choice.action)] == 1
