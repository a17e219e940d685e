"""Look beyond the end of a turn: choose among the best plans by the position in the next turn of the seat.

A plan is a list of actions for a whole turn, and its end is the position after them (`bots.players.plans`). From each
end, the game continues in several guesses (full records that are consistent with the view), the same for all ends. Each
seat then plans and plays its turn, by a beam search of width one. When the next turn of the searching seat begins, that
turn is planned in the same way, and the game stops. The value of the end in this guess is the value of the best plan
for that next turn, less a part of the highest value of a rival. The value of a rival is that of its latest plan.

The ends are compared by their mean values over the guesses. After some guesses the worse half of the ends is dropped.
So the search sees the later value of saving money, and of leaving no good offer to the others.
"""

from __future__ import annotations

from enginehouse.bots.players.greedy import close_windows
from enginehouse.bots.players.imagining import find_stream, imagine
from enginehouse.bots.players.plans import NOTHING, plan
from enginehouse.bots.players.tree import NOTES, Ask, BeamColumn, SearchDesk, Tune
from enginehouse.core.records.events import FIRST_SEAT, Events
from enginehouse.core.records.fields import Matrix, Record, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import actors, apply, at_random, evaluate, judge, legal, turn_of

STEPS = 100
"""The maximum number of turns and answers between two turns of a seat."""
EQUAL = 1_000_000
"""The prior of an action that begins a plan as good as the best one."""


@rule
def plan_seat_turn(states: States, seat: int, width: int, ends: Matrix, desk: SearchDesk, e: Events) -> int:
    """Plan the turn of `seat` in the record `states[1]`, by a beam search that keeps `width` positions.

    Return the value of the best finished turn, or `NOTHING` if no plan was found. The best plans are written into the
    rows of `ends` (see `tree.BeamColumn`). All other records, `desk` and `e` are working memory.
    """
    me, beam = int(desk.ask[Ask.SEAT]), int(desk.tune[Tune.BEAM])
    many = legal(states[1], seat, desk.codes)
    for j in range(many):
        desk.others[j] = NOTHING
    desk.ask[Ask.SEAT], desk.tune[Tune.BEAM] = seat, width
    plan(states, ends, desk, e)
    desk.ask[Ask.SEAT], desk.tune[Tune.BEAM] = me, beam
    return int(ends[0, BeamColumn.VALUE])


@rule
def follow(s: Record, seat: int, ends: Matrix, which: int, e: Events) -> None:
    """Play the actions of a plan in the record `s`, which is changed.

    The plan is row `which` of the array `ends` (see `tree.BeamColumn`), and `seat` is the seat that plays it. The
    events of the last action are written into `e`.
    """
    for k in range(ends[which, BeamColumn.LONG]):
        e.count = 0
        apply(s, seat, int(ends[which, BeamColumn.WAY + k]), e)


@rule
def answer(states: States, seat: int, desk: SearchDesk, e: Events) -> None:
    """Play the action of `seat` in `states[1]` that looks best, at a decision in the middle of another seat's turn.

    Each legal action is tried. The best action is the one whose immediate result the game's policy rates highest. The
    record `states[1]` is changed. `states[2]`, `desk` and `e` are working memory.
    """
    best, most = 0, NOTHING
    many = at_random(states[1], seat, desk.codes, legal(states[1], seat, desk.codes))
    for j in range(many):
        states[2] = states[1]
        e.count = 0
        apply(states[2], seat, int(desk.codes[j]), e)
        close_windows(states[2], seat, desk.others, e)
        value = judge(states[1], states[2], seat, int(desk.codes[j]))
        if value > most:
            best, most = int(desk.codes[j]), value
    e.count = 0
    apply(states[1], seat, best, e)


