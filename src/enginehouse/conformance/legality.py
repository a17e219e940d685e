"""Check which seats may act, which actions are legal, which rulebook clause forbids an action, and how games end."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from enginehouse.conformance import loops
from enginehouse.conformance.cases import Case, begin, check, list_legal, make_view, positions, walk
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import random_game_plain, random_games
from enginehouse.core.records.fields import Record

PLAIN_SHARE = 10
"""The factor by which plain rules reduce the number of games."""


class LegalityReport(NamedTuple):
    """The faults found in some games, as a list of pairs: a kind (an index of `loops.FAULTS`) and a text about it.

    `clauses` is the set of the numbers of the rulebook clauses that forbade an action in these games.
    """

    faults: list[tuple[int, str]]
    clauses: frozenset[int]


@functools.cache
def judge_legality(case: Case, games: int) -> LegalityReport:
    """Play `games` random games, and report faults in the legal actions of each seat in every position.

    For example, it is a fault if a seat that may not act has legal actions, or if the rules give a reason against a
    legal action. `loops.FAULTS` lists all kinds of faults. `case` gives the game, the number of seats and the options.
    Without a compiler, check some positions instead of whole games.
    """
    if jit_possible():
        return _judged_games(case, games)
    size, clauses, found = len(case.game.vocabulary), [0] * 100_000, [0] * 4
    faults, codes = [], [0] * (len(case.game.vocabulary) + 1)
    for position in positions(case, max(4, games // PLAIN_SHARE), "judged"):
        for seat in range(case.seats):
            v = make_view(case.game, position.s, seat)
            fault = loops.find_fault(position.s, v, seat, size, codes, clauses, found)
            if (position.mask == 0) != (position.s.reason != 0):
                fault = loops.ENDS_WRONGLY
            if fault != loops.FINE:
                found[0], found[1] = fault, seat
                faults.append((fault, f"{_describe_fault(case, found, position.s)}, {position}"))
    return LegalityReport(faults, frozenset(clause for clause, refused in enumerate(clauses) if refused))


def _judged_games(case: Case, games: int) -> LegalityReport:
    """Play `games` random games by compiled rules, and check in each position whether the legal actions are right.

    Return a report with the first fault of each game, and with the numbers of all rulebook clauses that forbade an
    action.
    """
    bench = loops.make_watching_bench(case.game)
    bench.room["size"] = len(case.game.vocabulary)
    found, faults = bench.room["found"], []
    for k in range(games):
        bench.play(case.numbers, 77, k)
        if found[0] != loops.FINE:
            s = case.game.shape.load(bench.states, 0)
            where = f"{_describe_fault(case, found, s)}, {case}, game {k} of run 77, after {found[3]} actions"
            faults.append((int(found[0]), f"{where}\n{s!r}"))
    clauses = np.nonzero(bench.room["clauses"])[0]
    return LegalityReport(faults, frozenset(int(c) for c in clauses))


def _describe_fault(case: Case, found: Any, s: Record) -> str:
    """Return a fault in words, with the seat, the action, and the clause that refuses the action, if there is one.

    `found` has the kind of fault (an index of `loops.FAULTS`), the seat and the code of the action. `s` is the record
    in which the fault was found.
    """
    game, seat, code = case.game, int(found[1]), int(found[2])
    if found[0] != loops.DISAGREE:
        name = game.vocabulary.name(code) if 0 <= code < len(game.vocabulary) else str(code)
        return f"{loops.FAULTS[found[0]]} (seat {seat}, action {name!r})"
    clause = int(game.rules.refusal(make_view(game, s, seat), seat, code))
    action = f"{game.vocabulary.name(code)!r} of seat {seat}"
    if clause == 0:
        return f"no clause refuses {action}, and it is not among the legal actions"
    text = game.clauses.get(clause, "a clause that rulebook.md does not have")
    return f"{game.clause_name(clause)} refuses {action}, and it is among the legal actions ({text})"


def _require_none(case: Case, games: int, *faults: int) -> None:
    wrong = [text for fault, text in judge_legality(case, games).faults if fault in faults]
    assert not wrong, f"{len(wrong)} of {games} games; the first: {wrong[0]}"


@check(60, 1500, compiles=True)
def legal_actions_are_ascending_unique_and_in_range(case: Case, games: int) -> None:
    """Legal actions come in ascending order, without duplicates, and are codes of the game's list of all actions."""
    _require_none(case, games, loops.NOT_ASCENDING, loops.OUT_OF_RANGE)


@check(60, 1500, compiles=True)
def exactly_the_acting_seats_have_legal_actions(case: Case, games: int) -> None:
    """A seat has legal actions if and only if it may act. If no seat may act, the game is over."""
    _require_none(case, games, loops.ACTS_WRONGLY, loops.ENDS_WRONGLY)


