"""Play out: compare the best actions of a search by playing the game on after each of them.

Some levels of bots do this after their tree search. They play the game on after each of the actions that the tree
search visited most, to the end or to a horizon. These playouts start from many guesses (full records that are
consistent with the view), the same for all actions. In a playout, each seat chooses its actions by a small search from
its own view. So no seat uses hidden information, and a hidden action can deceive the other seats. (In a tree search,
all seats choose as if they could see the whole guess.) An action that is clearly worse than the best is dropped. If one
action remains, the playouts end. So most guesses are used for hard choices. The result of the tree search counts as
`Tune.BEFORE` playouts. A level with playouts searches a single tree, while other levels may search several.

A search on top of a policy that all players are assumed to follow is known from cooperative games: Lerer, Hu, Foerster
and Brown, Improving Policies via Search in Cooperative Partially Observable Games (2020).
"""

from __future__ import annotations

from enginehouse.bots.players.imagining import find_stream, imagine
from enginehouse.bots.players.search import STEPS, begin, draw_guess, run_simulation, write_worth
from enginehouse.bots.players.tree import (
    MOST_BEST,
    Ask,
    PlayoutColumn,
    SearchDesk,
    Tune,
    add_results,
    clear_desk,
    clear_found,
    find_most_tried,
)
from enginehouse.core.records.events import FIRST_SEAT, Events
from enginehouse.core.records.fields import Numbers, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import actors, apply, at_random, gives_up, legal, view

EMPTY, WORLD, VIEW = 3, 4, 5
"""The indices of records: an empty one, the game that is played on, and the view of the replying seat.

Two more are scratch space.
"""
LEAST = 5
"""The minimum share of the simulations, in thousandths, that an action must have to be played out."""
EVERY, SURE = 20, 2
"""After each `EVERY` guesses, actions that are `SURE` standard errors worse than the best are dropped."""
FINE = 1_000
"""The unit, in millionths, to which differences are rounded before they are squared.

It keeps sums of 20,000 playouts within 64 bits.
"""
REPLY_GUESSES = 4
"""The number of guesses for the priors at the root of a reply."""


@rule
def begin_reply(states: States, seat: int, seed: int, many: int, desk: SearchDesk, inner: SearchDesk) -> None:
    """Prepare the small search by which a seat chooses its reply in a playout, among `many` legal actions.

    A playout is a game that a larger search continues to judge an action. `desk` is the working memory of the larger
    search, and `inner` that of the small search. The settings of the small search are written into `inner.tune`. The
    number of its simulations is `desk.tune[Tune.REPLIES]`. A few other settings are copied from `desk` or are
    constants, and the rest are 0. Because `Tune.SIGHT` is 0, the small search finds the nodes of its tree by the
    history of the actions, and not by the view of a seat. `seed` determines the random numbers of the small search.
    `states[WORLD]` is the record of the playout, and the seat's view of this record is written into `states[VIEW]`.
    """
    states[VIEW] = states[EMPTY]
    view(states[WORLD], seat, states[VIEW])
    tune, own = inner.tune, desk.tune
    for k in range(Tune.SIZE):
        tune[k] = 0
    tune[Tune.SIMULATIONS] = int(own[Tune.REPLIES])
    tune[Tune.EXPLORE], tune[Tune.WARMTH] = int(own[Tune.EXPLORE]), int(own[Tune.WARMTH])
    tune[Tune.GUESSES], tune[Tune.WORLDS] = REPLY_GUESSES, int(own[Tune.REPLY_WORLDS])
    ask = inner.ask
    ask[Ask.SEAT], ask[Ask.SEED], ask[Ask.TREE], ask[Ask.MANY], ask[Ask.STOP] = seat, seed, 0, many, 0
    clear_desk(inner)


@rule
def reply(states: States, seat: int, seed: int, desk: SearchDesk, inner: SearchDesk, e: Events) -> int:
    """Return the code of a seat's reply in a playout, by a small search from the seat's view of `states[WORLD]`.

    `seed` determines the search's guesses of the hidden information. `desk` has the settings of the level, and `inner`
    is the working memory of the small search. The records from `states[VIEW]` on and `e` are scratch space.
    """
    codes = desk.codes
    many = at_random(states[WORLD], seat, codes, legal(states[WORLD], seat, codes))
    if many == 1:
        return int(codes[0])
    begin_reply(states, seat, seed, many, desk, inner)
    given_up = gives_up(states[VIEW], seat)
    if given_up >= 0:
        return int(given_up)
    begin(states[VIEW:], codes, inner, e)
    for k in range(int(inner.tune[Tune.SIMULATIONS])):
        run_simulation(states[VIEW:], k, inner, e)
    clear_found(inner, many)
    add_results(codes, inner)
    return int(codes[find_most_tried(inner.found, many)])