@rule
def compute_lead(me: int, seats: int, desk: SearchDesk) -> int:
    """Return the lead of the searching seat `me`: its value, less a part of the value of its best rival.

    `desk.points` is a list with the value of each seat. The setting `Tune.RIVALS` says how many percent of the rival's
    value are subtracted. `desk` is the working memory of the search.
    """
    points, most = desk.points, NOTHING
    for seat in range(seats):
        if seat != me:
            most = max(most, int(points[seat]))
    return int(points[me]) - (0 if most == NOTHING else int(desk.tune[Tune.RIVALS]) * most // 100)


@rule
def play_on(states: States, turn: int, desk: SearchDesk, e: Events) -> int:
    """Continue the game in `states[1]` until the next turn of the searching seat, and plan that turn.

    All seats plan their turns by a beam search. `turn` is the number of the searching seat's present turn
    (`verbs.turn_of`). Return the lead of the searching seat (see `compute_lead`), or `NOTHING` if time ran out. The
    value of a seat is the value of its latest plan. All other records, `desk` and `e` are working memory.
    """
    me, seats = int(desk.ask[Ask.SEAT]), int(states[1].seats)
    for seat in range(seats):
        desk.points[seat] = NOTHING
    for _ in range(STEPS):
        mask = actors(states[1])
        if mask == 0:
            for seat in range(seats):
                desk.points[seat] = evaluate(states[1], seat)
            return compute_lead(me, seats, desk)
        seat = me if (mask >> me) & 1 else int(FIRST_SEAT[mask])
        key = turn_of(states[1], seat)
        if key == 0:
            answer(states, seat, desk, e)
            continue
        last = seat == me and key != turn and key % 2 == 0
        value = plan_seat_turn(states, seat, int(desk.tune[Tune.NEXT]) if last else 1, desk.next[:1], desk, e)
        if value == NOTHING:
            return NOTHING
        desk.points[seat] = value
        if last:
            return compute_lead(me, seats, desk)
        follow(states[1], seat, desk.next, 0, e)
    return NOTHING


@rule
def leave_out(ends: Matrix, many: int) -> None:
    """Keep the best `many` plans of the array `ends`, and drop the others: set their values to `NOTHING`.

    `ends` has a row for each plan (see `tree.BeamColumn`). The best plans have the largest numbers in the column `SUM`:
    the sum of the plan's values over all guesses of the hidden information so far.
    """
    left = 0
    for k in range(len(ends)):
        if ends[k, BeamColumn.VALUE] != NOTHING:
            left += 1
    while left > many:
        worst = -1
        for k in range(len(ends)):
            if ends[k, BeamColumn.VALUE] != NOTHING and (
                worst < 0 or ends[k, BeamColumn.SUM] < ends[worst, BeamColumn.SUM]
            ):
                worst = k
        ends[worst, BeamColumn.VALUE] = NOTHING
        left -= 1


@rule
def has_choice(ends: Matrix) -> bool:
    """Return whether the plans in the array `ends` begin with different actions. Ignore those that were dropped.

    `ends` has a row for each plan (see `tree.BeamColumn`).
    """
    root = -1
    for k in range(len(ends)):
        if ends[k, BeamColumn.VALUE] != NOTHING:
            if root >= 0 and ends[k, BeamColumn.ROOT] != root:
                return True
            root = int(ends[k, BeamColumn.ROOT])
    return False


@rule
def find_best_end(ends: Matrix) -> int:
    """Return the index of the best plan in the array `ends`, among those that were not dropped.

    The best plan has the largest number in the column `SUM` (see `tree.BeamColumn`): the sum of its values over all
    guesses of the hidden information. In a tie, the plan that looked better before the lookahead wins.
    """
    best = 0
    for k in range(len(ends)):
        if ends[k, BeamColumn.VALUE] != NOTHING:
            more = int(ends[k, BeamColumn.SUM]) - int(ends[best, BeamColumn.SUM])
            if (
                ends[best, BeamColumn.VALUE] == NOTHING
                or more > 0
                or (more == 0 and ends[k, BeamColumn.VALUE] > ends[best, BeamColumn.VALUE])
            ):
                best = k
    return best


@rule
def evaluate_guess(states: States, k: int, turn: int, ends: Matrix, desk: SearchDesk, e: Events) -> bool:
    """Evaluate each plan of a turn in one guess of the hidden information, by playing on to the seat's next turn.

    The seat is the one for which the search runs. `ends` has a row for each plan (columns: `tree.BeamColumn`). In each
    row, add the plan's value in this guess to the column `SUM`, unless the plan was dropped. The guess has the number
    `k`, and is the same for all plans. Return True, or False if time ran out, in which case no row has changed.
    `states[0]` is the seat's view, and `turn` the number of its present turn. All other records, `desk` (the memory of
    the search) and `e` are working memory.
    """
    me, seed = int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.SEED])
    for j in range(len(ends)):
        desk.values[j] = 0
        if ends[j, BeamColumn.VALUE] != NOTHING:
            imagine(states, me, seed, find_stream(desk.ask) + k, desk)
            follow(states[1], me, ends, j, e)
            desk.values[j] = play_on(states, turn, desk, e)
            if desk.values[j] == NOTHING or desk.ask[Ask.STOP] != 0:
                return False
    for j in range(len(ends)):
        ends[j, BeamColumn.SUM] += int(desk.values[j])
    return True