@check(60, 1500, compiles=True)
def refusal_agrees_with_legal_for_every_action_and_seat(case: Case, games: int) -> None:
    """`refusal` returns 0 for each legal action, and the number of a rulebook clause for any other action.

    This clause forbids the action. `refusal` finds it from the seat's view alone.
    """
    _require_none(case, games, loops.DISAGREE)


@check(60, 1500, compiles=True)
def refusals_name_clauses_of_the_rulebook(case: Case, games: int) -> None:
    """Every refusal cites a clause of the shipped rulebook."""
    cited = judge_legality(case, games).clauses
    assert cited, "no action was ever refused"
    unknown = [case.game.clause_name(c) for c in sorted(cited) if c not in case.game.clauses]
    assert not unknown, f"{case}: refusals name clauses that rulebook.md does not have: {', '.join(unknown)}"


@check(300, 10_000, compiles=True)
def a_game_ends_within_its_bound_by_a_clause_of_its_rules(case: Case, games: int) -> None:
    """No random game has more actions than `length_bound` in `facts.py`, and each ends by a clause of the rulebook."""
    if not jit_possible():
        games = max(3, games // (3 * PLAIN_SHARE))
    run = random_games(case.game, case.seats, case.options, games, 4711)
    for k in range(games):
        reason = int(run.reasons[k])
        assert reason != 0, f"{case}, game {k} of run 4711 still runs after {run.lengths[k]} actions"
        assert reason in case.game.clauses, (
            f"{case}, game {k} of run 4711 ends by {case.game.clause_name(reason)}, which rulebook.md does not have"
        )
    assert int(run.lengths.min()) > 0


@check(40, 500)
def scores_and_ranks_fit_together(case: Case, games: int) -> None:
    """After a game, every seat has a rank from 1 to the number of seats. If all players lost, ranks can start at 2.

    Unused seats have the score 0 and the rank 0.
    """
    for k in range(games):
        s, _ = random_game_plain(case.game, case.numbers, 99, k)
        out = [0] * 16
        case.game.rules.scores(s, out)
        where = f"{case}, game {k} of run 99: {out}"
        assert all(1 <= rank <= max(2, case.seats) for rank in out[8 : 8 + case.seats]), where
        assert not any(out[case.seats : 8]), where
        assert not any(out[8 + case.seats :]), where


@check(12, 300)
def legal_needs_no_more_room_than_the_vocabulary(case: Case, position_count: int) -> None:
    """`legal` never writes more numbers into its output array than the game has actions.

    The legal actions that it writes do not depend on the numbers in the array before the call.
    """
    size = len(case.game.vocabulary)
    for position in positions(case, position_count, "room"):
        for seat in range(case.seats):
            found = []
            for room in ([-7] * size, [10**6] * 4096):
                try:
                    number = int(case.game.rules.legal(position.s, seat, room))
                except IndexError:
                    raise AssertionError(
                        f"{position}: `legal` writes more than {size} numbers for seat {seat}"
                    ) from None
                found.append(room[:number])
            assert found[0] == found[1], f"{position}: `legal` leaves a number unwritten for seat {seat}"


@check(12, 300)
def conserved_quantities_hold_after_every_action(case: Case, games: int) -> None:
    """`conserved(s)` of the game's `invariants.py` never changes, and `check(s)` holds in every position."""
    rules = case.game.invariants
    conserved = getattr(rules, "conserved", None)
    holds = getattr(rules, "check", None)
    for k in range(games):
        first = conserved(begin(case, f"conserved {k}")) if conserved else None
        for position in walk(case, f"conserved {k}"):
            assert position.s.seats == case.seats, position
            if conserved:
                assert conserved(position.s) == first, f"{position}: {conserved(position.s)} instead of {first}"
            if holds:
                _try(holds, position)


def _try(holds: Any, position: Any) -> None:
    try:
        holds(position.s)
    except AssertionError as error:
        raise AssertionError(f"{position}: {error}") from error


@check(12, 200)
def nobody_can_act_after_the_end(case: Case, games: int) -> None:
    """After the end no seat has a legal action. During the game a seat has legal actions only while it may act."""
    for k in range(games):
        *_, last = walk(case, f"end {k}")
        assert last.mask == 0, last
        assert all(not list_legal(case.game, last.s, seat) for seat in range(case.seats)), last


@check(6, 200)
def chance_is_only_where_the_facts_say_so(case: Case, games: int) -> None:
    """A game that declares itself without chance in its facts (`facts.py`) never draws a random number."""
    if not case.game.facts.chance:
        for k in range(games):
            *_, last = walk(case, f"chance {k}")
            assert last.s.chance_count == 0, f"a random number was drawn, but `chance` in the facts is False: {last}"
