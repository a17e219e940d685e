"""Grow the tree of a search. A node has an edge for each action, and the rule PUCT selects the edge to follow.

A node is found by its key, a hash of the actions that led to it or of the view there. A desk is the working memory of a
search, with the tree, its limits and its results.
"""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np

from enginehouse.bots.players.paths import Path
from enginehouse.core.judging.judgement import WHOLE, exp_of
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.fields import Matrix, Numbers, ReadOnly
from enginehouse.core.rule import Constants, rule

DEPTH = 200
"""The maximum number of choices of one simulation that are recorded."""
EDGES = 24
"""The number of edges for which a tree has room, per simulation.

If no edge is left, a new position is evaluated but gets no edges.
"""
MOST_EDGES = 600_000
"""The maximum number of edges of a tree, with any budget."""


class Tune(Constants):
    """The settings of a search, as indices of an array of integers."""

    SIMULATIONS = 0  # per tree
    TREES = 1
    EXPLORE = 2  # exploration constant of PUCT, in thousandths
    WARMTH = 3  # temperature of the priors, in hundredths of a point; 0: equal priors, no lookahead
    GUESSES = 4  # guesses for the priors at the root
    PLIES = 5  # random actions before a position is evaluated
    BEAM = 6  # positions in the beam that plans a turn, if the game defines turns; 0: no plans
    WORLDS = 7  # guesses that are weighed by the actions of the others; 0: equal weights
    SEER = 8  # 1: the search sees the true record (`bots.players.seer`)
    SIGHT = 9  # 1: nodes are found by the view of the acting seat (`verbs.sight`), 0: by the history
    PEERS = 10  # the assumed kind of opponents if guesses are weighed (`verbs.belief`)
    ENDS = 11  # ends of plans that `lookahead` compares, at most `MOST_ENDS`; 0 or 1: the best plan is played
    AFTER = 12  # guesses of the lookahead
    NEXT = 13  # positions in the beam that plans the next turn
    RIVALS = 14  # weight of the best rival's outlook, in percent
    WITHIN = 15  # the most that a choice may look worse than the best one (see `LEEWAY`); 0: no other choice, no limit
    PLAYOUTS = 16  # maximum number of guesses in which the best actions are played out (`playouts`)
    BEST = 17  # maximum number of actions that are played out
    BEFORE = 18  # weight of the tree's result, in playouts
    REPLIES = 19  # simulations of a reply in a playout
    REPLY_WORLDS = 20  # weighed guesses of a reply
    HORIZON = 21  # actions of a playout; 0: to the end of the game
    STYLE = 22  # the style by which the bot chooses among good actions (`verbs.taste`); 0: no style
    OVERLOOKS = 23  # percent of the actions that a bot without a search does not notice
    OWN = 24  # first of the game's own settings for plans (`verbs.outlook`)
    SIZE = 32


LEEWAY = 1_000
"""The unit of `Tune.WITHIN` in a search, in millionths of a win: 20 means two percentage points.

For plans the unit is a hundredth of a point, and without simulations a thousandth as in `verbs.prior`.
"""


class Ask(Constants):
    """The fields of a request to a search tree (seat, seed and so on), as indices of an array of integers."""

    SEAT = 0
    SEED = 1
    TREE = 2
    MANY = 3  # legal actions
    STOP = 4  # 1 if time is out; another thread may set it while the tree grows
    SIZE = 5


class Node(Constants):
    """The columns of the array `nodes` of a desk (the working memory of a search). Its rows are the tree's nodes."""

    KEY = 0  # hash of the history (see `Path`)
    FIRST = 1  # index of its first edge; its edges are adjacent and ascend by code
    MANY = 2  # number of edges
    ROOM = 3  # number of edges that fit there
    SIZE = 4


class Edge(Constants):
    """The columns of the array `edges` of a desk (the working memory of a search). Its rows are the tree's edges.

    An edge is an action in a node.
    """

    CODE = 0
    PRIOR = 1  # in millionths
    VISITS = 2
    VALUE = 3  # sum of the acting seat's shares
    SIZE = 4


