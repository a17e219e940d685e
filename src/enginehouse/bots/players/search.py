"""Search by information-set Monte Carlo tree search. The same code serves all games.

It calls the rules of a game through the verbs (`core.verbs`), and is compiled for each game. Each simulation samples a
full record from the view (`guess`), descends the tree along legal actions, adds one node, evaluates that position for
all seats, and adds the result to the edges on its way. The tree is open-loop: a node represents a history of actions,
not an outcome of chance. Sources: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (2012).
Actions are selected by PUCT (Silver and others, 2017), with priors from a one-step lookahead. A desk is the working
memory of a search.

- Each seat maximises its own win chance. Seats that win or lose together share one.
- If several seats have to decide at once, the searching seat decides first. No choice depends on the other choices at
  that moment: each seat has statistics of its own there, and the tree continues from all their choices.
- With `Tune.SIGHT`, nodes are found by the view of the acting seat instead of by the history. Then a choice depends on
  the outcome of chance, and not on hidden actions of others.
- A forced action needs no node.
- A budget is a number of simulations and of trees. Trees differ by their guesses, and their results are summed. So the
  same view, seed and budget give the same choice, with any number of threads. A search that runs out of time
  (`Ask.STOP`) returns the results so far.
"""

from __future__ import annotations

from enginehouse.bots.players.greedy import close_windows
from enginehouse.bots.players.imagining import find_stream, imagine
from enginehouse.bots.players.paths import begin_path, compute_key, find_lane, record_choice, watch_window
from enginehouse.bots.players.tree import (
    DEPTH,
    NOTES,
    Ask,
    Edge,
    SearchDesk,
    Tune,
    add_edges,
    find_edges,
    find_node,
    has_room,
    select_edge,
    set_priors,
)
from enginehouse.core.judging.judgement import WHOLE, exp_of
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.events import FIRST_SEAT, Events
from enginehouse.core.records.fields import Numbers, ReadOnly, Record, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import (
    actors,
    apply,
    at_random,
    belief,
    legal,
    prior,
    scores,
    shares,
    sight,
    stake,
    taste,
    together,
)

FEWEST = 2
"""The minimum number of guesses in which an action has to look worse than another one, to be left out for that."""
STEPS = 600
"""The maximum number of actions of a simulation, forced actions included."""


# -- evaluation --------------------------------------------------------------------------------------------------------


@rule
def write_outcome(s: Record, points: Numbers) -> None:
    """Write the share of the win of each seat in the finished game `s` into `points`, in millionths.

    Several winners divide 1,000,000. If all seats win or lose together, each winner has 1,000,000. In a game for
    points, such as poker, a share is computed from the points that the seat has won or lost, relative to the most
    points that a seat can win or lose (`verbs.stake`). The output of `scores` is written into `points` from index 8 on.
    """
    for k in range(8, len(points)):
        points[k] = 0  # `scores` writes only numbers that are not 0
    scores(s, points[8:])
    most = stake(s)
    if most > 0:
        for seat in range(s.seats):
            points[seat] = WHOLE * (int(points[8 + seat]) + most) // (int(s.seats) * most)
        return
    winners = 0
    for seat in range(s.seats):
        winners += 1 if points[16 + seat] == 1 else 0
    each = WHOLE if together(s) else WHOLE // max(winners, 1)
    for seat in range(s.seats):
        points[seat] = each if points[16 + seat] == 1 else 0


@rule
def write_worth(s: Record, points: Numbers) -> None:
    """Write the share of the win of each seat into `points`, in millionths.

    In a finished game the shares are those of the outcome. Otherwise they come from the evaluation of the position.
    """
    if s.reason != 0:
        write_outcome(s, points)
    else:
        shares(s, points)


@rule
def play_plies(s: Record, plies: int, desk: SearchDesk, e: Events) -> None:
    """Play `plies` random actions in the record `s`, or fewer if the game ends.

    `desk` is the working memory of the search, with the state of random numbers. `e` has the events of the last action.
    """
    codes, dice = desk.codes, desk.dice
    for _ in range(plies):
        mask = actors(s)
        if mask == 0:
            return
        seat = int(FIRST_SEAT[mask])
        many = at_random(s, seat, codes, legal(s, seat, codes))
        e.count = 0
        apply(s, seat, int(codes[pick(dice, many)]), e)


# -- simulations -------------------------------------------------------------------------------------------------------


@rule
def find_actor(mask: int, me: int) -> int:
    """Return the seat whose choice the search simulates next, among the seats that have to decide now.

    Bit `k` of `mask` is set if seat `k` has to decide. The result is the searching seat `me` if it is among these
    seats, else the lowest of them.
    """
    return me if (mask >> me) & 1 else int(FIRST_SEAT[mask])