@rule
def play_out(states: States, seat: int, seed: int, desk: SearchDesk, inner: SearchDesk, e: Events) -> int:
    """Continue the game in `states[WORLD]`, and return the result of `seat` in millionths of the win.

    The game is played to its end, or for as many actions as the setting `Tune.HORIZON` says if that is not 0. If the
    game is over, the result is the seat's share of the win. If it is not over, it is the seat's win chance by the
    game's evaluation. Each seat chooses by a small search, for which `seed` determines the random numbers. `desk` has
    the settings, `inner` is the working memory of the small searches, and `e` receives events.
    """
    far = int(desk.tune[Tune.HORIZON])
    for step in range(far if far > 0 else STEPS):
        mask = actors(states[WORLD])
        if mask == 0:
            break
        who = int(FIRST_SEAT[mask])
        code = reply(states, who, seed + step, desk, inner, e)
        e.count = 0
        apply(states[WORLD], who, code, e)
    write_worth(states[WORLD], desk.points)
    return int(desk.points[seat])


@rule
def play_guess(
    states: States, k: int, codes: Numbers, many: int, desk: SearchDesk, inner: SearchDesk, e: Events
) -> bool:
    """Play the game on after each compared action, in guess number `k` of the hidden information.

    Return False if time ran out, and otherwise True. `desk` is the working memory of the search. Each of the first
    `many` rows of `desk.line` is for a compared action. Its columns are listed in `tree.PlayoutColumn`. If the column
    `ON` is 0, the action was dropped from the comparison, because it was clearly worse, and is not played. The column
    `AT` has the index of the action's code in `codes`. The function writes into the column `NOW` the share of the win
    that the acting seat gets after this action in this guess. `states[0]` is the view. `inner` is the working memory of
    the small searches by which the seats choose their replies. All other records and `e` are scratch space.
    """
    ask, line = desk.ask, desk.line
    seat, seed = int(ask[Ask.SEAT]), int(ask[Ask.SEED])
    number = draw_guess(desk) if desk.tune[Tune.WORLDS] > 0 else int(desk.tune[Tune.SIMULATIONS]) + k
    for j in range(many):
        if line[j, PlayoutColumn.ON] != 0:
            if ask[Ask.STOP] != 0:
                return False
            imagine(states, seat, seed, find_stream(ask) + number, desk)
            states[WORLD] = states[1]
            e.count = 0
            apply(states[WORLD], seat, int(codes[line[j, PlayoutColumn.AT]]), e)
            line[j, PlayoutColumn.NOW] = play_out(states, seat, seed + STEPS * (k + 1), desk, inner, e)
    return True


@rule
def add_guess(many: int, desk: SearchDesk) -> None:
    """Add the results of the latest guess of the hidden information to the results of the earlier guesses.

    The first `many` rows of `desk.line` have the compared actions (see `tree.PlayoutColumn`). In each row, the result
    in this guess (`NOW`) is added to the sum (`SUM`). Dropped actions are left out. For each pair of actions, also add
    the squared difference of both results to the matrix `desk.apart`. `desk` is the working memory of the search.
    """
    line, apart = desk.line, desk.apart
    for j in range(many):
        if line[j, PlayoutColumn.ON] != 0:
            line[j, PlayoutColumn.SUM] += line[j, PlayoutColumn.NOW]
            for other in range(many):
                if line[other, PlayoutColumn.ON] != 0:
                    gap = (line[j, PlayoutColumn.NOW] - line[other, PlayoutColumn.NOW]) // FINE
                    apart[j, other] += gap * gap


@rule
def take_best(desk: SearchDesk) -> int:
    """Write the actions that the search tree visited most into the rows of `desk.line`, in order of visits.

    Return the number of these actions, which playouts will compare. `desk` is the working memory of a search.
    """
    ask, found, line, total = desk.ask, desk.found, desk.line, 0
    most = min(int(desk.tune[Tune.BEST]), MOST_BEST)
    for j in range(ask[Ask.MANY]):
        total += int(found[j, 0])
        desk.values[j] = 0
    for many in range(most):
        best = -1
        for j in range(ask[Ask.MANY]):
            if desk.values[j] == 0 and (best < 0 or found[j, 0] > found[best, 0]):
                best = j
        if best < 0 or 1_000 * found[best, 0] < LEAST * total or found[best, 0] == 0:
            return many
        desk.values[best] = 1
        line[many, PlayoutColumn.AT], line[many, PlayoutColumn.ON] = best, 1
        line[many, PlayoutColumn.SUM] = desk.tune[Tune.BEFORE] * found[best, 1] // found[best, 0]
        for other in range(most):
            desk.apart[many, other] = 0
    return most