class Count(Constants):
    """The counters of the search tree in a desk (the working memory of a search), as indices of its array `counts`.

    They are the numbers of nodes and edges, and the limits of both.
    """

    NODES = 0
    EDGES = 1
    MOST_NODES = 2  # for the budget
    MOST_EDGES = 3
    SLOTS = 4  # slots of the hash table, less one: a bit mask
    SIZE = 5


MOST_NODES, MOST_SLOTS, MOST_WORLDS, MOST_HELD, MOST_ENDS, MOST_BEST = 1 << 17, 1 << 19, 4_096, 64, 16, 16
"""The upper limits of any budget. A larger tree stops growing, and no more actions are played out."""
NOTES = 70_000
"""The number of integers in the cache of a game that plans a turn (`room` of `verbs.outlook`)."""
LONGEST = 24
"""The maximum number of actions of a plan."""


class PlayoutColumn(Constants):
    """The columns of the array `line` of a desk (the working memory of a search).

    Its rows are the actions that playouts compare, by playing the game on after each of them.
    """

    AT = 0  # index among the legal actions
    ON = 1  # 1 until it is dropped
    SUM = 2  # sum over playouts, with the tree's result `Tune.BEFORE` times
    NOW = 3  # value in the current guess
    SIZE = 4


class BeamColumn(Constants):
    """The columns of two arrays of a desk (the working memory of a search): `held` and `ends`.

    The rows of `held` are the positions that a beam search keeps. The rows of `ends` are the best plans of a turn.
    """

    VALUE = 0
    ROOT = 1  # index of the plan's first action; -1 at the root
    LONG = 2  # number of actions so far
    WAY = 3  # these actions
    SUM = WAY + LONGEST  # of an end: sum of the lookahead's values
    SIZE = SUM + 1


FOUND = 5
"""The number of results for each legal action: visits, summed shares, prior, taste, trees in which it looks worse."""
SIZES: dict[str, tuple[int, ...]] = {
    "ask": (Ask.SIZE,),
    "tune": (Tune.SIZE,),
    "counts": (Count.SIZE,),
    "codes": (MOST,),
    "values": (MOST,),
    "others": (MOST,),
    "found": (MOST, FOUND),
    "tastes": (MOST,),
    "worse": (MOST,),
    "path": (Path.SIZE,),
    "way": (DEPTH + 1, 2),
    "points": (24,),
    "dice": (4,),
    "words": (8,),
    "held": (MOST_HELD, BeamColumn.SIZE),
    "ends": (MOST_ENDS, BeamColumn.SIZE),
    "next": (1, BeamColumn.SIZE),
    "line": (MOST_BEST, PlayoutColumn.SIZE),
    "apart": (MOST_BEST, MOST_BEST),
    "room": (NOTES,),
    "worlds": (MOST_WORLDS,),
    "table": (MOST_SLOTS,),
    "nodes": (MOST_NODES, Node.SIZE),
    "edges": (MOST_EDGES, Edge.SIZE),
}
"""The arrays of a desk, the scratch buffers of one tree, with their shapes. All hold integers.

- `found`: visits, summed shares, prior and taste of each legal action, and the number of trees in which it looks worse
- `tastes`: how much the bot's style likes each legal action (`verbs.taste`), summed over guesses
- `worse`: 1 for each legal action that looks better than the best one in no guess, one step ahead, else 0
- `table`: slots of the hash table that finds nodes by their keys
- `way`: edges of the current simulation, with the seats that chose them
- `points`: shares by seat, then the output of `scores`
- `held`: positions in beams; `ends`: ends of plans that `lookahead` compares; `next`: the end of a plan on the way
  there
- `line`: the actions that are played out; `apart`: their squared differences in pairs, summed over guesses
- `room`: the notes of the game
- `worlds`: cumulative weights of the guesses
"""
DESK = np.dtype([(name, np.int64, size) for name, size in SIZES.items()])
"""The arrays in `SIZES` as a single record, which compiled code passes on at no cost (see `core.play.arena.ROOM`).

The record is large, but the operating system allocates only the pages that a budget touches.
"""


class SearchDesk:
    """The arrays in which a search stores its work. Compiled rules use them. `SIZES` describes each array."""

    ask: Numbers
    tune: Numbers
    counts: Numbers
    codes: Numbers
    values: Numbers
    others: Numbers
    found: Matrix
    tastes: Numbers
    worse: Numbers
    path: Numbers
    way: Matrix
    points: Numbers
    dice: Numbers
    words: Numbers
    held: Matrix
    ends: Matrix
    next: Matrix
    line: Matrix
    apart: Matrix
    room: Numbers
    worlds: Numbers
    table: Numbers
    nodes: Matrix
    edges: Matrix


