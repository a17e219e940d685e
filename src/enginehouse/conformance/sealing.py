"""Check that choices of several seats at once stay secret until all have chosen, and that their order never matters."""

from __future__ import annotations

import itertools
import random
from typing import Any

from enginehouse.conformance.cases import (
    Case,
    CheckedCount,
    RandomPosition,
    Skipped,
    check,
    describe_events,
    list_legal,
    list_seats,
    make_view,
    positions,
)
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.records.header import UNSEEN

MOST_STEPS = 60
"""The maximum number of steps by which a seat makes its whole choice."""

Step = tuple[int, int]


def _several(position: RandomPosition) -> bool:
    return position.mask & (position.mask - 1) != 0


_NONE: set[Case] = set()
"""The cases (games with seats and options) in which no position with several acting seats was reached.

One search is enough for all checks.
"""


def _windows(case: Case, many: int) -> list[RandomPosition]:
    if not case.game.facts.sealed:
        raise Skipped("its facts say that seats never choose at once")
    found = [] if case in _NONE else [p.freeze() for p in positions(case, many, "sealed", per_game=4, wanted=_several)]
    if not found:
        _NONE.add(case)
        raise Skipped("no position was reached in which several seats may act")
    return found


def _runs(case: Case, position: RandomPosition, dice: random.Random) -> dict[int, list[Step]]:
    """Return for each acting seat a list of random actions, as (seat, code) pairs, that make up its whole choice.

    Each list starts from the given position, in which no other seat has chosen yet. `dice` is the random number
    generator. The position is not changed.
    """
    rules = case.game.rules
    runs: dict[int, list[Step]] = {}
    for seat in list_seats(position.mask):
        s, e = position.copy(), Events(case.game.facts.event_size)
        runs[seat] = []
        while rules.actors(s) >> seat & 1 and len(runs[seat]) < MOST_STEPS:
            code = dice.choice(list_legal(case.game, s, seat))
            e.count = 0
            rules.apply(s, seat, code, e)
            runs[seat].append((seat, code))
    return runs


def _play(case: Case, position: RandomPosition, steps: list[Step]) -> tuple[Any, list[list[Event]]]:
    s, e = position.copy(), Events(case.game.facts.event_size)
    told: list[list[Event]] = [[] for _ in case.observers]
    for seat, code in steps:
        assert code in list_legal(case.game, s, seat), f"{position}: {case.game.vocabulary.name(code)} of seat {seat}"
        e.count = 0
        case.game.rules.apply(s, seat, code, e)
        for observer in case.observers:
            told[observer].extend(read(e, observer))
    return s, told


def _orders(runs: dict[int, list[Step]], dice: random.Random) -> list[list[Step]]:
    """Return lists of actions in which several seats make their choices in different orders.

    There is a list for every order of the seats, at most 24. `runs` has the actions by which each seat makes its
    choice. With more than four seats, the orders are drawn with the random number generator `dice`. If a seat has
    several actions, twelve more lists mix the actions of the seats.
    """
    seats = list(runs)
    if len(seats) <= 4:
        orders = [list(order) for order in itertools.permutations(seats)]
    else:
        orders = [dice.sample(seats, len(seats)) for _ in range(24)]
    found = [[step for seat in order for step in runs[seat]] for order in orders]
    if any(len(run) > 1 for run in runs.values()):
        for _ in range(12):
            left = {seat: list(run) for seat, run in runs.items()}
            mixed = []
            while any(left.values()):
                mixed.append(left[dice.choice([seat for seat in left if left[seat]])].pop(0))
            found.append(mixed)
    return found


@check(8, 300)
def the_order_of_sealed_choices_never_matters(case: Case, position_count: int) -> CheckedCount:
    """If several seats have to choose at once, every order of their choices leads to the same record and events.

    The random numbers in the record are the same too, and so are the events that each viewer notices.
    """
    for position in _windows(case, position_count):
        dice = random.Random(str(position.number))
        runs = _runs(case, position, dice)
        first, told = None, None
        for steps in _orders(runs, dice):
            s, heard = _play(case, position, steps)
            if first is None:
                first, told = s, heard
            differing = case.game.shape.differences(first, s)
            assert not differing, f"{position}: {steps} leads to other {differing}"
            assert heard == told, f"{position}: {steps} gives other events"
    return position_count


@check(12, 300)
def a_sealed_choice_shows_in_nothing_but_its_own_view(case: Case, position_count: int) -> CheckedCount:
    """While several seats choose in secret, the choice of a seat changes only its own view and its own list of actions.

    Until the last of them has chosen, no other view, list of actions, event or random number may change.
    """
    game, rules = case.game, case.game.rules
    for position in _windows(case, position_count):
        dice = random.Random(str(position.number))
        runs = _runs(case, position, dice)
        steps = dice.choice(_orders(runs, dice))
        s, e = position.copy(), Events(game.facts.event_size)
        views = {seat: make_view(game, s, seat) for seat in case.observers}
        while steps:
            seat, code = steps.pop(0)
            before = game.shape.copy(s)
            e.count = 0
            rules.apply(s, seat, code, e)
            if not steps or s.opened != before.opened:
                break
            where = f"{position}: {game.vocabulary.name(code)} of seat {seat}"
            for field in (*UNSEEN, "reason", "asked"):
                assert getattr(s, field) == getattr(before, field), (
                    f"{where} changes {field} while others may still act"
                )
            for observer in case.observers:
                if observer == seat:
                    continue
                v = make_view(game, s, observer)
                shown = game.shape.differences(v, views[observer])
                assert not shown, f"{where} shows in {shown} to seat {observer}"
                assert rules.actors(v) == rules.actors(views[observer]), where
                heard = read(e, observer)
                assert not heard, f"{where} tells seat {observer} of {describe_events(game, *heard)}"
                assert list_legal(game, s, observer) == list_legal(game, before, observer), where
            views[seat] = make_view(game, s, seat)
    return position_count


@check(20, 400)
def who_may_act_never_tells_who_has_chosen(case: Case, position_count: int) -> CheckedCount:
    """While several seats choose at the same time, a view does not reveal which seats have chosen already.

    A view shows which seats have to act. If a seat chooses, this must not change in the views of spectators and of
    seats that have not chosen yet. Return the number of checked positions.
    """
    rules = case.game.rules
    for position in _windows(case, position_count):
        dice = random.Random(str(position.number))
        runs = _runs(case, position, dice)
        steps = [step for seat in list(runs)[:-1] for step in runs[seat]]
        before = {seat: rules.actors(make_view(case.game, position.s, seat)) for seat in case.observers}
        s, _ = _play(case, position, steps)
        last = list(runs)[-1]
        for seat in (-1, last):
            assert rules.actors(make_view(case.game, s, seat)) == before[seat], (
                f"{position}: seat {seat} sees other acting seats"
            )
    return position_count


@check(4, 40)
def silence_may_be_chosen_by_everybody_who_is_asked(case: Case, position_count: int) -> None:
    """When several seats have to decide at once, each of them can choose not to act.

    The game's `facts.py` names the action for this (`silence`). It must be legal for every seat that has to decide.
    """
    game = case.game
    if not game.facts.silence:
        raise Skipped("its facts name no action for `silence`")
    code = game.vocabulary.code(game.facts.silence)
    for position in _windows(case, position_count):
        for seat in list_seats(position.mask):
            legal = list_legal(game, position.s, seat)
            assert code in legal, f"{position}: seat {seat} is asked, but has no legal action {game.facts.silence!r}"