@rule
def look_further(states: States, ends: Matrix, desk: SearchDesk, e: Events) -> int:
    """Choose among the best plans for a turn by playing on after each plan, to the seat's next turn.

    Return the index of the legal action with which the chosen plan begins. `ends` has a row for each plan, at least one
    (see `tree.BeamColumn`). First, plans whose value is clearly lower than the highest value are dropped. Then the
    other plans are compared in several guesses of the hidden information, and the worse ones are dropped step by step.
    This stops early if all plans that are left begin with the same action, or if time runs out. `states[0]` is the
    seat's view. `desk` holds the data of the search. All other records and `e` are working memory.
    """
    turn, many, most = turn_of(states[0], int(desk.ask[Ask.SEAT])), int(desk.tune[Tune.AFTER]), NOTHING
    for k in range(len(ends)):
        most = max(most, int(ends[k, BeamColumn.VALUE]))
    for k in range(len(ends)):
        if ends[k, BeamColumn.VALUE] < most - desk.tune[Tune.WITHIN]:
            ends[k, BeamColumn.VALUE] = NOTHING
    left, half = len(ends), max(1, many // 4)
    for k in range(many):
        if not has_choice(ends) or desk.ask[Ask.STOP] != 0 or not evaluate_guess(states, k, turn, ends, desk, e):
            break
        if k + 1 == half:
            left, half = max(2, left // 2), 2 * half
            leave_out(ends, left)
    return int(ends[find_best_end(ends), BeamColumn.ROOT])


@rule
def find_best_start(many: int, desk: SearchDesk) -> int:
    """Return the index of the action, among the first `many` legal actions, with which the best plan begins.

    `desk` is the working memory of the search. `desk.others` has the value of the best plan for each first action.
    """
    best = 0
    for j in range(many):
        if desk.others[j] > desk.others[best]:
            best = j
    return best


@rule
def plan_turn(states: States, desk: SearchDesk, e: Events) -> bool:
    """Plan the turn of the searching seat, and record in `desk.found` how good each first action of the turn is.

    `desk.found` has a row for each legal action, with a number of visits and a prior (an estimate of how good the
    action is) among its columns. The turn is planned in several guesses, which are full records that are consistent
    with the view `states[0]`. Each guess changes the rows in two ways:

    - The action with which the best plan begins gets another visit.
    - The prior of each action increases by `EQUAL - d`, where `EQUAL` is 1,000,000. Take the best plan that begins with
      this action: `d` is how much worse this plan is than the best of all plans, in hundredths of a point. The
      prior never decreases.

    The rules number the seat's turns (`verbs.turn_of`). In a turn with an even number, the search may also look at the
    seat's next turn. In a turn with an odd number the seat only answers questions, and the search does not look
    further. Return False if the seat has no turn to plan, and True otherwise. All other records, `desk` and `e` are
    working memory.
    """
    me, many = int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.MANY])
    turn = turn_of(states[0], me)
    if turn == 0:
        return False
    for k in range(NOTES):
        desk.room[k] = 0
    ends = desk.ends[: max(1, int(desk.tune[Tune.ENDS]))]
    for k in range(int(desk.tune[Tune.GUESSES])):
        if k > 0 and desk.ask[Ask.STOP] != 0:
            return True
        imagine(states, me, int(desk.ask[Ask.SEED]), find_stream(desk.ask) + k, desk)
        for j in range(many):
            desk.others[j] = NOTHING
        plan(states, ends, desk, e)
        best = find_best_start(many, desk)
        if len(ends) > 1 and turn % 2 == 0 and ends[0, BeamColumn.VALUE] != NOTHING:
            best = look_further(states, ends, desk, e)
        most = int(desk.others[find_best_start(many, desk)])
        for j in range(many):
            if desk.others[j] != NOTHING:
                desk.found[j, 2] += max(0, EQUAL + int(desk.others[j]) - most)
        desk.found[best, 0] += 1
    return True