def make_desk_type(simulations: int, many: int) -> np.dtype[Any]:
    """Return the dtype of a desk, the working memory of a search.

    The desk has the size that a budget of `simulations` needs, for at most `many` legal actions.
    """
    nodes, edges, slots = compute_bounds(simulations, many)
    sizes = {**SIZES, "table": (slots,), "nodes": (nodes, Node.SIZE), "edges": (edges, Edge.SIZE)}
    return np.dtype([(name, np.int64, size) for name, size in sizes.items()])


def plain_desk(ask: Numbers, tune: ReadOnly) -> Any:
    """Return the working memory of a search (a desk) for plain Python.

    Its arrays are as long as the search needs with the number of simulations in the settings `tune`. `ask` is the
    request to the search: the seat, the seed and so on (see `Ask`). Both are stored in the desk.
    """
    most_nodes, most_edges, slots = compute_bounds(int(tune[Tune.SIMULATIONS]), int(ask[Ask.MANY]))
    sizes = {**SIZES, "table": (slots,), "nodes": (most_nodes, Node.SIZE), "edges": (most_edges, Edge.SIZE)}
    desk = SimpleNamespace(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})
    desk.ask, desk.tune = ask, tune
    return desk


@rule
def compute_bounds(simulations: int, many: int) -> tuple[int, int, int]:
    """Return the maximum numbers of nodes, edges and hash table slots that a search tree needs.

    `simulations` is the budget of the search, `many` the number of legal actions at the root.
    """
    nodes = min(simulations + 1, MOST_NODES)
    slots = 4
    while slots < 2 * nodes + 1:
        slots *= 2
    return nodes, min(many + EDGES * simulations, MOST_EDGES), slots


@rule
def clear_desk(desk: SearchDesk) -> None:
    """Empty the tree of a desk (the working memory of a search), and set its limits for the current request."""
    counts = desk.counts
    nodes, edges, slots = compute_bounds(int(desk.tune[Tune.SIMULATIONS]), int(desk.ask[Ask.MANY]))
    counts[Count.NODES], counts[Count.EDGES], counts[Count.SLOTS] = 0, 0, slots - 1
    counts[Count.MOST_NODES], counts[Count.MOST_EDGES] = nodes, edges
    for k in range(slots):
        desk.table[k] = 0
    for k in range(Path.SIZE):
        desk.path[k] = 0


@rule
def find_node(desk: SearchDesk, key: int) -> int:
    """Return the index of the node with this key in a search tree, or add a new node with the key and return -1.

    If the tree is full, return -1 without adding a node. `desk` is the working memory of the search, with the tree.
    """
    table, nodes, counts = desk.table, desk.nodes, desk.counts
    slots = int(counts[Count.SLOTS])
    at = key & slots
    while table[at] != 0:
        if nodes[int(table[at]) - 1, Node.KEY] == key:
            return int(table[at]) - 1
        at = (at + 1) & slots
    many = int(counts[Count.NODES])
    if many < counts[Count.MOST_NODES]:
        nodes[many, Node.KEY], nodes[many, Node.MANY], nodes[many, Node.ROOM] = key, 0, 0
        counts[Count.NODES] = many + 1
        table[at] = many + 1
    return -1


@rule
def find_edge(desk: SearchDesk, node: int, code: int) -> int:
    """Return the index of the edge of the action `code` in a node of the tree in `desk`, or -1 if it has no such edge.

    `desk` is the working memory of the search.
    """
    first = int(desk.nodes[node, Node.FIRST])
    for at in range(first, first + desk.nodes[node, Node.MANY]):
        if desk.edges[at, Edge.CODE] == code:
            return at
    return -1