@rule
def scale_found(desk: SearchDesk) -> None:
    """Scale the results of the tree search in `desk.found`, so that they count as much as `Tune.BEFORE` playouts.

    A playout is a game that is played on after an action. `desk.found` has a row for each legal action: column 0 is the
    number of visits, and column 1 the sum of the results of these visits. Both are scaled, so that the visits of all
    actions add up to about the setting `Tune.BEFORE`. `desk` is the working memory of the search.
    """
    found, many, total = desk.found, int(desk.ask[Ask.MANY]), 0
    for j in range(many):
        total += int(found[j, 0])
    for j in range(many):
        if found[j, 0] > 0:
            visits = desk.tune[Tune.BEFORE] * found[j, 0] // total
            found[j, 1] = visits * found[j, 1] // found[j, 0]
            found[j, 0] = visits


@rule
def drop_action(j: int, played: int, desk: SearchDesk) -> None:
    """Drop the action in row `j` of `desk.line`, which has been compared in `played` playouts.

    Its result is written into `desk.found`. `desk` is the working memory of the search.
    """
    line, found = desk.line, desk.found
    at = int(line[j, PlayoutColumn.AT])
    found[at, 0], found[at, 1] = desk.tune[Tune.BEFORE] + played, int(line[j, PlayoutColumn.SUM])
    line[j, PlayoutColumn.ON] = 0


@rule
def find_best(many: int, desk: SearchDesk) -> int:
    """Return the row of `desk.line` with the action that has the largest sum of results, or -1 if no action is left.

    Each of the first `many` rows is for an action that is compared by playouts (games played on to the end). Rows of
    actions that were dropped, because they were clearly worse, are left out. `desk` is the working memory of the
    search.
    """
    line, best = desk.line, -1
    for j in range(many):
        if line[j, PlayoutColumn.ON] != 0 and (best < 0 or line[j, PlayoutColumn.SUM] > line[best, PlayoutColumn.SUM]):
            best = j
    return best


@rule
def is_surely_worse(j: int, best: int, played: int, desk: SearchDesk) -> bool:
    """Return whether the compared action `j` is worse than the action `best` by more than `SURE` standard errors.

    Both are rows of `desk.line`. Their results are known from playouts in the same `played` guesses of the hidden
    information. The standard error is that of the mean difference of both results. `desk` is the working memory of the
    search.
    """
    gap = (desk.line[best, PlayoutColumn.SUM] - desk.line[j, PlayoutColumn.SUM]) // FINE
    return bool(gap * gap * played > SURE * SURE * (desk.tune[Tune.BEFORE] + played) * desk.apart[j, best])


@rule
def drop_worse(many: int, played: int, desk: SearchDesk) -> int:
    """Drop the compared actions that are surely worse than the best action (see `is_surely_worse`).

    The actions are the first `many` rows of `desk.line`. `played` is the number of playouts so far. Return the number
    of remaining actions. `desk` is the working memory of the search.
    """
    best, left = find_best(many, desk), 0
    for j in range(many):
        if desk.line[j, PlayoutColumn.ON] != 0:
            if is_surely_worse(j, best, played, desk):
                drop_action(j, played, desk)
            else:
                left += 1
    return left


@rule
def run_playouts(states: States, codes: Numbers, desk: SearchDesk, inner: SearchDesk, e: Events) -> None:
    """Compare the best actions of a tree search by playing the game on after each of them. Drop worse actions early.

    For each compared action, write the number of its visits and the sum of its results into `desk.found`. Both include
    the tree search, which counts as `Tune.BEFORE` playouts. The later an action is dropped, the more visits it gets in
    `desk.found`. If several actions have the most visits, the action with the largest sum of results is the best.
    `states[0]` is the view, `codes` are the legal actions, and `desk` is the working memory of the search. While the
    game is played on, each seat chooses its actions by a small search, whose working memory is `inner`. The records
    from `states[1]` on, and `e`, are scratch space.
    """
    many = take_best(desk)
    left, played = many, 0
    if many < 2:
        return
    scale_found(desk)
    while left > 1 and played < desk.tune[Tune.PLAYOUTS] and play_guess(states, played, codes, many, desk, inner, e):
        add_guess(many, desk)
        played += 1
        if played % EVERY == 0:
            left = drop_worse(many, played, desk)
    for j in range(many):
        if desk.line[j, PlayoutColumn.ON] != 0:
            drop_action(j, played, desk)
