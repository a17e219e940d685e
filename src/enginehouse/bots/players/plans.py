"""Plan a whole turn by beam search, in games that reveal no information until a turn is over.

The search starts from one guess, a full record that is consistent with the view. It tries all actions of the best few
positions (the beam), until the turn is over in all of them. The value of an action is the value of the best end of the
turn that was found after it, and not a mean over all ends. If two positions have the same value, they count as one
position. In the array of records that a search gets, those from `FIRST` on are scratch space: two for each position of
the beam.
"""

from __future__ import annotations

from enginehouse.bots.players.tree import LONGEST, Ask, BeamColumn, SearchDesk, Tune
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Matrix, Record, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import actors, apply, at_random, legal, outlook, turn_of

FIRST = 3
"""The number of records before the beam: the view, a guess, and the position that is tried."""
WIDEST = 32
"""The maximum number of positions in a beam."""
SLACK = 99
"""The maximum loss of value from one position to the next in a plan, in hundredths of a point."""
NOTHING = -(1 << 62)
"""The value that stands for no plan. It is less than any value of a position."""
HOPELESS = -(1 << 30)
"""The value below which no plan begins with an action: the game says that nobody should choose it."""


@rule
def has_turn(s: Record, seat: int, turn: int) -> bool:
    """Return whether a turn of the seat is not over yet in the record `s`: the seat still has to act in it.

    `turn` is the number of this turn (see `verbs.turn_of`).
    """
    return bool(s.reason == 0 and turn_of(s, seat) == turn and (actors(s) >> seat) & 1)


@rule
def clear(held: Matrix, first: int, width: int) -> None:
    """Empty `width` rows of the array `held`, from row `first` on.

    The array has a row for each position that a beam search keeps.
    """
    for b in range(first, first + width):
        held[b, BeamColumn.VALUE] = NOTHING


@rule
def find_place(held: Matrix, first: int, width: int, value: int) -> int:
    """Return the row of the array `held` into which a new position of a beam search goes, or -1 if it is not kept.

    The search keeps the best positions in `width` rows, from row `first` on. The new position, whose value is `value`,
    takes the place of the worst position if its own value is higher. A position is not kept if another position in
    these rows has the same value.
    """
    worst = first
    for b in range(first, first + width):
        if held[b, BeamColumn.VALUE] == value:
            return -1
        if held[b, BeamColumn.VALUE] < held[worst, BeamColumn.VALUE]:
            worst = b
    return worst if held[worst, BeamColumn.VALUE] < value else -1


@rule
def hold(kept: Matrix, at: int, value: int, held: Matrix, b: int, root: int, code: int) -> None:
    """Write a new position of a beam search into row `at` of the array `kept`.

    The new position follows by the action `code` from the position in row `b` of the array `held`. Both arrays have a
    row for each position (`BeamColumn`). `value` is the value of the new position. `root` is the index, among the legal
    actions, of the first action of its plan.
    """
    for k in range(BeamColumn.WAY + int(held[b, BeamColumn.LONG])):
        kept[at, k] = int(held[b, k])
    kept[at, BeamColumn.VALUE], kept[at, BeamColumn.ROOT], kept[at, BeamColumn.SUM] = value, root, 0
    kept[at, BeamColumn.WAY + int(held[b, BeamColumn.LONG])] = code
    kept[at, BeamColumn.LONG] = int(held[b, BeamColumn.LONG]) + 1


@rule
def widen(states: States, ends: Matrix, b: int, then: int, desk: SearchDesk, e: Events) -> bool:
    """Try all legal actions in one position of a beam search, and keep the best of the positions to which they lead.

    A plan is a list of actions of a seat in a turn. The position to try is `states[FIRST + b]`, described by row `b` of
    the array `desk.held`. Each new position has a value, computed by the rule `outlook`. If the turn goes on in it, the
    new position is kept for the next step of the search: in `desk.held`, from row `then` on, which has room for as many
    positions as the setting `Tune.BEAM` says. If the turn is over in it, the plan is kept in `ends`. In both arrays, a
    position with a higher value replaces the one with the lowest value if there is no room. A new position that looks
    clearly worse than the old one is not kept for the next step. Return True if a new position was kept in `desk.held`.
    Return False if not, or if time ran out.

    `desk.others[j]` is the highest value of the plans found so far that begin with legal action `j`. The value of a
    plan is that of its last position. The first action alone counts as a plan, too. If it does not end the turn, the
    value of this plan is reduced by 1. `states[2]` and `e` are working memory.
    """
    held = desk.held
    seat, width, own = int(desk.ask[Ask.SEAT]), int(desk.tune[Tune.BEAM]), desk.tune[Tune.OWN :]
    turn, begins, kept = turn_of(states[1], seat), held[b, BeamColumn.ROOT] < 0, False
    many = at_random(states[FIRST + b], seat, desk.codes, legal(states[FIRST + b], seat, desk.codes))
    for j in range(many):
        if desk.ask[Ask.STOP] != 0 and (j > 0 or not begins):
            return False
        states[2] = states[FIRST + b]
        e.count = 0
        apply(states[2], seat, int(desk.codes[j]), e)
        root = j if begins else int(held[b, BeamColumn.ROOT])
        value = outlook(states[FIRST + b], states[2], seat, int(desk.codes[j]), own, desk.room)
        on = has_turn(states[2], seat, turn)
        if begins or not on:
            desk.others[root] = max(int(desk.others[root]), value - (1 if on else 0))
        if not on:
            at = find_place(ends, 0, len(ends), value)
            if at >= 0:
                hold(ends, at, value, held, b, root, int(desk.codes[j]))
        # A position that looks worse than the one before rarely leads to a good plan. Such plans often buy a thing and
        # lose it again.
        at = (
            find_place(held, then, width, value)
            if on and (value > HOPELESS if begins else value >= held[b, BeamColumn.VALUE] - SLACK)
            else -1
        )
        if at >= 0:
            states[FIRST + at] = states[2]
            hold(held, at, value, held, b, root, int(desk.codes[j]))
            kept = True
    return kept


@rule
def plan(states: States, ends: Matrix, desk: SearchDesk, e: Events) -> None:
    """Find the best plans of the turn in `states[1]`, by beam search.

    - In `desk.others`, the function writes for each legal action the value of the best plan that begins with it. The
      actions are in the order in which `legal` writes them. The caller sets the values to `NOTHING` before.
    - In the rows of `ends`, it writes the best finished turns (see `BeamColumn`), as many as there are rows.

    `desk` is the working memory of the search. `desk.codes`, `e` and the records from `states[2]` on are scratch space.
    If time runs out, the results so far stay.
    """
    width, now, then = int(desk.tune[Tune.BEAM]), 0, WIDEST
    held = desk.held
    clear(held, now, width)
    clear(ends, 0, len(ends))
    states[FIRST] = states[1]
    held[now, BeamColumn.VALUE], held[now, BeamColumn.ROOT], held[now, BeamColumn.LONG] = 0, -1, 0
    for _ in range(LONGEST):
        clear(held, then, width)
        more = False
        for b in range(now, now + width):
            if held[b, BeamColumn.VALUE] != NOTHING and widen(states, ends, b, then, desk, e):
                more = True
        if not more:
            return
        now, then = then, now