@rule
def find_edges(desk: SearchDesk, node: int, many: int) -> bool:
    """Write the index of a node's edge for each of the first `many` actions of `desk.codes` into `desk.others`.

    Return False if the node has no edge for one of them. Both the codes and the edges of a node are in ascending order.
    `desk` is the working memory of the search.
    """
    codes, others, edges = desk.codes, desk.others, desk.edges
    at = int(desk.nodes[node, Node.FIRST])
    end = at + int(desk.nodes[node, Node.MANY])
    for j in range(many):
        while at < end and edges[at, Edge.CODE] < codes[j]:
            at += 1
        if at == end or edges[at, Edge.CODE] != codes[j]:
            return False
        others[j] = at
        at += 1
    return True


@rule
def has_room(desk: SearchDesk, node: int, many: int) -> bool:
    """Return whether the array `desk.edges` has enough space to add `many` edges to a node.

    The edges of a node must be adjacent. So all of them may have to be copied to the end of the array when edges are
    added, and the space for this copy must be there. This function only tests it. `desk` is the working memory of the
    search.
    """
    return bool(desk.counts[Count.EDGES] + 2 * (desk.nodes[node, Node.MANY] + many) <= desk.counts[Count.MOST_EDGES])


@rule
def move_edges(desk: SearchDesk, node: int, room: int) -> None:
    """Move the edges of a node to the end of the array of edges in `desk`, with room for `room` edges.

    `desk` is the working memory of the search.
    """
    nodes, counts = desk.nodes, desk.counts
    first, to = int(nodes[node, Node.FIRST]), int(counts[Count.EDGES])
    for j in range(nodes[node, Node.MANY]):
        set_edge(desk, to + j, first + j)
    nodes[node, Node.FIRST], nodes[node, Node.ROOM] = to, room
    counts[Count.EDGES] = to + room


@rule
def set_edge(desk: SearchDesk, to: int, at: int) -> None:
    """Copy the edge at index `at` of the array of edges in `desk` over the edge at index `to`.

    `desk` is the working memory of the search.
    """
    edges = desk.edges
    for k in range(Edge.SIZE):
        edges[to, k] = int(edges[at, k])


@rule
def add_edges(desk: SearchDesk, node: int, many: int) -> None:
    """Add an edge to a node for each of the first `many` actions of `desk.codes` that has no edge there yet.

    The priors of the new edges are in `desk.values`. If the node's space in the array of edges is too small, its edges
    move to a place with twice the space. So edges move rarely. `desk` is the working memory of the search.
    """
    codes, edges, nodes = desk.codes, desk.edges, desk.nodes
    had, more = int(nodes[node, Node.MANY]), 0
    for j in range(many):
        if find_edge(desk, node, int(codes[j])) < 0:
            more += 1
    if had + more > nodes[node, Node.ROOM]:
        move_edges(desk, node, max(had + more, 2 * had))
    first = int(nodes[node, Node.FIRST])
    at, to = had - 1, had + more - 1
    for j in range(many - 1, -1, -1):  # from behind, so that none is overwritten before it was moved
        while at >= 0 and edges[first + at, Edge.CODE] > codes[j]:
            set_edge(desk, first + to, first + at)
            at, to = at - 1, to - 1
        if at < 0 or edges[first + at, Edge.CODE] != codes[j]:
            edges[first + to, Edge.CODE], edges[first + to, Edge.PRIOR] = int(codes[j]), int(desk.values[j])
            edges[first + to, Edge.VISITS], edges[first + to, Edge.VALUE] = 0, 0
            to -= 1
    nodes[node, Node.MANY] = had + more


@rule
def select_edge(desk: SearchDesk, many: int, explore: int) -> int:
    """Return the index of the edge with the highest PUCT score among the first `many` in `desk.others`.

    `explore` is the exploration constant in thousandths. `desk` is the working memory of the search.
    """
    edges, others = desk.edges, desk.others
    visits, value, priors = 0, 0, 0
    for j in range(many):
        at = int(others[j])
        visits += int(edges[at, Edge.VISITS])
        value += int(edges[at, Edge.VALUE])
        priors += int(edges[at, Edge.PRIOR])
    mean = value / visits if visits > 0 else 0.0
    width = explore * 0.001 * WHOLE * sqrt(visits + 1.0) / priors
    best, most = 0, -1.0
    for j in range(many):
        at = int(others[j])
        tried = int(edges[at, Edge.VISITS])
        worth = mean if tried == 0 else int(edges[at, Edge.VALUE]) / tried
        worth += width * int(edges[at, Edge.PRIOR]) / (1.0 + tried)
        if worth > most:
            best, most = at, worth
    return best