@rule
def look_ahead(states: States, many: int, seat: int, desk: SearchDesk, e: Events) -> int:
    """Try the first `many` actions of `desk.codes` in the position `states[1]`, and add their values to `desk.values`.

    The game's rule `prior` (see `core.verbs`) estimates the value of an action for `seat`, from the positions before
    and after the action. The value is added to the action's element of `desk.values`. `desk` is the working memory of
    the search. The records after `states[1]` and `e` are overwritten. Return the number of tried actions: at least one,
    and fewer than `many` only if time ran out.
    """
    ask, codes, values, others = desk.ask, desk.codes, desk.values, desk.others
    for j in range(many):
        if ask[Ask.STOP] != 0 and j > 0:
            return j
        states[2] = states[1]
        e.count = 0
        apply(states[2], seat, int(codes[j]), e)
        close_windows(states[2], seat, others, e)
        values[j] += prior(states[1], states[2], seat, int(codes[j]))
    return many


@rule
def compute_node_key(s: Record, seat: int, me: int, desk: SearchDesk) -> int:
    """Return the key by which the search tree finds the node in which `seat` chooses in the record `s`.

    The key is a hash of the history in `desk.path`. With the setting `Tune.SIGHT`, it is a hash of the seat's view
    instead. `me` is the searching seat. `desk` is the working memory of the search.
    """
    if desk.tune[Tune.SIGHT] == 0:
        return compute_key(desk.path, find_lane(desk.path, seat), seat)
    return sight(s, seat, seat == me)


@rule
def descend(states: States, me: int, desk: SearchDesk, e: Events) -> int:
    """Play one simulation in `states[1]` down to a leaf: the first node that the search tree does not have yet.

    Return the number of choices on the way. They are written into `desk.way`: for each choice the index of its edge,
    and the seat. `me` is the searching seat. The records after `states[1]`, and `e`, are working memory.
    """
    path, codes, way = desk.path, desk.codes, desk.way
    explore = int(desk.tune[Tune.EXPLORE])
    begin_path(path)
    depth = 0
    for _ in range(STEPS):
        mask = actors(states[1])
        if mask == 0 or depth == DEPTH:
            return depth
        seat = find_actor(mask, me)
        many = at_random(states[1], seat, codes, legal(states[1], seat, codes))
        watch_window(states[1], path)
        code = int(codes[0])
        if many > 1:
            node = find_node(desk, compute_node_key(states[1], seat, me, desk))
            if node < 0:
                return depth
            if not find_edges(desk, node, many) and not open_node(states, node, many, seat, desk, e):
                return depth
            edge = select_edge(desk, many, explore)
            code = int(desk.edges[edge, Edge.CODE])
            way[depth, 0], way[depth, 1] = edge, seat
            depth += 1
        e.count = 0
        apply(states[1], seat, code, e)
        record_choice(states[1], path, seat, code)
    return depth


@rule
def open_node(states: States, node: int, many: int, seat: int, desk: SearchDesk, e: Events) -> bool:
    """Add an edge to a node of the search tree for each legal action of a seat in the record `states[1]`.

    The actions are the first `many` of `desk.codes`. The indices of their edges are written into `desk.others`. Return
    False if there was no space for the edges, or no time. `desk` is the working memory of the search. The records after
    `states[1]`, and `e`, are scratch space.
    """
    if not has_room(desk, node, many):
        return False
    for j in range(many):
        desk.values[j] = 0
    if desk.tune[Tune.WARMTH] > 0 and look_ahead(states, many, seat, desk, e) < many:
        return False
    set_priors(desk.values, many, int(desk.tune[Tune.WARMTH]))
    add_edges(desk, node, many)
    return find_edges(desk, node, many)


@rule
def simulate(states: States, me: int, desk: SearchDesk, e: Events) -> None:
    """Run one simulation from the guessed record `states[1]`, and update the edges of the tree on its way.

    The simulation descends to a leaf and evaluates it. `me` is the searching seat. The tree in `desk` is changed. The
    records after `states[1]`, and `e`, are scratch space. `desk` is the working memory of the search.
    """
    depth = descend(states, me, desk, e)
    if desk.tune[Tune.PLIES] != 0:
        play_plies(states[1], int(desk.tune[Tune.PLIES]), desk, e)
    write_worth(states[1], desk.points)
    edges, way, points = desk.edges, desk.way, desk.points
    for j in range(depth):
        edge = int(way[j, 0])
        edges[edge, Edge.VISITS] += 1
        edges[edge, Edge.VALUE] += int(points[int(way[j, 1])])


