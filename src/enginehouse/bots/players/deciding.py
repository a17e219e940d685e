"""Make one decision of a search: grow a tree, plan a turn or play actions out, and choose by the results."""

from __future__ import annotations

from typing import Any

from enginehouse.bots.players.lookahead import plan_turn
from enginehouse.bots.players.playouts import run_playouts
from enginehouse.bots.players.search import begin, run_simulation
from enginehouse.bots.players.tree import (
    Ask,
    SearchDesk,
    Tune,
    add_results,
    clear_desk,
    clear_found,
    find_good,
    find_most_tried,
)
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Matrix, Numbers, ReadOnly, States
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import at_random, gives_up


@rule
def grow(states: States, codes: Numbers, desk: SearchDesk, inner: SearchDesk, e: Events) -> None:
    """Grow a search tree from the view in `states[0]`, and add its results to the array `desk.found`.

    `desk` is the working memory of the search (see `tree.SIZES`). In `desk.found`, each legal action has a row with the
    number of its visits, the sum of its results (shares of the win), and its prior. The legal actions are the first
    `desk.ask[Ask.MANY]` numbers of `codes`.

    The other records of `states` are scratch space: two of them, and more if the settings ask for plans of whole turns
    (see `plans.FIRST`) or for playouts (see `playouts.EMPTY`). A playout plays a guess of the hidden information on to
    the end of the game. In it, each seat chooses by a small search, whose working memory is `inner`. `e` is a buffer
    for events, which are not used.
    """
    clear_desk(desk)
    if desk.tune[Tune.BEAM] > 0 and plan_turn(states, desk, e):
        return
    begin(states, codes, desk, e)
    for k in range(int(desk.tune[Tune.SIMULATIONS])):
        if desk.ask[Ask.STOP] != 0:
            break
        run_simulation(states, k, desk, e)
    add_results(codes, desk)
    if desk.tune[Tune.PLAYOUTS] > 0 and desk.ask[Ask.STOP] == 0:
        run_playouts(states, codes, desk, inner, e)


@entry
def grow_tree(states: States, codes: Numbers, desks: Any, events: Any) -> None:
    """Grow one search tree from the view in `states[0]`, and add its results to the table `desks[0].found`.

    Python code calls this function instead of `grow`, with arrays in place of single records. `codes` are the legal
    actions. `desks[0]` is the working memory of the search, and `desks[1]` that for replies in playouts. `events` is an
    array of one event list.
    """
    grow(states, codes, desks[0], desks[1], events[0])


@rule
def draw_by_prior(found: Matrix, many: int, seed: int, dice: Numbers) -> int:
    """Draw one of `many` actions at random, with its prior probability as weight, and return its index.

    This is for a level without simulations. `found` is an array with a row for each action (see `tree.FOUND`). `dice`
    is scratch space for the state of random numbers (four integers), which start from `seed`.
    """
    total = 0
    for j in range(many):
        total += int(found[j, 2])
    seed_dice(dice, seed, 17)
    left = pick(dice, total)
    at = 0
    while left >= found[at, 2]:
        left -= int(found[at, 2])
        at += 1
    return at


@rule
def choose_result(found: Matrix, many: int, tune: ReadOnly, seed: int, dice: Numbers) -> int:
    """Return the index of the action to play, from the summed results `found` of `many` actions (see `tree.FOUND`).

    With most settings, this is the most visited action, or an action that is nearly as good (`find_good`). If the
    settings `tune` have no simulations, an action is drawn at random. `seed` determines the random number, and `dice`
    (four integers) is scratch space for it.
    """
    if tune[Tune.SIMULATIONS] == 0:
        return draw_by_prior(found, many, seed, dice)
    if tune[Tune.WITHIN] > 0 and tune[Tune.BEAM] == 0:
        return find_good(found, many, tune)
    return find_most_tried(found, many)


@rule
def choose_compiled(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the code of the action that a search bot chooses. The loop that plays compiled games calls this rule.

    `room.setting` has the bot's settings (the numbers of `Tune`) twice: first those for two seats, then those for more
    seats. With these settings, the bot chooses the same action in plain Python. `states[0]` is the view of `seat`, and
    the other records are scratch space. The legal actions are the first `room.many` numbers of `room.codes`. `seed`
    determines the random numbers of the search. `e` is working memory for events.
    """
    states[1] = states[0]
    given_up = gives_up(states[1], seat)
    if given_up >= 0:
        return int(given_up)
    many = at_random(states[0], seat, room.codes, room.many)
    if many == 1:
        return int(room.codes[0])
    desk, first = room.desk, Tune.SIZE if states[0].seats > 2 else 0
    for k in range(Tune.SIZE):
        desk.tune[k] = room.setting[first + k]
    clear_found(desk, many)
    ask = desk.ask
    ask[Ask.SEAT], ask[Ask.SEED], ask[Ask.MANY], ask[Ask.STOP] = seat, seed, many, 0
    for which in range(desk.tune[Tune.TREES]):
        ask[Ask.TREE] = which
        grow(states, room.codes, desk, room.inner, e)
    return int(room.codes[choose_result(desk.found, many, desk.tune, seed, room.own)])