@rule
def set_priors(values: Numbers, many: int, warmth: int) -> None:
    """Replace the first `many` values of actions by prior probabilities, in millionths.

    The priors are a softmax of the values with the temperature `warmth`, which has the unit of the values. With
    `warmth` 0 all priors are equal.
    """
    if warmth == 0:
        for j in range(many):
            values[j] = WHOLE // many
        return
    best = int(values[0])
    for j in range(many):
        best = max(best, int(values[j]))
    total = 0
    for j in range(many):
        values[j] = 1 + int(WHOLE * exp_of((int(values[j]) - best) / warmth))
        total += int(values[j])
    for j in range(many):
        values[j] = max(1, WHOLE * int(values[j]) // total)


@rule
def clear_found(desk: SearchDesk, many: int) -> None:
    """Set the results of the first `many` legal actions in the table `desk.found` to 0.

    `desk` is the working memory of the search. `tree.FOUND` describes the columns.
    """
    for j in range(many):
        for k in range(FOUND):
            desk.found[j, k] = 0


@rule
def add_results(codes: Numbers, desk: SearchDesk) -> None:
    """Add the results of the present tree for each legal action to those of earlier trees in the table `desk.found`.

    `codes` are the legal actions. `tree.FOUND` describes the columns. `desk` is the working memory of the search.
    """
    found = desk.found
    for j in range(desk.ask[Ask.MANY]):
        edge = find_edge(desk, 0, int(codes[j]))
        found[j, 0] += int(desk.edges[edge, Edge.VISITS])
        found[j, 1] += int(desk.edges[edge, Edge.VALUE])
        found[j, 2] += int(desk.edges[edge, Edge.PRIOR])
        found[j, 3] += int(desk.tastes[j])
        found[j, 4] += int(desk.worse[j])


@rule
def find_most_tried(found: Matrix, many: int) -> int:
    """Return the index of the action with the most visits among the first `many` rows of `found`.

    A row has the number of visits to the action, the sum of the win chances that these visits found, and the action's
    prior. In a tie, the larger sum decides, then the lower index. If no action was tried for lack of time, return the
    action with the highest prior.
    """
    best, tried = 0, 0
    for j in range(many):
        tried += int(found[j, 0])
        if found[j, 2] > found[best, 2]:
            best = j
    if tried == 0:
        return best
    best = 0
    for j in range(many):
        more = int(found[j, 0]) - int(found[best, 0])
        if more > 0 or (more == 0 and int(found[j, 1]) > int(found[best, 1])):
            best = j
    return best


SHARE_OF_VISITS = 5
"""Another action than the most visited one is chosen only if it has at least this part (a fifth) of its visits."""


@rule
def find_good(found: Matrix, many: int, tune: ReadOnly) -> int:
    """Return the row of `found` with the action that the bot plays: the most visited among the good actions.

    `found` has a row for each of the `many` actions (see `FOUND`). The search has grown one or more trees. An action is
    good if all of this holds:

    - It has at least 1 / `SHARE_OF_VISITS` of the visits of the most visited action.
    - Its mean value is lower than that of the most visited action by at most the setting `Tune.WITHIN`.
    - At least one tree has not marked it as worse than the action with the highest first estimate (see column 4).

    If the bot has a style of play (the setting `Tune.STYLE`), return the good action that fits the style best instead.
    If no action is good, return the most visited action. `tune` has the settings.
    """
    best = find_most_tried(found, many)
    if found[best, 0] == 0:
        return best
    least = int(found[best, 1]) // int(found[best, 0]) - int(tune[Tune.WITHIN]) * LEEWAY
    column, trees = 3 if tune[Tune.STYLE] > 0 else 0, int(tune[Tune.TREES])
    chosen = best if found[best, 4] < trees else -1
    for j in range(many):
        if found[j, 0] > 0 and found[j, 4] < trees and SHARE_OF_VISITS * found[j, 0] >= found[best, 0]:
            if int(found[j, 1]) // int(found[j, 0]) >= least:
                if chosen < 0 or found[j, column] > found[chosen, column]:
                    chosen = j
    return chosen if chosen >= 0 else best