@rule
def survey(states: States, desk: SearchDesk) -> None:
    """Weigh the guesses of the hidden information by how well each fits the actions of the other seats so far.

    The game's rule `belief` (see `core.verbs`) gives the weight of a guess. Write cumulative weights into
    `desk.worlds`: element `j` is the sum of the weights of the guesses 0 to `j`. `states[0]` is the view, and
    `states[1]` is overwritten. If time runs out, the remaining guesses have weight 0. `desk` is the working memory of
    the search.
    """
    me, seed, worlds = int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.SEED]), desk.worlds
    many = 0
    for j in range(int(desk.tune[Tune.WORLDS])):
        if j > 0 and desk.ask[Ask.STOP] != 0:
            break
        imagine(states, me, seed, find_stream(desk.ask) + j, desk)
        worlds[j] = belief(states[1], me, int(desk.tune[Tune.PEERS]))
        many = j + 1
    best, total = int(worlds[0]), 0
    for j in range(many):
        best = max(best, int(worlds[j]))
    for j in range(int(desk.tune[Tune.WORLDS])):
        if j < many:
            total += 1 + int(WHOLE * exp_of((int(worlds[j]) - best) / 1000))
        worlds[j] = total


@rule
def draw_guess(desk: SearchDesk) -> int:
    """Draw a guess of the hidden information at random, and return its number. Likelier guesses are drawn more often.

    `desk` is the working memory of the search. `desk.worlds[j]` is the sum of the weights of the guesses 0 to `j`: the
    weight of a guess says how likely it is. `desk.dice` is the state of the random number generator.
    """
    worlds, high = desk.worlds, int(desk.tune[Tune.WORLDS]) - 1
    left = pick(desk.dice, int(worlds[high]))
    low = 0
    while low < high:
        middle = (low + high) // 2
        if worlds[middle] > left:
            high = middle
        else:
            low = middle + 1
    return low


@rule
def weigh_roots(states: States, desk: SearchDesk, e: Events) -> None:
    """Evaluate each legal action without a search, and write the values, each a mean over guesses, to `desk.values`.

    A guess is a full record that is consistent with the view `states[0]`. The values become the priors of the actions
    at the root of the search tree. If time runs out, use fewer guesses. All other records, `desk` and `e` are working
    memory.
    """
    me, many, seed = int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.MANY]), int(desk.ask[Ask.SEED])
    for j in range(many):
        desk.values[j] = 0
        desk.tastes[j] = 0
        desk.worse[j] = 0
    guesses = 0
    while (
        guesses < desk.tune[Tune.GUESSES] and desk.tune[Tune.WARMTH] > 0 and (guesses == 0 or desk.ask[Ask.STOP] == 0)
    ):
        if desk.tune[Tune.WORLDS] > 0:
            imagine(states, me, seed, find_stream(desk.ask) + draw_guess(desk), desk)
        else:
            imagine(states, me, seed + 1, find_stream(desk.ask) + guesses, desk)
        if desk.tune[Tune.WITHIN] > 0 and (guesses + 1) * many <= NOTES:
            for j in range(many):
                desk.room[guesses * many + j] = int(desk.values[j])
        done = look_ahead(states, many, me, desk, e)
        if done < many:
            even_out(desk.values, done, many, guesses)
        if desk.tune[Tune.STYLE] > 0:
            add_tastes(states, many, me, desk, e)
        guesses += 1
    if desk.tune[Tune.WITHIN] > 0:
        mark_worse(many, guesses, desk)
    for j in range(many):
        desk.values[j] += int(desk.tastes[j])
    if is_choosy(desk.tune):
        mark_unseen(many, guesses, desk)
    set_priors(desk.values, many, guesses * int(desk.tune[Tune.WARMTH]))
    if is_choosy(desk.tune):
        for j in range(many):
            if desk.worse[j] != 0:
                desk.values[j] = 0


@rule
def is_choosy(tune: ReadOnly) -> bool:
    """Return whether a bot with the settings `tune` draws one of the good actions at random instead of searching."""
    return bool(tune[Tune.SIMULATIONS] == 0 and tune[Tune.WITHIN] > 0)


@rule
def add_tastes(states: States, many: int, seat: int, desk: SearchDesk, e: Events) -> None:
    """Add to `desk.tastes` how well each of the first `many` actions fits the style of the bot (`verbs.taste`).

    The actions are in `desk.codes`, and are tried in the guessed record `states[1]`. The records after `states[1]`, and
    `e`, are working memory.
    """
    style = int(desk.tune[Tune.STYLE])
    for j in range(many):
        states[2] = states[1]
        e.count = 0
        apply(states[2], seat, int(desk.codes[j]), e)
        close_windows(states[2], seat, desk.others, e)
        if actors(states[2]) != 0:
            desk.tastes[j] += taste(states[2], seat, style)


@rule
def mark_worse(many: int, guesses: int, desk: SearchDesk) -> None:
    """Write 1 into `desk.worse` for each of the first `many` actions that is surely worse than the best action, else 0.

    The actions were tried in `guesses` guesses of the hidden information. `desk.values` has the sum of each action's
    values over all guesses. `desk.room[k * many + j]` has the sum of action `j` over the guesses before guess `k`. The
    best action has the highest sum over all guesses. Another action is surely worse if its sum is lower, and if its
    value is not higher in any guess. No action is marked if there are fewer than `FEWEST` guesses, or if there are so
    many that their sums do not fit into the first `NOTES` numbers of `desk.room`. `desk` is the working memory of the
    search.
    """
    values, room, best = desk.values, desk.room, 0
    for j in range(many):
        if values[j] > values[best]:
            best = j
    for j in range(many):
        worse = 1 if values[j] < values[best] and guesses * many <= NOTES and guesses >= FEWEST else 0
        for k in range(guesses if worse != 0 else 0):
            after = (k + 1) * many
            mine = int(values[j]) if k + 1 == guesses else int(room[after + j])
            its = int(values[best]) if k + 1 == guesses else int(room[after + best])
            if mine - int(room[k * many + j]) > its - int(room[k * many + best]):
                worse = 0
        desk.worse[j] = worse


@rule
def mark_unseen(many: int, guesses: int, desk: SearchDesk) -> None:
    """Write 1 into `desk.worse` for each action that a weak bot must not choose, and 0 for all others.

    Such a bot grows no search tree: it draws one of the good actions at random. It has tried each of `many` actions in
    `guesses` guesses of the hidden information. `desk` is its working memory, and `desk.values` has the sum of each
    action's values over the guesses. The bot must not choose two kinds of actions:

    - Actions that it overlooks. If the setting `Tune.OVERLOOKS` is above 0, each action is overlooked with this
      probability in percent, and earlier marks are removed. If the setting is 0, earlier marks stay.
    - Actions whose mean value is lower than that of the best unmarked action by more than the setting `Tune.WITHIN`.

    At least one action stays unmarked.
    """
    values, worse, best = desk.values, desk.worse, -1
    overlooks = int(desk.tune[Tune.OVERLOOKS])
    for j in range(many):
        if overlooks > 0:
            worse[j] = 1 if pick(desk.dice, 100) < overlooks else 0
        if worse[j] == 0 and (best < 0 or values[j] > values[best]):
            best = j
    if best < 0:
        best = pick(desk.dice, many)
        worse[best] = 0
    for j in range(many):
        if values[best] - values[j] > guesses * desk.tune[Tune.WITHIN]:
            worse[j] = 1


@rule
def even_out(values: Numbers, done: int, many: int, guesses: int) -> None:
    """Complete the sums of the actions' values if time ran out before all were tried in the last guess.

    A guess is a full record that is consistent with the view, and an action has a value in each guess. `values` has,
    for each of `many` actions, the sum of its values over all guesses. In the last guess, the actions from index `done`
    on were not tried. To the sum of each of these actions, add its mean value in the earlier guesses, whose number is
    `guesses`. If there is no earlier guess, set their sums below those of all actions that were tried.
    """
    least = int(values[0])
    for j in range(done):
        least = min(least, int(values[j]))
    for j in range(done, many):
        values[j] = values[j] + values[j] // guesses if guesses > 0 else least - 1


@rule
def begin(states: States, codes: Numbers, desk: SearchDesk, e: Events) -> None:
    """Create the root of a search tree in `desk`: a node with all legal actions `codes` and their priors.

    `desk` is the working memory of the search. `states[0]` is the view; all other records and `e` are working memory.
    """
    me, many, seed = int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.MANY]), int(desk.ask[Ask.SEED])
    seed_dice(desk.dice, seed + 3, find_stream(desk.ask))
    for j in range(many):
        desk.codes[j] = int(codes[j])
    states[1] = states[0]
    watch_window(states[1], desk.path)
    find_node(desk, compute_node_key(states[1], me, me, desk))
    if desk.tune[Tune.WORLDS] > 0:
        survey(states, desk)
    weigh_roots(states, desk, e)
    add_edges(desk, 0, many)


@rule
def run_simulation(states: States, k: int, desk: SearchDesk, e: Events) -> None:
    """Run simulation `k` of a search tree, and add its result to the choices on its way through the tree.

    `desk` is the working memory of the search. It has the tree, which `begin` has created. The simulation starts from a
    guess of the hidden information. Each choice on its way gets one more visit, and its sum of results increases.
    `states[0]` is the view of the searching seat. All other records and `e` are working memory.
    """
    number = draw_guess(desk) if desk.tune[Tune.WORLDS] > 0 else k
    imagine(states, int(desk.ask[Ask.SEAT]), int(desk.ask[Ask.SEED]), find_stream(desk.ask) + number, desk)
    simulate(states, int(desk.ask[Ask.SEAT]), desk, e)
